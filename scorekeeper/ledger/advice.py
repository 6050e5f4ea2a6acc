"""Advice on a game, and the odds of a turn: asked of the process that works them out, and not waited for
long."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from scorekeeper import rules
from scorekeeper.ledger.boards import look_at
from scorekeeper.ledger.canonical import canonical, compact, parsed
from scorekeeper.ledger.errors import AdviceRefused, Invalid, Problem
from scorekeeper.ledger.kept_odds import TABLES, ask, known_table
from scorekeeper.ledger.reading import Stored, read_version
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
MOST_READY: Final = 256
"""So many answers are kept ready."""


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


class _Ready:
    """Advice on games as it was answered last, by what was asked for."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[Any, ...], Stored] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: str, asking: Asking) -> Stored | None:
        with self._lock:
            return self._answers.get(_name(game_id, asking))

    def keep(self, game_id: str, asking: Asking, answer: Stored) -> None:
        with self._lock:
            self._answers[_name(game_id, asking)] = answer
            self._answers.move_to_end(_name(game_id, asking))
            if len(self._answers) > MOST_READY:
                self._answers.popitem(last=False)


def _name(game_id: str, asking: Asking) -> tuple[Any, ...]:
    return game_id, asking.objective, None if asking.dice is None else tuple(asking.dice), asking.hold


_ready = _Ready()


def ready_advice(key_hash: str, game_id: str, asking: Asking, known: int = 0) -> Stored | None:
    """The advice on a game where it was answered here for the version that the game still has, for the holder
    of a key; else None: ask for it.

    Raises as `reading.read_game`.
    """
    answer = _ready.get(game_id, asking)
    if answer is None or read_version(key_hash, game_id) != answer.version:
        return None
    return Stored(known, None) if answer.version == known else answer


def advice_on(table_id: str, game_id: str, asking: Asking, known: int = 0) -> Stored | None:
    """The advice on a game, kept ready for whoever asks for the same; None while it is worked out.

    known: the version that the reader has, 0 for none. Raises NotFound, and as `advice_in`.
    """
    board = look_at(table_id, game_id).board
    if board.facts.advice == "forbidden":
        detail = "This game is played without advice: a host said so when it was opened."
        raise AdviceRefused("advice-forbidden", detail)
    if board.version == known:
        return Stored(known, None)
    advice = advice_in(board.state, asking)
    if advice is None:
        return None
    body = compact({"game_id": game_id, "version": board.version, **advice}).encode()
    answer = Stored(board.version, body)
    _ready.keep(game_id, asking, answer)
    return answer


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
