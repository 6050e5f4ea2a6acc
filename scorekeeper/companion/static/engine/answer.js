/**
 * A game's state and the API's answer for it, both ways: what the phone knows from the server, it can play on.
 *
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Game} Game
 * @typedef {import("./types.js").Entry} Entry
 * @typedef {import("./types.js").Event} Event
 */
import { apply } from "./game.js";
import { banked, canStand, diceCounts, holdable, rollsLeft, turnOf } from "./judge.js";
import { best, isOver, leaders, order, toMove, turnState } from "./reading.js";
import { TABLE } from "./table.js";

const NOBODY_YET = { player_id: null, name: null, computer: null };
const PLAYS = ["roll", "stand", "turn", "score"];

/** The state that an answer tells. @param {Game} game @returns {State} */
export function stateOf(game) {
  const { round, turn } = game;
  const results = (round?.cargo ?? []).filter((/** @type {any} */ each) => each.score !== null);
  const state = turnOf(game);
  return {
    ruleset: game.ruleset, entry: game.entry, status: game.status, seats: game.seats.map(seatOf),
    opener: round?.opener ?? null, round: round?.number ?? 0, roll_off: round?.roll_off ?? 0,
    extra_round: round?.extra_round ?? false, round_over: false, results, to_come: round?.to_come ?? [],
    deferred: round?.deferred ?? [],
    pace: state && results.length && game.ruleset.turn.pace === "opener" ? state.rolls_allowed : null,
    turn: state && turn.rolls.length ? { seat: turn.seat, state, rolls: turn.rolls } : null,
    turns: turn ? turn.number - 1 : 0, just_ended: justEnded(game), round_leader: null, pot: round?.pot ?? 0,
    start: game.start, winners: game.winners,
  };
}

/**
 * The answer for a state. What the phone cannot know (`version`, `head`, times) stays as `game` has it.
 * @param {State} state @param {Game} game @returns {Game}
 */
export function answerOf(state, game) {
  const ranks = ranksOf(state);
  const people = [...game.seats, ...state.seats.slice(game.seats.length).map(() => NOBODY_YET)];
  return {
    ...game,
    status: state.status,
    seats: state.seats.map(({ out_round: _, ...seat }, index) => ({
      ...people[index], seat: index + 1, ...seat, ...ranks[index],
    })),
    start: state.start,
    round: state.round ? roundOf(state) : null,
    turn: isOver(state) || state.start ? null : shownTurn(state),
    next: nextOf(state),
    winners: state.winners,
  };
}

/**
 * The answer after an entry, with all that happened. A seat that joins has the name that the entry gives.
 * @param {Game} game @param {Entry} entry
 * @returns {{ok: true, game: Game, events: Event[]} | import("./types.js").Refusal}
 */
export function playOn(game, entry) {
  const played = apply(stateOf(game), entry);
  if (!played.ok) return played;
  const after = answerOf(played.state, game);
  const joiner = entry.kind === "join" ? after.seats[after.seats.length - 1] : null;
  if (joiner) Object.assign(joiner, { name: entry.name ?? null, player_id: entry.player_id ?? null });
  after.last_entry = {
    seq: null, entry_id: entry.entry_id ?? null, kind: entry.kind === "turn" && "score" in entry ? "score" : entry.kind,
    seat: joiner?.seat ?? entry.seat ?? null, recorded_at: null, sentences: [],
  };
  return { ok: true, game: after, events: played.events };
}

/** A seat that is out went out earlier the lower it ranks: that is all that its round is needed for. @param {any} seat */
const seatOf = ({ status, chips, rounds_won, total, unverified, rank }) => (
  { status, chips, rounds_won, total, unverified, out_round: status === "out" ? -rank : null }
);

/** The seat whose turn the last entry ended. @param {Game} game @returns {number | null} */
function justEnded({ last_entry: last, turn, status }) {
  const isOpen = turn && turn.seat === last?.seat && turn.rolls.length;
  return last && status === "playing" && PLAYS.includes(last.kind) && !isOpen ? last.seat : null;
}

/** @param {State} state */
function roundOf(state) {
  const results = new Map(state.results.map((result) => [result.seat, result]));
  const playing = order(state);
  return {
    number: state.round, opener: state.opener, roll_off: state.roll_off, extra_round: state.extra_round, order: playing,
    pot: state.pot, best: best(state), leaders: leaders(state), to_come: state.to_come, deferred: state.deferred,
    cargo: playing.map((seat) => results.get(seat) ?? { seat, score: null, unverified: false }),
  };
}

/** @param {State} state */
function shownTurn(state) {
  const turn = turnState(state);
  return {
    seat: toMove(state), number: state.turns + 1, rolls: state.turn?.rolls ?? [], rolls_used: turn.rolls_used,
    rolls_left: rollsLeft(turn), banked: banked(turn), cargo: turn.cargo,
    legal: { dice_counts: diceCounts(turn), stand: canStand(turn), hold: holdable(turn) },
  };
}

/** The entry that the game waits for. @param {State} state */
function nextOf(state) {
  const none = { action: "none", seat: null, round: null, roll_off: null, roll: null, attempt: null };
  const nothing = { dice_counts: [], stand: false, hold: [], score: false };
  if (isOver(state)) return { ...none, ...nothing };
  const seat = toMove(state);
  if (state.start) {
    return { ...none, action: "start_roll", seat, attempt: state.start.attempt, ...nothing, dice_counts: [TABLE.start_dice] };
  }
  const turn = turnState(state);
  return {
    action: "roll", seat, round: state.round, roll_off: state.roll_off, roll: turn.rolls_used + 1, attempt: null,
    dice_counts: diceCounts(turn), stand: canStand(turn), hold: holdable(turn),
    score: state.entry === "dice_or_score" && !state.turn,
  };
}

/** Each seat's two ranks: 1, 2, 2, 4 and 1, 2, 2, 3. @param {State} state */
function ranksOf(state) {
  const keys = state.seats.map((_, index) => keyOf(state, index + 1));
  return keys.map((key) => {
    const better = keys.filter((other) => compare(other, key) > 0);
    return { rank: better.length + 1, dense_rank: new Set(better.map(String)).size + 1 };
  });
}

/** Compared part by part, the greater the better. @param {State} state @param {number} number @returns {number[]} */
function keyOf(state, number) {
  const seat = state.seats[number - 1];
  if (state.winners.includes(number)) return [2];
  if (seat.status === "left") return [0];
  const kind = state.ruleset.goal.kind;
  if (kind === "rounds_won") return [1, seat.rounds_won];
  if (kind === "highest_total") return [1, seat.total];
  // For points only the totals of seats that can still win count.
  if (kind === "points") return [1, Number(seat.status !== "out"), seat.total];
  if (seat.out_round !== null) return [1, 0, seat.out_round];
  return [1, 1, seat.status === "joining" ? 0 : (seat.chips ?? 0)];
}

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? a.length - b.length : a[at] - (b[at] ?? -Infinity);
}
