/**
 * Others have gone on since an entry was stopped: what stands in its way by now is asked for anew. Nothing is recorded by
 * it: what fits again is not sent before a person says so.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./queue.js").Op} Op
 * @typedef {import("./queue.js").Queue} Queue
 * @typedef {import("./queue.js").Stop} Stop
 */
import { newId } from "./api.js";
import { sendable, stopFor, without } from "./queue.js";
import { dropIfNeedless } from "./taking_back.js";

/** @param {Session} session @param {Queue} queue */
export async function askAgain(session, { ops, stop: before }) {
  const stop = { .../** @type {Stop} */ (before), version: session.knownGame().version };
  const mine = /** @type {Op} */ (ops.find((op) => op.entry_id === stop.entry_id));
  if (mine.kind === "undo") return (await dropIfNeedless(session, mine)) || keep(session, stop);
  const now = await wouldBe(session, mine);
  // A person was faster: that choice is being carried out.
  if (session.isResolving) return;
  if (!now) return keep(session, stop);
  const { status, seq, problem } = now;
  if (status === "already_recorded") return drop(session, mine, seq);
  return keep(session, { ...stop, ...(status === "recorded" ? fitting(stop) : stoppedBy(problem, stop)) });
}

/** What would become of an entry that is made now: under a new id, since its own may be that of one that was taken back. @param {Session} session @param {Op} mine @returns {Promise<import("./queue.js").BatchResult | null>} null where this key may not ask */
async function wouldBe({ client, path }, mine) {
  const entries = [{ ...sendable(mine), entry_id: newId() }];
  try {
    return (await client.post(`${path}/batch?dry_run=true`, { entries })).data.results[0];
  } catch (error) {
    const { kind, code } = /** @type {import("./api.js").Failure} */ (error);
    if (kind === "refused" || code === "role-not-allowed") return null;
    throw error;
  }
}

/** It is due again. @param {Stop} stop @returns {Partial<Stop>} */
const fitting = ({ kind }) => ({ kind: kind === "undone" ? kind : "moved_on", problem: null, theirs: null });

/** That it was recorded and taken back says more than that the game has gone on since. @param {any} problem @param {Stop} stop @returns {Partial<Stop>} */
const stoppedBy = (problem, stop) => (stop.kind === "undone" && !problem.recorded ? fitting(stop) : stopFor(stop.entry_id, problem));

/** The same is recorded there by now. @param {Session} session @param {Op} mine @param {number} [seq] */
async function drop(session, mine, seq) {
  let waited = false;
  await session.changeQueue((old) => {
    waited = old.ops.some((op) => op.entry_id === mine.entry_id);
    return without(old, [mine.entry_id]);
  });
  if (waited) session.notify({ code: "recorded-by-other", entry: mine, seq });
}

/** @param {Session} session @param {Stop} stop */
async function keep(session, stop) {
  await session.changeQueue((old) => (old.stop?.entry_id === stop.entry_id ? { ...old, stop } : old));
}
