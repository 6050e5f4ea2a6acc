/**
 * What can be read off a game's state, and off its house rules.
 *
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Ruleset} Ruleset
 * @typedef {import("./types.js").Turn} Turn
 */
import { firstTurn } from "./judge.js";

/** Whether the game takes no more entries. @param {State} state */
export const isOver = (state) => state.status === "finished" || state.status === "abandoned";

/** The seat whose entry is due; null when the game is over. @param {State} state @returns {number | null} */
export const toMove = (state) => (isOver(state) ? null : ((state.start ?? state).to_come[0] ?? null));

/** Where the turn of the seat to move stands. @param {State} state @returns {Turn} */
export const turnState = (state) => state.turn?.state ?? firstTurn(state.ruleset.turn, state.pace);

/** The seats of this pass in the order of play, as far as they are still in it. @param {State} state */
export const order = (state) => [...state.results.map((result) => result.seat), ...state.to_come];

/** @param {State} state @param {number} number */
export const seatAt = (state, number) => state.seats[number - 1];

/** The numbers of the seats with one of the statuses, ascending. @param {State} state @param {string[]} statuses */
export const numbers = (state, ...statuses) =>
  state.seats.flatMap((seat, index) => (statuses.includes(seat.status) ? [index + 1] : []));

/** The results of this pass that can still win it. @param {State} state */
const counted = (state) => state.results.filter((result) => seatAt(state, result.seat).status === "in");

/** The best score of this pass by a seat that is still in; null before the first. @param {State} state @returns {number | null} */
export function best(state) {
  const scores = counted(state).map((result) => result.score);
  return scores.length ? Math.max(...scores) : null;
}

/** The seats with the best score of this pass. @param {State} state */
export function leaders(state) {
  const highest = best(state);
  return counted(state).filter((result) => result.score === highest).map((result) => result.seat);
}

/** Whether the seats that lead at the end may be level: only totals can be. @param {Ruleset} rules */
export const canEndLevel = (rules) => rules.goal.kind === "highest_total" || rules.goal.kind === "points";

/** Whether every seat still in pays an ante when a round opens. @param {Ruleset} rules */
export const antesPerRound = (rules) => rules.stakes?.per === "round";

/** Whether a round has to be won by one seat. @param {Ruleset} rules */
export const wantsRoundWinner = (rules) => !canEndLevel(rules) || antesPerRound(rules);

/** What a seat starts with; null where nothing is staked. @param {Ruleset} rules */
export const startingChips = (rules) => (rules.stakes ? (rules.stakes.chips ?? 0) : null);

/** Whether one seat alone may play. @param {Ruleset} rules */
export const isPractice = (rules) => rules.seats.min === 1;
