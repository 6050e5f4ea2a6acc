// A new game: who plays, and which game it is.

import { useState } from "../vendor/hooks.js";
import { Failed, useSending } from "../ui/asking.js";
import { html } from "../ui/html.js";
import { Bar, Button, Switch, Waiting } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { usePresets } from "../ui/presets.js";
import { later } from "../ui/later.js";
import { isHost, tellRole } from "../ui/roles.js";
import { Link, go } from "../ui/router.js";
import { ofPreset, sentRules } from "../ui/rules_draft.js";
import { listed, locale, t } from "../ui/texts.js";
import { Players, useSeats } from "./new_players.js";
import { Presets, summaryOf } from "./new_rules.js";
import { Trouble } from "./trouble.js";

const PlayedLast = later(() => import("../ui/played_last.js"), "PlayedLast");

/** @param {{place: import("../ui/router.js").Place}} props */
export function View({ place }) {
  const tableId = place.query.get("table");
  const table = usePhone().table(tableId ?? "");
  if (tableId && !table) return html`<${Trouble} failure=${{ kind: "no-key" }} />`;
  return html`
    <${Bar} title=${t("new.title")} back="" />
    <main class="page">${table && !isHost(table) ? html`<${HostOnly} table=${table} />` : html`<${NewGame} tableId=${tableId} />`}</main>`;
}

/** This phone's key opens no games at the table. @param {{table: import("../ui/phone.js").KnownTable}} props */
const HostOnly = ({ table }) => html`
  <section class="card stack" role="alert">
    <p>${tellRole(table)} ${t("new.host_only")}</p>
    <${Link} to=${`table/${table.id}`} look="button first wide">${t("table.open")}<//>
    <${Link} to="join" look="button second wide">${t("join.title")}<//>
    <${Link} to="new" look="button second wide">${t("new.table")}<//>
  </section>`;

/** @param {{tableId?: string | null}} props */
export function NewGame({ tableId = null }) {
  const phone = usePhone();
  const table = tableId ? phone.table(tableId) : undefined;
  const presets = usePresets();
  const seats = useSeats();
  const names = seats.filled.map(({ name }) => name);
  const [rules, setRules] = useState(/** @type {any} */ (null));
  const [scores, setScores] = useState(false);
  const [advised, setAdvised] = useState(true);
  const [opener, setOpener] = useState(1);
  const sending = useSending(phone.clientFor(table));
  const [unsaved, setUnsaved] = useState(/** @type {Unsaved | null} */ (null));
  if (unsaved) return html`<${RulesUnsaved} unsaved=${unsaved} />`;
  if (presets.failure) return html`<${Failed} failure=${presets.failure} onRetry=${presets.retry} />`;
  if (!presets.items) return html`<${Waiting} />`;
  const chosen = rules ?? ofPreset(presets.items[0]);
  const unfit = misfit(names, chosen.ruleset);
  const refused = refusedNames(sending.failure, seats.rows);
  const play = async () => {
    if (sending.busy || unfit) return;
    const game = { ruleset: sentRules(chosen),
      seats: seats.filled, entry: scores ? "dice_or_score" : "dice",
      advice: advised ? "allowed" : "forbidden",
      ...(chosen.ruleset.opener.first === "chosen" && { opener_seat: opener }) };
    const opened = await openGame(phone, table, game, chosen, sending.send);
    if (opened?.unsaved) setUnsaved(opened.unsaved);
    else if (opened) go(`play/${opened.id}`);
  };
  return html`
    <form class="new" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); play(); }}>
      <${Players} seats=${seats} table=${table} refused=${refused} />
      ${table && html`<${PlayedLast} table=${table} presets=${presets.items} onFound=${(/** @type {any} */ found) => setRules((/** @type {any} */ now) => now ?? found)} />`}
      <${Presets} presets=${presets.items} table=${table} chosen=${chosen} onChoose=${setRules} count=${names.length} />
      ${chosen.ruleset.opener.first === "chosen" && html`
        <label class="field"><span>${t("new.opener")}</span>
          <select value=${opener} onChange=${(/** @type {any} */ event) => setOpener(Number(event.target.value))}>
            ${names.map((name, at) => html`<option key=${at} value=${at + 1}>${name}</option>`)}
          </select></label>`}
      <${Switch} label=${t("new.scores")} note=${t("new.scores_note")} on=${scores} onChange=${setScores} />
      <${Switch} label=${t("new.advice")} note=${t("new.advice_note")} on=${advised} onChange=${setAdvised} />
      <div class="go">
        ${sending.failure && html`<${Failed} failure=${sending.failure} of=${listed(refused.map((at) => t("new.name", { seat: at + 1 })))} onRetry=${play} />`}
        ${unfit && html`<p class="go-unfit" id="unfit">${unfit}</p>`}
        <button type="submit" class="button first wide" aria-disabled=${unfit || sending.busy ? "true" : null} aria-describedby=${unfit ? "unfit" : null}>
          <span>${tellPlay(chosen, presets.items)}</span>
        </button>
      </div>
    </form>`;
}

