/**
 * Following something on the server as it changes: by its stream; where that cannot be had by asking and waiting; and
 * where even that is not there, by asking again and again.
 *
 * @typedef {import("./api.js").Client} Client
 * @typedef {"stream" | "wait" | "poll" | "off"} Way
 *
 * @typedef {object} Source   What is followed.
 * @property {string} path
 * @property {() => string | number | null} cursor   Where to go on; null for the whole state first.
 * @property {(sent: import("./events.js").Sent) => void} take
 * @property {(ask: Ask, seconds: number) => Promise<boolean>} wait   Ask once, and wait for news; false where that can't be.
 * @property {(ask: Ask) => Promise<void>} poll                      Ask once.
 *
 * @typedef {(path: string, options?: import("./api.js").Options) => Promise<import("./api.js").Answer>} Ask
 *
 * @typedef {object} Listener
 * @property {(way: Way) => void} onWay
 * @property {() => void} onContact                  The server has answered.
 * @property {() => void} [onAlive]                  Something has come by the stream, be it a heartbeat.
 * @property {(failure: Failure) => void} onFailure  It has not. After what is not transient, nothing more is tried.
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
const FOR_EVER = 2 ** 31 - 1;

/** Thrown where the stream is not to be had, though the server is there. */
class NoStream extends Error {}

/** @param {Client} client @param {Source} source @param {Listener} listener @returns {{close: () => void, again: () => void, wake: () => void, isClosed: () => boolean}} */
export function follow(client, source, listener) {
  const follower = new Follower(client, source, listener);
  void follower.run();
  return { close: () => follower.close(), again: () => follower.again(), wake: () => follower.wake(), isClosed: () => follower.isClosed };
}

class Follower {
  /** @param {Client} client @param {Source} source @param {Listener} listener */
  constructor(client, source, listener) {
    this.client = client;
    this.source = source;
    this.listener = listener;
    this.isClosed = false;
    this.isAsleep = false;
    this.isAgain = false;
    this.failures = 0;
    this.ends = 0;
    this.streamAgainAt = 0;
    this.canWait = true;
    /** Whether asking has been answered since the stream was lost: before, it is asked without waiting. */
    this.isWaiting = false;
    this.controller = new AbortController();
    this.wake = () => {};
    this.hiddenTimer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
    this.onVisibility = () => this.seen(document.visibilityState !== "hidden");
    document.addEventListener("visibilitychange", this.onVisibility);
  }

  async run() {
    while (!this.isClosed) {
      if (this.isAsleep) await this.rest(FOR_EVER);
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
    if (isVisible) {
      this.isAsleep = false;
      this.wake();
    } else {
      this.hiddenTimer = setTimeout(() => this.sleep(), HIDDEN);
    }
  }

  sleep() {
    this.isAsleep = true;
    this.listener.onWay("off");
    this.controller.abort();
  }

  once() {
    if (Date.now() < this.streamAgainAt) return this.canWait ? this.wait() : this.poll();
    this.isWaiting = false;
    return this.stream();
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

  async stream() {
    const response = await this.opened();
    if (!response.body) throw new NoStream();
    this.contact("stream");
    const watch = watchdog(() => this.controller.abort());
    const alive = () => {
      watch.alive();
      this.listener.onAlive?.();
    };
    try {
      for await (const sent of eventsOf(response.body, alive)) this.take(sent);
    } finally {
      watch.end();
    }
    // It has ended, as it does when the server starts again: connect again, but not in a hurry.
    this.ends += 1;
    await this.rest(delayAfter(this.ends, 10_000));
  }

  async opened() {
    const cursor = this.source.cursor();
    const query = cursor === null ? "" : `?after=${encodeURIComponent(cursor)}`;
    try {
      return await this.client.stream(`${this.source.path}/stream${query}`, {
        headers: { Accept: "text/event-stream" }, signal: this.controller.signal,
      });
    } catch (error) {
      if (error instanceof Failure && (error.code === "streams-full" || (await this.isOnlyTheStream(error)))) throw new NoStream();
      throw error;
    }
  }

  /** Whether what is followed is there, and it is the stream alone that this server does not have. @param {Failure} failure */
  async isOnlyTheStream(failure) {
    return failure.kind === "gone" && (await this.ask(this.source.path)).status === 200;
  }

  /** @param {import("./events.js").Sent} sent */
  take(sent) {
    if (sent.event === "end" && sent.data.reason === "key") throw new Failure("revoked");
    if (sent.event === "end" && sent.data.reason === "gone") throw new Failure("gone");
    this.source.take(sent);
    this.failures = 0;
    this.ends = 0;
  }

  /** @type {Ask} */
  ask(path, options = {}) {
    return this.client.get(path, { signal: this.controller.signal, ...options });
  }

  async wait() {
    this.canWait = await this.source.wait((path, options) => this.ask(path, options), this.isWaiting ? WAIT : 0);
    if (!this.canWait) return;
    this.isWaiting = true;
    this.contact("wait");
  }

  async poll() {
    await this.source.poll((path, options) => this.ask(path, options));
    this.contact("poll");
    await this.rest(POLL * (0.8 + Math.random() * 0.4));
    this.canWait = Date.now() >= this.streamAgainAt;
  }

  /** @param {Way} way */
  contact(way) {
    this.listener.onContact();
    this.listener.onWay(way);
  }
}

/** Ends what has been silent for too long. @param {() => void} bark */
function watchdog(bark) {
  let timer = setTimeout(bark, SILENCE);
  const end = () => clearTimeout(timer);
  const alive = () => {
    end();
    timer = setTimeout(bark, SILENCE);
  };
  return { alive, end };
}
