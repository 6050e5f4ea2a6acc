/**
 * What the page is shown of a session.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./session.js").View} View
 * @typedef {import("./queue.js").Op} Op
 * @typedef {import("./past.js").Past} Past
 * @typedef {Record<string, any>} Game
 */
import { playOn } from "../engine/answer.js";
import { PLAYS, gameWithout, isUpTo } from "./past.js";
import { beforeStop, conflictOf, lastOwn, lastRecorded, played, takenBackIn } from "./queue.js";

export class Look {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.out = /** @type {{of: any[], game: Game | null, from: Game | null, unfit: Op[], conflict: any, before?: any} | null} */ (null);
  }

  /** @returns {View} */
  now() {
    const { confirmed, network, following, happened, told, queue } = this.session;
    // What is to come of an undo that waits is told as long as it waits, and not beside the question what is to become of it.
    const notices = this.session.notices.filter(({ code }) => code !== "undo-waits" || beforeStop(queue).some(({ kind }) => kind === "undo"));
    const { game, from, unfit, conflict } = this.playedOut();
    return Object.freeze({
      game, from, confirmed, network, following, happened, before: this.before(), told, notices,
      pending: this.pending(unfit), conflict,
      can_undo: this.undoable(),
    });
  }

  /** What follows from the server's game, what was played last, and the queue; worked out once for each. */
  playedOut() {
    const { confirmed, past, queue } = this.session;
    const of = [confirmed, past, queue];
    if (!this.out || of.some((each, at) => each !== this.out?.of[at])) {
      const waiting = beforeStop(queue);
      const out = confirmed ? played(confirmed, waiting, past) : { game: null, from: null, unfit: [] };
      this.out = { of, ...out, unfit: [...out.unfit, ...queue.ops.slice(waiting.length)], conflict: confirmed && conflictOf(queue, confirmed, past) };
    }
    return this.out;
  }

  /** What happened last before anything was told here: by the events of what waits or was played, else by the entry itself. */
  before() {
    const { confirmed, happened, past, queue } = this.session;
    if (happened || !confirmed) return null;
    const ops = beforeStop(queue);
    return (this.playedOut().before ??= ops.length ? lastWaiting(confirmed, ops, past) : lastIn(past, confirmed));
  }

  /** What is still to be done on the server: of what may be there and is taken back here, the undo. @param {Op[]} unfit @returns {View["pending"]} */
  pending(unfit) {
    const { queue: { ops }, sender: { sending } } = this.session;
    const gone = takenBackIn(ops);
    return ops.filter((op) => op.kind === "undo" || !gone.includes(op.entry_id)).map((op) => ({
      ...op, state: sending.includes(op.entry_id) ? "sending" : unfit.includes(op) ? "unfit" : "queued",
    }));
  }

  /** While it is asked what is to become of an entry, nothing is taken back: what waits after it is not shown. @returns {View["can_undo"]} */
  undoable() {
    const { confirmed, past, queue } = this.session;
    if (queue.stop) return null;
    const play = lastOwn(queue) ?? (confirmed && lastRecorded(past, confirmed, queue.ops));
    if (play) return { of: play };
    const last = confirmed?.last_entry;
    const isFirst = isUpTo(past, confirmed) && past.base?.version === 1;
    if (!last || isFirst || queue.ops.length) return null;
    return { of: PLAYS.includes(last.kind) ? last : null };
  }
}

/** @param {Game} game @param {Op[]} ops @param {Past | null} past */
function lastWaiting(game, ops, past) {
  const op = ops[ops.length - 1];
  return op.kind === "undo" ? { entry: op } : happenedBy(played(game, ops.slice(0, -1), past).game, op, op);
}

/** @param {Past | null} past @param {Game} game */
function lastIn(past, game) {
  if (!isUpTo(past, game)) return null;
  const { last, plays } = past;
  const play = plays.at(-1);
  const told = play && play.seq === game.version ? happenedBy(gameWithout(past, game, 1), play, { seat: play.seat, body: play }) : null;
  return told ?? (last ? { entry: last, sentences: last.sentences } : null);
}

/** @param {Game | null} before @param {any} play @param {any} entry */
function happenedBy(before, play, entry) {
  const after = before && playOn(before, play);
  return after?.ok ? { entry, events: after.events } : null;
}
