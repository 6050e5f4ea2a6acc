/**
 * Entries that wait on the phone until the server has them: judged here by the same rules, sent in their order, each
 * once. Pure: what is done with a queue gives a new one.
 *
 * @typedef {Record<string, any>} Game
 * @typedef {Record<string, any> & {kind: string, entry_id: string, tried?: boolean}} Op
 *     An entry as the API takes it, with its kind. `tried`: it may have reached the server. `base`: the version that
 *     was known. An op of the kind `undo` takes back `target`: an op of which nobody knows whether the server has it, or
 *     what is recorded, which has a `seq`.
 * @typedef {{kind: "different" | "moved_on" | "undone" | "rejected", entry_id: string, problem: any, theirs: any, version?: number}} Stop
 *     version: the game's for which it was found; none where it does not hang on how the game stands.
 * @typedef {{game_id: string, ops: Op[], stop: Stop | null}} Queue
 * @typedef {import("./past.js").Past} Past
 * @typedef {{entry_id: string, status: string, seq?: number, effective?: boolean, problem?: any}} BatchResult
 */
import { playOn } from "../engine/answer.js";
import { gameWithout, isUpTo } from "./past.js";

export const MOST_SENT = 200;
const ITSELF = ["entry_id", "entered_at"];
const THROW = ["dice", "keep", "hold", "stand"];
const PLACE = ["seat", "round", "roll_off"];

/** The fields of an entry that the API takes, by its kind. @type {Record<string, string[]>} */
const FIELDS = {
  start_roll: ["seat", "attempt", "dice"],
  roll: [...PLACE, "roll", ...THROW],
  stand: [...PLACE, "roll"],
  turn: [...PLACE, "rolls", "stand"],
  score: [...PLACE, "score"],
  join: ["name", "player_id"],
  leave: ["seat"],
  defer: ["seat"],
};
/** What says that the game has gone on since, so that the entry has no place any more. */
const MOVED_ON = [
  "already-recorded", "not-your-turn", "turn-over", "out-of-order", "game-over", "start-roll-due", "start-roll-over",
  "seat-not-in", "seat-unknown", "join-closed", "defer-pointless",
];

/** @param {string} gameId @returns {Queue} */
export const emptyQueue = (gameId) => ({ game_id: gameId, ops: [], stop: null });

/** An entry with its place filled in as the game waits for it; what it says itself stands. @param {Game} game @param {Record<string, any> & {kind: string}} entry @returns {Record<string, any> & {kind: string}} */
export function placed(game, entry) {
  const next = game.next;
  const { round, roll_off, attempt } = next;
  const place = {
    start_roll: { seat: next.seat, attempt },
    roll: { seat: next.seat, round, roll_off, roll: next.roll },
    stand: { seat: next.seat, round, roll_off, roll: next.roll - 1 },
    turn: { seat: next.seat, round, roll_off },
    score: { seat: next.seat, round, roll_off },
  }[/** @type {"roll"} */ (entry.kind)];
  return { ...place, ...given(entry), kind: entry.kind };
}

/** What is said at all: the API takes no field without a value. @param {Record<string, any>} entry */
export const given = (entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined && value !== null));

/** An entry of the queue as a batch takes it. @param {Op} op */
export function sendable(op) {
  const fields = [...FIELDS[op.kind], ...ITSELF].filter((field) => op[field] !== undefined);
  const body = Object.fromEntries(fields.map((field) => [field, op[field]]));
  return { kind: op.kind === "score" ? "turn" : op.kind, ...body };
}

/** Whether two entries mean the same place and say the same. @param {Op} one @param {Op} other */
export function saysTheSame(one, other) {
  const [a, b] = [one, other].map((op) => op.kind !== "undo" && JSON.stringify({ ...sendable(op), entry_id: "", entered_at: "" }));
  return a !== false && a === b;
}

/** Whether an entry of the log is what waits here too. @param {Op} op @param {any} entry */
export const isSamePlay = (op, { kind, body }) =>
  op.kind === kind && Boolean(op.dice) && ["seat", ...FIELDS.start_roll, ...FIELDS.roll].every((field) => said(op[field]) === said(body[field]));

/** What a field says: left out, nothing or no; dice in any order. @param {any} value */
const said = (value) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value || null);

/**
 * The game with the queue played on it.
 * @param {Game} game @param {readonly Op[]} ops @param {Past | null} past @param {{goesOn?: boolean}} [settings]
 *     goesOn: past an entry that no longer fits; else nothing after it is played.
 * @returns {{game: Game, from: Game, unfit: Op[]}} from: the game that the entries are played on
 */
