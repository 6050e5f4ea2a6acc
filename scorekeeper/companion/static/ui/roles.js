// Who may what at this table, as far as the page offers it. The server decides.

import { t } from "./texts.js";

/** @typedef {import("./phone.js").KnownTable} KnownTable */

/** Whether this phone may do everything. @param {KnownTable | undefined} table */
export const isHost = (table) => table?.role === "host";

/** Whether this phone may enter anything at all. @param {KnownTable | undefined} table */
export const mayWrite = (table) => table !== undefined && table.role !== "viewer";

/** Whether this phone may enter for a seat; the computer's are everybody's who plays. @param {KnownTable} table @param {any} game @param {number | null} number */
export function mayEnterFor(table, game, number) {
  if (!mayWrite(table)) return false;
  if (!table.player_id) return true;
  const own = game.seats.find((/** @type {any} */ seat) => seat.player_id === table.player_id);
  return own !== undefined && (own.seat === number || Boolean(game.seats[(number ?? 0) - 1]?.computer));
}

/** Whether there is anything left in a game for this phone to enter. @param {KnownTable} table @param {any} game */
export const mayPlay = (table, game) => game.next.action !== "none" && game.seats.some((/** @type {any} */ { seat, status }) =>
  ["in", "joining"].includes(status) && mayEnterFor(table, game, seat));

/** What this phone may do at a table, in words. @param {KnownTable} table */
export const tellRole = (table) => (table.player_name ? t("role.player", { name: table.player_name }) : t(`role.${table.role}`));
