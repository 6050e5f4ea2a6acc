// Getting a table back with the recovery code that was saved.

import { useState } from "../vendor/hooks.js";
import { Failed, useSending } from "../ui/asking.js";
import { html } from "../ui/html.js";
import { Bar } from "../ui/parts.js";
import { enterTable, usePhone } from "../ui/phone.js";
import { t } from "../ui/texts.js";

/** @param {{place: import("../ui/router.js").Place}} _props */
export function View(_props) {
  const phone = usePhone();
  const [code, setCode] = useState("");
  const { busy, failure, send } = useSending(phone.client);
  const recover = async (/** @type {Event} */ event) => {
    event.preventDefault();
    // It is shown in groups, and may be written down so.
    const plain = code.replace(/\s/g, "");
    if (busy || !plain) return;
    const answer = await send("/v1/recover", { recovery_code: plain });
    if (!answer) return;
    const { table, host_key: key, recovery_code } = answer;
    await phone.saveTable({ id: table.id, name: table.name, key, role: "host", recovery_code, player_id: null, player_name: null });
    await enterTable(phone, table.id);
  };
  return html`
    <${Bar} title=${t("recover.title")} back="" />
    <main class="page">
      <form class="card stack" onSubmit=${recover}>
        <p>${t("recover.note")}</p>
        <label class="field"><span>${t("recover.code")}</span>
          <input type="text" class="code-field" autocomplete="off" spellcheck="false" maxlength="200" value=${code} onInput=${(/** @type {any} */ event) => setCode(event.target.value)} /></label>
        ${failure && html`<${Failed} failure=${failure} />`}
        <button type="submit" class="button first wide" aria-disabled=${busy || !code.trim() ? "true" : null}>${t("recover.do")}</button>
      </form>
    </main>`;
}
