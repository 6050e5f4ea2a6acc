// What happened, told: one sentence for each event of the engine, in the page's language.

import { laterModule } from "./later.js";
import { namesOf } from "./target.js";
import { listed, t } from "./texts.js";

const amendments = laterModule(() => import("./amendments.js"));
const TITLES = { 6: "ship", 5: "captain", 4: "crew" };

/** @typedef {{type: string, [more: string]: any}} Event */

/** The sentences of what happened. @param {Event[]} events @param {(seat: number) => string} nameOf @returns {string} */
export const tellEvents = (events, nameOf) => events.map((event) => tellEvent(event, nameOf)).filter(Boolean).join(" ");

/** What a session says happened last: by its events, by what was put right, or else by the server's own sentences. @param {any} happened @param {any} game */
export function tellHappened(happened, game) {
  if (!happened) return "";
  const nameOf = namesOf(game);
  if (happened.events?.length) return tellThrow(happened.entry, nameOf) + tellEvents(happened.events, nameOf);
  const told = happened.entry && amendments()?.tellEntry(happened.entry, nameOf, game);
  return told || (happened.sentences ?? []).join(" ");
}

/** Dice that the server threw: nobody has seen them fall. @param {any} entry @param {(seat: number) => string} nameOf */
const tellThrow = ({ seat, body }, nameOf) => (body?.thrown_by ? `${t("event.server_threw", { name: nameOf(seat), dice: body.dice.join(", ") })} ` : "");

/** @param {Event} event @param {(seat: number) => string} nameOf @returns {string} */
export function tellEvent(event, nameOf) {
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
