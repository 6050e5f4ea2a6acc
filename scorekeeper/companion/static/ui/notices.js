// What is told once, until it is closed.

import { html } from "./html.js";
import { Icon } from "./icons.js";
import { IconButton } from "./parts.js";
import { t } from "./texts.js";

/** @param {{opened: import("./game.js").Opened}} props */
export const Notices = ({ opened }) => opened.view.notices.map((/** @type {any} */ notice) => html`
  <p class="banner" role="status" key=${notice.id}><${Icon} name="check" /><span>${t(`told_once.${notice.code}`, { dice: (notice.entry.dice ?? []).join(", ") })}</span>
    <${IconButton} icon="close" label=${t("close")} onClick=${() => opened.session.dismiss(notice.id)} /></p>`);
