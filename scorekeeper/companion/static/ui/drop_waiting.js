// Entries that no server will take any more: dropped once somebody has said so, or they would wait for ever.

import { useState } from "../vendor/hooks.js";
import { losing } from "../sync/store.js";
import { html } from "./html.js";
import { Button, Sheet } from "./parts.js";
import { t } from "./texts.js";

/** @param {{session: import("../sync/session.js").Session}} props */
export function DropWaiting({ session }) {
  const [open, setOpen] = useState(false);
  const drop = async () => {
    setOpen(false);
    await dropWaiting(session);
  };
  return html`
    <${Button} look="small" onClick=${() => setOpen(true)}>${t("drop")}<//>
    ${open && html`
      <${Sheet} title=${t("drop.title")} onClose=${() => setOpen(false)}>
        <p>${t("drop.note")}</p>
        <${Button} look="danger wide" onClick=${drop}>${t("drop.do", { count: session.view.pending.length })}<//>
        <${Button} look="second wide" onClick=${() => setOpen(false)}>${t("cancel")}<//>
      <//>`}`;
}

/** Nothing waits any more; what waited is listed among what was lost. @param {import("../sync/session.js").Session} session */
async function dropWaiting(session) {
  const { gameId, queue } = session;
  const ids = new Set(queue.ops.map((op) => op.entry_id));
  const left = (/** @type {any} */ old) => ({ ...old, ops: old.ops.filter((/** @type {any} */ op) => !ids.has(op.entry_id)), stop: null });
  await session.changeQueue(left, losing(gameId, queue.ops, "dropped"));
  session.show();
}
