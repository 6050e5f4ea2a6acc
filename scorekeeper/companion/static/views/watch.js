// A screen on the wall: who leads, what is in the pot, and the turn as it is played.

import { useEffect, useState } from "../vendor/hooks.js";
import { isTransient } from "../sync/api.js";
import { classes, html } from "../ui/html.js";
import { Die, Pips } from "../ui/dice.js";
import { readDraft, EMPTY } from "../ui/draft.js";
import { briefly, partsIn, useHappened, whole } from "../ui/telling.js";
import { tellWhere, useAwake, useGame } from "../ui/game.js";
import { LastScore, finalDice, useLastTurn } from "../ui/last_turn.js";
import { Name, Waiting } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { go } from "../ui/router.js";
import { Chips, Standings, Token } from "../ui/seats.js";
import { namesOf, targetOf } from "../ui/target.js";
import { newestOf, useTable } from "../ui/table_stream.js";
import { spoken, t } from "../ui/texts.js";
import { Bank, Beat } from "../ui/tray.js";
import { Winner } from "../ui/winner.js";
import { Trouble } from "./trouble.js";

/** So long the end of a turn stays to be seen, even if the next one is quick. */
const MOMENT = 4_000;
const NOWHERE = { current: {} };
/** What a host does for a screen that has nothing to show. @type {Record<string, string>} */
const ADVICE = { revoked: "wall.revoked", gone: "wall.gone", "no-key": "wall.no_key" };
/** Why a wall stands still; else it has no connection. @type {Record<string, string>} */
const STOOD = { revoked: "wall.stood_revoked", gone: "wall.stood_gone" };
const LONG_NAME = 12;
/** So many letters stand in two lines; longer ones are written smaller. */
const LONG_TOLD = 110;
const VERY_LONG_TOLD = 190;

/** @param {{place: import("../ui/router.js").Place}} props */
export function View({ place }) {
  const phone = usePhone();
  const [refused, setRefused] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (!place.secret) return;
    let left = false;
    take(phone, place).then((failure) => {
      if (left) return;
      setRefused(failure);
      // What opens the table is kept on this device; it need not be seen in the address.
      go(`watch/${place.id}`, { instead: true });
    });
    return () => void (left = true);
  }, [place.secret]);
  const table = phone.table(place.id);
  if (place.secret) return html`<${Waiting} />`;
  if (!table) return html`<${InTheWay} failure=${refused ?? { kind: "no-key" }} />`;
  return html`<${Wall} table=${table} />`;
}

/**
 * Keeps the key that stands in the address, if it opens the table and none that may do more is kept and still counts.
 * @param {import("../ui/phone.js").Phone} phone @param {import("../ui/router.js").Place} place
 * @returns {Promise<any>} why the key opens nothing; else null
 */
async function take(phone, { id, secret: key }) {
  const kept = phone.table(id);
  if (kept?.key === key) return null;
  const taken = { id, name: t("table.open"), key, role: "viewer", player_id: null };
  try {
    const { data: { table } } = await phone.client.as(key).get("/v1/key");
    if (table.id !== id) return { kind: "revoked" };
    taken.name = table.name;
  } catch (/** @type {any} */ failure) {
    if (!isTransient(failure)) return failure;
    // Nobody knows whether it counts. It is kept where there is no other; what is wrong shows when the games are asked for.
    if (kept) return null;
  }
  if (!kept || kept.role === "viewer" || (await isDead(phone.clientFor(kept)))) await phone.saveTable(taken);
  return null;
}

/** Whether a key opens nothing any more. @param {any} client */
const isDead = (client) => client.get("/v1/key").then(() => false, (/** @type {any} */ { kind }) => kind === "revoked");

/** Nothing to be shown: why, and what gives the screen its table again. @param {{failure: any, onRetry?: () => void}} props */
const InTheWay = ({ failure, onRetry }) => html`<${Trouble} failure=${failure} told=${ADVICE[failure.kind] && t(ADVICE[failure.kind])} onRetry=${onRetry} />`;

/** @param {{table: import("../ui/phone.js").KnownTable}} props */
function Wall({ table }) {
  const watched = useTable(table);
  const gameId = newestOf(watched?.games ?? [])?.id;
  if (gameId) return html`<${OneGame} key=${gameId} gameId=${gameId} table=${table} />`;
  if (watched && watched.network.state !== "online") return html`<${InTheWay} failure=${failureOf(watched.network)} />`;
  if (!watched?.table) return html`<${Waiting} />`;
  return html`<main class="wall wall-idle"><h1><bdi>${table.name}</bdi></h1><p>${t("wall.waiting")}</p></main>`;
}

/** @param {{state: string, problem: any}} network */
const failureOf = ({ state, problem }) => ({ kind: state, code: problem?.code, problem });

