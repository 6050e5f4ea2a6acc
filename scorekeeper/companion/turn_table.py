"""The rules of a turn as a small table, for the phone page to judge rolls by while it has no network.

Nothing is decided here: every cell is what `scorekeeper.rules` answers when it is asked about that case. The
table is committed as a module of the page, `static/engine/table.js`; this command writes it anew:

    python -m scorekeeper.companion.turn_table
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, get_args

from scorekeeper.rules import Refused, turn
from scorekeeper.rules.flow import START_DICE
from scorekeeper.rules.roll_violations import roll_violations, score_violations
from scorekeeper.rules.ruleset import Banking, CargoReroll, PerfectCargo, TurnRules
from scorekeeper.rules.turn_state import (
    CARGO_DICE,
    DICE,
    FACES,
    NEEDED,
    PERFECT_CARGO,
    SCORES,
    TurnState,
    bankable,
    turn_state,
)

FILE: Final = Path(__file__).parent / "static" / "engine" / "table.js"
_CREWS: Final = range(len(NEEDED) + 1)
_HEADER: Final = (
    "// Written by `python -m scorekeeper.companion.turn_table` from scorekeeper/rules. Not edited by hand."
)
_MOST_COUNTED: Final = DICE + 1
"""So many dice, or more, are too many alike."""


def table() -> dict[str, Any]:
    """Every case of a turn, as JSON values. A code of a violation stands where a case breaks a rule, "" where
    it is legal; lists are by crew (0 to 3), and within that by face or by count."""
    return {
        "needed": NEEDED,
        "dice": DICE,
        "start_dice": START_DICE,
        "perfect": PERFECT_CARGO,
        "scores": SCORES,
        "banked": [[_banked(crew, shown) for shown in range(2 ** len(NEEDED))] for crew in _CREWS],
        "kept": [[_kept(crew, face) for face in FACES] for crew in _CREWS],
        "kept_too": [_kept_too(face) for face in FACES],
        "left_out": {banking: _left_out(banking) for banking in get_args(Banking)},
        "counts": {rule: [_at(crew, rule).dice_counts for crew in _CREWS] for rule in _rerolls()},
        "miscounted": {rule: [_miscounted(crew, rule) for crew in _CREWS] for rule in _rerolls()},
        "held": {rule: [_held(crew, rule) for crew in _CREWS] for rule in _rerolls()},
        "ended_by": {
            perfect: {rule: _ended_by(rule, perfect) for rule in _rerolls()} for perfect in _perfects()
        },
        "stood": [_stood(_at(crew)) for crew in _CREWS],
        "face_invalid": _only(roll_violations(_at(0), [0, 1, 1, 1, 1])),
        "not_rolled": _only(roll_violations(_at(0), [1] * DICE, [NEEDED[0]])),
        "over": _only(roll_violations(_at(3, stood=True), [1, 1])),
        "score_impossible": _only(score_violations(1)),
    }


def module() -> str:
    """The table as a module of the page."""
    lines = [f"  {name}: {json.dumps(cell, separators=(',', ':'))}," for name, cell in table().items()]
    return "\n".join([_HEADER, "export const TABLE = {", *lines, "};", ""])


def _rerolls() -> tuple[CargoReroll, ...]:
    return get_args(CargoReroll)


def _perfects() -> tuple[PerfectCargo, ...]:
    return get_args(PerfectCargo)


def _at(
    crew: int, reroll: CargoReroll = "any", cargo: Sequence[int] = (1, 2), *, stood: bool = False
) -> TurnState:
    """A turn in its middle, with so much of the crew."""
    rules = TurnRules(rolls=3, banking="chosen", cargo_reroll=reroll)
    has_crew = crew == len(NEEDED)
    return turn_state(rules, 3, 1 if crew else 0, crew, tuple(cargo) if has_crew else (), stood)


def _banked(crew: int, shown: int) -> int:
    """The crew after a roll that banks all it can. shown: bit n says if it shows the n-th needed face."""
    faces = [face for place, face in enumerate(NEEDED) if shown & 1 << place]
    return crew + len(bankable(_at(crew), faces))


def _kept(crew: int, face: int) -> str:
    """What is wrong with keeping a face that the roll shows."""
    before = _at(crew)
    return _only(roll_violations(before, [face] * before.dice_counts[-1], [face]))


def _kept_too(face: int) -> str:
    """What is wrong with keeping a face beside a whole crew that the same roll shows."""
    dice = [*NEEDED, face, face]
    return _only(roll_violations(_at(0), dice, [*NEEDED, face]))


def _left_out(banking: Banking) -> str:
    """What is wrong with keeping less than can be banked."""
    first = turn_state(TurnRules(banking=banking), 3, 0, 0, (), False)
    return _only(roll_violations(first, [NEEDED[0], 1, 1, 1, 1], []))


def _miscounted(crew: int, reroll: CargoReroll) -> list[str]:
    """What is wrong with so many dice: none, one, and so on to one more than there are."""
    before = _in_play(crew, reroll)
    return [_of_count(before, thrown) for thrown in range(_MOST_COUNTED + 1)]


def _of_count(before: TurnState, thrown: int) -> str:
    hold = before.cargo[0] if before.has_crew and thrown == 1 else None
    return _only(
        found for found in roll_violations(before, [1] * thrown, hold=hold) if found.pointer == "/dice"
    )


def _in_play(crew: int, reroll: CargoReroll) -> TurnState:
    """The same, but never over: where no cargo die may be rolled again, that ends a turn with a full crew."""
    return _at(crew, "both" if reroll == "none" and crew == len(NEEDED) else reroll)


def _held(crew: int, reroll: CargoReroll) -> dict[str, str]:
    """What is wrong with a held die: `nothing` held where the cargo dice are alike, or `either` where they
    are not; one of the `cargo`, or `another`; and any with `more` dice than one."""
    alike, unlike = _at(crew, reroll, (2, 2)), _at(crew, reroll, (1, 2))
    return {
        "nothing": _of_hold(alike, 1, None),
        "either": _of_hold(unlike, 1, None),
        "cargo": _of_hold(unlike, 1, 1),
        "another": _of_hold(unlike, 1, 6),
        "more": _of_hold(unlike, CARGO_DICE, 1),
    }


def _of_hold(before: TurnState, thrown: int, hold: int | None) -> str:
    return _only(
        found for found in roll_violations(before, [1] * thrown, hold=hold) if found.pointer == "/hold"
    )


def _ended_by(reroll: CargoReroll, perfect: PerfectCargo) -> list[int]:
    """The cargoes, by their sum, that end a turn by themselves though there is a roll left."""
    rules = TurnRules(cargo_reroll=reroll, perfect_cargo=perfect)
    pairs = [(low, high) for low in FACES for high in FACES if low <= high]
    over = {sum(pair) for pair in pairs if turn_state(rules, 3, 1, len(NEEDED), pair, False).is_over}
    return sorted(over)


def _stood(before: TurnState) -> str:
    """What is wrong with standing."""
    try:
        turn.stand(before)
    except Refused as refused:
        return _only(refused.violations)
    return ""


def _only(found: Iterator[Any] | Sequence[Any]) -> str:
    """The code of the one violation, or "" where there is none."""
    codes = {violation.code for violation in found}
    (code,) = codes or {""}
    return str(code)


if __name__ == "__main__":
    FILE.write_text(module())
