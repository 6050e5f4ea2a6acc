/**
 * One game on this phone: what the server says of it, what has been entered here and not been sent yet, and what others
 * enter meanwhile. The page shows `view`, a new one at each change, and calls the methods.
 *
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./api.js").Client} Client
 * @typedef {import("./queue.js").Queue} Queue
 * @typedef {import("./queue.js").Op} Op
 * @typedef {Record<string, any>} Game
 * @typedef {Record<string, any> & {kind: string}} Entry
 * @typedef {import("../engine/types.js").Violation} Violation
 * @typedef {import("../engine/types.js").Event} Event
 *
 * @typedef {object} Network
 * @property {"online" | import("./api.js").Kind} state
 * @property {number} since
 * @property {number | null} retry_at
 * @property {any} problem
 *
 * @typedef {object} View
 * @property {Game | null} game        With all that has been entered here.
 * @property {Game | null} from        The server's last answer, without what has been taken back here.
 * @property {Game | null} confirmed   The server's last answer.
 * @property {(Op & {state: "queued" | "sending" | "unfit"})[]} pending
 * @property {Network} network
 * @property {import("./live.js").Way} following
 * @property {any} conflict
 * @property {any} happened           What was told last; null as long as nothing was.
 * @property {any} before             What happened last before that, as far as it is known.
 * @property {any[]} told              What happened last, and before it, newest last.
 * @property {any[]} notices
 * @property {{of: any} | null} can_undo
 */
import { playOn } from "../engine/answer.js";
import { Failure, isTransient, newId } from "./api.js";
import { Hearing } from "./hearing.js";
import { emptyQueue, isOfRecorded, lastOwn, lastRecorded, placed, played, playedWithout, renewed, saysTheSame, takenBack, without, withoutLast } from "./queue.js";
import { isUpTo, pastAfter, pastOf } from "./past.js";
import { Sender } from "./sending.js";
import { gameIn, losing, newer } from "./store.js";
import { Look } from "./view.js";

const MOST_TOLD = 8;
const THROWN = ["start_roll", "roll", "stand", "turn", "score"];

/** What is needed where there is a network alone. */
const there = () => import("./there.js").catch((cause) => {
  throw new Failure("offline", { cause });
});

/**
 * @param {{gameId: string, store: Store, client: Client, onView?: (view: View) => void, live?: boolean, role?: string, by?: string}} asked
 *     role: what the key may do; where it is not told, nothing is asked about what was played before.
 *     by: tells the key from others of this phone.
 * @returns {Promise<Session>} As soon as the game is known, from the store or the server. Throws Failure.
 */
export async function openSession({ gameId, store, client, onView = () => {}, live = true, role = "", by = "" }) {
  const session = new Session(gameId, store, client, onView);
  session.role = role;
  session.by = by;
  try {
    await session.load(live);
  } catch (failure) {
    session.close();
    throw failure;
  }
  return session;
}

export class Session {
  /** @param {string} gameId @param {Store} store @param {Client} client @param {(view: View) => void} onView */
  constructor(gameId, store, client, onView) {
    this.gameId = gameId;
    this.path = `/v1/games/${gameId}`;
    this.store = store;
    this.client = client;
    this.onView = onView;
    this.queue = emptyQueue(gameId);
    this.role = "";
    this.by = "";
    this.confirmed = /** @type {Game | null} */ (null);
    this.past = /** @type {import("./past.js").Past | null} */ (null);
    /** The version of the game at which it was asked what was played last. */
    this.lookedAt = 0;
    this.network = /** @type {Network} */ ({ state: "online", since: Date.now(), retry_at: null, problem: null });
    this.following = /** @type {View["following"]} */ ("off");
    this.happened = /** @type {any} */ (null);
    /** What was told last, one after the other. @type {any[]} */
    this.told = [];
    this.notices = /** @type {any[]} */ ([]);
    /** What this tab told of its own entries last; `seq` once it is recorded. */
    this.mine = /** @type {any} */ (null);
    /** Entries of this phone, whose echo is no news. @type {Set<string>} */
    this.own = new Set();
    /** Taking back that is under way. @type {Promise<{ok: true} | {ok: false, failure: Failure}> | null} */
    this.undoing = null;
    /** Whether a choice at a conflict is being carried out. */
    this.isResolving = false;
    this.sender = new Sender(this);
    this.hearing = new Hearing(this);
    this.look = new Look(this);
    this.view = this.look.now();
  }

