/**
 * What can be done on the server alone: dice of the computer's seats, taking back what others have seen, and what a
 * conflict is settled by.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./api.js").Failure} Failure
 * @typedef {import("./queue.js").Op} Op
 * @typedef {import("../engine/types.js").Violation} Violation
 * @typedef {import("../engine/types.js").Event} Event
 * @typedef {Record<string, any>} Game
 * @typedef {{ok: true, events: Event[]} | {ok: false, violations: Violation[]}} Entered
 */
import { newId, retrying } from "./api.js";
import { afterEntry } from "./hearing.js";
import { given, sendable } from "./queue.js";

/** Where the dice of a seat of the computer's are sent. @type {Record<string, string>} */
const PATHS = { start_roll: "start-rolls", roll: "rolls", stand: "stand", turn: "turns", score: "turns" };

/** The dice of a seat that the computer plays: what it makes of them only the server knows. @param {Session} session @param {Op} op @returns {Promise<Entered>} */
export function enterThere(session, op) {
  const { kind: _, ...body } = sendable(op);
  return playThere(session, PATHS[op.kind], { ...body, entry_id: op.entry_id });
}

/** The server throws the dice of the computer's seat that is to move. @param {Session} session @returns {Promise<Entered>} */
export function throwThere(session) {
  const { action, seat, round, roll_off, roll, attempt } = /** @type {Game} */ (session.view.game).next;
  const place = action === "roll" ? { seat, round, roll_off, roll } : { seat, attempt };
  return playThere(session, "throws", { ...place, nonce: newId(), entry_id: newId() });
}

/** @param {Session} session @param {string} route @param {Record<string, any>} body @returns {Promise<Entered>} */
async function playThere(session, route, body) {
  await session.sender.flush();
  if (session.queue.ops.length) return session.refused([{ code: "needs-network", pointer: "" }]);
  const before = session.knownGame();
  try {
    const data = await write(session, route, body);
    const entry = await playAt(session, data.recorded.seq);
    const events = (entry && afterEntry(before, entry, data)?.events) ?? [];
    session.tell({ mine: true, entry: entry ?? body, events, sentences: data.result.sentences });
    return { ok: true, events };
  } catch (error) {
    const { kind, code, errors } = /** @type {Failure} */ (error);
    if (kind !== "refused") return session.refused([{ code: "needs-network", pointer: "" }]);
    return session.refused(/** @type {Violation[]} */ (errors.length ? errors : [{ code: code ?? "", pointer: "" }]));
  }
}

/** An entry as the log has it, with what the computer has decided; null where it can't be had. @param {{client: import("./api.js").Client, path: string}} session @param {number} seq @returns {Promise<any>} */
export const playAt = ({ client, path }, seq) =>
  client.get(`${path}/log?after=${seq - 1}&limit=1`).then(({ data }) => data.items[0] ?? null, () => null);

/** Take back the last play, if nobody has gone on since. @param {Session} session @param {Op} undo @returns {Promise<{ok: true} | {ok: false, failure: Failure}>} */
export async function undoThere(session, { entry_id, entered_at, target, base }) {
  const { last_entry: last } = session.knownGame();
  try {
    const data = await write(session, "undo", { entry_id, entered_at }, base);
    session.tell({ mine: true, entry: { kind: "undo", target: target ?? last }, events: [], sentences: data.result.sentences });
    return { ok: true };
  } catch (error) {
    const failure = /** @type {Failure} */ (error);
    // Somebody was faster: look before taking back what nobody here has seen.
    if (failure.code !== "version-mismatch") return { ok: false, failure };
    await session.refresh().catch(() => {});
    const { kind, seq, entry_id: lastId } = session.knownGame().last_entry;
    if (kind !== "undo" || seq !== base + 1) return { ok: false, failure };
    // It is taken back already.
    if (!session.own.has(lastId)) session.notify({ code: "undo-needless", entry: last });
    return { ok: true };
  }
}

/** Send what a choice at a conflict asks for; what is told of it. @param {Session} session @param {string} choice @param {any} conflict @param {{reason?: string, words?: string}} said */
export async function putRight(session, choice, { mine, theirs }, said) {
  const entry_id = newId();
  /** @param {string} route @param {any} body @param {any} told */
  const put = async (route, body, told) => {
    const { last_entry: last, result } = await write(session, route, { ...body, ...said, entry_id });
    return { mine: true, entry: { ...last, round: mine.round, body: told }, events: [], sentences: result?.sentences };
  };
  if (choice === "dispute") {
    const claim = claimOf(mine);
    return put("disputes", { entry: { seq: theirs.seq }, claim }, { claim });
  }
  if (choice === "take_back") {
    const { version } = session.knownGame();
    const data = await write(session, "undo", { entry_id, target: { seq: mine.target.seq } }, version);
    return { mine: true, entry: { kind: "undo", target: mine.target, body: data.changes }, events: [], sentences: data.result.sentences };
  }
  const changes = replacementOf(mine, theirs);
  return put("corrections", { replace: changes }, { what: "replace", replaced: { changes } });
}

/** What is claimed against what is recorded, as a dispute says it. @param {Op} mine */
const claimOf = (mine) => given(
  mine.kind === "roll"
    ? { roll: mine.roll, dice: mine.dice, keep: mine.keep, hold: mine.hold, stand: mine.stand }
    : { rolls: mine.rolls, stand: mine.stand, score: mine.score },
);

/** What a correction puts in the place of what is recorded. @param {Op} mine @param {{seq: number}} theirs */
const replacementOf = (mine, { seq }) => {
  if (mine.kind === "score") return { seq, score: mine.score };
  if (mine.kind === "start_roll") return { seq, dice: mine.dice };
  const stand = mine.stand ?? false;
  if (mine.kind === "turn") return { seq, rolls: mine.rolls, stand };
  return { seq, dice: mine.dice, keep: mine.keep ?? null, hold: mine.hold ?? null, stand };
};

/** A write that may be sent again: it knows itself. @param {Session} session @param {string} route @param {Record<string, any>} body @param {number} [ifMatch] */
async function write(session, route, body, ifMatch) {
  session.own.add(body.entry_id);
  try {
    const { data } = await retrying(() => session.client.post(`${session.path}/${route}`, body, { ifMatch }), { tries: 2 });
    session.reached();
    session.take(data, true);
    return data;
  } catch (error) {
    const failure = /** @type {Failure} */ (error);
    // What this key may not do says nothing about entering.
    if (failure.kind === "forbidden") session.reached();
    else session.failed(failure);
    throw failure;
  }
}
