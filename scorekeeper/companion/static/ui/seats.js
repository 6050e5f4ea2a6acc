// The seats around the table, and how each stands.

import { useEffect, useRef } from "../vendor/hooks.js";
import { classes, html } from "./html.js";
import { Icon } from "./icons.js";
import { Name } from "./parts.js";
import { roundsAreWon, totalsCount } from "./target.js";
import { figure, t } from "./texts.js";

const MOST_STARS = 5;

/** A seat's marker: its number on a chip, in its own colour. @param {{seat: number}} props */
export const Token = ({ seat }) => html`<span class=${`token token-${(seat - 1) % 10}`} aria-hidden="true">${seat}</span>`;

/** The mark of a seat that the computer plays. */
export const Computer = () => html`<span class="computer" title=${t("computer")}><${Icon} name="computer" /><span class="unseen">${t("computer")}</span></span>`;

/** What counts in this game, for one seat: rounds, total or chips. @param {{game: any, seat: any}} props */
export function Worth({ game, seat }) {
  const { goal, stakes } = game.ruleset;
  return html`<span class="worth">
    ${goal.kind === "rounds_won" && goal.rounds > 1 && html`<${Rounds} won=${seat.rounds_won} of=${goal.rounds} />`}
    ${totalsCount(game.ruleset) && html`<span class="total numbers">${seat.total}<span class="unseen"> ${t("in_all")}</span></span>`}
    ${stakes && seat.chips !== null && html`<${Chips} count=${seat.chips} />`}
  </span>`;
}

/** @param {{won: number, of: number}} props */
function Rounds({ won, of }) {
  const said = t("rounds_won", { won, of });
  if (of > MOST_STARS) return html`<span class="numbers" title=${said}>${won}/${of}<span class="unseen"> ${said}</span></span>`;
  const stars = Array.from({ length: of }, (_, at) => html`<i class=${classes("star", at < won && "won")} />`);
  return html`<span class="stars" role="img" aria-label=${said}>${stars}</span>`;
}

/** @param {{count: number}} props */
export const Chips = ({ count }) => html`
  <span class="chips numbers"><i class="chip" aria-hidden="true" />${figure(count)}<span class="unseen"> ${t("chips", { count })}</span></span>`;

/** What a seat has thrown in this pass. @param {{game: any, seat: any}} props */
export function Thrown({ game, seat }) {
  const start = game.start?.totals.find((/** @type {any} */ told) => told.seat === seat.seat);
  if (start) return html`<b class="thrown-score numbers">${start.total}</b>`;
  const told = game.round?.cargo.find((/** @type {any} */ each) => each.seat === seat.seat);
  if (seat.status !== "in") return html`<span class="seat-status">${t(`status.${seat.status}`)}</span>`;
  if (sitsOut(game, seat)) return html`<span class="seat-status">${t("status.sits_out")}</span>`;
  if (!told || told.score === null) return html`<span class="thrown-score none"><span class="unseen">${t("not_played")}</span>–</span>`;
  if (told.score === 0) return html`<span class="thrown-score bust">${t("bust")}</span>`;
  return html`<b class="thrown-score numbers">${told.score}${told.unverified && html`<abbr title=${t("unverified")}>*</abbr>`}</b>`;
}

/** All seats in a strip; the one to move is in sight. @param {{game: any, onOpen: (seat: number) => void}} props */
export function Seats({ game, onOpen }) {
  const list = useRef(/** @type {any} */ (null));
  useEffect(() => {
    const current = list.current?.querySelector(".current");
    if (current) list.current.scrollTo({ left: current.offsetLeft - list.current.clientWidth / 3, behavior: "smooth" });
  }, [game.next.seat]);
  const look = classes("seats", game.seats.length > 4 && "many", game.seats.length === 4 && "four");
  return html`
    <div class=${look} ref=${list} role="group" aria-label=${t("seats")} tabindex=${game.seats.length > 4 ? 0 : null}>
      ${game.seats.map((/** @type {any} */ seat) => html`<${SeatCard} key=${seat.seat} game=${game} seat=${seat} onOpen=${() => onOpen(seat.seat)} />`)}
    </div>`;
}

/** Whether others roll off. @param {any} game @param {any} seat */
const sitsOut = ({ round }, { seat }) => round?.roll_off > 0 && !round.order.includes(seat);

/** @param {{game: any, seat: any, onOpen: () => void}} props */
function SeatCard({ game, seat, onOpen }) {
  const current = game.next.seat === seat.seat;
  const leads = game.round?.leaders.includes(seat.seat) && game.round.best > 0 && roundsAreWon(game.ruleset);
  return html`
    <button type="button" onClick=${onOpen} aria-current=${current ? "true" : null}
      class=${classes("seat", current && "current", (seat.status !== "in" || sitsOut(game, seat)) && "away", leads && "leads")}>
      <span class="seat-name"><${Token} seat=${seat.seat} />${seat.computer && html`<${Computer} />`}<${Name}>${seat.name}<//></span>
      <span class="seat-figures">
        <${Thrown} game=${game} seat=${seat} />${leads && html`<span class="leader" title=${t("leads")}><${Icon} name="flag" /><span class="unseen">${t("leads")}</span></span>`}
        <${Worth} game=${game} seat=${seat} />
      </span>
    </button>`;
}

/** Who stands where. @param {{game: any, children?: any, onSeat?: (seat: any) => void}} props */
export const Standings = ({ game, onSeat }) => html`
  <ol class="standings">
    ${[...game.seats].sort((one, other) => one.rank - other.rank || one.seat - other.seat).map((seat) => html`
      <li key=${seat.seat} class=${classes("standing", seat.seat === game.next.seat && "current", seat.status !== "in" && "away")}>
        <span class="rank numbers">${t("rank", { rank: seat.rank })}</span>
        <${Token} seat=${seat.seat} />
        <span class="standing-name"><${Name}>${seat.name}<//>${seat.unverified > 0 && html`<small>${t("unverified_turns", { count: seat.unverified })}</small>`}</span>
        <${Thrown} game=${game} seat=${seat} />
        <${Worth} game=${game} seat=${seat} />
        ${onSeat && html`<button type="button" class="icon-button" aria-label=${t("seat.more", { name: seat.name })} onClick=${() => onSeat(seat)}><${Icon} name="pencil" /></button>`}
      </li>`)}
  </ol>`;
