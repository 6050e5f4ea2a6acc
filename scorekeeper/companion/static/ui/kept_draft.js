// The dice of a roll that has not been recorded yet: kept through a reload and the way back, for that very roll alone.

import { EMPTY } from "./draft.js";

/** @typedef {import("./draft.js").Draft} Draft */

const NAME = "scorekeeper.draft/";
/** Where the browser keeps nothing: for as long as the page is open. @type {Record<string, string>} */
const held = {};

/** What was tapped for the roll that a game waits for; empty where that was for another one. @param {string} gameId @param {string} turn @returns {Draft} */
export function takeUp(gameId, turn) {
  const kept = JSON.parse(read(NAME + gameId) ?? "null");
  return kept?.turn === turn ? { ...EMPTY, ...kept.draft } : EMPTY;
}

/** What was tapped for another roll stays: it may come again. @param {string} gameId @param {string} turn @param {Draft} draft */
export function keepDraft(gameId, turn, draft) {
  if (draft.dice.length || draft.hold !== null) write(NAME + gameId, JSON.stringify({ turn, draft }));
  else if (takeUp(gameId, turn) !== EMPTY) write(NAME + gameId, "null");
}

/** @param {string} name */
function read(name) {
  try {
    return window.sessionStorage.getItem(name);
  } catch {
    return held[name];
  }
}

/** @param {string} name @param {string} value */
function write(name, value) {
  try {
    window.sessionStorage.setItem(name, value);
  } catch {
    held[name] = value;
  }
}
