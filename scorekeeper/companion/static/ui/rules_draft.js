// House rules while they are changed: a whole ruleset, and how it differs from its preset.

/** The goals there are. */
export const GOALS = ["rounds_won", "highest_total", "points", "last_with_chips"];

/** @type {Record<string, any>} */
const FIRST_GOALS = {
  rounds_won: { kind: "rounds_won", rounds: 3 },
  highest_total: { kind: "highest_total", rounds: 5, tie: "extra_round" },
  points: { kind: "points", points: 50, tie: "extra_round" },
  last_with_chips: { kind: "last_with_chips" },
};
const REPLACED_WHOLE = ["goal", "stakes"];

/**
 * The rules that a game is to have.
 * @typedef {{preset: string | null, saved: any, base: any, ruleset: any, changes: Record<string, any>, keepAs?: string}} Chosen
 *   preset, saved: what they are laid over, one of the two, and its ruleset `base`; ruleset: with the changes;
 *   keepAs: the name under which a table that is still to be made is to keep them
 */

/** @param {any} preset @returns {Chosen} */
export const ofPreset = ({ name, ruleset }) => ({ preset: name, saved: null, base: ruleset, ruleset, changes: {} });

/** House rules that the table has saved. @param {any} saved @returns {Chosen} */
export const ofSaved = (saved) => ({ preset: null, saved, base: saved.ruleset, ruleset: saved.ruleset, changes: {} });

/**
 * The rules by which a game was played: those that the table has saved, a preset's, or the preset that they differ from least.
 * @param {any} ruleset @param {any[]} presets @param {any[]} saved @returns {Chosen}
 */
export function ofPlayed(ruleset, presets, saved) {
  const kept = saved.find((each) => !Object.keys(changesFrom(each.ruleset, ruleset)).length);
  if (kept) return ofSaved(kept);
  const all = presets.map((preset) => ({ ...ofPreset(preset), ruleset, changes: changesFrom(preset.ruleset, ruleset) }));
  return all.sort((one, other) => Object.keys(one.changes).length - Object.keys(other.changes).length)[0];
}

/** What is sent to open a game with them. @param {Chosen} chosen */
export const sentRules = ({ preset, saved, changes }) => ({ ...(saved ? { saved: saved.name } : { preset }), ...changes });

/** @param {any} ruleset @param {string} path such as `turn.rolls` @param {any} value */
export function withValue(ruleset, path, value) {
  const [section, name] = path.split(".");
  return { ...ruleset, [section]: { ...ruleset[section], [name]: value } };
}

/** Another goal; whoever has chips last needs chips that are counted. @param {any} ruleset @param {string} kind */
export function withGoal(ruleset, kind) {
  const counted = ruleset.stakes?.per === "round" && ruleset.stakes.chips !== null;
  const stakes = kind === "last_with_chips" && !counted ? { ante: 1, per: "round", chips: 5 } : ruleset.stakes;
  return { ...ruleset, goal: FIRST_GOALS[kind], stakes };
}

/** What has to be sent beside the preset's name. @param {any} base @param {any} ruleset */
export function changesFrom(base, ruleset) {
  /** @type {Record<string, any>} */
  const changes = {};
  for (const section of Object.keys(ruleset)) {
    if (same(base[section], ruleset[section])) continue;
    changes[section] = REPLACED_WHOLE.includes(section) ? ruleset[section] : differing(base[section], ruleset[section]);
  }
  return changes;
}

/** @param {any} base @param {any} now */
const differing = (base, now) => Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== base[name]));

/** @param {any} one @param {any} other */
const same = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** @param {any} value */
const sorted = (value) => (value && typeof value === "object" ? Object.fromEntries(Object.entries(value).sort()) : value);
