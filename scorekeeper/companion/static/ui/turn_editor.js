// A whole turn, entered roll by roll by whoever remembers it: also one that breaks the rules.

import { useState } from "../vendor/hooks.js";
import { diceCounts, holdable, judgeRoll } from "../engine/judge.js";
import { classes, html } from "./html.js";
import { Die, Pips } from "./dice.js";
import { Pad } from "./pad.js";
import { Button, Choice, IconButton, Switch } from "./parts.js";
import { t } from "./texts.js";
import { turnsBefore } from "./turns_before.js";

const MOST_DICE = 5;

/**
 * @typedef {{dice: number[], keep?: number[] | null, hold?: number | null}} Roll  keep null: all that can be banked
 * @typedef {{rolls: Roll[], stand: boolean}} ToldTurn
 */

/** @type {ToldTurn} */
export const NO_TURN = { rolls: [{ dice: [] }], stand: false };

/** The turn as it is sent: empty rolls and what was not said are left out. @param {ToldTurn} told */
export const sendable = ({ rolls, stand }) => ({
  rolls: rolls.filter((roll) => roll.dice.length).map(({ dice, keep, hold }) => ({
    dice, ...(keep != null && { keep }), ...(hold != null && { hold }) })),
  stand,
});

/** @param {{rules: any, told: ToldTurn, onChange: (told: ToldTurn) => void}} props */
export function TurnEditor({ rules, told, onChange }) {
  const [at, setAt] = useState(told.rolls.length - 1);
  const rolls = told.rolls;
  const before = turnsBefore(rules, rolls);
  const change = (/** @type {number} */ which, /** @type {Partial<Roll>} */ more) =>
    onChange({ ...told, rolls: rolls.map((roll, each) => (each === which ? { ...roll, ...more } : roll)) });
  const active = Math.min(at, rolls.length - 1);
  const current = rolls[active];
  const due = before[active] ? Math.max(...diceCounts(before[active]), 0) || MOST_DICE : MOST_DICE;
  const add = () => {
    onChange({ ...told, rolls: [...rolls, { dice: [] }] });
    setAt(rolls.length);
  };
  const remove = (/** @type {number} */ which) => onChange({ ...told, rolls: rolls.filter((_, each) => each !== which) });
  return html`
    <ol class="told">
      ${rolls.map((roll, each) => html`
        <${ToldRoll} key=${each} number=${each + 1} roll=${roll} before=${before[each]} on=${each === active} due=${each === active ? due : 0}
          onOpen=${() => setAt(each)} onChange=${(/** @type {Partial<Roll>} */ more) => change(each, more)}
          onRemove=${rolls.length > 1 ? () => remove(each) : null} />`)}
    </ol>
    <${Pad} open=${current.dice.length < MOST_DICE} onFace=${(/** @type {number} */ face) => change(active, { dice: [...current.dice, face], keep: null })} />
    ${rolls.length < rules.rolls && current.dice.length > 0 && html`<${Button} look="second wide" icon="plus" onClick=${add}>${t("told.next")}<//>`}
    <${Switch} label=${t("told.stand")} on=${told.stand} onChange=${(/** @type {boolean} */ stand) => onChange({ ...told, stand })} />`;
}

/** @param {{number: number, roll: Roll, before: any, on: boolean, due: number, onOpen: () => void, onChange: (more: Partial<Roll>) => void, onRemove: (() => void) | null}} props */
export function ToldRoll({ number, roll, before, on, due, onOpen, onChange, onRemove }) {
  const kept = keptOf(roll, before);
  const cargo = before && roll.dice.length === 1 ? [...new Set(holdable(before))] : [];
  return html`
    <li class=${classes("told-roll", on && "on")}>
      <div class="told-head">
        <button type="button" class="told-title" aria-expanded=${on ? "true" : "false"} onClick=${onOpen}>${t("told.roll", { roll: number })}</button>
        ${roll.dice.length > 0 && html`<${IconButton} icon="erase" label=${t("told.erase", { roll: number })} onClick=${() => onChange({ dice: roll.dice.slice(0, -1), keep: null })} />`}
        ${onRemove && html`<${IconButton} icon="close" label=${t("told.remove", { roll: number })} onClick=${onRemove} />`}
      </div>
      <div class="told-dice felt">
        <${Keepable} dice=${roll.dice} kept=${kept} onKeep=${(/** @type {number[]} */ keep) => onChange({ keep })} />
        ${Array.from({ length: Math.max(due - roll.dice.length, 0) }, (_, each) => html`<${Die} key=${`empty-${each}`} label=${t("die.empty")} />`)}
      </div>
      ${on && roll.dice.length > 0 && html`<p class="quiet">${t("told.keep")}</p>`}
      ${cargo.length > 1 && html`<${Choice} name=${`hold-${number}`} legend=${t("told.hold")} value=${roll.hold ?? null} onChange=${(/** @type {number} */ hold) => onChange({ hold })} options=${cargo.map((face) => [face, String(face)])} />`}
    </li>`;
}

/** What is banked of a roll: what was said, or else what the rules bank. @param {Roll} roll @param {any} before @returns {number[]} */
function keptOf({ dice, keep, hold }, before) {
  if (keep) return keep;
  const verdict = before && dice.length && judgeRoll(before, { dice, hold: hold ?? undefined });
  return verdict?.ok ? verdict.kept : [];
}

/** Dice that can each be banked or left. @param {{dice: number[], kept: number[], onKeep: (kept: number[]) => void}} props */
export function Keepable({ dice, kept, onKeep }) {
  const left = [...kept];
  return dice.map((face, at) => {
    const place = left.indexOf(face);
    const on = place >= 0;
    if (on) left.splice(place, 1);
    const toggled = on ? kept.filter((_, each) => each !== kept.indexOf(face)) : [...kept, face].sort((one, other) => other - one);
    return html`
      <button type="button" key=${at} class=${classes("die on-felt", on && "brass lit")} aria-pressed=${on ? "true" : "false"}
        aria-label=${t("told.die", { face })} onClick=${() => onKeep(toggled)}><${Pips} face=${face} /></button>`;
  });
}
