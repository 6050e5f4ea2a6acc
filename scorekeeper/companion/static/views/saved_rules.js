// House rules that the table has saved: chosen for a game, renamed, deleted.

import { useState } from "../vendor/hooks.js";
import { Failed, useAnswer, useSending } from "../ui/asking.js";
import { classes, html } from "../ui/html.js";
import { Button, IconButton, Name, Sheet } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { readOut } from "../ui/read_out.js";
import { ofSaved } from "../ui/rules_draft.js";
import { t } from "../ui/texts.js";
import { tellSeats } from "./new_rules.js";

/** Which of the sentences tells what wins the game. */
const GOAL = 1;

/** @param {{table: any, chosen: import("../ui/rules_draft.js").Chosen, count: number, onChoose: (rules: any) => void}} props  onChoose: with null where the chosen ones are deleted */
export function SavedRules({ table, chosen, count, onChoose }) {
  const client = usePhone().clientFor(table);
  const answer = useAnswer(() => client.get(`/v1/tables/${table.id}/rulesets?limit=100`), [table.id, chosen.saved]);
  const [open, setOpen] = useState(/** @type {any} */ (null));
  const change = (/** @type {any} */ saved) => {
    if (chosen.saved?.id === open.id) onChoose(saved && ofSaved(saved));
    setOpen(null);
    answer.again();
  };
  if (answer.failure) return html`<${Failed} failure=${answer.failure} onRetry=${answer.again} />`;
  if (!answer.data?.items.length) return null;
  return html`
    <h3 class="saved-title">${t("saved.title")}</h3>
    ${answer.data.items.map((/** @type {any} */ saved) => html`
      <${Saved} key=${saved.id} saved=${saved} on=${saved.id === chosen.saved?.id} fits=${count <= saved.ruleset.seats.max}
        onChoose=${() => onChoose(ofSaved(saved))} onOpen=${() => setOpen(saved)} />`)}
    ${open && html`<${SavedSheet} client=${client} saved=${open} onChanged=${change} onClose=${() => setOpen(null)} />`}`;
}

/** @param {{saved: any, on: boolean, fits: boolean, onChoose: () => void, onOpen: () => void}} props */
const Saved = ({ saved, on, fits, onChoose, onOpen }) => html`
  <div class=${classes("card preset saved", on && "on", !fits && "misfit")} data-saved=${saved.name}>
    <label class="saved-choice">
      <input type="radio" name="preset" checked=${on} onChange=${onChoose} />
      <span class="preset-words">
        <b><${Name}>${saved.name}<//></b><span class="preset-seats">${tellSeats(saved.ruleset)}</span>
        <span class="preset-line">${readOut(saved.ruleset, saved.sentences)[GOAL]}</span>
      </span>
    </label>
    <${IconButton} icon="pencil" label=${t("saved.more", { name: saved.name })} onClick=${onOpen} />
  </div>`;

/** @param {{client: any, saved: any, onChanged: (saved: any) => void, onClose: () => void}} props  onChanged: with null where they are deleted */
function SavedSheet({ client, saved, onChanged, onClose }) {
  const { busy, failure, send } = useSending(client);
  const [name, setName] = useState(saved.name);
  const [sure, setSure] = useState(false);
  const path = `/v1/tables/${saved.table_id}/rulesets/${saved.id}`;
  const rename = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const renamed = busy || !name.trim() ? null : await send(path, { name: name.trim(), ruleset: saved.ruleset }, "put");
    if (renamed) onChanged(renamed);
  };
  const remove = async () => {
    if (!sure) return setSure(true);
    if (!busy && (await send(path, null, "del"))) onChanged(null);
  };
  return html`
    <${Sheet} title=${saved.name} onClose=${onClose}>
      <details class="read-out"><summary>${t("house.read_out")}</summary>
        <ul>${readOut(saved.ruleset, saved.sentences).map((told) => html`<li>${told}</li>`)}</ul></details>
      <form class="stack" onSubmit=${rename}>
        <label class="field"><span>${t("saved.called")}</span>
          <input type="text" dir="auto" maxlength="60" autocomplete="off" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
        <button type="submit" class="button first wide" aria-disabled=${busy || !name.trim() ? "true" : null}>${t("saved.rename")}</button>
      </form>
      ${failure && html`<${Failed} failure=${failure} />`}
      <p class="quiet">${t("saved.delete_note")}</p>
      <${Button} look="second wide danger" icon="close" aria-disabled=${busy ? "true" : null} onClick=${remove}>${sure ? t("saved.delete_sure", { name: saved.name }) : t("saved.delete")}<//>
    <//>`;
}
