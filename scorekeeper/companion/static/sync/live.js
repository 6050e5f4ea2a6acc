/**
 * Following a game as others enter things: by its stream; where that cannot be had by asking for its log and waiting;
 * and where even that is not there, by asking again and again.
 *
 * @typedef {import("./api.js").Client} Client
 * @typedef {Record<string, any>} Game
 *
 * @typedef {object} Listener
 * @property {() => number} version                        The number of the last entry that was heard of.
 * @property {(game: Game, afresh: boolean) => void} onGame        `afresh`: it stands even if it is older.
 * @property {(entry: any, game: Game | null) => void} onEntry     An entry of the log; with the game after it, if told.
 * @property {(way: "stream" | "wait" | "poll" | "off") => void} onWay
 * @property {() => void} onContact                        The server has answered.
 * @property {(failure: Failure) => void} onFailure
 */
import { Failure, delayAfter, isTransient } from "./api.js";
import { eventsOf } from "./events.js";

const SILENCE = 40_000;
const WAIT = 25;
const POLL = 4_000;
/** So long the other ways are used before the stream is tried again. */
const NO_STREAM = 120_000;
/** A page that nobody looks at for so long is not followed. */
const HIDDEN = 300_000;

/** Thrown where the stream is not to be had, though the server is there. */
class NoStream extends Error {}

/** @param {Client} client @param {string} gameId @param {Listener} listener @returns {{close: () => void, again: () => void}} */
export function follow(client, gameId, listener) {
  const follower = new Follower(client, `/v1/games/${gameId}`, listener);
  void follower.run();
  return { close: () => follower.close(), again: () => follower.again() };
}

class Follower {
  /** @param {Client} client @param {string} path @param {Listener} listener */
  constructor(client, path, listener) {
    this.client = client;
    this.path = path;
    this.listener = listener;
    this.isClosed = false;
    this.failures = 0;
    this.streamAgainAt = 0;
    this.canWait = true;
    /** Whether the log has answered since the stream was lost: before, it is asked without waiting. */
    this.isWaiting = false;
    this.etag = /** @type {string | null} */ (null);
    this.controller = new AbortController();
    this.wake = () => {};
    this.hiddenTimer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
    this.isAsleep = false;
    this.isAgain = false;
    this.isAfresh = false;
    this.ends = 0;
    this.onVisibility = () => this.seen(document.visibilityState !== "hidden");
    document.addEventListener("visibilitychange", this.onVisibility);
  }

  async run() {
    while (!this.isClosed) {
      if (this.isAsleep) await this.rest(2 ** 31 - 1);
      this.controller = new AbortController();
      this.isAgain = false;
      try {
        await this.once();
        this.failures = 0;
      } catch (error) {
        if (!this.isClosed && !this.isAsleep && !this.isAgain) await this.failed(error);
      }
    }
  }

  /** Connect afresh at once: the network is another one now, or gone, and what is open may be dead. */
  again() {
    this.isAgain = true;
    this.controller.abort();
    this.wake();
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.hiddenTimer);
    document.removeEventListener("visibilitychange", this.onVisibility);
    this.listener.onWay("off");
    this.controller.abort();
    this.wake();
  }

  /** @param {boolean} isVisible */
  seen(isVisible) {
    clearTimeout(this.hiddenTimer);
    if (!isVisible) {
      this.hiddenTimer = setTimeout(() => this.sleep(), HIDDEN);
    } else {
      this.isAsleep = false;
      this.wake();
    }
  }

  sleep() {
    this.isAsleep = true;
    this.listener.onWay("off");
    this.controller.abort();
  }

  once() {
    if (Date.now() >= this.streamAgainAt) {
      this.isWaiting = false;
      return this.stream();
    }
    return this.canWait ? this.wait() : this.poll();
  }

  /** @param {unknown} error */
  async failed(error) {
    if (error instanceof NoStream) {
      this.streamAgainAt = Date.now() + NO_STREAM;
      return;
    }
    const failure = error instanceof Failure ? error : new Failure("offline", { cause: error });
    this.failures += 1;
    this.listener.onWay("off");
    this.listener.onFailure(failure);
    if (!isTransient(failure)) {
      this.close();
      return;
    }
    await this.rest(Math.max(delayAfter(this.failures, 15_000), (failure.retryAt ?? 0) - Date.now()));
  }

  /** Until somebody wakes us, or for so long. @param {number} milliseconds */
  rest(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }

  // The stream

  async stream() {
    const response = await this.opened();
    if (!response.body) throw new NoStream();
    this.contact("stream");
    const watch = new Watchdog(() => this.controller.abort());
    try {
      for await (const sent of eventsOf(response.body, () => watch.alive())) this.take(sent);
    } finally {
      watch.end();
    }
    // It has ended, as it does when the server starts again: connect again, but not in a hurry.
    this.ends += 1;
    await this.rest(delayAfter(this.ends, 10_000));
  }

  async opened() {
    const after = this.listener.version();
    try {
      return await this.client.stream(`${this.path}/stream${after ? `?after=${after}` : ""}`, {
        headers: { Accept: "text/event-stream" }, signal: this.controller.signal,
      });
    } catch (error) {
      if (error instanceof Failure && (error.code === "streams-full" || (error.kind === "gone" && (await this.isThere())))) {
        throw new NoStream();
      }
      throw error;
    }
  }

  /** Whether the game is there: then it is the stream that this server does not have. */
  async isThere() {
    return (await this.client.get(this.path, { signal: this.controller.signal })).status === 200;
  }

  /** @param {import("./events.js").Sent} sent */
  take({ event, data }) {
    if (event === "reset") this.isAfresh = true;
    if (event === "game") {
      this.listener.onGame(data, this.isAfresh);
      this.isAfresh = false;
    }
    if (event === "entry") this.listener.onEntry(data.entry, data.game);
    if (event === "end" && data.reason === "key") throw new Failure("revoked");
    if (event === "end" && data.reason === "gone") throw new Failure("gone");
    this.failures = 0;
    this.ends = 0;
  }

  // Without a stream

  async wait() {
    const { items } = await this.log();
    if (!this.canWait) return;
    this.contact("wait");
    this.isWaiting = true;
    for (const entry of items) this.listener.onEntry(entry, null);
    if (items.length) await this.read();
  }

  async log() {
    try {
      const path = `${this.path}/log?after=${this.listener.version()}&wait=${this.isWaiting ? WAIT : 0}`;
      return (await this.client.get(path, { signal: this.controller.signal, timeout: (WAIT + 15) * 1000 })).data;
    } catch (error) {
      if (!(error instanceof Failure) || (error.kind !== "refused" && error.kind !== "busy")) throw error;
      this.canWait = false;
      return { items: [] };
    }
  }

  async poll() {
    await this.read();
    this.contact("poll");
    await this.rest(POLL * (0.8 + Math.random() * 0.4));
    this.canWait = Date.now() >= this.streamAgainAt;
  }

  async read() {
    const answer = await this.client.get(this.path, { etag: this.etag, signal: this.controller.signal });
    this.etag = answer.etag;
    if (answer.data) this.listener.onGame(answer.data, false);
  }

  /** @param {"stream" | "wait" | "poll"} way */
  contact(way) {
    this.listener.onContact();
    this.listener.onWay(way);
  }
}

/** Ends what has been silent for too long. */
class Watchdog {
  /** @param {() => void} bark */
  constructor(bark) {
    this.bark = bark;
    this.timer = setTimeout(bark, SILENCE);
  }

  alive() {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.bark, SILENCE);
  }

  end() {
    clearTimeout(this.timer);
  }
}
