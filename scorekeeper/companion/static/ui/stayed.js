// One die of the cargo was rolled again: which one stayed.

import { holdable } from "../engine/judge.js";
import { html } from "./html.js";
import { Choice } from "./parts.js";
import { t } from "./texts.js";

/** Which die of the cargo stayed, where that can be more than one. @param {{number: number, roll: import("./turn_editor.js").Roll, before: any, onChange: (more: Partial<import("./turn_editor.js").Roll>) => void}} props */
export function Stayed({ number, roll, before, onChange }) {
  const cargo = before && roll.dice.length === 1 ? [...new Set(holdable(before))] : [];
  return cargo.length > 1 && html`<${Choice} name=${`hold-${number}`} legend=${t("told.hold")} value=${roll.hold ?? null} onChange=${(/** @type {number} */ hold) => onChange({ hold })} options=${cargo.map((face) => [face, String(face)])} />`;
}
