// What happened, told: one sentence for each event of the engine, in the page's language.

import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { laterModule } from "./later.js";
import { say } from "./speak.js";
import { namesOf } from "./target.js";
import { listed, t } from "./texts.js";

const [amendments, fetchAmendments] = laterModule(() => import("./amendments.js"));
const TITLES = { 6: "ship", 5: "captain", 4: "crew" };

/** @typedef {{type: string, [more: string]: any}} Event */

/** What is told of one event; `ends`: that a round has ended, and how. @typedef {{text: string, ends?: boolean}} Part */

const ENDS = ["round_won", "round_carried", "seats_out"];
/** The same in the server's own sentences. */
const TELLS_ENDS = / wins the round|cannot pay the next ante/;
/** @type {{parts: Part[]}} */
const NOTHING = { parts: [] };
/** So many letters stand in two lines on a phone. */
const TWO_LINES = 90;

/** What a session says happened last: by its events, by what was put right, or else by the server's own sentences. @param {any} happened @param {any} game @returns {Part[]} */
function partsOf(happened, game) {
  if (!happened) return [];
  const nameOf = namesOf(game);
  const { entry, events, sentences } = happened;
  if (events?.length) {
    const told = events.map((/** @type {Event} */ event) => ({ text: tellEvent(event, nameOf), ends: ENDS.includes(event.type) }));
    return [{ text: tellThrow(entry, nameOf) }, ...told].filter(({ text }) => text);
  }
  const told = entry && amendments()?.tellEntry(entry, nameOf, game);
  return told ? [{ text: told }] : partsIn(sentences);
}

/** @param {string[]} [sentences] the server's @returns {Part[]} */
export const partsIn = (sentences = []) => sentences.map((text) => ({ text, ends: TELLS_ENDS.test(text) }));

/** @param {Part[]} parts */
export const whole = (parts) => parts.map(({ text }) => text).join(" ");

/** As much as there is room for: the last two sentences or one, or how a round has ended, before which the opening of the next gives way. @param {Part[]} parts */
export function briefly(parts) {
  const ends = parts.filter((part) => part.ends);
  const last = ends.at(-1);
  if (!last) {
    const [one = "", other = ""] = sentencesOf(whole(parts)).slice(-2);
    return together(one, other) ?? other;
  }
  const [next = ""] = sentencesOf(whole(parts.slice(parts.indexOf(last) + 1)));
  const told = whole(ends);
  return together(told, next) ?? told;
}

/** Both, if they have room. @param {string} one @param {string} other */
const together = (one, other) => (one.length + other.length < TWO_LINES ? `${one} ${other}`.trim() : null);

const sentencesOf = (/** @type {string} */ told) => told.split(/(?<=[.!?]) (?=\S)/);

/**
 * What has happened since a view was opened, each as it is told when it is first seen, and said aloud once.
 * What happened before is told too as long as nothing else is, but not said.
 * @param {any} opened null as long as it is not @param {(happened: any) => void} [onSaid]
 * @returns {{parts: Part[], past: {id: string, text: string}[]}} parts: of what happened last; past: newest first
 */
export function useHappened(opened, onSaid = () => {}) {
  const { told = [], happened = null, before = null } = opened?.view ?? {};
  const known = useRef(/** @type {Map<string, {parts: Part[], said?: boolean}>} */ (new Map())).current;
  const [isFetched, setFetched] = useState(false);
  const isMissing = !isFetched && !amendments() && [...told, before].some((each) => each && !each.events?.length);
  useEffect(() => {
    // Without it they are told as the server tells them.
    if (isMissing) fetchAmendments().catch(() => {}).then(() => setFetched(true));
  }, [isMissing]);
  for (const each of isMissing ? [] : told) if (!known.has(each.id)) known.set(each.id, { parts: partsOf(each, opened.game) });
  const now = (happened && known.get(happened.id)) ?? NOTHING;
  useEffect(() => {
    if (!now.parts.length) return;
    const unsaid = [...known.values()].filter(({ said }) => !said);
    unsaid.forEach((each) => (each.said = true));
    say((unsaid.length ? unsaid : [now]).map(({ parts }) => whole(parts)).filter(Boolean).join(" "));
    onSaid(happened);
  }, [now]);
  const past = told.map((/** @type {any} */ { id }) => ({ id, text: whole(known.get(id)?.parts ?? []) }));
  const parts = before && !isMissing ? partsOf(before, opened.game) : now.parts;
  return { parts, past: past.filter((/** @type {any} */ { text }) => text).reverse() };
}

