/**
 * The next state of a game after something happened. Knows no rule: what happens is decided in flow.js and game.js.
 *
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Event} Event
 * @typedef {import("./types.js").Seat} Seat
 */
import { sum } from "./judge.js";
import { leaders, startingChips } from "./reading.js";

/** @param {State} state @param {Event} event @returns {State} */
export const evolve = (state, event) => ({ ...state, ...CHANGES[event.type](state, event) });

/** What of the state changes, by the kind of event. @type {Record<string, (state: State, event: any) => Partial<State>>} */
const CHANGES = {
  start_rolled: ({ start }, { seat, dice }) => ({
    start: start && {
      ...start, totals: [...start.totals, { seat, total: sum(dice) }], to_come: without(start.to_come, seat),
    },
  }),
  start_roll_opened: (_, { attempt, seats }) => ({ start: { attempt, totals: [], to_come: seats } }),
  opener_found: (_, { seat }) => ({ status: "playing", start: null, opener: seat, round_over: true }),
  round_opened: (state, event) => ({
    ...passOpened(event.order),
    seats: change(change(state.seats, event.seated, sitDown), event.antes, pay(-event.ante)),
    round: event.number,
    opener: event.opener,
    roll_off: 0,
    round_leader: null,
    pot: state.pot + event.ante * event.antes.length,
  }),
  roll_off_opened: (_, event) => ({
    ...passOpened(event.order), roll_off: event.number, extra_round: event.extra_round,
  }),
  dice_rolled: (state, { seat, dice, kept, hold, turn }) => ({
    turn: { seat, state: turn, rolls: [...(state.turn?.rolls ?? []), { dice, kept, hold }] },
    ...stillEnded(state, seat),
  }),
  stood: (state, event) => ({ turn: state.turn && { ...state.turn, state: event.turn } }),
  turn_ended: (state, event) => ({
    seats: change(state.seats, [event.seat], (seat) => ({
      ...seat,
      total: seat.total + (state.roll_off ? 0 : event.score),
      unverified: seat.unverified + Number(event.unverified),
    })),
    results: [...state.results, { seat: event.seat, score: event.score, unverified: event.unverified }],
    to_come: without(state.to_come, event.seat),
    pace: state.ruleset.turn.pace === "opener" ? (state.pace ?? event.rolls) : state.pace,
    turn: null,
    turns: event.number,
    just_ended: event.seat,
  }),
  turn_broken: (_, event) => ({ turn: null, turns: event.number }),
  seat_deferred: (state, { seat }) => ({
    to_come: [...without(state.to_come, seat), seat], deferred: [...state.deferred, seat], ...stillEnded(state, seat),
  }),
  round_won: (state, { seat: winner, pot }) => ({
    seats: change(state.seats, [winner], (seat) => ({ ...pay(pot)(seat), rounds_won: seat.rounds_won + 1 })),
    pot: state.pot - pot,
    round_leader: winner,
    round_over: true,
  }),
  round_carried: () => ({ round_over: true }),
  round_done: (state) => {
    const leading = leaders(state);
    return { round_leader: leading.length === 1 ? leading[0] : null, round_over: true };
  },
  seats_out: (state, { seats }) => ({
    seats: change(state.seats, seats, (seat) => ({ ...seat, status: "out", out_round: state.round })),
  }),
  seat_joined: (state, { seat }) => ({
    seats: [...state.seats, newSeat("joining", startingChips(state.ruleset))], ...stillEnded(state, seat),
  }),
  seat_left: (state, { seat }) => ({
    seats: change(state.seats, [seat], (one) => ({ ...one, status: "left" })),
    to_come: without(state.to_come, seat),
    start: state.start && {
      ...state.start,
      totals: state.start.totals.filter((each) => each.seat !== seat),
      to_come: without(state.start.to_come, seat),
    },
    ...stillEnded(state, seat),
  }),
  game_won: (state, { seat, pot }) => ({
    ...ENDED, status: "finished", seats: change(state.seats, [seat], pay(pot)), winners: [seat], pot: state.pot - pot,
  }),
  game_drawn: (_, { seats }) => ({ ...ENDED, status: "finished", winners: seats }),
  game_abandoned: () => ({ ...ENDED, status: "abandoned" }),
};

const ENDED = { to_come: [], start: null, just_ended: null };

/** @param {string} status @param {number | null} chips @returns {Seat} */
export const newSeat = (status, chips) => ({ status, chips, rounds_won: 0, total: 0, out_round: null, unverified: 0 });

/** @param {number[]} order @returns {Partial<State>} */
const passOpened = (order) => ({ results: [], to_come: order, deferred: [], pace: null, round_over: false });

/** @param {State} state @param {number} seat */
const stillEnded = (state, seat) => ({ just_ended: state.just_ended === seat ? seat : null });

/** @param {Seat} seat @returns {Seat} */
const sitDown = (seat) => ({ ...seat, status: "in" });

/** @param {number} chips @returns {(seat: Seat) => Seat} */
const pay = (chips) => (seat) => (seat.chips === null ? seat : { ...seat, chips: seat.chips + chips });

/** @param {readonly Seat[]} seats @param {readonly number[]} chosen @param {(seat: Seat) => Seat} how */
const change = (seats, chosen, how) => seats.map((seat, index) => (chosen.includes(index + 1) ? how(seat) : seat));

/** @param {readonly number[]} seats @param {number} seat */
const without = (seats, seat) => seats.filter((other) => other !== seat);
