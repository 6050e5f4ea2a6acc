// What the seat to move is up against, in words: the score to beat, who leads, and what a tie would mean.

import { listed, t } from "./texts.js";

/** Where names belong in a text. */
export const HERE = "\n";

/** Whether rounds are won in a game by these house rules. @param {any} ruleset */
export const roundsAreWon = (ruleset) => ruleset.goal.kind === "rounds_won" || ruleset.stakes?.per === "round";

/** Whether totals decide. @param {any} ruleset */
export const totalsCount = (ruleset) => ["highest_total", "points"].includes(ruleset.goal.kind);

/** @param {any} game @returns {(seat: number) => string} */
export const namesOf = (game) => (number) => game.seats.find((/** @type {any} */ seat) => seat.seat === number)?.name ?? "";

/**
 * @param {any} game a game that is being played
 * @returns {{score: number | null, words: string, names?: string, tie: string}} the score to beat, if there is one, and two
 *   short sentences; in the first one `HERE` stands for the names
 */
export function targetOf(game) {
  if (!game.round) return openerTarget(game);
  if (roundsAreWon(game.ruleset) || game.round.roll_off) return roundTarget(game);
  return totalTarget(game);
}

/** @param {any} game */
function openerTarget({ start, seats }) {
  const tie = t("target.opener_tie");
  const best = Math.max(...start.totals.map((/** @type {any} */ each) => each.total));
  const leaders = start.totals.filter((/** @type {any} */ each) => each.total === best).map((/** @type {any} */ each) => each.seat);
  return leaders.length ? { ...toBeat(best, leaders, seats), tie } : { score: null, words: t("target.opener"), tie };
}

/** @param {any} game */
function roundTarget(game) {
  const { best, leaders, roll_off, extra_round } = game.round;
  const tie = tieOf(game);
  if (best === null) return { score: null, words: t(roll_off && !extra_round ? "target.first_off" : "target.first"), tie };
  if (best === 0) return { score: null, words: t("target.all_bust"), tie };
  return { ...toBeat(best, leaders, game.seats), tie };
}

/** @param {number} score @param {number[]} leaders @param {any[]} seats */
const toBeat = (score, leaders, seats) => ({ score,
  ...(leaders.length > 1 ? { words: t("target.level", { count: leaders.length }) } : naming("target.beat", leaders.map(namesOf({ seats })))) });

/** A text that names players, with a mark in their place: they are cut short where there is little room, and the rest is not. @param {string} key @param {string[]} names @param {Record<string, number>} [params] */
const naming = (key, names, params) => ({ words: t(key, { ...params, names: HERE }), names: listed(names) });

/** @param {any} game */
function tieOf(game) {
  if (game.round.roll_off) return t("tie.again");
  return t(`tie.${game.ruleset.round.tie === "carry" && game.ruleset.stakes ? "carry_pot" : game.ruleset.round.tie}`);
}

/** @param {any} game */
function totalTarget(game) {
  const playing = game.seats.filter((/** @type {any} */ seat) => seat.status === "in");
  const most = Math.max(...playing.map((/** @type {any} */ seat) => seat.total));
  const leaders = playing.filter((/** @type {any} */ seat) => seat.total === most);
  const tie = t(`tie.total_${game.ruleset.goal.tie ?? "draw"}`);
  if (most === 0 || playing.length === 1) return { score: null, words: t("target.total_first"), tie };
  const mine = playing.find((/** @type {any} */ seat) => seat.seat === game.next.seat);
  const names = leaders.map((/** @type {any} */ seat) => seat.name);
  const behind = most - (mine?.total ?? most);
  if (behind > 0) return { score: behind, ...naming("target.behind", names, { total: most, behind }), tie };
  return { score: null, ...naming(leaders.length > 1 ? "target.total_level" : "target.leads", names, { total: most }), tie };
}
