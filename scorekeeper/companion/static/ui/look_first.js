// What puts a game right is looked at first: what it would change, and only then it is done.

import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { tellAmendment } from "./amendments.js";
import { Failed, useSending } from "./asking.js";
import { Changes, Unfit, asOneTurn, entriesOf } from "./changes.js";
import { html } from "./html.js";
import { Button } from "./parts.js";
import { usePhone } from "./phone.js";
import { say } from "./speak.js";
import { namesOf } from "./target.js";
import { t } from "./texts.js";

/**
 * What is asked of the server: first with dry_run, then in earnest. `forget` when what is said changes.
 * @param {import("./game.js").Opened} opened @param {string} path @param {any} said
 * @param {import("./amendments.js").Amendment} entry What it will be in the log; its target: the turn that is told as one.
 * @param {(data: any) => void} onDone
 */
export function useLookFirst(opened, path, said, entry, onDone) {
  const client = usePhone().clientFor(opened.table);
  const { busy, failure, send, forget } = useSending(client);
  const [reason, setReason] = useState("");
  const [preview, setPreview] = useState(/** @type {any} */ (null));
  const body = { ...said, ...(reason.trim() && { reason: reason.trim() }) };
  const tell = (/** @type {any} */ { changes }) =>
    tellAmendment({ ...entry, body: { ...entry.body, voided: changes.voided } }, namesOf(opened.game));
  return {
    busy, failure, reason, setReason, preview, told: preview && tell(preview),
    forget() {
      setPreview(null);
      forget();
    },
    async look(/** @type {string} */ onConflict) {
      const data = await send(`${path}?dry_run=true`, { ...body, on_conflict: onConflict });
      const changes = data && (entry.target ? asOneTurn(data.changes, entry.target) : data.changes);
      setPreview(data && { ...data, changes, onConflict, entries: await entriesOf(client, opened.game.id, changes) });
    },
    async go() {
      const data = await send(path, { ...body, on_conflict: preview.onConflict });
      if (!data) return;
      opened.session.take(data);
      say(tell(data));
      onDone(data);
    },
  };
}

/** The reason, what stands against it, what would change, and the button. @param {{game: any, asked: ReturnType<typeof useLookFirst>, label: string}} props */
export function LookFirst({ game, asked, label }) {
  const { busy, failure, reason, setReason, preview, told, look, go } = asked;
  const shown = useRef(/** @type {any} */ (null));
  // On a phone it comes below what is seen.
  useEffect(() => preview && shown.current.scrollIntoView({ block: "start" }), [preview]);
  const button = (/** @type {() => void} */ onClick, /** @type {string} */ words) =>
    html`<${Button} look="first wide" aria-disabled=${busy ? "true" : null} onClick=${onClick}>${words}<//>`;
  return html`
    <label class="field"><span>${t(game.next.action === "none" ? "reason.needed" : "reason")}</span>
      <input type="text" dir="auto" maxlength="500" value=${reason} onInput=${(/** @type {any} */ event) => setReason(event.target.value)} /></label>
    ${failure && (failure.code === "later-entries-conflict"
      ? html`<${Unfit} game=${game} conflicts=${failure.problem.conflicts} onStrike=${() => look("void_following")} />`
      : html`<${Failed} failure=${failure} />`)}
    ${preview
      ? html`<div class="stack looked" ref=${shown}><${Changes} game=${game} changes=${preview.changes} entries=${preview.entries} told=${told} warnings=${preview.warnings} />${button(go, label)}</div>`
      : button(() => look("refuse"), t("correct.look"))}`;
}
