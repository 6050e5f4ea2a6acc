"""Random play: games about to begin, entries that are legal in them, and games played to their end.

legal_entries(state)      an entry that the game must accept
quick_turn(state, level)  one that ends a turn
openings()                the start of a game: house rules, seats, opener, entry
ended_by_dice(...)        a game played to its end by dice that decide it
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from scorekeeper import rules
from scorekeeper.rules import (
    GameState,
    Input,
    NextEntry,
    Place,
    Roll,
    Ruleset,
    Score,
    Stand,
    StartRoll,
    Thrown,
    WholeTurn,
    next_entry,
    turn,
)
from scorekeeper.rules.state import Entry
from scorekeeper.rules.turn_state import NEEDED, TurnState, bankable
from tests.examples import BUST, crewed
from tests.strategies import rulesets

FACES = st.integers(1, 6)
START_DICE = 3


class Opening(NamedTuple):
    """How a game is opened."""

    ruleset: Ruleset
    seats: int
    opener: int | None
    entry: Entry

    def start(self) -> GameState:
        return rules.start(self.ruleset, self.seats, self.opener, self.entry).state


@st.composite
def openings(draw: st.DrawFn, most_seats: int = 20, usual_seats: int = 6) -> Opening:
    """A game about to begin, short enough to end: up to `usual_seats` seats, at times up to `most_seats`."""
    most = draw(st.sampled_from([usual_seats // 2, usual_seats // 2, usual_seats, most_seats]))
    bounds = {"most_rounds": 3, "most_points": 30, "most_ante": 5, "most_antes": 4}
    ruleset = draw(rulesets(most_seats=most, **bounds))
    seats = draw(st.integers(ruleset.seats.min, ruleset.seats.max))
    rolls_for_it = ruleset.opener.first == "roll"
    opener = None if rolls_for_it else draw(st.integers(1, seats))
    return Opening(ruleset, seats, opener, draw(st.sampled_from(("dice", "dice_or_score"))))


# Legal entries


@st.composite
def legal_throws(draw: st.DrawFn, state: TurnState) -> tuple[Thrown, TurnState]:
    """A legal roll of an open turn, and where it leads; half of them help the crew along."""
    count = draw(st.sampled_from(state.dice_counts))
    wanted = NEEDED[state.crew : state.crew + draw(st.integers(0, 3))] if not state.has_crew else ()
    rest = draw(st.lists(FACES, min_size=count - len(wanted), max_size=count - len(wanted)))
    dice = (*rest, *wanted)
    thrown = Thrown(dice, draw(_legal_keeps(state, dice)), draw(_legal_holds(state, count)))
    return thrown, turn.roll(state, thrown.dice, thrown.keep, thrown.hold)


def _legal_keeps(state: TurnState, dice: Sequence[int]) -> st.SearchStrategy[tuple[int, ...] | None]:
    whole = bankable(state, dice)
    fewest = 0 if state.rules.banking == "chosen" else len(whole)
    parts = [whole[:count] for count in range(fewest, len(whole) + 1)]
    said = st.sampled_from(parts).flatmap(lambda part: st.permutations(part).map(tuple))
    return st.one_of(st.none(), said)


def _legal_holds(state: TurnState, count: int) -> st.SearchStrategy[int | None]:
    if not (state.has_crew and count == 1):
        return st.none()
    held = st.sampled_from(state.cargo)
    return held if len(set(state.cargo)) == 2 else st.one_of(st.none(), held)


@st.composite
def _legal_rolls(draw: st.DrawFn, state: GameState, place: Place) -> Roll:
    thrown, following = draw(legal_throws(state.turn_state))
    assert state.to_move is not None
    return Roll(state.to_move, thrown, following.has_crew and draw(st.booleans()), place)


@st.composite
def _legal_whole_turns(draw: st.DrawFn, state: GameState, place: Place) -> WholeTurn:
    now, rolls = state.turn_state, []
    while not now.is_over and (not rolls or draw(st.booleans())):
        thrown, now = draw(legal_throws(now))
        rolls.append(thrown)
    assert state.to_move is not None
    stand = now.has_crew and draw(st.booleans())
    return WholeTurn(state.to_move, tuple(rolls), stand, replace(place, roll=None))


def truthful_places(hint: NextEntry) -> st.SearchStrategy[Place]:
    """Where the next entry belongs, said in full, in part, or not at all."""
    said = Place(hint.round, hint.roll_off, hint.roll or hint.attempt)
    return st.sampled_from([rules.ANYWHERE, said, Place(round=said.round), Place(roll=said.roll)])


@st.composite
def legal_entries(draw: st.DrawFn, state: GameState) -> Input:
    """An entry of the seat to move that must be accepted; the game must not be over."""
    hint = next_entry(state)
    place = draw(truthful_places(hint))
    assert hint.seat is not None
    if hint.action == "start_roll":
        dice = tuple(draw(st.lists(FACES, min_size=START_DICE, max_size=START_DICE)))
        return StartRoll(hint.seat, dice, Place(roll=place.roll))
    kinds = ["roll"] * 4 + ["stand"] * 2 * hint.stand + ["score"] * hint.score
    kind = draw(st.sampled_from(kinds + ["turn"] * 2 * (state.turn is None)))
    if kind == "stand":
        return Stand(hint.seat, replace(place, roll=None))
    if kind == "score":
        return Score(hint.seat, draw(st.sampled_from([0, *range(2, 13)])), replace(place, roll=None))
    return draw(_legal_whole_turns(state, place) if kind == "turn" else _legal_rolls(state, place))


def quick_turn(state: GameState, level: int) -> Input:
    """What the seat to move may enter to be done: a turn, or its roll for the opener. The game is not over.

    `level` from 0 to 3 is how well it goes; with so few, ties are frequent.
    """
    assert state.to_move is not None
    if state.start:
        return StartRoll(state.to_move, (1, 1, 1 + level))
    if state.turn_state.can_stand:
        return Stand(state.to_move)
    cargo = (0, 3, 7, 12)[level]
    if state.turn:
        left = (*NEEDED[state.turn_state.crew :], cargo // 2, cargo - cargo // 2)
        dice = left if cargo else (1,) * (5 - state.turn_state.crew)
        return Roll(state.to_move, Thrown(dice), stand=bool(cargo))
    rolls = (crewed(cargo),) if cargo else (BUST,) * state.turn_state.rolls_allowed
    return WholeTurn(state.to_move, tuple(map(Thrown, rolls)), stand=bool(cargo))


# Whole games


def ended_by_dice(opening: Opening, most_entries: int = 3_000) -> GameState:
    """The game at its end, when one seat always has a crew and all others always bust.

    Fails where it does not end within so many entries.
    """
    state, favourite = opening.start(), opening.seats
    for _ in range(most_entries):
        if state.is_over:
            return state
        seat = state.to_move
        assert seat is not None
        state = rules.play(state, _decisive_entry(state, seat, seat == favourite)).state
    raise AssertionError(f"no end after {most_entries} entries: {opening}")


def _decisive_entry(state: GameState, seat: int, is_favourite: bool) -> Input:
    if state.start:
        return StartRoll(seat, (6, 6, 6) if is_favourite else (1, 1, 1))
    if is_favourite:
        return WholeTurn(seat, (Thrown(crewed(11)),), stand=True)
    return WholeTurn(seat, (Thrown(BUST),) * state.turn_state.rolls_allowed)


def ended_by_chance(opening: Opening, random: Random, most_entries: int = 20_000) -> GameState:
    """The game at its end with fair dice, when everyone stands on the first crew.

    Fails where it does not end within so many entries.
    """
    state = opening.start()
    for _ in range(most_entries):
        if state.is_over:
            return state
        assert state.to_move is not None
        count = next_entry(state).dice_counts[0]
        dice = tuple(random.randint(1, 6) for _ in range(count))
        if state.start:
            entry: Input = StartRoll(state.to_move, dice)
        else:
            entry = Roll(state.to_move, Thrown(dice), turn.roll(state.turn_state, dice).has_crew)
        state = rules.play(state, entry).state
    raise AssertionError(f"no end after {most_entries} entries: {opening}")