/** What the button says: a preset that was changed is that preset no more. @param {import("../ui/rules_draft.js").Chosen} chosen @param {any[]} presets */
function tellPlay({ preset, saved, changes, keepAs }, presets) {
  const isChanged = Object.keys(changes).length > 0;
  if (isChanged && !keepAs) return t("new.play_changed");
  return t("new.play", { game: (isChanged ? keepAs : saved?.name) ?? summaryOf(presets.find(({ name }) => name === preset)).title });
}

/** The fields whose names were refused, counted from 0; empty ones are not sent. @param {any} failure @param {{name: string}[]} rows @returns {number[]} */
function refusedNames(failure, rows) {
  const sent = rows.flatMap(({ name }, at) => (name.trim() ? [at] : []));
  const seats = (failure?.errors ?? []).map((/** @type {any} */ { pointer }) => /\/seats\/(\d+)\/name$/.exec(pointer ?? "")?.[1]);
  return [...new Set(seats.flatMap((/** @type {string | undefined} */ seat) => sent[Number(seat)] ?? []))];
}

/** Why these people can't play that game, in a sentence; empty if they can. @param {string[]} names @param {any} ruleset */
function misfit(names, ruleset) {
  const { min, max } = ruleset.seats;
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return t("new.twice");
  if (names.length < min) return t("new.too_few", { count: min });
  if (names.length > max) return t("new.too_many", { count: max });
  return "";
}

/**
 * Opens the game, at a new table where there is none yet: it keeps the house rules where they have a name.
 * @param {import("../ui/phone.js").Phone} phone @param {any} table @param {any} game
 * @param {import("../ui/rules_draft.js").Chosen} chosen @param {(path: string, body: any) => Promise<any>} send
 * @returns {Promise<{id: string, unsaved?: Unsaved | null} | null>} its id, and the rules where they were not kept; null where it failed
 */
async function openGame(phone, table, game, { keepAs, ruleset }, send) {
  if (table) {
    const opened = await send(`/v1/tables/${table.id}/games`, game);
    if (!opened) return null;
    await phone.store.saveGame(opened);
    return { id: opened.id };
  }
  const day = new Intl.DateTimeFormat(locale(), { weekday: "long" }).format(new Date());
  const made = await send("/v1/tables", { name: t("new.table_name", { day }), game });
  if (!made) return null;
  await phone.store.saveGame(made.game);
  await phone.saveTable({ id: made.id, name: made.name, key: made.host_key, role: "host", recovery_code: made.recovery_code });
  const rules = { gameId: made.game.id, tableId: made.id, body: { name: keepAs, ruleset } };
  const kept = !keepAs || (await keepRules(phone, rules).then(() => true, () => false));
  return { id: made.game.id, unsaved: kept ? null : rules };
}

/** @typedef {{gameId: string, tableId: string, body: {name?: string, ruleset: any}}} Unsaved */

/** @param {import("../ui/phone.js").Phone} phone @param {Unsaved} rules */
const keepRules = (phone, { tableId, body }) => phone.clientFor(phone.table(tableId)).post(`/v1/tables/${tableId}/rulesets`, body);

/** The game is there, and its rules have not been kept for the next one. @param {{unsaved: Unsaved}} props */
function RulesUnsaved({ unsaved }) {
  const phone = usePhone();
  const { busy, failure, send } = useSending(phone.clientFor(phone.table(unsaved.tableId)));
  const play = () => go(`play/${unsaved.gameId}`);
  const again = async () => {
    if (!busy && (await send(`/v1/tables/${unsaved.tableId}/rulesets`, unsaved.body))) play();
  };
  return html`
    <section class="card stack">
      <p role="alert">${t("new.rules_unsaved", { name: unsaved.body.name ?? "" })}</p>
      ${failure && html`<${Failed} failure=${failure} />`}
      <${Button} look="first wide" aria-disabled=${busy ? "true" : null} onClick=${again}>${t("try_again")}<//>
      <${Button} look="second wide" onClick=${play}>${t("new.rules_without")}<//>
    </section>`;
}
