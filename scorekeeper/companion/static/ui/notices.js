// What is told once, until it is closed.

import { tellFailure } from "./failures.js";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { IconButton } from "./parts.js";
import { has, t } from "./texts.js";

/** What stood in the way of taking something back, by its code or its kind. @param {import("./failures.js").Failure} failure */
function tellUndo(failure) {
  const { code, kind, problem } = failure;
  const device = problem?.entered_by?.device;
  if (code === "not-your-entry" && device) return t("told_once.undo-failed.not-your-entry_by", { device });
  const key = [`told_once.undo-failed.${code}`, `told_once.undo-failed.${kind}`].find(has);
  return key ? t(key) : `${t("told_once.undo-failed")} ${tellFailure(failure)}`;
}

/** @param {any} notice */
const tellNotice = ({ code, entry, failure }) =>
  (failure ? tellUndo(failure) : t(`told_once.${code}`, { dice: (entry.dice ?? []).join(", ") }));

/** @param {{opened: import("./game.js").Opened}} props */
export const Notices = ({ opened }) => opened.view.notices.map((/** @type {any} */ notice) => html`
  <p class="banner" role="status" key=${notice.id}><${Icon} name=${notice.failure ? "flag" : "check"} /><span>${tellNotice(notice)}</span>
    <${IconButton} icon="close" label=${t("close")} onClick=${() => opened.session.dismiss(notice.id)} /></p>`);
