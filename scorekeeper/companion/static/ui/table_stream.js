// A table as it goes on: the next game is heard of by its stream, as soon as it is opened.

import { useEffect, useState } from "../vendor/hooks.js";
import { openTable } from "../sync/table.js";
import { usePhone } from "./phone.js";

/** @param {import("./phone.js").KnownTable} table @returns {import("../sync/table.js").TableView | null} */
export function useTable(table) {
  const phone = usePhone();
  const [view, setView] = useState(/** @type {any} */ (null));
  useEffect(() => {
    const watched = openTable({ tableId: table.id, client: phone.clientFor(table), onView: setView });
    return () => watched.close();
  }, [table.id, table.key]);
  return view;
}

/** The game that was opened last. @param {any[]} games @returns {any} */
export const newestOf = (games) => games.reduce((one, other) => (other.created_at > (one?.created_at ?? "") ? other : one), null);
