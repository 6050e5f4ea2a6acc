// What the thumb does: six faces, one step back, and what can be done with the roll.

import { useLayoutEffect } from "../vendor/hooks.js";
import { classes, html } from "./html.js";
import { Pips } from "./dice.js";
import { Icon } from "./icons.js";
import { titlesOf } from "./telling.js";
import { t } from "./texts.js";

const FACES = [1, 2, 3, 4, 5, 6];

/** @param {{open: boolean, onFace: (face: number) => void}} props */
export const Pad = ({ open, onFace }) => html`
  <div class=${classes("pad", !open && "full")} role="group" aria-label=${t("pad")}>
    ${FACES.map((face) => html`
      <button type="button" key=${face} class="key" data-face=${face} aria-label=${String(face)} aria-disabled=${open ? null : "true"} onClick=${() => open && onFace(face)}>
        <span class="die"><${Pips} face=${face} /></span>
      </button>`)}
  </div>`;

/** What a button for an action says. @param {any} action */
function tellAction(action) {
  if (action.name === "bank") return t("act.bank", { what: titlesOf(action.kept) });
  return t(`act.${action.name}`, { score: action.score ?? 0 });
}

/**
 * One step back, and the actions; while dice are missing, how many.
 * @param {{reading: any, draft: any, onBack: () => void, onAct: (action: any) => void, busy: boolean, more?: any}} props
 */
export const Acts = ({ reading, draft, onBack, onAct, busy, more }) => html`
  <div class="acts">
    <button type="button" class="button erase" onClick=${onBack} aria-label=${t("erase")} title=${t("erase")} disabled=${!draft.dice.length}><${Icon} name="erase" /></button>
    ${reading.actions.map((/** @type {any} */ action, /** @type {number} */ at) => html`
      <button type="button" key=${action.name} data-act=${action.name} class=${classes("button act", (at > 0 || !reading.complete) ? "second" : "first", action.name)} aria-disabled=${busy ? "true" : null} onClick=${() => !busy && onAct(action)}><span>${tellAction(action)}</span></button>`)}
    ${!reading.complete && html`<p class="acts-due">${reading.mustHold ? t("due.hold") : t("due.dice", { count: reading.due - draft.dice.length })}</p>`}
    ${more}
  </div>`;

/** What is pressed again and again: a pointer leaves no focus there, so that Enter after it is not meant for it. */
const PRESSED = ".tray button, .pad .key, .erase";

/**
 * Digits enter dice, Backspace takes one back, Enter does the first thing there is to do, R rolls again, U takes back.
 * What can't be done by a tap is null, and no key does it.
 * @param {{hand: {face: (face: number) => void, back: () => void, act: (index: number) => void} | null, undo: (() => void) | null}} doing
 */
export function useKeys(doing) {
  useLayoutEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
      const call = meaning(event, doing);
      if (call) {
        event.preventDefault();
        call();
      }
    };
    window.addEventListener("keydown", press);
    window.addEventListener("mousedown", leaveFocus);
    return () => {
      window.removeEventListener("keydown", press);
      window.removeEventListener("mousedown", leaveFocus);
    };
  });
}

/** @param {MouseEvent} event */
function leaveFocus(event) {
  const pressed = /** @type {Element} */ (event.target).closest(PRESSED);
  if (!pressed) return;
  event.preventDefault();
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  if (focused !== pressed) focused?.blur();
}

/** @param {KeyboardEvent} event @param {any} doing */
function meaning(event, { hand, undo }) {
  if (event.key.toLowerCase() === "u") return undo;
  if (!hand) return null;
  if (/^[1-6]$/.test(event.key)) return () => hand.face(Number(event.key));
  if (event.key === "Backspace") return hand.back;
  if (event.key === "Enter" && !onControl(event)) return () => hand.act(0);
  if (event.key.toLowerCase() === "r") return () => hand.act(1);
  return null;
}

/** Whether the key is meant for a field or a sheet. @param {KeyboardEvent} event */
const isElsewhere = ({ target }) => document.querySelector("dialog[open]") !== null || /** @type {Element} */ (target).matches("input:not([type=radio]):not([type=checkbox]), textarea, select");

/** @param {KeyboardEvent} event */
const onControl = ({ target }) => /** @type {Element} */ (target).closest("button, a, summary, label") !== null;
