from __future__ import annotations

import pytest

from scorekeeper import ledger, rules
from scorekeeper.ledger import NameInvalid, NameTaken, NotFound
from tests.ledger.playing import open_table

FRIDAY = {"preset": "chips", "round": {"tie": "carry"}}


@pytest.fixture
def table_id(ledger_file: str) -> str:
    return ledger.create_table("Friday").author.table_id


def test_saved_house_rules_are_filled_in_and_told(table_id: str) -> None:
    saved = ledger.save_house_rules(table_id, "friday night", FRIDAY)
    assert saved["ruleset"]["round"]["tie"] == "carry"
    assert saved["ruleset"]["stakes"] == {"ante": 1, "per": "round", "chips": 5}
    assert saved["sentences"]
    assert ledger.get_house_rules(table_id, saved["id"]) == saved
    assert ledger.list_house_rules(table_id).items == [saved]


def test_saved_house_rules_can_be_the_base_of_others(table_id: str) -> None:
    ledger.save_house_rules(table_id, "Friday Night", FRIDAY)
    raw = {"saved": "friday  night", "turn": {"rolls": 4}}
    ruleset = ledger.read_house_rules(table_id, raw)
    assert (ruleset.turn.rolls, ruleset.round.tie) == (4, "carry")


def test_house_rules_of_another_table_cannot_be_named(table_id: str) -> None:
    ledger.save_house_rules(table_id, "friday night", FRIDAY)
    other = ledger.create_table("Saturday").author.table_id
    with pytest.raises(rules.RulesetRefused):
        ledger.read_house_rules(other, {"saved": "friday night"})


@pytest.mark.parametrize("name", ["", 5, None, ["friday night"], "nothing"])
def test_a_name_that_nothing_was_saved_under_is_refused(table_id: str, name: object) -> None:
    with pytest.raises(rules.RulesetRefused):
        ledger.read_house_rules(table_id, {"saved": name})


def test_a_name_is_saved_once(table_id: str) -> None:
    first = ledger.save_house_rules(table_id, "friday", FRIDAY)
    other = ledger.save_house_rules(table_id, "saturday", {})
    with pytest.raises(NameTaken):
        ledger.save_house_rules(table_id, "FRIDAY", {})
    with pytest.raises(NameTaken):
        ledger.replace_house_rules(table_id, other["id"], "Friday", {})
    assert ledger.replace_house_rules(table_id, first["id"], "Friday", {})["name"] == "Friday"


def test_house_rules_that_make_no_sense_are_not_saved(table_id: str) -> None:
    with pytest.raises(rules.RulesetRefused):
        ledger.save_house_rules(table_id, "friday", {"preset": "chips", "stakes": None})
    with pytest.raises(NameInvalid):
        ledger.save_house_rules(table_id, "", FRIDAY)
    assert ledger.list_house_rules(table_id).items == []


def test_a_game_keeps_the_house_rules_that_it_was_opened_with(ledger_file: str) -> None:
    at = open_table({"preset": "chips"}, "Red", "Blue")
    saved = ledger.save_house_rules(at.author.table_id, "friday", FRIDAY)
    seats = (ledger.SeatClaim("Red"), ledger.SeatClaim("Blue"))
    at.game_id = ledger.open_game(at.author, ledger.Opening({"saved": "friday"}, seats)).game_id
    ledger.replace_house_rules(at.author.table_id, saved["id"], "friday", {"preset": "voyage"})
    ledger.delete_house_rules(at.author.table_id, saved["id"])
    assert at.game["ruleset"] == saved["ruleset"]
    with pytest.raises(NotFound):
        ledger.get_house_rules(at.author.table_id, saved["id"])
