"""Random entries that must be refused in a state of a game, or that are legal only by chance.

broken_entries(state)     an entry that the game must refuse, with a code that must be among those given
broken_now(state)         all of those that need no dice to be drawn
any_entries()             an entry of any kind with values of any kind
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from hypothesis import strategies as st

from scorekeeper.rules import (
    Abandon,
    Defer,
    GameState,
    Input,
    Join,
    Leave,
    Place,
    Roll,
    Score,
    Stand,
    StartRoll,
    Thrown,
    WholeTurn,
    next_entry,
)
from scorekeeper.rules.turn_state import NEEDED
from tests.examples import BUST
from tests.playing import FACES, legal_throws

NO_FACES = st.sampled_from([0, 7, -1, 10**20, True, False, 6.0, 3.5, "6", "", None, [6]])


class Broken(NamedTuple):
    """An entry that must be refused, and a code that must be among those that are given."""

    entry: Input
    code: str


@st.composite
def broken_entries(draw: st.DrawFn, state: GameState) -> Broken:
    """An entry that breaks a rule in this state."""
    return draw(st.one_of([st.just(broken) for broken in broken_now(state)] + _broken_dice(state)))


def broken_now(state: GameState) -> list[Broken]:
    """Entries that come at a wrong time or from a wrong seat."""
    good = Thrown(BUST)
    if state.is_over:
        seats = (*range(1, len(state.seats) + 1), 0, 99)
        late: list[Input] = [Join(), Abandon(), *map(Leave, seats), *(Roll(seat, good) for seat in seats)]
        return [Broken(entry, "game-over") for entry in late]
    assert state.to_move is not None
    found = [Broken(Roll(seat, good), "seat-unknown") for seat in (0, -1, len(state.seats) + 1)]
    found += [Broken(Leave(seat), "seat-unknown") for seat in (0, len(state.seats) + 1)]
    found += [Broken(Leave(seat), "seat-not-in") for seat in state.numbers("out", "left")]
    if state.start:
        return found + _broken_start(state)
    gone = state.numbers("out", "left", "joining")
    found += [Broken(entry, "seat-not-in") for seat in gone for entry in (Roll(seat, good), Defer(seat))]
    for seat in set(state.numbers("in")) - {state.to_move}:
        code = "turn-over" if seat == state.just_ended else "not-your-turn"
        found += [Broken(Roll(seat, good), code), Broken(Stand(seat), code)]
    seat = state.to_move
    return found + _broken_places(state, seat) + _broken_claims(state, seat) + _broken_keeps(state, seat)


def _broken_start(state: GameState) -> list[Broken]:
    assert state.start is not None
    assert state.to_move is not None
    others = set(state.numbers("in")) - {state.to_move}
    good, attempt = (1, 2, 3), state.start.attempt
    return [
        *(Broken(StartRoll(seat, good), "not-your-turn") for seat in others),
        Broken(Roll(state.to_move, Thrown(BUST)), "start-roll-due"),
        Broken(Stand(state.to_move), "start-roll-due"),
        Broken(Defer(state.to_move), "start-roll-due"),
        Broken(Join(), "join-closed"),
        Broken(StartRoll(state.to_move, good, Place(roll=attempt + 1)), "out-of-order"),
        Broken(StartRoll(state.to_move, good, Place(roll=attempt - 1)), "already-recorded"),
        Broken(StartRoll(state.to_move, (1, 2)), "dice-count"),
    ]


def _broken_places(state: GameState, seat: int) -> list[Broken]:
    used = state.turn_state.rolls_used
    wrong = [Place(round=state.round + 1), Place(round=state.round - 1), Place(roll_off=state.roll_off + 1)]
    late, early = Place(roll=used + 2), Place(roll=used)
    found = [Broken(Roll(seat, Thrown(BUST), place=place), "out-of-order") for place in (*wrong, late)]
    return [*found, Broken(Roll(seat, Thrown(BUST), place=early), "already-recorded")]


def _broken_claims(state: GameState, seat: int) -> list[Broken]:
    """Claims of the seat to move that do not hold."""
    found = [Broken(StartRoll(seat, (1, 2, 3)), "start-roll-over")]
    found += [Broken(Score(seat, score), "score-impossible") for score in (1, 13, -2, 7.5, True, "7")]
    found.append(Broken(WholeTurn(seat, ()), "already-recorded" if state.turn else "dice-count"))
    if not state.turn_state.can_stand:
        found.append(Broken(Stand(seat), "crew-incomplete"))
    if not next_entry(state).score:
        found.append(Broken(Score(seat, 7), "score-not-allowed"))
    if state.turn or seat in state.deferred or seat == state.to_come[-1]:
        found.append(Broken(Defer(seat), "defer-pointless"))
    return found


def _broken_keeps(state: GameState, seat: int) -> list[Broken]:
    """Rolls of the right number of dice, of which the wrong ones are kept or held."""
    now = state.turn_state
    count = max(now.dice_counts)
    ones = (1,) * (count - 1)
    keeps: list[tuple[tuple[int, ...], tuple[int, ...], str]] = [((1, *ones), (1,), "cargo-not-bankable")]
    if now.has_crew:
        keeps.append(((6, *ones), (6,), "cargo-not-bankable"))
    else:
        needed = NEEDED[now.crew]
        keeps.append(((1, *ones), (needed,), "face-not-rolled"))
        keeps.append(((needed, needed, *ones[1:]), (needed, needed), "already-banked"))
        keeps += [((face, *ones), (face,), "already-banked") for face in now.banked]
        keeps += [((5, *ones), (5,), "captain-before-ship")] * (now.crew == 0)
        keeps += [((4, *ones), (4,), "crew-before-captain")] * (now.crew < 2)
        keeps += [((needed, *ones), (), "must-bank")] * (now.rules.banking == "automatic")
    found = [Broken(Roll(seat, Thrown(dice, keep)), code) for dice, keep, code in keeps]
    hold = 7 if now.has_crew else 6
    return [*found, Broken(Roll(seat, Thrown((1, *ones), hold=hold)), "hold-invalid")]


def _broken_dice(state: GameState) -> list[st.SearchStrategy[Broken]]:
    """Rolls of the seat to move that no dice and no house rules allow."""
    if state.is_over or state.start:
        return []
    assert state.to_move is not None
    return [_wrong_faces(state, state.to_move), _wrong_counts(state, state.to_move)]


@st.composite
def _wrong_faces(draw: st.DrawFn, state: GameState, seat: int) -> Broken:
    thrown, _ = draw(legal_throws(state.turn_state))
    dice: list[Any] = list(thrown.dice)
    dice[draw(st.integers(0, len(dice) - 1))] = draw(NO_FACES)
    return Broken(Roll(seat, replace(thrown, dice=tuple(dice))), "face-invalid")


@st.composite
def _wrong_counts(draw: st.DrawFn, state: GameState, seat: int) -> Broken:
    counts = state.turn_state.dice_counts
    count = draw(st.integers(0, 7).filter(lambda number: number not in counts))
    forbidden = state.turn_state.has_crew and count in (1, 2)
    return Broken(Roll(seat, Thrown((1,) * count)), "reroll-not-allowed" if forbidden else "dice-count")


def any_entries() -> st.SearchStrategy[Input]:
    """Entries that may be legal by chance, and are mostly not."""
    seats = st.one_of(st.integers(-1, 22), st.sampled_from([True, "1", None, 1.0]))
    values = st.one_of(FACES, NO_FACES)
    places = st.builds(Place, *[st.one_of(st.none(), st.integers(-1, 4))] * 3)
    throws = st.builds(
        Thrown,
        st.lists(values, max_size=7).map(tuple),
        st.one_of(st.none(), st.lists(values, max_size=4).map(tuple)),
        st.one_of(st.none(), values),
    )
    return st.one_of(
        st.builds(Roll, seats, throws, st.booleans(), places),
        st.builds(WholeTurn, seats, st.lists(throws, max_size=4).map(tuple), st.booleans(), places),
        st.builds(Stand, seats, places),
        st.builds(Score, seats, st.one_of(st.integers(-2, 14), NO_FACES), places),
        st.builds(StartRoll, seats, st.lists(values, max_size=4).map(tuple), places),
        st.builds(Defer, seats),
        st.builds(Leave, seats.filter(lambda seat: seat not in range(1, 23))),
    )
