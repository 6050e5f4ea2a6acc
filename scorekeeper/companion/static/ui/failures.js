// What went wrong, in words: what happened, and what to do.

import { has, inTime, listed, spoken, t } from "./texts.js";

/** @typedef {{kind?: string, code?: string | null, errors?: any[], problem?: any, retryAt?: number | null}} Failure */

const PARAMS = ["face", "thrown", "cargo", "title", "seat", "round", "roll", "kept"];

/** A request that failed. @param {Failure} failure @returns {string} */
export function tellFailure(failure) {
  if (failure.kind === "refused" || failure.kind === "forbidden") {
    const told = (failure.errors ?? []).map((violation) => tellViolation(violation));
    return told.length ? [...new Set(told)].join("\n") : tellProblem(failure);
  }
  const { kind = "server", code, retryAt } = failure;
  if (kind !== "busy" || !retryAt) return t(`failure.${kind}`);
  return t(code === "daily-quota-reached" ? "failure.enough_today" : "failure.busy_until", { when: inTime(retryAt) });
}

/** A problem by its code, and by its field: in words of the page where it has some, else as the server put it. @param {Failure} failure */
function tellProblem({ code, problem }) {
  const field = /[a-z_]*$/.exec(problem?.pointer ?? "")?.[0];
  const key = [`problem.${code}.${field}`, `problem.${code}`].find(has);
  return key ? t(key) : (problem?.detail ?? t("failure.server"));
}

/**
 * A broken rule: what is wrong, and what would be legal. `misfits.js` tells it with the players' names.
 * @param {{code: string, detail?: string, legal?: any, params?: any}} violation
 */
export function tellViolation(violation) {
  const { code, detail, legal = {}, params = {} } = violation;
  if (detail && spoken() === "en") return detail;
  if (!has(`refusal.${code}`)) return tellProblem({ code, problem: violation });
  return t(`refusal.${code}`, { ...words(legal), ...words(params), count: (legal.dice_counts ?? [5])[0] });
}

/** Lists as they are said, numbers as they are. @param {Record<string, any>} values */
function words(values) {
  /** @type {Record<string, string>} */
  const said = {};
  for (const name of new Set([...Object.keys(values), ...PARAMS])) {
    const value = values[name];
    if (Array.isArray(value)) said[name] = value.length ? listed(value.map(String)) : t("nothing");
    else if (value !== undefined && value !== null) said[name] = String(value);
  }
  return said;
}

/** The rule that was broken, in one sentence. @param {{code: string, rule?: string}} violation */
export const tellRule = ({ code, rule }) => (has(`rule.${code}`) ? t(`rule.${code}`) : (rule ?? ""));
