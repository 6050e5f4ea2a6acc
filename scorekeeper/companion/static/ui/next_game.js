// The game is over, and another one has begun at the table: whoever still looks at this one is told.

import { useEffect } from "../vendor/hooks.js";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Link } from "./router.js";
import { say } from "./speak.js";
import { newestOf, useTable } from "./table_stream.js";
import { t } from "./texts.js";

/** The game at the same table that is played now, if it was opened after this one. @param {import("./game.js").Opened} opened @returns {any} */
export function useNextGame({ game, table }) {
  const next = newestOf(useTable(table)?.games ?? []);
  return next && next.created_at > game.created_at && next.next.action !== "none" ? next : null;
}

/** @param {{game: any, next: any}} props */
export function NextGame({ game, next }) {
  const told = next.series.id === game.series.id ? t("next.series", { number: next.series.number }) : t("next.other");
  useEffect(() => say(told), [told]);
  return html`
    <p class="banner gold next-game"><${Icon} name="flag" /><span>${told}</span>
      <${Link} to=${`play/${next.id}`} look="button first">${t("next.go")}<//></p>`;
}

/** The same where something else of the game is looked at. @param {{opened: import("./game.js").Opened}} props */
export function NextGameNotice({ opened }) {
  const next = useNextGame(opened);
  return next && html`<${NextGame} game=${opened.game} next=${next} />`;
}
