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
 */
import { playOn } from "../engine/answer.js";
import { newId, retrying } from "./api.js";
import { isAsFar } from "./hearing.js";
import { claimOf, replacementOf, sendable } from "./queue.js";

/** Where the dice of a seat of the computer's are sent. @type {Record<string, string>} */
const PATHS = { start_roll: "start-rolls", roll: "rolls", stand: "stand", turn: "turns", score: "turns" };

/** Whether an entry is of a seat that the computer plays. @param {Session} session @param {Op} op */
export const isComputers = (session, op) => op.kind in PATHS && Boolean(session.view.game?.seats[op.seat - 1]?.computer);

/** The dice of a seat that the computer plays: what it makes of them only the server knows. @param {Session} session @param {Op} op @returns {Promise<{ok: true, events: Event[]} | {ok: false, violations: Violation[]}>} */
export async function enterThere(session, op) {
  await session.sender.flush();
  if (session.queue.ops.length) return session.refused([{ code: "needs-network", pointer: "" }]);
  const before = session.knownGame();
  const { kind: _, ...body } = sendable(op);
  try {
    const data = await write(session, PATHS[op.kind], { ...body, entry_id: op.entry_id });
    const events = eventsIfSo(before, op, data);
    session.tell({ mine: true, entry: op, events, sentences: data.result.sentences });
    return { ok: true, events };
  } catch (error) {
    const { kind, code, errors } = /** @type {Failure} */ (error);
    if (kind !== "refused") return session.refused([{ code: "needs-network", pointer: "" }]);
    return session.refused(/** @type {Violation[]} */ (errors.length ? errors : [{ code: code ?? "", pointer: "" }]));
  }
}

/** What the dice led to, where the computer has decided as a person would who says nothing. @param {Game} before @param {Op} op @param {Game} after @returns {Event[]} */
function eventsIfSo(before, op, after) {
  const told = playOn(before, op);
  return told.ok && isAsFar(told.game, after) ? told.events : [];
}

/** Take back the last play, if nobody has gone on since. @param {Session} session @returns {Promise<{ok: true} | {ok: false, failure: Failure}>} */
export async function undoThere(session) {
  const game = session.knownGame();
  try {
    const data = await write(session, "undo", { entry_id: newId(), entered_at: new Date().toISOString() }, game.version);
    session.tell({ mine: true, entry: { kind: "undo", target: game.last_entry }, events: [], sentences: data.result.sentences });
    return { ok: true };
  } catch (error) {
    const failure = /** @type {Failure} */ (error);
    // Somebody was faster: look before taking back what nobody here has seen.
    if (failure.code === "version-mismatch") await session.refresh().catch(() => {});
    return { ok: false, failure };
  }
}

/** Send what a choice at a conflict asks for. @param {Session} session @param {string} choice @param {any} conflict @param {{reason?: string, words?: string}} said */
export async function putRight(session, choice, { mine, theirs }, said) {
  if (choice === "dispute") {
    await write(session, "disputes", { entry: { seq: theirs.seq }, claim: claimOf(mine), ...said, entry_id: newId() });
  }
  if (choice === "correct") {
    await write(session, "corrections", { replace: replacementOf(mine, theirs), ...said, entry_id: newId() });
  }
}

/** A write that may be sent again: it knows itself. @param {Session} session @param {string} route @param {Record<string, any>} body @param {number} [ifMatch] */
async function write(session, route, body, ifMatch) {
  session.own.add(body.entry_id);
  try {
    const { data } = await retrying(() => session.client.post(`${session.path}/${route}`, body, { ifMatch }), { tries: 2 });
    session.reached();
    session.take(data);
    return data;
  } catch (error) {
    const failure = /** @type {Failure} */ (error);
    // What this key may not do says nothing about entering.
    if (failure.kind === "forbidden") session.reached();
    else session.failed(failure);
    throw failure;
  }
}
