// Before and after: what a correction or a ruling would change.

import { tellContent } from "./amendments.js";
import { DiceRow } from "./dice.js";
import { html } from "./html.js";
import { tellMisfit } from "./misfits.js";
import { Button, Name } from "./parts.js";
import { namesOf, roundsAreWon, totalsCount } from "./target.js";
import { t } from "./texts.js";

/** @param {{ruleset: any, changes: any, told: string, warnings?: string[]}} props */
export function Changes({ ruleset, changes, told, warnings = [] }) {
  const { before, after } = changes.standings;
  const figures = (/** @type {any} */ seat) => (seat ? figuresOf(ruleset, seat) : "–");
  const was = (/** @type {any} */ seat) => before.find((/** @type {any} */ each) => each.seat === seat.seat);
  const moved = after.filter((/** @type {any} */ seat) => figures(seat) !== figures(was(seat)) || seat.status !== was(seat).status);
  return html`
    <section class="changes" aria-label=${t("changes")}>
      <h3>${t("changes")}</h3>
      <p>${told}</p>
      ${changes.entries.map((/** @type {any} */ entry) => html`<${Entry} key=${entry.seq} entry=${entry} />`)}
      ${moved.length
        ? html`<table class="change-table"><thead><tr><th scope="col">${t("changes.seat")}</th><th scope="col">${t("changes.before")}</th><th scope="col">${t("changes.after")}</th></tr></thead>
            <tbody>${moved.map((/** @type {any} */ seat) => html`<tr key=${seat.seat}><th scope="row"><${Name}>${seat.name}<//></th>
              <td>${figures(was(seat))}</td><td><b>${figures(seat)}</b></td></tr>`)}</tbody></table>`
        : html`<p class="quiet">${t("changes.none")}</p>`}
      ${changes.voided.length > 0 && html`<p class="notice">${t("changes.voided", { count: changes.voided.length })}</p>`}
      ${warnings.length > 0 && html`<p class="notice">${t("changes.opener")}</p>`}
    </section>`;
}

/** How somebody stands, by what the game is played for. @param {any} ruleset @param {any} seat */
function figuresOf(ruleset, seat) {
  const told = [t("rank", { rank: seat.rank })];
  if (roundsAreWon(ruleset)) told.push(t("changes.rounds", { count: seat.rounds_won }));
  if (totalsCount(ruleset)) told.push(t("changes.total", { total: seat.total }));
  if (seat.chips !== null) told.push(t("changes.chips", { count: seat.chips }));
  return told.join(" ");
}

/** @param {{entry: any}} props */
const Entry = ({ entry }) => html`
  <dl class="change">
    <dt>${t("changes.before")}</dt><dd><${Content} said=${entry.before} /></dd>
    <dt>${t("changes.after")}</dt><dd><${Content} said=${entry.after} /></dd>
  </dl>`;

/** What a play says, and what it led to. @param {{said: any}} props */
function Content({ said }) {
  if (!said) return "–";
  const { kind, body, result } = said;
  const rolls = (body.rolls ?? [body]).filter((/** @type {any} */ roll) => roll.dice);
  return html`
    ${rolls.map((/** @type {any} */ roll, /** @type {number} */ at) => html`<${DiceRow} key=${at} dice=${roll.dice} kept=${roll.keep ?? []} look="small" label=${roll.dice.join(", ")} />`)}
    ${!rolls.length && html`<span>${t(`entry.${kind}`, { score: body.score ?? "" })}</span>`}
    ${result.turn_score !== null && html`<b class="numbers">${result.bust ? t("bust") : result.turn_score}</b>`}`;
}

/** Later entries that no longer fit: the first, which shows why, and the others folded. @param {{game: any, conflicts: any[], onStrike: () => void}} props */
export const Unfit = ({ game, conflicts: [first, ...others], onStrike }) => html`
  <div class="notice" role="alert">
    <p>${t("unfit", { count: 1 + others.length })}</p>
    <ul class="unfit"><${Misfit} game=${game} entry=${first} /></ul>
    ${others.length > 0 && html`<details><summary>${t("unfit.more", { count: others.length })}</summary>
      <ul class="unfit">${others.map((entry) => html`<${Misfit} key=${entry.seq} game=${game} entry=${entry} />`)}</ul></details>`}
    <${Button} look="small danger" onClick=${onStrike}>${t("unfit.strike")}<//>
  </div>`;

/** What was entered, and why it no longer fits. @param {{game: any, entry: any}} props */
function Misfit({ game, entry: { kind, body, errors: [why] } }) {
  const nameOf = namesOf(game);
  const told = why.code === "not-your-turn" && why.legal?.seat ? t("unfit.turn", { name: nameOf(why.legal.seat) }) : tellMisfit(why, nameOf);
  return html`<li>${body.seat ? html`<b><${Name}>${nameOf(body.seat)}<//></b>: ` : null}${tellContent(body) || t(`entry.${kind}`, { score: "" })} – ${told}</li>`;
}
