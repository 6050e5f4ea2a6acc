// How a game went: the chances to win from play to play, and what luck and choices did to them.

import { pause } from "../sync/api.js";
import { Awaited, useAnswer } from "../ui/asking.js";
import { html } from "../ui/html.js";
import { Bar, Name } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { Token } from "../ui/seats.js";
import { namesOf } from "../ui/target.js";
import { figure, locale, t } from "../ui/texts.js";

const WIDTH = 600;
const HEIGHT = 300;
/** Where the rounds are told, below the lines; and how many at most. */
const FOOT = 34;
const MOST_TOLD = 12;
const MOST_ASKED = 60;

/** @param {{opened: import("../ui/game.js").Opened}} props */
export function Analysis({ opened }) {
  const { game, table } = opened;
  const client = usePhone().clientFor(table);
  const answer = useAnswer(() => workedOut(client, game.id), [game.id, game.version]);
  return html`
    <${Bar} title=${t("analysis.title")} back=${`play/${game.id}`} />
    <main class="page">
      ${answer.data ? html`<${Taken} game=${game} told=${answer.data} />` : html`${!answer.failure && html`<p class="on-wood" role="status">${t("analysis.working")}</p>`}<${Awaited} answer=${answer} />`}
    </main>`;
}

/** The analysis; it may have to be worked out first. @param {any} client @param {string} gameId */
async function workedOut(client, gameId) {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await client.get(`/v1/games/${gameId}/analysis`);
    if (answer.status === 200) return answer;
    if (attempt > MOST_ASKED) throw { kind: "timeout" };
    await pause(1000 * Number(answer.headers.get("Retry-After") ?? 1));
  }
}

/** @param {{game: any, told: any}} props */
const Taken = ({ game, told }) => html`
  <section class="card">
    <h2>${t("analysis.curve")}</h2>
    <${Curve} told=${told} />
    <ul class="curve-key">${told.seats.map((/** @type {any} */ seat) => html`
      <li key=${seat.seat}><svg viewBox="0 0 40 6" aria-hidden="true"><path class=${`line line-${(seat.seat - 1) % 10}`} d="M0 3H40" /></svg><${Token} seat=${seat.seat} /><${Name}>${seat.name}<//></li>`)}</ul>
    ${told.method === "simulated" && html`<p class="quiet">${t("analysis.simulated", { error: percent(told.error) })}</p>`}
  </section>
  <section class="card">
    <h2>${t("analysis.luck")}</h2>
    <div class="table-scroll" role="region" tabindex="0" aria-label=${t("analysis.luck")}><table>
      <thead><tr><th scope="col">${t("changes.seat")}</th><th scope="col">${t("analysis.dice")}</th><th scope="col">${t("analysis.choices")}</th><th scope="col">${t("analysis.cost")}</th></tr></thead>
      <tbody>${told.seats.map((/** @type {any} */ seat) => html`
        <tr key=${seat.seat}><th scope="row"><${Name}>${seat.name}<//></th><td>${points(seat.luck)}</td>
          <td>${seat.choices ? t("analysis.best", { best: seat.best_choices, of: seat.choices }) : "–"}</td><td>${points(-seat.cost)}</td></tr>`)}</tbody>
    </table></div>
    <p class="quiet">${t("analysis.note")}</p>
  </section>
  ${told.turning_points.length > 0 && html`
    <section class="card">
      <h2>${t("analysis.turning")}</h2>
      <ul class="turning">${told.turning_points.map((/** @type {any} */ point) => html`
        <li key=${`${point.seq}-${point.seat}`}><${Token} seat=${point.seat} /><span>${t("analysis.turned", { name: namesOf(game)(point.seat), before: percent(point.before), after: percent(point.after) })}${tellPlay(game, told, point)}</span></li>`)}</ul>
    </section>`}`;

/** In which play a chance turned. @param {any} game @param {any} told @param {{seq: number}} point */
function tellPlay(game, { curve }, point) {
  const { round, seat } = curve.find((/** @type {any} */ play) => play.seq === point.seq) ?? {};
  return round && seat ? html` <small>${t("analysis.turned_by", { round, name: namesOf(game)(seat) })}</small>` : null;
}

/** A line for each seat, from the opening to the end. @param {{told: any}} props */
function Curve({ told }) {
  const plays = told.curve;
  const across = (/** @type {number} */ at) => (plays.length > 1 ? (at / (plays.length - 1)) * WIDTH : 0);
  const up = (/** @type {number} */ chance) => HEIGHT - chance * HEIGHT;
  return html`
    <svg class="curve" viewBox=${`-82 -16 ${WIDTH + 98} ${HEIGHT + FOOT + 16}`} role="img" aria-label=${tellCurve(told)}>
      ${[0, 0.25, 0.5, 0.75, 1].map((chance) => html`<path key=${chance} class="grid" d=${`M0 ${up(chance)}H${WIDTH}`} />`)}
      ${[0, 0.5, 1].map((chance) => html`<text key=${chance} x="-8" y=${up(chance) + 8} text-anchor="end">${percent(chance)}</text>`)}
      ${beginnings(plays).map(([at, round]) => html`<text key=${round} x=${across(at)} y=${HEIGHT + FOOT - 6} text-anchor="middle">${round}</text>`)}
      ${told.seats.map((/** @type {any} */ seat, /** @type {number} */ index) => html`
        <path key=${seat.seat} class=${`line line-${(seat.seat - 1) % 10}`}
          d=${seated(plays, index).map(([at, chance], /** @type {number} */ nth) => `${nth ? "L" : "M"}${across(at).toFixed(1)} ${up(chance).toFixed(1)}`).join("")} />`)}
    </svg>`;
}

/** Where rounds begin, each with its number; of many, every second or third one. @param {any[]} plays @returns {[number, number][]} */
function beginnings(plays) {
  const first = /** @type {[number, number][]} */ (plays.flatMap(({ round }, at) => (round && round !== plays[at - 1]?.round ? [[at, round]] : [])));
  const step = Math.ceil(first.length / MOST_TOLD);
  return first.filter((_, nth) => nth % step === 0);
}

/** A seat's chances, each with its play; one that joined late has none before. @param {any[]} plays @param {number} index @returns {[number, number][]} */
const seated = (plays, index) => plays.flatMap(({ chances }, at) => (index < chances.length ? [[at, chances[index]]] : []));

/** @param {any} told */
const tellCurve = (told) =>
  told.seats.map((/** @type {any} */ seat, /** @type {number} */ index) => {
    const chances = seated(told.curve, index).map(([, chance]) => chance);
    return t("analysis.line", { name: seat.name, start: percent(chances[0] ?? seat.start), end: percent(chances.at(-1) ?? seat.end) });
  }).join(" ");

/** @param {number} chance */
const percent = (chance) => new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 1 }).format(chance);

/** A difference of chances. @param {number} difference */
const points = (difference) => figure(new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 1, signDisplay: "exceptZero" }).format(difference));
