"""What the referee says: each code, where it points, what would have been legal, and what goes first."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.rules import (
    CODES,
    Defer,
    Input,
    Join,
    Place,
    Roll,
    Score,
    Stand,
    StartRoll,
    Thrown,
    Violation,
    WholeTurn,
)
from tests.examples import BLUE, BUST, GREEN, RED, Table, crewed
from tests.rules.situations import ANY, CHOSEN, dice, finished_table, out_table, rolling_table, table_with

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
    (finished_table, dice(*BUST), "game-over", "", None),
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


SAID = {
    "face-invalid": "A die shows a whole number from 1 to 6.",
    "dice-count": "5 dice are to be rolled here, and this roll has 4.",
    "face-not-rolled": "This roll does not show that 5.",
    "already-banked": "There is a ship already; it needs no second 6.",
    "captain-before-ship": "The 5 has to wait for the ship (a 6).",
    "crew-before-captain": "The 4 has to wait for the captain (a 5).",
    "cargo-not-bankable": "A 3 is cargo and cannot be banked.",
    "must-bank": "Under these house rules the captain (a 5) and the crew (a 4) must be kept too.",
    "reroll-not-allowed": "These house rules let you roll both cargo dice together again, not one.",
    "hold-invalid": "The cargo is 2 and 3; another die cannot be held.",
    "turn-over": "The turn of seat 1 is over; seat 2 is to move.",
    "not-your-turn": "Seat 1 is to move, not seat 2.",
    "already-recorded": "This is roll 2, not roll 1.",
    "out-of-order": "This is roll 1, not roll 2.",
    "score-impossible": "A turn scores 0 without a full crew, or 2 to 12 with one.",
    "seat-unknown": "This game has the seats 1 to 3.",
    "seat-not-in": "Seat 3 is out.",
    "defer-pointless": "Seat 3 is the last to play anyway.",
    "game-over": "The game is abandoned.",
    "start-roll-due": "Seat 1 rolls three dice for the opener next.",
    "start-roll-over": "Seat 1 opened the game already.",
}


@pytest.mark.parametrize(
    ("table", "entry", "code"), [case[:3] for case in CASES if case[2] in SAID], ids=SAID
)
def test_what_is_wrong_is_said_in_words(table: Callable[[], Table], entry: Input, code: str) -> None:
    (violation,) = table().violations(entry)
    assert violation.detail == SAID[code]


NUMBERED: list[tuple[Callable[[], Table], Input]] = [
    *((table, entry) for table, entry, *_ in CASES),
    (lambda: table_with(BUST), WholeTurn(RED, [Thrown(BUST)])),
    (lambda: table_with(BUST), Defer(RED)),
    (lambda: table_with(crewed(5)), Defer(RED)),
]
"""What is refused, with every sentence that numbers a seat."""


def test_the_seats_that_a_sentence_numbers_are_told_beside_it() -> None:
    for table, entry in NUMBERED:
        (violation,) = table().violations(entry)
        said = {int(number) for number in re.findall(r"\bseat (\d+)", violation.detail, re.IGNORECASE)}
        told = [*(violation.legal or {}).values(), *(violation.params or {}).values()]
        assert [seat for seat in said if seat not in told] == [], violation


def test_who_is_not_in_and_who_cannot_play_later_is_told_with_the_reason() -> None:
    (violation,) = out_table().violations(Roll(GREEN, Thrown(BUST)))
    assert violation.to_json()["params"] == {"seat": GREEN, "status": "out"}
    (violation,) = table_with(BUST).violations(Defer(RED))
    assert (violation.params, violation.detail) == (
        {"seat": RED, "reason": "rolled"},
        "Seat 1 has rolled already.",
    )
    (violation,) = table_with().violations(Stand(RED))
    assert "params" not in violation.to_json()


def test_what_is_missing_of_the_crew_is_said_in_words() -> None:
    for rolls, missing in (
        ([], "the ship (a 6), the captain (a 5) and the crew (a 4) are"),
        ([(6, 1, 1, 1, 1)], "the captain (a 5) and the crew (a 4) are"),
        ([(6, 5, 1, 1, 1)], "the crew (a 4) is"),
    ):
        (violation,) = table_with(*rolls).violations(Stand(RED))
        assert violation.detail == f"There is nothing to stand on: {missing} missing."


def test_how_many_dice_are_to_be_rolled_is_said_in_words() -> None:
    for cargo_reroll, wanted in (
        ("one", "1 die is"),
        ("both", "2 dice are"),
        ("any", "1 or 2 dice are"),
    ):
        (violation,) = table_with(crewed(5), cargo_reroll=cargo_reroll).violations(dice(1, 1, 1))
        assert violation.detail == f"{wanted} to be rolled here, and this roll has 3."


def test_which_cargo_die_stays_must_be_said() -> None:
    (violation,) = table_with(crewed(5), **ANY).violations(dice(1))
    assert violation.detail == "Say which cargo die stays: the 2 or the 3."
