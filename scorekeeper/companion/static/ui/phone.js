// What this phone knows: its tables with their keys, its settings, and how it talks to the server.

import { createContext } from "../vendor/preact.js";
import { useContext, useLayoutEffect, useState } from "../vendor/hooks.js";
import { createClient } from "../sync/api.js";
import { openStore } from "../sync/store.js";
import { ROOT, go } from "./router.js";
import { bestLanguage, speakIn } from "./texts.js";

/**
 * @typedef {{id: string, name: string, key: string, role: string, recovery_code?: string, recovery_saved?: boolean,
 *   last_game?: string, player_id?: string | null, player_name?: string | null, watch_url?: string}} KnownTable
 * @typedef {{theme: string | null, language: string | null, sound: boolean, vibration: boolean, hint: boolean,
 *   awake: boolean}} Settings
 */

/** @type {Settings} */
const FIRST_SETTINGS = { theme: null, language: null, sound: false, vibration: false, hint: false, awake: true };
const THEME = "scorekeeper.theme";

/** Opens what is kept on this phone. */
export async function openPhone() {
  const store = await openStore({ name: "scorekeeper" });
  const kept = await Promise.all(Object.keys(FIRST_SETTINGS).map(async (name) => [name, await store.setting(name)]));
  const settings = { ...FIRST_SETTINGS, ...Object.fromEntries(kept.filter(([, value]) => value != null)) };
  return new Phone(store, settings, await tablesOf(store));
}

/** One for the whole page; views read it by `usePhone` and are drawn again when it changes. */
export class Phone {
  /** @param {any} store @param {Settings} settings @param {KnownTable[]} tables */
  constructor(store, settings, tables) {
    this.store = store;
    this.settings = settings;
    this.tables = tables;
    this.client = createClient({ base: ROOT.href.replace(/\/$/, ""), key: () => null });
    /** @type {Set<() => void>} */
    this.watchers = new Set();
    store.onChange(() => this.reread());
  }

  /** Whether all is lost when the page is closed. */
  get keepsNothing() {
    return this.store.kind === "memory";
  }

  /** A client with the key of one of the tables. @param {KnownTable | undefined} table */
  clientFor(table) {
    return table ? this.client.as(table.key) : this.client;
  }

  /** @param {string} id @returns {KnownTable | undefined} */
  table(id) {
    return this.tables.find((table) => table.id === id);
  }

  /** @param {KnownTable} table */
  async saveTable(table) {
    // The first thing that is worth keeping: a browser may throw it away when it is short of space, or else ask.
    if (!this.table(table.id)) void this.store.persist().catch(() => {});
    await this.store.saveTable(table);
    await this.reread();
  }

  /** @param {string} id */
  async forgetTable(id) {
    await this.store.forgetTable(id);
    await this.reread();
  }

  /** @param {keyof Settings} name @param {any} value */
  async set(name, value) {
    this.settings = { ...this.settings, [name]: value };
    await this.store.setSetting(name, value);
    if (name === "theme") rememberTheme(value);
    if (name === "language") await speakIn(bestLanguage(value));
    this.tell();
  }

  async reread() {
    this.tables = await tablesOf(this.store);
    this.tell();
  }

  tell() {
    this.watchers.forEach((watcher) => watcher());
  }
}

/** The tables of which the phone has a key, the one used last first. @param {import("../sync/store.js").Store} store */
const tablesOf = async (store) => /** @type {KnownTable[]} */ (/** @type {unknown} */ (await store.tables()));

export const PhoneContext = createContext(/** @type {any} */ (null));

/** The phone; the view is drawn again when something about it changes. @returns {Phone} */
export function usePhone() {
  const phone = useContext(PhoneContext);
  const [, drawAgain] = useState(0);
  useLayoutEffect(() => {
    const watcher = () => drawAgain((count) => count + 1);
    phone.watchers.add(watcher);
    return () => phone.watchers.delete(watcher);
  }, [phone]);
  return phone;
}

/** @param {string | null} theme */
function rememberTheme(theme) {
  try {
    if (theme) window.localStorage.setItem(THEME, theme);
    else window.localStorage.removeItem(THEME);
  } catch {
    // It is kept for this visit only.
  }
  window.dispatchEvent(new Event(THEME.replace(".", ":")));
}

/** To the game that is on, or else to the table. @param {Phone} phone @param {string} tableId */
export async function enterTable(phone, tableId) {
  const table = phone.table(tableId);
  try {
    const { data } = await phone.clientFor(table).get(`/v1/tables/${tableId}/games?limit=1`);
    const game = data.items[0];
    go(game && !game.finished_at ? `play/${game.id}` : `table/${tableId}`, { instead: true });
  } catch {
    go(`table/${tableId}`, { instead: true });
  }
}
