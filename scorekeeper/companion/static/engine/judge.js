/**
 * A turn, judged on the phone: what a roll may bank, which dice may be rolled again, when a turn is over. What is
 * legal is read from the table that is generated from the server's rules; codes are the server's.
 *
 * @typedef {import("./types.js").Turn} Turn
 * @typedef {import("./types.js").TurnRules} TurnRules
 * @typedef {import("./types.js").Thrown} Thrown
 * @typedef {import("./types.js").Violation} Violation
 * @typedef {import("./types.js").Refusal} Refusal
 * @typedef {import("./types.js").Rolled} Rolled
 */
import { TABLE } from "./table.js";

const CREW = TABLE.needed.length;
const FACES = [1, 2, 3, 4, 5, 6];

/** @param {unknown} value @returns {value is number} */
export const isFace = (value) => typeof value === "number" && FACES.includes(value);

/** @param {readonly number[]} faces */
const ascending = (faces) => [...faces].sort((a, b) => a - b);

/** @param {readonly number[]} faces */
export const sum = (faces) => faces.reduce((total, face) => total + face, 0);

/** A turn before its first roll. @param {TurnRules} rules @param {number | null} pace The most rolls that the round's pace allows. @returns {Turn} */
export function firstTurn(rules, pace = null) {
  const allowed = pace === null ? rules.rolls : Math.min(pace, rules.rolls);
  return turnAt(rules, allowed, 0, 0, [], false);
}

/**
 * A turn anywhere in its middle.
 * @param {TurnRules} rules @param {number} rollsAllowed @param {number} rollsUsed @param {number} crew
 * @param {readonly number[]} cargo @param {boolean} stood @returns {Turn}
 */
export function turnAt(rules, rollsAllowed, rollsUsed, crew, cargo, stood) {
  const endsItself = crew === CREW && of(of(TABLE.ended_by, rules.perfect_cargo), rules.cargo_reroll).includes(sum(cargo));
  const over = stood || rollsUsed >= rollsAllowed || endsItself;
  return Object.freeze({ rules, rolls_allowed: rollsAllowed, rolls_used: rollsUsed, crew, cargo: ascending(cargo), stood, over });
}

/** The open turn of a game, as the API answers it; null where none is due. @param {Record<string, any>} game @returns {Turn | null} */
export function turnOf(game) {
  const turn = game.turn;
  if (!turn) return null;
  return turnAt(game.ruleset.turn, turn.rolls_used + turn.rolls_left, turn.rolls_used, turn.banked.length, turn.cargo, false);
}

/** The banked faces, in the order 6, 5, 4. @param {Turn} turn */
export const banked = (turn) => TABLE.needed.slice(0, turn.crew);

/** @param {Turn} turn */
export const hasCrew = (turn) => turn.crew === CREW;

/** @param {Turn} turn */
export const rollsLeft = (turn) => (turn.over ? 0 : turn.rolls_allowed - turn.rolls_used);

/** Whether the turn ended without a full crew. @param {Turn} turn */
export const isBust = (turn) => turn.over && !hasCrew(turn);

/** 0 or 2 to 12 once the turn is over, else null. @param {Turn} turn */
export const score = (turn) => (turn.over ? sum(turn.cargo) : null);

/** How many dice the next roll may have; empty once the turn is over. @param {Turn} turn @returns {number[]} */
export const diceCounts = (turn) => (turn.over ? [] : [...of(TABLE.counts, turn.rules.cargo_reroll)[turn.crew]]);

/** @param {Turn} turn */
export const canStand = (turn) => !turn.over && !TABLE.stood[turn.crew];

/** The cargo dice that can be held while the other one is rolled again. @param {Turn} turn @returns {number[]} */
export const holdable = (turn) => (hasCrew(turn) && diceCounts(turn).includes(1) ? [...new Set(turn.cargo)] : []);

/** The longest run of still needed faces, in the order 6, 5, 4, that the roll shows. @param {Turn} turn @param {readonly unknown[]} dice @returns {number[]} */
export const bankable = (turn, dice) => TABLE.needed.slice(turn.crew, crewAfter(turn, dice));

/** @param {Turn} turn @param {readonly unknown[]} dice */
function crewAfter(turn, dice) {
  const shown = TABLE.needed.reduce((bits, face, place) => bits | (dice.includes(face) ? 1 << place : 0), 0);
  return TABLE.banked[turn.crew][shown];
}

