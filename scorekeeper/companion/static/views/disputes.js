// The disputes of a game: what is recorded, what is claimed, the verdict on each; and the host's ruling.

import { useState } from "../vendor/hooks.js";
import { tellAmendment } from "../ui/amendments.js";
import { Awaited, Failed, useAnswer, useSending } from "../ui/asking.js";
import { html } from "../ui/html.js";
import { LookFirst, useLookFirst } from "../ui/look_first.js";
import { Bar, Button, Choice, Name, Sheet } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { isHost, mayWrite } from "../ui/roles.js";
import { Token } from "../ui/seats.js";
import { say } from "../ui/speak.js";
import { namesOf } from "../ui/target.js";
import { t } from "../ui/texts.js";
import { Verdict } from "../ui/verdict.js";
import { isTakenBack } from "../ui/disputed.js";

/** @param {{opened: import("../ui/game.js").Opened}} props */
export function Disputes({ opened }) {
  const { game, table } = opened;
  const client = usePhone().clientFor(table);
  const answer = useAnswer(() => client.get(`/v1/games/${game.id}/disputes?limit=100`), [game.id, game.version]);
  const items = answer.data?.items.slice().reverse();
  return html`
    <${Bar} title=${t("disputes.title")} back=${`play/${game.id}`} />
    <main class="page">
      ${!items && html`<${Awaited} answer=${answer} />`}
      ${items?.length === 0 && html`<p class="card quiet">${t("disputes.none")}</p>`}
      ${items?.map((/** @type {any} */ dispute) => html`<${OneDispute} key=${dispute.number} opened=${opened} dispute=${dispute} />`)}
    </main>`;
}

/** @param {{opened: import("../ui/game.js").Opened, dispute: any}} props */
function OneDispute({ opened, dispute }) {
  const { game, table } = opened;
  const [ruling, setRuling] = useState(false);
  const open = dispute.status === "open";
  return html`
    <section class="card dispute">
      <h2><${Token} seat=${dispute.seat} /><${Name}>${namesOf(game)(dispute.seat)}<//></h2>
      <p class="quiet">${t("disputes.of", { round: dispute.round })} · ${t(`disputes.${dispute.status}`)}</p>
      ${open && isTakenBack(dispute) && html`<p class="notice">${t("disputes.taken_back_note")}</p>`}
      ${dispute.turn !== null && html`<${Corrected} opened=${opened} dispute=${dispute} />`}
      ${dispute.words && html`<p><q dir="auto">${dispute.words}</q></p>`}
      <${Side} title=${t("disputes.recorded")} verdict=${dispute.recorded_verdict} rolls=${recordedRolls(dispute)} />
      ${dispute.claim_verdict && html`<${Side} title=${t("disputes.claimed")} verdict=${dispute.claim_verdict} rolls=${claimedRolls(dispute)} />`}
      ${dispute.ruling && html`<p><b>${t(`ruling.${dispute.ruling.decision}`)}</b> ${dispute.ruling.reason ?? ""}</p>`}
      ${open && isHost(table) && html`<${Button} look="first" onClick=${() => setRuling(true)}>${t("ruling.title")}<//>`}
      ${open && mayWrite(table) && html`<${Withdraw} opened=${opened} dispute=${dispute} />`}
    </section>
    ${ruling && html`<${Ruling} opened=${opened} dispute=${dispute} onClose=${() => setRuling(false)} />`}`;
}

/** @param {{title: string, verdict: any, rolls: any[]}} props */
const Side = ({ title, verdict, rolls }) => html`
  <div class="side"><h3>${title}</h3>
    ${verdict.rolls.length ? html`<${Verdict} verdict=${verdict} rolls=${rolls} />` : html`<p class="numbers">${verdict.score ?? "–"} ${verdict.unverified && t("unverified")}</p>`}
  </div>`;

/** That what counts was put right beside the dispute. @param {{opened: import("../ui/game.js").Opened, dispute: any}} props */
function Corrected({ opened, dispute }) {
  const { game, table } = opened;
  const client = usePhone().clientFor(table);
  const { data } = useAnswer(() => client.get(`/v1/games/${game.id}/turns/${dispute.turn}`), [game.id, game.version]);
  const { score: told } = dispute.ruling?.decision === "corrected" ? dispute.claim_verdict : dispute.recorded_verdict;
  const score = data?.score ?? told;
  return told !== null && score !== told && html`<p class="notice">${t("disputes.corrected_note", { score })}</p>`;
}

/** The rolls of the turn as they were when it was disputed. @param {any} dispute @returns {any[]} */
function recordedRolls(dispute) {
  const bodies = dispute.evidence.filter((/** @type {any} */ { kind }) => kind === "roll" || kind === "turn").map((/** @type {any} */ { body }) => body);
  return bodies.flatMap((/** @type {any} */ body) => body.rolls ?? [body]);
}

/** @param {any} dispute @returns {any[]} */
function claimedRolls(dispute) {
  const { claim } = dispute;
  if (claim.rolls) return claim.rolls;
  return recordedRolls(dispute).map((roll, at) => (at === claim.roll - 1 ? claim : roll));
}

/** @param {{opened: import("../ui/game.js").Opened, dispute: any}} props */
function Withdraw({ opened, dispute }) {
  const { game, session, table } = opened;
  const { failure, send } = useSending(usePhone().clientFor(table));
  const withdraw = async () => {
    const data = await send(`/v1/games/${game.id}/disputes/${dispute.number}/withdraw`, {});
    if (!data) return;
    session.take(data);
    say(tellAmendment({ kind: "withdrawal", seat: dispute.seat, round: dispute.round }, namesOf(game)));
  };
  return html`<${Button} look="second" onClick=${withdraw}>${t("dispute.withdraw")}<//>${failure && html`<${Failed} failure=${failure} />`}`;
}

/** @param {{opened: import("../ui/game.js").Opened, dispute: any, onClose: () => void}} props */
function Ruling({ opened, dispute, onClose }) {
  const { game } = opened;
  const [decision, setDecision] = useState("stands");
  const amendment = { kind: "ruling", seat: dispute.seat, round: dispute.round, target: dispute, body: { decision } };
  const asked = useLookFirst(opened, `/v1/games/${game.id}/disputes/${dispute.number}/ruling`, { decision }, amendment, onClose);
  const choose = (/** @type {string} */ chosen) => {
    asked.forget();
    setDecision(chosen);
  };
  const options = ["stands", ...(dispute.claim ? ["corrected"] : []), "replay_turn"].map((name) => [name, t(`ruling.${name}`)]);
  return html`
    <${Sheet} title=${t("ruling.title")} onClose=${onClose}>
      <${Choice} name="decision" legend=${t("ruling.decision")} value=${decision} options=${options} onChange=${choose} />
      <${LookFirst} game=${game} asked=${asked} label=${t("ruling.do")} />
    <//>`;
}
