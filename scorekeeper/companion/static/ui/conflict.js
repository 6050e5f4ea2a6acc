// What was entered here is not what is recorded: both are shown, and a person decides.

import { useState } from "../vendor/hooks.js";
import { DiceRow } from "./dice.js";
import { tellFailure, tellViolation } from "./failures.js";
import { html } from "./html.js";
import { Button, Notice } from "./parts.js";
import { isHost } from "./roles.js";
import { namesOf } from "./target.js";
import { t } from "./texts.js";

/** @param {{opened: import("./game.js").Opened, onReenter: (mine: any) => void}} props */
export function Conflict({ opened, onReenter }) {
  const { game, session, view } = opened;
  const { conflict } = view;
  const [failure, setFailure] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  if (!conflict) return null;
  const choices = conflict.choices.filter((/** @type {string} */ choice) => choice !== "correct" || isHost(opened.table));
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
      <${Version} title=${t("conflict.mine")} game=${game} entry=${conflict.mine} />
      ${conflict.theirs && html`<${Version} title=${t("conflict.theirs")} game=${game} entry=${conflict.theirs.body ? { ...conflict.theirs.body, kind: conflict.theirs.kind } : conflict.theirs} />`}
      ${!conflict.theirs && conflict.problem && html`<p>${tellProblem(conflict.problem)}</p>`}
      ${conflict.since?.length > 0 && html`<p class="quiet">${t("conflict.since", { count: conflict.since.length })}</p>`}
      ${conflict.drops?.length > 0 && html`<p class="quiet">${t("conflict.drops", { count: conflict.drops.length })}</p>`}
      <div class="conflict-acts">${choices.map((/** @type {string} */ choice, /** @type {number} */ at) => html`
        <${Button} key=${choice} look=${at ? "second" : "first"} aria-disabled=${busy ? "true" : null} onClick=${() => choose(choice)}>${t(`conflict.${choice}`)}<//>`)}</div>
      ${failure && html`<${Notice}>${tellFailure(failure)}<//>`}
    </section>`;
}

/** @param {any} problem */
const tellProblem = (problem) => (problem.errors?.length ? problem.errors.map(tellViolation).join(" ") : tellViolation(problem));

/** One version of the entry. @param {{title: string, game: any, entry: any}} props */
const Version = ({ title, game, entry }) => html`
  <div class="version"><b>${title}</b><span><bdi>${entry.seat ? namesOf(game)(entry.seat) : ""}</bdi>
    ${entry.roll && entry.kind !== "stand" ? html` · ${t("told.roll", { roll: entry.roll })}` : null}</span>
    ${entry.dice ? html`<span class="felt version-dice"><${DiceRow} dice=${entry.dice} kept=${entry.keep ?? []} look="small" label=${entry.dice.join(", ")} /></span>` : html`<span>${t(`entry.${entry.kind}`, { score: entry.score ?? "" })}</span>`}
    ${entry.stand && html`<span>${t("entry.stand")}</span>`}
  </div>`;
