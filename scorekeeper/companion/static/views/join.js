// Joining a table with the code that a host shows.

import { useState } from "../vendor/hooks.js";
import { Failed, useSending } from "../ui/asking.js";
import { html } from "../ui/html.js";
import { Bar, Button } from "../ui/parts.js";
import { enterTable, usePhone } from "../ui/phone.js";
import { mayWrite } from "../ui/roles.js";
import { t } from "../ui/texts.js";

/** What a key may do, the least first. */
const ROLES = ["viewer", "scorer", "host"];

/** @param {{place: import("../ui/router.js").Place}} props */
export function View({ place }) {
  const phone = usePhone();
  const [code, setCode] = useState(place.secret || place.id);
  const [name, setName] = useState("");
  const [kept, setKept] = useState(/** @type {import("../ui/phone.js").KnownTable | null} */ (null));
  const { busy, failure, send } = useSending(phone.client);
  const scanned = place.secret !== "";
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy || !code.trim()) return;
    const said = { code: code.trim(), ...(name.trim() && { name: name.trim() }) };
    if (phone.tables.some(mayWrite)) {
      // A key that would be thrown away is not asked for, nor a place of the invite.
      const opens = await send("/v1/join?dry_run=true", said);
      if (!opens) return;
      const better = await betterKey(phone, opens.table.id, opens.role);
      if (better) return setKept(better);
    }
    const answer = await send("/v1/join", said);
    if (!answer) return;
    const { table: { id, name: called }, key, role, player_id = null } = answer;
    const table = { id, name: called, key, role, player_id };
    await phone.saveTable({ ...table, player_name: player_id && (await nameOf(phone.clientFor(table), id, player_id)) });
    await enterTable(phone, id);
  };
  if (kept) return html`<${Kept} table=${kept} />`;
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

/** The key that may do more at this table than the new one does: it stays, unless it opens nothing any more. */
async function betterKey(/** @type {import("../ui/phone.js").Phone} */ phone, /** @type {string} */ tableId, /** @type {string} */ role) {
  const known = phone.table(tableId);
  if (!known || ROLES.indexOf(known.role) <= ROLES.indexOf(role)) return null;
  const opens = phone.clientFor(known).get(`/v1/tables/${tableId}`).then(() => true, ({ kind }) => kind !== "revoked");
  return (await opens) ? known : null;
}

/** This phone stays what it was. @param {{table: import("../ui/phone.js").KnownTable}} props */
function Kept({ table }) {
  const phone = usePhone();
  return html`
    <${Bar} title=${t("join.title")} back="" />
    <main class="page"><div class="card stack">
      <p role="status">${t(`join.kept.${table.role}`)}</p>
      <${Button} look="first wide" onClick=${() => enterTable(phone, table.id)}>${t("join.kept.go")}<//>
    </div></main>`;
}

/** Whom the phone enters for; null where that can't be had now. @param {any} client @param {string} tableId @param {string} playerId @returns {Promise<string | null>} */
const nameOf = (client, tableId, playerId) =>
  client.get(`/v1/tables/${tableId}/players/${playerId}`).then((/** @type {any} */ { data }) => data.name, () => null);
