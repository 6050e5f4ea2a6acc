"""Which described states play reaches: all of real play, and none that breaks a rule."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules import (
    PRESETS,
    Defer,
    GameState,
    Join,
    Leave,
    Refused,
    Ruleset,
    Score,
    play,
    read_ruleset,
    start,
)
from scorekeeper.rules.openers import next_round_opener
from scorekeeper.rules.state import Seat
from scorekeeper.rules.turn_state import NEEDED
from scorekeeper.thinking.situation import Situation, Unreachable, state_of
from tests.playing import Opening, legal_entries, openings, quick_turn
from tests.strategies import FUZZ

NOTHING_ROLLED = {"rolls_used": 0, "banked": (), "cargo": ()}
UNTOLD = {"total": None, "rounds_won": 0, "chips": None, "left": False, "joining": False}


def told_of(state: GameState) -> list[int]:
    """The seats that a state is described by: those that are in or wait for the next round, and the opener
    though it has left."""
    return sorted({*state.numbers("in", "joining"), state.opener or 0})


def described(state: GameState) -> Situation:
    """A state as somebody describes it who plays it elsewhere, by the places of the seats."""
    seats = told_of(state)
    is_in = {seat: state.seat(seat).status == "in" for seat in seats}
    is_there = {seat: is_in[seat] or state.seat(seat).status == "joining" for seat in seats}
    place = {seat: index for index, seat in enumerate(seats, 1)}
    turn = state.turn_state
    return Situation(
        state.ruleset,
        [_told(state.seat(seat)) if is_there[seat] else {**UNTOLD, "left": True} for seat in seats],
        [place[seat] for seat in state.order if is_in.get(seat)],
        [result.score for result in state.counted],
        state.round,
        state.roll_off,
        state.is_extra_round,
        state.pace,
        state.pot,
        {"rolls_used": turn.rolls_used, "banked": NEEDED[: turn.crew], "cargo": turn.cargo},
        len(state.numbers("out", "left")) - sum(not here for here in is_there.values()),
        place.get(state.opener or 0),
    )


def _told(seat: Seat) -> dict[str, Any]:
    is_joining = seat.status == "joining"
    told = {"total": seat.total, "rounds_won": seat.rounds_won, "chips": seat.chips, "left": False}
    return {**told, "joining": is_joining}


def check(state: GameState) -> None:
    """A state of real play is accepted, and is the same state."""
    if state.is_over or state.start:
        return
    found, seats = state_of(described(state)), told_of(state)
    assert state.to_move == seats[(found.to_move or 0) - 1]
    assert found.turn_state == state.turn_state
    assert seats[(found.opener or 0) - 1] == state.opener
    assert (found.best, found.pot, len(found.seats)) == (state.best, state.pot, len(seats))
    assert [seats[seat - 1] for seat in found.numbers("joining")] == [*state.numbers("joining")]
    if not state.is_extra_round:  # No round follows that.
        assert seats[next_round_opener(found) - 1] == next_round_opener(state)


def play_and_check(opening: Opening, random: Random, comes_and_goes: float) -> None:
    state = opening.start()
    for _ in range(80):
        check(state)
        if state.is_over:
            break
        if random.random() < comes_and_goes:
            seat = random.randint(1, len(state.seats))
            try:
                state = play(state, random.choice([Join(), Leave(seat), Defer(seat)])).state
            except Refused:
                continue
        else:
            state = play(state, quick_turn(state, random.randint(0, 3))).state


@settings(max_examples=150 * FUZZ, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(opening=openings(), seed=st.integers(0, 2**32), comes_and_goes=st.sampled_from([0.0, 0.0, 0.1]))
def test_every_state_of_real_play_is_accepted(opening: Opening, seed: int, comes_and_goes: float) -> None:
    play_and_check(opening, Random(seed), comes_and_goes)  # noqa: S311 - dice of a test


def test_an_extra_round_is_accepted_after_a_last_round_with_a_sole_best_cargo() -> None:
    changes = {"goal": {"kind": "highest_total", "rounds": 2}, "opener": {"next_round": "winner"}}
    state = start(read_ruleset({"preset": "five-rounds", **changes}), 2, 1, "dice_or_score").state
    for seat, score in ((1, 7), (2, 9), (2, 5), (1, 7)):
        check(state)
        state = play(state, Score(seat, score)).state
    assert (state.is_extra_round, state.round_leader) == (True, 1)
    check(state)


@pytest.mark.parametrize("preset", PRESETS)
@settings(max_examples=25 * FUZZ, deadline=None)
@given(seats=st.integers(2, 5), seed=st.integers(0, 2**32), comes_and_goes=st.sampled_from([0.0, 0.1]))
def test_every_state_of_a_preset_is_accepted(
    preset: str, seats: int, seed: int, comes_and_goes: float
) -> None:
    ruleset = PRESETS[preset].ruleset
    opener = None if ruleset.opener.first == "roll" else 1
    opening = Opening(ruleset, min(seats, ruleset.seats.max), opener, "dice")
    play_and_check(opening, Random(seed), comes_and_goes)  # noqa: S311 - dice of a test


@settings(max_examples=40 * FUZZ, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(opening=openings(most_seats=4, usual_seats=4), data=st.data())
def test_every_state_within_a_turn_is_accepted(opening: Opening, data: st.DataObject) -> None:
    state = opening.start()
    for _ in range(12):
        check(state)
        if state.is_over:
            break
        state = play(state, data.draw(legal_entries(state))).state


# What no play reaches


def told(seats: list[dict[str, Any]], ruleset: dict[str, Any] | str, **more: Any) -> Situation:
    rules: Ruleset = read_ruleset({"preset": ruleset} if isinstance(ruleset, str) else ruleset)
    usual: dict[str, Any] = {
        "order": None,
        "scores": (),
        "round": 1,
        "roll_off": 0,
        "extra_round": False,
        "pace": None,
        "pot": None,
        "turn": NOTHING_ROLLED,
    }
    return Situation(rules, [{**UNTOLD, **seat} for seat in seats], **{**usual, **more})


def won(*rounds: int) -> list[dict[str, Any]]:
    return [{"rounds_won": count} for count in rounds]


def totals(*sums: int) -> list[dict[str, Any]]:
    return [{"total": total} for total in sums]


def chips(*counts: int) -> list[dict[str, Any]]:
    return [{"chips": count} for count in counts]


def chips_won(*seats: tuple[int, int]) -> list[dict[str, Any]]:
    return [{"chips": count, "rounds_won": rounds} for count, rounds in seats]


POINTS = {"goal": {"kind": "points", "points": 20}}
ALONE = {**POINTS, "seats": {"min": 1, "max": 1}}
PACED = {"turn": {"pace": "opener"}}
BY_TWO = {"goal": {"kind": "last_with_chips"}, "stakes": {"ante": 2, "chips": 10}}
CARRIED = {**BY_TWO, "round": {"tie": "carry", "all_bust": "carry"}}
ROLL_OFF = {"roll_off": 1}
EXTRA = {"roll_off": 1, "extra_round": True}
TAKEN = {"turn": {"perfect_cargo": "takes_round"}}
TAKEN_OF_FIVE = {**TAKEN, "goal": {"kind": "highest_total", "rounds": 5}}

WINS = {"opener": {"next_round": "winner"}}
WINNER = {"goal": {"kind": "rounds_won", "rounds": 2}, **WINS}
WINNER_OF_THREE = {"goal": {"kind": "highest_total", "rounds": 3}, **WINS}
CARRY = {"tie": "carry"}
TWO = {"ante": 1, "chips": 2}
THREE = {"ante": 1, "chips": 3}

BROKEN = {
    "every round that was played is won by somebody": (told(won(1, 1), "first-to-three", round=5), "/seats"),
    "so it is in a roll-off": (told(won(1, 0), "first-to-three", round=3, **ROLL_OFF), "/seats"),
    "no more rounds are won than played": (told(won(2, 1), "first-to-three", round=3), "/seats"),
    "with carried rounds, too": (told(won(2, 1), {"round": {"tie": "carry"}}, round=3), "/seats"),
    "a race that is won is over": (told(won(3, 1), "first-to-three", round=5), "/seats/0/rounds_won"),
    "a goal of points that is reached is the end": (told(totals(30, 9), POINTS, round=4), "/seats/0/total"),
    "what this round brought is not the end": (
        told(totals(30, 9), POINTS, round=4, scores=(5,)),
        "/seats/0/total",
    ),
    "a bust takes all the rolls": (told([{}, {}], PACED, scores=(0,), pace=1), "/pace"),
    "those in an extra round are level": (
        told(totals(10, 30), "five-rounds", round=5, **EXTRA),
        "/seats/0/total",
    ),
    "they are level at the top": (
        told(totals(10, 10, 30), "five-rounds", round=5, order=(1, 2), **EXTRA),
        "/seats/0/total",
    ),
    "a total without the score of this round": (
        told(totals(3, 9), "five-rounds", round=3, scores=(5,)),
        "/seats/0/total",
    ),
    "points are level at the goal": (told(totals(12, 12), POINTS, round=3, **EXTRA), "/extra_round"),
    "an extra round comes after the last": (
        told(totals(10, 10), "five-rounds", round=4, **EXTRA),
        "/extra_round",
    ),
    "those who roll off are tied": (told(totals(7, 9), "first-to-three", **ROLL_OFF), "/seats/0/total"),
    "they are tied for the best": (
        told(totals(7, 7, 9), "first-to-three", order=(1, 2), **ROLL_OFF),
        "/seats/0/total",
    ),
    "all who are level play an extra round": (
        told(totals(30, 30, 30), "five-rounds", round=5, order=(1, 3), **EXTRA),
        "/order",
    ),
    "all who are tied roll off": (
        told(totals(7, 7, 7), "first-to-three", order=(1, 3), opener=1, **ROLL_OFF),
        "/order",
    ),
    "nobody who is in has set a pace": (told([{}, {}], PACED, pace=2), "/pace"),
    "chips and pot are what was brought": (
        told(chips_won((3, 1), (3, 1)), "chips", round=3, pot=2),
        "/pot",
    ),
    "chips move by antes": (told(chips_won((9, 1), (7, 0)), BY_TWO, round=2, pot=4), "/seats/0/chips"),
    "in round 1 nothing has moved but the ante": (told(chips(3, 5), "chips", pot=2), "/seats/0/chips"),
    "a stake for the game lies until its end": (
        told(
            chips_won((5, 1), (3, 0)),
            {"stakes": {"ante": 1, "per": "game", "chips": 5}},
            round=2,
            pot=2,
        ),
        "/seats/0/chips",
    ),
    "no pot is carried where ties are rolled off": (
        told(chips_won((3, 1), (3, 1)), "chips", round=3, pot=4),
        "/pot",
    ),
    "a tie is carried by those who can pay": (told([{}, {}], CARRIED, **ROLL_OFF), "/roll_off"),
    "who has won no pot has no more than it brought": (
        told(chips_won((5, 0), (3, 1)), "chips", round=2, pot=2),
        "/seats/0/chips",
    ),
    "who has won a pot has it": (told(chips_won((5, 0), (3, 1)), "chips", round=2, pot=2), "/seats/1/chips"),
    "each has paid for each round": (
        told(chips_won((4, 0), (4, 2)), "chips", round=3, pot=2),
        "/seats/0/chips",
    ),
    "a pot holds no more than an ante of each": (
        told(chips_won((9, 1), (2, 1), (2, 1)), "chips", round=4, pot=3, gone=0),
        "/seats/0/chips",
    ),
    "net winnings are by antes and pots, too": (
        told(
            chips_won((1, 0), (-3, 1)),
            {"goal": {"kind": "rounds_won"}, "stakes": {"ante": 1}},
            round=2,
            pot=2,
        ),
        "/seats/0/chips",
    ),
    "who won every round was never below another": (
        told([{"rounds_won": 1, "total": 2}, {"total": 9}], "first-to-three", round=2),
        "/seats/0/total",
    ),
    "nor with what this round brought": (
        told(
            [{"rounds_won": 1, "total": 2}, {"total": 15}],
            "first-to-three",
            round=2,
            order=(2, 1),
            scores=(6,),
        ),
        "/seats/0/total",
    ),
    "a single round lost is a 12 behind at the most": (
        told([{"rounds_won": 2, "total": 4}, {"rounds_won": 1, "total": 17}], "first-to-three", round=4),
        "/seats/0/total",
    ),
    "a 12 ends the round before another has one": (told(totals(12, 12), TAKEN_OF_FIVE, round=2), "/seats"),
    "so it does with what this round brought": (
        told(totals(12, 18), TAKEN_OF_FIVE, round=2, order=(2, 1), scores=(6,)),
        "/seats",
    ),
    "of several rounds each has one": (told(totals(23, 24), TAKEN_OF_FIVE, round=3), "/seats"),
    "so it is at the end of the game": (told(totals(58, 58), TAKEN_OF_FIVE, round=5, **EXTRA), "/seats"),
    "whoever has a 12 wins the round": (
        told([{"total": 12}, {"total": 12, "rounds_won": 1}], TAKEN, round=2),
        "/seats/0/total",
    ),
    "what a 12 has taken is not rolled off": (told(totals(12, 12), TAKEN, **ROLL_OFF), "/seats"),
    "after its own 12 a seat opens, and no other comes to play": (
        told(totals(24, 13), {**WINNER_OF_THREE, **TAKEN}, round=3, order=(1, 2)),
        "/seats",
    ),
    "so it is in a race": (
        told(
            [{"total": 24, "rounds_won": 2}, {"total": 2}, {"total": 14}],
            {**TAKEN, **WINS, "goal": {"kind": "rounds_won", "rounds": 3}},
            round=3,
        ),
        "/seats",
    ),
    "who always opens with a 12 leaves others nothing": (
        told(totals(24, 22), {**TAKEN_OF_FIVE, "opener": {"next_round": "same"}}, round=3, order=(1, 2)),
        "/order",
    ),
    "who won the last round opens": (told(won(1, 0), WINNER, round=2, order=(2, 1)), "/order"),
    "so it is after a carried one": (
        told(won(1, 0), {**WINNER, "round": CARRY}, round=3, order=(2, 1)),
        "/order",
    ),
    "who opened is the winner in a roll-off, too": (
        told(won(1, 0), WINNER, round=2, order=(1, 2), opener=2, **ROLL_OFF),
        "/opener",
    ),
    "the best cargo of the last round opens": (
        told(totals(0, 2), WINNER_OF_THREE, round=2, order=(1, 2)),
        "/order",
    ),
    "so it is whatever this round brought": (
        told(totals(5, 2), WINNER_OF_THREE, round=2, order=(1, 2), scores=(5,)),
        "/order",
    ),
    "who opens was the best of some round": (
        told(totals(0, 14, 9), WINNER_OF_THREE, round=3, order=(1, 2, 3)),
        "/order",
    ),
    "a carried pot is of whole rounds": (
        told(chips_won((0, 1), (1, 1)), {**BY_TWO, "round": CARRY, "stakes": TWO}, round=4, pot=3),
        "/pot",
    ),
    "what was won is of whole pots": (
        told(chips_won((0, 1), (1, 1)), {**BY_TWO, "round": CARRY, "stakes": TWO}, round=4, pot=2),
        "/seats/1/chips",
    ),
    "all is in the pot until somebody wins": (
        told(chips_won((2, 0), (2, 0), (2, 0)), {**BY_TWO, "round": CARRY, "stakes": THREE}, round=2, pot=3),
        "/pot",
    ),
    "who has no round has no pot": (
        told(chips_won((10, 0), (2, 1)), {**BY_TWO, "round": CARRY}, round=4, pot=8),
        "/seats/0/chips",
    ),
    "who can't pay any more is out": (
        told(chips_won((0, 1), (2, 1)), {**BY_TWO, "round": CARRY, "stakes": TWO}, round=4, pot=2),
        "/seats",
    ),
    "so it is where the last to win opens": (
        told(chips_won((0, 1), (2, 2)), {**BY_TWO, **WINS, "stakes": TWO}, round=4, pot=2),
        "/seats",
    ),
    "those who are gone brought no more than they had": (
        told(chips_won((9, 1), (9, 1)), "chips", round=3, pot=2, gone=1),
        "/pot",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_breaks_a_rule_is_refused_at_the_value(name: str) -> None:
    situation, pointer = BROKEN[name]
    with pytest.raises(Unreachable) as refused:
        state_of(situation)
    assert (pointer, "state-unreachable") in {(each.pointer, each.code) for each in refused.value.problems}


REACHED = {
    "rounds that were carried": told(won(1, 0), {"round": {"tie": "carry"}}, round=4),
    "rounds of one who left": told(won(1, 1), "first-to-three", round=5, gone=1),
    "a goal that this round reaches": told(totals(25, 19), POINTS, round=4, scores=(7,)),
    "a goal that is level": told(totals(25, 25), POINTS, round=4, **EXTRA),
    "a bust in all the rolls": told([{}, {}], PACED, scores=(0,), pace=3),
    "a crew in one": told([{}, {}], PACED, scores=(7,), pace=1),
    "level at the end": told(totals(30, 10, 30), "five-rounds", round=5, order=(1, 3), **EXTRA),
    "a tie that cannot be carried": told(
        chips_won((0, 0), (8, 2), (16, 2)), CARRIED, round=5, order=(1, 3), pot=6, opener=2, **ROLL_OFF
    ),
    "who set the pace has left": told([{}, {}], PACED, pace=1, gone=1),
    "nobody has set the pace yet, and somebody has left": told([{}, {}], PACED, gone=1),
    "some are level again in an extra round": told(
        totals(30, 30, 30), "five-rounds", round=5, order=(1, 3), roll_off=2, extra_round=True
    ),
    "a round lost by a 12": told(
        [{"rounds_won": 2, "total": 4}, {"rounds_won": 1, "total": 16}], "first-to-three", round=4
    ),
    "who rolls off may be behind": told(
        [{"rounds_won": 1, "total": 9}, {"total": 9}], "first-to-three", round=2, opener=1, **ROLL_OFF
    ),
    "a pot and an ante": told(chips_won((5, 1), (3, 0)), "chips", round=2, pot=2),
    "who has joined has paid less": told(chips_won((5, 1), (3, 0), (4, 0)), "chips", round=2, pot=3),
    "a 12 that ended the round": told(totals(12, 11), TAKEN_OF_FIVE, round=2),
    "a 12 in each of two rounds": told(totals(23, 23), TAKEN_OF_FIVE, round=3),
    "two 12s in a row, the first of them after all had played": told(
        totals(24, 11), {**WINNER_OF_THREE, **TAKEN}, round=3, order=(1, 2)
    ),
    "two 12s of two seats": told(totals(12, 12), TAKEN_OF_FIVE, round=3),
    "a 12 in each round, level at the end": told(totals(57, 57), TAKEN_OF_FIVE, round=5, **EXTRA),
    "a 12 that won its round": told([{"total": 12, "rounds_won": 1}, {"total": 11}], TAKEN, round=2),
    "two with a 12 where it takes no round": told(totals(12, 12), "five-rounds", round=2),
    "who won no round opens after rounds that nobody won": told(
        won(0, 0), {**WINNER, "round": CARRY}, round=3, order=(2, 1)
    ),
    "who opened one that was level opens the next": told(
        totals(7, 7), WINNER_OF_THREE, round=2, order=(2, 1)
    ),
    "who leads is not who opens": told(totals(12, 2), WINNER_OF_THREE, round=3, order=(2, 1)),
    "a winner who has left does not open": told(won(0, 0), WINNER, round=2, gone=1),
    "chips of one who is out": told(chips_won((5, 3), (8, 4)), "chips", round=8, pot=2, gone=1),
}


@pytest.mark.parametrize("name", REACHED)
def test_what_play_may_reach_is_accepted(name: str) -> None:
    assert state_of(REACHED[name]).to_move


def test_a_turn_of_one_roll_is_told_so() -> None:
    turn = {**NOTHING_ROLLED, "rolls_used": 2}
    with pytest.raises(Unreachable, match="A turn here has 1 roll,"):
        state_of(told([{}, {}], {"turn": {"rolls": 1}}, turn=turn))


@pytest.mark.parametrize(
    ("situation", "said"),
    [
        (told([{}, {}], {"goal": {"kind": "highest_total", "rounds": 1}}, round=2), "The game has 1 round."),
        (told([{}, {}, {}], "voyage"), "These house rules are for 2 seats, not for 3."),
        (
            told([{}, {}, {}], ALONE),
            "These house rules are for 1 seat, not for 3.",
        ),
        (told(totals(1, 0), "five-rounds", scores=(1,)), "2 to 12"),
        (told(totals(20, 0), "five-rounds", round=2), "In 1 turn no seat has a total of 20 here."),
        (
            told(totals(12, 12), TAKEN_OF_FIVE, round=2),
            "A 12 ends its round here, so that 1 round had no more than 1 of them. These totals need 2.",
        ),
        (
            told([{"total": 12}, {"rounds_won": 1}], TAKEN, round=2),
            "A 12 wins its round here: with 12 this seat has won at least 1 round, not 0.",
        ),
    ],
)
def test_what_is_one_is_told_as_one(situation: Situation, said: str) -> None:
    with pytest.raises(Unreachable) as refused:
        state_of(situation)
    assert said in str(refused.value)


def test_who_opened_the_round_is_asked_for_where_a_roll_off_does_not_show_it() -> None:
    hidden = [
        told([{}, {}, {}], "chips", order=(2, 3), **ROLL_OFF),
        told([{}, {}], "first-to-three", **ROLL_OFF),
        told([{}, {}], "chips", round=2, gone=1, **ROLL_OFF),
    ]
    for situation in hidden:
        with pytest.raises(Unreachable) as refused:
            state_of(situation)
        assert ("/opener", "required") in {(each.pointer, each.code) for each in refused.value.problems}
    assert state_of(told([{}, {}, {}], "chips", order=(2, 3, 1), **ROLL_OFF)).opener == 2
    by_winner = {"opener": {"next_round": "winner"}, "round": {"roll_off_order": "seat_number"}}
    assert state_of(told([{}, {}], by_winner, **ROLL_OFF)).to_move == 1


def test_the_next_round_opens_by_who_opened_this_one_and_not_by_who_rolls_off_first() -> None:
    for opener, following in ((1, 2), (3, 1)):
        after = state_of(
            told([{}, {}, {}], "first-to-three", order=(1, 2, 3), scores=(9, 2), opener=opener, **ROLL_OFF)
        )
        after = play(after._replace(entry="dice_or_score"), Score(3, 3)).state
        assert (after.round, after.opener) == (2, following)


def test_an_opener_is_one_of_the_seats() -> None:
    with pytest.raises(Unreachable) as refused:
        state_of(told([{}, {}], "chips", opener=3))
    assert refused.value.problems[0].pointer == "/opener"


LEFT = {"left": True}


def test_the_next_round_opens_from_the_place_of_who_opened_this_one_and_has_left() -> None:
    for step, following in (("clockwise", 3), ("counterclockwise", 1), ("same", 3)):
        house_rules = {"preset": "chips", "opener": {"next_round": step}}
        seats = [{}, LEFT, {}, {}]
        state = state_of(told(seats, house_rules, order=(3, 4, 1), scores=(0, 9), opener=2, pot=4))
        assert (state.to_move, state.numbers("in")) == (1, (1, 3, 4))
        after = play(state._replace(entry="dice_or_score"), Score(1, 3)).state
        assert (after.round, after.opener) == (2, following)


@pytest.mark.parametrize(
    ("situation", "pointer"),
    [
        (told([{}, LEFT, {}], "chips", order=(1, 2, 3), pot=3), "/order"),
        (told([{}, {**LEFT, "chips": 3}, {}], "chips", pot=3), "/seats/1"),
        (told([{}, LEFT], "chips", pot=2), "/seats"),
    ],
)
def test_who_has_left_neither_plays_nor_holds_anything(situation: Situation, pointer: str) -> None:
    with pytest.raises(Unreachable) as refused:
        state_of(situation)
    assert pointer in {each.pointer for each in refused.value.problems}


JOINING = {"joining": True}


def test_who_waits_for_the_next_round_sits_down_in_it() -> None:
    state = state_of(told([{}, {}, JOINING], "chips", scores=(4,)))
    assert (state.to_move, state.numbers("in"), state.numbers("joining")) == (2, (1, 2), (3,))
    assert (state.pot, [seat.chips for seat in state.seats]) == (2, [4, 4, 5])
    after = play(state._replace(entry="dice_or_score"), Score(2, 5)).state
    assert (after.round, after.numbers("in"), after.pot) == (2, (1, 2, 3), 3)


def test_one_seat_plays_on_where_another_waits() -> None:
    state = state_of(told([{}, LEFT, JOINING], "first-to-three", opener=1))
    assert (state.to_move, state.numbers("joining")) == (1, (3,))


def test_who_joined_before_an_extra_round_waits_in_it() -> None:
    assert state_of(told([*totals(25, 25), JOINING], POINTS, round=4, **EXTRA)).numbers("joining") == (3,)


WAITING_WRONGLY = {
    "it sits after those who are in": (told([{}, JOINING, {}], "chips"), "/seats/1/joining", "invalid"),
    "it has not left": (told([{}, {}, {**JOINING, **LEFT}], "chips"), "/seats/2/joining", "invalid"),
    "it has won nothing": (told([{}, {}, {**JOINING, "total": 7}], "chips"), "/seats/2", "invalid"),
    "it has paid no ante": (told([{}, {}, {**JOINING, "chips": 4}], "chips"), "/seats/2", "invalid"),
    "it plays in no pass": (told([{}, {}, JOINING], "chips", order=(1, 2, 3)), "/order", "invalid"),
    "it has opened no round": (told([{}, {}, JOINING], "chips", opener=3), "/opener", "invalid"),
    "there are no more than the house rules seat": (
        told([{}, {}, JOINING], "voyage"),
        "/seats/2/joining",
        "state-unreachable",
    ),
    "nobody joins in the last round": (
        told([*totals(20, 20), JOINING], "five-rounds", round=5),
        "/seats/2/joining",
        "state-unreachable",
    ),
    "nobody joins where the stakes were paid at the start": (
        told([{}, {}, JOINING], {"stakes": {"ante": 1, "per": "game"}}),
        "/seats/2/joining",
        "state-unreachable",
    ),
}


@pytest.mark.parametrize("name", WAITING_WRONGLY)
def test_who_waits_for_the_next_round_waits_as_in_a_real_game(name: str) -> None:
    situation, pointer, code = WAITING_WRONGLY[name]
    with pytest.raises(Unreachable) as refused:
        state_of(situation)
    assert (pointer, code) in {(each.pointer, each.code) for each in refused.value.problems}


@pytest.mark.parametrize(
    ("ruleset", "situation", "chips_told", "pot"),
    [
        ("chips", {"seats": won(1, 0, 2), "round": 4}, [4, 1, 7], 3),
        ("chips", {"seats": won(0, 0)}, [4, 4], 2),
        (CARRIED, {"seats": won(0, 0, 0), "round": 3}, [4, 4, 4], 18),
        (CARRIED, {"seats": won(1, 0), "round": 2}, [10, 6], 4),
        (
            {"goal": {"kind": "rounds_won"}, "stakes": {"ante": 1}},
            {"seats": won(1, 1), "round": 3},
            [-1, -1],
            2,
        ),
        ({"stakes": {"ante": 1, "per": "game", "chips": 5}}, {"seats": won(1, 0), "round": 2}, [4, 4], 2),
    ],
)
def test_chips_that_were_left_out_are_those_that_the_rounds_won_tell(
    ruleset: Any, situation: dict[str, Any], chips_told: list[int], pot: int
) -> None:
    found = state_of(told(ruleset=ruleset, **situation))
    assert ([seat.chips for seat in found.seats], found.pot) == (chips_told, pot)


@pytest.mark.parametrize(
    "situation",
    [
        told(won(1, 0, 0), {"preset": "chips", "round": CARRY}, round=5),
        told(won(1, 1), "chips", round=4, gone=1),
        told([{"rounds_won": 1, "chips": 5}, {}, {}], {"preset": "chips", "round": CARRY}, round=5, pot=6),
    ],
)
def test_chips_that_were_left_out_and_nothing_tells_are_asked_for(situation: Situation) -> None:
    with pytest.raises(Unreachable) as refused:
        state_of(situation)
    untold = {f"/seats/{index}/chips" for index, seat in enumerate(situation.seats) if seat["chips"] is None}
    assert {(each.pointer, each.code) for each in refused.value.problems} == {
        (pointer, "required") for pointer in untold
    }


# All states of small games, played out


Seen = tuple[int, int, tuple[tuple[int, int | None, int], ...], int]
"""When a round is about to begin: its number, who opens, by seat rounds won, chips and total, and the pot."""


def seen_in_play(ruleset: Ruleset, seats: int, rounds: int, scores: tuple[int, ...]) -> set[Seen]:
    """All that the engine comes to within so many rounds while all are in."""
    by_totals = ruleset.goal.kind in ("highest_total", "points")
    waiting = [start(ruleset, seats, opener, "dice_or_score").state for opener in range(1, seats + 1)]
    known, found = set[Any](), set[Seen]()
    while waiting:
        state = waiting.pop()
        is_over = state.is_over or state.is_extra_round or len(state.numbers("in")) < seats
        if is_over or state.round > rounds or state.roll_off > 1:
            continue
        had = tuple((seat.rounds_won, seat.chips, seat.total * by_totals) for seat in state.seats)
        key = (state.round, state.roll_off, state.opener, state.to_come, state.results, had, state.pot)
        if key in known:
            continue
        known.add(key)
        if not state.results and not state.roll_off:
            found.add((state.round, state.opener or 0, had, state.pot))
            if state.round == rounds:
                continue
        waiting += [play(state, Score(state.to_move or 0, score)).state for score in scores]
    return found


def is_accepted(ruleset: Ruleset, seen: Seen) -> bool:
    number, opener, had, pot = seen
    seats = [{**UNTOLD, "rounds_won": rounds, "chips": count, "total": total} for rounds, count, total in had]
    order = [(opener - 1 + place) % len(had) + 1 for place in range(len(had))]
    try:
        state_of(Situation(ruleset, seats, order, (), number, 0, False, None, pot, NOTHING_ROLLED))
    except Unreachable:
        return False
    return True


EACH = (0, *range(2, 13))
TIED = (0, 7, 8)
FEW: tuple[int | None, ...] = (0, 1, 2, 3)
NONE: tuple[int | None, ...] = (None,)
SMALL: dict[str, tuple[dict[str, Any], int, int, tuple[int, ...], tuple[Any, Any, Any, Any]]] = {
    "a race": (WINNER, 2, 4, TIED, (range(3), NONE, (0,), (0,))),
    "a race of three": (WINNER, 3, 4, TIED, (range(3), NONE, (0,), (0,))),
    "a race with ties carried": ({**WINNER, "round": CARRY}, 2, 5, TIED, (range(3), NONE, (0,), (0,))),
    "chips": ({**BY_TWO, **WINS, "stakes": TWO}, 2, 4, TIED, (range(3), FEW, (0,), (2, 3, 4))),
    "chips with ties carried": (
        {**BY_TWO, "round": CARRY, "stakes": TWO},
        2,
        4,
        TIED,
        (range(3), FEW, (0,), (2, 3, 4, 6)),
    ),
    "chips of three with ties carried": (
        {**BY_TWO, **WINS, "round": CARRY, "stakes": THREE, "seats": {"min": 3, "max": 3}},
        3,
        3,
        TIED,
        (range(2), FEW, (0,), (3, 6, 9)),
    ),
    "totals": (WINNER_OF_THREE, 2, 3, EACH, ((0,), NONE, (0, 1, 2, 3, 11, 13, 22, 24), (0,))),
    "totals where a 12 takes the round": (
        {**WINNER_OF_THREE, **TAKEN},
        2,
        3,
        (0, 2, 10, 11, 12),
        ((0,), NONE, (0, 2, 11, 12, 13, 22, 23, 24), (0,)),
    ),
    "totals of three where it does": (
        {**TAKEN_OF_FIVE, "seats": {"min": 3, "max": 3}},
        3,
        2,
        (0, 2, 11, 12),
        ((0,), NONE, (0, 2, 11, 12), (0,)),
    ),
    "points of three": (
        {"goal": {"kind": "points", "points": 6}, **WINS},
        3,
        2,
        (0, 2, 3, 4, 5),
        ((0,), NONE, (0, 1, 2, 3, 4, 5), (0,)),
    ),
    "points": (
        {"goal": {"kind": "points", "points": 6}, **WINS},
        2,
        3,
        (0, 2, 3, 4, 5),
        ((0,), NONE, (0, 1, 2, 3, 4, 5), (0,)),
    ),
}


@pytest.mark.parametrize("name", SMALL)
def test_of_small_games_all_that_is_played_is_accepted_and_nothing_else(name: str) -> None:
    house, seats, rounds, scores, (rounds_won, in_hand, sums, pots) = SMALL[name]
    ruleset = read_ruleset(house)
    played = seen_in_play(ruleset, seats, rounds, scores)
    of_seat = [*product(rounds_won, in_hand, sums)]
    thinkable: set[Seen] = {
        *product(range(1, rounds + 1), range(1, seats + 1), product(of_seat, repeat=seats), pots)
    }
    assert played & thinkable
    assert {each for each in thinkable if is_accepted(ruleset, each)} == played & thinkable
    assert all(is_accepted(ruleset, each) for each in played)
