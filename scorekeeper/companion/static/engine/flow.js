/**
 * What happens by itself: the flow of passes, rounds and the game between two entries.
 *
 * `followUp` gives the one thing that must happen next, or null where the game waits for an entry. Numbers in comments
 * are those of the rules' last section.
 *
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Event} Event
 */
import { isBust, sum } from "./judge.js";
import {
  antesPerRound, best, isOver, isPractice, leaders, numbers, order, seatAt, wantsRoundWinner,
} from "./reading.js";
import { TABLE } from "./table.js";

/** @param {State} state @returns {Event | null} */
export function followUp(state) {
  if (isOver(state)) return null;
  if (!state.round_over) return nobodyLeft(state) ?? soleSurvivor(state) ?? withinPass(state);
  return goalReached(state) ?? cannotPay(state) ?? soleSurvivor(state) ?? roundOpened(state);
}

/** @param {State} state @returns {Event | null} */
function withinPass(state) {
  if (state.start) return openerKnown(state);
  if (state.turn?.state.over) return turnEnded(state);
  return rollOffWon(state) ?? (isPassOver(state) ? passClosed(state) : null);
}

/** @param {State} state @returns {Event} */
function turnEnded(state) {
  const { seat, state: ended } = openTurn(state);
  return {
    type: "turn_ended", seat, number: state.turns + 1, score: sum(ended.cargo), rolls: ended.rolls_used,
    bust: isBust(ended), unverified: false,
  };
}

/** @param {State} state */
function openTurn(state) {
  if (!state.turn) throw new Error("no turn is open");
  return state.turn;
}

// The roll for the opener

/** @param {State} state @returns {Event | null} */
function openerKnown(state) {
  const { attempt, totals, to_come: waiting } = /** @type {NonNullable<State["start"]>} */ (state.start);
  const contenders = [...totals.map((each) => each.seat), ...waiting];
  if (!contenders.length) return { type: "start_roll_opened", attempt: attempt + 1, seats: numbers(state, "in") };
  if (contenders.length === 1) return { type: "opener_found", seat: contenders[0] };
  if (waiting.length) return null;
  const highest = Math.max(...totals.map((each) => each.total));
  const tied = inOrder(totals.filter((each) => each.total === highest).map((each) => each.seat));
  if (tied.length === 1) return { type: "opener_found", seat: tied[0] };
  return { type: "start_roll_opened", attempt: attempt + 1, seats: tied };
}

// Seats that go (5)

/** @param {State} state @returns {Event | null} */
function nobodyLeft(state) {
  if (numbers(state, "in").length) return null;
  return { type: numbers(state, "joining").length ? "round_done" : "game_abandoned" };
}

/** @param {State} state @returns {Event | null} */
function soleSurvivor(state) {
  const seats = numbers(state, "in");
  if (seats.length > 1 || numbers(state, "joining").length || isPractice(state.ruleset)) return null;
  return brokenTurn(state) ?? { type: "game_won", seat: seats[0], pot: state.pot };
}

/** A roll-off with one seat left is won by it at once. @param {State} state @returns {Event | null} */
function rollOffWon(state) {
  const still = order(state).filter((seat) => seatAt(state, seat).status === "in");
  if (!state.roll_off || still.length > 1) return null;
  return brokenTurn(state) ?? passWon(state, still[0]);
}

/** The end of the open turn, unscored; null where none is open. @param {State} state @returns {Event | null} */
export const brokenTurn = (state) =>
  state.turn && { type: "turn_broken", seat: state.turn.seat, number: state.turns + 1 };

// The end of a pass

/** @param {State} state */
function isPassOver(state) {
  const takesRound = state.ruleset.turn.perfect_cargo === "takes_round";
  return !state.to_come.length || (takesRound && best(state) === TABLE.perfect);
}

/** @param {State} state @returns {Event} */
function passClosed(state) {
  const leading = leaders(state);
  if (!state.roll_off && !wantsRoundWinner(state.ruleset)) return { type: "round_done" };
  if (leading.length === 1) return passWon(state, leading[0]);
  if (!state.roll_off && tieRule(state) === "carry" && canCarry(state)) {
    return { type: "round_carried", seats: leading, pot: state.pot };
  }
  return rollOffOpened(state, leading, state.extra_round);
}

