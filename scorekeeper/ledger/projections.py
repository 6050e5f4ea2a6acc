"""What follows from an entry's consequences: the result that its sender is told, and the rows of turns and
rounds.

Nothing here decides anything: each is read off the rules' consequences, so that a correction can write it
anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from scorekeeper import rules
from scorekeeper.rules import consequences as happened
from scorekeeper.rules.state import GameState, RecordedRoll
from scorekeeper.rules.turn_state import bankable

C = TypeVar("C")


NO_RESULT: Final = {
    "turn_score": None,
    "bust": False,
    "round_winner": None,
    "pot_paid": None,
    "game_over": False,
}
"""`result` where nothing has ended."""


def first_of(kind: type[C], consequences: Iterable[rules.Consequence]) -> C | None:
    """The first consequence of a kind, or None."""
    return next((event for event in consequences if isinstance(event, kind)), None)


def is_roll_alone(consequences: Sequence[rules.Consequence]) -> bool:
    """Whether an entry led to no more than a roll, as most do: nothing has ended then."""
    return len(consequences) == 1 and type(consequences[0]) is happened.DiceRolled


def result_of(consequences: Sequence[rules.Consequence], after: GameState) -> dict[str, Any]:
    """`result` without its sentences."""
    if is_roll_alone(consequences):
        return dict(NO_RESULT)
    ended = first_of(happened.TurnEnded, consequences)
    won = first_of(happened.RoundWon, consequences)
    pots = [event.pot for event in consequences if isinstance(event, happened.RoundWon | happened.GameWon)]
    return {
        "turn_score": None if ended is None else ended.score,
        "bust": ended is not None and ended.is_bust,
        "round_winner": None if won is None else won.seat,
        "pot_paid": sum(pots) or None,
        "game_over": after.is_over,
    }


def played_of(consequences: Sequence[rules.Consequence], before: GameState) -> dict[str, Any]:
    """What an entry's dice came to, by which a second one is compared with it.

    `rolls`: for each roll the faces, those banked, whether these were all that could be, the die held, and
    whether nothing else could have been held. `ended_itself`: the turn ended without a stand.
    """
    turn = before.turn_state if before.start is None and not before.is_over else None
    rolls: list[list[Any]] = []
    for event in consequences:
        if isinstance(event, happened.DiceRolled) and turn is not None:
            kept_all = event.kept == bankable(turn, event.dice)
            held_any = event.hold is None or len(turn.holdable) == 1
            rolls.append([sorted(event.dice), list(event.kept), kept_all, event.hold, held_any])
            turn = event.after
    has_stood = first_of(happened.Stood, consequences) is not None
    return {
        "rolls": rolls,
        "ended_itself": bool(rolls) and turn is not None and turn.is_over and not has_stood,
    }


def turn_ended(consequences: Sequence[rules.Consequence], before: GameState) -> dict[str, Any] | None:
    """The row of the turn that the entry ended; None if it ended none."""
    if is_roll_alone(consequences):
        return None
    ended = first_of(happened.TurnEnded, consequences) or first_of(happened.TurnBroken, consequences)
    if ended is None:
        return None
    rolls = list(before.turn.rolls) if before.turn else []
    rolls += [
        RecordedRoll(event.dice, event.kept, event.hold)
        for event in consequences
        if isinstance(event, happened.DiceRolled)
    ]
    scored = ended if isinstance(ended, happened.TurnEnded) else None
    return {
        "number": ended.number,
        "round": before.round,
        "roll_off": before.roll_off,
        "seat": ended.seat,
        "status": "scored" if scored else "broken_off",
        "rolls": [shown_roll(roll) for roll in rolls],
        "score": scored.score if scored else None,
        "bust": scored is not None and scored.is_bust,
        "unverified": scored is not None and scored.is_unverified,
    }


def rounds_ended(
    consequences: Sequence[rules.Consequence], before: GameState, after: GameState
) -> list[dict[str, Any]]:
    """The rows of the rounds that the entry ended, as good as always one or none.

    A round that was decided before its extra round has its row already; a game that ends in the middle of
    a round leaves it broken off. So does a seat that sat down alone, when all others had gone: it wins in the
    round that opens with it.
    """
    if is_roll_alone(consequences):
        return []
    return [*_round_of_before(consequences, before, after), *_round_of_its_own(consequences, after)]


def _round_of_before(
    consequences: Sequence[rules.Consequence], before: GameState, after: GameState
) -> Iterator[dict[str, Any]]:
    decided = first_of(happened.RoundWon, consequences)
    carried = first_of(happened.RoundCarried, consequences)
    is_done = first_of(happened.RoundDone, consequences) is not None
    is_broken_off = after.is_over and not before.is_over and before.round > 0 and not before.is_extra_round
    if decided or carried or is_done or is_broken_off:
        yield {
            "number": before.round,
            "opener": before.opener,
            "status": "won" if decided else "carried" if carried else "over" if is_done else "broken_off",
            "winner": decided.seat if decided else None,
            "tied": list(carried.seats) if carried else [],
            "pot_paid": decided.pot if decided and decided.pot else None,
        }


def _round_of_its_own(
    consequences: Sequence[rules.Consequence], after: GameState
) -> Iterator[dict[str, Any]]:
    opened = first_of(happened.RoundOpened, consequences)
    if opened and after.is_over:
        yield {
            "number": opened.number,
            "opener": opened.opener,
            "status": "broken_off",
            "winner": None,
            "tied": [],
            "pot_paid": None,
        }


def shown_roll(roll: RecordedRoll) -> dict[str, Any]:
    """A roll as the answers show it."""
    return {"dice": list(roll.dice), "kept": list(roll.kept), "hold": roll.hold}