/**
 * A roll, and the stand that was claimed with it: all or nothing.
 * @param {Turn} turn @param {Thrown & {stand?: boolean}} thrown @returns {Rolled | Refusal}
 */
export function judgeRoll(turn, thrown) {
  const violations = rollViolations(turn, thrown);
  if (violations.length) return { ok: false, violations };
  const dice = thrown.dice.filter(isFace);
  const all = bankable(turn, dice);
  const crew = turn.crew + (thrown.keep ?? all).length;
  const after = turnAt(turn.rules, turn.rolls_allowed, turn.rolls_used + 1, crew, cargoAfter(turn, crew, dice, thrown.hold), false);
  const held = hasCrew(turn) && dice.length === 1 ? (isFace(thrown.hold) ? thrown.hold : turn.cargo[0]) : null;
  const rolled = { turn: after, bankable: all, kept: TABLE.needed.slice(turn.crew, crew), hold: held };
  if (!thrown.stand) return { ok: true, ...rolled };
  const stood = judgeStandAfter(after);
  return stood.ok ? { ok: true, ...rolled, turn: stood.turn } : stood;
}

/** Standing on the cargo as it lies. @param {Turn} turn @returns {{ok: true, turn: Turn} | Refusal} */
export function judgeStand(turn) {
  return turn.over ? { ok: false, violations: [turnOver(turn)] } : stand(turn, "");
}

/**
 * A stand that was claimed together with the turn's last roll: it says nothing new where that roll ended the turn with
 * a full crew. @param {Turn} turn @returns {{ok: true, turn: Turn} | Refusal}
 */
export const judgeStandAfter = (turn) => stand(turn, "/stand");

/** @param {Turn} turn @param {string} pointer @returns {{ok: true, turn: Turn} | Refusal} */
function stand(turn, pointer) {
  const code = TABLE.stood[turn.crew];
  if (code) {
    const missing = TABLE.needed.slice(turn.crew);
    return { ok: false, violations: [{ code, pointer, legal: { dice_counts: diceCounts(turn) }, params: { missing } }] };
  }
  if (turn.over) return { ok: true, turn };
  return { ok: true, turn: turnAt(turn.rules, turn.rolls_allowed, turn.rolls_used, turn.crew, turn.cargo, true) };
}

/**
 * The referee: a turn judged roll by roll up to the first that breaks a rule.
 * @param {TurnRules} rules @param {readonly Thrown[]} rolls @param {boolean} claimsStand @param {number | null} pace
 * @returns {import("./types.js").TurnVerdict}
 */
export function judgeTurn(rules, rolls, claimsStand = false, pace = null) {
  let turn = firstTurn(rules, pace);
  let judging = true;
  const verdicts = rolls.map((thrown) => {
    const verdict = judging ? verdictOn(turn, thrown) : unjudged();
    judging = verdict.turn !== null;
    turn = verdict.turn ?? turn;
    return verdict;
  });
  const stood = claimsStand && judging ? judgeStandAfter(turn) : null;
  if (stood?.ok) turn = stood.turn;
  const wrong = stood && !stood.ok ? stood.violations : [];
  return { legal: judging && !wrong.length, rolls: verdicts, stand: wrong, turn, score: score(turn) };
}

/** @param {Turn} turn @param {Thrown} thrown @returns {import("./types.js").RollVerdict} */
function verdictOn(turn, { dice, keep, hold }) {
  const judged = judgeRoll(turn, { dice, keep, hold });
  if (!judged.ok) return { ...unjudged(), verdict: "illegal", violations: judged.violations };
  return { verdict: "legal", bankable: judged.bankable, kept: judged.kept, turn: judged.turn, violations: [] };
}

/** @returns {import("./types.js").RollVerdict} */
const unjudged = () => ({ verdict: "not judged", bankable: [], kept: [], turn: null, violations: [] });

/** Everything that is wrong with a roll; after the turn's end only that. @param {Turn} turn @param {Thrown} thrown @returns {Violation[]} */
export function rollViolations(turn, { dice, keep, hold }) {
  if (turn.over) return [turnOver(turn)];
  return [
    ...faceViolations(dice, "/dice"),
    ...countViolations(turn, dice.length),
    ...(keep ? keepViolations(turn, dice, keep) : []),
    ...holdViolations(turn, dice.length, hold ?? null),
  ];
}