  /** @param {boolean} isLive */
  async load(isLive) {
    const [kept, queue] = await Promise.all(["games", "queues"].map((area) => this.store.read(area, this.gameId)));
    this.confirmed = kept?.game ?? null;
    // Another key entered it: what this one may take back the server knows.
    this.past = kept?.past && (kept.past.by ?? this.by) === this.by ? kept.past : null;
    this.queue = queue ?? this.queue;
    if (!kept) await this.refresh();
    this.past ??= pastOf(this.knownGame());
    this.hearing.beginAt(this.knownGame());
    this.show();
    if (isLive) {
      this.follow();
      void this.lookBack();
    }
    void this.sender.flush();
  }

  // What the page does

  /** Enter something: judged here, kept on the disk, then sent when there is a network. `not-kept`: the disk takes nothing. @param {Entry} entry @returns {Promise<{ok: true, events: Event[]} | {ok: false, violations: Violation[]}>} */
  async enter(entry) {
    if (this.view.conflict) return { ok: false, violations: [{ code: "conflict-open", pointer: "" }] };
    const op = /** @type {Op} */ ({
      ...placed(/** @type {Game} */ (this.view.game), entry),
      entry_id: newId(), entered_at: new Date().toISOString(), base: this.knownGame().version,
    });
    if (THROWN.includes(op.kind) && this.view.game?.seats[op.seat - 1]?.computer) return this.playThere((done) => done.enterThere(this, op));
    // It was meant for what was shown: where that is just being taken back, it fits no more.
    if (this.undoing) await this.undoing.catch(() => {});
    const judged = await this.keep(op);
    if (!judged.ok) return this.refused(judged.violations);
    if (!judged.events.length) return judged;
    this.own.add(op.entry_id);
    this.tell({ mine: true, entry: op, events: judged.events });
    this.sender.soon();
    return { ok: true, events: judged.events };
  }

  /** The server throws the dice of the computer's seat that is to move. */
  throwThere() {
    return this.playThere((done) => done.throwThere(this));
  }

  /** @param {(done: typeof import("./there.js")) => Promise<import("./there.js").Entered>} play */
  playThere(play) {
    return there().then(play, () => this.refused([{ code: "needs-network", pointer: "" }]));
  }

  /** Put an entry into the queue, if it is legal there: another tab may have been faster. @param {Op} op @returns {Promise<{ok: true, events: Event[]} | {ok: false, violations: Violation[]}>} */
  async keep(op) {
    /** @type {any} */
    let judged;
    const before = /** @type {Game} */ (this.view.game);
    try {
      await this.changeQueue((old) => {
        // A finger that taps twice means one entry.
        const isThere = old.ops.some((other) => saysTheSame(other, op));
        judged = isThere ? { ok: true, events: [] } : playOn(played(this.knownGame(), old.ops, this.past).game, op);
        return judged.ok && !isThere ? { ...old, ops: [...old.ops, op] } : old;
      });
    } catch (error) {
      reportError(error);
      return { ok: false, violations: [{ code: "not-kept", pointer: "" }] };
    }
    if (!judged.ok && playOn(before, op).ok) await this.overtaken(op);
    return judged;
  }

  /** What could be entered by what this tab showed, and can't by what another one has entered at that moment. @param {Op} entry */
  async overtaken(entry) {
    await this.store.change(losing(this.gameId, [entry], "overtaken"));
    this.notify({ code: entry.dice ? "overtaken" : "overtaken_bare", entry });
  }

  /** What entering it would lead to. @param {Entry} entry */
  judge(entry) {
    const game = /** @type {Game} */ (this.view.game);
    return playOn(game, placed(game, entry));
  }

  /** Take back what was entered last: here, as long as it has not been sent; else on the server, or once there is a network. Asked for while it is under way, it is done once. @returns {Promise<{ok: true} | {ok: false, failure: Failure}>} */
  undo() {
    return (this.undoing ??= this.undoLast().finally(() => {
      this.undoing = null;
    }));
  }

  /** @returns {Promise<{ok: true} | {ok: false, failure: Failure}>} */
  async undoLast() {
    const last = lastOwn(this.queue);
    if (!last) return this.undoRecorded();
    await this.changeQueue((old) => takenBack(old, last, newId()));
    this.tell({ mine: true, entry: { kind: "undo", target: last }, events: [] });
    this.sender.soon();
    return { ok: true };
  }