export function played(game, ops, past, { goesOn = false } = {}) {
  const goneIds = takenBackIn(ops);
  const { from, unfit } = withoutLast(game, ops.filter(isOfRecorded), past);
  let now = from;
  for (const op of ops) {
    if (op.kind === "undo" || goneIds.includes(op.entry_id)) continue;
    const after = unfit.length && !goesOn ? null : playOn(now, op);
    if (after?.ok) now = after.game;
    else unfit.push(op);
  }
  return { game: now, from, unfit };
}

/** Whether an op takes back what is recorded. @param {Op} op */
export const isOfRecorded = (op) => op.kind === "undo" && Boolean(op.target.seq);

/** The server's game without what is recorded and taken back here, the last play first. @param {Game} game @param {Op[]} undos @param {Past | null} past @returns {{from: Game, unfit: Op[]}} */
export function withoutLast(game, undos, past) {
  if (!undos.length) return { from: game, unfit: [] };
  const from = areLast(past, game, undos) ? gameWithout(past, game, undos.length) : null;
  return from ? { from, unfit: [] } : { from: game, unfit: [...undos] };
}

/** Whether what is taken back is what was played last. @param {Past | null} past @param {Game} game @param {readonly Op[]} undos @returns {past is Past} */
const areLast = (past, game, undos) =>
  isUpTo(past, game) && undos.every(({ target }, at) => past.plays.at(-1 - at)?.seq === target.seq);

/** The recorded play that is the next to be taken back here; null where none is known. @param {Past | null} past @param {Game} game @param {readonly Op[]} ops @returns {import("./past.js").Play | null} */
export function lastRecorded(past, game, ops) {
  const undos = ops.filter(isOfRecorded);
  return (areLast(past, game, undos) && past.plays.at(-1 - undos.length)) || null;
}

/** The ids of the entries that are taken back. @param {readonly Op[]} ops @returns {string[]} */
export const takenBackIn = (ops) => ops.filter((op) => op.kind === "undo").map((op) => op.target.entry_id);

/** The last entry that waits, unless it is taken back already. @param {Queue} queue @returns {Op | null} */
export function lastOwn({ ops }) {
  const gone = takenBackIn(ops);
  return ops.filter((op) => op.kind !== "undo" && !gone.includes(op.entry_id)).pop() ?? null;
}

/** What waits before the entry that has been stopped: until a person decides, that one and those after it are held up. @param {Queue} queue @returns {Op[]} */
export function beforeStop({ ops, stop }) {
  const at = ops.findIndex((op) => op.entry_id === stop?.entry_id);
  return at < 0 ? ops : ops.slice(0, at);
}

/** Whether others have entered something since an entry was stopped: what stands in its way may be another thing, or nothing. @param {Queue} queue @param {Game | null} game */
export const isOutdated = ({ stop }, game) => (stop?.version ?? Infinity) < (game?.version ?? 0);

/**
 * What is to be sent next: entries, or one undo; nothing where the first of them has been stopped.
 * @param {Queue} queue @param {number} most @returns {Op[]}
 */
export function nextToSend({ ops, stop }, most = MOST_SENT) {
  const until = ops.findIndex((op) => op.kind === "undo" || op.entry_id === stop?.entry_id);
  const undo = until >= 0 && ops[until].kind === "undo" && ops[until].entry_id !== stop?.entry_id ? ops[until] : null;
  // What is to be taken back is not sent before: whether the server has it is asked first.
  const goneIds = takenBackIn(ops);
  const wanted = (until < 0 ? ops : ops.slice(0, until)).filter((op) => !goneIds.includes(op.entry_id));
  return wanted.length || !undo ? wanted.slice(0, most) : [undo];
}

/** The queue without an entry; one that may have reached the server, or is not there any more since it has, has to be asked after first. @param {Queue} queue @param {Op} op @param {string} undoId @returns {Queue} */
export function takenBack(queue, op, undoId) {
  const { entry_id: id } = op;
  const target = queue.ops.find((each) => each.entry_id === id) ?? { ...op, tried: true };
  if (!target.tried || queue.stop?.entry_id === id) return without(queue, [id]);
  return { ...queue, ops: [...queue.ops, { kind: "undo", entry_id: undoId, target }] };
}

/** @param {Queue} queue @param {readonly string[]} ids @param {boolean} isTried @returns {Queue} */
export const tried = (queue, ids, isTried = true) => ({
  ...queue, ops: queue.ops.map((op) => (ids.includes(op.entry_id) ? { ...op, tried: isTried } : op)),
});

/** @param {Queue} queue @param {readonly string[]} ids @returns {Queue} */
export const without = (queue, ids) => ({
  ...queue,
  ops: queue.ops.filter((op) => !ids.includes(op.entry_id)),
  stop: queue.stop && ids.includes(queue.stop.entry_id) ? null : queue.stop,
});

