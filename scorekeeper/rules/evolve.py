"""The next state of a game after a consequence. Knows no rule: what happened is decided elsewhere."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from scorekeeper.rules import consequences as happened
from scorekeeper.rules.consequences import Consequence
from scorekeeper.rules.state import GameState, OpenTurn, RecordedRoll, Result, Seat, StartRolls


def evolve(state: GameState, consequence: Consequence) -> GameState:
    """The state after what happened."""
    return _EVOLVE[type(consequence)](state, consequence)


def _start_rolled(state: GameState, event: happened.StartRolled) -> GameState:
    assert state.start is not None
    start = replace(
        state.start,
        totals=(*state.start.totals, (event.seat, sum(event.dice))),
        to_come=_without(state.start.to_come, event.seat),
    )
    return state._replace(start=start)


def _start_roll_opened(state: GameState, event: happened.StartRollOpened) -> GameState:
    return state._replace(start=StartRolls(event.attempt, (), event.seats))


def _opener_found(state: GameState, event: happened.OpenerFound) -> GameState:
    return state._replace(status="playing", start=None, opener=event.seat, is_round_over=True)


def _round_opened(state: GameState, event: happened.RoundOpened) -> GameState:
    seats = _change(state.seats, event.seated, lambda seat: seat._replace(status="in"))
    seats = _change(seats, event.antes, lambda seat: _paid(seat, -event.ante))
    return _pass_opened(state, event.order)._replace(
        seats=seats,
        round=event.number,
        opener=event.opener,
        first_opener=state.first_opener or event.opener,
        roll_off=0,
        round_leader=None,
        pot=state.pot + event.ante * len(event.antes),
    )


def _roll_off_opened(state: GameState, event: happened.RollOffOpened) -> GameState:
    return _pass_opened(state, event.order)._replace(
        roll_off=event.number, is_extra_round=event.is_extra_round
    )


def _pass_opened(state: GameState, order: tuple[int, ...]) -> GameState:
    return state._replace(results=(), to_come=order, deferred=(), pace=None, is_round_over=False)


def _dice_rolled(state: GameState, event: happened.DiceRolled) -> GameState:
    rolls = state.turn.rolls if state.turn else ()
    roll = RecordedRoll(event.dice, event.kept, event.hold)
    return state._replace(
        turn=OpenTurn(event.seat, event.after, (*rolls, roll)),
        just_ended=_still_ended(state, event.seat),
    )


def _stood(state: GameState, event: happened.Stood) -> GameState:
    assert state.turn is not None
    return state._replace(turn=replace(state.turn, state=event.after))


def _turn_ended(state: GameState, event: happened.TurnEnded) -> GameState:
    pace = state.pace
    if state.ruleset.turn.pace == "opener" and pace is None:
        pace = event.rolls
    return state._replace(
        seats=_change(state.seats, (event.seat,), lambda seat: _scored(state, seat, event)),
        results=(*state.results, Result(event.seat, event.score, event.is_unverified)),
        to_come=_without(state.to_come, event.seat),
        pace=pace,
        turn=None,
        turns=event.number,
        just_ended=event.seat,
    )


def _scored(state: GameState, seat: Seat, event: happened.TurnEnded) -> Seat:
    return seat._replace(
        total=seat.total if state.roll_off else seat.total + event.score,
        unverified=seat.unverified + event.is_unverified,
    )


def _turn_broken(state: GameState, event: happened.TurnBroken) -> GameState:
    return state._replace(turn=None, turns=event.number)


def _seat_deferred(state: GameState, event: happened.SeatDeferred) -> GameState:
    return state._replace(
        to_come=(*_without(state.to_come, event.seat), event.seat),
        deferred=(*state.deferred, event.seat),
        just_ended=_still_ended(state, event.seat),
    )


def _round_won(state: GameState, event: happened.RoundWon) -> GameState:
    def won(seat: Seat) -> Seat:
        return _paid(seat, event.pot)._replace(rounds_won=seat.rounds_won + 1)

    seats = _change(state.seats, (event.seat,), won)
    return state._replace(seats=seats, pot=state.pot - event.pot, round_leader=event.seat, is_round_over=True)


def _round_carried(state: GameState, _event: happened.RoundCarried) -> GameState:
    return state._replace(is_round_over=True)


def _round_done(state: GameState, _event: happened.RoundDone) -> GameState:
    leaders = state.leaders
    return state._replace(round_leader=leaders[0] if len(leaders) == 1 else None, is_round_over=True)


def _seats_out(state: GameState, event: happened.SeatsOut) -> GameState:
    seats = _change(state.seats, event.seats, lambda seat: seat._replace(status="out", out_round=state.round))
    return state._replace(seats=seats)


def _seat_joined(state: GameState, event: happened.SeatJoined) -> GameState:
    seat = Seat("joining", state.ruleset.starting_chips)
    return state._replace(seats=(*state.seats, seat), just_ended=_still_ended(state, event.seat))


def _seat_left(state: GameState, event: happened.SeatLeft) -> GameState:
    start = state.start
    if start:
        totals = tuple(item for item in start.totals if item[0] != event.seat)
        start = replace(start, totals=totals, to_come=_without(start.to_come, event.seat))
    return state._replace(
        seats=_change(state.seats, (event.seat,), lambda seat: seat._replace(status="left")),
        to_come=_without(state.to_come, event.seat),
        start=start,
        just_ended=_still_ended(state, event.seat),
    )


def _game_won(state: GameState, event: happened.GameWon) -> GameState:
    seats = _change(state.seats, (event.seat,), lambda seat: _paid(seat, event.pot))
    ended = _ended(state)._replace(status="finished", seats=seats, winners=(event.seat,))
    return ended._replace(pot=state.pot - event.pot)


def _game_drawn(state: GameState, event: happened.GameDrawn) -> GameState:
    return _ended(state)._replace(status="finished", winners=event.seats)


def _game_abandoned(state: GameState, _event: happened.GameAbandoned) -> GameState:
    return _ended(state)._replace(status="abandoned")


def _ended(state: GameState) -> GameState:
    return state._replace(to_come=(), start=None, just_ended=None)


def _still_ended(state: GameState, seat: int) -> int | None:
    return state.just_ended if state.just_ended == seat else None


def _paid(seat: Seat, chips: int) -> Seat:
    return seat if seat.chips is None else seat._replace(chips=seat.chips + chips)


def _change(
    seats: tuple[Seat, ...], numbers: Iterable[int], change: Callable[[Seat], Seat]
) -> tuple[Seat, ...]:
    changed = list(seats)
    for number in numbers:
        changed[number - 1] = change(changed[number - 1])
    return tuple(changed)


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(other for other in seats if other != seat)


_EVOLVE: dict[type, Callable[[GameState, Any], GameState]] = {
    happened.StartRolled: _start_rolled,
    happened.StartRollOpened: _start_roll_opened,
    happened.OpenerFound: _opener_found,
    happened.RoundOpened: _round_opened,
    happened.RollOffOpened: _roll_off_opened,
    happened.DiceRolled: _dice_rolled,
    happened.Stood: _stood,
    happened.TurnEnded: _turn_ended,
    happened.TurnBroken: _turn_broken,
    happened.SeatDeferred: _seat_deferred,
    happened.RoundWon: _round_won,
    happened.RoundCarried: _round_carried,
    happened.RoundDone: _round_done,
    happened.SeatsOut: _seats_out,
    happened.SeatJoined: _seat_joined,
    happened.SeatLeft: _seat_left,
    happened.GameWon: _game_won,
    happened.GameDrawn: _game_drawn,
    happened.GameAbandoned: _game_abandoned,
}
