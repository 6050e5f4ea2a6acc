// The turns that this phone knows by itself: those that were played last, and those that wait here to be sent.

import { playOn } from "../engine/answer.js";
import { isUpTo } from "../sync/past.js";
import { isOfRecorded } from "../sync/queue.js";
import { isTransient } from "../sync/api.js";
import { html } from "./html.js";
import { Button, Notice } from "./parts.js";
import { t } from "./texts.js";

/**
 * @typedef {Record<string, any> & {number: number | null, waits?: boolean}} Turn   As the API has it. Without a number
 *     its score alone is known; `waits`: an entry of it has not been sent.
 */

/** Whether the phone has to do with what it knows. @param {{failure: any}} answer */
export const isAway = ({ failure }) => isTransient(failure);

/** The turns that this phone knows, the newest first. @param {import("./game.js").Opened} opened @returns {Turn[]} */
export function turnsHere({ session, view }) {
  const { base, plays } = beginning(session.past, view);
  const waiting = view.pending.filter((/** @type {any} */ { kind, state }) => kind !== "undo" && state !== "unfit");
  const found = base.round ? base.round.cargo.filter((/** @type {any} */ { score }) => score !== null).map(asTurn(base.round)) : [];
  let game = base;
  let rolls = game.turn?.rolls ?? [];
  let waits = false;
  for (const play of [...plays, ...waiting]) {
    const after = playOn(game, play);
    if (!after.ok) break;
    waits ||= waiting.includes(play);
    for (const event of after.events) {
      if (event.type === "dice_rolled") rolls = [...rolls, { dice: event.dice, kept: event.kept, hold: event.hold ?? null }];
      if (event.type !== "turn_ended" && event.type !== "turn_broken") continue;
      found.push({ ...placeOf(game.round), score: null, bust: false, unverified: false, ...event, rolls, waits,
        status: event.type === "turn_broken" ? "unscored" : "scored" });
      rolls = [];
      waits = false;
    }
    game = after.game;
  }
  const { turn } = game;
  if (turn?.rolls.length) found.push({ ...turn, ...placeOf(game.round), status: "open", score: null, bust: false, waits });
  return found.reverse();
}

/** Those with what the server told before, as far as that is earlier. @param {Turn[]} here @param {Turn[]} told @returns {Turn[]} */
export function withEarlier(here, told) {
  const numbered = here.filter(({ number }) => number);
  const first = Number(numbered.at(-1)?.number ?? Infinity);
  return told.length ? [...numbered, ...told.filter(({ number }) => Number(number) < first)] : here;
}

/** The oldest game that is known, and what was recorded after it and is not taken back here. @param {any} past @param {any} view @returns {{base: any, plays: any[]}} */
function beginning(past, { confirmed, from, pending }) {
  if (!isUpTo(past, confirmed) || !past.base) return { base: from, plays: [] };
  const undone = pending.filter(isOfRecorded).length;
  return { base: past.base, plays: past.plays.slice(0, past.plays.length - undone) };
}

/** @param {any} round */
const placeOf = ({ number, roll_off }) => ({ round: number, roll_off });

/** A turn of which the score alone is known. @param {any} round @returns {(result: any) => Turn} */
const asTurn = (round) => ({ seat, score, unverified }) =>
  ({ ...placeOf(round), number: null, seat, score, unverified, bust: !score, status: "scored", rolls: [] });

/** What is shown is not all there is. @param {{onRetry: () => void}} props */
export const OnlyHere = ({ onRetry }) => html`
  <${Notice}>${t("turns.here")} <${Button} look="small" onClick=${onRetry}>${t("try_again")}<//><//>`;
