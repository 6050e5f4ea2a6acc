/**
 * Taking back on the server what was taken back on the phone while it could not be sent.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./queue.js").Op} Op
 */
import { PLAYS } from "./past.js";
import { without } from "./queue.js";

const PAGE = 100;
/** What says that it is not, any more, as it was when it was taken back here. */
const NOT_AS_IT_WAS = ["version-mismatch", "entry-voided"];
const PUT_RIGHT = ["correction", "ruling"];

/** @param {Session} session @param {Op} undo */
export const takeBack = (session, undo) => (undo.target.seq ? takeBackRecorded(session, undo) : takeBackTried(session, undo));

/** An entry that is recorded: if it still counts and nobody has gone on from it. @param {Session} session @param {Op} undo */
async function takeBackRecorded(session, undo) {
  const { client, path } = session;
  const { entry_id, entered_at, target: { seq } } = undo;
  session.own.add(entry_id);
  let version = undo.base;
  for (;;) {
    try {
      const { data } = await client.post(`${path}/undo`, { entry_id, entered_at, target: { seq } }, { ifMatch: version });
      await forget(session, undo, data.version);
      return session.take(data, true);
    } catch (error) {
      if (!NOT_AS_IT_WAS.includes(/** @type {import("./api.js").Failure} */ (error).code ?? "")) throw error;
    }
    const items = await loggedFrom(session, seq);
    if (!items[0].effective) return needless(session, undo);
    if (hasGoneOn(items, undo)) return stop(session, undo, items.at(-1).seq);
    version = items.at(-1).seq;
  }
}

/** Whether something was played after an entry, or it was put right, since it was taken back here. @param {any[]} items from it on @param {Op} undo */
const hasGoneOn = (items, { base }) => items.some(({ seq, kind, effective }, at) =>
  (at > 0 && effective && PLAYS.includes(kind)) || (seq > base && PUT_RIGHT.includes(kind)));

/** It was taken back already, be it by another tab of this phone. @param {Session} session @param {Op} undo */
async function needless(session, undo) {
  await session.refresh();
  await forget(session, undo);
  session.notify({ code: "undo-needless", entry: undo.target });
}

/** What a person was asked about may count no more: then nothing is left to decide. @param {Session} session @param {Op} undo @returns {Promise<boolean>} whether that is so */
export async function dropIfNeedless(session, undo) {
  const { data: { items: [entry] } } = await session.client.get(`${session.path}/log?after=${undo.target.seq - 1}&limit=1`);
  if (!entry.effective) await needless(session, undo);
  return !entry.effective;
}

/** A person decides. @param {Session} session @param {Op} undo @param {number} version The game's for which that is so. */
async function stop(session, { entry_id }, version) {
  await session.refresh();
  const it = { kind: /** @type {const} */ ("moved_on"), entry_id, problem: null, theirs: null, version };
  await session.changeQueue((old) => ({ ...old, stop: it }));
  session.show();
}

/** An entry of which nobody knows whether it has arrived. @param {Session} session @param {Op} undo */
async function takeBackTried(session, undo) {
  const { client, path } = session;
  const { target } = undo;
  const found = await logged(session, target, (entry) => entry.entry_id === target.entry_id);
  const { data: now } = await client.get(path);
  session.own.add(undo.entry_id);
  let after = now;
  if (found?.effective && now.last_entry.entry_id === target.entry_id) {
    const body = { entry_id: undo.entry_id, target: { entry_id: target.entry_id } };
    after = (await client.post(`${path}/undo`, body, { ifMatch: now.version })).data;
  } else if (found?.effective) {
    session.notify({ code: "undo-too-late", entry: target });
  }
  await forget(session, undo);
  session.take(after);
}

/** An undo that the server would not take. @param {Session} session @param {Op} undo @param {import("./api.js").Failure} failure */
export async function refused(session, undo, failure) {
  // Somebody entered something at that very moment: it is looked at once more.
  if (failure.code === "version-mismatch") return;
  await forget(session, undo);
  session.notify(undo.target.seq ? { code: "undo-failed", entry: {}, failure } : { code: "undo-too-late", entry: undo.target });
}

/**
 * The undo has been dealt with. Those that wait behind it know of it.
 * @param {Session} session @param {Op} undo @param {number} [version] The game's, with the undo recorded.
 */
async function forget(session, undo, version = undo.base) {
  const ids = [undo.target.entry_id, undo.entry_id];
  const knowing = (/** @type {Op} */ op) => (op.kind === "undo" && op.base === undo.base ? { ...op, base: version } : op);
  await session.changeQueue((old) => {
    const left = without(old, ids);
    return { ...left, ops: left.ops.map(knowing) };
  });
}

/** The entries of the log from one on. @param {Session} session @param {number} seq @returns {Promise<any[]>} */
async function loggedFrom({ client, path }, seq) {
  /** @type {any[]} */
  let found = [];
  for (;;) {
    const { data } = await client.get(`${path}/log?after=${seq - 1 + found.length}&limit=${PAGE}`);
    found = [...found, ...data.items];
    if (data.items.length < PAGE) return found;
  }
}

/** The entry of the log of the same seat and round that is looked for, or null. @param {Session} session @param {Op} op @param {(entry: any) => boolean} isIt */
export async function logged({ client, path }, op, isIt) {
  const where = [op.seat && `seat=${op.seat}`, op.round && `round=${op.round}`].filter(Boolean).join("&");
  /** @type {string | null} */
  let cursor = null;
  do {
    const { data } = /** @type {import("./api.js").Answer} */ (await client.get(`${path}/log?limit=${PAGE}&${where}${cursor ? `&cursor=${cursor}` : ""}`));
    const found = data.items.find(isIt);
    if (found) return found;
    cursor = data.next;
  } while (cursor);
  return null;
}