  /** @returns {Promise<{ok: true} | {ok: false, failure: Failure}>} */
  async undoRecorded() {
    const game = this.knownGame();
    const target = lastRecorded(this.past, game, this.queue.ops);
    const undo = /** @type {Op} */ ({
      kind: "undo", entry_id: newId(), entered_at: new Date().toISOString(), base: game.version, target,
    });
    const canWait = target !== null && withoutLast(game, [...this.queue.ops.filter(isOfRecorded), undo], this.past).unfit.length === 0;
    if (this.queue.ops.length && !canWait) return { ok: false, failure: new Failure("offline") };
    if (!this.queue.ops.length && (!canWait || this.network.state === "online")) {
      const answer = await there().then((done) => done.undoThere(this, undo), (failure) => ({ ok: /** @type {const} */ (false), failure }));
      if (answer.ok || !canWait || !isTransient(answer.failure)) return answer;
    }
    await this.changeQueue((old) => {
      // A finger that taps twice means one entry.
      const isNext = !lastOwn(old) && lastRecorded(this.past, game, old.ops)?.seq === target?.seq;
      return isNext ? { ...old, ops: [...old.ops, undo] } : old;
    });
    this.own.add(undo.entry_id);
    this.tell({ mine: true, entry: undo, events: [] });
    this.sender.soon();
    return { ok: true };
  }

  /** Ask the server how the game stands. Throws Failure. */
  async refresh() {
    try {
      this.take((await this.client.get(this.path)).data);
      this.reached();
    } catch (failure) {
      this.failed(/** @type {import("./api.js").Failure} */ (failure));
      throw failure;
    }
  }

  /** Try again now: send what waits, and follow the game again if that has ended. */
  flush() {
    if (this.hearing.hasEnded()) this.follow();
    void this.sender.flush();
  }

  /** Follow the game, with the key that there is by now. */
  follow() {
    this.hearing.follow();
  }

  /** Send what waits, unless the server has asked to be left alone for a while. */
  flushIfWelcome() {
    if ((this.network.retry_at ?? 0) <= Date.now()) this.flush();
  }

  /** Take the answer to a write that the page made itself. @param {Record<string, any>} answer @param {boolean} [isTold] Whether what it did is told elsewhere. */
  take(answer, isTold = false) {
    if (answer.dry_run) return;
    const game = gameIn(answer);
    const { last_entry: last } = game;
    // What it says is known here; what a play says comes with the log.
    if (answer.recorded && answer.changes) this.remember({ ...last, seq: answer.recorded.seq, body: answer.changes }, null, true);
    this.setGame(game, false);
    void this.keepGame((old) => newer(old, game));
    if (!answer.recorded) return this.show();
    this.own.add(answer.recorded.entry_id);
    if (isTold) this.show();
    else this.tell({ mine: true, entry: game.last_entry, events: [], sentences: answer.result?.sentences });
  }

  /** Go on after a conflict. `mine` in the answer: what is to be entered again, or has gone. @param {"keep_theirs" | "dispute" | "correct" | "reenter" | "take_back"} choice @param {{reason?: string, words?: string}} [said] */
  async resolve(choice, said = {}) {
    const conflict = this.view.conflict;
    // Others may have gone on since it was offered: then it is asked once more.
    if (!conflict?.choices.includes(choice)) return { ok: true, dropped: [], mine: null };
    this.isResolving = true;
    try {
      return await this.settle(choice, conflict, said);
    } finally {
      this.isResolving = false;
      void this.sender.flush();
    }
  }

  /** @param {string} choice @param {any} conflict @param {{reason?: string, words?: string}} said */
  async settle(choice, conflict, said) {
    let put;
    try {
      put = ["keep_theirs", "reenter"].includes(choice) ? null : await (await there()).putRight(this, choice, conflict, said);
    } catch (failure) {
      return { ok: false, failure: /** @type {import("./api.js").Failure} */ (failure) };
    }
    const { mine } = conflict;
    // Those that wait for mine follow it at once; where none does, it is looked at once more before it is entered.
    const follow = choice === "reenter" ? conflict.follow : [];
    const again = follow.length ? { ...mine, entry_id: newId(), base: this.knownGame().version, tried: false } : mine;
    // Where mine takes the place of theirs, what does not fit after it either is asked about in its turn.
    const isPut = ["correct", "take_back"].includes(choice);
    const { unfit } = playedWithout(this.queue.ops, mine.entry_id, this.knownGame(), this.past);
    const others = isPut ? [] : unfit.filter((op) => !follow.includes(op));
    const dropped = isPut || again !== mine ? others : [mine, ...others];
    const ids = [mine, ...others].map((op) => op.entry_id);
    await this.changeQueue((old) => without(renewed(old, mine, again), ids), losing(this.gameId, dropped, choice));
    if (put && !this.queue.ops.length) this.tell(put);
    this.show();
    return { ok: true, dropped, mine: again === mine ? mine : null };
  }

