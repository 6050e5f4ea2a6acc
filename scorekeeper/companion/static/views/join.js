// Joining a table with the code that a host shows.

import { useState } from "../vendor/hooks.js";
import { Failed, useSending } from "../ui/asking.js";
import { html } from "../ui/html.js";
import { Bar } from "../ui/parts.js";
import { enterTable, usePhone } from "../ui/phone.js";
import { t } from "../ui/texts.js";

/** @param {{place: import("../ui/router.js").Place}} props */
export function View({ place }) {
  const phone = usePhone();
  const [code, setCode] = useState(decodeURIComponent(place.secret));
  const [name, setName] = useState("");
  const { busy, failure, send } = useSending(phone.client);
  const scanned = place.secret !== "";
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy || !code.trim()) return;
    const answer = await send("/v1/join", { code: code.trim(), ...(name.trim() && { name: name.trim() }) });
    if (!answer) return;
    await phone.saveTable({ id: answer.table.id, name: answer.table.name, key: answer.key, role: answer.role, player_id: answer.player_id ?? null });
    await enterTable(phone, answer.table.id);
  };
  return html`
    <${Bar} title=${t("join.title")} back="" />
    <main class="page">
      <form class="card stack" onSubmit=${join}>
        <p>${t(scanned ? "join.scanned" : "join.note")}</p>
        ${!scanned && html`
          <label class="field"><span>${t("join.code")}</span>
            <input type="text" class="code-field" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="200" value=${code} onInput=${(/** @type {any} */ event) => setCode(event.target.value)} /></label>`}
        <label class="field"><span>${t("join.name")}</span>
          <input type="text" dir="auto" maxlength="60" autocomplete="off" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
        ${failure && html`<${Failed} failure=${failure} />`}
        <button type="submit" class="button first wide" aria-disabled=${busy || !code.trim() ? "true" : null}>${t("join.do")}</button>
      </form>
    </main>`;
}
