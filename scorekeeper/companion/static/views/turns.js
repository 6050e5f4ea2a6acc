// What was played: every turn by its round, and each turn with its rolls.

import { classes, html } from "../ui/html.js";
import { DiceRow } from "../ui/dice.js";
import { Awaited, useAnswer } from "../ui/asking.js";
import { useGame } from "../ui/game.js";
import { NextGameNotice } from "../ui/next_game.js";
import { Bar, Name, Waiting } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { Link } from "../ui/router.js";
import { Token } from "../ui/seats.js";
import { namesOf } from "../ui/target.js";
import { t } from "../ui/texts.js";
import { OnlyHere, isAway, turnsHere, withEarlier } from "../ui/turns_here.js";
import { Analysis } from "./analysis.js";
import { Disputes } from "./disputes.js";
import { TurnPage } from "./turn.js";
import { Trouble } from "./trouble.js";

/** @param {{place: import("../ui/router.js").Place}} props */
export function View({ place }) {
  const { opened, failure, retry } = useGame(place.id);
  if (failure && !opened) return html`<${Trouble} failure=${failure} onRetry=${retry} />`;
  if (!opened) return html`<${Bar} title=${t("turns.title")} back=${`play/${place.id}`} /><${Waiting} />`;
  return html`
    <${Page} opened=${opened} rest=${place.rest} />
    ${opened.game.next.action === "none" && html`<div class="foot"><${NextGameNotice} opened=${opened} /></div>`}`;
}

/** @param {{opened: import("../ui/game.js").Opened, rest: string[]}} props */
function Page({ opened, rest: [what, number] }) {
  if (what === "analysis") return html`<${Analysis} opened=${opened} />`;
  if (what === "disputes") return html`<${Disputes} opened=${opened} />`;
  if (number) return html`<${TurnPage} key=${number} opened=${opened} number=${Number(number)} />`;
  return html`<${AllTurns} opened=${opened} />`;
}

/** @param {{opened: import("../ui/game.js").Opened}} props */
function AllTurns({ opened }) {
  const { game, table, view } = opened;
  const client = usePhone().clientFor(table);
  const turns = useAnswer(() => everyTurn(client, game.id), [game.id, game.version, view.network.state]);
  return html`
    <${Bar} title=${t("turns.title")} back=${`play/${game.id}`} />
    <main class="page">
      ${isAway(turns)
        ? html`<${OnlyHere} onRetry=${turns.again} /><${Rounds} game=${game} turns=${withEarlier(turnsHere(opened), turns.data ?? [])} />`
        : turns.data ? html`<${Rounds} game=${game} turns=${turns.data} />` : html`<${Awaited} answer=${turns} />`}
    </main>`;
}

/** @param {any} client @param {string} gameId @returns {Promise<{data: any[]}>} the newest first */
async function everyTurn(client, gameId) {
  const found = [];
  let cursor = "";
  do {
    const { data } = await client.get(`/v1/games/${gameId}/turns?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    found.push(...data.items);
    cursor = data.next;
  } while (cursor);
  return { data: found.reverse() };
}

/** @param {{game: any, turns: any[]}} props */
function Rounds({ game, turns }) {
  if (!turns.length) return html`<p class="card quiet">${t("turns.none")}</p>`;
  const rounds = [...new Set(turns.map((turn) => turn.round))];
  return rounds.map((round) => html`
    <section class="card" key=${round}>
      <h2>${t("title.round", { round })}</h2>
      <ul class="turns">${turns.filter((turn) => turn.round === round).map((turn) => html`
        <li key=${turn.number ?? `${turn.seat}-${turn.roll_off}`}><${TurnLine} game=${game} turn=${turn} /></li>`)}</ul>
    </section>`);
}

/** @param {{game: any, turn: any}} props */
const TurnLine = ({ game, turn }) => {
  const line = html`
    <span class="turn-who"><${Token} seat=${turn.seat} /><${Name}>${namesOf(game)(turn.seat)}<//>
      ${turn.roll_off > 0 && html`<small>${t("turns.roll_off", { number: turn.roll_off })}</small>`}
      ${turn.waits && html`<small>${t("turns.waits")}</small>`}</span>
    <span class="turn-dice">${lastDice(turn)}</span>
    <b class=${classes("numbers", turn.bust && "bust")}>${tellTurn(turn)}</b>`;
  return turn.number ? html`<${Link} to=${`play/${game.id}/turns/${turn.number}`} look="turn-line">${line}<//>` : html`<span class="turn-line">${line}</span>`;
};

/** @param {any} turn */
function lastDice(turn) {
  if (!turn.rolls?.length) return turn.number || turn.unverified ? html`<small>${t("unverified")}</small>` : null;
  const { dice, kept } = turn.rolls.at(-1);
  return html`<${DiceRow} dice=${dice} kept=${kept} look="tiny" label=${t("turns.last_roll", { dice: dice.join(", ") })} />`;
}

/** How a turn ended, in a word. @param {any} turn */
export function tellTurn(turn) {
  if (turn.status === "open") return t("turns.open");
  if (turn.status === "unscored" || (turn.score === null && !turn.bust)) return t("turns.unscored");
  return turn.bust ? t("bust") : String(turn.score);
}
