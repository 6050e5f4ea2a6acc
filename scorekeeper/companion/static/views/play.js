// A game: the tray, the pad, and all that is to be seen beside them.

import { useLayoutEffect, useRef, useState } from "../vendor/hooks.js";
import { Banners } from "../ui/banners.js";
import { tellViolation } from "../ui/failures.js";
import { EMPTY, addFace, computerOf, dropFace, fitting, readDraft, toggleHold, toggleKeep } from "../ui/draft.js";
import { tellWhere, useAwake, useGame } from "../ui/game.js";
import { keepDraft, takeUp } from "../ui/kept_draft.js";
import { later } from "../ui/later.js";
import { html } from "../ui/html.js";
import { Acts, Pad, useKeys } from "../ui/pad.js";
import { Bar, Button, IconButton, Sheet, Waiting } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { isHost, mayEnterFor, mayWrite } from "../ui/roles.js";
import { Seats, Standings } from "../ui/seats.js";
import { knock, shake } from "../ui/speak.js";
import { namesOf } from "../ui/target.js";
import { briefly, useHappened } from "../ui/telling.js";
import { t } from "../ui/texts.js";
import { Bank, Throw, TrayHead, bringOut, placesOf, useBringingOut } from "../ui/tray.js";
import { Trouble } from "./trouble.js";

const ComputerPlays = later(() => import("../ui/computer.js"), "ComputerPlays");
const Ends = later(() => import("../ui/ends.js"), "Ends");
const Hint = later(() => import("../ui/hint.js"), "Hint");
const GameMenu = later(() => import("../ui/menu.js"), "GameMenu");
const SeatSheet = later(() => import("../ui/seat_sheet.js"), "SeatSheet");

/** @param {{place: import("../ui/router.js").Place}} props */
export function View({ place }) {
  const { opened, failure, retry } = useGame(place.id);
  if (opened) return html`<${Table} opened=${opened} />`;
  if (failure) return html`<${Trouble} failure=${failure} onRetry=${retry} />`;
  return html`<${Bar} title=${t("game")} back="" /><${Waiting} />`;
}

/** @param {{opened: import("../ui/game.js").Opened}} props */
function Table({ opened }) {
  const { game, session } = opened;
  const phone = usePhone();
  const [sheet, setSheet] = useState(/** @type {"menu" | number | null} */ (null));
  const [again, setAgain] = useState(0);
  const over = game.next.action === "none";
  const { parts, past } = useHappened(opened, ({ mine }) => {
    if (phone.settings.sound) knock(0.4);
    if (phone.settings.vibration) shake(mine ? 15 : [20, 60, 20]);
  });
  useAwake(!over && phone.settings.awake);
  const [undoing, setUndoing] = useState(false);
  const undo = mayTakeBack(opened) ? () => {
    if (session.undoing) return;
    setUndoing(true);
    takeBack(session).finally(() => setUndoing(false));
  } : null;
  return html`
    <${Bar} title=${tellWhere(game)} back="">
      ${undo && html`<${IconButton} icon="undo" label=${t("undo")} aria-disabled=${undoing ? "true" : null} onClick=${undo} />`}
      <${IconButton} icon="menu" label=${t("menu")} onClick=${() => setSheet("menu")} />
    <//>
    <main class="play" data-turn=${turnKey(game)}>
      <div class="at-table">
        <${Banners} opened=${opened} onReenter=${(/** @type {any} */ mine) => enterAgain(session, mine).then(() => setAgain(again + 1))} />
        <${Seats} game=${game} onOpen=${setSheet} />
        ${over ? html`<${Ends} opened=${opened} />` : html`<${Entering} key=${turnKey(game) + again} opened=${opened} heard=${briefly(parts)} onUndo=${undo} />`}
      </div>
      <${Beside} game=${game} past=${past} />
    </main>
    ${typeof sheet === "number" && html`<${SeatSheet} key=${sheet} opened=${opened} number=${sheet} onSeat=${setSheet} onClose=${() => setSheet(null)} />`}
    ${sheet === "menu" && html`<${GameMenu} opened=${opened} onClose=${() => setSheet(null)} />`}
  `;
}

