// A game that is over.

import { Failed, useSending } from "./asking.js";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Button } from "./parts.js";
import { usePhone } from "./phone.js";
import { isHost } from "./roles.js";
import { Link, go } from "./router.js";
import { namesOf } from "./target.js";
import { listed, t } from "./texts.js";

/** @param {{opened: import("./game.js").Opened, heard: string}} props */
export function Ends({ opened, heard }) {
  const { game, table } = opened;
  return html`
    <section class="tray ended" aria-label=${t("tray")}>
      <div class="felt">
        <p class="ended-over">${t(`over.${game.status}`)}</p>
        <h2 class="ended-who">${tellEnd(game)}</h2>
        <p class="tray-word">${heard}</p>
        <div class="ended-acts">
          ${isHost(table) && html`<${Rematch} opened=${opened} />`}
          ${game.status === "finished" && html`<${Link} to=${`play/${game.id}/analysis`} look="button second on-felt"><${Icon} name="curve" />${t("analysis.title")}<//>`}
          <${Link} to=${`play/${game.id}/turns`} look="button second on-felt">${t("turns.title")}<//>
          <${Link} to=${`table/${game.table_id}`} look="button second on-felt">${t("table.open")}<//>
        </div>
      </div>
    </section>`;
}

/** @param {any} game */
function tellEnd(game) {
  const names = game.winners.map(namesOf(game));
  if (!names.length) return t("end.nobody");
  return t(names.length > 1 ? "end.draw" : "end.winner", { names: listed(names) });
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
    <${Button} look="first" aria-disabled=${busy ? "true" : null} onClick=${play}>${t("rematch")}<//>
    ${failure && html`<${Failed} failure=${failure} onRetry=${play} />`}`;
}
