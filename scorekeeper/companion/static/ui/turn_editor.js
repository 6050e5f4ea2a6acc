// A whole turn, entered roll by roll by whoever remembers it: also one that breaks the rules.

import { useLayoutEffect, useState } from "../vendor/hooks.js";
import { diceCounts, judgeRoll } from "../engine/judge.js";
import { classes, html } from "./html.js";
import { Die, Pips } from "./dice.js";
import { Pad } from "./pad.js";
import { Button, IconButton, Switch } from "./parts.js";
import { Stayed } from "./stayed.js";
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

/** Whether two turns are the same dice, with the same ones banked and held. @param {any} rules @param {ToldTurn} one @param {ToldTurn} other */
export const sameTurn = (rules, one, other) => plainly(rules, one) === plainly(rules, other);

/** @param {any} rules @param {ToldTurn} told */
function plainly(rules, { rolls, stand }) {
  const thrown = rolls.filter((roll) => roll.dice.length);
  const before = turnsBefore(rules, thrown);
  const said = thrown.map((roll, at) => [[...roll.dice].sort(), [...keptOf(roll, before[at])].sort(), roll.hold ?? null]);
  return JSON.stringify([said, stand]);
}

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
  const face = (/** @type {number} */ tapped) => current.dice.length < MOST_DICE && change(active, { dice: [...current.dice, tapped], keep: null });
  useFaceKeys({
    face,
    back: () => change(active, { dice: current.dice.slice(0, -1), keep: null }),
    clear: () => change(active, { dice: [], keep: null }),
  });
  const remove = (/** @type {number} */ which) => onChange({ ...told, rolls: rolls.filter((_, each) => each !== which) });
  return html`
    <ol class="told">
      ${rolls.map((roll, each) => html`
        <${ToldRoll} key=${each} number=${each + 1} roll=${roll} before=${before[each]} on=${each === active} due=${each === active ? due : 0}
          onOpen=${() => setAt(each)} onChange=${(/** @type {Partial<Roll>} */ more) => change(each, more)}
          onRemove=${rolls.length > 1 ? () => remove(each) : null} />`)}
    </ol>
    <${Pad} open=${current.dice.length < MOST_DICE} onFace=${face} />
    ${rolls.length < rules.rolls && current.dice.length > 0 && html`<${Button} look="second wide" icon="plus" onClick=${add}>${t("told.next")}<//>`}
    <${Switch} label=${t("told.stand")} on=${told.stand} onChange=${(/** @type {boolean} */ stand) => onChange({ ...told, stand })} />`;
}

/** @param {{number: number, roll: Roll, before: any, on: boolean, due: number, onOpen: () => void, onChange: (more: Partial<Roll>) => void, onRemove: (() => void) | null}} props */
export function ToldRoll({ number, roll, before, on, due, onOpen, onChange, onRemove }) {
  const kept = keptOf(roll, before);
  return html`
    <li class=${classes("told-roll", on && "on")}>
      <div class="told-head">
        <button type="button" class="told-title" aria-expanded=${on ? "true" : "false"} onClick=${onOpen}>${t("told.roll", { roll: number })}</button>
        ${roll.dice.length > 0 && html`<${IconButton} icon="erase" label=${t("told.erase", { roll: number })} onClick=${() => onChange({ dice: roll.dice.slice(0, -1), keep: null })} />`}
        ${on && roll.dice.length > 1 && html`<${Button} look="small" onClick=${() => onChange({ dice: [], keep: null })}>${t("told.clear")}<//>`}
        ${onRemove && html`<${IconButton} icon="close" label=${t("told.remove", { roll: number })} onClick=${onRemove} />`}
      </div>
      <div class="told-dice felt">
        <${Keepable} dice=${roll.dice} kept=${kept} onKeep=${(/** @type {number[]} */ keep) => onChange({ keep })} />
        ${Array.from({ length: Math.max(due - roll.dice.length, 0) }, (_, each) => html`<${Die} key=${`empty-${each}`} label=${t("die.empty")} />`)}
      </div>
      ${on && roll.dice.length > 0 && html`<p class="quiet">${t("told.keep")}</p>`}
      <${Stayed} number=${number} roll=${roll} before=${before} onChange=${onChange} />
    </li>`;
}

/** What is banked of a roll: what was said, or else what the rules bank. @param {Roll} roll @param {any} before @returns {number[]} */
export function keptOf({ dice, keep, hold }, before) {
  if (keep) return keep;
  const verdict = before && dice.length && judgeRoll(before, { dice, hold: hold ?? undefined });
  return verdict?.ok ? verdict.kept : [];
}

/** Digits enter dice, Backspace takes one back, Delete all of them. @param {{face: (face: number) => void, back: () => void, clear: () => void}} doing */
export function useFaceKeys({ face, back, clear }) {
  useLayoutEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || /** @type {Element} */ (event.target).matches("input[type=text], textarea, select")) return;
      if (/^[1-6]$/.test(event.key)) face(Number(event.key));
      else if (event.key === "Backspace") back();
      else if (event.key === "Delete") clear();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
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
