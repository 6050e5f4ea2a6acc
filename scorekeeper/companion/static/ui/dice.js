// Dice, drawn.

import { classes, html } from "./html.js";
import { Icon } from "./icons.js";

const NEAR = 27;
const MIDDLE = 50;
const FAR = 73;
const CORNERS = [[NEAR, NEAR], [FAR, FAR], [FAR, NEAR], [NEAR, FAR]];
const SIDES = [[NEAR, MIDDLE], [FAR, MIDDLE]];
/** Where the pips of each face are, on a square of 100 by 100. @type {Record<number, number[][]>} */
const PIPS = {
  1: [[MIDDLE, MIDDLE]],
  2: CORNERS.slice(0, 2),
  3: [[MIDDLE, MIDDLE], ...CORNERS.slice(0, 2)],
  4: CORNERS,
  5: [[MIDDLE, MIDDLE], ...CORNERS],
  6: [...CORNERS, ...SIDES],
};

const pip = (/** @type {number[]} */ [x, y], /** @type {number} */ size) => html`
  <circle class="rim" cx=${x} cy=${y + 1.8} r=${size} />
  <circle class="pip" cx=${x} cy=${y} r=${size} />`;

/** The pips of a face, as a drawing that says nothing: the words stand beside it. @param {{face: number}} props */
export const Pips = ({ face }) => html`
  <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    ${PIPS[face].map((place) => pip(place, face === 1 ? 11.5 : 9.3))}
  </svg>`;

/**
 * A die that lies there; without a face, the place where one is to land, with a drawing of what it is for.
 * @param {{face?: number | null, look?: string, label?: string, icon?: string}} props
 */
export const Die = ({ face, look, label, icon }) => html`
  <span class=${classes("die", !face && "empty", look)} role="img" aria-label=${label ?? String(face ?? "")}>
    ${face ? html`<${Pips} face=${face} />` : icon && html`<${Icon} name=${icon} />`}
  </span>`;

/** Several dice that were thrown together. @param {{dice: number[], look?: string, label: string, kept?: number[]}} props */
export const DiceRow = ({ dice, look, label, kept = [] }) => {
  const left = [...kept];
  return html`
    <span class="dice-row" role="img" aria-label=${label}>
      ${dice.map((face) => {
        const at = left.indexOf(face);
        if (at >= 0) left.splice(at, 1);
        return html`<span class=${classes("die", look, at >= 0 && "brass")}><${Pips} face=${face} /></span>`;
      })}
    </span>`;
};
