/**
 * One tab of the phone at a time. Web Locks where they are; at an address without TLS they are not, and a lease in the
 * store does: it ends by itself where its tab was closed. The server knows an entry by its id, so that even a lease
 * that ended too early records nothing twice.
 *
 * @typedef {import("./store.js").Store} Store
 */
import { newId, pause } from "./api.js";

const LEASE = 10_000;
const RENEWAL = 3_000;
const RETRY = 400;
const ME = newId();

/** Do something while no other tab does anything under the same name. @template T @param {Store} store @param {string} name @param {() => Promise<T>} work @returns {Promise<T>} */
export function alone(store, name, work) {
  // Where nothing is kept tabs share nothing, and the browser may refuse its locks too.
  return navigator.locks && store.kind !== "memory" ? navigator.locks.request(`scorekeeper/${name}`, work) : leased(store, name, work);
}

/** @template T @param {Store} store @param {string} name @param {() => Promise<T>} work @returns {Promise<T>} */
async function leased(store, name, work) {
  while (!(await take(store, name))) await pause(RETRY * (0.5 + Math.random()));
  const renewing = setInterval(() => void take(store, name), RENEWAL);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await store.change({ area: "leases", id: name, how: (old) => (isMine(old) ? undefined : old) });
  }
}

/** Whether the lease is ours now. @param {Store} store @param {string} name */
async function take(store, name) {
  const now = Date.now();
  const how = (/** @type {any} */ old) => (!old || isMine(old) || old.until < now ? { owner: ME, until: now + LEASE } : old);
  return isMine((await store.change({ area: "leases", id: name, how }))[0]);
}

/** @param {{owner: string} | null} lease */
const isMine = (lease) => lease?.owner === ME;
