/**
 * What a session hears: of others by the stream, of other tabs by the store, of the network by the browser.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../engine/types.js").Event} Event
 * @typedef {Record<string, any>} Game
 */
import { playOn } from "../engine/answer.js";
import { follow } from "./live.js";
import { emptyQueue, isSamePlay, without } from "./queue.js";
import { gameSource } from "./sources.js";
import { PLAYS, isAsFar, pastOf } from "./past.js";
import { newer } from "./store.js";

export class Hearing {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** The number of the last entry that was told of, and the game after it. */
    this.toldUntil = 0;
    this.shadow = /** @type {Game | null} */ (null);
    this.isClosed = false;
    this.live = /** @type {ReturnType<typeof follow> | null} */ (null);
    this.ends = [session.store.onChange((changed) => void this.reread(changed)), this.listenToNetwork()];
  }

  /** @param {Game} game What is known already is no news. */
  beginAt(game) {
    this.shadow = game;
    this.toldUntil = game.version;
  }

  close() {
    this.isClosed = true;
    this.live?.close();
    this.ends.forEach((end) => end());
  }

  /** Whether the game was followed, and is not any more. */
  hasEnded() {
    return this.live?.isClosed() ?? false;
  }

  /** What is sent has been taken: what is followed is there again too. */
  resume() {
    if (this.isClosed || !this.live) return;
    if (this.hasEnded()) this.follow();
    else this.live.wake();
  }

  follow() {
    const { session } = this;
    this.live?.close();
    const source = gameSource(session.gameId, {
      // Not the version that is known: the answer to an entry of ours may be ahead of what others did before it.
      heardOf: () => this.toldUntil,
      onGame: (game, afresh) => this.takeGame(game, afresh),
      onEntry: (entry, game) => this.takeEntry(entry, game),
    });
    this.live = follow(session.client, source, {
      onWay: (following) => session.setFollowing(following),
      onContact: () => this.regained(),
      onAlive: () => session.isAway() && session.flushIfWelcome(),
      onFailure: (failure) => session.failed(failure),
    });
  }

  regained() {
    const { session } = this;
    const wasAway = session.network.state !== "online";
    session.reached(true);
    if (wasAway && session.network.state === "online") void session.sender.flush();
  }

  /** @param {Game} game @param {boolean} afresh */
  takeGame(game, afresh) {
    const { session } = this;
    const { last_entry: last } = game;
    const isNews = last.seq > this.toldUntil && !this.isMine(last.entry_id);
    session.setGame(game, afresh);
    this.beginAt(game);
    if (afresh || game.version > (session.past?.version ?? 0)) session.past = pastOf(game);
    const how = afresh ? () => ({ game, at: Date.now() }) : (/** @type {any} */ old) => newer(old, game);
    void session.keepGame(how);
    void session.lookBack();
    if (isNews) session.tell({ mine: false, entry: last, events: [], sentences: last.sentences });
    else session.show();
  }

  /** @param {any} entry @param {Game | null} game */
  takeEntry(entry, game) {
    const { session } = this;
    const isMine = this.isMine(entry.entry_id) || session.queue.ops.some((op) => isSamePlay(op, entry));
    const isNews = entry.seq > this.toldUntil && !isMine;
    const after = afterEntry(this.shadow, entry, game);
    session.remember(entry, this.shadow, this.isMine(entry.entry_id));
    this.toldUntil = Math.max(this.toldUntil, entry.seq);
    this.shadow = game ?? (after && { ...after.game, version: entry.seq });
    if (game) this.confirm(entry, game);
    if (isNews) session.tell({ mine: false, entry, events: after?.events ?? [], sentences: entry.sentences });
    else session.show();
  }

  /** @param {any} entry @param {Game} game */
  confirm(entry, game) {
    const { session } = this;
    session.setGame(game, false);
    // One of ours that was taken back meanwhile is asked about when it is sent again.
    if (this.waits(entry.entry_id) && entry.effective) this.echoed(entry.entry_id);
    void session.keepGame((old) => newer(old, game));
    void session.lookBack();
  }

  /** An entry of ours has come back, perhaps before the answer to it. @param {string} id */
  echoed(id) {
    const { session } = this;
    session.own.add(id);
    const ids = [id, ...session.queue.ops.filter((op) => op.entry_id === id && op.target).map((op) => op.target.entry_id)];
    session.queue = without(session.queue, ids);
    void session.store.change(session.queueing((old) => without(old, ids)));
  }

  /** @param {string} id */
  waits(id) {
    return this.session.queue.ops.some((op) => op.entry_id === id);
  }

  /** @param {string} id */
  isMine(id) {
    return this.session.own.has(id) || this.session.queue.ops.some((op) => op.entry_id === id || op.target?.entry_id === id);
  }

  /** Another tab has changed something. @param {import("./store.js").Changed} changed */
  async reread({ area, id }) {
    const { session } = this;
    if (id !== session.gameId || (area !== "queues" && area !== "games")) return;
    // Both at once: an entry that was sent leaves the queue as it comes into the game.
    const [queue, kept] = await Promise.all([session.store.read("queues", id), session.store.read("games", id)]);
    session.queue = queue ?? emptyQueue(id);
    if (kept?.past?.version > (session.past?.version ?? 0) && kept.past.by === session.by) session.past = kept.past;
    if (kept) session.setGame(kept.game, false);
    session.show();
  }

  /** @returns {() => void} */
  listenToNetwork() {
    const again = () => {
      this.live?.again();
      this.session.flushIfWelcome();
    };
    const onVisibility = () => void (document.visibilityState === "visible" && this.session.flushIfWelcome());
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

/**
 * What an entry of the log led to, where it can be told from the game before it.
 * @param {Game | null} before @param {any} entry @param {Game | null} told The game after it, if the server has told.
 * @returns {{game: Game, events: Event[]} | null}
 */
export function afterEntry(before, entry, told) {
  if (!before || entry.seq !== before.version + 1 || !PLAYS.includes(entry.kind)) return null;
  const after = playOn(before, { ...entry.body, kind: entry.kind, seat: entry.seat });
  return after.ok && (!told || isAsFar(after.game, told)) ? after : null;
}
