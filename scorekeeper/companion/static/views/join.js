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
  const [code, setCode] = useState(place.secret || place.id);
  const [name, setName] = useState("");
  const { busy, failure, send } = useSending(phone.client);
  const scanned = place.secret !== "";
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy || !code.trim()) return;
    const answer = await send("/v1/join", { code: code.trim(), ...(name.trim() && { name: name.trim() }) });
    if (!answer) return;
    const { table: { id, name: called }, key, role, player_id = null } = answer;
    const table = { id, name: called, key, role, player_id };
    await phone.saveTable({ ...table, player_name: player_id && (await nameOf(phone.clientFor(table), id, player_id)) });
    await enterTable(phone, id);
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

/** Whom the phone enters for; null where that can't be had now. @param {any} client @param {string} tableId @param {string} playerId @returns {Promise<string | null>} */
const nameOf = (client, tableId, playerId) =>
  client.get(`/v1/tables/${tableId}/players/${playerId}`).then((/** @type {any} */ { data }) => data.name, () => null);
