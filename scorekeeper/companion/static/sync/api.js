/**
 * A client of the public API, and of nothing else: a key, JSON, problems as objects.
 *
 * Every call throws a `Failure` and nothing else, which says what became of the request. Whether there is a network is
 * told by requests that fail: what the browser says of itself is often wrong in a cellar.
 *
 * @typedef {"offline" | "timeout" | "busy" | "server" | "revoked" | "forbidden" | "gone" | "refused"} Kind
 * @typedef {{status: number, data: any, etag: string | null, headers: Headers}} Answer
 *
 * @typedef {object} Options
 * @property {unknown} [body]
 * @property {string | null} [etag]        The tag of what is known already; 304 then gives `data` null.
 * @property {number} [ifMatch]            The version that the sender has seen.
 * @property {string} [idempotencyKey]
 * @property {AbortSignal} [signal]
 * @property {number} [timeout]            In milliseconds.
 * @property {Record<string, string>} [headers]
 *
 * @typedef {ReturnType<typeof createClient>} Client
 */

const TIMEOUT = 15_000;
const PROBLEM_KINDS = /** @type {Record<number, Kind>} */ ({
  401: "revoked", 403: "forbidden", 410: "gone", 408: "timeout", 429: "busy", 502: "timeout", 503: "busy", 504: "timeout",
});

/** Why a request has no answer that can be used. */
export class Failure extends Error {
  /**
   * @param {Kind} kind
   * @param {{status?: number, problem?: Record<string, any> | null, retryAt?: number | null, cause?: unknown}} [more]
   */
  constructor(kind, { status = 0, problem = null, retryAt = null, cause } = {}) {
    super(problem?.detail ?? kind, { cause });
    this.name = "Failure";
    this.kind = kind;
    this.status = status;
    this.problem = problem;
    this.code = /** @type {string | null} */ (problem?.code ?? null);
    this.errors = /** @type {Record<string, any>[]} */ (problem?.errors ?? []);
    /** When to try again, in milliseconds since 1970, where the server said so. */
    this.retryAt = retryAt;
  }
}

/** Whether the very same request may succeed later. @param {unknown} failure */
export const isTransient = (failure) =>
  failure instanceof Failure && ["offline", "timeout", "busy", "server"].includes(failure.kind);

/**
 * @param {{base?: string, key?: () => string | null, timeout?: number}} [settings]
 *     base: the server's root without a slash at its end, where the page is not served from it; key: asked before each
 *     request.
 */
export function createClient({ base = "", key = () => null, timeout = TIMEOUT } = {}) {
  /** @param {string} method @param {string} path @param {Options} [options] */
  const call = (method, path, options = {}) => request(base + path, method, key(), { timeout, ...options });
  return {
    base,
    /** @param {string} path @param {Options} [options] */
    get: (path, options) => call("GET", path, options),
    /** @param {string} path @param {unknown} [body] @param {Options} [options] */
    post: (path, body = {}, options) => call("POST", path, { ...options, body }),
    /** @param {string} path @param {unknown} body @param {Options} [options] */
    patch: (path, body, options) => call("PATCH", path, { ...options, body }),
    /** @param {string} path @param {unknown} body @param {Options} [options] */
    put: (path, body, options) => call("PUT", path, { ...options, body }),
    /** @param {string} path @param {Options} [options] */
    del: (path, options) => call("DELETE", path, options),
    /** An answer whose body goes on: the caller reads and ends it. @param {string} path @param {Options} [options] */
    stream: (path, options = {}) => opened(base + path, "GET", key(), options),
    /** The same server with another key, or with none. @param {string | null} other */
    as: (other) => createClient({ base, key: () => other, timeout }),
  };
}

/** A UUID of random bits, also where `crypto.randomUUID` is not: at an address without TLS. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Whoever waits for an answer is told sooner than after so many milliseconds that it takes longer. */
const MOST_PATIENCE = 10_000;

/**
 * A request that may be sent again, until it has an answer; not where the server wants it to wait long.
 * @template T @param {() => Promise<T>} send @param {{tries?: number, isAnswered?: boolean}} [settings]
 *     isAnswered: only where somebody has answered; else it fails at once. @returns {Promise<T>}
 */
export async function retrying(send, { tries = 4, isAnswered = false } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (failure) {
      if (attempt >= tries || !isTransient(failure) || (isAnswered && isUnanswered(failure))) throw failure;
      const wanted = (/** @type {Failure} */ (failure).retryAt ?? 0) - Date.now();
      if (wanted > MOST_PATIENCE) throw failure;
      await pause(Math.max(delayAfter(attempt), wanted));
    }
  }
}

