// A correction: what the roll was instead, what that would change, and only then the correction itself.

import { useState } from "../vendor/hooks.js";
import { Failed, useSending } from "../ui/asking.js";
import { Changes, Unfit } from "../ui/changes.js";
import { html } from "../ui/html.js";
import { Pad } from "../ui/pad.js";
import { Button, Choice, Sheet, Switch } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { say } from "../ui/speak.js";
import { t } from "../ui/texts.js";
import { ToldRoll, turnsBefore } from "../ui/turn_editor.js";

const SCORES = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** @param {{opened: import("../ui/game.js").Opened, turn: any, roll: number | null, entry: any, onClose: () => void}} props  roll: null for a score alone */
export function Correct({ opened, turn, roll, entry, onClose }) {
  const { game, session, table } = opened;
  const { busy, failure, send, forget } = useSending(usePhone().clientFor(table));
  const [said, setSaid] = useState(() => (roll === null ? { score: turn.score ?? 0 } : asSaid(turn.rolls[roll - 1], entry, roll, game)));
  const [reason, setReason] = useState("");
  const [preview, setPreview] = useState(/** @type {any} */ (null));
  const change = (/** @type {any} */ more) => {
    setPreview(null);
    forget();
    setSaid({ ...said, ...more });
  };
  const body = { replace: { seq: entry.seq, ...replacement(said, entry, roll) }, ...(reason.trim() && { reason: reason.trim() }) };
  const look = async (/** @type {string} */ onConflict) => setPreview(await send(`/v1/games/${game.id}/corrections?dry_run=true`, { ...body, on_conflict: onConflict }).then((data) => data && { ...data, onConflict }));
  const correct = async () => {
    const data = await send(`/v1/games/${game.id}/corrections`, { ...body, on_conflict: preview.onConflict });
    if (!data) return;
    session.take(data);
    say(data.result.sentences.join(" "));
    onClose();
  };
  const before = roll === null ? null : turnsBefore(game.ruleset.turn, turn.rolls.slice(0, roll - 1).map(asRoll)).at(-1);
  return html`
    <${Sheet} title=${t("correct.title")} onClose=${onClose}>
      ${roll === null
        ? html`<${Choice} name="score" legend=${t("score.title")} value=${said.score} onChange=${(/** @type {number} */ score) => change({ score })} options=${SCORES.map((score) => [score, score ? String(score) : t("bust")])} />`
        : html`
          <ol class="told"><${ToldRoll} number=${roll} roll=${said} before=${before} on=${true} due=${turn.rolls[roll - 1].dice.length} onOpen=${() => {}} onChange=${change} onRemove=${null} /></ol>
          <${Pad} open=${said.dice.length < turn.rolls[roll - 1].dice.length} onFace=${(/** @type {number} */ face) => change({ dice: [...said.dice, face], keep: null })} />
          ${said.stand !== undefined && html`<${Switch} label=${t("told.stand")} on=${said.stand} onChange=${(/** @type {boolean} */ stand) => change({ stand })} />`}`}
      <label class="field"><span>${t(game.next.action === "none" ? "reason.needed" : "reason")}</span>
        <input type="text" dir="auto" maxlength="500" value=${reason} onInput=${(/** @type {any} */ event) => setReason(event.target.value)} /></label>
      ${failure && (failure.code === "later-entries-conflict"
        ? html`<${Unfit} game=${game} conflicts=${failure.problem.conflicts} onStrike=${() => look("void_following")} />`
        : html`<${Failed} failure=${failure} />`)}
      ${preview
        ? html`<${Changes} changes=${preview.changes} sentences=${preview.result.sentences} warnings=${preview.warnings} />
            <${Button} look="first wide" aria-disabled=${busy ? "true" : null} onClick=${correct}>${t("correct.do")}<//>`
        : html`<${Button} look="first wide" aria-disabled=${busy ? "true" : null} onClick=${() => look("refuse")}>${t("correct.look")}<//>`}
    <//>`;
}

/** @param {any} roll */
const asRoll = ({ dice, kept, hold }) => ({ dice, keep: kept, hold });

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
