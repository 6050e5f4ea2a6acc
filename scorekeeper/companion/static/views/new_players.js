// Who plays, clockwise.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "../ui/html.js";
import { IconButton, Name } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { Token } from "../ui/seats.js";
import { t } from "../ui/texts.js";

const MOST_SEATS = 20;

/** The names as they are typed. */
export function useNames() {
  const [names, setNames] = useState(["", ""]);
  return {
    names,
    filled: names.map((name) => name.trim()).filter(Boolean),
    set: (/** @type {number} */ at, /** @type {string} */ name) => setNames((now) => now.map((old, each) => (each === at ? name : old))),
    add: (name = "") => setNames((now) => withName(now, name)),
    remove: (/** @type {number} */ at) => setNames((now) => now.filter((_, each) => each !== at)),
    replace: setNames,
  };
}

/** One more name; it takes the first empty field. @param {string[]} names @param {string} name */
function withName(names, name) {
  const empty = name ? names.findIndex((each) => !each.trim()) : -1;
  if (empty >= 0) return names.map((each, at) => (at === empty ? name : each));
  return names.length < MOST_SEATS ? [...names, name] : names;
}

/** @param {{names: ReturnType<typeof useNames>, table: any, refused: number[]}} props */
export function Players({ names, table, refused }) {
  const known = useKnown(table, names);
  const offered = known.filter((name) => !names.filled.includes(name));
  return html`
    <fieldset class="card players">
      <legend><h2>${t("new.who")}</h2></legend>
      ${names.names.map((name, at) => html`<${Field} key=${at} at=${at} name=${name} names=${names} wrong=${refused.includes(at)} />`)}
      ${offered.length > 0 && html`<p class="offered">${offered.map((name) => html`
        <button type="button" class="offer" key=${name} onClick=${() => names.add(name)}>+ <${Name}>${name}<//></button>`)}</p>`}
      ${names.names.length < MOST_SEATS && html`<button type="button" class="button second wide add" onClick=${() => names.add()}>+ ${t("new.add")}</button>`}
    </fieldset>`;
}

/** @param {{at: number, name: string, names: ReturnType<typeof useNames>, wrong: boolean}} props */
function Field({ at, name, names, wrong }) {
  const last = at === names.names.length - 1;
  const enter = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || !name.trim()) return;
    event.preventDefault();
    const next = /** @type {Element} */ (event.currentTarget).closest("fieldset");
    const focus = () => /** @type {any} */ (next?.querySelectorAll("input")[at + 1])?.focus();
    // A field that is there is gone to at once: who types on meanwhile types into the right one.
    if (!last) return focus();
    names.add();
    requestAnimationFrame(focus);
  };
  return html`
    <div class="player">
      <${Token} seat=${at + 1} />
      <input type="text" maxlength="60" dir="auto" autocomplete="off" autocapitalize="words" enterkeyhint="next" spellcheck="false"
        aria-label=${t("new.name", { seat: at + 1 })} placeholder=${t("new.name", { seat: at + 1 })} value=${name} aria-invalid=${wrong ? "true" : null} onKeyDown=${enter}
        onInput=${(/** @type {any} */ event) => names.set(at, event.target.value)} />
      ${names.names.length > 1 && html`<${IconButton} icon="close" label=${t("new.remove", { seat: at + 1 })} onClick=${() => names.remove(at)} />`}
    </div>`;
}

/** The people whom the table knows; where it has a last game, its seats are filled in. @param {any} table @param {ReturnType<typeof useNames>} names */
function useKnown(table, names) {
  const phone = usePhone();
  const [known, setKnown] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    if (!table) return;
    const client = phone.clientFor(table);
    client.get(`/v1/tables/${table.id}/players`).then(({ data }) => setKnown(data.items.map((/** @type {any} */ player) => player.name)), () => {});
    client.get(`/v1/tables/${table.id}/games?limit=1`).then(({ data }) => {
      const seats = (data.items[0]?.seats ?? []).filter((/** @type {any} */ seat) => seat.status !== "left");
      if (seats.length) names.replace((now) => (now.some((name) => name.trim()) ? now : seats.map((/** @type {any} */ seat) => seat.name)));
    }, () => {});
  }, [table?.id]);
  return known;
}
