// One game on this phone: which table's it is, its session, and what it looks like now.

import { useEffect, useState } from "../vendor/hooks.js";
import { openSession } from "../sync/session.js";
import { usePhone } from "./phone.js";
import { t } from "./texts.js";

/**
 * @typedef {{session: any, view: any, game: any, table: import("./phone.js").KnownTable}} Opened
 * @typedef {{opened: Opened | null, failure: any, retry: () => void}} Opening
 */

/** Opens a game and follows it as long as the view is shown. @param {string} gameId @returns {Opening} */
export function useGame(gameId) {
  const phone = usePhone();
  const [state, setState] = useState(/** @type {any} */ ({ session: null, view: null, table: null, failure: null }));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let session = /** @type {any} */ (null);
    let left = false;
    const show = (/** @type {any} */ view) => left || setState((/** @type {any} */ now) => ({ ...now, view }));
    open(phone, gameId, show).then((found) => {
      session = found.session;
      if (left) session.close();
      else setState((/** @type {any} */ now) => ({ ...now, ...found, view: session.view, failure: null }));
    }).catch((failure) => left || setState((/** @type {any} */ now) => ({ ...now, failure })));
    return () => {
      left = true;
      session?.close();
    };
  }, [gameId, attempt]);
  const { session, view, table, failure } = state;
  const isThis = view?.game?.id === gameId;
  return {
    opened: session && isThis ? { session, view, table: phone.table(table.id) ?? table, game: view.game } : null,
    failure,
    retry: () => {
      setState((/** @type {any} */ now) => ({ ...now, failure: null }));
      setAttempt(attempt + 1);
    },
  };
}

/** @param {import("./phone.js").Phone} phone @param {string} gameId @param {(view: any) => void} onView */
async function open(phone, gameId, onView) {
  const table = await tableOf(phone, gameId);
  if (!table) throw { kind: "no-key" };
  const client = phone.clientFor(table);
  const session = await openSession({ gameId, store: phone.store, client, onView, role: table.role, by: table.key.slice(-8) });
  if (table.last_game !== gameId) await phone.saveTable({ ...table, last_game: gameId });
  return { session, table };
}

/** The table that a game belongs to: from what is kept on the phone, or else by asking with each key. @param {import("./phone.js").Phone} phone @param {string} gameId */
async function tableOf(phone, gameId) {
  const kept = await phone.store.game(gameId);
  const known = kept && phone.table(kept.table_id);
  if (known) return known;
  for (const table of phone.tables) {
    try {
      await phone.clientFor(table).get(`/v1/games/${encodeURIComponent(gameId)}`);
      return table;
    } catch (/** @type {any} */ failure) {
      if (!["gone", "revoked", "forbidden"].includes(failure.kind)) throw failure;
    }
  }
  return null;
}

/** Which round it is, as a title. @param {any} game */
export function tellWhere({ round }) {
  if (!round) return t("title.opener");
  const { number, roll_off, extra_round } = round;
  return t(!roll_off ? "title.round" : extra_round ? "title.extra_round" : "title.roll_off", { round: number });
}

/** A wake lock while a game is on, where the browser has such a thing. @param {boolean} wanted */
export function useAwake(wanted) {
  useEffect(() => {
    const { wakeLock } = /** @type {any} */ (navigator);
    if (!wanted || !wakeLock) return;
    let lock = /** @type {any} */ (null);
    const take = () => document.visibilityState === "visible" && wakeLock.request("screen").then((/** @type {any} */ got) => (lock = got), () => {});
    take();
    document.addEventListener("visibilitychange", take);
    return () => {
      document.removeEventListener("visibilitychange", take);
      lock?.release();
    };
  }, [wanted]);
}
