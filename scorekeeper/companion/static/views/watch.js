// A screen on the wall: who leads, what is in the pot, and the turn as it is played.

import { useEffect, useState } from "../vendor/hooks.js";
import { classes, html } from "../ui/html.js";
import { Die, Pips } from "../ui/dice.js";
import { readDraft, EMPTY } from "../ui/draft.js";
import { tellHappened } from "../ui/telling.js";
import { useAwake, useGame } from "../ui/game.js";
import { Name, Waiting } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { go } from "../ui/router.js";
import { Chips, Standings, Token } from "../ui/seats.js";
import { say } from "../ui/speak.js";
import { namesOf, targetOf } from "../ui/target.js";
import { listed, t } from "../ui/texts.js";
import { Bank } from "../ui/tray.js";
import { Trouble } from "./trouble.js";

const LOOK_EVERY = 5_000;
const NOWHERE = { current: {} };

/** @param {{place: import("../ui/router.js").Place}} props */
export function View({ place }) {
  const phone = usePhone();
  const [ready, setReady] = useState(place.secret === "");
  useEffect(() => {
    if (ready) return;
    keep(phone, place).then(() => {
      setReady(true);
      // The key is kept on this device; it need not be seen in the address.
      go(`watch/${place.id}`, { instead: true });
    });
  }, []);
  const table = phone.table(place.id);
  if (!ready) return html`<${Waiting} />`;
  if (!table) return html`<${Trouble} failure=${{ kind: "no-key" }} />`;
  return html`<${Wall} table=${table} />`;
}

/** Keeps the key that stands in the address, unless this device has a better one. @param {import("../ui/phone.js").Phone} phone @param {any} place */
async function keep(phone, place) {
  if (phone.table(place.id)) return;
  const key = decodeURIComponent(place.secret);
  let name = t("table.open");
  try {
    name = (await phone.client.as(key).get(`/v1/tables/${place.id}`)).data.name;
  } catch {
    // What is wrong shows when the games are asked for.
  }
  await phone.saveTable({ id: place.id, name, key, role: "viewer" });
}

/** @param {{table: import("../ui/phone.js").KnownTable}} props */
function Wall({ table }) {
  const { gameId, failure } = useNewestGame(table);
  if (gameId) return html`<${OneGame} key=${gameId} gameId=${gameId} table=${table} />`;
  if (failure) return html`<${Trouble} failure=${failure} />`;
  return html`<main class="wall wall-idle"><h1><bdi>${table.name}</bdi></h1><p>${t("wall.waiting")}</p></main>`;
}

/** The table's newest game, looked for again and again. @param {import("../ui/phone.js").KnownTable} table */
function useNewestGame(table) {
  const phone = usePhone();
  const [state, setState] = useState(/** @type {{gameId: string | null, failure: any}} */ ({ gameId: null, failure: null }));
  useEffect(() => {
    const client = phone.clientFor(table);
    const look = () => client.get(`/v1/tables/${table.id}/games?limit=1`).then(
      (/** @type {any} */ { data }) => setState({ gameId: data.items[0]?.id ?? null, failure: null }),
      (/** @type {any} */ failure) => setState((now) => ({ ...now, failure })),
    );
    look();
    const timer = setInterval(look, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [table.id]);
  return state;
}

/** @param {{gameId: string, table: import("../ui/phone.js").KnownTable}} props */
function OneGame({ gameId, table }) {
  const { opened, failure, retry } = useGame(gameId);
  useAwake(true);
  const { happened } = opened?.view ?? {};
  const told = opened ? tellHappened(happened, namesOf(opened.game)) : "";
  useEffect(() => {
    if (told) say(told);
  }, [told]);
  if (!opened) return failure ? html`<${Trouble} failure=${failure} onRetry=${retry} />` : html`<${Waiting} />`;
  const { game, view } = opened;
  return html`
    <main class="wall">
      <header class="wall-head"><h1><bdi>${table.name}</bdi></h1><p>${tellWhere(game)}</p>
        ${view.network.state !== "online" && html`<p class="banner">${t("wall.offline")}</p>`}</header>
      <section class="tray" aria-label=${t("tray")}><div class="felt">
        ${game.next.action === "none" ? html`<${Over} game=${game} />` : html`<${Now} game=${game} />`}
        <p class="wall-told">${told || game.last_entry.sentences.join(" ")}</p>
      </div></section>
      <aside class=${classes("card wall-standings", game.seats.length > 8 && "many", game.seats.length > 12 && "crowd")}>
        <h2>${t("standings")}</h2><${Standings} game=${game} />
        ${game.round?.pot ? html`<p class="wall-pot"><span>${t("pot")}</span><${Chips} count=${game.round.pot} /></p>` : null}
      </aside>
    </main>`;
}

/** @param {any} game */
function tellWhere(game) {
  if (!game.round) return t("title.opener");
  if (game.round.roll_off) return t(game.round.extra_round ? "title.extra_round" : "title.roll_off", { round: game.round.number });
  return t("title.round", { round: game.round.number });
}

/** The turn that is being played, in big dice. @param {{game: any}} props */
function Now({ game }) {
  const reading = readDraft(game, EMPTY);
  const target = targetOf(game);
  const last = game.turn?.rolls.at(-1);
  return html`
    <div class="wall-now">
      <h2><${Token} seat=${game.next.seat} /><${Name}>${namesOf(game)(game.next.seat)}<//></h2>
      <p class="tray-beat">${target.score !== null && html`<b class="numbers">${target.score}</b>`} ${target.words}</p>
      <p class="tray-roll">${reading.turn ? t("turn.roll", { roll: Math.min(reading.turn.rolls_used + 1, reading.turn.rolls_allowed), of: reading.turn.rolls_allowed }) : t("turn.start")}</p>
      <p class="tray-tie">${target.tie}</p>
    </div>
    ${reading.kind === "roll" && html`<${Bank} reading=${{ ...reading, holdable: [] }} from=${NOWHERE} onHold=${() => {}} />`}
    ${last && html`<div class="thrown wall-thrown" role="img" aria-label=${t("turns.last_roll", { dice: last.dice.join(", ") })}>
      ${last.dice.map((/** @type {number} */ face, /** @type {number} */ at) => html`<span key=${`${game.turn.rolls_used}-${at}`} class=${classes("die landing", isKept(last, at) && "brass")}><${Pips} face=${face} /></span>`)}</div>`}
    ${!last && html`<div class="thrown wall-thrown" aria-hidden="true">${Array.from({ length: reading.due }, (_, at) => html`<${Die} key=${at} />`)}</div>`}`;
}

/** Whether a die of a roll was banked: the first one that shows the face. @param {any} roll @param {number} at */
const isKept = ({ dice, kept }, at) => kept.includes(dice[at]) && dice.indexOf(dice[at]) === at;

/** @param {{game: any}} props */
function Over({ game }) {
  const names = game.winners.map(namesOf(game));
  return html`
    <p class="ended-over">${t(`over.${game.status}`)}</p>
    <h2 class="ended-who">${names.length ? t(names.length > 1 ? "end.draw" : "end.winner", { names: listed(names) }) : t("end.nobody")}</h2>`;
}
