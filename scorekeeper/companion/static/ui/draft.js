// A roll while it is being entered: pure functions from a game and what was tapped to what can be done.

import { banked, bankable, canStand, diceCounts, holdable, judgeRoll, rollsLeft, turnOf } from "../engine/judge.js";

/** The dice of a roll for the opener. */
export const START_DICE = 3;

/**
 * @typedef {{dice: number[], keep: number[] | null, hold: number | null}} Draft
 *   dice: the faces tapped so far; keep: what is kept by choice (null: all that can be); hold: the cargo die that stays
 * @typedef {{name: string, entry: any, score?: number, kept?: number[], bust?: boolean}} Action
 * @typedef {{kind: "start_roll" | "roll" | "none", turn: any, due: number, complete: boolean, lit: number[],
 *   kept: number[], choosing: boolean, holdable: number[], hold: number | null, mustHold: boolean, banked: number[],
 *   actions: Action[], violations: any[]}} Reading
 */

/** @type {Draft} */
export const EMPTY = Object.freeze({ dice: [], keep: null, hold: null });

/** What a draft means in a game. @param {any} game @param {Draft} draft @returns {Reading} */
export function readDraft(game, draft) {
  const computer = computerOf(game);
  if (computer) return readComputer(game, draft, computer.dice);
  if (game.next.action === "start_roll") return readStartRoll(draft);
  const turn = game.next.action === "roll" ? turnOf(game) : null;
  return turn ? readRoll(turn, draft) : nothingDue();
}

/** A draft as far as it is of the roll that is due: what is due may change while dice lie there. @param {any} game @param {Draft} draft @returns {Draft} */
export function fitting(game, draft) {
  const { due, holdable: held } = readDraft(game, draft);
  const fits = draft.dice.length <= due && (draft.hold === null || held.includes(draft.hold));
  return fits ? draft : EMPTY;
}

/** Who throws for the seat that is to move, where the computer plays it; else null. @param {any} game @returns {{dice: string} | null} */
export const computerOf = ({ next, seats }) => seats[next.seat - 1]?.computer ?? null;

/** A face is tapped. @param {any} game @param {Draft} draft @param {number} face @returns {Draft} */
export function addFace(game, draft, face) {
  const { due, mustHold } = readDraft(game, draft);
  return draft.dice.length < due && !mustHold ? { ...draft, dice: [...draft.dice, face], keep: null } : draft;
}

/** The last face is taken back. @param {Draft} draft @returns {Draft} */
export const dropFace = (draft) => ({ ...draft, dice: draft.dice.slice(0, -1), keep: null });

/**
 * A die that can be banked is kept, or left: what is kept is always a first part of 6, 5, 4.
 * @param {Reading} reading @param {Draft} draft @param {number} face @returns {Draft}
 */
export function toggleKeep(reading, draft, face) {
  const at = reading.lit.indexOf(face);
  const count = reading.kept.includes(face) ? at : at + 1;
  return { ...draft, keep: reading.lit.slice(0, count) };
}

/** A cargo die stays, or is rolled after all. @param {Draft} draft @param {number} face @returns {Draft} */
export const toggleHold = (draft, face) => ({ ...EMPTY, hold: draft.hold === face ? null : face });

/**
 * A seat that the computer plays: it decides what to bank and when to stand; the dice are the table's, or the server's.
 * @param {any} game @param {Draft} draft @param {string} dice who throws them @returns {Reading}
 */
function readComputer(game, draft, dice) {
  const kind = game.next.action;
  const turn = kind === "roll" ? turnOf(game) : null;
  const reading = { ...nothingDue(), kind, turn, banked: turn ? banked(turn) : [] };
  if (dice === "server") return { ...reading, complete: true, actions: [{ name: "throw", entry: null }] };
  const due = kind === "roll" ? game.next.dice_counts[0] : START_DICE;
  const complete = draft.dice.length === due;
  return { ...reading, due, complete, actions: complete ? [{ name: "computer", entry: { kind, dice: draft.dice } }] : [] };
}

/** @param {Draft} draft @returns {Reading} */
function readStartRoll(draft) {
  const complete = draft.dice.length === START_DICE;
  const total = draft.dice.reduce((sum, face) => sum + face, 0);
  const entry = { kind: "start_roll", dice: draft.dice };
  return { ...nothingDue(), kind: "start_roll", due: START_DICE, complete,
    actions: complete ? [{ name: "start", entry, score: total }] : [] };
}

/** @param {any} turn @param {Draft} draft @returns {Reading} */
function readRoll(turn, draft) {
  const counts = diceCounts(turn);
  const canHold = [...new Set(holdable(turn))];
  const hold = draft.hold ?? (counts.includes(2) || canHold.length !== 1 ? null : canHold[0]);
  const due = hold === null ? Math.max(...counts, 0) : 1;
  const complete = due > 0 && draft.dice.length === due;
  const lit = complete ? bankable(turn, draft.dice) : [];
  const choosing = turn.rules.banking === "chosen" && lit.length > 0;
  const kept = choosing ? (draft.keep ?? lit) : lit;
  const reading = { kind: /** @type {const} */ ("roll"), turn, due, complete, lit, kept, choosing, hold,
    holdable: canHold, mustHold: hold === null && !counts.includes(2) && canHold.length > 1,
    banked: banked(turn), violations: [], actions: [] };
  return complete ? judged(reading, draft.dice) : { ...reading, actions: standNow(turn, draft) };
}

/** @param {any} turn @param {Draft} draft @returns {Action[]} */
function standNow(turn, draft) {
  if (draft.dice.length || !canStand(turn)) return [];
  return [{ name: "stand", entry: { kind: "stand" }, score: turn.cargo[0] + turn.cargo[1] }];
}

/** @param {any} reading @param {number[]} dice @returns {Reading} */
function judged(reading, dice) {
  const entry = { kind: "roll", dice, ...(reading.choosing && { keep: reading.kept }),
    ...(reading.hold !== null && { hold: reading.hold }) };
  const verdict = judgeRoll(reading.turn, entry);
  if (!verdict.ok) return { ...reading, violations: verdict.violations };
  return { ...reading, actions: actionsAfter(verdict.turn, entry, reading) };
}

/** What can be done with a roll that is complete: record it, or choose between standing on it and rolling on. */
function actionsAfter(/** @type {any} */ after, /** @type {any} */ entry, /** @type {any} */ { kept, lit }) {
  const score = after.cargo.length ? after.cargo[0] + after.cargo[1] : undefined;
  if (after.over) return [{ name: after.crew < 3 ? "bust" : "score", entry, score, kept }];
  if (canStand(after) && rollsLeft(after)) {
    return [{ name: "stand", entry: { ...entry, stand: true }, score }, { name: "again", entry, score, kept }];
  }
  return [{ name: kept.length ? "bank" : lit.length ? "leave" : "nothing", entry, kept }];
}

/** @returns {Reading} */
function nothingDue() {
  return { kind: "none", turn: null, due: 0, complete: false, lit: [], kept: [], choosing: false, holdable: [],
    hold: null, mustHold: false, banked: [], actions: [], violations: [] };
}
