// A seat that the computer plays: what it threw last, what it does now, and that it needs the network.

import { useEffect, useState } from "../vendor/hooks.js";
import { playAt } from "../sync/there.js";
import { DiceRow } from "./dice.js";
import { START_DICE, computerOf } from "./draft.js";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Token } from "./seats.js";
import { namesOf } from "./target.js";
import { titlesOf } from "./telling.js";
import { t } from "./texts.js";

/** @param {{opened: import("./game.js").Opened, begun: boolean}} props  begun: dice of the next roll are tapped already */
export function ComputerPlays({ opened, begun }) {
  const { game, view } = opened;
  const last = useLastThrow(opened);
  const told = tellNext(game, view);
  if (begun || (!last && !told)) return null;
  return html`
    <div class="computer-plays" role="note" aria-label=${t("computer")}>
      ${last && html`<${LastThrow} last=${last} name=${namesOf(game)(last.seat)} />`}
      ${told && html`<p>${told}</p>`}
    </div>`;
}

/** @param {{last: Last, name: string}} props */
function LastThrow({ last: { seat, dice, kept, byServer }, name }) {
  const said = { name, dice: dice.join(", ") };
  const label = kept.length ? t("computer.threw_kept", { ...said, what: titlesOf(kept) }) : t("computer.threw", said);
  return html`
    <p class="computer-threw"><${Token} seat=${seat} /><${DiceRow} dice=${dice} kept=${kept} look="tiny" label=${label} />
      ${byServer && html`<small class="by-server"><${Icon} name="computer" />${t("computer.by_server")}</small>`}</p>`;
}

/** What the computer's seat waits for, where the places for the dice do not say it. @param {any} game @param {any} view */
function tellNext(game, { network }) {
  const computer = computerOf(game);
  if (!computer) return "";
  if (["offline", "timeout"].includes(network.state)) return t("computer.offline");
  const { hold = null, dice: count = game.next.dice_counts[0] ?? START_DICE } = game.next.computer?.decided ?? {};
  const name = namesOf(game)(game.next.seat);
  if (hold) return t("computer.holds", { name, face: hold });
  return computer.dice === "server" ? t("computer.rolls", { name, count }) : "";
}

/** @typedef {{id: string, seat: number, dice: number[], kept: number[], byServer: boolean}} Last */

/** The last entry, where it is a roll of the computer's. @param {import("./game.js").Opened} opened @returns {Last | null} */
function useLastThrow({ game, view, session }) {
  const { seq, seat, entry_id: id } = game.last_entry;
  const [found, setFound] = useState(/** @type {Last | null} */ (null));
  const wanted = Boolean(seq && game.seats[seat - 1]?.computer);
  useEffect(() => {
    let left = false;
    const { entry } = view.happened ?? {};
    const heard = entry?.entry_id === id && entry.body ? entry : null;
    if (wanted) lastThrow(session, seq, heard).then((last) => left || setFound(last));
    return () => {
      left = true;
    };
  }, [id, wanted]);
  return wanted && found?.id === id ? found : null;
}

/** @param {any} session @param {number} seq @param {any} heard the entry, where it is known @returns {Promise<Last | null>} */
async function lastThrow(session, seq, heard) {
  const entry = heard ?? (await playAt(session, seq));
  if (!entry?.body.dice) return null;
  const { dice, keep, thrown_by: by } = entry.body;
  return { id: entry.entry_id, seat: entry.seat, dice, kept: keep ?? (await keptOf(session, entry)), byServer: by === "server" };
}

/** What a roll banked by itself: the log says what was chosen, the turn what followed. @param {any} session @param {any} entry @returns {Promise<number[]>} */
const keptOf = async ({ client, path }, { turn, body }) =>
  (turn ? client.get(`${path}/turns/${turn}`).then((/** @type {any} */ { data }) => data.rolls[body.roll - 1]?.kept ?? [], () => []) : []);
