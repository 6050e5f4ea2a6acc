// The small parts that every view is made of.

import { useEffect, useRef } from "../vendor/hooks.js";
import { classes, html } from "./html.js";
import { Icon } from "./icons.js";
import { Link } from "./router.js";
import { t } from "./texts.js";
import { layOver } from "./way_back.js";

/** @param {{look?: string, icon?: string, children?: any, [more: string]: any}} props */
export const Button = ({ look = "", icon, children, ...more }) => html`
  <button type="button" class=${classes("button", look)} ...${more}>
    ${icon && html`<${Icon} name=${icon} />`}<span>${children}</span>
  </button>`;

/** A button that is a drawing alone; its words are for those who listen. @param {{icon: string, label: string, look?: string, [more: string]: any}} props */
export const IconButton = ({ icon, label, look, ...more }) => html`
  <button type="button" class=${classes("icon-button", look)} aria-label=${label} title=${label} ...${more}>
    <${Icon} name=${icon} />
  </button>`;

/** The bar at the top. @param {{title: any, back?: string, children?: any}} props */
export const Bar = ({ title, back, children }) => html`
  <header class="bar">
    ${back === undefined
      ? null
      : html`<${Link} to=${back} look="icon-button" aria-label=${t("back")} title=${t("back")}><${Icon} name="back" /><//>`}
    <h1 class="bar-title">${title}</h1>
    ${children}
  </header>`;

const ENDS = /^(.*\S)(\s\S{1,3})$/u;

/** A person's name, whatever way it is written. Where it is cut short, a short last word is not: "Comp… 2". @param {{children?: any}} props */
export function Name({ children }) {
  const [, start, end] = ENDS.exec(children) ?? [];
  return html`<bdi class=${classes("name", end && "ends")}>${end ? html`<span>${start}</span><span>${end}</span>` : children}</bdi>`;
}

/**
 * What is laid over the page until it is closed.
 * @param {{title: string, onClose: () => void, look?: string, children?: any}} props
 */
export function Sheet({ title, onClose, look, children }) {
  const dialog = useRef(/** @type {any} */ (null));
  useEffect(() => {
    const opened = dialog.current;
    if (!opened.open) opened.showModal();
    const leave = layOver(() => opened.close());
    return () => {
      leave();
      opened.close();
    };
  }, []);
  return html`
    <dialog ref=${dialog} class=${classes("sheet", look)} aria-label=${title} onClose=${onClose}
      onClick=${(/** @type {any} */ event) => event.target === dialog.current && dialog.current.close()}>
      <div class="sheet-body">
        <div class="sheet-head">
          <h2>${title}</h2>
          <${IconButton} icon="close" label=${t("close")} onClick=${() => dialog.current.close()} />
        </div>
        ${children}
      </div>
    </dialog>`;
}

/** What went wrong, and what to do. @param {{children?: any, look?: string}} props */
export const Notice = ({ children, look }) => html`<div class=${classes("notice", look)} role="alert">${children}</div>`;

/** Something is on its way. */
export const Waiting = () => html`
  <div class="waiting" role="status"><span class="waiting-die" aria-hidden="true"></span>${t("waiting")}</div>`;

/** One choice of a few. @param {{name: string, legend: string, value: any, options: [any, string][], onChange: (value: any) => void}} props */
export const Choice = ({ name, legend, value, options, onChange }) => html`
  <fieldset class="choice">
    <legend>${legend}</legend>
    <div class="choice-row">
      ${options.map(([option, label]) => html`
        <label class="choice-option">
          <input type="radio" name=${name} checked=${option === value} onChange=${() => onChange(option)} /><span>${label}</span>
        </label>`)}
    </div>
  </fieldset>`;

/** On or off. @param {{label: any, on: boolean, onChange: (on: boolean) => void, note?: string}} props */
export const Switch = ({ label, on, onChange, note }) => html`
  <label class="switch">
    <input type="checkbox" role="switch" checked=${on}
      onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} />
    <span class="switch-track" aria-hidden="true"></span>
    <span class="switch-words">${label}${note && html`<small>${note}</small>`}</span>
  </label>`;
