// The tray: whose turn it is, what is banked, and the dice as they lie.

import { useEffect, useLayoutEffect, useRef } from "../vendor/hooks.js";
import { classes, html } from "./html.js";
import { computerOf } from "./draft.js";
import { Die, Pips } from "./dice.js";
import { Icon } from "./icons.js";
import { Chips, Computer, Token } from "./seats.js";
import { Name } from "./parts.js";
import { HERE, namesOf, targetOf } from "./target.js";
import { t } from "./texts.js";

/** @type {[number, string][]} */
const CREW = [[6, "ship"], [5, "captain"], [4, "crew"]];
const NAMED = new RegExp(`^(.*\\s)?(\\S*)${HERE}(\\S*)(.*)$`);
const LONG_NAME = 9;
/** A longer word finds no room below a die on a phone. */
const LONG_WORD = 7;

/** Who is to move, which roll it is, and what it is up against. @param {{game: any, reading: any}} props */
export function TrayHead({ game, reading }) {
  const target = targetOf(game);
  const name = namesOf(game)(game.next.seat);
  return html`
    <div class="tray-head">
      <div class="tray-line"><h2 class=${classes("tray-who", name.length > LONG_NAME && "long")}><${Token} seat=${game.next.seat} /><${Name}>${name}<//></h2>
      <${Beat} target=${target} /></div>
      <div class="tray-line"><p class="tray-roll">${computerOf(game) && html`<${Computer} />`}${tellPlace(game, reading)}${game.round?.pot ? html`<span class="pot">${t("pot")} <${Chips} count=${game.round.pot} /></span>` : null}</p>
      <p class="tray-tie">${target.tie}</p></div>
    </div>`;
}

/** What is to be beaten: long names are cut short, and what stands around them is not. @param {{target: ReturnType<typeof targetOf>}} props */
export function Beat({ target }) {
  const [, start = "", before = "", after = "", rest = ""] = target.words.match(NAMED) ?? [null, target.words];
  return html`
    <p class="tray-beat">${target.score !== null && html`<b class="numbers">${target.score}</b> `}${start}${target.names && html`<span class="beat-who">${before}<${Name}>${target.names}<//>${after}</span>`}<span class="beat-rest">${rest}</span></p>`;
}

/** @param {any} game @param {any} reading */
function tellPlace(game, reading) {
  if (reading.kind === "start_roll") return game.next.attempt > 1 ? t("turn.start_again") : t("turn.start");
  const of = reading.turn.rolls_allowed;
  return t("turn.roll", { roll: Math.min(reading.turn.rolls_used + 1, of), of });
}

/** Ship, captain, crew and the cargo. @param {{reading: any, draft: any, onHold: (face: number) => void, from: any}} props */
export function Bank({ reading, onHold, from }) {
  const bank = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => moveIn(bank.current, from), [reading.banked.length]);
  const cargo = reading.turn?.cargo ?? [];
  return html`
    <div class="bank" ref=${bank}>
      ${CREW.map(([face, title]) => html`
        <div class="slot" key=${title} data-face=${face}>
          <${Die} face=${reading.banked.includes(face) ? face : null} look=${reading.banked.includes(face) ? "brass" : ""} label=${t(reading.banked.includes(face) ? `${title}.banked` : `${title}.open`)} icon=${title} />
          <span class="slot-title">${t(title)}</span>
        </div>`)}
      <div class="slot slot-cargo" key="cargo">
        <span class="cargo-dice">
          ${[0, 1].map((at) => html`<${CargoDie} key=${at} face=${cargo[at]} reading=${reading} first=${cargo.indexOf(cargo[at]) === at} onHold=${onHold} />`)}
        </span>
        <span class="slot-title">${t("cargo")}${cargo.length ? html` <b class="numbers">${cargo[0] + cargo[1]}</b>` : null}</span>
      </div>
    </div>`;
}

/** A cargo die: one that may stay is a button. @param {{face: number, reading: any, first: boolean, onHold: (face: number) => void}} props */
function CargoDie({ face, reading, first, onHold }) {
  if (!face) return html`<${Die} label=${t("cargo.open")} icon="cargo" />`;
  if (!reading.holdable.includes(face)) return html`<${Die} face=${face} />`;
  const stays = reading.hold === face && first;
  return html`
    <button type="button" class=${classes("die on-felt", stays && "lit")} aria-pressed=${stays ? "true" : "false"} aria-label=${t("hold.die", { face })} onClick=${() => onHold(face)}>
      <${Pips} face=${face} />${stays && html`<span class="die-tag">${t("stays")}</span>`}
    </button>`;
}

