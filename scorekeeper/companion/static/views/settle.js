// Settle an argument: a turn as somebody remembers it, the verdict, and the rule. It needs no game and no key.

import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { judgeTurn } from "../engine/judge.js";
import { Failed } from "../ui/asking.js";
import { html } from "../ui/html.js";
import { Bar, Button, Waiting } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { t } from "../ui/texts.js";
import { NO_TURN, TurnEditor, sendable } from "../ui/turn_editor.js";
import { Verdict } from "../ui/verdict.js";
import { summaryOf } from "./new_rules.js";
import { usePresets } from "../ui/presets.js";

/** @param {{place: import("../ui/router.js").Place}} _props */
export function View(_props) {
  const presets = usePresets();
  return html`
    <${Bar} title=${t("settle.title")} back="" />
    <main class="page">
      ${presets.failure && html`<${Failed} failure=${presets.failure} onRetry=${presets.retry} />`}
      ${presets.items ? html`<${Argument} presets=${presets.items} />` : presets.failure ? null : html`<${Waiting} />`}
    </main>`;
}

/** @param {{presets: any[]}} props */
function Argument({ presets }) {
  const phone = usePhone();
  const [name, setName] = useState(presets[0].name);
  const [told, setTold] = useState(NO_TURN);
  const [verdict, setVerdict] = useState(/** @type {any} */ (null));
  const [failure, setFailure] = useState(/** @type {any} */ (null));
  const rules = presets.find((preset) => preset.name === name).ruleset.turn;
  const sent = sendable(told);
  const shown = useRef(/** @type {any} */ (null));
  // On a phone it comes below what is seen.
  useEffect(() => verdict && shown.current.scrollIntoView({ block: "start" }), [verdict]);
  const change = (/** @type {import("../ui/turn_editor.js").ToldTurn} */ next) => {
    setVerdict(null);
    setTold(next);
  };
  const judge = async () => {
    setFailure(null);
    try {
      const { data } = await phone.client.post("/v1/referee/turns", { ruleset: { preset: name }, ...sent });
      setVerdict({ ...data, sent: sent.rolls });
    } catch (/** @type {any} */ caught) {
      if (["offline", "timeout", "busy", "server"].includes(caught.kind)) setVerdict({ ...judgeTurn(rules, sent.rolls, sent.stand), sent: sent.rolls });
      else setFailure(caught);
    }
  };
  return html`
    <p class="on-wood">${t("settle.note")}</p>
    <section class="card settle">
      <label class="field"><span>${t("settle.rules")}</span>
        <select value=${name} onChange=${(/** @type {any} */ event) => { setName(event.target.value); setVerdict(null); }}>
          ${presets.map((preset) => html`<option key=${preset.name} value=${preset.name}>${summaryOf(preset).title}</option>`)}
        </select></label>
      <${TurnEditor} rules=${rules} told=${told} onChange=${change} />
      <${Button} look="first wide" aria-disabled=${sent.rolls.length ? null : "true"} onClick=${() => sent.rolls.length && judge()}>${t("settle.judge")}<//>
      ${failure && html`<${Failed} failure=${failure} onRetry=${judge} />`}
    </section>
    ${verdict && html`<div class="card looked" ref=${shown}><${Verdict} verdict=${verdict} rolls=${verdict.sent} /></div>`}`;
}
