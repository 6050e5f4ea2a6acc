// Why an entry does not fit, of which the page knows the players: the server's sentences number the seats.

import { tellViolation } from "./failures.js";
import { has, t } from "./texts.js";

/**
 * A broken rule, with the names of the players that it is about where the server says which they are.
 * @param {{code: string, detail?: string, legal?: any, params?: any}} violation @param {(seat: number) => string} nameOf
 */
export function tellMisfit(violation, nameOf) {
  const { code, legal = {}, params = {} } = violation;
  const name = nameOf(params.seat ?? params.opener);
  const next = nameOf(legal.seat);
  const key = [`misfit.${code}.${params.reason ?? params.status}`, `misfit.${code}`].find(has);
  const told = key && t(key, { ...(name && { name }), ...(next && { next }) });
  // A player of whom it is not said who it is would leave a gap.
  return told && !/\{(name|next)\}/.test(told) ? told : tellViolation(violation);
}
