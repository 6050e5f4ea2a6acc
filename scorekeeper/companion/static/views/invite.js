// Others join: a code to type or to scan, and an address for a screen on the wall.

import { useEffect, useState } from "../vendor/hooks.js";
import { Failed, useSending } from "../ui/asking.js";
import { html } from "../ui/html.js";
import { Button, Choice, Waiting } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { Handing } from "../ui/recovery.js";
import { addressOf } from "../ui/router.js";
import { t } from "../ui/texts.js";

const ROLES = ["scorer", "viewer"];

/** @param {{table: import("../ui/phone.js").KnownTable}} props */
export function Invite({ table }) {
  const phone = usePhone();
  const client = phone.clientFor(table);
  const { failure, send } = useSending(client);
  const [role, setRole] = useState("scorer");
  const [made, setMade] = useState(/** @type {Record<string, any>} */ ({}));
  const invite = made[role];
  const make = async () => {
    const answer = await send(`/v1/tables/${table.id}/invites`, { role });
    if (answer) setMade((now) => ({ ...now, [role]: answer }));
  };
  useEffect(() => {
    if (!invite) make();
  }, [role]);
  return html`
    <${Choice} name="role" legend=${t("invite.role")} value=${role} onChange=${setRole} options=${ROLES.map((name) => [name, t(`invite.${name}`)])} />
    ${failure && html`<${Failed} failure=${failure} onRetry=${make} />`}
    ${invite ? html`<${Shown} key=${invite.id} client=${client} table=${table} invite=${invite} />` : !failure && html`<${Waiting} />`}`;
}

/** @param {{client: any, table: any, invite: any}} props */
function Shown({ client, table, invite }) {
  const address = new URL(invite.url, addressOf("")).href;
  return html`
    <div class="invite">
      <${Qr} client=${client} path=${`/v1/tables/${table.id}/invites/${invite.id}/qr.svg`} />
      <p>${t("invite.scan")}</p>
      <p class="code-shown code-big" translate="no">${invite.code}</p>
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
  return drawing ? html`<img class="qr" src=${drawing} alt=${t("invite.qr")} />` : html`<span class="qr" />`;
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
