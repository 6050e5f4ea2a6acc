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
 * @property {Game | null} confirmed   The server's last answer.
 * @property {(Op & {state: "queued" | "sending" | "unfit"})[]} pending
 * @property {Network} network
 * @property {import("./live.js").Way} following
 * @property {any} conflict
 * @property {any} happened
 * @property {any[]} notices
 * @property {{of: any} | null} can_undo
 */
import { playOn } from "../engine/answer.js";
import { newId } from "./api.js";
import { Hearing } from "./hearing.js";
import { emptyQueue, lastOwn, placed, played, saysTheSame, takenBack, unfitWithout, without } from "./queue.js";
import { Sender } from "./sending.js";
import { gameIn, losing } from "./store.js";
import { enterThere, isComputers, putRight, undoThere } from "./there.js";
import { Look } from "./view.js";

/**
 * @param {{gameId: string, store: Store, client: Client, onView?: (view: View) => void, live?: boolean}} asked
 * @returns {Promise<Session>} As soon as the game is known, from the store or the server. Throws Failure.
 */
export async function openSession({ gameId, store, client, onView = () => {}, live = true }) {
  const session = new Session(gameId, store, client, onView);
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
    this.confirmed = /** @type {Game | null} */ (null);
    this.network = /** @type {Network} */ ({ state: "online", since: Date.now(), retry_at: null, problem: null });
    this.following = /** @type {View["following"]} */ ("off");
    this.happened = /** @type {any} */ (null);
    this.notices = /** @type {any[]} */ ([]);
    /** What this tab told of its own entries last; `seq` once it is recorded. */
    this.mine = /** @type {any} */ (null);
    /** Entries of this phone, whose echo is no news. @type {Set<string>} */
    this.own = new Set();
    this.sender = new Sender(this);
    this.hearing = new Hearing(this);
    this.look = new Look(this);
    this.view = this.look.now();
  }

  /** @param {boolean} isLive */
  async load(isLive) {
    const [kept, queue] = await Promise.all([this.store.game(this.gameId), this.store.read("queues", this.gameId)]);
    this.confirmed = kept;
    this.queue = queue ?? this.queue;
    if (!kept) await this.refresh();
    this.hearing.beginAt(this.knownGame());
    this.show();
    if (isLive) this.follow();
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
    if (isComputers(this, op)) return enterThere(this, op);
    const judged = await this.keep(op);
    if (!judged.ok) return this.refused(judged.violations);
    if (!judged.events.length) return judged;
    this.own.add(op.entry_id);
    this.tell({ mine: true, entry: op, events: judged.events });
    this.sender.soon();
    return { ok: true, events: judged.events };
  }

  /** Put an entry into the queue, if it is legal there: another tab may have been faster. @param {Op} op @returns {Promise<{ok: true, events: Event[]} | {ok: false, violations: Violation[]}>} */
  async keep(op) {
    /** @type {any} */
    let judged;
    const before = /** @type {Game} */ (this.view.game);
    try {
      [this.queue] = await this.store.change(this.queueing((old) => {
        // A finger that taps twice means one entry.
        const isThere = old.ops.some((other) => saysTheSame(other, op));
        judged = isThere ? { ok: true, events: [] } : playOn(played(this.knownGame(), old.ops).game, op);
        return judged.ok && !isThere ? { ...old, ops: [...old.ops, op] } : old;
      }));
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

  /** Take back what was entered last: here, as long as it has not been sent; else on the server. @returns {Promise<{ok: true} | {ok: false, failure: import("./api.js").Failure}>} */
  async undo() {
    const last = lastOwn(this.queue);
    if (!last) return undoThere(this);
    const [queue] = await this.store.change(this.queueing((old) => takenBack(old, last.entry_id, newId())));
    this.queue = queue;
    this.tell({ mine: true, entry: { kind: "undo", target: last }, events: [] });
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
    this.setGame(game, false);
    void this.store.saveGame(game);
    if (!answer.recorded) return this.show();
    this.own.add(answer.recorded.entry_id);
    if (isTold) this.show();
    else this.tell({ mine: true, entry: game.last_entry, events: [], sentences: answer.result?.sentences });
  }

  /** Go on after a conflict. @param {"keep_theirs" | "dispute" | "correct" | "reenter"} choice @param {{reason?: string, words?: string}} [said] */
  async resolve(choice, said = {}) {
    const conflict = this.view.conflict;
    if (!conflict) return { ok: true, dropped: [], mine: null };
    let put;
    try {
      put = await putRight(this, choice, conflict, said);
    } catch (failure) {
      return { ok: false, failure: /** @type {import("./api.js").Failure} */ (failure) };
    }
    const { mine } = conflict;
    const others = unfitWithout(this.queue.ops, mine.entry_id, this.knownGame());
    const dropped = choice === "correct" ? others : [mine, ...others];
    const ids = [mine, ...others].map((op) => op.entry_id);
    const [queue] = await this.store.change(
      this.queueing((old) => without(old, ids)), losing(this.gameId, dropped, choice),
    );
    this.queue = queue;
    if (put && !queue.ops.length) this.tell(put);
    this.show();
    void this.sender.flush();
    return { ok: true, dropped, mine };
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

  /** @returns {Game} */
  knownGame() {
    if (!this.confirmed) throw new Error("the game is not known yet");
    return this.confirmed;
  }

  /** @param {Game} game @param {boolean} afresh */
  setGame(game, afresh) {
    if (afresh || !this.confirmed || game.version >= this.confirmed.version) this.confirmed = game;
  }

  /** The server has answered. That it answers reads does not say that it takes entries again. @param {boolean} isRead */
  reached(isRead = false) {
    const isAway = ["offline", "timeout"].includes(this.network.state);
    if (!(isRead ? isAway : this.network.state !== "online")) return;
    this.setNetwork("online");
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
    this.show();
  }

  /** What others entered before an entry of this phone has not happened last, whenever it is heard of. */
  haveLastWord() {
    if (this.mine?.seq > this.happened?.entry.seq) this.happened = this.mine;
  }
}
