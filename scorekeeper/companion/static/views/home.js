// The first view: the tables of this phone, or else who plays.

import { useState } from "../vendor/hooks.js";
import { Pips } from "../ui/dice.js";
import { classes, html } from "../ui/html.js";
import { Icon } from "../ui/icons.js";
import { Bar, IconButton } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { RecoveryOffer } from "../ui/recovery.js";
import { isHost, tellRole } from "../ui/roles.js";
import { Link, go } from "../ui/router.js";
import { t } from "../ui/texts.js";
import { NewGame } from "./new.js";

/** @param {{place: import("../ui/router.js").Place}} _props */
export function View(_props) {
  const phone = usePhone();
  // Who makes the first table here is on the way to its game, and may still have to be told of something.
  const [isFirst] = useState(!phone.tables.length);
  return html`
    <${Bar} title=${t("app")}><${IconButton} icon="gear" label=${t("settings.title")} onClick=${() => go("settings")} /><//>
    <main class="page">
      <${Crest} />
      ${phone.tables.filter((table) => table.recovery_code && !table.recovery_saved).slice(0, 1).map((table) => html`<${RecoveryOffer} key=${table.id} table=${table} />`)}
      ${!isFirst ? html`<${Tables} tables=${phone.tables} />` : html`<${NewGame} />`}
      <nav class="ways" aria-label=${t("ways")}>
        <${Link} to="join"><${Icon} name="key" />${t("join.title")}<//>
        <${Link} to="settle"><${Icon} name="scales" />${t("settle.title")}<//>
        <${Link} to="recover"><${Icon} name="anchor" />${t("recover.title")}<//>
      </nav>
    </main>`;
}

/** Six, five, four and a cargo: the game in one line. */
const Crest = () => html`
  <div class="crest">
    <span class="crest-dice" aria-hidden="true">${[6, 5, 4, 2, 3].map((face) => html`<span class=${classes("die", face > 3 && "brass")}><${Pips} face=${face} /></span>`)}</span>
    <p>${t("crest")}</p>
  </div>`;

/** @param {{tables: import("../ui/phone.js").KnownTable[]}} props */
const Tables = ({ tables }) => html`
  <section class="tables">
    <h2>${t("tables")}</h2>
    <ul>${tables.map((table) => html`
      <li key=${table.id} class="card table-card">
        <h3><bdi>${table.name}</bdi></h3><p class="quiet">${tellRole(table)}</p>
        <div class="table-acts">
          ${table.last_game && html`<${Link} to=${`play/${table.last_game}`} look="button first">${t("continue")}<//>`}
          ${isHost(table) && html`<${Link} to=${`new?table=${table.id}`} look=${table.last_game ? "button second" : "button first"}>${t("new.title")}<//>`}
          <${Link} to=${`table/${table.id}`} look="button second">${t("table.open")}<//>
        </div>
      </li>`)}</ul>
    <p><${Link} to="new" look="button second wide">${t("new.table")}<//></p>
  </section>`;
