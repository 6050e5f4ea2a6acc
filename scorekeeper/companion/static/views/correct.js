// A correction: what the roll was instead, what that would change, and only then the correction itself.

import { useState } from "../vendor/hooks.js";
import { html } from "../ui/html.js";
import { LookFirst, useLookFirst } from "../ui/look_first.js";
import { Choice, Sheet, Switch } from "../ui/parts.js";
import { RollEditor } from "../ui/roll_editor.js";
import { t } from "../ui/texts.js";
import { asRoll, turnsBefore } from "../ui/turns_before.js";

const SCORES = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** @param {{opened: import("../ui/game.js").Opened, turn: any, roll: number | null, entry: any, onClose: () => void}} props  roll: null for a score alone */
export function Correct({ opened, turn, roll, entry, onClose }) {
  const { game } = opened;
  const [said, setSaid] = useState(() => (roll === null ? { score: turn.score ?? 0 } : asSaid(turn.rolls[roll - 1], entry, roll, game)));
  const path = `/v1/games/${game.id}/corrections`;
  const changes = replacement(said, entry, roll);
  const amendment = { kind: "correction", seat: turn.seat, round: turn.round, body: { what: "replace", replaced: { changes } } };
  const asked = useLookFirst(opened, path, { replace: { seq: entry.seq, ...changes } }, amendment, onClose);
  const change = (/** @type {any} */ more) => {
    asked.forget();
    setSaid({ ...said, ...more });
  };
  const before = roll === null ? null : turnsBefore(game.ruleset.turn, turn.rolls.slice(0, roll - 1).map(asRoll)).at(-1);
  return html`
    <${Sheet} title=${t("correct.title")} onClose=${onClose}>
      ${roll === null
        ? html`<${Choice} name="score" legend=${t("score.title")} value=${said.score} onChange=${(/** @type {number} */ score) => change({ score })} options=${SCORES.map((score) => [score, score ? String(score) : t("bust")])} />`
        : html`
          <${RollEditor} number=${roll} roll=${said} before=${before} due=${turn.rolls[roll - 1].dice.length} chosen=${game.ruleset.turn.banking === "chosen"} onChange=${change} />
          ${said.stand !== undefined && html`<${Switch} label=${t("told.stand")} on=${said.stand} onChange=${(/** @type {boolean} */ stand) => change({ stand })} />`}`}
      <${LookFirst} game=${game} asked=${asked} label=${t("correct.do")} />
    <//>`;
}

/** What is recorded, as it can be changed. @param {any} recorded @param {any} entry @param {number} roll @param {any} game */
function asSaid(recorded, entry, roll, game) {
  const chosen = game.ruleset.turn.banking === "chosen";
  const isLast = entry.kind === "roll" || entry.body.rolls.length === roll;
  return { dice: recorded.dice, keep: chosen ? recorded.kept : null, hold: recorded.hold, ...(isLast && entry.body.stand && { stand: true }) };
}

/** What the entry should have said. @param {any} said @param {any} entry @param {number | null} roll */
function replacement(said, entry, roll) {
  if (roll === null) return { score: said.score };
  const throwSaid = { dice: said.dice, ...(said.keep !== null && { keep: said.keep }), ...(said.hold !== null && said.hold !== undefined && { hold: said.hold }) };
  const stand = said.stand === undefined ? {} : { stand: said.stand };
  if (entry.kind === "turn") return { rolls: entry.body.rolls.map((/** @type {any} */ each, /** @type {number} */ at) => (at === roll - 1 ? throwSaid : each)), ...stand };
  return { keep: null, ...throwSaid, ...stand };
}
