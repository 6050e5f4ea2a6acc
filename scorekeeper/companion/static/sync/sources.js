/**
 * What can be followed: a game, or a table with all its games.
 *
 * @typedef {import("./live.js").Source} Source
 * @typedef {import("./live.js").Ask} Ask
 * @typedef {Record<string, any>} Game
 */
import { Failure } from "./api.js";

const GRACE = 15;
const MOST_GAMES = 10;
export const ON = ["rolling_for_opener", "playing"];

/**
 * @param {string} gameId
 * @param {object} told
 * @param {() => number} told.heardOf      The number of the last entry that was heard of; 0 for none.
 * @param {(game: Game, afresh: boolean) => void} told.onGame     `afresh`: it stands even if it is older.
 * @param {(entry: any, game: Game | null) => void} told.onEntry  With the game after it, if told.
 * @returns {Source}
 */
export function gameSource(gameId, { heardOf, onGame, onEntry }) {
  const path = `/v1/games/${gameId}`;
  let isAfresh = false;
  let etag = /** @type {string | null} */ (null);

  /** @param {Ask} ask */
  const poll = async (ask) => {
    const answer = await ask(path, { etag });
    etag = answer.etag;
    if (answer.data) onGame(answer.data, false);
  };

  return {
    path,
    cursor: () => heardOf() || null,
    take({ event, data }) {
      if (event === "reset") isAfresh = true;
      if (event === "entry") onEntry(data.entry, data.game);
      if (event !== "game") return;
      onGame(data, isAfresh);
      isAfresh = false;
    },
    async wait(ask, seconds) {
      const items = await newsIn(ask, `${path}/log?after=${heardOf()}&wait=${seconds}`, seconds);
      for (const entry of items ?? []) onEntry(entry, null);
      if (items?.length) await poll(ask);
      return items !== null;
    },
    poll,
  };
}

/** The entries that came; null where the server lets nobody wait. @param {Ask} ask @param {string} path @param {number} seconds @returns {Promise<any[] | null>} */
async function newsIn(ask, path, seconds) {
  try {
    return (await ask(path, { timeout: (seconds + GRACE) * 1000 })).data.items;
  } catch (error) {
    if (error instanceof Failure && ["refused", "busy"].includes(error.kind)) return null;
    throw error;
  }
}

/**
 * @param {string} tableId
 * @param {object} told
 * @param {(table: any, games: Game[]) => void} told.onTable          The whole state: the newest game first.
 * @param {(entry: any, game: Game, sentences: string[]) => void} told.onEntry
 * @returns {Source}
 */
export function tableSource(tableId, { onTable, onEntry }) {
  const path = `/v1/tables/${tableId}`;
  let cursor = /** @type {string | null} */ (null);
  return {
    path,
    cursor: () => cursor,
    take({ event, id, data }) {
      cursor = event === "reset" ? null : (id ?? cursor);
      if (event === "table") onTable(data.table, data.games);
      if (event === "entry") onEntry(data.entry, data.game, data.sentences);
    },
    wait: async () => false,
    async poll(ask) {
      const [table, list] = await Promise.all([ask(path), ask(`${path}/games?limit=${MOST_GAMES}`)]);
      const shown = list.data.items.filter((/** @type {Game} */ game, /** @type {number} */ index) => !index || ON.includes(game.status));
      const games = await Promise.all(shown.map((/** @type {Game} */ game) => ask(`/v1/games/${game.id}`)));
      onTable(table.data, games.map((answer) => answer.data));
    },
  };
}