/** What was not taken is entered once more: dice lie there for that very roll, and a tap records them; else there is nothing to look at. @param {any} session @param {any} mine */
async function enterAgain(session, mine) {
  const { dice, keep = null, hold = null } = mine;
  if (dice) keepDraft(session.gameId, turnKey({ next: { ...mine, action: mine.kind } }), { dice, keep, hold });
  else await session.enter({ ...mine, tried: undefined });
}

/** Whether this phone may take back what happened last: a host anything, and who keeps score what this phone has entered. @param {import("../ui/game.js").Opened} opened */
function mayTakeBack({ game, table, view: { can_undo: undoable } }) {
  if (!undoable || !mayWrite(table)) return false;
  if (isHost(table)) return true;
  const { seat, seq, own = seq === undefined } = undoable.of ?? { own: false };
  return own && (!seat || mayEnterFor(table, game, seat));
}

/** Take back what was entered last; what stands in the way is told until it is closed. @param {any} session */
async function takeBack(session) {
  session.notices.filter((/** @type {any} */ { code }) => code.startsWith("undo")).forEach((/** @type {any} */ { id }) => session.dismiss(id));
  const { ok, failure } = await session.undo();
  if (!ok) session.notify({ code: "undo-failed", entry: {}, failure });
  else if (session.network.state !== "online" && session.queue.ops.at(-1)?.kind === "undo") session.notify({ code: "undo-waits", entry: {} });
}

/** Beside the table, where there is room: who stands where, and what happened. @param {{game: any, past: {id: string, text: string}[]}} props */
const Beside = ({ game, past }) => html`
  <aside class="beside">
    <section class="card"><h2>${t("standings")}</h2><${Standings} game=${game} /></section>
    ${past.length > 0 && html`<section class="card"><h2>${t("happened")}</h2><ol class="past">${past.map(({ id, text }) => html`<li key=${id}>${text}</li>`)}</ol></section>`}
  </aside>`;

/** What there is to enter is thrown away when the game moves on to another seat or roll. */
const turnKey = (/** @type {any} */ { next }) =>
  ["next", next.seat, next.action, next.round, next.roll_off, next.roll, next.attempt].join(":");

/** A turn, or a roll for the opener. @param {{opened: import("../ui/game.js").Opened, heard: string, onUndo: (() => void) | null}} props */
function Entering({ opened, heard, onUndo }) {
  const { game, session } = opened;
  const phone = usePhone();
  const entering = useEntering(opened);
  const { draft, reading, refused, busy, tray, from } = entering;
  const { table } = opened;
  const mine = mayEnterFor(table, game, game.next.seat);
  // Until two versions are settled nothing is taken.
  const write = mine && !opened.view.conflict;
  const act = (/** @type {number} */ at) => reading.actions[at] && entering.act(reading.actions[at]);
  useKeys({ hand: write ? { face: entering.face, back: entering.back, act } : null, undo: onUndo });
  return html`
    <section class="tray" ref=${tray} aria-label=${t("tray")}>
      <div class="felt">
        <${TrayHead} game=${game} reading=${reading} />
        ${reading.kind === "roll" && html`<${Bank} reading=${reading} from=${from} onHold=${entering.hold} />`}
        <${Throw} reading=${reading} draft=${draft} onKeep=${entering.keep} />
        ${(computerOf(game) || game.seats[game.last_entry.seat - 1]?.computer) && html`<${ComputerPlays} opened=${opened} begun=${draft.dice.length > 0} />`}
        ${phone.settings.hint && html`<${Hint} opened=${opened} reading=${reading} draft=${draft} />`}
        <${Word} refused=${refused} reading=${reading} heard=${heard} draft=${draft} />
      </div>
    </section>
    ${write && html`
      <section class="hand" aria-label=${t("hand")}>
        <${Acts} reading=${reading} draft=${draft} busy=${busy} onBack=${entering.back} onAct=${entering.act}
          more=${game.next.score && !draft.dice.length ? html`<${ScoreAlone} session=${session} />` : null} />
        <${Pad} open=${draft.dice.length < reading.due && !reading.mustHold} onFace=${entering.face} />
      </section>`}
    ${!mine && table.player_name && html`<p class="acts-due">${t("hand.other", { name: namesOf(game)(game.next.seat), own: table.player_name })}</p>`}`;
}

