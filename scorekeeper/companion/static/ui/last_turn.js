// The turn that was played last: what is left to look at when it is over.

import { playOn } from "../engine/answer.js";
import { banked } from "../engine/judge.js";
import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { DiceRow } from "./dice.js";
import { classes, html } from "./html.js";
import { Name } from "./parts.js";
import { usePhone } from "./phone.js";
import { Token } from "./seats.js";
import { namesOf } from "./target.js";
import { t } from "./texts.js";
import { asRoll, turnsBefore } from "./turns_before.js";

const CREW = [6, 5, 4];
const LOOK_BACK = 12;
const OTHER_KINDS = ["undo", "redo", "correction", "ruling", "dispute", "withdrawal", "rename", "substitute", "erasure"];

/**
 * @typedef {{seat: number, dice: number[], kept: number[], banked: number[], cargo: number[], score: number | null,
 *   bust: boolean, unverified: boolean, at: number}} LastTurn
 *   dice, kept: its last roll (empty where the score was entered alone); at: when it was heard of, 0 if it was over before
 */

/**
 * The last turn that is over: from what waits here, which is later than all that the server has; from what is heard, if
 * nothing has come after it; or else from the server.
 * @param {import("./game.js").Opened} opened @returns {LastTurn | null}
 */
export function useLastTurn({ game, view, table }) {
  const client = usePhone().clientFor(table);
  const [last, setLast] = useState(/** @type {LastTurn | null} */ (null));
  const rolled = useRef(/** @type {any} */ (null));
  const { happened, confirmed, pending, network } = view;
  useEffect(() => {
    let left = false;
    const events = happened?.events ?? [];
    const isNewest = events.length > 0 && happened.entry.seq === confirmed.version;
    const found = turnHere(view) ?? (isNewest ? turnIn(events, rolled.current) : null);
    if (found) setLast((before) => asBefore(before, found) ?? { ...found, at: Date.now() });
    else if (!isNewest) turnThere(client, confirmed).then((there) => left || setLast((before) => asBefore(before, there) ?? there), () => {});
    return () => {
      left = true;
    };
  }, [game.id, happened?.id, confirmed.version, pending.length, network.state]);
  // A turn can end by standing on dice that were rolled before.
  const now = lastRoll(game);
  if (now) rolled.current = now;
  return last;
}

/** The roll that lies on the table, if there is one. @param {any} game */
const lastRoll = ({ turn }) => (turn?.rolls.length ? { ...turn.rolls.at(-1), seat: turn.seat } : null);

/** The last turn that ends in what waits on this phone, whichever of its tabs entered it. @param {any} view @returns {Omit<LastTurn, "at"> | null} */
function turnHere({ from, pending }) {
  let game = from;
  let found = null;
  for (const op of pending.filter((/** @type {any} */ { kind }) => kind !== "undo")) {
    const after = op.state === "unfit" ? null : playOn(game, op);
    if (!after?.ok) break;
    found = turnIn(after.events, lastRoll(game)) ?? found;
    game = after.game;
  }
  return found;
}

/** What is shown already, if it is the same turn: it has not ended anew. @param {LastTurn | null} before @param {Omit<LastTurn, "at"> | null} found */
const asBefore = (before, found) => (before && found && toldOf(before) === toldOf(found) ? before : null);

/** @param {Omit<LastTurn, "at">} turn */
const toldOf = ({ seat, score, dice, kept, cargo }) => JSON.stringify([seat, score, dice, kept, cargo]);

/** @param {any[]} events @param {any} rolledBefore @returns {Omit<LastTurn, "at"> | null} */
function turnIn(events, rolledBefore) {
  const end = lastOf(events, ({ type }) => type === "turn_ended");
  if (!end) return null;
  const { seat, score, bust, unverified } = end;
  const roll = lastOf(events, ({ type }) => type === "dice_rolled") ?? (rolledBefore?.seat === seat ? rolledBefore : null);
  const after = lastOf(events, ({ turn }) => turn)?.turn;
  return { seat, score, bust, unverified, dice: roll?.dice ?? [], kept: roll?.kept ?? [],
    banked: CREW.slice(0, after?.crew ?? 0), cargo: after?.cargo ?? [] };
}

/** @param {any[]} list @param {(each: any) => boolean} isIt */
const lastOf = (list, isIt) => [...list].reverse().find(isIt);

/** @param {any} client @param {any} game @returns {Promise<LastTurn | null>} */
async function turnThere(client, game) {
  const path = `/v1/games/${game.id}`;
  const { data: log } = await client.get(`${path}/log?after=${Math.max(game.version - LOOK_BACK, 0)}&wait=0`);
  // What an amendment puts in counts for a turn that may be over for long: the last turn is the one of the highest number.
  const plays = log.items.filter((/** @type {any} */ each) => each.turn && each.effective && (each.counts_as || !OTHER_KINDS.includes(each.kind)));
  if (!plays.length) return null;
  const { data: turn } = await client.get(`${path}/turns/${Math.max(...plays.map((/** @type {any} */ play) => play.turn))}`);
  if (turn.status === "open") return null;
  const after = turnsBefore(game.ruleset.turn, turn.rolls.map(asRoll)).at(-1);
  const roll = turn.rolls.at(-1);
  return { ...turn, dice: roll?.dice ?? [], kept: roll?.kept ?? [], banked: after ? banked(after) : [], cargo: after?.cargo ?? [], at: 0 };
}

/** Whose turn it was, and what it brought. @param {{game: any, last: LastTurn}} props */
export const LastScore = ({ game, last }) => html`
  <p class="last-score">${game.next.action === "none" && html`<small>${t("turns.last")}</small>`}<${Token} seat=${last.seat} /><${Name}>${namesOf(game)(last.seat)}<//>
    <b class=${classes("numbers", last.bust && "bust")}>${last.bust ? t("bust") : (last.score ?? "–")}</b>
    ${last.unverified && html`<small>${t("unverified")}</small>`}</p>`;

/** The five dice as they lay in the end. @param {{last: LastTurn}} props */
export function FinalDice({ last }) {
  const dice = finalDice(last);
  return dice.length > 0 && html`<${DiceRow} dice=${dice} kept=${last.banked} look="final" label=${t("turns.last_dice", { dice: dice.join(", ") })} />`;
}

/** What is banked, and beside it the cargo or what never became one. @param {LastTurn} last */
export const finalDice = ({ banked: safe, cargo, dice, kept }) => [...safe, ...(cargo.length ? cargo : without(dice, kept))];

/** @param {number[]} dice @param {number[]} gone */
function without(dice, gone) {
  const left = [...gone];
  return dice.filter((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
