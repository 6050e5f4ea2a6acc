// Which game: the presets, each told in two lines, and the house rules behind one tap.

import { useState } from "../vendor/hooks.js";
import { classes, html } from "../ui/html.js";
import { later } from "../ui/later.js";
import { Button } from "../ui/parts.js";
import { ofPreset } from "../ui/rules_draft.js";
import { has, t } from "../ui/texts.js";

const HouseRules = later(() => import("./house_rules.js"), "HouseRules");
const SavedRules = later(() => import("./saved_rules.js"), "SavedRules");

/** A preset's title and its two lines, in words of the page or else of the server. @param {any} preset */
export function summaryOf(preset) {
  const own = has(`preset.${preset.name}.title`);
  return {
    title: own ? t(`preset.${preset.name}.title`) : preset.title,
    lines: (own ? t(`preset.${preset.name}.summary`) : preset.summary).split("\n"),
  };
}

/** @param {{presets: any[], table: any, chosen: import("../ui/rules_draft.js").Chosen, onChoose: (rules: any) => void, count: number}} props */
export function Presets({ presets, table, chosen, onChoose, count }) {
  const [open, setOpen] = useState(false);
  const changed = Object.keys(chosen.changes).length > 0;
  return html`
    <fieldset class="presets" role="radiogroup">
      <legend><h2>${t("new.which")}</h2></legend>
      ${presets.map((preset) => html`
        <${Preset} key=${preset.name} preset=${preset} on=${preset.name === chosen.preset} fits=${count <= preset.ruleset.seats.max}
          onChoose=${() => onChoose(ofPreset(preset))} />`)}
      ${table && html`<${SavedRules} table=${table} chosen=${chosen} count=${count} onChoose=${(/** @type {any} */ saved) => onChoose(saved ?? ofPreset(presets[0]))} />`}
      <${Button} look="second wide" icon="pencil" onClick=${() => setOpen(true)}>${t(changed ? "new.rules_changed" : "house.title")}<//>
    </fieldset>
    ${open && html`<${HouseRules} table=${table} chosen=${chosen} onChoose=${onChoose} onClose=${() => setOpen(false)} />`}`;
}

/** For how many it is. @param {any} ruleset */
export const tellSeats = ({ seats: { min, max } }) => (min === max ? t("new.players_exactly", { count: min }) : t("new.players", { min, max }));

/** @param {{preset: any, on: boolean, fits: boolean, onChoose: () => void}} props */
function Preset({ preset, on, fits, onChoose }) {
  const { title, lines } = summaryOf(preset);
  return html`
    <label class=${classes("card preset", on && "on", !fits && "misfit")} data-preset=${preset.name}>
      <input type="radio" name="preset" checked=${on} onChange=${onChoose} />
      <span class="preset-words">
        <b>${title}</b>
        <span class="preset-seats">${tellSeats(preset.ruleset)}</span>
        ${lines.map((/** @type {string} */ line) => html`<span class="preset-line">${line}</span>`)}
      </span>
    </label>`;
}