/** The draft of a roll, and what taps do to it. @param {import("../ui/game.js").Opened} opened */
function useEntering({ game, session }) {
  const phone = usePhone();
  const [tapped, setDraft] = useState(() => takeUp(game.id, turnKey(game)));
  const draft = fitting(game, tapped);
  const [refused, setRefused] = useState(/** @type {any[]} */ ([]));
  const [busy, setBusy] = useState(false);
  const tray = useRef(/** @type {any} */ (null));
  const reading = readDraft(game, draft);
  // Drawn and kept in one: a finger may tap the last die and the way back in no time.
  useLayoutEffect(() => keepDraft(game.id, turnKey(game), draft), [draft]);
  // What was tapped is laid over the newest draft: taps can come faster than the view is drawn.
  const change = (/** @type {(now: import("../ui/draft.js").Draft) => import("../ui/draft.js").Draft} */ next) => {
    setRefused([]);
    setDraft((now) => next(fitting(game, now)));
  };
  const act = async (/** @type {any} */ action) => {
    if (busy) return;
    setBusy(true);
    from.current = placesOf(tray.current);
    const answer = await (action.entry ? session.enter(action.entry) : session.throwThere());
    setBusy(false);
    if (!answer.ok) return setRefused(answer.violations);
    setDraft(EMPTY);
    // The tray of this roll may be gone by now.
    keepDraft(game.id, turnKey(game), EMPTY);
  };
  const face = (/** @type {number} */ tapped) => {
    if (phone.settings.sound) knock(0.25);
    if (phone.settings.vibration) shake(8);
    change((now) => addFace(game, now, tapped));
  };
  return {
    draft, reading, refused: refused.length ? refused : reading.violations, busy, tray, from, act, face,
    back: () => change(dropFace),
    keep: (/** @type {number} */ tapped) => change((now) => toggleKeep(readDraft(game, now), now, tapped)),
    hold: (/** @type {number} */ tapped) => change((now) => toggleHold(now, tapped)),
  };
}

/** Where banked dice come from, across the change of turns. */
const from = { current: /** @type {Record<string, DOMRect>} */ ({}) };

/** The words on the felt: what is refused, what can be chosen, or else what happened last. @param {any} props */
function Word({ refused, reading, heard, draft }) {
  useLayoutEffect(bringOut, [refused, reading.choosing, draft.dice.length, heard]);
  useBringingOut();
  if (refused.length) {
    return html`<p class="tray-word refused" role="alert">${refused.map((/** @type {any} */ violation) => html`<span>${tellViolation(violation)} </span>`)}</p>`;
  }
  const advice = reading.choosing ? t("advice.keep") : reading.holdable.length && !draft.dice.length ? t(reading.mustHold ? "advice.must_hold" : "advice.hold") : heard;
  return html`<p class="tray-word">${advice}</p>`;
}

/** A turn's score without its dice, where the game takes that. @param {{session: any}} props */
function ScoreAlone({ session }) {
  const [open, setOpen] = useState(false);
  const enter = async (/** @type {number} */ score) => {
    setOpen(false);
    await session.enter({ kind: "score", score });
  };
  return html`
    <${Button} look="second" onClick=${() => setOpen(true)}>${t("score.alone")}<//>
    ${open && html`
      <${Sheet} title=${t("score.title")} onClose=${() => setOpen(false)}>
        <p>${t("score.note")}</p>
        <div class="scores">${[0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((score) => html`
          <${Button} key=${score} onClick=${() => enter(score)}>${score || t("bust")}<//>`)}
        </div>
      <//>`}`;
}

