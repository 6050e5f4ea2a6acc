// The words that the modules of this folder share. Field names are the API's own.

export type TurnRules = {rolls: number, banking: string, cargo_reroll: string, perfect_cargo: string, pace: string};

/** The whole of a game's house rules, as its answer has them. */
export interface Ruleset {
  seats: {min: number, max: number};
  turn: TurnRules;
  round: {tie: string, all_bust: string, roll_off_order: string};
  goal: {kind: string, rounds?: number, points?: number, tie?: string};
  stakes: {ante: number, per: string, chips: number | null} | null;
  opener: {first: string, next_round: string, next_game: string};
}

/** Where a turn stands. */
export interface Turn {
  rules: TurnRules;
  /** The most rolls that it may take. */
  rolls_allowed: number;
  rolls_used: number;
  /** How many of ship, captain and crew are banked, 0 to 3. */
  crew: number;
  /** The two cargo dice, ascending, once the crew is complete; else empty. */
  cargo: readonly number[];
  stood: boolean;
  over: boolean;
}

export type Thrown = {dice: readonly unknown[], keep?: readonly unknown[] | null, hold?: unknown};

/** A broken rule. */
export interface Violation {
  /** As the API has it. */
  code: string;
  /** A JSON pointer into the entry. */
  pointer: string;
  /** What would have been legal. */
  legal?: Record<string, any>;
  /** What a sentence about it needs besides. */
  params?: Record<string, any>;
}

export type Refusal = {ok: false, violations: Violation[]};
export type Rolled = {ok: true, turn: Turn, bankable: number[], kept: number[], hold: number | null};

export interface RollVerdict {
  verdict: "legal" | "illegal" | "not judged";
  bankable: number[];
  kept: number[];
  turn: Turn | null;
  violations: Violation[];
}

export interface TurnVerdict {
  legal: boolean;
  rolls: RollVerdict[];
  stand: Violation[];
  /** Where the turn stands if every legal roll, and a legal stand, counts. */
  turn: Turn;
  score: number | null;
}

export interface Seat {
  /** `in`, `out`, `left` or `joining`. */
  status: string;
  chips: number | null;
  rounds_won: number;
  total: number;
  /** The round after which it went out. */
  out_round: number | null;
  unverified: number;
}

export type Result = {seat: number, score: number, unverified: boolean};
export type PlayedRoll = {dice: readonly number[], kept: readonly number[], hold: number | null};

/** A game between two entries; never changed, only replaced. */
export interface State {
  ruleset: Ruleset;
  /** `dice` or `dice_or_score`. */
  entry: string;
  /** `rolling_for_opener`, `playing`, `finished` or `abandoned`. */
  status: string;
  /** Seat n is at index n - 1. */
  seats: readonly Seat[];
  opener: number | null;
  /** 0 before the first. */
  round: number;
  roll_off: number;
  extra_round: boolean;
  /** Whether the round is decided and the next one not opened. */
  round_over: boolean;
  /** The turns of this pass that are over. */
  results: readonly Result[];
  /** The seats still to play in this pass, the one to move first. */
  to_come: readonly number[];
  /** The seats that were put off in this pass. */
  deferred: readonly number[];
  pace: number | null;
  /** The open turn. */
  turn: {seat: number, state: Turn, rolls: readonly PlayedRoll[]} | null;
  /** How many turns have ended. */
  turns: number;
  /** The seat whose turn has ended, until an entry of another seat. */
  just_ended: number | null;
  round_leader: number | null;
  pot: number;
  start: {attempt: number, totals: readonly {seat: number, total: number}[], to_come: readonly number[]} | null;
  winners: readonly number[];
}

/** Something that happened; see game.js. */
export type Event = Record<string, any> & {type: string};
/** What somebody enters; fields as in the API's bodies. */
export type Entry = Record<string, any> & {kind: string};
/** The API's answer for a game. */
export type Game = Record<string, any>;
