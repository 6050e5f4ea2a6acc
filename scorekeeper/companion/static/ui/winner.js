// Who has won.

import { classes, html } from "./html.js";
import { Name } from "./parts.js";
import { Token } from "./seats.js";
import { listed, t } from "./texts.js";

const LONG = 24;

/** @param {{game: any}} props */
export function Winner({ game }) {
  const winners = game.winners.map((/** @type {number} */ number) => game.seats[number - 1]);
  const told = tellEnd(winners);
  return html`
    <div class=${classes("winner", winners.length === 1 && "won")}>
      <p class="ended-over">${t(`over.${game.status}`)}</p>
      ${winners.length > 0 && html`<p class="winner-tokens" aria-hidden="true">${winners.map((/** @type {any} */ { seat }) => html`<${Token} key=${seat} seat=${seat} />`)}</p>`}
      <h2 class=${classes("ended-who", told.length > LONG && "long")}><${Name}>${told}<//></h2>
    </div>`;
}

/** @param {any[]} winners */
function tellEnd(winners) {
  if (!winners.length) return t("end.nobody");
  return t(winners.length > 1 ? "end.draw" : "end.winner", { names: listed(winners.map(({ name }) => name)) });
}
