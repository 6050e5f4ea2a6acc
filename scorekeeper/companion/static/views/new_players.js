// Who plays, clockwise: people, and seats that the computer plays.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "../ui/html.js";
import { IconButton, Name } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { Token } from "../ui/seats.js";
import { t } from "../ui/texts.js";
import { Thrower } from "../ui/thrower.js";

const MOST_SEATS = 20;

/** @typedef {{name: string, dice: string | null}} Row  dice: who throws for the computer; null for a person */

/** The seats as they are typed; `filled` are those that have a name. */
export function useSeats() {
  const [rows, setRows] = useState(/** @type {Row[]} */ ([nobody(), nobody()]));
  return {
    rows,
    filled: rows.filter(({ name }) => name.trim()).map(({ name, dice }) => ({ name: name.trim(), ...(dice && { computer: { dice } }) })),
    set: (/** @type {number} */ at, /** @type {Partial<Row>} */ change) => setRows((now) => now.map((old, each) => (each === at ? { ...old, ...change } : old))),
    add: (name = "") => setRows((now) => withName(now, name)),
    remove: (/** @type {number} */ at) => setRows((now) => now.filter((_, each) => each !== at)),
    toggle: (/** @type {number} */ at) => setRows((now) => toggled(now, at)),
    replace: setRows,
  };
}

/** @returns {Row} */
const nobody = () => ({ name: "", dice: null });

/** One more name; it takes the first empty field. @param {Row[]} rows @param {string} name */
function withName(rows, name) {
  const empty = name ? rows.findIndex((each) => !each.name.trim()) : -1;
  if (empty >= 0) return rows.map((each, at) => (at === empty ? { ...each, name } : each));
  return rows.length < MOST_SEATS ? [...rows, { ...nobody(), name }] : rows;
}

/** A seat becomes the computer's, or a person's again; the computer has a name of its own where none was typed. @param {Row[]} rows @param {number} at @returns {Row[]} */
function toggled(rows, at) {
  const { name, dice } = rows[at];
  const own = t("new.computer_name");
  const isOwn = name === own || (name.startsWith(`${own} `) && /^\d+$/.test(name.slice(own.length + 1)));
  const now = dice ? { name: isOwn ? "" : name, dice: null } : { name: name.trim() ? name : freeName(rows, own), dice: "table" };
  return rows.map((old, each) => (each === at ? now : old));
}

/** @param {Row[]} rows @param {string} own */
function freeName(rows, own) {
  const taken = new Set(rows.map(({ name }) => name.trim()));
  return rows.map((_, at) => (at ? `${own} ${at + 1}` : own)).find((name) => !taken.has(name)) ?? "";
}

/** @param {{seats: ReturnType<typeof useSeats>, table: any, refused: number[]}} props */
export function Players({ seats, table, refused }) {
  const known = useKnown(table, seats);
  const offered = known.filter((name) => !seats.filled.some((seat) => seat.name === name));
  return html`
    <fieldset class="card players">
      <legend><h2>${t("new.who")}</h2></legend>
      ${seats.rows.map((row, at) => html`<${Field} key=${at} at=${at} row=${row} seats=${seats} wrong=${refused.includes(at)} />`)}
      ${seats.rows.some(({ dice }) => dice) && html`<p class="quiet computer-note">${t("new.computer_note")}</p>`}
      ${offered.length > 0 && html`<p class="offered">${offered.map((name) => html`
        <button type="button" class="offer" key=${name} onClick=${() => seats.add(name)}>+ <${Name}>${name}<//></button>`)}</p>`}
      ${seats.rows.length < MOST_SEATS && html`<button type="button" class="button second wide add" onClick=${() => seats.add()}>+ ${t("new.add")}</button>`}
    </fieldset>`;
}

/** @param {{at: number, row: Row, seats: ReturnType<typeof useSeats>, wrong: boolean}} props */
function Field({ at, row, seats, wrong }) {
  const last = at === seats.rows.length - 1;
  const label = t("new.name", { seat: at + 1 });
  const enter = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || !row.name.trim()) return;
    event.preventDefault();
    const next = /** @type {Element} */ (event.currentTarget).closest("fieldset");
    const focus = () => /** @type {any} */ (next?.querySelectorAll("input[type=text]")[at + 1])?.focus();
    // A field that is there is gone to at once: who types on meanwhile types into the right one.
    if (!last) return focus();
    seats.add();
    requestAnimationFrame(focus);
  };
  return html`
    <div class="player">
      <${Token} seat=${at + 1} />
      <input type="text" maxlength="60" dir="auto" autocomplete="off" autocapitalize="words" enterkeyhint="next" spellcheck="false"
        aria-label=${label} placeholder=${label} value=${row.name} aria-invalid=${wrong ? "true" : null} onKeyDown=${enter}
        onInput=${(/** @type {any} */ event) => seats.set(at, { name: event.target.value })} />
      <${IconButton} icon="computer" look="is-computer" label=${t("new.computer", { seat: at + 1 })} aria-pressed=${row.dice ? "true" : "false"} onClick=${() => seats.toggle(at)} />
      ${seats.rows.length > 1 && html`<${IconButton} icon="close" label=${t("new.remove", { seat: at + 1 })} onClick=${() => seats.remove(at)} />`}
    </div>
    ${row.dice && html`<${Thrower} name=${`dice-${at}`} who=${row.name || label} dice=${row.dice} onChange=${(/** @type {string} */ dice) => seats.set(at, { dice })} />`}`;
}

/** The people whom the table knows; where it has a last game, its seats are filled in. @param {any} table @param {ReturnType<typeof useSeats>} seats */
function useKnown(table, seats) {
  const phone = usePhone();
  const [known, setKnown] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    if (!table) return;
    const client = phone.clientFor(table);
    client.get(`/v1/tables/${table.id}/players`).then(({ data }) => setKnown(data.items.map((/** @type {any} */ player) => player.name)), () => {});
    client.get(`/v1/tables/${table.id}/games?limit=1`).then(({ data }) => {
      const last = (data.items[0]?.seats ?? []).filter((/** @type {any} */ seat) => seat.status !== "left");
      const rows = last.map((/** @type {any} */ { name, computer }) => ({ name, dice: computer?.dice ?? null }));
      if (rows.length) seats.replace((now) => (now.some(({ name }) => name.trim()) ? now : rows));
    }, () => {});
  }, [table?.id]);
  return known;
}
