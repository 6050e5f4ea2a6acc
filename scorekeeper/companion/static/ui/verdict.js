// What the referee says about a turn, with the rule.

import { classes, html } from "./html.js";
import { DiceRow } from "./dice.js";
import { tellRule, tellViolation } from "./failures.js";
import { Icon } from "./icons.js";
import { titlesOf } from "./telling.js";
import { t } from "./texts.js";

/** @param {{verdict: any, rolls: any[]}} props  verdict: as POST /v1/referee/turns answers; rolls: as they were sent */
export const Verdict = ({ verdict, rolls }) => html`
  <section class="verdict" role="status">
    <h2 class=${classes("verdict-head", verdict.legal ? "legal" : "illegal")}><${Icon} name=${verdict.legal ? "check" : "close"} />${headline(verdict)}</h2>
    <ol class="verdict-rolls">${verdict.rolls.map((/** @type {any} */ judged, /** @type {number} */ at) => html`
      <li key=${at} class=${classes("verdict-roll", judged.verdict.replace(" ", "-"))}>
        <span class="verdict-dice"><b>${t("told.roll", { roll: at + 1 })}</b><${DiceRow} dice=${rolls[at].dice} kept=${judged.kept} look="small" label=${rolls[at].dice.join(", ")} /></span>
        <span>${tellJudged(judged)}</span>
        ${judged.violations.map((/** @type {any} */ violation) => html`<${Broken} violation=${violation} />`)}
      </li>`)}</ol>
    ${verdict.stand.map((/** @type {any} */ violation) => html`<${Broken} violation=${violation} />`)}
  </section>`;

/** @param {any} verdict */
function headline({ legal, score, turn }) {
  if (!legal) return t("verdict.illegal");
  if (score === null || score === undefined) return t("verdict.open");
  return turn?.bust ? t("verdict.bust") : t("verdict.score", { score });
}

/** @param {any} judged */
function tellJudged({ verdict, kept, turn }) {
  if (verdict === "not judged") return t("verdict.not_judged");
  if (verdict === "illegal") return t("verdict.broken");
  const banked = kept.length ? t("verdict.banks", { what: titlesOf(kept) }) : t("verdict.banks_nothing");
  return turn?.cargo?.length ? `${banked} ${t("verdict.cargo", { one: turn.cargo[0], other: turn.cargo[1] })}` : banked;
}

/** @param {{violation: any}} props */
const Broken = ({ violation }) => html`
  <div class="broken"><p><b>${tellViolation(violation)}</b></p>${tellRule(violation) && html`<p class="quiet">${tellRule(violation)}</p>`}</div>`;
