"""Advice on a game, and the odds of a turn: asked of the process that works them out, and not waited for
long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper import rules
from scorekeeper.ledger.boards import look_at
from scorekeeper.ledger.canonical import canonical, compact, parsed
from scorekeeper.ledger.errors import AdviceRefused, Invalid, Problem
from scorekeeper.ledger.kept_odds import TABLES, ask, known_table
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.thinking.asked import (
    Answer,
    Unanswerable,
    advice_about,
    from_stranger,
    turn_about,
)

WAIT_SECONDS: Final = 0.8
"""What is not there by then is asked for again."""


@dataclass(frozen=True, slots=True)
class Asking:
    """objective: one of OBJECTIVES. dice, hold: what lies on the table, where that is the question; in_query:
    whether they stand in the query."""

    objective: str
    dice: Sequence[Any] | None = None
    hold: Any = None
    in_query: bool = False


def odds_of_turn(turn: TurnRules, stranger: str) -> Answer | None:
    """The odds of a turn that stands by itself; None while they are worked out. They are kept.

    stranger: who asks, by an address: no key is needed.
    """
    question = turn_about(turn)
    name = canonical(question)
    text = known_table(name)
    if text is not None:
        known: Answer = parsed(text)
        return known
    found = ask(from_stranger(question, stranger), WAIT_SECONDS)
    if found is not None:
        TABLES.keep(name, compact(found))
    return found


def advice_in(state: rules.GameState, asking: Asking, stranger: str | None = None) -> Answer | None:
    """What the seat to move may do; None while it is worked out.

    stranger: who asks without a key, by an address. Raises AdviceRefused, and Invalid or rules.Refused for
    dice that can't lie there.
    """
    if asking.dice is not None:
        _require_throw(state, asking)
    question = advice_about(state, asking.objective, asking.dice, asking.hold)
    try:
        return ask(question if stranger is None else from_stranger(question, stranger), WAIT_SECONDS)
    except Unanswerable as error:
        raise AdviceRefused("no-advice", str(error)) from None


def advice_on(
    table_id: str, game_id: str, asking: Asking, known: int = 0
) -> tuple[int, Answer | None] | None:
    """The version of a game and the advice on it, None where the reader knows that version; None altogether
    while it is worked out.

    Raises NotFound, and as `advice_in`.
    """
    board = look_at(table_id, game_id).board
    if board.facts.advice == "forbidden":
        detail = "This game is played without advice: a host said so when it was opened."
        raise AdviceRefused("advice-forbidden", detail)
    if board.version == known:
        return known, None
    advice = advice_in(board.state, asking)
    if advice is None:
        return None
    return board.version, {"game_id": game_id, "version": board.version, **advice}


def _require_throw(state: rules.GameState, asking: Asking) -> None:
    """See that the rules let these dice be thrown now."""
    assert asking.dice is not None
    if state.is_over or state.start:
        return
    try:
        rules.turn.roll(state.turn_state, asking.dice, None, asking.hold)
    except rules.Refused as refused:
        if not asking.in_query:
            raise
        raise Invalid(
            *(
                Problem("", each.code, each.detail, parameter=each.pointer.split("/")[1] or "dice")
                for each in refused.violations
            )
        ) from None
