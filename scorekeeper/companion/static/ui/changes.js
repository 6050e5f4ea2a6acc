// Before and after: what a correction or a ruling would change.

import { judgeRoll } from "../engine/judge.js";
import { tellContent } from "./amendments.js";
import { DiceRow } from "./dice.js";
import { html } from "./html.js";
import { tellMisfit } from "./misfits.js";
import { Button, Name } from "./parts.js";
import { namesOf, roundsAreWon, totalsCount } from "./target.js";
import { t } from "./texts.js";
import { turnsBefore } from "./turns_before.js";

/** So many entries before the first that changes are asked for too: rolls of its turn are among them. */
const LOOK_BACK = 12;

/** @param {{game: any, changes: any, entries: any[], told: string, warnings?: string[]}} props  entries: as `entriesOf` has them */
export function Changes({ game, changes, entries, told, warnings = [] }) {
  const { ruleset } = game;
  const { before, after } = changes.standings;
  const figures = (/** @type {any} */ seat) => (seat ? figuresOf(ruleset, seat) : "–");
  const was = (/** @type {any} */ seat) => before.find((/** @type {any} */ each) => each.seat === seat.seat);
  const moved = after.filter((/** @type {any} */ seat) => figures(seat) !== figures(was(seat)) || seat.status !== was(seat).status);
  return html`
    <section class="changes" aria-label=${t("changes")}>
      <h3>${t("changes")}</h3>
      <p>${told}</p>
      ${changes.entries.map((/** @type {any} */ entry) => html`<${Entry} key=${entry.seq} game=${game} changes=${changes} entries=${entries} entry=${entry} />`)}
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
  return `${told[0]} ${told.slice(1).join(", ")}`.trim();
}

/** What is in the log about the entries that change, with what counts now; nothing where that can't be had. @param {any} client @param {string} gameId @param {any} changes @returns {Promise<any[]>} */
export async function entriesOf(client, gameId, { entries }) {
  if (!entries.length) return [];
  const first = Math.min(...entries.map((/** @type {any} */ { seq }) => seq));
  const path = `/v1/games/${gameId}/log?after=${Math.max(0, first - 1 - LOOK_BACK)}&limit=100`;
  return client.get(path).then((/** @type {any} */ { data }) => data.items, () => []);
}

/**
 * What a ruling would change, its turn told as one: another turn takes the place of all entries of it, which are no
 * later ones.
 * @param {any} changes @param {any} turn Whose it is, with its round and roll-off. @returns {any}
 */
export function asOneTurn(changes, turn) {
  const isOfIt = (/** @type {any} */ { before, after }) => ["seat", "round", "roll_off"].every((field) => (before ?? after).body[field] === turn[field]);
  const own = changes.entries.filter(isOfIt);
  if (!own.length) return changes;
  const [before, after] = ["before", "after"].map((when) => inOne(own.map((/** @type {any} */ entry) => entry[when]).filter(Boolean)));
  return {
    ...changes,
    entries: [{ ...own[0], before, after }, ...changes.entries.filter((/** @type {any} */ entry) => !isOfIt(entry))],
    voided: changes.voided.filter((/** @type {number} */ voided) => !own.some((/** @type {any} */ { seq }) => seq === voided)),
  };
}

/** What the entries of a turn say, as one; null without any. @param {any[]} said */
function inOne(said) {
  const last = said.at(-1);
  const rolls = said.flatMap(rollsOf);
  return last ? { ...last, ...(rolls.length && { kind: "turn", body: { rolls } }) } : null;
}

/** Whose entry it is, and what was said before and after. @param {{game: any, changes: any, entries: any[], entry: any}} props */
function Entry({ game, changes, entries, entry }) {
  const found = entries.find(({ seq }) => seq === entry.seq);
  const roll = (entry.after ?? entry.before).body.roll;
  const kept = (/** @type {string} */ when) => keptIn(game.ruleset.turn, changes, entries, entry, when);
  return html`
    <div class="change-entry">
      ${found?.seat ? html`<b><bdi>${t("amended.who", { name: namesOf(game)(found.seat), round: found.round })}</bdi>${roll ? ` · ${t("told.roll", { roll })}` : null}</b>` : null}
      <dl class="change">
        <dt>${t("changes.before")}</dt><dd><${Content} said=${entry.before} kept=${kept("before")} /></dd>
        <dt>${t("changes.after")}</dt><dd><${Content} said=${entry.after} kept=${kept("after")} /></dd>
      </dl>
    </div>`;
}

/** @param {any} said */
const rollsOf = ({ body }) => (body.rolls ?? [body]).filter((/** @type {any} */ roll) => roll.dice);

/** What each roll of an entry banks; where nobody chose, what the rules bank. @param {any} rules @param {any} changes @param {any[]} entries @param {any} entry @param {string} when @returns {number[][]} */
function keptIn(rules, changes, entries, entry, when) {
  const said = entry[when];
  if (!said) return [];
  const rolls = rollsOf(said);
  const turn = entries.find(({ seq }) => seq === entry.seq)?.turn;
  const earlier = said.kind !== "roll" ? [] : entries
    .filter((each) => each.effective && turn && each.turn === turn && each.seq < entry.seq && each.kind === "roll")
    .map((each) => changes.entries.find((/** @type {any} */ { seq }) => seq === each.seq)?.[when]?.body ?? each.counts_as?.body ?? each.body);
  if (said.kind === "roll" && earlier.length !== said.body.roll - 1) return rolls.map((/** @type {any} */ roll) => roll.keep ?? []);
  const before = turnsBefore(rules, [...earlier, ...rolls]);
  return rolls.map((/** @type {any} */ roll, /** @type {number} */ at) => roll.keep ?? keptOf(before[earlier.length + at], roll));
}

/** @param {any} turn @param {any} roll @returns {number[]} */
function keptOf(turn, { dice, hold }) {
  const verdict = turn && judgeRoll(turn, { dice, hold: hold ?? undefined });
  return verdict?.ok ? verdict.kept : [];
}

/** What a play says, and what it led to. @param {{said: any, kept: number[][]}} props */
function Content({ said, kept }) {
  if (!said) return "–";
  const { kind, body, result } = said;
  const rolls = rollsOf(said);
  return html`
    ${rolls.map((/** @type {any} */ roll, /** @type {number} */ at) => html`<${DiceRow} key=${at} dice=${roll.dice} kept=${kept[at]} look="small" label=${roll.dice.join(", ")} />`)}
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
