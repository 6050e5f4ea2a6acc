"""Whatever is entered and put right where the computer plays: all that is stored is what the log leads to."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper import ledger
from scorekeeper.ledger import Opening, SeatClaim
from scorekeeper.ledger.tallies import faces_of_game
from scorekeeper.rules import Ruleset
from tests.ledger.playing import At, dice_box
from tests.ledger.test_amendments_property import REFUSED, RULESETS, do_something
from tests.ledger.test_tallies import counted
from tests.ledger.test_throws import thrown

STEPS = 25
WHO = (None, "table", "server")


def open_game(ruleset: Ruleset, rng: random.Random) -> At:
    seats = [SeatClaim("Teal", computer="server"), SeatClaim("Coral", computer="table")]
    seats += [SeatClaim(f"Player {number}", computer=rng.choice(WHO)) for number in range(18)]
    opener = 1 if ruleset.opener.first == "chosen" else None
    count = max(ruleset.seats.min, min(ruleset.seats.max, 2))
    opening = Opening(ruleset.to_json(), tuple(seats[:count]), opener, "dice_or_score")
    created = ledger.create_table("Friday", opening)
    assert created.game is not None
    return At(created.author, created.host_key, created.game.game_id)


def step(at: At, rng: random.Random, number: int) -> None:
    waits_for = at.game["next"]
    computer = waits_for.get("computer")
    if computer and rng.random() < 0.7:
        if computer["dice"] == "server":
            thrown(at, f"nonce-number-{number}")
            return
        dice = [rng.randint(1, 6) for _ in range(waits_for["dice_counts"][0])]
        if waits_for["action"] == "start_roll":
            at.enter("start_roll", seat=waits_for["seat"], attempt=waits_for["attempt"], dice=dice)
            return
        place = {name: waits_for[name] for name in ("seat", "round", "roll_off", "roll")}
        at.enter("roll", dice=dice, **place)
        return
    do_something(at, rng, number)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ruleset=RULESETS, seed=st.integers(0, 2**32))
def test_after_every_step_all_that_is_stored_is_what_the_log_leads_to(
    ledger_file: str, ruleset: Ruleset, seed: int
) -> None:
    rng = dice_box(seed)
    at = open_game(ruleset, rng)
    for number in range(STEPS):
        before = at.game
        try:
            step(at, rng, number)
        except REFUSED:
            assert at.game == before
        assert at.problems() == ()
        assert_the_computers_is_next(at)
    assert_dice_are_counted(at)


def assert_the_computers_is_next(at: At) -> None:
    """What is waited for says whether the computer plays it, and who throws."""
    game = at.game
    seat = game["next"]["seat"]
    computer = None if seat is None else game["seats"][seat - 1]["computer"]
    assert ("computer" in game["next"]) is (computer is not None)
    if computer is not None:
        assert game["next"]["computer"]["dice"] == computer["dice"]


def assert_dice_are_counted(at: At) -> None:
    """The dice that count are those of the table and of the server."""
    by_server = [each.faces for each in faces_of_game(at.game_id).thrown if each.thrown_by == "server"]
    throws = ledger.list_throws(at.author.table_id, at.game_id)["throws"]
    assert by_server[0].rolls == sum(made["effective"] for made in throws)
    assert counted(at).rolls >= 0
