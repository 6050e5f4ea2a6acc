"""The analysis of a game in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from scorekeeper.thinking.asked import Answer

_MOST_TURNING_POINTS: Final = 3
_LEAST_TURN: Final = 0.05
"""A change of a chance by less turns nothing."""
_NOTHING: Final = 1e-9


class Turn(NamedTuple):
    """A play that changed a chance, and whose: before and after it."""

    point: Mapping[str, Any]
    seat: int
    before: float
    after: float


def turning_points(curve: Sequence[Mapping[str, Any]]) -> list[Turn]:
    """The plays that changed most, in the order of play; that a game was abandoned is none."""
    turns = []
    for number, (last, point) in enumerate(pairwise(curve)):
        before = [*last["chances"], *[0.0] * (len(point["chances"]) - len(last["chances"]))]
        changes = [after - was for was, after in zip(before, point["chances"], strict=False)]
        if changes and point["kind"] != "abandon":
            seat = _whose(changes, point["seat"])
            turns.append(
                (abs(changes[seat]), number, Turn(point, seat + 1, before[seat], point["chances"][seat]))
            )
    most = sorted((turn for turn in turns if turn[0] >= _LEAST_TURN), reverse=True, key=lambda turn: turn[:1])
    return [turn for _, _, turn in sorted(most[:_MOST_TURNING_POINTS], key=lambda turn: turn[1])]


def _whose(changes: Sequence[float], played_by: int | None) -> int:
    """Whose chance changed most, from 0; of two that changed alike, that of the seat whose play it was."""
    most = max(map(abs, changes))
    alike = [index for index, change in enumerate(changes) if abs(change) >= most - _NOTHING]
    own = (played_by or 0) - 1
    return own if own in alike else alike[0]


def about_if(method: str) -> str:
    """What stands before a figure that games were played out for."""
    return "about " if method == "simulated" else ""


def say_turn(turn: Turn, names: Sequence[str], about: str) -> Answer:
    """A turning point, with its sentence. about: as `about_if` has it."""
    before, after = (
        f"{about if 0 < chance < 1 else ''}{_percent(chance)}" for chance in (turn.before, turn.after)
    )
    point, name = turn.point, names[turn.seat - 1]
    where = f"Round {point['round']}: " if point["round"] else ""
    play = f"{where}{_say_play(point, names, is_first=not where)} (entry {point['seq']})"
    return {
        "seq": point["seq"],
        "seat": turn.seat,
        "before": turn.before,
        "after": turn.after,
        "sentence": f"{play}: {name} {before} before, {after} after.",
    }


def _say_play(point: Mapping[str, Any], names: Sequence[str], *, is_first: bool) -> str:
    """Which play it was, and whose. is_first: whether a sentence begins with it."""
    what, seat = _PLAYS[point["kind"]], point["seat"]
    if seat is None:
        return what
    name = names[seat - 1]
    if point["thrown_by"] is None:
        return f"{name}'s {what}"
    return f"{'The' if is_first else 'the'} server's {what}, for {name}"


_PLAYS: Final = {
    "roll": "roll",
    "stand": "stand",
    "turn": "turn",
    "score": "score",
    "start_roll": "roll for the opener",
    "join": "joining",
    "leave": "leaving",
    "defer": "playing later",
}


def say_seat(seat: Mapping[str, Any], name: str, about: str) -> list[str]:
    """What the game gave a seat. about: as `about_if` has it."""
    luck, cost = seat["luck"], seat["cost"]
    kind = "were kind to" if luck > 0 else "were hard on"
    said = [f"The dice {kind} {name}: {about}{_points(luck)} of the chance to win."]
    if abs(luck) < 0.0005:
        said = [f"The dice gave {name} what was to be expected."]
    if not seat["choices"]:
        return [*said, f"{name} had nothing to choose."]
    best, others = _say_choices(seat["best_choices"], seat["choices"])
    if seat["best_choices"] == seat["choices"]:
        return [*said, f"{best}{', as far as the estimate tells' if about else ''}."]
    if cost <= _NOTHING:
        return [*said, f"{best}."]
    return [*said, f"{best}; {others} cost {about}{100 * cost:.1f} points of the chance to win."]


def _say_choices(best: int, choices: int) -> tuple[str, str]:
    """How many choices were the best, and what to call those that were not."""
    if choices == 1:
        return f"The only choice was {'' if best else 'not '}the best", "it"
    number, were = best or "None", "was" if best == 1 else "were"
    return f"{number} of {choices} choices {were} the best", _say_others(choices - best, choices)


def _say_others(others: int, choices: int) -> str:
    if others == choices:
        return "they"
    return "the other" if others == 1 else "the others"


def say_decision(decision: Mapping[str, Any], names: Sequence[str]) -> str:
    """A choice against the best one."""
    name, best = names[decision["seat"] - 1], decision["best"][0]
    about = about_if(decision["method"])
    said = f"{name} chose to {decision['chose']}: {about}{_percent(decision['value'])}"
    then = ", as the game was entered then" if decision["as_known_then"] else ""
    if decision["is_best"] and about:
        return f"{said}, and nothing was better by more than the estimate may be off{then}."
    if decision["is_best"]:
        return f"{said}, and nothing was better{then}."
    return f"{said}; to {best} was worth {about}{_percent(decision['best_value'])}{then}."


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def _points(change: float) -> str:
    """A change of a chance, in percentage points with its sign."""
    return f"{100 * change:+.1f} points".replace("-", "\N{MINUS SIGN}")
