// What a table played last is what it is likely to play next.

import { useEffect } from "../vendor/hooks.js";
import { usePhone } from "./phone.js";
import { ofPlayed } from "./rules_draft.js";

/** Nothing to be seen: it asks once, and tells what it found. @param {{table: any, presets: any[], onFound: (chosen: import("./rules_draft.js").Chosen) => void}} props */
export function PlayedLast({ table, presets, onFound }) {
  const client = usePhone().clientFor(table);
  useEffect(() => {
    // Without an answer the first preset stays chosen.
    lastRules(client, table.id, presets).then((found) => found && onFound(found), () => {});
  }, [table.id]);
  return null;
}

/** @param {any} client @param {string} tableId @param {any[]} presets */
async function lastRules(client, tableId, presets) {
  const path = `/v1/tables/${tableId}`;
  const [games, saved] = await Promise.all([client.get(`${path}/games?limit=1`), client.get(`${path}/rulesets?limit=100`)]);
  const [last] = games.data.items;
  if (!last) return null;
  const { data: game } = await client.get(`/v1/games/${last.id}`);
  return ofPlayed(game.ruleset, presets, saved.data.items);
}
