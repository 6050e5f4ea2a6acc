// House rules: every field of a ruleset, what the server thinks of them, and the sentences to read out before play.

import { useEffect, useState } from "../vendor/hooks.js";
import { Failed, useSending } from "../ui/asking.js";
import { html } from "../ui/html.js";
import { Button, Choice, Notice, Sheet, Switch } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { t } from "../ui/texts.js";
import { GOALS, changesFrom, ofSaved, withGoal, withValue } from "../ui/rules_draft.js";
import { readOut } from "../ui/read_out.js";

const WAIT = 250;
/** The fields with a few values, in the order in which they are asked. @type {Record<string, string[]>} */
const WORDS = {
  "turn.banking": ["automatic", "chosen"],
  "turn.cargo_reroll": ["both", "any", "one", "none"],
  "turn.perfect_cargo": ["play_on", "stands", "takes_round"],
  "turn.pace": ["free", "opener"],
  "round.tie": ["roll_off", "carry"],
  "round.all_bust": ["as_tie", "carry", "roll_off"],
  "round.roll_off_order": ["opener_first", "seat_number"],
  "opener.first": ["seat_1", "chosen", "roll"],
  "opener.next_round": ["clockwise", "counterclockwise", "same", "winner"],
  "opener.next_game": ["clockwise", "counterclockwise", "same", "winner"],
};

/** The numbers, each with its least and its most: what lies outside need not be asked about. @type {Record<string, [number, number]>} */
const BOUNDS = {
  "turn.rolls": [1, 10], "seats.min": [1, 20], "seats.max": [1, 20], "goal.rounds": [1, 100], "goal.points": [1, 1000],
  "stakes.ante": [1, 1000], "stakes.chips": [1, 1000000],
};

/** @param {{table: any, chosen: import("../ui/rules_draft.js").Chosen, onChoose: (rules: any) => void, onClose: () => void}} props */
export function HouseRules({ table, chosen, onChoose, onClose }) {
  const [draft, setDraft] = useState(chosen.ruleset);
  const [name, setName] = useState(chosen.keepAs ?? "");
  const { busy, failure, send } = useSending(usePhone().clientFor(table));
  const changes = changesFrom(chosen.base, draft);
  const impossible = tellImpossible(draft);
  const checked = useChecked(chosen.preset ? { preset: chosen.preset, ...changes } : draft, impossible !== "");
  const set = (/** @type {string} */ path) => (/** @type {any} */ value) => setDraft((/** @type {any} */ now) => withValue(now, path, value));
  const called = name.trim();
  const replaced = called.toLowerCase() === chosen.saved?.name.toLowerCase() ? chosen.saved : null;
  const usable = checked.isOfNow && !checked.failure && !impossible && !busy;
  const save = (/** @type {any} */ ruleset) => {
    const body = { name: called, ruleset };
    return replaced ? send(`/v1/tables/${table.id}/rulesets/${replaced.id}`, body, "put") : send(`/v1/tables/${table.id}/rulesets`, body);
  };
  const take = async () => {
    if (!usable) return;
    const taken = { ...chosen, ruleset: checked.ruleset, changes, keepAs: called };
    const saved = called && table ? await save(checked.ruleset) : null;
    if (called && table && !saved) return;
    onChoose(saved ? ofSaved(saved) : taken);
    onClose();
  };
  return html`
    <${Sheet} title=${t("house.title")} onClose=${onClose}>
      <details class="read-out" open><summary>${t("house.read_out")}</summary>
        <ul>${checked.ruleset && readOut(checked.ruleset, checked.sentences).map((told) => html`<li>${told}</li>`)}</ul></details>
      <${Goal} draft=${draft} onChange=${setDraft} />
      <${Stakes} draft=${draft} onChange=${setDraft} />
      <${Number_} path="turn.rolls" value=${draft.turn.rolls} onChange=${set("turn.rolls")} />
      ${Object.entries(WORDS).map(([path, values]) => html`
        <${Choice} key=${path} name=${path} legend=${t(`house.${path}`)} value=${valueAt(draft, path)} onChange=${set(path)}
          options=${values.map((value) => [value, t(`house.${path}.${value}`)])} />`)}
      <div class="numbers-row">
        <${Number_} path="seats.min" value=${draft.seats.min} onChange=${set("seats.min")} />
        <${Number_} path="seats.max" value=${draft.seats.max} onChange=${set("seats.max")} />
      </div>
      <label class="field"><span>${t("saved.name")}<small>${t(replaced ? "saved.replaces" : "saved.name_note")}</small></span>
        <input type="text" dir="auto" maxlength="60" autocomplete="off" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
      <div class="go sheet-go">
        ${impossible ? html`<${Notice}>${impossible}<//>` : (checked.failure ?? failure) && html`<${Failed} failure=${checked.failure ?? failure} />`}
        <${Button} look="first wide" aria-disabled=${usable ? null : "true"} onClick=${take}>${t(called ? "saved.take" : "house.take")}<//>
        <${Button} look="second wide" onClick=${() => setDraft(chosen.base)}>${t(chosen.saved ? "house.reset_saved" : "house.reset")}<//>
      </div>
    <//>`;
}