  /** @param {string} id */
  dismiss(id) {
    this.notices = this.notices.filter((notice) => notice.id !== id);
    this.show();
  }

  close() {
    this.hearing.close();
    this.sender.close();
  }

  // What the others here need

  /** @param {(old: Queue) => Queue} how @returns {import("./keeping.js").Change} */
  queueing(how) {
    return { area: "queues", id: this.gameId, how: (old) => how(old ?? emptyQueue(this.gameId)) };
  }

  /** What waits, as all tabs have it then, and what changes together with it. @param {(old: Queue) => Queue} how @param {import("./keeping.js").Change[]} more */
  async changeQueue(how, ...more) {
    [this.queue] = await this.store.change(this.queueing(how), ...more);
  }

  /** @returns {Game} */
  knownGame() {
    if (!this.confirmed) throw new Error("the game is not known yet");
    return this.confirmed;
  }

  /** @param {Game} game @param {boolean} afresh */
  setGame(game, afresh) {
    if (afresh || !this.confirmed || game.version >= this.confirmed.version) this.confirmed = game;
    if (this.sender.hasToAsk(this.queue)) this.sender.soon();
  }

  /** What was played, so that it can be taken back. @param {any} entry As the log has it. @param {Game | null} before @param {boolean} own */
  remember(entry, before, own) {
    this.past = pastAfter(this.past ?? pastOf(this.knownGame()), entry, before, own);
  }

  /** What was played last, as it is kept. */
  get keptPast() {
    return this.past && { ...this.past, by: this.by };
  }

  /** Keep the game and what was played last, together. @param {(old: any) => any} [how] */
  keepGame(how = (old) => newer(old, this.knownGame())) {
    return this.store.change({ area: "games", id: this.gameId, how: (old) => ({ ...how(old), past: this.keptPast }) });
  }

  /** Ask what was entered and played last, where that is not known. */
  async lookBack() {
    const { confirmed, past, role } = this;
    const isEnough = isUpTo(past, confirmed) && (past.base?.version === 1 || (past.plays.length > 0 && (past.base || role !== "host")));
    if (isEnough || !role || !confirmed || this.lookedAt === confirmed.version || this.network.state !== "online") return;
    this.lookedAt = confirmed.version;
    try {
      const found = await (await import("./looking_back.js")).lookBack(this);
      if (!isUpTo(found, this.confirmed) || !found) return;
      this.past = found;
      await this.keepGame();
      this.show();
    } catch {
      // It is asked again when something is heard.
      this.lookedAt = 0;
    }
  }

  /** Whether the last request had no answer. */
  isAway() {
    return ["offline", "timeout"].includes(this.network.state);
  }

  /** The server has answered. That it answers reads does not say that it takes entries again. @param {boolean} isRead */
  reached(isRead = false) {
    if (!(isRead ? this.isAway() : this.network.state !== "online")) return;
    this.setNetwork("online");
    void this.lookBack();
    if (!isRead) this.hearing.resume();
  }

  /** @param {import("./api.js").Failure} failure */
  failed(failure) {
    // A request that was refused says nothing about the network.
    if (failure.kind === "refused") return this.reached();
    this.setNetwork(failure.kind, failure.retryAt, failure.problem);
  }

  /** @param {Network["state"]} state @param {number | null} retryAt @param {any} problem */
  setNetwork(state, retryAt = null, problem = null) {
    const since = state === this.network.state ? this.network.since : Date.now();
    this.network = { state, since, retry_at: retryAt, problem };
    this.show();
  }

  /** @param {View["following"]} following */
  setFollowing(following) {
    if (this.following === following) return;
    this.following = following;
    this.show();
  }

  /** @param {Record<string, any>} notice */
  notify(notice) {
    this.notices = [...this.notices, { id: newId(), ...notice }];
    this.show();
  }

  show() {
    this.view = this.look.now();
    this.onView(this.view);
  }

  /** @param {Violation[]} violations @returns {{ok: false, violations: Violation[]}} */
  refused(violations) {
    this.show();
    return { ok: false, violations };
  }

  /** @param {Record<string, any>} happened */
  tell(happened) {
    this.happened = { id: newId(), ...happened };
    if (happened.mine) this.mine = this.happened;
    else this.haveLastWord();
    this.told = [...this.told.filter(({ id }) => id !== this.happened.id), this.happened].slice(-MOST_TOLD);
    this.show();
  }

  /** What others entered before an entry of this phone has not happened last, whenever it is heard of. */
  haveLastWord() {
    if (this.mine?.seq > this.happened?.entry.seq) this.happened = this.mine;
  }
}
