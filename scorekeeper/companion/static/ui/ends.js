// A game that is over: who won, by which dice, how all stand, and the way on.

import { Failed, useSending } from "./asking.js";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { FinalDice, LastScore, useLastTurn } from "./last_turn.js";
import { NextGame, useNextGame } from "./next_game.js";
import { Button } from "./parts.js";
import { usePhone } from "./phone.js";
import { isHost } from "./roles.js";
import { Link, go } from "./router.js";
import { Standings } from "./seats.js";
import { t } from "./texts.js";
import { Winner } from "./winner.js";

/** @param {{opened: import("./game.js").Opened}} props */
export function Ends({ opened }) {
  const { game, table } = opened;
  const next = useNextGame(opened);
  return html`
    <section class="tray ended" aria-label=${t("tray")}>
      <div class="felt">
        <${Winner} game=${game} />
        <${LastWord} opened=${opened} />
        ${next && html`<${NextGame} game=${game} next=${next} />`}
        <div class="ended-acts">
          ${isHost(table) && !next && html`<${Rematch} opened=${opened} />`}
          ${game.status === "finished" && html`<${Link} to=${`play/${game.id}/analysis`} look="button second on-felt"><${Icon} name="curve" />${t("end.analysis")}<//>`}
          <${Link} to=${`play/${game.id}/turns`} look="button second on-felt"><${Icon} name="list" />${t("turns.title")}<//>
          <${Link} to=${`table/${game.table_id}`} look="button second on-felt"><${Icon} name="people" />${t("table.open")}<//>
        </div>
      </div>
    </section>
    <section class="card ended-standings"><h2>${t("standings")}</h2><${Standings} game=${game} /></section>`;
}

/** The dice that ended it. @param {{opened: import("./game.js").Opened}} props */
function LastWord({ opened }) {
  const last = useLastTurn(opened);
  return last && html`<div class="last-word"><${LastScore} game=${opened.game} last=${last} /><${FinalDice} last=${last} /></div>`;
}

/** @param {{opened: import("./game.js").Opened}} props */
function Rematch({ opened }) {
  const phone = usePhone();
  const { busy, failure, send } = useSending(phone.clientFor(opened.table));
  const play = async () => {
    const game = await send(`/v1/games/${opened.game.id}/rematch`, {});
    if (!game) return;
    await phone.store.saveGame(game);
    go(`play/${game.id}`);
  };
  return html`
    <${Button} look="first" icon="again" aria-disabled=${busy ? "true" : null} onClick=${play}>${t("rematch")}<//>
    ${failure && html`<${Failed} failure=${failure} of=${t("rematch.none")} onRetry=${play} />`}`;
}