/** Dice that the server threw: nobody has seen them fall. @param {any} entry @param {(seat: number) => string} nameOf */
const tellThrow = ({ seat, body }, nameOf) => (body?.thrown_by ? t("event.server_threw", { name: nameOf(seat), dice: body.dice.join(", ") }) : "");

/** @param {Event} event @param {(seat: number) => string} nameOf @returns {string} */
function tellEvent(event, nameOf) {
  const tell = TELL[event.type] ?? plainly;
  return tell(event, {
    name: event.seat ? nameOf(event.seat) : "",
    names: listed((event.seats ?? event.order ?? []).map(nameOf)),
  }, nameOf);
}

/** The ship, the captain and the crew, as they are said. @param {number[]} faces */
export const titlesOf = (faces) => listed(faces.map((face) => t(`the.${TITLES[/** @type {4 | 5 | 6} */ (face)]}`)));

/** @typedef {(event: Event, who: {name: string, names: string}, nameOf: (seat: number) => string) => string} Tell */

/** @type {Tell} */
const plainly = (event, who) => t(`event.${event.type}`, { ...who, count: (event.seats ?? [0]).length });

/** @type {Record<string, Tell>} */
const TELL = {
  start_rolled: (event, who) => t("event.start_rolled", { ...who, total: sum(event.dice) }),
  start_roll_opened: (event, who) => t(event.attempt === 1 ? "event.start_roll_opened" : "event.start_roll_again", who),
  round_opened: tellRoundOpened,
  roll_off_opened: (event, who) => t(event.extra_round ? "event.extra_round_opened" : "event.roll_off_opened", who),
  dice_rolled: tellRoll,
  stood: (event, who) => t("event.stood", { ...who, score: event.score }),
  turn_ended: (event, who) =>
    t(event.bust ? "event.bust" : "event.scored", { ...who, score: event.score }) +
    (event.unverified ? ` ${t("event.unverified")}` : ""),
  round_won: (event, who) => t(event.pot ? "event.round_won_pot" : "event.round_won", { ...who, count: event.pot }),
  round_carried: (event, who) => t(event.pot ? "event.round_carried_pot" : "event.round_carried", { ...who, count: event.pot }),
  game_won: (event, who) => t(event.pot ? "event.game_won_pot" : "event.game_won", { ...who, count: event.pot }),
};

/** @type {Tell} */
function tellRoundOpened(event, _who, nameOf) {
  const told = [t("event.round_opened", { round: event.number, name: nameOf(event.opener) })];
  if (event.seated?.length) told.push(t("event.seated", { names: listed(event.seated.map(nameOf)), count: event.seated.length }));
  const antes = Array.isArray(event.antes) ? event.antes.length : event.antes;
  if (antes) told.push(t("event.antes", { count: event.ante }));
  return told.join(" ");
}

/** @type {Tell} */
function tellRoll(event, { name }) {
  const { turn, kept, hold, dice } = event;
  if (kept.length) return t("event.banked", { name, what: titlesOf(kept) }) + after(turn);
  if (turn.crew < 3) return t("event.banked_nothing", { name }) + after(turn);
  if (hold !== null && hold !== undefined) return t("event.held", { name, hold, face: dice[0] }) + after(turn);
  return t("event.cargo_again", { name }) + after(turn);
}

/** @param {any} turn */
function after(turn) {
  if (turn.crew === 3) return ` ${t("event.cargo_is", { one: turn.cargo[0], other: turn.cargo[1], sum: sum(turn.cargo) })}`;
  return ` ${turn.over ? t("event.last_roll") : t("event.dice_left", { count: 5 - turn.crew })}`;
}

const sum = (/** @type {number[]} */ dice) => dice.reduce((total, face) => total + face, 0);
