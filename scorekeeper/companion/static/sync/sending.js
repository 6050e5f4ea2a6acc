/**
 * Sending what waits: in order, one tab at a time, until nothing waits or something stands in the way.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./queue.js").Op} Op
 */
import { Failure, delayAfter, isTransient } from "./api.js";
import { alone } from "./lock.js";
import { MOST_SENT, emptyQueue, nextToSend, sendable, settled, stopFor, tried, without } from "./queue.js";
import { gameIn, losing, newer } from "./store.js";

const TIMEOUT = 20_000;
/** So long at most after a failure: where somebody looks at the page, and where nobody does. */
const MOST_WAIT_SEEN = 4_000;
const MOST_WAIT = 30_000;
/** Where the network was gone a moment ago, an entry waits so long: one that has not been sent can be taken back here. */
const MOMENT = 1_500;

export class Sender {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** The ids of the entries that are under way. @type {string[]} */
    this.sending = [];
    this.failures = 0;
    this.most = MOST_SENT;
    this.running = /** @type {Promise<void> | null} */ (null);
    this.isAskedAgain = false;
    this.isClosed = false;
    this.timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  }

  /** Send all that waits. Asked for while it runs, it looks once more at its end. @returns {Promise<void>} */
  flush() {
    if (this.running) {
      this.isAskedAgain = true;
      return this.running;
    }
    clearTimeout(this.timer);
    this.running = this.run().finally(() => {
      this.running = null;
      if (this.isAskedAgain && !this.isClosed) void this.flush();
    });
    return this.running;
  }

  /** Send what has just been entered. */
  soon() {
    const { state, retry_at: at } = this.session.network;
    if (this.running) this.isAskedAgain = true;
    else if (state === "offline") this.later(MOMENT);
    else if ((at ?? 0) > Date.now()) this.later(/** @type {number} */ (at) - Date.now());
    else void this.flush();
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  async run() {
    this.isAskedAgain = false;
    try {
      await this.sendWhatWaits();
    } catch (error) {
      // The disk is full, say: nothing is lost by it, and it may be better in a while.
      reportError(error);
      this.later(MOST_WAIT);
    }
  }

  async sendWhatWaits() {
    if (!nextToSend(this.session.queue).length) {
      // What the server would not take does not wait any more.
      if (["busy", "server"].includes(this.session.network.state)) this.session.reached();
      return;
    }
    await alone(this.session.store, `send/${this.session.gameId}`, () => this.sendAll());
  }

  async sendAll() {
    const { store, gameId } = this.session;
    while (!this.isClosed) {
      const queue = (await store.read("queues", gameId)) ?? emptyQueue(gameId);
      const ops = nextToSend(queue, this.most);
      if (!ops.length) return;
      try {
        await (ops[0].kind === "undo" ? this.takeBack(ops[0]) : this.send(ops));
        this.failures = 0;
        this.session.reached();
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return this.failed(error, ops);
      } finally {
        this.sending = [];
        this.session.show();
      }
    }
  }

  /** @param {Failure} failure @param {Op[]} ops */
  async failed(failure, ops) {
    if (ops[0].kind === "undo" && ["refused", "forbidden"].includes(failure.kind)) return this.undoRefused(failure, ops[0]);
    if (failure.status === 413 && ops.length > 1) return this.sendLess(ops.length);
    // What this key may not enter is not sent again unasked: the next key of this phone may.
    if (failure.kind === "refused" || failure.code === "role-not-allowed") return this.rejected(failure, ops);
    this.session.failed(failure);
    // A key may be refused by mistake: by a server that is just being set up again, say.
    if (!isTransient(failure) && failure.kind !== "revoked") return;
    this.failures += 1;
    const most = document.visibilityState === "visible" ? MOST_WAIT_SEEN : MOST_WAIT;
    this.later(Math.max(delayAfter(this.failures, most), (failure.retryAt ?? 0) - Date.now()));
  }

  /** @param {number} milliseconds */
  later(milliseconds) {
    this.isAskedAgain = false;
    clearTimeout(this.timer);
    if (!this.isClosed) this.timer = setTimeout(() => void this.flush(), milliseconds);
  }

  /** @param {Op[]} ops */
  async send(ops) {
    const { client, path, store, gameId } = this.session;
    const ids = ops.map((op) => op.entry_id);
    // Kept before it is sent: if the answer is lost, nobody knows whether the server has it.
    [this.session.queue] = await store.change(this.session.queueing((old) => tried(old, ids)));
    this.sending = ids;
    ids.forEach((id) => this.session.own.add(id));
    this.session.show();
    const { data } = await client.post(`${path}/batch`, { entries: ops.map(sendable) }, { timeout: TIMEOUT });
    const { results } = data;
    const game = gameIn(data);
    /** @type {import("./queue.js").Op[]} */
    let needless = [];
    [this.session.queue] = await store.change(
      this.session.queueing((old) => {
        const after = settled(old, results);
        needless = after.needless;
        return after.queue;
      }),
      { area: "games", id: gameId, how: (old) => newer(old, game) },
    );
    this.session.setGame(game, false);
    const { mine } = this.session;
    const recorded = results.find((/** @type {any} */ each) => each.entry_id === mine?.entry.entry_id);
    if (recorded) mine.seq = recorded.seq;
    this.session.haveLastWord();
    if (needless.length) await store.change(losing(gameId, needless, "needless"));
    needless.forEach((entry) => this.session.notify({ code: "needless", entry }));
    await this.compare(ops, results);
  }

  /** Tell of entries that somebody else had entered already, alike. @param {Op[]} ops @param {any[]} results */
  async compare(ops, results) {
    for (const [index, { status, seq, effective }] of results.entries()) {
      if (status !== "already_recorded" || effective === false) continue;
      const op = ops[index];
      const theirs = op.tried ? await this.logged(op, (entry) => entry.seq === seq) : null;
      if (op.tried && (!theirs || theirs.entry_id === op.entry_id)) continue;
      this.session.notify({ code: "recorded-by-other", entry: op, seq });
    }
  }

  /** @param {Failure} failure @param {Op} undo */
  async undoRefused(failure, undo) {
    this.isAskedAgain = true;
    // Somebody entered something at that very moment: it is looked at once more.
    if (failure.code === "version-mismatch") return;
    await this.forget(undo);
    this.session.notify({ code: "undo-too-late", entry: undo.target });
  }

  /** @param {number} count */
  sendLess(count) {
    this.most = Math.ceil(count / 2);
    this.isAskedAgain = true;
  }

  /** A batch that was refused whole: the first entry that its errors name is in the way. @param {Failure} failure @param {Op[]} ops */
  async rejected(failure, ops) {
    const index = Number(/^\/entries\/(\d+)/.exec(failure.errors[0]?.pointer ?? "")?.[1] ?? 0);
    const stop = { ...stopFor(ops[index].entry_id, failure.problem), kind: /** @type {const} */ ("rejected") };
    [this.session.queue] = await this.session.store.change(this.session.queueing((old) => ({ ...old, stop })));
    this.session.reached();
    this.session.show();
    if (index > 0) await this.sendAll();
  }

  /** Take back an entry of which nobody knows whether it has arrived. @param {Op} undo */
  async takeBack(undo) {
    const { client, path } = this.session;
    const { target } = undo;
    const found = await this.logged(target, (entry) => entry.entry_id === target.entry_id);
    const { data: now } = await client.get(path);
    this.session.own.add(undo.entry_id);
    let after = now;
    if (found?.effective && now.last_entry.entry_id === target.entry_id) {
      const body = { entry_id: undo.entry_id, target: { entry_id: target.entry_id } };
      after = (await client.post(`${path}/undo`, body, { ifMatch: now.version })).data;
    } else if (found?.effective) {
      this.session.notify({ code: "undo-too-late", entry: target });
    }
    await this.forget(undo);
    this.session.take(after);
  }

  /** @param {Op} undo */
  async forget(undo) {
    const ids = [undo.target.entry_id, undo.entry_id];
    [this.session.queue] = await this.session.store.change(this.session.queueing((old) => without(old, ids)));
  }

  /** The entry of the log of the same seat and round that is looked for, or null. @param {Op} op @param {(entry: any) => boolean} isIt */
  async logged(op, isIt) {
    const { client, path } = this.session;
    const where = [op.seat && `seat=${op.seat}`, op.round && `round=${op.round}`].filter(Boolean).join("&");
    /** @type {string | null} */
    let cursor = null;
    do {
      const { data } = /** @type {import("./api.js").Answer} */ (await client.get(`${path}/log?limit=100&${where}${cursor ? `&cursor=${cursor}` : ""}`));
      const found = data.items.find(isIt);
      if (found) return found;
      cursor = data.next;
    } while (cursor);
    return null;
  }
}
