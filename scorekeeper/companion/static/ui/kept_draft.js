// The dice of a roll that has not been recorded yet: kept through a reload and the way back, for that very roll alone.

import { EMPTY } from "./draft.js";

/** @typedef {import("./draft.js").Draft} Draft */

const NAME = "scorekeeper.draft/";

/** What was tapped for the roll that a game waits for; empty where that was for another one. @param {string} gameId @param {string} turn @returns {Draft} */
export function takeUp(gameId, turn) {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(NAME + gameId) ?? "null");
    return kept?.turn === turn ? { ...EMPTY, ...kept.draft } : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** What was tapped for another roll stays: it may come again. @param {string} gameId @param {string} turn @param {Draft} draft */
export function keepDraft(gameId, turn, draft) {
  try {
    if (draft.dice.length || draft.hold !== null) window.sessionStorage.setItem(NAME + gameId, JSON.stringify({ turn, draft }));
    else if (takeUp(gameId, turn) !== EMPTY) window.sessionStorage.removeItem(NAME + gameId);
  } catch {
    // It is kept for this view only.
  }
}
