/**
 * A game as a fold: `open` it, then `apply` one entry after another. Nothing is changed: an entry that is refused leaves
 * the state as it was.
 *
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Entry} Entry
 * @typedef {import("./types.js").Event} Event
 * @typedef {import("./types.js").Violation} Violation
 * @typedef {import("./types.js").Refusal} Refusal
 */
import { evolve, newSeat } from "./evolve.js";
import { brokenTurn, followUp } from "./flow.js";
import { faceViolations, judgeRoll, judgeStand, judgeStandAfter, score } from "./judge.js";
import { isOver, numbers, seatAt, startingChips, toMove, turnState } from "./reading.js";
import { TABLE } from "./table.js";

/** Carries violations to `apply`, and no further. */
class Refused extends Error {
  /** @param {Violation[]} violations */
  constructor(violations) {
    super(violations[0].code);
    this.violations = violations;
  }
}

/**
 * A game with its first round open, or with the roll for the opener due (`opener` null).
 * @param {{ruleset: import("./types.js").Ruleset, seats: number, opener?: number | null, entry?: string}} opening
 * @returns {{state: State, events: Event[]}}
 */
export function open({ ruleset, seats, opener = null, entry = "dice" }) {
  /** @type {State} */
  const state = {
    ruleset, entry, status: "rolling_for_opener",
    seats: Array.from({ length: seats }, () => newSeat("in", startingChips(ruleset))),
    opener: null, round: 0, roll_off: 0, extra_round: false, round_over: false, results: [], to_come: [], deferred: [],
    pace: null, turn: null, turns: 0, just_ended: null, round_leader: null, pot: 0, start: null, winners: [],
  };
  /** @type {Event} */
  const first = opener === null
    ? { type: "start_roll_opened", attempt: 1, seats: numbers(state, "in") }
    : { type: "opener_found", seat: opener };
  return settle(state, [first]);
}

/** The game after an entry, and all that it led to; or every rule that it breaks. @param {State} state @param {Entry} entry @returns {{ok: true, state: State, events: Event[]} | Refusal} */
export function apply(state, entry) {
  try {
    if (isOver(state)) refuse("game-over", "", undefined, { status: state.status });
    return { ok: true, ...settle(state, DECIDE[entry.kind](state, entry)) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, violations: error.violations };
    throw error;
  }
}

/** @param {State} before @param {Event[]} entered @returns {{state: State, events: Event[]}} */
function settle(before, entered) {
  let state = entered.reduce(evolve, before);
  const events = [...entered];
  for (let next = followUp(state); next; next = followUp(state)) {
    state = evolve(state, next);
    events.push(next);
  }
  return { state, events };
}

/** What an entry says happened, by its kind. @type {Record<string, (state: State, entry: any) => Event[]>} */
const DECIDE = {
  start_roll(state, { seat, dice, attempt }) {
    requireKnown(state, seat);
    if (!state.start) refuse("start-roll-over");
    requireIn(state, seat);
    requireTurnOf(state, seat);
    const due = state.start?.attempt ?? 1;
    requireNumber("attempt", attempt, due);
    const counted = dice.length === TABLE.start_dice ? [] : [{
      code: "dice-count", pointer: "/dice", legal: { dice_counts: [TABLE.start_dice] }, params: { thrown: dice.length },
    }];
    refuseAll([...faceViolations(dice, "/dice"), ...counted]);
    return [{ type: "start_rolled", seat, attempt: due, dice }];
  },
  roll(state, entry) {
    requireToMove(state, entry.seat);
    requirePlace(state, entry);
    requireNumber("roll", entry.roll, turnState(state).rolls_used + 1);
    return rolled(state, entry.seat, [entry], entry.stand, [""]);
  },
  turn(state, entry) {
    if (entry.score !== undefined) return DECIDE.score(state, entry);
    requireToMove(state, entry.seat);
    requirePlace(state, entry);
    if (state.turn) refuse("already-recorded", "/rolls");
    if (!entry.rolls.length) refuse("dice-count", "/rolls");
    return rolled(state, entry.seat, entry.rolls, entry.stand, entry.rolls.map((/** @type {any} */ _, /** @type {number} */ index) => `/rolls/${index}`));
  },
  stand(state, entry) {
    requireToMove(state, entry.seat);
    requirePlace(state, entry);
    const before = turnState(state);
    if (before.rolls_used) requireNumber("roll", entry.roll, before.rolls_used);
    const stood = judgeStand(before);
    if (!stood.ok) throw new Refused(stood.violations);
    return [{ type: "stood", seat: entry.seat, turn: stood.turn, score: score(stood.turn) }];
  },
  score(state, entry) {
    requireToMove(state, entry.seat);
    requirePlace(state, entry);
    const isPossible = TABLE.scores.includes(entry.score);
    const isAllowed = state.entry === "dice_or_score" && !state.turn;
    refuseAll([
      ...(isPossible ? [] : [{ code: TABLE.score_impossible, pointer: "/score", legal: { score: TABLE.scores } }]),
      ...(isAllowed ? [] : [{ code: "score-not-allowed", pointer: "/score", params: { rolled: Boolean(state.turn) } }]),
    ]);
    const rolls = turnState(state).rolls_allowed;
    return [{
      type: "turn_ended", seat: entry.seat, number: state.turns + 1, score: entry.score, rolls, bust: entry.score === 0,
      unverified: true,
    }];
  },
  join(state, entry) {
    const reason = closedToJoiners(state);
    if (reason) refuse("join-closed", "", undefined, { reason });
    const seat = state.seats.length + 1;
    if (![undefined, null, seat].includes(entry.seat)) refuse("out-of-order", "/seat", { seat });
    return [{ type: "seat_joined", seat }];
  },
  leave(state, { seat }) {
    requireKnown(state, seat);
    requireIn(state, seat, true);
    const broken = state.turn?.seat === seat ? brokenTurn(state) : null;
    return [...(broken ? [broken] : []), { type: "seat_left", seat }];
  },
  defer(state, entry) {
    requirePlaying(state, entry.seat);
    requirePlace(state, entry);
    const reason = notDeferrable(state, entry.seat);
    if (reason) refuse("defer-pointless", "/seat", undefined, { reason });
    return [{ type: "seat_deferred", seat: entry.seat }];
  },
  abandon(state) {
    const broken = brokenTurn(state);
    return [...(broken ? [broken] : []), { type: "game_abandoned" }];
  },
};

