// Forgetting a table on this phone; entries that still wait to be sent are told first, and can be sent.

import { useEffect, useState } from "../vendor/hooks.js";
import { openSession } from "../sync/session.js";
import { html } from "../ui/html.js";
import { Button, Notice, Waiting } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { Link, go } from "../ui/router.js";
import { t } from "../ui/texts.js";

/** @typedef {{games: string[], count: number}} Waits  the games that entries wait for, and how many in all */

/** @param {{table: import("../ui/phone.js").KnownTable, onClose: () => void}} props */
export function Forget({ table, onClose }) {
  const phone = usePhone();
  const [waits, setWaits] = useState(/** @type {Waits | null} */ (null));
  const [sent, setSent] = useState(false);
  const look = () => waitingAt(phone, table.id).then(setWaits);
  useEffect(() => void look(), [table.id]);
  const forget = async () => {
    await phone.forgetTable(table.id);
    go("");
  };
  if (!waits) return html`<${Waiting} />`;
  return html`
    <p>${t(table.recovery_code && !table.recovery_saved ? "table.forget_unsaved" : "table.forget_note")}</p>
    ${waits.count > 0 && html`<${SendFirst} table=${table} waits=${waits} onTried=${() => look().then(() => setSent(true))} />`}
    ${sent && !waits.count && html`<p class="notice good" role="status">${t("forget.sent")}</p>`}
    <div class="table-acts">
      <${Button} look="second" onClick=${onClose}>${t("cancel")}<//>
      <${Button} look="danger" onClick=${forget}>${waits.count ? t("forget.anyway", { count: waits.count }) : t("table.forget")}<//>
    </div>`;
}

/** @param {{table: import("../ui/phone.js").KnownTable, waits: Waits, onTried: () => void}} props */
function SendFirst({ table, waits, onTried }) {
  const phone = usePhone();
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState("");
  const send = async () => {
    if (busy) return;
    setBusy(true);
    setWhy("");
    const states = [];
    for (const game of waits.games) states.push(await sendAll(phone, table, game));
    setWhy(states.find((state) => state !== "online") ?? "online");
    setBusy(false);
    onTried();
  };
  return html`
    <${Notice}>${t("forget.waits", { count: waits.count })} ${why && html`<b>${tellWhy(why)}</b>`}<//>
    <div class="table-acts">
      <${Button} look="first" aria-disabled=${busy ? "true" : null} onClick=${send}>${t("forget.send")}<//>
      ${why === "online" && html`<${Link} to=${`play/${waits.games[0]}`} look="button second">${t("forget.look")}<//>`}
    </div>`;
}

/** Why entries wait still. @param {string} state as a session has it */
const tellWhy = (state) => (state === "online" ? t("forget.asks") : `${t("forget.not_sent")} ${t(`trouble.${state}`)}.`);

/** @param {import("../ui/phone.js").Phone} phone @param {string} tableId @returns {Promise<Waits>} */
async function waitingAt({ store }, tableId) {
  const [games, waiting] = await Promise.all([store.games(tableId), store.waiting()]);
  const ids = games.map((/** @type {any} */ game) => game.id).filter((/** @type {string} */ id) => waiting[id]);
  return { games: ids, count: ids.reduce((/** @type {number} */ sum, /** @type {string} */ id) => sum + waiting[id], 0) };
}

/** Sends what waits for a game; how the network was then. @param {import("../ui/phone.js").Phone} phone @param {any} table @param {string} gameId @returns {Promise<string>} */
async function sendAll(phone, table, gameId) {
  const session = await openSession({ gameId, store: phone.store, client: phone.clientFor(table), live: false });
  await session.sender.flush();
  session.close();
  return session.network.state;
}
