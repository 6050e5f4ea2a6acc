"""What an entry leads to at once, or every rule that it breaks.

A code about the game is given alone: the first that applies of `game-over`, `seat-unknown`,
`start-roll-due`, `seat-not-in`, `turn-over` or `not-your-turn`, then what the place says.
Of what is wrong with dice all is named.
Source: RULES.md 11.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NoReturn

from scorekeeper.rules import consequences as happened
from scorekeeper.rules import inputs as entered
from scorekeeper.rules import turn
from scorekeeper.rules.consequences import Consequence
from scorekeeper.rules.flow import START_DICE
from scorekeeper.rules.inputs import Input, Place, Thrown
from scorekeeper.rules.roll_violations import count_violation, face_violations, score_violations
from scorekeeper.rules.state import GameState
from scorekeeper.rules.turn_state import TurnState
from scorekeeper.rules.violations import Refused, Violation


def entered_consequences(state: GameState, entry: Input) -> tuple[Consequence, ...]:
    """What the entry itself says happened; what follows by itself is `flow`'s.

    Raises:
        Refused: with everything that is wrong with the entry.
    """
    if state.is_over:
        _refuse("game-over", f"The game is {state.status}.", "")
    return tuple(_DECIDE[type(entry)](state, entry))


def _start_roll(state: GameState, entry: entered.StartRoll) -> Iterator[Consequence]:
    _require_known(state, entry.seat)
    if state.start is None:
        detail = f"Seat {state.first_opener} opened the game already."
        _refuse("start-roll-over", detail, "", params={"opener": state.first_opener})
    _require_in(state, entry.seat)
    _require_turn_of(state, entry.seat)
    _require_roll(entry.place, state.start.attempt, "attempt")
    found = [*face_violations(entry.dice, "/dice")]
    if len(entry.dice) != START_DICE:
        found.append(count_violation((START_DICE,), len(entry.dice)))
    _refuse_all(found)
    yield happened.StartRolled(entry.seat, state.start.attempt, tuple(entry.dice))


def _roll(state: GameState, entry: entered.Roll) -> Iterator[Consequence]:
    _require_to_move(state, entry.seat)
    _require_place(state, entry.place)
    _require_roll(entry.place, state.turn_state.rolls_used + 1)
    yield from _rolled(state, entry.seat, [entry.thrown], entry.stand, [""])


def _whole_turn(state: GameState, entry: entered.WholeTurn) -> Iterator[Consequence]:
    _require_to_move(state, entry.seat)
    _require_place(state, entry.place)
    if state.turn:
        detail = (
            f"Seat {entry.seat} has rolled in this turn already; enter the rolls that are left one by one."
        )
        _refuse("already-recorded", detail, "/rolls", params={"seat": entry.seat})
    if not entry.rolls:
        raise Refused([Violation("dice-count", "A whole turn has at least one roll.", "/rolls")])
    pointers = [f"/rolls/{index}" for index in range(len(entry.rolls))]
    yield from _rolled(state, entry.seat, entry.rolls, entry.stand, pointers)


def _stand(state: GameState, entry: entered.Stand) -> Iterator[Consequence]:
    _require_to_move(state, entry.seat)
    _require_place(state, entry.place)
    before = state.turn_state
    if before.rolls_used:
        _require_roll(entry.place, before.rolls_used)
    yield happened.Stood(entry.seat, turn.stand(before))


def _score(state: GameState, entry: entered.Score) -> Iterator[Consequence]:
    _require_to_move(state, entry.seat)
    _require_place(state, entry.place)
    found = [*score_violations(entry.score)]
    if state.entry != "dice_or_score":
        detail = "This game was opened for dice: enter the rolls."
        found.append(Violation("score-not-allowed", detail, "/score"))
    elif state.turn:
        detail = (
            f"Seat {entry.seat} has rolled in this turn already: enter the dice of the rolls that are left."
        )
        found.append(Violation("score-not-allowed", detail, "/score", params={"seat": entry.seat}))
    _refuse_all(found)
    # 7: a score alone sets the pace by all the rolls that were allowed.
    rolls = state.turn_state.rolls_allowed
    yield happened.TurnEnded(entry.seat, state.turns + 1, entry.score, rolls, entry.score == 0, True)


def _join(state: GameState, entry: entered.Join) -> Iterator[Consequence]:
    reason = closed_to_joiners(state)
    if reason:
        _refuse("join-closed", reason, "")
    seat = len(state.seats) + 1
    if entry.seat not in (None, seat):
        _refuse("out-of-order", f"The next seat is seat {seat}, not seat {entry.seat}.", legal={"seat": seat})
    yield happened.SeatJoined(seat)


def _leave(state: GameState, entry: entered.Leave) -> Iterator[Consequence]:
    _require_known(state, entry.seat)
    _require_in(state, entry.seat, or_joining=True)
    if state.turn and state.turn.seat == entry.seat:
        yield happened.TurnBroken(entry.seat, state.turns + 1)
    yield happened.SeatLeft(entry.seat)


def _defer(state: GameState, entry: entered.Defer) -> Iterator[Consequence]:
    _require_playing(state, entry.seat)
    _require_place(state, entry.place)
    reason = not_deferrable(state, entry.seat)
    if reason:
        params = {"seat": entry.seat, "reason": reason}
        _refuse("defer-pointless", _NOT_DEFERRABLE[reason].format(seat=entry.seat), params=params)
    yield happened.SeatDeferred(entry.seat)


def _abandon(state: GameState, _entry: entered.Abandon) -> Iterator[Consequence]:
    if state.turn:
        yield happened.TurnBroken(state.turn.seat, state.turns + 1)
    yield happened.GameAbandoned()


def closed_to_joiners(state: GameState) -> str | None:
    """Why nobody can join now, in a sentence; None where somebody can (RULES.md 6)."""
    rules = state.ruleset
    taken = len(state.numbers("in", "joining"))
    reasons = (
        (state.is_over, "The game is over."),
        (state.start is not None, "The roll for the opener is on; join once the first round has begun."),
        (
            rules.stakes is not None and not rules.antes_per_round,
            "The stakes of this game were paid at its start.",
        ),
        (rules.goal.rounds == 1, "This game has one round only."),
        (
            rules.goal.kind == "highest_total" and state.round == rules.goal.rounds,
            "This is the last round.",
        ),
        (state.is_extra_round, "The extra round is on, and decides the game."),
        (taken >= rules.seats.max, f"The house rules seat {rules.seats.max} at the most."),
    )
    return next((reason for applies, reason in reasons if applies), None)


_NOT_DEFERRABLE = {
    "rolled": "Seat {seat} has rolled already.",
    "deferred": "Seat {seat} was put off in this pass already.",
    "played": "Seat {seat} has played already.",
    "sits-out": "Seat {seat} sits this roll-off out.",
    "last": "Seat {seat} is the last to play anyway.",
}
"""What is said of each reason why a seat cannot play later."""


def not_deferrable(state: GameState, seat: int) -> str | None:
    """Why a seat that is in cannot play later in this pass, a key of `_NOT_DEFERRABLE`; None where it can
    (RULES.md 8)."""
    if state.turn and state.turn.seat == seat:
        return "rolled"
    if seat in state.deferred:
        return "deferred"
    if seat not in state.to_come:
        return "played" if any(result.seat == seat for result in state.results) else "sits-out"
    return "last" if seat == state.to_come[-1] else None


def _rolled(
    state: GameState, seat: int, rolls: Sequence[Thrown], stand: bool, pointers: Sequence[str]
) -> Iterator[Consequence]:
    before = state.turn_state
    for thrown, pointer in zip(rolls, pointers, strict=True):
        try:
            after = turn.roll(before, thrown.dice, thrown.keep, thrown.hold)
        except Refused as refused:
            raise Refused(violation.below(pointer) for violation in refused.violations) from None
        yield happened.DiceRolled(
            seat, tuple(thrown.dice), after.banked[before.crew :], _held(before, thrown), after
        )
        before = after
    if stand:
        after = turn.stand_after_roll(before)
        if after is not before:
            yield happened.Stood(seat, after)


def _held(before: TurnState, thrown: Thrown) -> int | None:
    """Of two equal cargo dice either is the one that stays, said or not."""
    if not (before.has_crew and len(thrown.dice) == 1):
        return None
    return before.cargo[0] if thrown.hold is None else int(thrown.hold)


def _require_to_move(state: GameState, seat: int) -> None:
    _require_playing(state, seat)
    _require_turn_of(state, seat)


def _require_playing(state: GameState, seat: int) -> None:
    _require_known(state, seat)
    if state.start:
        detail = f"Seat {state.to_move} rolls three dice for the opener next."
        _refuse("start-roll-due", detail, "", {"seat": state.to_move, "attempt": state.start.attempt})
    _require_in(state, seat)


def _require_known(state: GameState, seat: int) -> None:
    count = len(state.seats)
    if type(seat) is not int or not 1 <= seat <= count:
        _refuse(
            "seat-unknown",
            f"This game has the seats 1 to {count}.",
            legal={"seats": list(range(1, count + 1))},
        )


def _require_in(state: GameState, seat: int, or_joining: bool = False) -> None:
    status = state.seat(seat).status
    if status == "in" or (or_joining and status == "joining"):
        return
    saying = {"out": "is out", "left": "has left", "joining": "waits for the next round"}[status]
    legal, params = {"seats": list(state.numbers("in"))}, {"seat": seat, "status": status}
    _refuse("seat-not-in", f"Seat {seat} {saying}.", legal=legal, params=params)


def _require_turn_of(state: GameState, seat: int) -> None:
    if seat == state.to_move:
        return
    legal, params = {"seat": state.to_move}, {"seat": seat}
    if seat == state.just_ended:
        detail = f"The turn of seat {seat} is over; seat {state.to_move} is to move."
        _refuse("turn-over", detail, legal=legal, params=params)
    detail = f"Seat {state.to_move} is to move, not seat {seat}."
    _refuse("not-your-turn", detail, legal=legal, params=params)


def _require_place(state: GameState, place: Place) -> None:
    if place.round is not None and place.round != state.round:
        detail = f"This is round {state.round}, not round {place.round}."
        _refuse("out-of-order", detail, "/round", {"round": state.round})
    if place.roll_off is not None and place.roll_off != state.roll_off:
        now = f"roll-off {state.roll_off}" if state.roll_off else "the first pass of the round"
        _refuse("out-of-order", f"This is {now}.", "/roll_off", {"roll_off": state.roll_off})


def _require_roll(place: Place, expected: int, name: str = "roll") -> None:
    if place.roll is None or place.roll == expected:
        return
    code = "already-recorded" if place.roll < expected else "out-of-order"
    _refuse(code, f"This is {name} {expected}, not {name} {place.roll}.", f"/{name}", {name: expected})


def _refuse(
    code: str,
    detail: str,
    pointer: str = "/seat",
    legal: dict[str, Any] | None = None,
    params: dict[str, Any] | None = None,
) -> NoReturn:
    raise Refused([Violation(code, detail, pointer, legal, params)])


def _refuse_all(violations: Iterable[Violation]) -> None:
    found = tuple(violations)
    if found:
        raise Refused(found)


_DECIDE: dict[type, Callable[[GameState, Any], Iterator[Consequence]]] = {
    entered.StartRoll: _start_roll,
    entered.Roll: _roll,
    entered.WholeTurn: _whole_turn,
    entered.Stand: _stand,
    entered.Score: _score,
    entered.Join: _join,
    entered.Leave: _leave,
    entered.Defer: _defer,
    entered.Abandon: _abandon,
}
