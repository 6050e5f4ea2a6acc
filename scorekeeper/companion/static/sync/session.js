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
import { Failure, newId, retrying } from "./api.js";
import { follow } from "./live.js";
import {
  claimOf, conflictOf, emptyQueue, placed, played, replacementOf, takenBack, takenBackIn, unfitWithout, without,
} from "./queue.js";
import { Sender } from "./sending.js";
import { gameSource } from "./sources.js";
import { gameIn, losing, newer } from "./store.js";

const MOST_RECENT = 100;
const PLAYS = ["start_roll", "roll", "stand", "turn", "score", "join", "leave", "defer", "abandon"];

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
    /** The last entries of the log that were seen. @type {any[]} */
    this.recent = [];
    /** Entries of this phone, whose echo is no news. @type {Set<string>} */
    this.own = new Set();
    /** The number of the last entry that was told of, and the game after it. */
    this.toldUntil = 0;
    this.shadow = /** @type {Game | null} */ (null);
    this.out = /** @type {{confirmed: Game | null, queue: Queue, game: Game | null, unfit: Op[], conflict: any} | undefined} */ (undefined);
    this.sender = new Sender(this);
    this.live = /** @type {ReturnType<typeof follow> | null} */ (null);
    this.view = this.look();
    this.ends = [store.onChange((changed) => void this.reread(changed)), this.listenToNetwork()];
  }

  /** @param {boolean} isLive */
  async load(isLive) {
    const [kept, queue] = await Promise.all([this.store.game(this.gameId), this.store.read("queues", this.gameId)]);
    this.confirmed = kept;
    this.queue = queue ?? this.queue;
    if (!kept) await this.refresh();
    this.shadow = this.knownGame();
    this.toldUntil = this.shadow.version;
    this.show();
    if (isLive) this.follow();
    this.flush();
  }

  // What the page does

  /** Enter something: judged here, kept on the disk, then sent when there is a network. Throws what the disk throws. @param {Entry} entry @returns {Promise<{ok: true, events: Event[]} | {ok: false, violations: Violation[]}>} */
  async enter(entry) {
    if (this.view.conflict) return { ok: false, violations: [{ code: "conflict-open", pointer: "" }] };
    const op = /** @type {Op} */ ({
      ...placed(/** @type {Game} */ (this.view.game), entry),
      entry_id: newId(), entered_at: new Date().toISOString(), base: this.knownGame().version,
    });
    /** @type {any} */
    let judged;
    const [queue] = await this.store.change(this.queueing((old) => {
      // Judged once more against what another tab may have put in.
      judged = playOn(played(this.knownGame(), old.ops).game, op);
      return judged.ok ? { ...old, ops: [...old.ops, op] } : old;
    }));
    this.queue = queue;
    if (!judged.ok) return this.refused(judged.violations);
    this.own.add(op.entry_id);
    this.tell({ mine: true, entry: op, events: judged.events });
    this.sender.soon();
    return { ok: true, events: judged.events };
  }

  /** What entering it would lead to. @param {Entry} entry */
  judge(entry) {
    const game = /** @type {Game} */ (this.view.game);
    return playOn(game, placed(game, entry));
  }

  /** Take back what was entered last: here, as long as it has not been sent; else on the server. @returns {Promise<{ok: true} | {ok: false, failure: Failure}>} */
  async undo() {
    const last = this.lastOwn();
    if (!last) return this.undoThere();
    const [queue] = await this.store.change(this.queueing((old) => takenBack(old, last.entry_id, newId())));
    this.queue = queue;
    this.tell({ mine: true, entry: { kind: "undo", target: last }, events: [] });
    this.flush();
    return { ok: true };
  }

  /** Ask the server how the game stands. Throws Failure. */
  async refresh() {
    try {
      this.take((await this.client.get(this.path)).data);
      this.reached();
    } catch (failure) {
      this.failed(/** @type {Failure} */ (failure));
      throw failure;
    }
  }

  /** Send what waits, now. */
  flush() {
    void this.sender.flush();
  }

  /** Send what waits, unless the server has asked to be left alone for a while. */
  flushIfWelcome() {
    if ((this.network.retry_at ?? 0) <= Date.now()) this.flush();
  }

  /** Take the answer to a write that the page made itself. @param {Record<string, any>} answer */
  take(answer) {
    if (answer.dry_run) return;
    const game = gameIn(answer);
    if (answer.recorded) this.own.add(answer.recorded.entry_id);
    this.setGame(game, false);
    void this.store.saveGame(game);
    this.show();
  }

  /** Go on after a conflict. @param {"keep_theirs" | "dispute" | "correct" | "reenter"} choice @param {{reason?: string, words?: string}} [said] */
  async resolve(choice, said = {}) {
    const conflict = this.view.conflict;
    if (!conflict) return { ok: true, dropped: [], mine: null };
    try {
      await this.putRight(choice, conflict, said);
    } catch (failure) {
      return { ok: false, failure: /** @type {Failure} */ (failure) };
    }
    const { mine } = conflict;
    const others = unfitWithout(this.queue.ops, mine.entry_id, this.knownGame());
    const dropped = choice === "correct" ? others : [mine, ...others];
    const ids = [mine, ...others].map((op) => op.entry_id);
    const [queue] = await this.store.change(
      this.queueing((old) => without(old, ids)), losing(this.gameId, dropped, choice),
    );
    this.queue = queue;
    this.show();
    this.flush();
    return { ok: true, dropped, mine };
  }

  /** @param {string} id */
  dismiss(id) {
    this.notices = this.notices.filter((notice) => notice.id !== id);
    this.show();
  }

  close() {
    this.live?.close();
    this.sender.close();
    this.ends.forEach((end) => end());
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
    if (isRead ? isAway : this.network.state !== "online") this.setNetwork("online");
  }

  /** @param {Failure} failure */
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

  /** @param {Record<string, any>} notice */
  notify(notice) {
    this.notices = [...this.notices, { id: newId(), ...notice }];
    this.show();
  }

  show() {
    this.view = this.look();
    this.onView(this.view);
  }

  // The rest

  /** @returns {View} */
  look() {
    const { confirmed, network, following, happened, notices } = this;
    const { game, unfit, conflict } = this.playedOut();
    return Object.freeze({
      game, confirmed, network, following, happened, notices,
      pending: this.pending(unfit),
      conflict: conflict && { ...conflict, since: this.since(conflict.mine) },
      can_undo: this.undoable(),
    });
  }

  /** What follows from the server's game and the queue; worked out once for each. */
  playedOut() {
    const { confirmed, queue } = this;
    if (this.out?.confirmed !== confirmed || this.out?.queue !== queue) {
      const { game, unfit } = confirmed ? played(confirmed, queue.ops) : { game: null, unfit: [] };
      this.out = { confirmed, queue, game, unfit, conflict: confirmed && conflictOf(queue, confirmed) };
    }
    return this.out;
  }

  /** @param {Op[]} unfit @returns {View["pending"]} */
  pending(unfit) {
    const { ops } = this.queue;
    const gone = takenBackIn(ops);
    const sending = this.sender?.sending ?? [];
    return ops.filter((op) => op.kind !== "undo" && !gone.includes(op.entry_id)).map((op) => ({
      ...op, state: sending.includes(op.entry_id) ? "sending" : unfit.includes(op) ? "unfit" : "queued",
    }));
  }

  /** What others have entered since. @param {Op} mine */
  since(mine) {
    return this.recent.filter((entry) => !this.own.has(entry.entry_id) && entry.seq > mine.base);
  }

  /** @returns {View["can_undo"]} */
  undoable() {
    const own = this.lastOwn();
    const last = own ?? this.confirmed?.last_entry;
    if (!last || (!own && last.kind === "open")) return null;
    return { of: PLAYS.includes(last.kind) ? last : null };
  }

  /** The last entry that waits here, unless it is taken back already. */
  lastOwn() {
    const { ops } = this.queue;
    const gone = takenBackIn(ops);
    return ops.filter((op) => op.kind !== "undo" && !gone.includes(op.entry_id)).pop() ?? null;
  }

  async undoThere() {
    const game = this.knownGame();
    const body = { entry_id: newId(), entered_at: new Date().toISOString() };
    this.own.add(body.entry_id);
    try {
      const { data } = await retrying(() => this.client.post(`${this.path}/undo`, body, { ifMatch: game.version }), { tries: 2 });
      this.reached();
      this.take(data);
      this.tell({ mine: true, entry: { kind: "undo", target: game.last_entry }, events: [], sentences: data.result.sentences });
      return { ok: /** @type {const} */ (true) };
    } catch (error) {
      const failure = /** @type {Failure} */ (error);
      this.failed(failure);
      // Somebody was faster: look before taking back what nobody here has seen.
      if (failure.code === "version-mismatch") await this.refresh().catch(() => {});
      return { ok: /** @type {const} */ (false), failure };
    }
  }

  /** @param {string} choice @param {any} conflict @param {{reason?: string, words?: string}} said */
  async putRight(choice, { mine, theirs }, said) {
    const send = {
      dispute: () => ["disputes", { entry: { seq: theirs.seq }, claim: claimOf(mine), ...said }],
      correct: () => ["corrections", { replace: replacementOf(mine, theirs), ...said }],
    }[/** @type {"dispute"} */ (choice)]?.();
    if (!send) return;
    const body = { .../** @type {object} */ (send[1]), entry_id: newId() };
    this.own.add(body.entry_id);
    const { data } = await retrying(() => this.client.post(`${this.path}/${send[0]}`, body), { tries: 2 });
    this.take(data);
  }

  /** @param {Violation[]} violations @returns {{ok: false, violations: Violation[]}} */
  refused(violations) {
    this.show();
    return { ok: false, violations };
  }

  /** @param {Record<string, any>} happened */
  tell(happened) {
    this.happened = { id: newId(), ...happened };
    this.show();
  }

  // Others

  follow() {
    this.live?.close();
    const source = gameSource(this.gameId, {
      // Not the version that is known: the answer to an entry of ours may be ahead of what others did before it.
      heardOf: () => this.toldUntil,
      onGame: (game, afresh) => this.takeFromLive(game, afresh),
      onEntry: (entry, game) => this.takeEntry(entry, game),
    });
    this.live = follow(this.client, source, {
      onWay: (following) => {
        if (this.following === following) return;
        this.following = following;
        this.show();
      },
      onContact: () => {
        const wasAway = this.network.state !== "online";
        this.reached(true);
        if (wasAway && this.network.state === "online") this.flush();
      },
      onFailure: (failure) => this.failed(failure),
    });
  }

  /** @param {Game} game @param {boolean} afresh */
  takeFromLive(game, afresh) {
    const { last_entry: last } = game;
    const isNews = last.seq > this.toldUntil && !this.isMine(last.entry_id);
    this.setGame(game, afresh);
    this.shadow = game;
    this.toldUntil = last.seq;
    const how = afresh ? () => ({ game, at: Date.now() }) : (/** @type {any} */ old) => newer(old, game);
    void this.store.change({ area: "games", id: this.gameId, how });
    if (isNews) this.tell({ mine: false, entry: last, events: [], sentences: last.sentences });
    else this.show();
  }

  /** @param {any} entry @param {Game | null} game */
  takeEntry(entry, game) {
    const isMine = this.isMine(entry.entry_id);
    const isNews = entry.seq > this.toldUntil && !isMine;
    const after = afterEntry(this.shadow, entry);
    this.recent = [...this.recent, entry].slice(-MOST_RECENT);
    this.toldUntil = Math.max(this.toldUntil, entry.seq);
    this.shadow = game ?? (after && { ...after.game, version: entry.seq });
    if (game) this.setGame(game, false);
    if (isMine) this.echoed(entry.entry_id);
    if (game) void this.store.saveGame(game);
    if (isNews) this.tell({ mine: false, entry, events: after?.events ?? [], sentences: entry.sentences });
    else this.show();
  }

  /** @param {string} id */
  isMine(id) {
    return this.own.has(id) || this.queue.ops.some((op) => op.entry_id === id || op.target?.entry_id === id);
  }

  /** An entry of ours has come back, perhaps before the answer to it. @param {string} id */
  echoed(id) {
    this.own.add(id);
    if (!this.queue.ops.some((op) => op.entry_id === id)) return;
    this.queue = without(this.queue, [id]);
    void this.store.change(this.queueing((old) => without(old, [id])));
  }

  /** Another tab has changed something. @param {import("./store.js").Changed} changed */
  async reread({ area, id }) {
    if (id !== this.gameId) return;
    if (area !== "queues" && area !== "games") return;
    // Both at once: an entry that was sent leaves the queue as it comes into the game.
    const [queue, game] = await Promise.all([this.store.read("queues", id), this.store.game(id)]);
    this.queue = queue ?? emptyQueue(id);
    if (game) this.setGame(game, false);
    this.show();
  }

  /** @returns {() => void} */
  listenToNetwork() {
    const again = () => {
      this.live?.again();
      this.flushIfWelcome();
    };
    const onVisibility = () => void (document.visibilityState === "visible" && this.flushIfWelcome());
    addEventListener("online", again);
    // The browser may be wrong, so that it is tried: only a request that fails says that the network is gone.
    addEventListener("offline", again);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      removeEventListener("online", again);
      removeEventListener("offline", again);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }
}

/** What an entry of the log led to, where it can be told from the game before it. @param {Game | null} before @param {any} entry @returns {{game: Game, events: Event[]} | null} */
function afterEntry(before, entry) {
  if (!before || entry.seq !== before.version + 1 || !PLAYS.includes(entry.kind)) return null;
  const after = playOn(before, { ...entry.body, kind: entry.kind, seat: entry.seat });
  return after.ok ? after : null;
}
