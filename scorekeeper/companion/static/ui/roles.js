// Who may what at this table, as far as the page offers it. The server decides.

/** @typedef {import("./phone.js").KnownTable} KnownTable */

/** Whether this phone may do everything. @param {KnownTable | undefined} table */
export const isHost = (table) => table?.role === "host";

/** Whether this phone may enter anything at all. @param {KnownTable | undefined} table */
export const mayWrite = (table) => table !== undefined && table.role !== "viewer";

/** Whether this phone may enter for a seat. @param {KnownTable} table @param {any} game @param {number | null} number */
export function mayEnterFor(table, game, number) {
  if (!mayWrite(table)) return false;
  if (!table.player_id) return true;
  return game.seats.some((/** @type {any} */ seat) => seat.seat === number && seat.player_id === table.player_id);
}
