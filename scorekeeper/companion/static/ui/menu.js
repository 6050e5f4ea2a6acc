// What can be done about a game besides rolling.

import { useState } from "../vendor/hooks.js";
import { stateOf } from "../engine/answer.js";
import { closedToJoiners } from "../engine/game.js";
import { Failed, useSending } from "./asking.js";
import { tellViolation } from "./failures.js";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Button, Notice, Sheet, Switch } from "./parts.js";
import { usePhone } from "./phone.js";
import { isHost } from "./roles.js";
import { Link } from "./router.js";
import { Thrower } from "./thrower.js";
import { t } from "./texts.js";

/** @param {{opened: import("./game.js").Opened, onClose: () => void}} props */
export function GameMenu({ opened, onClose }) {
  const { game, table } = opened;
  const [doing, setDoing] = useState(/** @type {string | null} */ (null));
  const on = game.next.action !== "none";
  const host = isHost(table);
  if (doing === "join") return html`<${Sheet} title=${t("late.title")} onClose=${onClose}><${JoinLate} opened=${opened} onDone=${onClose} /><//>`;
  if (doing === "abandon") return html`<${Sheet} title=${t("abandon.title")} onClose=${onClose}><${Abandon} opened=${opened} onDone=${onClose} /><//>`;
  return html`
    <${Sheet} title=${t("menu")} onClose=${onClose}>
      <nav class="menu">
        <${Way} to=${`play/${game.id}/turns`} icon="list" onClose=${onClose}>${t("turns.title")}<//>
        <${Way} to=${`play/${game.id}/disputes`} icon="flag" onClose=${onClose}>${t("disputes.title")}<//>
        ${on && host && closedToJoiners(stateOf(game)) === null && html`<button type="button" onClick=${() => setDoing("join")}><${Icon} name="plus" />${t("late.title")}</button>`}
        <${Way} to=${`table/${game.table_id}`} icon="people" onClose=${onClose}>${t(host ? "table.open_host" : "table.open")}<//>
        <${Way} to="settle" icon="scales" onClose=${onClose}>${t("settle.title")}<//>
        <${Way} to="settings" icon="gear" onClose=${onClose}>${t("settings.title")}<//>
        ${on && host && html`<button type="button" class="danger" onClick=${() => setDoing("abandon")}><${Icon} name="door" />${t("abandon.title")}</button>`}
      </nav>
    <//>`;
}

/** @param {{to: string, icon: string, onClose: () => void, children?: any}} props */
const Way = ({ to, icon, onClose, children }) => html`<span onClick=${onClose}><${Link} to=${to}><${Icon} name=${icon} />${children}<//></span>`;

/** Somebody comes late, or the computer does. @param {{opened: import("./game.js").Opened, onDone: () => void}} props */
function JoinLate({ opened, onDone }) {
  const { game, session, table } = opened;
  const [name, setName] = useState("");
  const [dice, setDice] = useState(/** @type {string | null} */ (null));
  const [refused, setRefused] = useState(/** @type {any[]} */ ([]));
  const sending = useSending(usePhone().clientFor(table));
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!name.trim() || sending.busy) return;
    if (dice) return joinAsComputer();
    const answer = await session.enter({ kind: "join", name: name.trim() });
    if (answer.ok) onDone();
    else setRefused(answer.violations);
  };
  // The computer is the server's: it can't sit down while there is no network.
  const joinAsComputer = async () => {
    const data = await sending.send(`/v1/games/${game.id}/seats`, { name: name.trim(), computer: { dice } });
    if (!data) return;
    session.take(data);
    onDone();
  };
  return html`
    <form class="stack" onSubmit=${join}>
      <p>${t("late.note")}</p>
      <label class="field"><span>${t("seat.name")}</span><input type="text" dir="auto" maxlength="60" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
      <${Switch} label=${t("late.computer")} note=${t("new.computer_note")} on=${dice !== null} onChange=${(/** @type {boolean} */ on) => setDice(on ? "table" : null)} />
      ${dice && html`<${Thrower} name="dice" who=${name || t("new.computer_name")} dice=${dice} onChange=${setDice} />`}
      ${refused.length > 0 && html`<${Notice}>${refused.map((violation) => tellViolation(violation)).join(" ")}<//>`}
      ${sending.failure && html`<${Failed} failure=${sending.failure} />`}
      <button type="submit" class="button first wide" aria-disabled=${name.trim() && !sending.busy ? null : "true"}>${t("late.do")}</button>
    </form>`;
}

/** @param {{opened: import("./game.js").Opened, onDone: () => void}} props */
function Abandon({ opened, onDone }) {
  const { game, session, table } = opened;
  const { busy, failure, send } = useSending(usePhone().clientFor(table));
  const abandon = async () => {
    const data = await send(`/v1/games/${game.id}/abandon`, {});
    if (!data) return;
    session.take(data);
    onDone();
  };
  return html`
    <p>${t("abandon.note")}</p>
    ${failure && html`<${Failed} failure=${failure} />`}
    <div class="table-acts"><${Button} look="second" onClick=${onDone}>${t("cancel")}<//><${Button} look="danger" aria-disabled=${busy ? "true" : null} onClick=${abandon}>${t("abandon.do")}<//></div>`;
}
