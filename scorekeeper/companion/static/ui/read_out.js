// House rules told in sentences: the server's, which are English; or, in a language that has them, the page's own.

import { has, t } from "./texts.js";

const TOLD = [
  "turn.banking", "turn.cargo_reroll", "turn.perfect_cargo", "turn.pace", "round.tie", "round.all_bust",
  "round.roll_off_order", "goal.tie", "opener.first", "opener.next_round", "opener.next_game",
];

/** @param {any} ruleset @param {string[]} sentences as the server tells it @returns {string[]} */
export function readOut(ruleset, sentences) {
  if (!has("say.goal.rounds_won")) return sentences;
  const { goal, stakes, seats, turn } = ruleset;
  const told = [
    t("say.seats", seats),
    t(`say.goal.${goal.kind}`, { count: goal.rounds ?? goal.points ?? 0 }),
    stakes ? t(`say.stakes.${stakes.per}`, { count: stakes.ante }) : t("say.stakes.none"),
    stakes ? t(stakes.chips === null ? "say.stakes.open" : "say.stakes.counted", { count: stakes.chips ?? 0 }) : "",
    t("say.turn.rolls", { count: turn.rolls }),
    ...TOLD.filter((path) => matters(ruleset, path)).map((path) => t(`say.${path}.${valueAt(ruleset, path)}`)),
  ];
  return told.filter(Boolean);
}

/** Whether a rule can make a difference under the others. @param {any} ruleset @param {string} path */
function matters(ruleset, path) {
  const rounds = ruleset.goal.kind === "rounds_won" || ruleset.goal.kind === "last_with_chips" || ruleset.stakes?.per === "round";
  if (path === "round.tie" || path === "round.all_bust") return rounds;
  if (path === "round.roll_off_order") return rounds || ruleset.goal.tie === "extra_round";
  if (path === "goal.tie") return ruleset.goal.tie !== undefined;
  if (path === "turn.perfect_cargo") return ruleset.turn.perfect_cargo !== "play_on";
  if (path === "turn.pace") return ruleset.turn.pace !== "free";
  return true;
}

/** @param {any} ruleset @param {string} path */
const valueAt = (ruleset, path) => path.split(".").reduce((at, name) => at?.[name], ruleset);
