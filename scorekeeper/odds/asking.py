"""The questions that the rest of Scorekeeper asks of a game: advice, and who will win."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from scorekeeper.odds import effort
from scorekeeper.odds.advice import Advice, Objective, Throw, advise, chances_now, points_advice
from scorekeeper.odds.games import game_outlook, is_decided_by_round, played_game
from scorekeeper.odds.openings import opened_games
from scorekeeper.odds.outlook import Method, Outlook
from scorekeeper.odds.rounds import goes_on_without_pot, played_round, round_outlook
from scorekeeper.odds.urgent_first import UrgentFirst
from scorekeeper.odds.words import ROUND_AFTER_ROUND
from scorekeeper.rules.state import GameState

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
_ONE_AT_A_TIME = UrgentFirst()
"""What was solved is remembered and shared, and is not to be read while it is being worked out."""
MOST_TIMES_ASIDE = 50
"""So often a question steps aside for more urgent ones; then it is worked out, however many wait: one table
that asks all the time does not keep everybody else from an answer."""


class NoAdvice(ValueError):
    """There is nothing to choose: the game is over, or rolls for its opener."""


@dataclass(frozen=True, slots=True)
class Chances:
    """Who will win.

    Attributes:
        seats: the chance of every seat, seat n at n - 1; they sum to 1. A draw is shared among those
            level, and
            a pot that is carried counts by the chance to win it later.
        shared: the chance that nobody wins alone, which is part of the above.
        method, error, samples, seed, assumption: how sure that is, as in `Outlook`.
    """

    seats: tuple[float, ...]
    shared: float
    method: Method
    error: float
    samples: int = 0
    seed: int | None = None
    assumption: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        return {
            "seats": list(self.seats),
            "shared": self.shared,
            "method": self.method,
            "error": self.error,
            "samples": self.samples,
            "seed": self.seed,
            "assumption": self.assumption,
        }


def _alone(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    @wraps(function)
    def locked(*arguments: Arguments.args, **named: Arguments.kwargs) -> Answer:
        for _ in range(MOST_TIMES_ASIDE):
            with suppress(effort.SteppedAside), _ONE_AT_A_TIME:
                effort.begin(lambda: _ONE_AT_A_TIME.is_urged)
                return function(*arguments, **named)
        with _ONE_AT_A_TIME:
            effort.begin()
            return function(*arguments, **named)

    return locked


@_alone
def advice(state: GameState, objective: Objective = "game", throw: Throw | None = None) -> Advice:
    """What the seat to move may choose, and what each choice is worth to it.

    Args:
        state: a game that waits for a turn.
        objective: `points` for the mean score, `round` for the chance to win the round, `game` for the game.
        throw: dice that lie on the table; the choices are then what to bank of them.

    Raises:
        NoAdvice: the game is over, or rolls for its opener.
        scorekeeper.rules.Refused: the dice can't be thrown now.
    """
    _require_turn(state)
    if objective == "points":
        assert state.to_move is not None
        return points_advice(state.turn_state, state.to_move, throw)
    found = advise(state, _outlook(objective, state), objective, throw)
    if objective == "round" and len(found.options) > 1 and goes_on_without_pot(state):
        return replace(found, sentences=(*found.sentences, ROUND_AFTER_ROUND))
    return found


@_alone
def round_chances(state: GameState) -> Chances:
    """Who will win the round; in a roll-off or an extra round, who will win that.

    Raises:
        NoAdvice: the game is over, or rolls for its opener.
    """
    _require_turn(state)
    return _chances(state, _outlook("round", state))


@_alone
def win_chances(state: GameState) -> Chances:
    """Who will win the game, at any moment of it.

    While it rolls for the opener, all who may open are weighed by how likely that is.

    Raises:
        NoAdvice: the game was abandoned.
    """
    if state.winners:
        share = 1 / len(state.winners)
        seats = (share * (seat in state.winners) for seat in range(1, len(state.seats) + 1))
        return Chances(tuple(seats), float(len(state.winners) > 1), "exact", 0.0)
    if state.start is None:
        _require_turn(state)
        return _chances(state, _outlook("game", state))
    return _weighed(
        [(chance, _chances(opened, _outlook("game", opened))) for chance, opened in opened_games(state)]
    )


def _outlook(objective: Objective, state: GameState) -> Outlook:
    """What every end of the open turn leads to, which is the same before and after each of its rolls."""
    return _known_outlook(objective, state._replace(turn=None, just_ended=None))


@lru_cache(maxsize=64)
def _known_outlook(objective: Objective, state: GameState) -> Outlook:
    """Solved, as far as that is not too much; else all is played out."""
    if objective == "game" and is_decided_by_round(state):
        objective = "round"
    solved, played = (round_outlook, played_round) if objective == "round" else (game_outlook, played_game)
    question = (objective, state.ruleset, len(state.numbers("in", "joining")))
    able = _able(objective, state)
    if not effort.was_too_much(question, able):
        try:
            return solved(state)
        except effort.SteppedAside:
            raise
        except effort.TooMuch:
            effort.remember_too_much(question, able)
    effort.begin_to_play()
    return played(state)


def _able(objective: Objective, state: GameState) -> int:
    """Of how many seats it is asked who wins: in a game all may win a later round."""
    if objective == "round":
        return len(state.leaders) + len(state.to_come)
    return len(state.numbers("in", "joining"))


def _weighed(parts: Sequence[tuple[float, Chances]]) -> Chances:
    """The chances of several games that may come about."""
    seats = zip(*(chances.seats for _, chances in parts), strict=True)
    _, first = parts[0]
    return Chances(
        tuple(
            sum(part * chance for (part, _), chance in zip(parts, of_seat, strict=True)) for of_seat in seats
        ),
        sum(part * chances.shared for part, chances in parts),
        first.method,
        max(chances.error for _, chances in parts),
        first.samples,
        first.seed,
        first.assumption,
    )


def _chances(state: GameState, outlook: Outlook) -> Chances:
    *seats, shared = chances_now(state, outlook)
    return Chances(
        tuple(seats),
        shared,
        outlook.method,
        outlook.error,
        outlook.samples,
        outlook.seed,
        outlook.assumption,
    )


def _require_turn(state: GameState) -> None:
    if state.to_move is None or state.start is not None:
        raise NoAdvice("There is nothing to choose: no turn is due.")
