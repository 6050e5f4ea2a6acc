// A browser that keeps nothing: said at once, with the recovery code, before the table is lost with the page.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Button, IconButton, Sheet } from "./parts.js";
import { usePhone } from "./phone.js";
import { Recovery } from "./recovery.js";
import { t } from "./texts.js";

/** @param {import("./phone.js").KnownTable} table */
const isUnsaved = (table) => Boolean(table.recovery_code) && !table.recovery_saved;

/** @param {{opened: import("./game.js").Opened}} props */
export function Unkept({ opened }) {
  const { table, view } = opened;
  const unsaved = isUnsaved(table);
  const [open, setOpen] = useState(unsaved);
  const [seen, setSeen] = useState(false);
  useWarning(opened.game.id, view.pending.length > 0);
  if (table.recovery_saved || seen) return null;
  const told = t(unsaved ? "unkept.host" : "unkept.guest");
  return html`
    <p class="banner grave" role="alert"><${Icon} name="anchor" /><span>${t(unsaved ? "unkept.short" : "unkept.guest")}</span>
      ${unsaved
        ? html`<${Button} look="small" onClick=${() => setOpen(true)}>${t("recovery.show")}<//>`
        : html`<${IconButton} icon="close" label=${t("close")} onClick=${() => setSeen(true)} />`}</p>
    ${open && unsaved && html`
      <${Sheet} title=${t("recovery.title")} onClose=${() => setOpen(false)}>
        <p class="notice">${told}</p>
        <${Recovery} table=${table} onSaved=${() => setOpen(false)} />
      <//>`}`;
}

/** The games of which something waits. @type {Set<string>} */
const waiting = new Set();
let known = /** @type {import("./phone.js").Phone | null} */ (null);

/** The browser asks before it closes or reloads the page, whichever view is open then. @param {string} gameId @param {boolean} waits */
function useWarning(gameId, waits) {
  known = usePhone();
  useEffect(() => {
    if (waits) waiting.add(gameId);
    else waiting.delete(gameId);
    window.addEventListener("beforeunload", warn);
  }, [gameId, waits]);
}

/** @param {Event} event */
function warn(event) {
  if (waiting.size || known?.tables.some(isUnsaved)) event.preventDefault();
}
