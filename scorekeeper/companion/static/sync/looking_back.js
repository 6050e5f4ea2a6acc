/**
 * What was entered and played last, asked of the server: for a phone that was not there, or after something was put right.
 *
 * @typedef {import("./session.js").Session} Session
 */
import { eventsOf } from "./events.js";
import { PLAYS, playIn } from "./past.js";
import { gameIn } from "./store.js";

const LOOK_BACK = 12;
/** So long a stream may take: some networks hold up what never ends. */
const MOST_WAIT = 4_000;

/**
 * The last play that counts, and the game before it: for a host, who may take back every one, whatever came after it;
 * for others, if nothing did.
 * @param {Session} session @returns {Promise<import("./past.js").Past | null>} null where the game has gone on meanwhile
 */
export async function lookBack(session) {
  const { client, path, role, own } = session;
  const { version } = session.knownGame();
  const { data } = await client.get(`${path}/log?after=${Math.max(0, version - LOOK_BACK)}&limit=${LOOK_BACK}`);
  const { items } = data;
  if (items.at(-1)?.seq !== version) return null;
  const last = items.filter((/** @type {any} */ each) => each.effective && PLAYS.includes(each.kind)).pop();
  const now = { version, last: items.at(-1) };
  if (!last) return { ...now, base: null, plays: [] };
  const isOwn = own.has(last.entry_id) || (role === "scorer" && (await client.get("/v1/key")).data.id === last.key_id);
  const before = role === "host" ? gameBefore(session, last.seq, version) : last.seq === version ? gameAfter(session, version - 1) : null;
  return { ...now, base: await before, plays: [playIn(last, isOwn)] };
}

/** How the game would stand without its last play; null where another one is the last by now. @param {Session} session @param {number} seq @param {number} version */
async function gameBefore({ client, path }, seq, version) {
  const { data } = await client.post(`${path}/undo?dry_run=true`, {});
  const isOfThis = data.recorded.seq === version + 1 && data.changes.voided[0] === seq;
  return isOfThis ? { ...gameIn(data), version: seq - 1 } : null;
}

/** The game as it was after an entry: a stream tells that again, to any key. Null where no stream is to be had. @param {Session} session @param {number} seq */
async function gameAfter({ client, path }, seq) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), MOST_WAIT);
  try {
    const { body } = await client.stream(`${path}/stream?after=${seq - 1}`, {
      headers: { Accept: "text/event-stream" }, signal: controller.signal,
    });
    if (body) for await (const { data } of eventsOf(body)) return data.entry?.seq === seq ? data.game : null;
  } catch {
    // Then what was played last is told in the server's own words.
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
  return null;
}