/** Whether it was not the server, nor what stands before it, that failed. @param {unknown} failure */
const isUnanswered = (failure) => failure instanceof Failure && (failure.kind === "offline" || !failure.status);

/** How long to wait after so many failures: about 0.5, 1, 2, 4 … seconds, at most `most`, never two phones alike. @param {number} failures @param {number} most */
export const delayAfter = (failures, most = 60_000) =>
  Math.min(most, 500 * 2 ** Math.min(failures - 1, 10)) * (0.5 + Math.random());

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** @param {string} url @param {string} method @param {string | null} key @param {Options} options @returns {Promise<Answer>} */
async function request(url, method, key, options) {
  const limit = limited(options.signal, options.timeout ?? TIMEOUT);
  try {
    const response = await opened(url, method, key, { ...options, signal: limit.signal });
    const data = [204, 304].includes(response.status) ? null : await jsonOf(response);
    return { status: response.status, data, etag: response.headers.get("ETag"), headers: response.headers };
  } catch (error) {
    throw limit.ranOut() ? new Failure("timeout", { cause: error }) : error;
  } finally {
    limit.end();
  }
}

/** The answer, once it is one that can be used. @param {string} url @param {string} method @param {string | null} key @param {Options} options */
async function opened(url, method, key, options) {
  /** @type {RequestInit} */
  const init = {
    method, headers: headersOf(key, options), signal: options.signal,
    cache: "no-store", credentials: "omit", redirect: "error", referrerPolicy: "no-referrer",
  };
  if (options.body !== undefined) init.body = JSON.stringify(options.body);
  /** @type {Response} */
  let response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    // Nothing else can be told apart: no network, a server that is gone, a portal that leads elsewhere.
    throw new Failure("offline", { cause: error });
  }
  if (response.ok || response.status === 304) return response;
  throw await failureOf(response);
}

/** @param {string | null} key @param {Options} options */
function headersOf(key, { body, etag, ifMatch, idempotencyKey, headers }) {
  /** @type {Record<string, string>} */
  const sent = { Accept: "application/json", ...headers };
  if (key) sent.Authorization = `Bearer ${key}`;
  if (body !== undefined) sent["Content-Type"] = "application/json";
  if (etag) sent["If-None-Match"] = etag;
  if (ifMatch !== undefined) sent["If-Match"] = `"${ifMatch}"`;
  if (idempotencyKey) sent["Idempotency-Key"] = idempotencyKey;
  return sent;
}

/** What came as JSON; anything else was not said by the server: the page of a hotspot, say. @param {Response} response */
async function jsonOf(response) {
  if (!/\bjson\b/.test(response.headers.get("Content-Type") ?? "")) throw new Failure("offline", { status: response.status });
  try {
    return await response.json();
  } catch (error) {
    throw new Failure("offline", { cause: error });
  }
}

/** @param {Response} response */
async function failureOf(response) {
  const { status } = response;
  const problem = await jsonOf(response).catch(() => null);
  // Whoever says 401 or 404 without a problem is not the server. What stands before it may ask for patience too.
  if (!problem && status < 500 && status !== 429) return new Failure("offline", { status });
  // An entry or a seat that is not there is a refusal; a game or a table that is not there is gone.
  const isGone = status === 404 && problem?.code === "not-found";
  // A 503 without a problem is said by what stands before a server that does not answer.
  const kind = status === 503 && !problem ? "timeout" : PROBLEM_KINDS[status] ?? (isGone ? "gone" : status >= 500 ? "server" : "refused");
  return new Failure(kind, { status, problem, retryAt: retryAtOf(response.headers.get("Retry-After")) });
}

/** @param {string | null} value Seconds, or a date. */
function retryAtOf(value) {
  if (!value) return null;
  const at = /^\d+$/.test(value) ? Date.now() + Number(value) * 1000 : Date.parse(value);
  return Number.isNaN(at) ? null : at;
}

/** A signal that also ends after a time. @param {AbortSignal | undefined} outer @param {number} milliseconds */
function limited(outer, milliseconds) {
  const controller = new AbortController();
  let ranOut = false;
  const stop = () => controller.abort();
  const timer = setTimeout(() => {
    ranOut = true;
    stop();
  }, milliseconds);
  if (outer?.aborted) stop();
  outer?.addEventListener("abort", stop);
  const end = () => {
    clearTimeout(timer);
    outer?.removeEventListener("abort", stop);
  };
  return { signal: controller.signal, ranOut: () => ranOut, end };
}
