"""What the referee says: each code, where it points, what would have been legal, and what goes first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.rules import (
    CODES,
    Abandon,
    Defer,
    Input,
    Join,
    Leave,
    Place,
    Roll,
    Score,
    Stand,
    StartRoll,
    Thrown,
    Violation,
    WholeTurn,
    next_entry,
)
from tests.examples import AMBER, BLUE, BUST, GREEN, RED, Table, crewed, house

CHOSEN = {"banking": "chosen"}
ANY = {"cargo_reroll": "any"}


def table_with(*rolls: tuple[int, ...], **turn: Any) -> Table:
    """A table at which Red has rolled so far."""
    table = Table(house(turn=turn), entry="dice_or_score")
    for roll in rolls:
        table.roll(*roll)
    return table


def finished_table() -> Table:
    table = Table()
    table.enter(Abandon())
    return table


def rolling_table() -> Table:
    return Table(house(opener={"first": "roll"}), opener=None)


def out_table() -> Table:
    """Red and Blue are in, Green is out."""
    table = Table(house("chips", stakes={"chips": 2}, opener={"next_round": "same"}))
    table.score(9, 2, 3)
    table.score(2, 9, 3)
    return table


def dice(*faces: Any, **more: Any) -> Input:
    return Roll(RED, Thrown(faces, **more))


Case = tuple[Callable[[], Table], Input, str, str, dict[str, Any] | None]
"""A table, an entry, the code that it is refused for, where that points, and what would be legal."""

CASES: list[Case] = [
    (table_with, dice(6, 5, 4, 7, 1), "face-invalid", "/dice/3", {"faces": [1, 2, 3, 4, 5, 6]}),
    (table_with, dice(6, 5, 4, 1), "dice-count", "/dice", {"dice_counts": [5]}),
    (
        lambda: table_with(**CHOSEN),
        dice(6, 1, 1, 2, 3, keep=[6, 5]),
        "face-not-rolled",
        "/keep/1",
        {"keep": [6]},
    ),
    (
        lambda: table_with((6, 1, 1, 2, 3), **CHOSEN),
        dice(6, 5, 1, 2, keep=[6]),
        "already-banked",
        "/keep/0",
        {"keep": [5]},
    ),
    (
        lambda: table_with(**CHOSEN),
        dice(5, 1, 1, 2, 3, keep=[5]),
        "captain-before-ship",
        "/keep/0",
        {"keep": []},
    ),
    (
        lambda: table_with(**CHOSEN),
        dice(6, 4, 3, 3, 1, keep=[6, 4]),
        "crew-before-captain",
        "/keep/1",
        {"keep": [6]},
    ),
    (
        lambda: table_with(**CHOSEN),
        dice(6, 4, 3, 3, 1, keep=[6, 3]),
        "cargo-not-bankable",
        "/keep/1",
        {"keep": [6]},
    ),
    (table_with, dice(6, 5, 4, 3, 1, keep=[6]), "must-bank", "/keep", {"keep": [6, 5, 4]}),
    (lambda: table_with(crewed(5)), dice(3), "reroll-not-allowed", "/dice", {"dice_counts": [2]}),
    (lambda: table_with(crewed(5), **ANY), dice(3, hold=6), "hold-invalid", "/hold", {"hold": [2, 3]}),
    (table_with, Stand(RED), "crew-incomplete", "", {"dice_counts": [5]}),
    (lambda: table_with((6, 5, 4, 1, 2), (2, 2), (3, 3)), dice(1, 1), "turn-over", "/seat", {"seat": BLUE}),
    (table_with, Roll(BLUE, Thrown(BUST)), "not-your-turn", "/seat", {"seat": RED}),
    (
        lambda: table_with(BUST),
        Roll(RED, Thrown(BUST), place=Place(1, 0, 1)),
        "already-recorded",
        "/roll",
        {"roll": 2},
    ),
    (table_with, Roll(RED, Thrown(BUST), place=Place(1, 0, 2)), "out-of-order", "/roll", {"roll": 1}),
    (
        table_with,
        Score(RED, 13),
        "score-impossible",
        "/score",
        {"score": [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]},
    ),
    (lambda: table_with(BUST), Score(RED, 7), "score-not-allowed", "/score", None),
    (table_with, Roll(9, Thrown(BUST)), "seat-unknown", "/seat", {"seats": [1, 2, 3]}),
    (out_table, Roll(GREEN, Thrown(BUST)), "seat-not-in", "/seat", {"seats": [1, 2]}),
    (rolling_table, Join(), "join-closed", "", None),
    (table_with, Defer(GREEN), "defer-pointless", "/seat", None),
    (finished_table, dice(*BUST), "game-over", "/seat", None),
    (rolling_table, dice(*BUST), "start-roll-due", "", {"seat": RED, "attempt": 1}),
    (table_with, StartRoll(RED, (1, 2, 3)), "start-roll-over", "", None),
]


@pytest.mark.parametrize(
    ("table", "entry", "code", "pointer", "legal"), CASES, ids=[case[2] for case in CASES]
)
def test_a_violation_points_at_what_is_wrong_and_says_what_would_have_been_legal(
    table: Callable[[], Table], entry: Input, code: str, pointer: str, legal: dict[str, Any] | None
) -> None:
    (violation,) = table().violations(entry)
    assert (violation.code, violation.pointer, violation.legal) == (code, pointer, legal)
    assert violation.detail.endswith(".")
    assert not violation.detail[0].islower()


def test_every_code_is_reached_by_one_of_these_tests() -> None:
    assert {case[2] for case in CASES} == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_code_has_a_title_one_plain_sentence_and_a_source(code: str) -> None:
    said = CODES[code]
    assert said.code == code
    assert said.title
    assert said.title[0].isupper()
    assert said.rule.endswith(".")
    assert said.source in {"S0", "S1", "S2", "S3", "S4", "rules"}
    assert said.level in {"position", "dice"}


def test_a_violation_carries_the_rule_and_its_source() -> None:
    violation = Violation("captain-before-ship", "The 5 has to wait for the ship (a 6).")
    assert violation.rule == CODES["captain-before-ship"].rule
    assert violation.source == "S0"
    assert violation.level == "dice"


# What is a face


@pytest.mark.parametrize("value", [0, 7, -1, 10**30, True, False, 6.0, "6", None, [6], {}, float("nan")])
def test_only_a_whole_number_from_1_to_6_is_a_face(value: object) -> None:
    table = table_with(**CHOSEN)
    found = table.violations(dice(1, 1, value, 2, 3))
    assert [(v.code, v.pointer) for v in found] == [("face-invalid", "/dice/2")]
    found = table.violations(dice(6, 1, 1, 2, 3, keep=[value]))
    assert [(v.code, v.pointer) for v in found] == [("face-invalid", "/keep/0")]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 6, 10_000])
def test_a_roll_has_as_many_dice_as_are_to_be_rolled(count: int) -> None:
    assert Table().refused(dice(*[1] * count)) == ["dice-count"]


def test_the_legal_counts_of_a_cargo_re_roll_are_named() -> None:
    for cargo_reroll, counts in (("both", [2]), ("any", [1, 2]), ("one", [1])):
        (violation,) = table_with(crewed(5), cargo_reroll=cargo_reroll).violations(dice(1, 1, 1))
        assert (violation.code, violation.legal) == ("dice-count", {"dice_counts": counts})


# Everything that is wrong is named


def test_everything_that_is_wrong_with_a_roll_is_named() -> None:
    found = table_with(**CHOSEN).violations(dice(6, 0, 4, 9, keep=[4, 6, 3, 5], hold=2))
    assert [(v.code, v.pointer) for v in found] == [
        ("face-invalid", "/dice/1"),
        ("face-invalid", "/dice/3"),
        ("dice-count", "/dice"),
        ("face-not-rolled", "/keep/3"),
        ("crew-before-captain", "/keep/0"),
        ("face-not-rolled", "/keep/2"),
        ("cargo-not-bankable", "/keep/2"),
        ("hold-invalid", "/hold"),
    ]


def test_a_kept_face_is_judged_against_those_kept_validly() -> None:
    found = table_with(**CHOSEN).violations(dice(6, 4, 3, 3, 1, keep=[6, 5, 4]))
    assert [(v.code, v.pointer) for v in found] == [
        ("face-not-rolled", "/keep/1"),
        ("crew-before-captain", "/keep/2"),
    ]


def test_must_bank_looks_at_what_was_kept_validly() -> None:
    found = table_with().violations(dice(6, 5, 4, 3, 1, keep=[6, 4]))
    assert [v.code for v in found] == ["crew-before-captain", "must-bank"]
    assert table_with().refused(dice(6, 5, 4, 3, 1, keep=[6, 5, 4, 3])) == ["cargo-not-bankable"]


def test_a_face_kept_more_often_than_it_shows_was_not_rolled() -> None:
    found = table_with(**CHOSEN).violations(dice(6, 1, 1, 2, 3, keep=[6, 6]))
    assert [v.code for v in found] == ["face-not-rolled", "already-banked"]
    assert {v.pointer for v in found} == {"/keep/1"}


def test_anything_kept_once_the_crew_is_complete_is_cargo() -> None:
    found = table_with(crewed(5)).violations(dice(6, 6, keep=[6, 2]))
    assert [(v.code, v.pointer) for v in found] == [
        ("cargo-not-bankable", "/keep/0"),
        ("face-not-rolled", "/keep/1"),
        ("cargo-not-bankable", "/keep/1"),
    ]


def test_what_is_wrong_in_a_whole_turn_is_pointed_at_below_its_roll() -> None:
    rolls = [Thrown(BUST), Thrown((7, 1, 1, 1))]
    found = Table().violations(WholeTurn(RED, rolls))
    assert [v.pointer for v in found] == ["/rolls/1/dice/0", "/rolls/1/dice"]


def test_a_refused_entry_says_in_words_what_is_wrong() -> None:
    (violation,) = table_with(**CHOSEN).violations(dice(6, 4, 3, 3, 1, keep=[6, 4]))
    assert violation.detail == "The 4 has to wait for the captain (a 5)."


# Codes about the game are given alone, in their order (11)


def test_a_code_about_the_game_is_given_alone() -> None:
    bad = Thrown((0, "x"), keep=[9], hold=9)
    assert Table().refused(Roll(BLUE, bad)) == ["not-your-turn"]
    assert Table().refused(Roll(RED, bad, place=Place(round=2))) == ["out-of-order"]
    assert Table().refused(Score(BLUE, 13)) == ["not-your-turn"]


def test_game_over_comes_before_an_unknown_seat() -> None:
    for entry in (Roll(9, Thrown(BUST)), Stand(9), Defer(9), Leave(9), StartRoll(9, (1, 1, 1)), Score(9, 1)):
        assert finished_table().refused(entry) == ["game-over"]


@pytest.mark.parametrize("seat", [0, 4, -1, True, "1", None, 1.0])
def test_an_unknown_seat_comes_before_a_roll_for_the_opener_that_is_due(seat: Any) -> None:
    entries = [Roll(seat, Thrown(BUST)), Stand(seat), Defer(seat), StartRoll(seat, (1, 1, 1)), Leave(seat)]
    for entry in entries:
        assert rolling_table().refused(entry) == ["seat-unknown"]
        assert Table().refused(entry) == ["seat-unknown"]


def test_a_roll_for_the_opener_that_is_due_comes_before_a_seat_that_is_not_in() -> None:
    table = rolling_table()
    table.enter(Leave(GREEN))
    assert table.refused(Roll(GREEN, Thrown(BUST))) == ["start-roll-due"]
    assert table.refused(Roll(BLUE, Thrown(BUST))) == ["start-roll-due"]
    assert table.refused(StartRoll(GREEN, (1, 1, 1))) == ["seat-not-in"]


def test_a_seat_that_is_not_in_comes_before_whose_turn_it_is() -> None:
    table = Table(seats=4)
    table.score(9)
    table.enter(Leave(RED))
    assert table.refused(Roll(RED, Thrown(BUST))) == ["seat-not-in"]


def test_a_seat_that_is_out_has_left_or_waits_is_not_in() -> None:
    table = out_table()
    table.enter(Join())
    table.enter(Join())
    table.enter(Leave(AMBER + 1))
    for seat in (GREEN, AMBER, AMBER + 1):
        for entry in (Roll(seat, Thrown(BUST)), Stand(seat), Score(seat, 5), Defer(seat)):
            assert table.refused(entry) == ["seat-not-in"]
    assert table.refused(Leave(GREEN)) == ["seat-not-in"]


def test_a_turn_is_over_until_an_entry_of_another_seat_is_accepted() -> None:
    table = Table()
    table.score(5)
    for entry in (dice(*BUST), Stand(RED), WholeTurn(RED, [Thrown(BUST)]), Score(RED, 5)):
        assert table.refused(entry) == ["turn-over"]
    assert table.refused(Roll(BLUE, Thrown((7, 7)))) == ["face-invalid", "face-invalid", "dice-count"]
    assert table.refused(dice(*BUST)) == ["turn-over"]
    table.roll(*BUST)
    assert table.refused(dice(*BUST)) == ["not-your-turn"]


def test_a_turn_is_over_across_the_end_of_its_round() -> None:
    table = Table()
    table.score(5, 9, 2)
    assert table.refused(Roll(GREEN, Thrown(BUST))) == ["turn-over"]


# Where an entry belongs


def test_an_entry_that_names_another_round_or_roll_off_is_out_of_order() -> None:
    table = Table()
    for place, pointer in ((Place(2, 0, 1), "/round"), (Place(0), "/round"), (Place(1, 1, 1), "/roll_off")):
        for entry in (Roll(RED, Thrown(BUST), place=place), Stand(RED, place), Score(RED, 5, place)):
            (violation,) = table.violations(entry)
            assert (violation.code, violation.pointer) == ("out-of-order", pointer)


def test_an_entry_that_names_its_place_rightly_is_accepted() -> None:
    table = Table()
    table.enter(Roll(RED, Thrown(BUST), place=Place(1, 0, 1)))
    table.enter(Roll(RED, Thrown(crewed(5)), place=Place(1, 0, 2)))
    table.enter(Stand(RED, Place(1, 0, 2)))
    table.enter(WholeTurn(BLUE, [Thrown(crewed(5))], stand=True, place=Place(1, 0)))
    table.score(3)
    table.enter(Roll(RED, Thrown(BUST), place=Place(1, 1, 1)))


def test_a_stand_names_the_roll_that_it_stands_on() -> None:
    table = table_with(BUST, crewed(5))
    assert table.refused(Stand(RED, Place(roll=1))) == ["already-recorded"]
    assert table.refused(Stand(RED, Place(roll=3))) == ["out-of-order"]
    table.enter(Stand(RED, Place(roll=2)))


def test_a_whole_turn_that_has_begun_is_recorded_already() -> None:
    assert table_with(BUST).refused(WholeTurn(RED, [Thrown(BUST)])) == ["already-recorded"]


# Hints


def test_the_game_says_what_it_waits_for() -> None:
    table = table_with((6, 5, 4, 1, 2), **ANY)
    hint = next_entry(table.state)
    assert hint.to_json() == {
        "action": "roll",
        "seat": RED,
        "round": 1,
        "roll_off": 0,
        "roll": 2,
        "attempt": None,
        "dice_counts": [1, 2],
        "stand": True,
        "hold": [1, 2],
        "score": False,
    }
    assert next_entry(Table(entry="dice_or_score").state).score
    assert next_entry(rolling_table().state).to_json()["action"] == "start_roll"
    assert next_entry(finished_table().state).action == "none"


def test_what_the_game_waits_for_can_be_sent_back() -> None:
    table = Table()
    table.score(8, 8, 2)
    for _ in range(3):
        hint = next_entry(table.state)
        place = Place(hint.round, hint.roll_off, hint.roll)
        assert hint.seat is not None
        table.enter(Roll(hint.seat, Thrown((1,) * hint.dice_counts[0]), place=place))
    assert next_entry(table.state).seat == BLUE