/** @param {any} draft @param {string} path */
const valueAt = (draft, path) => path.split(".").reduce((at, name) => at?.[name], draft);

/** Which number can't be, in a sentence; empty where all can. @param {any} draft */
function tellImpossible(draft) {
  const wrong = Object.keys(BOUNDS).find((path) => !isWithin(valueAt(draft, path), BOUNDS[path]));
  if (wrong) return t("house.bounds", { what: t(`house.${wrong}`), min: BOUNDS[wrong][0], max: BOUNDS[wrong][1] });
  return draft.seats.min > draft.seats.max ? t("house.crossed", draft.seats) : "";
}

/** @param {number | null | undefined} value nothing where the rules have no such number @param {[number, number]} bounds */
const isWithin = (value, [min, max]) => value === null || value === undefined || (Number.isInteger(value) && min <= value && value <= max);

/**
 * What the server says about the rules, asked a moment after the last change. What it said before is shown until it
 * answers; only what it says of the rules as they are now (`isOfNow`) may be taken.
 * @param {any} body @param {boolean} isImpossible What the page knows need not be asked.
 */
function useChecked(body, isImpossible) {
  const phone = usePhone();
  const [state, setState] = useState(/** @type {any} */ ({ ruleset: null, sentences: [], failure: null, said: null }));
  const said = JSON.stringify(body);
  useEffect(() => {
    let left = false;
    if (isImpossible) return;
    const timer = setTimeout(() => phone.client.post("/v1/rulesets/check", body).then(
      ({ data }) => left || setState({ ...data, failure: null, said }),
      (failure) => left || setState((/** @type {any} */ now) => ({ ...now, failure, said })),
    ), WAIT);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [said]);
  return { ...state, isOfNow: state.said === said };
}

/** @param {{path: string, value: number, onChange: (value: number) => void}} props */
const Number_ = ({ path, value, onChange }) => html`
  <label class="field number"><span>${t(`house.${path}`)}</span>
    <input type="number" inputmode="numeric" min=${BOUNDS[path][0]} max=${BOUNDS[path][1]} value=${value}
      onInput=${(/** @type {any} */ event) => event.target.value !== "" && onChange(Number(event.target.value))} /></label>`;

/** @param {{draft: any, onChange: (draft: any) => void}} props */
function Goal({ draft, onChange }) {
  const { goal } = draft;
  const amount = goal.rounds === undefined ? "points" : "rounds";
  return html`
    <${Choice} name="goal.kind" legend=${t("house.goal.kind")} value=${goal.kind} options=${GOALS.map((kind) => [kind, t(`house.goal.kind.${kind}`)])}
      onChange=${(/** @type {string} */ kind) => onChange(withGoal(draft, kind))} />
    ${goal.kind !== "last_with_chips" && html`<${Number_} path=${`goal.${amount}`} value=${goal[amount]} onChange=${(/** @type {number} */ value) => onChange(withValue(draft, `goal.${amount}`, value))} />`}
    ${goal.tie && html`<${Choice} name="goal.tie" legend=${t("house.goal.tie")} value=${goal.tie} options=${["extra_round", "draw"].map((tie) => [tie, t(`house.goal.tie.${tie}`)])}
      onChange=${(/** @type {string} */ tie) => onChange(withValue(draft, "goal.tie", tie))} />`}`;
}

/** @param {{draft: any, onChange: (draft: any) => void}} props */
function Stakes({ draft, onChange }) {
  const { stakes } = draft;
  const set = (/** @type {any} */ more) => onChange({ ...draft, stakes: { ...stakes, ...more } });
  return html`
    <${Switch} label=${t("house.stakes")} on=${stakes !== null} onChange=${(/** @type {boolean} */ on) => onChange({ ...draft, stakes: on ? { ante: 1, per: "round", chips: null } : null })} />
    ${stakes && html`
      <${Number_} path="stakes.ante" value=${stakes.ante} onChange=${(/** @type {number} */ ante) => set({ ante })} />
      <${Choice} name="stakes.per" legend=${t("house.stakes.per")} value=${stakes.per} options=${["round", "game"].map((per) => [per, t(`house.stakes.per.${per}`)])} onChange=${(/** @type {string} */ per) => set({ per })} />
      <${Switch} label=${t("house.stakes.counted")} on=${stakes.chips !== null} onChange=${(/** @type {boolean} */ on) => set({ chips: on ? stakes.ante * 5 : null })} />
      ${stakes.chips !== null && html`<${Number_} path="stakes.chips" value=${stakes.chips} onChange=${(/** @type {number} */ chips) => set({ chips })} />`}`}`;
}
