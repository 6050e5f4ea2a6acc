/**
 * What was played last, so that it can be taken back without a network: the game as it was some plays ago, and the
 * plays since. Pure: what is heard makes a new one.
 *
 * @typedef {Record<string, any>} Game
 * @typedef {Record<string, any> & {seq: number, kind: string}} Play   As it was entered; `own`: by this phone's key.
 * @typedef {object} Past
 * @property {number} version     The number of the last entry that it knows of.
 * @property {Game | null} base   The game before the first of the plays; null where it is not known.
 * @property {Play[]} plays       Those that count.
 * @property {any} [last]         The last entry, as the log has it.
 * @property {string} [by]        Whose own they are: the end of a key.
 */
import { answerOf, playOn, stateOf } from "../engine/answer.js";

/** What can be taken back under its own name. */
export const PLAYS = ["start_roll", "roll", "stand", "turn", "score", "join", "leave", "defer", "abandon"];
/** Entries after which all stands as it did. */
const LEAVES_ALL = ["dispute", "withdrawal", "rename", "substitute", "erasure"];
/** More than a round of twenty seats, so that what is kept and worked out stays small in a game of any length. */
const MOST_PLAYS = 100;

/** Of a game of which nothing else is known. @param {Game} game @returns {Past} */
export const pastOf = (game) => ({ version: game.version, base: game.version === 1 ? game : null, plays: [] });

/** Whether it is of the game as it stands. @param {Past | null} past @param {Game | null} game @returns {past is Past} */
export const isUpTo = (past, game) => past !== null && past.version === game?.version;

/**
 * What it is after an entry.
 * @param {Past} past @param {any} entry As the log has it. @param {Game | null} before The game before it, where that is
 *     known. @param {boolean} own
 * @returns {Past}
 */
export function pastAfter(past, entry, before, own) {
  const { seq, kind } = entry;
  if (seq <= past.version) return past;
  const { base, plays } = seq === past.version + 1 ? past : { base: null, plays: [] };
  const now = { version: seq, last: entry };
  if (PLAYS.includes(kind)) {
    const play = playIn(entry, own);
    if (base) return shortened({ ...now, base, plays: [...plays, play] });
    return { ...now, base: before?.version === seq - 1 ? before : null, plays: [play] };
  }
  if (LEAVES_ALL.includes(kind)) return { ...now, base, plays };
  const left = kind === "undo" ? plays.filter((play) => !entry.body.voided.includes(play.seq)) : [];
  // What it knows is known only where the last plays went, and nothing else.
  const isKnown = kind === "undo" && left.length + entry.body.voided.length === plays.length && left.at(-1) === plays[left.length - 1];
  return isKnown ? { ...now, base, plays: left } : { ...now, base: null, plays: [] };
}

/** @param {any} entry @param {boolean} own @returns {Play} */
export const playIn = ({ body, seq, entry_id, kind, seat, counts_as: corrected }, own) =>
  ({ ...(corrected?.body ?? body), seq, entry_id, kind: corrected?.kind ?? kind, seat, own: own && !corrected });

/** @param {Past} past @returns {Past} */
function shortened(past) {
  if (past.plays.length <= MOST_PLAYS) return past;
  const [{ seq }] = past.plays;
  const base = gameAfter(past, 1);
  return { ...past, base: base && { ...base, version: seq }, plays: past.plays.slice(1) };
}

/** The game after so many of the plays. @param {Past} past @param {number} count @returns {Game | null} */
function gameAfter({ base, plays }, count) {
  let now = base;
  for (const play of plays.slice(0, count)) {
    const after = now && playOn(now, play);
    now = after?.ok ? after.game : null;
  }
  return now;
}

/** The game without the last plays; null where that is not known. @param {Past} past @param {Game} game The server's. @param {number} count @returns {Game | null} */
export function gameWithout(past, game, count) {
  const now = gameAfter(past, past.plays.length);
  const before = gameAfter(past, past.plays.length - count);
  if (!now || !before || !isAsFar(now, game)) return null;
  const { finished_at, last_entry } = before;
  return { ...answerOf(stateOf(before), game), finished_at, last_entry };
}

/** Whether two games wait for the same entry. @param {Game} one @param {Game} other */
export const isAsFar = (one, other) =>
  ["action", "seat", "round", "roll_off", "roll", "attempt"].every((field) => one.next[field] === other.next[field]);
