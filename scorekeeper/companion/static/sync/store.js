/**
 * What the phone keeps: the tables that it has keys of, the games as they were last seen, the entries that wait to be
 * sent, and the page's settings. All tabs of one phone share it.
 *
 * @typedef {import("./keeping.js").Change} Change
 * @typedef {Record<string, any> & {id: string, key?: string}} Table
 * @typedef {{area: string, id: string}} Changed
 * @typedef {Awaited<ReturnType<typeof openStore>>} Store
 */
import { openKeeper } from "./keeping.js";

const MOST_LOST = 200;

/** @param {{name?: string}} [settings] */
export async function openStore({ name = "scorekeeper" } = {}) {
  const keeper = await openKeeper(name);
  const tabs = tabsOf(name);

  /** @param {Change[]} changes */
  const change = async (...changes) => {
    const values = await keeper.change(changes);
    changes.filter(({ area }) => area !== "leases").forEach(({ area, id }) => tabs.tell({ area, id }));
    return values;
  };
  /** @param {string} area @param {string} id @param {any} value */
  const put = async (area, id, value) => void (await change({ area, id, how: () => value }));

  return {
    /** Where things are kept; "memory" is gone when the page is closed. */
    kind: keeper.kind,
    change,
    read: keeper.read,
    /** Called when another tab has changed something. @param {(changed: Changed) => void} listener @returns {() => void} */
    onChange: tabs.listen,
    /** Ask the browser to keep it all when it is short of space. */
    persist: async () => (await navigator.storage?.persist?.()) ?? false,

    /** Keep a table; fields that are not given stay. @param {Table} table */
    saveTable: async (table) =>
      void (await change({ area: "tables", id: table.id, how: (old) => ({ ...old, ...table, used_at: Date.now() }) })),
    /** @param {string} id @returns {Promise<Table | null>} */
    table: (id) => keeper.read("tables", id),
    /** The one used last comes first. @returns {Promise<Table[]>} */
    tables: async () => (await keeper.all("tables")).sort((a, b) => b.used_at - a.used_at),
    /** Forget a table, its games, and what waits to be sent to them. @param {string} id */
    async forgetTable(id) {
      const games = (await keeper.all("games")).filter(({ game }) => game.table_id === id).map(({ game }) => game.id);
      const gone = games.flatMap((game) => ["games", "queues", "lost"].map((area) => forgotten(area, game)));
      await change(forgotten("tables", id), ...gone);
    },

    /** @param {string} id */
    setting: (id) => keeper.read("settings", id),
    /** @param {string} id @param {any} value */
    setSetting: (id, value) => put("settings", id, value),

    /** Keep the server's answer for a game, unless a later one is kept. @param {Record<string, any>} game */
    saveGame: async (game) => void (await change({ area: "games", id: game.id, how: (old) => newer(old, gameIn(game)) })),
    /** @param {string} id */
    game: async (id) => (await keeper.read("games", id))?.game ?? null,
    /** The games of a table as they were last seen, the newest first. @param {string} tableId */
    games: async (tableId) =>
      (await keeper.all("games")).map(({ game }) => game).filter((game) => game.table_id === tableId)
        .sort((a, b) => (a.created_at < b.created_at ? 1 : -1)),

    /** How many entries wait to be sent, by game. @returns {Promise<Record<string, number>>} */
    async waiting() {
      const queues = (await keeper.all("queues")).filter(({ ops }) => ops.length);
      return Object.fromEntries(queues.map(({ game_id: game, ops }) => [game, ops.length]));
    },
    /** Entries that were dropped at a conflict, the last one first. @param {string} gameId @returns {Promise<{entry: any, why: string, at: string}[]>} */
    lost: async (gameId) => (await keeper.read("lost", gameId)) ?? [],
  };
}

/** What the answer to a write says of the write itself. */
const OF_THE_WRITE = ["recorded", "result", "already_recorded", "dry_run", "results", "changes", "warnings", "dispute"];

/** The game in the answer to a write. @param {Record<string, any>} answer @returns {Record<string, any>} */
export const gameIn = (answer) => Object.fromEntries(Object.entries(answer).filter(([name]) => !OF_THE_WRITE.includes(name)));

/** How a game that was answered is laid over the one that is kept. @param {{game: any} | null} old @param {any} game */
export const newer = (old, game) => (old && old.game.version > game.version ? old : { ...old, game, at: Date.now() });

/** Entries that go, put with those that went before. @param {string} gameId @param {any[]} entries @param {string} why @returns {Change} */
export function losing(gameId, entries, why) {
  const at = new Date().toISOString();
  const gone = entries.map((entry) => ({ entry, why, at })).reverse();
  return { area: "lost", id: gameId, how: (old) => [...gone, ...(old ?? [])].slice(0, MOST_LOST) };
}

/** @param {string} area @param {string} id @returns {Change} */
const forgotten = (area, id) => ({ area, id, how: () => undefined });

/** What tabs of one phone tell each other. @param {string} name */
function tabsOf(name) {
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(name) : null;
  /** @type {Set<(changed: Changed) => void>} */
  const listeners = new Set();
  channel?.addEventListener("message", ({ data }) => listeners.forEach((listener) => listener(data)));
  return {
    /** @param {Changed} changed */
    tell: (changed) => channel?.postMessage(changed),
    /** @param {(changed: Changed) => void} listener */
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
