/**
 * What the page is shown of a session.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./session.js").View} View
 * @typedef {import("./queue.js").Op} Op
 * @typedef {Record<string, any>} Game
 */
import { conflictOf, lastOwn, played, takenBackIn } from "./queue.js";

/** What can be taken back under its own name. */
export const PLAYS = ["start_roll", "roll", "stand", "turn", "score", "join", "leave", "defer", "abandon"];

export class Look {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.out = /** @type {{confirmed: Game | null, queue: any, game: Game | null, unfit: Op[], conflict: any} | null} */ (null);
  }

  /** @returns {View} */
  now() {
    const { confirmed, network, following, happened, notices } = this.session;
    const { game, unfit, conflict } = this.playedOut();
    return Object.freeze({
      game, confirmed, network, following, happened, notices,
      pending: this.pending(unfit), conflict,
      can_undo: this.undoable(),
    });
  }

  /** What follows from the server's game and the queue; worked out once for each. */
  playedOut() {
    const { confirmed, queue } = this.session;
    if (this.out?.confirmed !== confirmed || this.out?.queue !== queue) {
      const { game, unfit } = confirmed ? played(confirmed, queue.ops) : { game: null, unfit: [] };
      this.out = { confirmed, queue, game, unfit, conflict: confirmed && conflictOf(queue, confirmed) };
    }
    return this.out;
  }

  /** @param {Op[]} unfit @returns {View["pending"]} */
  pending(unfit) {
    const { queue: { ops }, sender: { sending } } = this.session;
    const gone = takenBackIn(ops);
    return ops.filter((op) => op.kind !== "undo" && !gone.includes(op.entry_id)).map((op) => ({
      ...op, state: sending.includes(op.entry_id) ? "sending" : unfit.includes(op) ? "unfit" : "queued",
    }));
  }

  /** @returns {View["can_undo"]} */
  undoable() {
    const own = lastOwn(this.session.queue);
    const last = own ?? this.session.confirmed?.last_entry;
    if (!last || (!own && last.kind === "open")) return null;
    return { of: PLAYS.includes(last.kind) ? last : null };
  }
}
