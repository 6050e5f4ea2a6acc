// Others join: a code to type or to scan, and an address for a screen on the wall.

import { useEffect, useState } from "../vendor/hooks.js";
import { Awaited, Failed, useAnswer, useSending } from "../ui/asking.js";
import { html } from "../ui/html.js";
import { Button, Choice } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { Handing } from "../ui/recovery.js";
import { addressOf } from "../ui/router.js";
import { t } from "../ui/texts.js";

const ROLES = ["scorer", "viewer", "player"];

/** @param {{table: import("../ui/phone.js").KnownTable}} props */
export function Invite({ table }) {
  const client = usePhone().clientFor(table);
  const { failure, send, forget } = useSending(client);
  const [role, setRole] = useState("scorer");
  const [player, setPlayer] = useState(/** @type {any} */ (null));
  const [made, setMade] = useState(/** @type {Record<string, any>} */ ({}));
  const wanted = wantedInvite(role, player);
  const kind = wanted && JSON.stringify(wanted);
  const make = async () => {
    const answer = await send(`/v1/tables/${table.id}/invites`, wanted);
    if (answer) setMade((now) => ({ ...now, [String(kind)]: answer }));
  };
  useEffect(() => {
    forget();
    if (kind && !made[kind]) make();
  }, [kind]);
  return html`
    <${Choice} name="role" legend=${t("invite.role")} value=${role} onChange=${setRole} options=${ROLES.map((name) => [name, t(`invite.${name}`)])} />
    ${role === "player" && html`<${Whom} client=${client} table=${table} player=${player} onChoose=${setPlayer} />`}
    ${kind && html`<${Shown} client=${client} table=${table} invite=${made[kind]} failure=${failure} onRetry=${make} />`}`;
}

/** What is asked for; null while it is not known for whom. @param {string} role @param {any} player */
function wantedInvite(role, player) {
  if (role !== "player") return { role };
  return player && { role: "scorer", player_id: player.id, name: player.name, joins: 1 };
}

/** Which player the phone is to enter for. @param {{client: any, table: any, player: any, onChoose: (player: any) => void}} props */
function Whom({ client, table, player, onChoose }) {
  const players = useAnswer(() => client.get(`/v1/tables/${table.id}/players?limit=100`), [table.id]);
  if (players.failure) return html`<${Awaited} answer=${players} />`;
  const items = (players.data?.items ?? []).filter((/** @type {any} */ each) => !each.archived);
  return html`
    <label class="field"><span>${t("invite.whom")}</span>
      <select value=${player?.id ?? ""} onChange=${(/** @type {any} */ { target }) => onChoose(items.find((/** @type {any} */ each) => each.id === target.value) ?? null)}>
        <option value="">${t("invite.choose")}</option>
        ${items.map((/** @type {any} */ each) => html`<option key=${each.id} value=${each.id}>${each.name}</option>`)}
      </select></label>
    ${player && html`<p class="quiet">${t("invite.for", { name: player.name })}</p>`}`;
}

/** The invite; what is still to come has its place already, so that nothing moves under a finger. @param {{client: any, table: any, invite: any, failure: any, onRetry: () => void}} props */
function Shown({ client, table, invite, failure, onRetry }) {
  const address = invite ? new URL(invite.url, addressOf("")).href : "";
  return html`
    <div class="invite" aria-busy=${invite || failure ? null : "true"}>
      <div class="qr-place">
        ${failure && html`<${Failed} failure=${failure} onRetry=${onRetry} />`}
        ${invite && html`<${Qr} key=${invite.id} client=${client} path=${`/v1/tables/${table.id}/invites/${invite.id}/qr.svg`} />`}
      </div>
      <p>${t("invite.scan")}</p>
      <p class="code-shown code-big" translate="no">${invite?.code ?? "\u00a0"}</p>
      <p class="quiet">${t("invite.type", { address: addressOf("join") })}</p>
    </div>
    <${Handing} text=${address} title=${t("invite.title")} />`;
}

/** The code as a drawing. It is fetched with the key, so it can't be an image's address. @param {{client: any, path: string}} props */
function Qr({ client, path }) {
  const [drawing, setDrawing] = useState("");
  useEffect(() => {
    client.stream(path).then((/** @type {Response} */ response) => response.text()).then(
      (/** @type {string} */ svg) => setDrawing(`data:image/svg+xml,${encodeURIComponent(svg)}`),
      () => setDrawing(""),
    );
  }, [path]);
  return drawing && html`<img class="qr" src=${drawing} alt=${t("invite.qr")} />`;
}

/** @param {{table: import("../ui/phone.js").KnownTable}} props */
export function Wall({ table }) {
  const phone = usePhone();
  const { busy, failure, send } = useSending(phone.clientFor(table));
  const make = async () => {
    const key = await send(`/v1/tables/${table.id}/keys`, { role: "viewer", name: t("wall.device") });
    if (key) await phone.saveTable({ ...table, watch_url: key.watch_url });
  };
  const address = table.watch_url && new URL(table.watch_url, addressOf("")).href;
  return html`
    <p>${t("wall.note")}</p>
    ${failure && html`<${Failed} failure=${failure} onRetry=${make} />`}
    ${address
      ? html`<p class="code-shown" translate="no">${address}</p><${Handing} text=${address} title=${t("wall.title")} />
          <a class="button first wide" href=${address} target="_blank" rel="noopener">${t("wall.open")}</a>`
      : html`<${Button} look="first wide" aria-disabled=${busy ? "true" : null} onClick=${make}>${t("wall.make")}<//>`}`;
}