/** The dice of this roll. @param {{reading: any, draft: any, onKeep: (face: number) => void}} props */
export function Throw({ reading, draft, onKeep }) {
  const lit = [...reading.lit];
  const look = classes("thrown", CREW.some(([, title]) => t(title).length > LONG_WORD) && "long");
  return html`
    <div class=${look} data-due=${reading.due} role="group" aria-label=${t("thrown", { count: reading.due })}>
      ${Array.from({ length: reading.due }, (_, at) => {
        const face = draft.dice[at];
        if (!face) return html`<${Die} key=${`empty-${at}`} look=${at === draft.dice.length ? "next" : ""} label=${t("die.empty")} />`;
        const place = lit.indexOf(face);
        if (place >= 0) lit.splice(place, 1);
        return html`<${ThrownDie} key=${at} face=${face} bankable=${place >= 0} reading=${reading} onKeep=${onKeep} />`;
      })}
    </div>`;
}

/** @param {{face: number, bankable: boolean, reading: any, onKeep: (face: number) => void}} props */
function ThrownDie({ face, bankable, reading, onKeep }) {
  if (!bankable) return html`<${Die} face=${face} look="landing" />`;
  const kept = reading.kept.includes(face);
  const title = t(CREW[6 - face][1]);
  const tag = html`<span class="die-tag"><${Icon} name=${kept ? CREW[6 - face][1] : "again"} /><span>${kept ? title : t("left")}</span></span>`;
  if (!reading.choosing) return html`<span class="die lit brass" data-face=${face} role="img" aria-label=${`${face}: ${title}`}><${Pips} face=${face} />${tag}</span>`;
  return html`
    <button type="button" class=${classes("die on-felt", kept && "lit brass", !kept && "could")} data-face=${face}
      aria-pressed=${kept ? "true" : "false"} aria-label=${t("keep.die", { face, title })} onClick=${() => onKeep(face)}>
      <${Pips} face=${face} />${tag}
    </button>`;
}

/** Where the lit dice lie, so that they can be seen to move once they are banked. @param {Element | null} tray @returns {Record<string, DOMRect>} */
export function placesOf(tray) {
  const dice = tray ? [...tray.querySelectorAll(".thrown .lit[data-face]")] : [];
  return Object.fromEntries(dice.map((die) => [/** @type {HTMLElement} */ (die).dataset.face, die.getBoundingClientRect()]));
}

/** On a low screen the hand lies on the tray: what is written last comes out from below it, where the dice stay in sight. */
export function bringOut() {
  const [hand, dice] = [".hand", ".thrown"].map((each) => document.querySelector(each));
  const words = [...document.querySelectorAll(".hint, .tray-word")].filter((each) => each.textContent).at(-1);
  if (!hand || !words || !dice || getComputedStyle(hand).position !== "sticky") return;
  const [over, under, { top }] = [hand, words, dice].map((each) => each.getBoundingClientRect());
  const isAbove = over.left < under.right && over.right > under.left && over.top < under.bottom;
  const by = under.bottom - over.top + 8;
  if (isAbove && by <= top - 12) window.scrollBy(0, by);
}

/** What comes above it, such as a banner, pushes it down again. */
export function useBringingOut() {
  useEffect(() => {
    const watching = new ResizeObserver(bringOut);
    watching.observe(/** @type {Element} */ (document.querySelector(".at-table")));
    return () => watching.disconnect();
  }, []);
}

/** Moves each newly banked die from where it lay. @param {Element} bank @param {{current: Record<string, DOMRect>}} from */
function moveIn(bank, from) {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const [face, was] of Object.entries(from.current)) {
    const die = bank.querySelector(`[data-face="${face}"] .die:not(.empty)`);
    if (!die || still) continue;
    const is = die.getBoundingClientRect();
    const start = `translate(${was.left - is.left}px, ${was.top - is.top}px)`;
    die.animate([{ transform: start }, { transform: "none" }], { duration: 380, easing: "cubic-bezier(.2,.9,.3,1)" });
  }
  from.current = {};
}
