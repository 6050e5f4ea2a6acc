/**
 * The words that the modules of this folder share. Field names are the API's own.
 *
 * @typedef {{rolls: number, banking: string, cargo_reroll: string, perfect_cargo: string, pace: string}} TurnRules
 *
 * @typedef {object} Ruleset   The whole of a game's house rules, as its answer has them.
 * @property {{min: number, max: number}} seats
 * @property {TurnRules} turn
 * @property {{tie: string, all_bust: string, roll_off_order: string}} round
 * @property {{kind: string, rounds?: number, points?: number, tie?: string}} goal
 * @property {{ante: number, per: string, chips: number | null} | null} stakes
 * @property {{first: string, next_round: string, next_game: string}} opener
 *
 * @typedef {object} Turn   Where a turn stands.
 * @property {TurnRules} rules
 * @property {number} rolls_allowed   The most rolls that it may take.
 * @property {number} rolls_used
 * @property {number} crew            How many of ship, captain and crew are banked, 0 to 3.
 * @property {readonly number[]} cargo   The two cargo dice, ascending, once the crew is complete; else empty.
 * @property {boolean} stood
 * @property {boolean} over
 *
 * @typedef {{dice: readonly unknown[], keep?: readonly unknown[] | null, hold?: unknown}} Thrown
 *
 * @typedef {object} Violation   A broken rule.
 * @property {string} code      As the API has it.
 * @property {string} pointer   A JSON pointer into the entry.
 * @property {Record<string, any>} [legal]    What would have been legal.
 * @property {Record<string, any>} [params]   What a sentence about it needs besides.
 *
 * @typedef {{ok: false, violations: Violation[]}} Refusal
 * @typedef {{ok: true, turn: Turn, bankable: number[], kept: number[], hold: number | null}} Rolled
 *
 * @typedef {object} RollVerdict
 * @property {"legal" | "illegal" | "not judged"} verdict
 * @property {number[]} bankable
 * @property {number[]} kept
 * @property {Turn | null} turn
 * @property {Violation[]} violations
 *
 * @typedef {object} TurnVerdict
 * @property {boolean} legal
 * @property {RollVerdict[]} rolls
 * @property {Violation[]} stand
 * @property {Turn} turn        Where the turn stands if every legal roll, and a legal stand, counts.
 * @property {number | null} score
 *
 * @typedef {object} Seat
 * @property {string} status   `in`, `out`, `left` or `joining`.
 * @property {number | null} chips
 * @property {number} rounds_won
 * @property {number} total
 * @property {number | null} out_round   The round after which it went out.
 * @property {number} unverified
 *
 * @typedef {{seat: number, score: number, unverified: boolean}} Result
 * @typedef {{dice: readonly number[], kept: readonly number[], hold: number | null}} PlayedRoll
 *
 * @typedef {object} State   A game between two entries; never changed, only replaced.
 * @property {Ruleset} ruleset
 * @property {string} entry    `dice` or `dice_or_score`.
 * @property {string} status   `rolling_for_opener`, `playing`, `finished` or `abandoned`.
 * @property {readonly Seat[]} seats   Seat n is at index n - 1.
 * @property {number | null} opener
 * @property {number} round    0 before the first.
 * @property {number} roll_off
 * @property {boolean} extra_round
 * @property {boolean} round_over    Whether the round is decided and the next one not opened.
 * @property {readonly Result[]} results   The turns of this pass that are over.
 * @property {readonly number[]} to_come   The seats still to play in this pass, the one to move first.
 * @property {readonly number[]} deferred  The seats that were put off in this pass.
 * @property {number | null} pace
 * @property {{seat: number, state: Turn, rolls: readonly PlayedRoll[]} | null} turn   The open turn.
 * @property {number} turns    How many turns have ended.
 * @property {number | null} just_ended   The seat whose turn has ended, until an entry of another seat.
 * @property {number | null} round_leader
 * @property {number} pot
 * @property {{attempt: number, totals: readonly {seat: number, total: number}[], to_come: readonly number[]} | null} start
 * @property {readonly number[]} winners
 *
 * @typedef {Record<string, any> & {type: string}} Event   Something that happened; see game.js.
 * @typedef {Record<string, any> & {kind: string}} Entry   What somebody enters; fields as in the API's bodies.
 * @typedef {Record<string, any>} Game   The API's answer for a game.
 */
export {};
