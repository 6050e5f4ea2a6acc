// What was entered here is not what is recorded: both are shown, and a person decides.

import { judgeRoll } from "../engine/judge.js";
import { useState } from "../vendor/hooks.js";
import { tellAmendment, tellContent } from "./amendments.js";
import { useAnswer } from "./asking.js";
import { DiceRow } from "./dice.js";
import { tellFailure } from "./failures.js";
import { html } from "./html.js";
import { tellMisfit } from "./misfits.js";
import { Button, Notice } from "./parts.js";
import { usePhone } from "./phone.js";
import { isHost, mayEnterFor } from "./roles.js";
import { namesOf } from "./target.js";
import { t } from "./texts.js";
import { asRoll, turnsBefore } from "./turns_before.js";

const MOST = 4;
/** With these what was entered here counts, and what follows it may stay. */
const COUNTS_MINE = ["correct", "reenter", "take_back"];

/** @param {{opened: import("./game.js").Opened, onReenter: (mine: any) => void}} props */
export function Conflict({ opened, onReenter }) {
  const { game, session, view } = opened;
  const { conflict } = view;
  const [failure, setFailure] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const recorded = useRecorded(opened, conflict);
  const theirs = conflict?.theirs && (recorded.find((/** @type {any} */ { seq }) => seq === conflict.theirs.seq) ?? conflict.theirs);
  // What is to be taken back is recorded itself.
  const mine = conflict?.mine.target ?? conflict?.mine;
  const [mineKept, theirsKept] = useKept(opened, mine, theirs && flat(theirs), conflict?.version);
  if (!conflict) return null;
  const meanwhile = recorded.filter((/** @type {any} */ { seq }) => seq !== theirs?.seq);
  const choices = conflict.choices.filter((/** @type {string} */ choice) => mayChoose(choice, opened));
  const follow = choices.some((/** @type {string} */ choice) => COUNTS_MINE.includes(choice)) ? conflict.follow.length : 0;
  const drops = conflict.drops.length - follow;
  const choose = async (/** @type {string} */ choice) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const answer = await session.resolve(choice);
    setBusy(false);
    if (!answer.ok) setFailure(answer.failure);
    else if (choice === "reenter" && answer.mine) onReenter(answer.mine);
  };
  return html`
    <section class="card conflict" role="alert" aria-label=${t("conflict.title")}>
      <h2>${t(`conflict.${conflict.kind}`)}</h2>
      <${Version} title=${t(mine === conflict.mine ? "conflict.mine" : "conflict.taken_back")} game=${game} entry=${mine} kept=${mineKept} />
      ${theirs && html`<${Version} title=${by("conflict.theirs", theirs)} game=${game} entry=${flat(theirs)} kept=${theirsKept} />`}
      ${!conflict.theirs && conflict.problem && html`<p>${tellProblem(conflict.problem, namesOf(game))}</p>`}
      ${meanwhile.length > 0 && html`<${Meanwhile} game=${game} entries=${meanwhile} />`}
      ${Object.entries({ drops, follow }).map(([key, count]) => count > 0 && html`<p key=${key} class="quiet">${t(`conflict.${key}`, { count })}</p>`)}
      <div class="conflict-acts">${choices.map((/** @type {string} */ choice, /** @type {number} */ at) => html`
        <${Button} key=${choice} look=${at ? "second" : "first"} aria-disabled=${busy ? "true" : null} onClick=${() => choose(choice)}>${t(`conflict.${choice}`)}<//>`)}</div>
      ${failure && html`<${Notice}>${tellFailure(failure)}<//>`}
    </section>`;
}

/** Whether this phone may do what a choice leads to; dropping its own it may always. @param {string} choice @param {import("./game.js").Opened} opened */
function mayChoose(choice, { game, table, view }) {
  if (choice === "correct" || choice === "take_back") return isHost(table);
  return choice !== "reenter" || mayEnterFor(table, game, view.conflict.mine.seat ?? null);
}

/** What others have recorded since the entry was made here. @param {import("./game.js").Opened} opened @param {any} conflict @returns {any[]} */
function useRecorded({ game, table, session }, conflict) {
  const client = usePhone().clientFor(table);
  const after = conflict?.mine.base;
  const { data } = useAnswer(async () => (after === undefined ? { data: null } : client.get(`/v1/games/${game.id}/log?after=${after}&wait=0`)), [after, game.version]);
  return (data?.items ?? []).filter((/** @type {any} */ entry) => !session.own.has(entry.entry_id));
}

/** The dice that each of the two banked; where nobody chose, those that the rules bank. @param {import("./game.js").Opened} opened @param {any} mine @param {any} theirs @param {number} [version] The game's for which theirs is what is recorded: later it may be of no turn. */
function useKept({ game, table }, mine, theirs, version) {
  const client = usePhone().clientFor(table);
  const turn = theirs?.turn;
  const { data } = useAnswer(async () => (turn ? client.get(`/v1/games/${game.id}/turns/${turn}`) : { data: null }), [turn, version]);
  return [mine, theirs].map((entry) => entry?.keep ?? keptOf(game, entry, data?.rolls ?? []));
}

/** @param {any} game @param {any} entry @param {any[]} rolls those of its turn, as they are recorded @returns {number[]} */
function keptOf(game, entry, rolls) {
  const before = entry?.dice && turnsBefore(game.ruleset.turn, rolls.slice(0, (entry.roll ?? 1) - 1).map(asRoll)).at(-1);
  const verdict = before && judgeRoll(before, { dice: entry.dice, hold: entry.hold ?? undefined });
  return verdict?.ok ? verdict.kept : [];
}

/** Whose it is, as far as that is known. @param {string} key @param {any} entry */
const by = (key, { device }) => (device ? t(`${key}_by`, { device }) : t(key));

/** An entry of the log as it would be sent, with what it says since it was put right. @param {any} entry */
const flat = ({ body, kind, counts_as: now, ...entry }) => ({ ...entry, ...(now?.body ?? body), kind: now?.kind ?? kind });

/** What else happened meanwhile. @param {{game: any, entries: any[]}} props */
const Meanwhile = ({ game, entries }) => html`
  <div class="version"><b>${t("conflict.meanwhile")}</b>
    <ul class="meanwhile">${entries.slice(-MOST).map((entry) => html`
      <li key=${entry.seq}>${tellEntry(entry, game)}${entry.device && html` <small>${t("conflict.device", { device: entry.device })}</small>`}</li>`)}</ul>
  </div>`;

/** @param {any} entry @param {any} game */
function tellEntry(entry, game) {
  const what = tellContent(flat(entry)) || t(`entry.${entry.kind}`, { score: "" });
  return tellAmendment(entry, namesOf(game)) || t("conflict.entry", { name: entry.seat ? namesOf(game)(entry.seat) : "", what });
}

/** @param {any} problem @param {(seat: number) => string} nameOf */
const tellProblem = (problem, nameOf) => (problem.errors?.length ? problem.errors : [problem]).map((/** @type {any} */ each) => tellMisfit(each, nameOf)).join(" ");

/** One version of the entry. @param {{title: string, game: any, entry: any, kept: number[]}} props */
const Version = ({ title, game, entry, kept }) => html`
  <div class="version"><b>${title}</b><span><bdi>${entry.seat ? namesOf(game)(entry.seat) : ""}</bdi>
    ${entry.roll && entry.kind !== "stand" ? html` · ${t("told.roll", { roll: entry.roll })}` : null}</span>
    ${entry.dice ? html`<span class="felt version-dice"><${DiceRow} dice=${entry.dice} kept=${kept} look="small" label=${entry.dice.join(", ")} /></span>` : html`<span>${t(`entry.${entry.kind}`, { score: entry.score ?? "" })}</span>`}
    ${entry.stand && html`<span>${t("entry.stand")}</span>`}
  </div>`;
