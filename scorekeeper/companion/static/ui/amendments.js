// What puts a game right, told in the page's language from what the entry says.

import { listed, spoken, t } from "./texts.js";

/** @typedef {{kind: string, seat?: number | null, round?: number | null, body?: any, target?: any, texts?: any}} Amendment an entry of the log, or as much of it as is known */

/**
 * The sentences of an amendment; empty for a play.
 * @param {Amendment} entry @param {(seat: number) => string} nameOf @param {any} [game] the game after it
 * @returns {string}
 */
export function tellAmendment(entry, nameOf, game) {
  const seat = entry.seat ?? entry.target?.seat;
  const name = seat ? nameOf(seat) : "";
  const who = entry.round ? t("amended.who", { name, round: entry.round }) : name;
  const told = TELL[entry.kind]?.(entry.body ?? {}, { name, who, round: entry.round ?? 0 }, entry);
  return told ? [...told, game && tellOutcome(game, nameOf)].filter(Boolean).join(" ") : "";
}

/**
 * An entry of which nobody knows here what it led to, since the game before it is not known; empty where the server's
 * sentences say more.
 * @param {Amendment & {result?: any}} entry @param {(seat: number) => string} nameOf @param {any} game
 */
export function tellEntry(entry, nameOf, game) {
  const amended = tellAmendment(entry, nameOf, game);
  if (amended || !entry.seat || spoken() === "en") return amended;
  const { body = {}, kind, result, seat } = entry;
  const name = nameOf(seat);
  const what = tellContent(body) || t(`entry.${kind}`, { score: "" });
  const scored = result?.bust ? t("event.bust", { name }) : result?.turn_score && t("event.scored", { name, score: result.turn_score });
  return [t("entry.told", { name, what }), scored, tellOutcome(game, nameOf)].filter(Boolean).join(" ");
}

/** Who wins by now, where the amendment leaves the game over. @param {any} game @param {(seat: number) => string} nameOf */
function tellOutcome(game, nameOf) {
  if (game.status !== "finished") return "";
  const names = game.winners.map(nameOf);
  return names.length > 1 ? t("event.game_drawn", { names: listed(names) }) : t("event.game_won", { name: names[0] });
}

/** What was thrown: dice, whole turns, a score; empty for what has none. @param {any} said @returns {string} */
export function tellContent(said) {
  if (typeof said.score === "number") return t("entry.score", { score: said.score });
  const dice = (said.rolls ?? [said]).filter((/** @type {any} */ roll) => roll.dice).map((/** @type {any} */ roll) => roll.dice.join(", "));
  return dice.length && said.stand ? `${dice.join("; ")}; ${t("entry.stand")}` : dice.join("; ");
}

/** @type {Record<string, (body: any, who: {name: string, who: string, round: number}, entry: Amendment) => (string | false)[]>} */
const TELL = {
  undo: (body, who) => [t("amended.undo", { ...who, count: body.voided?.length ?? 1 })],
  redo: () => [t("amended.redo")],
  correction: tellCorrection,
  dispute: (body, who) => [t("amended.dispute", who), body.claim && t("amended.claim", { what: tellContent(body.claim) })],
  ruling: (body, who) => [t("amended.ruling", who), body.decision && `${t(`ruling.${body.decision}`)}.`],
  withdrawal: (_body, who) => [t("amended.withdrawal", who)],
  rename: (body, { name }, { texts, seat }) => [t("amended.rename", { seat: body.seat ?? seat, name: texts?.name ?? name })],
  substitute: (body, { name }, { texts, seat }) => [t("amended.substitute", { seat: body.seat ?? seat, name: texts?.name ?? name })],
  erasure: () => [t("amended.erasure")],
};

/** @param {any} body @param {{who: string}} who */
function tellCorrection({ what, replaced, inserted, voided = [] }, who) {
  const now = tellContent(replaced?.changes ?? inserted?.body ?? {});
  const lost = voided.length - (what === "drop" ? 1 : 0);
  return [t(`amended.${what ?? "replace"}`, who), now && t("amended.now", { what: now }), lost > 0 && t("amended.lost", { count: lost })];
}
