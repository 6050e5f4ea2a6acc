// Keep or roll again: what each choice is worth, for those who want to know, where the host has not forbidden it.

import { useEffect, useLayoutEffect, useState } from "../vendor/hooks.js";
import { pause } from "../sync/api.js";
import { classes, html } from "./html.js";
import { Icon } from "./icons.js";
import { usePhone } from "./phone.js";
import { titlesOf } from "./telling.js";
import { locale, t } from "./texts.js";
import { bringOut } from "./tray.js";

const MOST_ASKED = 60;

/** @param {{opened: import("./game.js").Opened, reading: any, draft: any}} props */
export function Hint({ opened, reading, draft }) {
  const phone = usePhone();
  const { game, table, view } = opened;
  const wanted = phone.settings.hint && game.advice === "allowed" && !view.pending.length;
  const question = wanted ? questionOf(game, reading, draft) : null;
  const advice = useAdvice(phone.clientFor(table), question);
  useLayoutEffect(bringOut, [advice]);
  if (!question || !advice) return null;
  const many = advice.options.length > 1;
  return html`
    <div class="hint" role="note" aria-label=${t("hint")}>
      <${Icon} name="bulb" />
      <ul>${advice.options.map((/** @type {any} */ option, /** @type {number} */ at) => html`
        <li key=${at} class=${classes("hint-option", many && advice.best.includes(at) && "best")}>
          ${many && advice.best.includes(at) && html`<${Icon} name="star" /><span class="unseen">${t("hint.best")} </span>`}
          ${tellOption(option, reading)} <b class="numbers">${advice.method === "simulated" ? t("hint.about", { chance: percent(option.value) }) : percent(option.value)}</b></li>`)}</ul>
    </div>`;
}

/** @param {any} option @param {any} reading */
function tellOption(option, reading) {
  if (option.action === "stand") return t("hint.stand");
  if (option.action === "keep") return t("hint.keep", { what: option.keep.length ? titlesOf(option.keep) : t("nothing") });
  if (option.hold) return t("hint.hold", { face: option.hold });
  return t(reading.turn?.crew === 3 || reading.complete ? "hint.both" : "hint.roll");
}

/** @param {number} chance */
const percent = (chance) => new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 1 }).format(chance);

/**
 * What to ask, where there is something to choose: what to bank of the dice that lie there; or, with a full crew,
 * whether to stand.
 * @param {any} game @param {any} reading @param {any} draft @returns {{path: string, body?: any} | null}
 */
export function questionOf(game, reading, draft) {
  const path = `/v1/games/${game.id}/advice`;
  if (reading.kind !== "roll") return null;
  if (!draft.dice.length) return reading.actions.length ? { path } : null;
  if (!reading.complete) return null;
  const again = reading.actions.find((/** @type {any} */ action) => action.name === "again");
  if (again && reading.kept.length === reading.lit.length) return { path: "/v1/odds/advice", body: situation(game, reading, draft) };
  if (!reading.choosing) return null;
  return { path: `${path}?dice=${draft.dice.join()}` };
}

/** The game as it would stand with this roll recorded and the choice still open. @param {any} game @param {any} reading @param {any} draft */
function situation(game, reading, draft) {
  const seats = game.seats.filter((/** @type {any} */ seat) => seat.status === "in");
  const place = (/** @type {number} */ number) => seats.findIndex((/** @type {any} */ seat) => seat.seat === number) + 1;
  const played = game.round.cargo.filter((/** @type {any} */ told) => told.score !== null && place(told.seat));
  const left = [...draft.dice];
  reading.kept.forEach((/** @type {number} */ face) => left.splice(left.indexOf(face), 1));
  const cargo = reading.hold === null ? left : [reading.hold, ...left];
  return {
    ruleset: game.ruleset,
    seats: seats.map((/** @type {any} */ { total, rounds_won, chips }) => ({ total, rounds_won, ...(chips !== null && { chips }) })),
    order: game.round.order.map(place).filter(Boolean),
    scores: played.map((/** @type {any} */ { score }) => score),
    round: game.round.number, roll_off: game.round.roll_off, extra_round: game.round.extra_round, pot: game.round.pot,
    ...(game.ruleset.turn.pace === "opener" && played.length > 0 && { pace: reading.turn.rolls_allowed }),
    gone: game.seats.filter((/** @type {any} */ { status }) => status === "out" || status === "left").length,
    turn: { rolls_used: reading.turn.rolls_used + 1, banked: [6, 5, 4], cargo },
  };
}

/** The answer to a question; it may have to be worked out first. @param {any} client @param {{path: string, body?: any} | null} question */
function useAdvice(client, question) {
  const [state, setState] = useState(/** @type {{asked: string, advice: any}} */ ({ asked: "", advice: null }));
  const asked = question ? JSON.stringify(question) : "";
  useEffect(() => {
    let left = false;
    if (question) ask(client, question, () => left).then((advice) => left || setState({ asked, advice }), () => {});
    return () => {
      left = true;
    };
  }, [asked]);
  return state.asked === asked ? state.advice : null;
}

/** @param {any} client @param {{path: string, body?: any}} question @param {() => boolean} isOver */
async function ask(client, { path, body }, isOver) {
  for (let attempt = 0; attempt < MOST_ASKED && !isOver(); attempt += 1) {
    const { status, data } = await (body ? client.post(path, body) : client.get(path));
    if (status === 200) return data;
    await pause(1000);
  }
  return null;
}
