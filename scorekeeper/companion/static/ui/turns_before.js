// A turn that was played, judged again roll by roll.

import { firstTurn, judgeRoll } from "../engine/judge.js";

/** Where the turn stands before each of its rolls, as far as they are legal; null after one that is not. @param {any} rules @param {{dice: number[], keep?: number[] | null, hold?: number | null}[]} rolls */
export function turnsBefore(rules, rolls) {
  const before = [/** @type {any} */ (firstTurn(rules))];
  for (const roll of rolls) {
    const turn = before[before.length - 1];
    const verdict = turn && judgeRoll(turn, { dice: roll.dice, keep: roll.keep ?? undefined, hold: roll.hold ?? undefined });
    before.push(verdict?.ok ? verdict.turn : null);
  }
  return before;
}

/** A recorded roll as it is judged. @param {any} recorded */
export const asRoll = ({ dice, kept, hold }) => ({ dice, keep: kept, hold });