/** @param {State} state @param {number} seat @returns {Event} */
function passWon(state, seat) {
  if (state.extra_round) return { type: "game_won", seat, pot: state.pot };
  return { type: "round_won", seat, pot: antesPerRound(state.ruleset) ? state.pot : 0 };
}

/** 1: a round in which all bust is a tie of all at 0, unless the house rules say otherwise. @param {State} state */
function tieRule(state) {
  const rules = state.ruleset.round;
  return best(state) || rules.all_bust === "as_tie" ? rules.tie : rules.all_bust;
}

/** 3: a pot carries only if every tied seat can pay the next ante, and never out of a game. @param {State} state */
const canCarry = (state) => !goalLeaders(state).length && leaders(state).every((seat) => canPay(state, seat));

/** @param {State} state @param {number[]} seats @param {boolean} extraRound @returns {Event} */
function rollOffOpened(state, seats, extraRound) {
  const openerFirst = state.ruleset.round.roll_off_order === "opener_first";
  const playing = openerFirst ? clockwiseFrom(state.opener ?? 1, seats) : inOrder(seats);
  return { type: "roll_off_opened", number: state.roll_off + 1, order: playing, extra_round: extraRound };
}

// The end of a round

/** The seats still in that have reached the goal and are level in it; empty while none has (3). @param {State} state */
function goalLeaders(state) {
  const { kind, rounds = 0, points = 0 } = state.ruleset.goal;
  const seats = numbers(state, "in");
  if (kind === "rounds_won") return seats.filter((seat) => seatAt(state, seat).rounds_won >= rounds);
  const highest = Math.max(0, ...seats.map((seat) => seatAt(state, seat).total));
  const isReached = (kind === "highest_total" && state.round >= rounds) || (kind === "points" && highest >= points);
  return seats.filter((seat) => isReached && seatAt(state, seat).total === highest);
}

/** @param {State} state @returns {Event | null} */
function goalReached(state) {
  const leading = goalLeaders(state);
  if (!leading.length) return null;
  if (leading.length === 1) return { type: "game_won", seat: leading[0], pot: state.pot };
  if (state.ruleset.goal.tie === "draw") return { type: "game_drawn", seats: leading };
  return rollOffOpened(state, leading, true);
}

/** @param {State} state @param {number} seat */
function canPay(state, seat) {
  const stakes = state.ruleset.stakes;
  if (!stakes || stakes.per !== "round" || stakes.chips === null) return true;
  return (seatAt(state, seat).chips ?? 0) >= stakes.ante;
}

/** @param {State} state @returns {Event | null} */
function cannotPay(state) {
  const seats = numbers(state, "in").filter((seat) => !canPay(state, seat));
  return seats.length ? { type: "seats_out", seats } : null;
}

/** @param {State} state @returns {Event} */
function roundOpened(state) {
  const stakes = state.ruleset.stakes;
  const playing = clockwiseFrom(nextOpener(state), numbers(state, "in", "joining"));
  const isDue = stakes && (stakes.per === "round" || state.round === 0);
  return {
    type: "round_opened", number: state.round + 1, opener: playing[0], order: playing,
    seated: numbers(state, "joining"), antes: isDue ? playing : [], ante: stakes?.ante ?? 0,
  };
}

// Who opens (4)

/** The seat that opens the round after this one. @param {State} state @returns {number} */
function nextOpener(state) {
  const last = state.opener ?? 1;
  if (state.round === 0) return last;
  const ring = numbers(state, "in", "joining");
  const rule = state.ruleset.opener.next_round;
  if (rule === "winner" && state.round_leader !== null && ring.includes(state.round_leader)) return state.round_leader;
  if (rule === "counterclockwise") return ring.filter((seat) => seat < last).pop() ?? ring[ring.length - 1];
  if (rule !== "clockwise" && ring.includes(last)) return last;
  return ring.find((seat) => seat > last) ?? ring[0];
}

/** The seats in clockwise order from a place, which need not be among them. @param {number} first @param {number[]} seats */
function clockwiseFrom(first, seats) {
  const ring = inOrder(seats);
  return [...ring.filter((seat) => seat >= first), ...ring.filter((seat) => seat < first)];
}

/** @param {readonly number[]} seats */
const inOrder = (seats) => [...seats].sort((a, b) => a - b);