/**
 * What a batch's answer makes of the queue.
 * @param {Queue} queue @param {readonly BatchResult[]} results @param {number} version The game's, as it is answered.
 * @returns {{queue: Queue, needless: Op[]}} needless: what others have done already, and is dropped.
 */
export function settled(queue, results, version) {
  const byId = new Map(queue.ops.map((op) => [op.entry_id, op]));
  const stuck = results.filter((each) => byId.has(each.entry_id) && (each.status === "refused" || each.effective === false));
  const needless = stuck.filter((each) => isNeedless(byId.get(each.entry_id), each.problem)).map((each) => each.entry_id);
  const stops = stuck.filter((each) => !needless.includes(each.entry_id)).map((each) => ({ ...stopOf(each), version }));
  const done = results.filter((each) => ["recorded", "already_recorded"].includes(each.status) && each.effective !== false);
  const gone = [...done.map((each) => each.entry_id), ...needless];
  const left = without(queue, gone);
  const known = results.filter((each) => ["refused", "not_tried"].includes(each.status)).map((each) => each.entry_id);
  return {
    queue: { ...tried(left, known, false), stop: stops[0] ?? left.stop },
    needless: needless.flatMap((id) => byId.get(id) ?? []),
  };
}

/** Whoever is gone or put off already need not be so again. @param {Op | undefined} op @param {any} problem */
const isNeedless = (op, problem) =>
  (op?.kind === "leave" && problem?.code === "seat-not-in") || (op?.kind === "defer" && problem?.code === "defer-pointless");

/** @param {BatchResult} result @returns {Stop} */
function stopOf({ entry_id: id, problem, effective }) {
  if (effective === false) return { kind: "undone", entry_id: id, problem: null, theirs: null };
  return stopFor(id, problem);
}

/** @param {string} id @param {any} problem @returns {Stop} */
export function stopFor(id, problem) {
  if (problem?.recorded) return { kind: "different", entry_id: id, problem, theirs: problem.recorded };
  return { kind: MOVED_ON.includes(problem?.code) ? "moved_on" : "rejected", entry_id: id, problem, theirs: null };
}

/**
 * What the page is told of a stop, with what each choice would do. `drops`: what no longer fits where mine does not count;
 * `follow`: what of it may stay where mine does.
 * @param {Queue} queue @param {Game} game The server's. @param {Past | null} past
 */
export function conflictOf({ ops, stop }, game, past) {
  const mine = stop && ops.find((op) => op.entry_id === stop.entry_id);
  if (!stop || !mine) return null;
  const { game: left, unfit: drops } = playedWithout(ops, mine.entry_id, game, past);
  const choices = choicesOf(stop, mine, left);
  return { ...stop, mine, choices, drops, follow: choices.includes("reenter") ? followers(ops, drops, game, past) : drops };
}

/**
 * Those of what would be dropped without an entry that still fit after it, where it is entered again in its own place;
 * none where it does not fit there, or another one would have to go for it. Each says its seat, round and roll, and
 * is not sent before the server has the one that it follows: it goes into no other turn.
 * @param {Op[]} ops @param {Op[]} drops @param {Game} game @param {Past | null} past @returns {Op[]}
 */
function followers(ops, drops, game, past) {
  const { unfit } = played(game, ops, past, { goesOn: true });
  return unfit.every((op) => drops.includes(op)) ? drops.filter((op) => !unfit.includes(op)) : [];
}

/** The queue with an entry made anew in the place of the one that was stopped. @param {Queue} queue @param {Op} mine @param {Op} again @returns {Queue} */
export const renewed = (queue, mine, again) => ({ ...queue, ops: queue.ops.map((op) => (op.entry_id === mine.entry_id ? again : op)) });

/** The game without one of the entries that wait, and the others that go with it, since they no longer fit. @param {Op[]} ops @param {string} id @param {Game} game @param {Past | null} past */
export const playedWithout = (ops, id, game, past) => played(game, ops.filter((op) => op.entry_id !== id), past, { goesOn: true });

/** @param {Stop} stop @param {Op} mine @param {Game} left the game without it: it is entered again only as what is due there */
function choicesOf({ kind, theirs }, mine, left) {
  if (kind !== "different") return ["keep_theirs", ...(mine.kind === "undo" ? ["take_back"] : playOn(left, mine).ok ? ["reenter"] : [])];
  const isAlike = theirs.kind === mine.kind && ["start_roll", "roll", "turn", "score"].includes(mine.kind);
  const canBeClaimed = ["roll", "turn", "score"].includes(mine.kind) && theirs.kind !== "start_roll";
  return ["keep_theirs", ...(canBeClaimed ? ["dispute"] : []), ...(isAlike ? ["correct"] : [])];
}
