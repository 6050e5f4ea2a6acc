// A recorded roll, put right: tap the die that was another one, or clear the roll and enter it anew.

import { useState } from "../vendor/hooks.js";
import { Die, Pips } from "./dice.js";
import { classes, html } from "./html.js";
import { Pad } from "./pad.js";
import { Button } from "./parts.js";
import { Stayed } from "./stayed.js";
import { t } from "./texts.js";
import { Keepable, keptOf, useFaceKeys } from "./turn_editor.js";

/**
 * @typedef {import("./turn_editor.js").Roll} Roll
 * @param {{number: number, roll: Roll, before: any, due: number, chosen: boolean, onChange: (more: Partial<Roll>) => void}} props
 *   before: the turn before the roll; due: how many dice it has; chosen: whether the player says what is banked
 */
export function RollEditor({ number, roll, before, due, chosen, onChange }) {
  const [picked, setPicked] = useState(/** @type {number | null} */ (null));
  const { dice } = roll;
  const open = picked !== null || dice.length < due;
  const say = (/** @type {number[]} */ said, /** @type {number | null} */ next = null) => {
    onChange({ dice: said, keep: roll.keep && holds(said, roll.keep) ? roll.keep : null });
    setPicked(next);
  };
  const face = (/** @type {number} */ tapped) => {
    if (picked === null) return open && say([...dice, tapped]);
    say(dice.map((was, at) => (at === picked ? tapped : was)), picked + 1 < dice.length ? picked + 1 : null);
  };
  const clear = () => say([]);
  useFaceKeys({ face, back: () => say(dice.slice(0, picked ?? -1)), clear });
  const kept = keptOf(roll, before);
  return html`
    <div class="roll-editor">
      <div class="told-head"><b class="told-title">${t("told.roll", { roll: number })}</b>
        <${Button} look="small" icon="erase" disabled=${!dice.length} onClick=${clear}>${t("told.clear")}<//></div>
      <div class="told-dice felt" role="group" aria-label=${t("told.roll", { roll: number })}>
        <${Changeable} dice=${dice} kept=${kept} picked=${picked} onPick=${setPicked} />
        ${Array.from({ length: Math.max(due - dice.length, 0) }, (_, each) => html`<${Die} key=${`empty-${each}`} look=${each || picked !== null ? "" : "next"} label=${t("die.empty")} />`)}
      </div>
      <p class="quiet">${t(dice.length < due ? "told.rest" : picked === null ? "told.pick" : "told.instead", { count: due - dice.length })}</p>
      ${chosen && dice.length === due && html`<p><b>${t("told.keep")}</b></p><div class="told-dice felt"><${Keepable} dice=${dice} kept=${kept} onKeep=${(/** @type {number[]} */ keep) => onChange({ keep })} /></div>`}
      <${Stayed} number=${number} roll=${roll} before=${before} onChange=${onChange} />
      <${Pad} open=${open} onFace=${face} />
    </div>`;
}

/** Dice of which one can be picked, to be another one. @param {{dice: number[], kept: number[], picked: number | null, onPick: (at: number | null) => void}} props */
function Changeable({ dice, kept, picked, onPick }) {
  const left = [...kept];
  return dice.map((face, at) => {
    const place = left.indexOf(face);
    if (place >= 0) left.splice(place, 1);
    return html`
      <button type="button" key=${at} class=${classes("die on-felt", place >= 0 && "brass", at === picked && "lit")} aria-pressed=${at === picked ? "true" : "false"}
        aria-label=${t("told.change", { at: at + 1, face })} onClick=${() => onPick(at === picked ? null : at)}><${Pips} face=${face} /></button>`;
  });
}

/** Whether all the kept faces still lie there; else the rules say what is banked. @param {number[]} dice @param {number[]} kept */
function holds(dice, kept) {
  const left = [...dice];
  return kept.every((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
