// What lies across the table until it is dealt with: no network, a conflict, a dispute, a roll-off.

import { useEffect, useState } from "../vendor/hooks.js";
import { classes, html } from "./html.js";
import { later } from "./later.js";
import { Button } from "./parts.js";
import { Icon } from "./icons.js";
import { usePhone } from "./phone.js";
import { mayPlay } from "./roles.js";
import { Link } from "./router.js";
import { namesOf } from "./target.js";
import { listed, t } from "./texts.js";

const Conflict = later(() => import("./conflict.js"), "Conflict");
const RecoveryOffer = later(() => import("./recovery.js"), "RecoveryOffer", { hurry: false });
const Notices = later(() => import("./notices.js"), "Notices");
const Disputed = later(() => import("./disputed.js"), "Disputed");
const Unkept = later(() => import("./unkept.js"), "Unkept");
const DropWaiting = later(() => import("./drop_waiting.js"), "DropWaiting");
const SLOW = 2_500;

/** The gravest comes first: on a low screen it stands for all, cut short, until they are tapped. @param {{opened: import("./game.js").Opened, onReenter: (mine: any) => void}} props */
export function Banners({ opened, onReenter }) {
  const [open, setOpen] = useState(false);
  const keepsNothing = usePhone().keepsNothing;
  return html`
    <div class=${classes("banners", open && "open")}>
      <${Network} opened=${opened} />
      ${keepsNothing && html`<${Unkept} opened=${opened} />`}
      ${opened.view.notices.length > 0 && html`<${Notices} opened=${opened} />`}
      <${RollOff} game=${opened.game} />
      ${opened.game.provisional && html`<${Disputed} opened=${opened} />`}
      ${!keepsNothing && isQuietMoment(opened.game) && isUnsaved(opened.table) && !isDead(opened.view.network) && html`<${RecoveryOffer} table=${opened.table} />`}
      <button type="button" class="button small banners-toggle" aria-expanded=${open ? "true" : "false"} aria-label=${t(open ? "close" : "banners")} onClick=${() => setOpen(!open)}>${open && t("close")}</button>
    </div>
    ${opened.view.conflict && html`<${Conflict} opened=${opened} onReenter=${onReenter} />`}`;
}

/** @param {{opened: import("./game.js").Opened}} props */
function Network({ opened }) {
  const { network, pending, conflict } = opened.view;
  const slow = useLasting(pending.length > 0, SLOW);
  if (network.state === "online" && (!slow || conflict)) return null;
  return html`
    <p class=${classes("banner", network.state !== "online" && "grave")} role="status"><${Icon} name="cloud" />
      <span>${tellNetwork(opened)}</span>
      ${network.state === "revoked" && html`<${Link} to="join" look="button small">${t("join.title")}<//>`}
      ${!["online", "revoked"].includes(network.state) && html`<${Button} look="small" onClick=${() => opened.session.flush()}>${t("try_again")}<//>`}
      ${pending.length > 0 && isDead(network) && html`<${DropWaiting} session=${opened.session} />`}
    </p>`;
}

/** What is the matter, and what it means for this phone: not each has something to enter, and none has while a question is open. @param {import("./game.js").Opened} opened */
function tellNetwork({ game, table, view: { network: { state, problem }, pending, conflict } }) {
  const told = [t(`network.${state === "online" ? "sending" : problem?.code === "table-disabled" ? "closed" : state}`)];
  const isAlone = ["offline", "timeout", "server"].includes(state);
  const count = pending.length;
  if (isAlone && mayPlay(table, game) && !conflict) told.push(count ? t("network.play_on_with", { count }) : t("network.play_on"));
  else if (count) told.push(t("network.pending", { count }));
  else if (isAlone) told.push(t("network.stood"));
  return told.join(" ");
}

/** Whether the server takes nothing any more from this phone, or for this game. @param {{state: string}} network */
const isDead = ({ state }) => ["revoked", "gone", "forbidden"].includes(state);

/** Before the first roll and after the last one, there is room for something else. @param {any} game */
const isQuietMoment = (game) => game.version === 1 || game.next.action === "none";

/** Whether nobody has kept the code that brings the table back. @param {import("./phone.js").KnownTable} table */
const isUnsaved = (table) => table.recovery_code && !table.recovery_saved;

/** Whether something has lasted for a while: what is over in a moment is not worth a word. @param {boolean} on @param {number} milliseconds */
function useLasting(on, milliseconds) {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!on) setLasts(false);
    const timer = on && setTimeout(() => setLasts(true), milliseconds);
    return () => clearTimeout(timer || undefined);
  }, [on]);
  return lasts;
}

/** @param {{game: any}} props */
function RollOff({ game }) {
  if (!game.round?.roll_off || game.next.action === "none") return null;
  const names = listed(game.round.order.map(namesOf(game)));
  return html`<p class="banner gold"><${Icon} name="flag" /><span>${t(game.round.extra_round ? "banner.extra_round" : "banner.roll_off", { names, number: game.round.roll_off })}</span></p>`;
}