/** @param {{gameId: string, table: import("../ui/phone.js").KnownTable}} props */
function OneGame({ gameId, table }) {
  const { opened, failure, retry } = useGame(gameId);
  useAwake(true);
  const { parts } = useHappened(opened);
  if (!opened) return failure ? html`<${InTheWay} failure=${failure} onRetry=${retry} />` : html`<${Waiting} />`;
  const { game, view } = opened;
  const isNew = game.version === 1 && spoken() === "en";
  const heard = isNew ? partsIn(game.last_entry.sentences) : parts;
  const all = whole(heard);
  const told = all.length > VERY_LONG_TOLD ? briefly(heard) : all;
  const isOver = game.next.action === "none";
  return html`
    <main class=${classes("wall", isOver && "over")}>
      <header class="wall-head"><h1><bdi>${table.name}</bdi></h1><p>${tellWhere(game)}</p>
        ${view.network.state !== "online" && html`<p class="banner" role="status">${t(STOOD[view.network.state] ?? "wall.offline")}</p>`}</header>
      <section class="tray" aria-label=${t("tray")}><div class="felt">
        <${Scene} opened=${opened} />
        ${!isOver && html`<p class=${classes("wall-told", told.length > LONG_TOLD && "long", told.length > VERY_LONG_TOLD && "longer")}>${told}</p>`}
      </div></section>
      <aside class=${classes("card wall-standings", game.seats.length > 8 && "many", game.seats.length > 12 && "crowd")}>
        <h2>${t("standings")}</h2><${Standings} game=${game} />
        ${game.round?.pot ? html`<p class="wall-pot"><span>${t("pot")}</span><${Chips} count=${game.round.pot} /></p>` : null}
      </aside>
    </main>`;
}

/** What there is to look at: the turn that is played, or how the last one ended. @param {{opened: import("../ui/game.js").Opened}} props */
function Scene({ opened }) {
  const { game } = opened;
  const last = useLastTurn(opened);
  const fresh = useFresh(last);
  const rolled = game.turn?.rolls.at(-1);
  const isOver = game.next.action === "none";
  const ended = last && (isOver || !rolled || fresh) ? last : null;
  return html`
    ${isOver ? html`<${Winner} game=${game} />` : html`<${Next} game=${game} />`}
    ${ended ? html`<${Ended} key=${`ended-${ended.at}`} game=${game} last=${ended} />` : !isOver && html`<${Now} game=${game} rolled=${rolled} />`}`;
}

/** Whether a turn has ended just now. @param {import("../ui/last_turn.js").LastTurn | null} last */
function useFresh(last) {
  const [, draw] = useState(0);
  const rest = (last?.at ?? 0) + MOMENT - Date.now();
  useEffect(() => {
    const timer = rest > 0 ? setTimeout(() => draw((count) => count + 1), rest) : undefined;
    return () => clearTimeout(timer);
  }, [last?.at]);
  return rest > 0;
}

/** Who is to move, and what it is up against. @param {{game: any}} props */
function Next({ game }) {
  const { turn } = readDraft(game, EMPTY);
  const target = targetOf(game);
  const name = namesOf(game)(game.next.seat);
  return html`
    <div class="wall-now">
      <h2 class=${classes(name.length > LONG_NAME && "long")}><${Token} seat=${game.next.seat} /><${Name}>${name}<//></h2>
      <${Beat} target=${target} />
      <p class="tray-roll">${turn ? t("turn.roll", { roll: Math.min(turn.rolls_used + 1, turn.rolls_allowed), of: turn.rolls_allowed }) : t("turn.start")}</p>
      <p class="tray-tie">${target.tie}</p>
    </div>`;
}

/** The turn that is being played, in big dice. @param {{game: any, rolled: any}} props */
function Now({ game, rolled }) {
  const reading = readDraft(game, EMPTY);
  return html`
    ${reading.kind === "roll" && html`<${WallBank} banked=${reading.banked} cargo=${reading.turn.cargo} />`}
    ${rolled
      ? html`<${Rolled} key=${game.turn.rolls_used} dice=${rolled.dice} kept=${rolled.kept} />`
      : html`<div class="thrown wall-thrown" aria-hidden="true">${Array.from({ length: reading.due }, (_, at) => html`<${Die} key=${at} />`)}</div>`}`;
}

/** The turn that is over: its score, and the dice that ended it; those that ended the game lie in one row. @param {{game: any, last: import("../ui/last_turn.js").LastTurn}} props */
function Ended({ game, last }) {
  const dice = game.next.action === "none" && finalDice(last);
  return html`
    ${dice ? html`<div class="last-word"><${LastScore} game=${game} last=${last} />${dice.length > 0 && html`<${Rolled} dice=${dice} kept=${last.banked} text="turns.last_dice" />`}</div>`
      : html`<${LastScore} game=${game} last=${last} />`}
    ${!dice && last.dice.length > 0 && html`<${WallBank} banked=${last.banked} cargo=${last.cargo} /><${Rolled} dice=${last.dice} kept=${last.kept} />`}`;
}

/** @param {{banked: number[], cargo: number[]}} props */
const WallBank = ({ banked, cargo }) => html`<${Bank} reading=${{ banked, turn: { cargo }, holdable: [] }} from=${NOWHERE} onHold=${() => {}} />`;

/** @param {{dice: number[], kept: number[], text?: string}} props */
const Rolled = ({ dice, kept, text = "turns.last_roll" }) => html`
  <div class="thrown wall-thrown" role="img" aria-label=${t(text, { dice: dice.join(", ") })}>
    ${dice.map((face, at) => html`<span key=${at} class=${classes("die landing", isKept(dice, kept, at) && "brass")}><${Pips} face=${face} /></span>`)}</div>`;

/** Whether a die of a roll was banked: the first one that shows the face. @param {number[]} dice @param {number[]} kept @param {number} at */
const isKept = (dice, kept, at) => kept.includes(dice[at]) && dice.indexOf(dice[at]) === at;
