/**
 * Sending what waits: in order, one tab at a time, until nothing waits or something stands in the way.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./queue.js").Op} Op
 */
import { Failure, delayAfter, isTransient } from "./api.js";
import { alone } from "./lock.js";
import { MOST_SENT, emptyQueue, isOutdated, nextToSend, sendable, settled, stopFor, tried } from "./queue.js";
import { gameIn, losing, newer } from "./store.js";

const TIMEOUT = 20_000;
/** So long at most after a failure: where somebody looks at the page, and where nobody does. */
const MOST_WAIT_SEEN = 4_000;
const MOST_WAIT = 30_000;
/** Where the network was gone a moment ago, an entry waits so long: one that has not been sent can be taken back here. */
const MOMENT = 1_500;

/** What is needed where there is a network alone. */
const takingBack = () => import("./taking_back.js").catch((cause) => {
  throw new Failure("offline", { cause });
});

/** What is needed after a conflict alone. */
const asking = () => import("./asking_again.js").catch((cause) => {
  throw new Failure("offline", { cause });
});

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
    if (!nextToSend(this.session.queue).length && !this.hasToAsk(this.session.queue)) {
      // Nothing is left whose answer could tell that the server is well by now.
      if (["offline", "timeout", "busy", "server"].includes(this.session.network.state)) await this.session.refresh().catch(() => {});
      return;
    }
    await alone(this.session.store, `send/${this.session.gameId}`, () => this.sendAll());
  }

  /** Whether what stopped an entry is to be asked for anew; not while a person's choice is carried out. @param {import("./queue.js").Queue} queue */
  hasToAsk(queue) {
    return isOutdated(queue, this.session.confirmed) && !this.session.isResolving;
  }

  async sendAll() {
    const { store, gameId } = this.session;
    while (!this.isClosed) {
      const queue = (await store.read("queues", gameId)) ?? emptyQueue(gameId);
      const ops = nextToSend(queue, this.most);
      if (!ops.length && !this.hasToAsk(queue)) return;
      try {
        await (!ops.length ? (await asking()).askAgain(this.session, queue) : ops[0].kind === "undo" ? (await takingBack()).takeBack(this.session, ops[0]) : this.send(ops));
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
    if (ops[0]?.kind === "undo" && ["refused", "forbidden"].includes(failure.kind) && failure.code !== "table-disabled") {
      this.isAskedAgain = true;
      return (await takingBack()).refused(this.session, ops[0], failure);
    }
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
    await this.session.changeQueue((old) => tried(old, ids));
    this.sending = ids;
    ids.forEach((id) => this.session.own.add(id));
    this.session.show();
    const { data } = await client.post(`${path}/batch`, { entries: ops.map(sendable) }, { timeout: TIMEOUT });
    const { results } = data;
    const game = gameIn(data);
    /** @type {import("./queue.js").Op[]} */
    let needless = [];
    this.remember(ops, results);
    await this.session.changeQueue((old) => {
      const after = settled(old, results, game.version);
      needless = after.needless;
      return after.queue;
    }, { area: "games", id: gameId, how: (old) => ({ ...newer(old, game), past: this.session.keptPast }) });
    this.session.setGame(game, false);
    const { mine } = this.session;
    const recorded = results.find((/** @type {any} */ each) => each.entry_id === mine?.entry.entry_id);
    if (recorded) mine.seq = recorded.seq;
    this.session.haveLastWord();
    if (needless.length) await store.change(losing(gameId, needless, "needless"));
    needless.forEach((entry) => this.session.notify({ code: "needless", entry }));
    await this.compare(ops, results);
  }

  /** What was recorded just now can be taken back. @param {Op[]} ops @param {any[]} results */
  remember(ops, results) {
    const { session } = this;
    results.forEach(({ status, seq }, at) => {
      if (status === "recorded") session.remember({ ...ops[at], seq, body: ops[at] }, session.confirmed, true);
    });
  }

  /** Tell of entries that had been entered elsewhere already, alike. @param {Op[]} ops @param {any[]} results */
  async compare(ops, results) {
    for (const [index, { status, seq, effective }] of results.entries()) {
      if (status !== "already_recorded" || effective === false) continue;
      const op = ops[index];
      const theirs = op.tried ? await (await takingBack()).logged(this.session, op, (entry) => entry.seq === seq) : null;
      if (op.tried && (!theirs || theirs.entry_id === op.entry_id)) continue;
      this.session.notify({ code: "recorded-by-other", entry: op, seq });
    }
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
    await this.session.changeQueue((old) => ({ ...old, stop }));
    this.session.reached();
    this.session.show();
    if (index > 0) await this.sendAll();
  }
}