/** @param {readonly unknown[]} dice @param {string} pointer @returns {Violation[]} */
export const faceViolations = (dice, pointer) =>
  dice.flatMap((die, index) => (isFace(die) ? [] : [faceInvalid(`${pointer}/${index}`)]));

/** @param {string} pointer @returns {Violation} */
const faceInvalid = (pointer) => ({ code: TABLE.face_invalid, pointer, legal: { faces: FACES } });

/** @param {Turn} turn @returns {Violation} */
const turnOver = (turn) => ({ code: TABLE.over, pointer: "", params: { bust: isBust(turn), cargo: turn.cargo } });

/** @param {Turn} turn @param {number} thrown @returns {Violation[]} */
function countViolations(turn, thrown) {
  const codes = of(TABLE.miscounted, turn.rules.cargo_reroll)[turn.crew];
  const code = codes[Math.min(thrown, codes.length - 1)];
  const counts = diceCounts(turn);
  return code ? [{ code, pointer: "/dice", legal: { dice_counts: counts }, params: { thrown, rule: turn.rules.cargo_reroll } }] : [];
}

/** Each kept face is judged against those kept validly before it, in the order 6, 5, 4. @param {Turn} turn @param {readonly unknown[]} dice @param {readonly unknown[]} keep @returns {Violation[]} */
function keepViolations(turn, dice, keep) {
  const legal = { keep: bankable(turn, dice) };
  const left = dice.filter(isFace);
  let crew = turn.crew;
  const found = [...keep.entries()].sort((a, b) => rank(a[1]) - rank(b[1])).flatMap(([index, face]) => {
    const pointer = `/keep/${index}`;
    if (!isFace(face)) return [faceInvalid(pointer)];
    const at = left.indexOf(face);
    const row = crew === CREW && !hasCrew(turn) ? TABLE.kept_too : TABLE.kept[crew];
    const codes = [at < 0 ? TABLE.not_rolled : "", row[face - 1]].filter(Boolean);
    if (at >= 0) left.splice(at, 1);
    if (!codes.length) crew += 1;
    return codes.map((code) => ({ code, pointer, legal, params: { face } }));
  });
  const code = of(TABLE.left_out, turn.rules.banking);
  const missing = TABLE.needed.slice(crew, crewAfter(turn, dice));
  if (code && missing.length) found.push({ code, pointer: "/keep", legal, params: { missing, face: missing[0] } });
  return found;
}

/** @param {unknown} face */
const rank = (face) => (Number.isInteger(face) ? -Number(face) : -Number(face === true));

/** @param {Turn} turn @param {number} thrown @param {unknown} hold @returns {Violation[]} */
function holdViolations(turn, thrown, hold) {
  const codes = of(TABLE.held, turn.rules.cargo_reroll)[turn.crew];
  const code = codes[whatIsHeld(turn, thrown, hold)];
  return code ? [{ code, pointer: "/hold", legal: { hold: holdable(turn) }, params: { hold, cargo: turn.cargo, thrown } }] : [];
}

/** @param {Turn} turn @param {number} thrown @param {unknown} hold @returns {"nothing" | "either" | "cargo" | "another" | "more"} */
function whatIsHeld(turn, thrown, hold) {
  if (hold === null) return thrown === 1 && new Set(turn.cargo).size > 1 ? "either" : "nothing";
  if (thrown !== 1) return "more";
  return isFace(hold) && turn.cargo.includes(hold) ? "cargo" : "another";
}

/** @param {Turn} turn @param {number} crew @param {readonly number[]} dice @param {unknown} hold @returns {number[]} */
function cargoAfter(turn, crew, dice, hold) {
  if (crew < CREW) return [];
  if (hasCrew(turn)) return dice.length === 2 ? [...dice] : [dice[0], isFace(hold) ? hold : turn.cargo[0]];
  const left = [...dice];
  for (const face of TABLE.needed.slice(turn.crew)) left.splice(left.indexOf(face), 1);
  return left;
}

/** The cell of a table for a house rule. @template T @param {Record<string, T>} cells @param {string} rule @returns {T} */
const of = (cells, rule) => cells[rule];
