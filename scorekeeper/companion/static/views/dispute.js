// A doubt about a turn: what it was instead, or in words why it is doubted.

import { useState } from "../vendor/hooks.js";
import { tellAmendment } from "../ui/amendments.js";
import { Failed, useSending } from "../ui/asking.js";
import { html } from "../ui/html.js";
import { Button, Sheet, Switch } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { go } from "../ui/router.js";
import { say } from "../ui/speak.js";
import { namesOf } from "../ui/target.js";
import { t } from "../ui/texts.js";
import { TurnEditor, sameTurn, sendable } from "../ui/turn_editor.js";

/** @param {{opened: import("../ui/game.js").Opened, turn: any, stood: boolean, onClose: () => void}} props */
export function Dispute({ opened, turn, stood, onClose }) {
  const { game, session, table } = opened;
  const { busy, failure, send } = useSending(usePhone().clientFor(table));
  const [claims, setClaims] = useState(false);
  const [told, setTold] = useState(() => asTold(turn, stood));
  const [words, setWords] = useState("");
  const claim = sendable(told);
  const lacking = whatLacks(game.ruleset.turn, claims ? told : null, asTold(turn, stood), words);
  const dispute = async () => {
    if (busy || lacking) return;
    const data = await send(`/v1/games/${game.id}/disputes`, { turn: turn.number, ...(claims && claim.rolls.length && { claim }), ...(words.trim() && { words: words.trim() }) });
    if (!data) return;
    session.take(data);
    say(tellAmendment({ kind: "dispute", seat: turn.seat, round: turn.round, body: claims && claim.rolls.length ? { claim } : {} }, namesOf(game)));
    go(`play/${game.id}/disputes`);
  };
  return html`
    <${Sheet} title=${t("dispute.title")} onClose=${onClose}>
      <p>${t("dispute.note")}</p>
      <${Switch} label=${t("dispute.claims")} on=${claims} onChange=${setClaims} />
      ${claims && html`<${TurnEditor} rules=${game.ruleset.turn} told=${told} onChange=${setTold} />`}
      <label class="field"><span>${t("dispute.words")}</span>
        <input type="text" dir="auto" maxlength="500" value=${words} onInput=${(/** @type {any} */ event) => setWords(event.target.value)} /></label>
      ${failure && html`<${Failed} failure=${failure} onRetry=${dispute} />`}
      ${lacking && html`<p class="quiet" id="lacking">${t(lacking)}</p>`}
      <${Button} look="first wide" aria-disabled=${busy || lacking ? "true" : null} aria-describedby=${lacking ? "lacking" : null} onClick=${dispute}>${t("dispute")}<//>
    <//>`;
}

/**
 * Why a doubt can't be sent yet; null if it can.
 * @param {any} rules @param {import("../ui/turn_editor.js").ToldTurn | null} told What is claimed. @param {import("../ui/turn_editor.js").ToldTurn} recorded @param {string} words
 */
function whatLacks(rules, told, recorded, words) {
  const claims = told !== null && sendable(told).rolls.length > 0;
  if (!claims) return words.trim() ? null : "dispute.empty";
  return sameTurn(rules, told, recorded) ? "dispute.same" : null;
}

/** A recorded turn, as it can be told otherwise. @param {any} turn @param {boolean} stand @returns {import("../ui/turn_editor.js").ToldTurn} */
const asTold = (turn, stand) => ({
  rolls: turn.rolls.length ? turn.rolls.map((/** @type {any} */ { dice, kept, hold }) => ({ dice, keep: kept, hold })) : [{ dice: [] }],
  stand,
});
