"""What the dice of a table have shown so far, and what that says about them: in careful words.

Counts never prove that dice are fair or not. What is said here is how often fair dice would look like that,
and how large a bias so many dice would have shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import ceil, floor
from typing import Any, Final

from scorekeeper.ledger import fairness
from scorekeeper.ledger.boards import look_at
from scorekeeper.ledger.names import folded
from scorekeeper.ledger.tables import get_table
from scorekeeper.ledger.tallies import NO_FACES, Counted, Faces, Thrown, faces_of_game, faces_of_table

USUAL_BIAS: Final = 0.02
_DIGITS: Final = 6


def dice_of_table(table_id: str, bias: float = USUAL_BIAS) -> dict[str, Any]:
    """The dice of all games of a table, and each set that has a name apart. Raises NotFound."""
    get_table(table_id)
    return {"table_id": table_id, **_told(faces_of_table(table_id), bias)}


def dice_of_game(table_id: str, game_id: str, bias: float = USUAL_BIAS) -> dict[str, Any]:
    """The dice of one game. Raises NotFound."""
    look_at(table_id, game_id)
    return {"game_id": game_id, **_told(faces_of_game(game_id), bias)}


def _told(counted: Counted, bias: float) -> dict[str, Any]:
    thrown = counted.thrown
    by_set = _by_set(each for each in thrown if each.thrown_by == "table")
    p_values = [_p_value(faces) for _, faces in by_set]
    tested = [p for p in p_values if p is not None]
    adjusted = iter(fairness.adjusted(tested))
    sets = [
        {"dice_set": name, **_judged(faces, bias, None if p is None else next(adjusted), len(tested))}
        for (name, faces), p in zip(by_set, p_values, strict=True)
    ]
    server = _sum(each.faces for each in thrown if each.thrown_by == "server")
    by_hand = _sum(faces for _, faces in by_set)
    return {
        "bias": bias,
        "entries_waiting": counted.waiting,
        "thrown_at_the_table": _judged(by_hand, bias, _p_value(by_hand)),
        "sets": sets,
        "thrown_by_the_server": _judged(server, bias, _p_value(server)),
    }


def _by_set(thrown: Iterable[Thrown]) -> list[tuple[str | None, Faces]]:
    """The faces of each set that people take for the same, by its name as it was written last."""
    found: dict[str | None, tuple[str | None, Faces]] = {}
    for name, _, faces in thrown:
        key = None if name is None else folded(name)
        shown, so_far = found.get(key, (name, NO_FACES))
        found[key] = (shown, so_far + faces)
    return [found[key] for key in sorted(found, key=lambda key: (key is None, key or ""))]


def _sum(faces: Iterable[Faces]) -> Faces:
    return reduce(Faces.__add__, faces, NO_FACES)


def _p_value(faces: Faces) -> float | None:
    """None where there are too few dice for the test."""
    return None if faces.dice < fairness.FEWEST else fairness.p_value(fairness.chi_square(faces.counts))


def _judged(faces: Faces, bias: float, adjusted: float | None, sets: int = 1) -> dict[str, Any]:
    """Counts, test and sentences. adjusted: the p-value for who looked at so many sets at once, each of which
    was tested; of several it is a bound."""
    test = None
    p_value = _p_value(faces)
    if p_value is not None and adjusted is not None:
        test = {
            "chi_square": round(fairness.chi_square(faces.counts), _DIGITS),
            "degrees_of_freedom": fairness.DEGREES_OF_FREEDOM,
            "p_value": round(p_value, _DIGITS),
            "p_value_adjusted": round(adjusted, _DIGITS),
        }
    return {
        "rolls": faces.rolls,
        "dice": faces.dice,
        "faces": [
            {"face": face, "count": count, "expected": round(faces.dice / fairness.FACES, 2)}
            for face, count in enumerate(faces.counts, start=1)
        ],
        "test": test,
        "reach": _reach(faces, bias),
        "sentences": [*_say_what_was_found(faces, adjusted, sets), _say_what_can_be_seen(faces, bias)],
    }


def _reach(faces: Faces, bias: float) -> dict[str, Any]:
    """How much can be seen, and when more could be."""
    needed = fairness.dice_needed(bias)
    smallest = fairness.smallest_bias(faces.dice)
    return {
        "level": fairness.LEVEL,
        "power": fairness.POWER,
        "dice_needed": needed,
        "rolls_needed": _rolls(faces, needed),
        "power_now": round(fairness.power(faces.dice, bias), _DIGITS),
        "smallest_bias": None if smallest is None else round(smallest, _DIGITS),
    }


def _rolls(faces: Faces, dice: int) -> int | None:
    """How many rolls have so many dice, going by those so far; None before the first."""
    return -(-dice * faces.rolls // faces.dice) if faces.dice else None


def _say_what_was_found(faces: Faces, adjusted: float | None, sets: int) -> list[str]:
    if adjusted is None:
        few = "Nothing was thrown yet" if not faces.dice else f"{_dice(faces.dice)} thrown so far"
        return [f"{few}: with fewer than {fairness.FEWEST} the counts say nothing either way."]
    looked = f", looking at {sets} sets at once" if sets > 1 else ""
    if adjusted >= fairness.LEVEL:
        return [
            f"Fair dice look at least as uneven as these {faces.dice:,} {_often(adjusted, sets)}{looked}: "
            "nothing here stands out.",
            "That does not show that they are fair.",
        ]
    return [
        f"Fair dice look at least as uneven as these {faces.dice:,} {_seldom(adjusted, sets)}{looked}.",
        f"That proves nothing: one fair set in {round(1 / fairness.LEVEL)} looks uneven at any one look, "
        "whoever looks again and again sees it sooner or later, and slips in entering faces count too. To "
        "find out, settle how many dice to throw, throw them anew, and look once.",
    ]


def _often(p_value: float, sets: int) -> str:
    """How often that is; among several sets it is known what it is at most."""
    if sets > 1:
        return f"in at most {ceil(100 * p_value)} % of all cases" if p_value <= 0.99 else "often"
    return f"in about {100 * p_value:.0f} % of all cases" if p_value < 0.995 else "in practically all cases"


def _seldom(p_value: float, sets: int) -> str:
    if p_value < 1e-6:
        return "less than once in a million times"
    if sets > 1:
        return f"at most once in {floor(1 / p_value):,} times"
    return f"about once in {round(1 / p_value):,} times"


def _say_what_can_be_seen(faces: Faces, bias: float) -> str:
    needed = fairness.dice_needed(bias)
    rolls = _rolls(faces, needed)
    about = f" (about {rolls:,} {'roll' if rolls == 1 else 'rolls'})" if rolls else ""
    wanted = (
        f"To notice {100 * fairness.POWER:.0f} % of the time that one face shows {_points(bias)} percentage "
        f"points too often, {_dice(needed)}{about} are needed"
    )
    smallest = fairness.smallest_bias(faces.dice)
    if smallest is None:
        return f"{wanted}."
    return f"{wanted}; with {faces.dice:,}, {_points(smallest)} points."


def _points(bias: float) -> str:
    """A share as percentage points, with as many digits as it needs."""
    return f"{100 * bias:.2f}".rstrip("0").rstrip(".")


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count:,} dice"
