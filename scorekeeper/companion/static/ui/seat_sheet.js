// A seat: what can be done about it, and who stands where.

import { useState } from "../vendor/hooks.js";
import { stateOf } from "../engine/answer.js";
import { notDeferrable } from "../engine/game.js";
import { Failed, useSending } from "./asking.js";
import { tellViolation } from "./failures.js";
import { html } from "./html.js";
import { Button, Notice, Sheet } from "./parts.js";
import { usePhone } from "./phone.js";
import { isHost, mayEnterFor } from "./roles.js";
import { Standings } from "./seats.js";
import { t } from "./texts.js";

/** @param {{opened: import("./game.js").Opened, number: number, onSeat: (number: number) => void, onClose: () => void}} props */
export function SeatSheet({ opened, number, onSeat, onClose }) {
  const { game, session, table } = opened;
  const [refused, setRefused] = useState(/** @type {any[]} */ ([]));
  const [renaming, setRenaming] = useState(false);
  const [handing, setHanding] = useState(false);
  const seat = game.seats.find((/** @type {any} */ each) => each.seat === number);
  const enter = async (/** @type {any} */ entry) => {
    const answer = await session.enter(entry);
    if (answer.ok) onClose();
    else setRefused(answer.violations);
  };
  const on = game.next.action !== "none";
  return html`
    <${Sheet} title=${seat.name} onClose=${onClose}>
      ${refused.length > 0 && html`<${Notice}>${refused.map((violation) => tellViolation(violation)).join(" ")}<//>`}
      ${on && html`<div class="table-acts">
        ${canPlayLater(opened, number) && html`<${Button} look="first" icon="clock" onClick=${() => enter({ kind: "defer", seat: number })}>${t("seat.later")}<//>`}
        ${isHost(table) && html`<${Button} look="second" icon="pencil" onClick=${() => setRenaming(!renaming)}>${t("seat.rename")}<//>`}
        ${isHost(table) && seat.computer && html`<${Button} look="second" icon="people" onClick=${() => setHanding(!handing)}>${t("handover.do")}<//>`}
        ${isHost(table) && ["in", "joining"].includes(seat.status) && html`<${Leave} name=${seat.name} onLeave=${() => enter({ kind: "leave", seat: number })} />`}
      </div>`}
      ${handing && html`<${HandOver} opened=${opened} seat=${seat} onDone=${onClose} />`}
      ${renaming && html`<${Rename} opened=${opened} seat=${seat} onDone=${onClose} />`}
      <h3>${t("standings")}</h3>
      <${Standings} game=${game} onSeat=${(/** @type {any} */ other) => onSeat(other.seat)} />
    <//>`;
}

/** @param {import("./game.js").Opened} opened @param {number} number */
const canPlayLater = ({ game, table }, number) =>
  game.status === "playing" && mayEnterFor(table, game, number) && notDeferrable(stateOf(game), number) === null;

/** It can't be undone by a slip: the second tap says so. @param {{name: string, onLeave: () => void}} props */
function Leave({ name, onLeave }) {
  const [sure, setSure] = useState(false);
  return sure
    ? html`<${Button} look="danger" icon="door" onClick=${onLeave}>${t("seat.leave_sure", { name })}<//>`
    : html`<${Button} look="second" icon="door" onClick=${() => setSure(true)}>${t("seat.leave")}<//>`;
}

/** @param {{opened: import("./game.js").Opened, seat: any, onDone: () => void}} props */
function Rename({ opened, seat, onDone }) {
  const { game, session, table } = opened;
  const { busy, failure, send } = useSending(usePhone().clientFor(table));
  const [name, setName] = useState(seat.name);
  const rename = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const data = await send(`/v1/games/${game.id}/seats/${seat.seat}`, { name: name.trim() }, "patch");
    if (!data) return;
    session.take(data);
    onDone();
  };
  return html`
    <form class="stack" onSubmit=${rename}>
      <label class="field"><span>${t("seat.name")}</span><input type="text" dir="auto" maxlength="60" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
      ${failure && html`<${Failed} failure=${failure} />`}
      <button type="submit" class="button first wide" aria-disabled=${busy ? "true" : null}>${t("save")}</button>
    </form>`;
}

/** A person plays on where the computer did: somebody whom the table knows, or somebody new. @param {{opened: import("./game.js").Opened, seat: any, onDone: () => void}} props */
function HandOver({ opened, seat, onDone }) {
  const { game, session, table } = opened;
  const client = usePhone().clientFor(table);
  const { busy, failure, send } = useSending(client);
  const [name, setName] = useState("");
  const called = name.trim();
  const hand = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy || !called) return;
    const known = await send(`/v1/tables/${table.id}/players?limit=100`, undefined, "get");
    const isCalled = (/** @type {any} */ player) => player.name.toLowerCase() === called.toLowerCase() && !player.archived;
    const player = known && (known.items.find(isCalled) ?? (await send(`/v1/tables/${table.id}/players`, { name: called })));
    const data = player && (await send(`/v1/games/${game.id}/seats/${seat.seat}`, { player_id: player.id }, "patch"));
    if (!data) return;
    session.take(data);
    onDone();
  };
  return html`
    <form class="stack" onSubmit=${hand}>
      <p>${t("handover.note", { name: seat.name })}</p>
      <label class="field"><span>${t("handover.who")}</span><input type="text" dir="auto" maxlength="60" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
      ${failure && html`<${Failed} failure=${failure} />`}
      <button type="submit" class="button first wide" aria-disabled=${busy || !called ? "true" : null}>${t("handover.do")}</button>
    </form>`;
}
