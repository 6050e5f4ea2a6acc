// The recovery code: what is left when the phone is lost. Shown to be saved, and offered again until it is.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Button, IconButton, Sheet } from "./parts.js";
import { usePhone } from "./phone.js";
import { t } from "./texts.js";

/** @param {{table: import("./phone.js").KnownTable, onSaved: () => void}} props */
export function Recovery({ table, onSaved }) {
  const phone = usePhone();
  const saved = async () => {
    await phone.saveTable({ ...table, recovery_saved: true });
    onSaved();
  };
  return html`
    <p>${t("recovery.note")}</p>
    <${Handing} text=${table.recovery_code ?? ""} title=${t("recovery.title")} />
    <p>${t("recovery.write")}</p>
    <p class="code-shown code-grouped" translate="no">${grouped(table.recovery_code ?? "").map((group) => html`<span>${group.map((part) => (/\d/.test(part) ? html`<u>${part}</u>` : part))}</span>`)}</p>
    <${Button} look="first wide" icon="check" onClick=${saved}>${t("recovery.saved")}<//>`;
}

/** A code in groups of five after its kind, as it is written down; figures apart, since some letters look like them. @param {string} code */
const grouped = (code) => (code.match(/^sk_[a-z]+_|.{1,5}/g) ?? []).map((group) => group.match(/\d+|\D+/g) ?? []);

/** Copy or share a text, once there is one. @param {{text: string, title: string}} props */
export function Handing({ text, title }) {
  const [copied, setCopied] = useState(false);
  const off = text ? null : "true";
  useEffect(() => setCopied(false), [text]);
  const copy = async () => {
    if (!text) return;
    await copyText(text);
    setCopied(true);
  };
  const share = () => text && navigator.share({ title, text }).catch(() => {});
  return html`
    <div class="table-acts">
      <${Button} look="second" icon=${copied ? "check" : "copy"} aria-disabled=${off} onClick=${copy}>${t(copied ? "copied" : "copy")}<//>
      ${"share" in navigator && html`<${Button} look="second" icon="share" aria-disabled=${off} onClick=${share}>${t("share")}<//>`}
    </div>`;
}

/** Also where the page has no clipboard: at an address without TLS. @param {string} text */
async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).catch(() => selectAndCopy(text));
  return selectAndCopy(text);
}

/** @param {string} text */
function selectAndCopy(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/** Offers the code where it was not saved yet; who has no hand free puts it off. @param {{table: import("./phone.js").KnownTable}} props */
export function RecoveryOffer({ table }) {
  const [open, setOpen] = useState(false);
  const [later, setLater] = useState(false);
  if (!table.recovery_code || table.recovery_saved || later) return null;
  return html`
    <p class="banner"><${Icon} name="anchor" /><span>${t("recovery.offer")}</span>
      <${Button} look="small" onClick=${() => setOpen(true)}>${t("recovery.show")}<//><${IconButton} icon="close" label=${t("later")} onClick=${() => setLater(true)} /></p>
    ${open && html`<${Sheet} title=${t("recovery.title")} onClose=${() => setOpen(false)}><${Recovery} table=${table} onSaved=${() => setOpen(false)} /><//>`}`;
}
