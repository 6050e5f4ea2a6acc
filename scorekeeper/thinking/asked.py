"""Questions about odds, as JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorekeeper import rules

Question = Mapping[str, Any]
Answer = dict[str, Any]
EDITION: Final = 14
"""Raised when the same question gets another answer, so that what was kept is worked out again."""
OBJECTIVES: Final = ("game", "round", "points")
"""What advice can aim at; the first is meant where nothing is said."""
MOST_KNOWN: Final = 500
"""So many games as they were known then are told of with a game."""
SUREST: Final = "surest"
"""What the computer aims at: the game where its odds are known exactly or totals count, else the round."""


class Unanswerable(ValueError):
    """There is nothing to answer; its text is a sentence that says why."""


class Known(NamedTuple):
    """What the computer knew when it decided, where that is not what is so now.

    rolling: the game in which it chose to make a roll. banking: the game before the roll, when it decided
    what to bank of the dice and what to do next.
    """

    rolling: rules.GameState | None = None
    banking: rules.GameState | None = None


def advice_about(
    state: rules.GameState, objective: str, dice: Sequence[int] | None = None, hold: int | None = None
) -> Question:
    """Asks what the seat to move may do, and what each choice is worth.

    objective: one of OBJECTIVES, or SUREST. dice, hold: dice that lie on the table and are not entered yet,
    of which it may choose what to bank.
    """
    thrown = None if dice is None else {"dice": list(dice), "hold": hold}
    return {"about": "advice", **_state(state), "objective": objective, "thrown": thrown}


def from_stranger(question: Question, who: str) -> Question:
    """The same question, asked by somebody without a key. who: what counts as one of them, an address."""
    return {**question, "stranger": who}


def analysis_about(
    opening: Mapping[str, Any],
    plays: Iterable[tuple[int, str, Mapping[str, Any]]],
    known: Mapping[int, Known] | None = None,
) -> Question:
    """Asks for the analysis of a game.

    opening: `ruleset`, `seats` (how many), `opener`, `entry`. plays: those that count, in the order of play,
    each its number, its kind and its body. known: by the number of a roll of the computer's, what it knew
    then; what is too long to be told is left out.
    """
    wanted = ("seat", "dice", "keep", "hold", "stand", "rolls", "score", "thrown_by")
    told = [[seq, kind, {name: body[name] for name in wanted if name in body}] for seq, kind, body in plays]
    return {"about": "analysis", "opening": opening, "plays": told, "known": _known(known or {})}


def _known(known: Mapping[int, Known]) -> Answer:
    """Each state once; for each roll, which of them it is about."""
    places: dict[rules.GameState, int] = {}
    by_roll = {}
    for seq, states in sorted(known.items()):
        by_roll[str(seq)] = [
            None if state is None else places.setdefault(state, len(places)) for state in states
        ]
        if len(places) >= MOST_KNOWN:
            break
    return {"states": [rules.state_to_json(state) for state in places], "rolls": by_roll}


def turn_about(turn: rules.ruleset.TurnRules) -> Question:
    """Asks for the odds of a turn that stands by itself."""
    return {"about": "turn", "ruleset": {"turn": rules.Ruleset(turn=turn).to_json()["turn"]}}


def _state(state: rules.GameState) -> Answer:
    return {"ruleset": state.ruleset.to_json(), "state": rules.state_to_json(state)}