/** Why nobody can join now (6), or null: `over`, `start-roll`, `stakes-paid`, `one-round`, `last-round`, `extra-round`, `full`. @param {State} state @returns {string | null} */
export function closedToJoiners(state) {
  const { goal, stakes, seats } = state.ruleset;
  if (isOver(state)) return "over";
  if (state.start) return "start-roll";
  if (stakes && stakes.per !== "round") return "stakes-paid";
  if (goal.rounds === 1) return "one-round";
  if (goal.kind === "highest_total" && state.round === goal.rounds) return "last-round";
  if (state.extra_round) return "extra-round";
  return numbers(state, "in", "joining").length >= seats.max ? "full" : null;
}

/** Why a seat cannot play later in this pass (8), or null: `rolled`, `deferred`, `played`, `sits-out`, `last`. @param {State} state @param {number} seat @returns {string | null} */
export function notDeferrable(state, seat) {
  if (state.turn?.seat === seat) return "rolled";
  if (state.deferred.includes(seat)) return "deferred";
  if (!state.to_come.includes(seat)) return state.results.some((result) => result.seat === seat) ? "played" : "sits-out";
  return seat === state.to_come[state.to_come.length - 1] ? "last" : null;
}

/** @param {State} state @param {number} seat @param {any[]} rolls @param {boolean} stand @param {string[]} pointers @returns {Event[]} */
function rolled(state, seat, rolls, stand, pointers) {
  let turn = turnState(state);
  /** @type {Event[]} */
  const events = rolls.map(({ dice, keep, hold }, index) => {
    const judged = judgeRoll(turn, { dice, keep, hold });
    if (!judged.ok) throw new Refused(judged.violations.map((one) => ({ ...one, pointer: pointers[index] + one.pointer })));
    turn = judged.turn;
    return { type: "dice_rolled", seat, dice, kept: judged.kept, hold: judged.hold, turn };
  });
  if (!stand) return events;
  const stood = judgeStandAfter(turn);
  if (!stood.ok) throw new Refused(stood.violations);
  return stood.turn === turn ? events : [...events, { type: "stood", seat, turn: stood.turn, score: score(stood.turn) }];
}

/** @param {State} state @param {number} seat */
function requireToMove(state, seat) {
  requirePlaying(state, seat);
  requireTurnOf(state, seat);
}

/** @param {State} state @param {number} seat */
function requirePlaying(state, seat) {
  requireKnown(state, seat);
  if (state.start) refuse("start-roll-due", "", { seat: toMove(state), attempt: state.start.attempt });
  requireIn(state, seat);
}

/** @param {State} state @param {number} seat */
function requireKnown(state, seat) {
  const seats = state.seats.map((_, index) => index + 1);
  if (!seats.includes(seat)) refuse("seat-unknown", "/seat", { seats });
}

/** @param {State} state @param {number} seat @param {boolean} orJoining */
function requireIn(state, seat, orJoining = false) {
  const status = seatAt(state, seat).status;
  if (status === "in" || (orJoining && status === "joining")) return;
  refuse("seat-not-in", "/seat", { seats: numbers(state, "in") }, { seat, status });
}

/** @param {State} state @param {number} seat */
function requireTurnOf(state, seat) {
  const next = toMove(state);
  if (seat !== next) refuse(seat === state.just_ended ? "turn-over" : "not-your-turn", "/seat", { seat: next }, { seat });
}

/** @param {State} state @param {Entry} place */
function requirePlace(state, place) {
  for (const field of /** @type {const} */ (["round", "roll_off"])) {
    const named = place[field] ?? null;
    if (named !== null && named !== state[field]) refuse("out-of-order", `/${field}`, { [field]: state[field] });
  }
}

/** @param {string} field @param {number | null | undefined} named @param {number} expected */
function requireNumber(field, named, expected) {
  if (named === undefined || named === null || named === expected) return;
  refuse(named < expected ? "already-recorded" : "out-of-order", `/${field}`, { [field]: expected });
}

/** @param {string} code @param {string} pointer @param {Record<string, any>} [legal] @param {Record<string, any>} [params] @returns {never} */
function refuse(code, pointer = "", legal, params) {
  throw new Refused([{ code, pointer, ...(legal && { legal }), ...(params && { params }) }]);
}

/** @param {Violation[]} violations */
function refuseAll(violations) {
  if (violations.length) throw new Refused(violations);
}
