// A dispute is open: what is told of it across the table.

import { useAnswer } from "./asking.js";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { usePhone } from "./phone.js";
import { Link } from "./router.js";
import { t } from "./texts.js";

/** Whether nothing of the turn counts any more. @param {any} dispute */
export const isTakenBack = ({ turn }) => turn === null;

/** @param {{opened: import("./game.js").Opened}} props */
export function Disputed({ opened }) {
  const { game, table, view } = opened;
  const client = usePhone().clientFor(table);
  const { data } = useAnswer(() => client.get(`/v1/games/${game.id}/disputes?status=open&limit=100`), [game.id, view.confirmed.version]);
  const isGone = data?.items.length > 0 && data.items.every(isTakenBack);
  return html`
    <p class="banner"><${Icon} name="scales" /><span>${t(isGone ? "disputes.taken_back" : "provisional")} <${Link} to=${`play/${game.id}/disputes`}>${t("provisional.link")}<//></span></p>`;
}
