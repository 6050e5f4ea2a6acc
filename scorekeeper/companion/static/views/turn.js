// One turn: its rolls, and what can be done about them.

import { useState } from "../vendor/hooks.js";
import { classes, html } from "../ui/html.js";
import { DiceRow } from "../ui/dice.js";
import { Awaited, useAnswer } from "../ui/asking.js";
import { Icon } from "../ui/icons.js";
import { Bar, Button, Name } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { isHost, mayWrite } from "../ui/roles.js";
import { Token } from "../ui/seats.js";
import { namesOf } from "../ui/target.js";
import { titlesOf } from "../ui/telling.js";
import { t } from "../ui/texts.js";
import { OnlyHere, isAway, turnsHere } from "../ui/turns_here.js";
import { Correct } from "./correct.js";
import { Dispute } from "./dispute.js";
import { tellTurn } from "./turns.js";

/** @param {{opened: import("../ui/game.js").Opened, number: number}} props */
export function TurnPage({ opened, number }) {
  const { game, table, view } = opened;
  const client = usePhone().clientFor(table);
  const answer = useAnswer(() => turnAndEntries(client, game.id, number), [game.version, number, view.network.state]);
  const here = isAway(answer) ? turnsHere(opened).find((turn) => turn.number === number) : null;
  return html`
    <${Bar} title=${t("turn.title", { number })} back=${`play/${game.id}/turns`} />
    <main class="page">
      ${here ? html`<${OnlyHere} onRetry=${answer.again} /><${Turn} opened=${opened} turn=${here} entries=${[]} isHere />`
        : answer.data ? html`<${Turn} opened=${opened} turn=${answer.data.turn} entries=${answer.data.entries} />` : html`<${Awaited} answer=${answer} />`}
    </main>`;
}

/** The turn, and the entries of the log that it is made of. @param {any} client @param {string} gameId @param {number} number */
async function turnAndEntries(client, gameId, number) {
  const { data: turn } = await client.get(`/v1/games/${gameId}/turns/${number}`);
  const found = [];
  let cursor = "";
  do {
    const where = `limit=100&seat=${turn.seat}&round=${turn.round}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { data } = await client.get(`/v1/games/${gameId}/log?${where}`);
    found.push(...data.items);
    cursor = data.next;
  } while (cursor);
  return { data: { turn, entries: found.filter((entry) => entry.effective && entry.turn === number).map(asItCounts) } };
}

/** An entry with what counts in the place of what it said. @param {any} entry */
const asItCounts = (entry) => ({ ...entry, kind: entry.counts_as?.kind ?? entry.kind, body: entry.counts_as?.body ?? entry.body });

/** The entry that holds a roll, or the whole turn. @param {any[]} entries @param {number} roll 1 for the first */
export const entryOf = (entries, roll) =>
  entries.find(({ kind, body }) => kind === "roll" && body.roll === roll) ?? entries.find(({ kind }) => kind === "turn" || kind === "score");

/** Whether the server threw a roll: such dice stand. @param {any[]} entries @param {number} roll */
const byServer = (entries, roll) => entryOf(entries, roll)?.body.thrown_by === "server";

/** @param {{opened: import("../ui/game.js").Opened, turn: any, entries: any[], isHere?: boolean}} props  isHere: as far as this phone knows; to put it right needs the network */
function Turn({ opened, turn, entries, isHere = false }) {
  const { game, table } = opened;
  const [doing, setDoing] = useState(/** @type {any} */ (null));
  const close = () => setDoing(null);
  return html`
    <section class="card turn">
      <h2><${Token} seat=${turn.seat} /><${Name}>${namesOf(game)(turn.seat)}<//></h2>
      <p class="quiet">${t("title.round", { round: turn.round })}${turn.roll_off > 0 && html` · ${t("turns.roll_off", { number: turn.roll_off })}`}</p>
      <p class=${classes("turn-score numbers", turn.bust && "bust")}>${tellTurn(turn)}</p>
      ${turn.unverified && html`<p class="quiet">${t("unverified")}</p>`}
      <ol class="turn-rolls">${turn.rolls.map((/** @type {any} */ roll, /** @type {number} */ at) => html`
        <li key=${at} class="turn-roll">
          <b>${t("told.roll", { roll: at + 1 })}</b>
          <span class="felt turn-roll-dice"><${DiceRow} dice=${roll.dice} kept=${roll.kept} look="small" label=${tellDice(roll)} />
            ${roll.hold !== null && html`<small>${t("turn.held", { face: roll.hold })}</small>`}
            ${byServer(entries, at + 1) && html`<small class="by-server"><${Icon} name="computer" />${t("computer.by_server")}</small>`}</span>
          ${isHost(table) && entryOf(entries, at + 1) && !byServer(entries, at + 1) && html`<${Button} look="small" icon="pencil" onClick=${() => setDoing({ roll: at + 1 })}>${t("correct")}<//>`}
        </li>`)}</ol>
      ${!turn.rolls.length && isHost(table) && entries.length > 0 && html`<${Button} look="second" icon="pencil" onClick=${() => setDoing({ score: true })}>${t("correct")}<//>`}
      ${mayWrite(table) && !isHere && html`<${Button} look="second wide" icon="scales" onClick=${() => setDoing({ dispute: true })}>${t("dispute")}<//>`}
    </section>
    ${doing?.dispute && html`<${Dispute} opened=${opened} turn=${turn} stood=${entries.some(({ kind, body }) => kind === "stand" || body.stand === true)} onClose=${close} />`}
    ${(doing?.roll || doing?.score) && html`<${Correct} opened=${opened} turn=${turn} roll=${doing.roll ?? null} entry=${entryOf(entries, doing.roll ?? 1)} onClose=${close} />`}`;
}

/** @param {any} roll */
const tellDice = ({ dice, kept }) => (kept.length ? t("turn.dice_kept", { dice: dice.join(", "), what: titlesOf(kept) }) : dice.join(", "));
