// A table: who is invited, what was played, who is best.

import { useState } from "../vendor/hooks.js";
import { Awaited, Failed, useAnswer, useSending } from "../ui/asking.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icons.js";
import { Bar, Button, Name, Sheet } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { Recovery } from "../ui/recovery.js";
import { isHost, tellRole } from "../ui/roles.js";
import { Link } from "../ui/router.js";
import { locale, t } from "../ui/texts.js";
import { Bests } from "./bests.js";
import { Forget } from "./forget.js";
import { Invite, Wall } from "./invite.js";
import { Trouble } from "./trouble.js";

/** @param {{place: import("../ui/router.js").Place}} props */
export function View({ place }) {
  const phone = usePhone();
  const table = phone.table(place.id);
  if (!table) return html`<${Trouble} failure=${{ kind: "no-key" }} />`;
  return html`<${Known} table=${table} />`;
}

/** @param {{table: import("../ui/phone.js").KnownTable}} props */
function Known({ table }) {
  const phone = usePhone();
  const client = phone.clientFor(table);
  const games = useAnswer(() => client.get(`/v1/tables/${table.id}/games?limit=100`), [table.id]);
  const [sheet, setSheet] = useState(/** @type {string | null} */ (null));
  const close = () => setSheet(null);
  return html`
    <${Bar} title=${html`<bdi>${table.name}</bdi>`} back="" />
    <main class="page">
      <section class="card table-top">
        <p class="quiet">${tellRole(table)}</p>
        <div class="table-acts">
          ${isHost(table) && html`<${Link} to=${`new?table=${table.id}`} look="button first">${t("new.title")}<//>`}
          ${isHost(table) && html`<${Button} look="second" icon="people" onClick=${() => setSheet("invite")}>${t("invite.title")}<//>`}
          ${isHost(table) && html`<${Button} look="second" icon="wall" onClick=${() => setSheet("wall")}>${t("wall.title")}<//>`}
          ${table.recovery_code && html`<${Button} look="second" icon="anchor" onClick=${() => setSheet("recovery")}>${t("recovery.title")}<//>`}
          ${isHost(table) && html`<${Button} look="second" icon="pencil" onClick=${() => setSheet("rename")}>${t("table.rename")}<//>`}
        </div>
      </section>
      <section class="card">
        <h2>${t("table.games")}</h2>
        ${games.data ? html`<${Games} items=${games.data.items} />` : html`<${Awaited} answer=${games} />`}
      </section>
      ${games.data && html`<${Bests} client=${client} games=${games.data.items} />`}
      <${Button} look="second danger" icon="door" onClick=${() => setSheet("forget")}>${t("table.forget")}<//>
    </main>
    ${sheet === "invite" && html`<${Sheet} title=${t("invite.title")} onClose=${close}><${Invite} table=${table} /><//>`}
    ${sheet === "wall" && html`<${Sheet} title=${t("wall.title")} onClose=${close}><${Wall} table=${table} /><//>`}
    ${sheet === "recovery" && html`<${Sheet} title=${t("recovery.title")} onClose=${close}><${Recovery} table=${table} onSaved=${close} /><//>`}
    ${sheet === "rename" && html`<${Sheet} title=${t("table.rename")} onClose=${close}><${Rename} table=${table} onDone=${close} /><//>`}
    ${sheet === "forget" && html`<${Sheet} title=${t("table.forget")} onClose=${close}><${Forget} table=${table} onClose=${close} /><//>`}`;
}

/** @param {{items: any[]}} props */
const Games = ({ items }) => (items.length ? html`
  <ul class="games">${items.map((game) => html`
    <li key=${game.id}><${Link} to=${`play/${game.id}`} look="game-line">
      <span class="game-who">${game.seats.map((/** @type {any} */ seat, /** @type {number} */ at) => html`${at > 0 && ", "}<${Name}>${seat.name}<//>`)}</span>
      <span class="game-how">${tellGame(game)}</span>
      <small>${new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(game.created_at))}</small>
    <//></li>`)}</ul>` : html`<p class="quiet">${t("table.no_games")}</p>`);

/** @param {any} game */
function tellGame(game) {
  const winners = game.seats.filter((/** @type {any} */ seat) => game.winners.includes(seat.seat));
  if (game.status !== "finished") return html`<b>${t(`games.${game.status}`)}</b>`;
  return html`<${Icon} name="star" /> ${winners.map((/** @type {any} */ seat, /** @type {number} */ at) => html`${at > 0 && ", "}<b><${Name}>${seat.name}<//></b>`)}`;
}

/** @param {{table: import("../ui/phone.js").KnownTable, onDone: () => void}} props */
function Rename({ table, onDone }) {
  const phone = usePhone();
  const { busy, failure, send } = useSending(phone.clientFor(table));
  const [name, setName] = useState(table.name);
  const rename = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const changed = await send(`/v1/tables/${table.id}`, { name: name.trim() }, "patch");
    if (!changed) return;
    await phone.saveTable({ ...table, name: changed.name });
    onDone();
  };
  return html`
    <form class="stack" onSubmit=${rename}>
      <label class="field"><span>${t("table.name")}</span><input type="text" dir="auto" maxlength="60" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
      ${failure && html`<${Failed} failure=${failure} />`}
      <button type="submit" class="button first wide" aria-disabled=${busy ? "true" : null}>${t("save")}</button>
    </form>`;
}
