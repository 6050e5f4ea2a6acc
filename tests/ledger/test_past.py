"""A game told again from its log is what it was after each entry."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.ledger import past as past_module
from scorekeeper.ledger.past import Past, TooFarBack
from scorekeeper.rules import Ruleset
from tests.ledger.amending import undo
from tests.ledger.playing import At, dice_box, open_table
from tests.ledger.test_amendments_property import REFUSED, RULESETS, do_something

STEPS = 40


def told_since(at: At, version: int, count: int = 1_000) -> dict[int, Any]:
    """The game after each entry from `version` on, told again."""
    past = Past.at(at.author.table_id, at.game_id, version)
    told = list(past.go_on(count))
    assert [each.seq for each in told] == list(range(version + 1, version + 1 + len(told)))
    games = {each.seq: json.loads(each.game) for each in told}
    assert [each.sentences for each in told] == [game["last_entry"]["sentences"] for game in games.values()]
    return games


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ruleset=RULESETS, seed=st.integers(0, 2**32))
def test_every_game_in_between_is_told_as_it_was(ledger_file: str, ruleset: Ruleset, seed: int) -> None:
    rng = dice_box(seed)
    names = [f"Player {number}" for number in range(ruleset.seats.min)]
    opener = 1 if ruleset.opener.first == "chosen" else None
    at = open_table(ruleset.to_json(), *names, entry="dice_or_score", opener_seat=opener)
    games = play_and_amend(at, rng)
    newest = max(games)
    for version in {1, newest, *(rng.randint(1, newest) for _ in range(4))}:
        told = told_since(at, version)
        assert told == {seq: game for seq, game in games.items() if seq > version}


def play_and_amend(at: At, rng: random.Random) -> dict[int, Any]:
    """The game after each entry, as it was read then."""
    games = {at.version: at.game}
    for number in range(STEPS):
        try:
            do_something(at, rng, number)
        except REFUSED:
            continue
        games[at.version] = at.game
    assert sorted(games) == list(range(1, at.version + 1))
    return games


def test_a_long_game_without_amendments_is_told_from_its_last_round(
    ledger_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past_module, "MOST_TOLD_AGAIN", 0)
    at, rng = open_table({"preset": "five-rounds"}, "Red", "Blue"), dice_box(7)
    games = {at.version: at.game}
    while not at.state.is_over:
        at.play_on(rng)
        games[at.version] = at.game
    for version in range(max(games) - 1, max(games) // 2, -1):
        assert told_since(at, version) == {seq: game for seq, game in games.items() if seq > version}


def test_a_long_game_that_was_amended_is_not_told_again(
    ledger_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, rng = open_table({"preset": "first-to-three"}, "Red", "Blue"), dice_box(3)
    for _ in range(12):
        at.play_on(rng)
    undo(at)
    monkeypatch.setattr(past_module, "MOST_TOLD_AGAIN", 5)
    with pytest.raises(TooFarBack):
        Past.at(at.author.table_id, at.game_id, at.version - 1)
