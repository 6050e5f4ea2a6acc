"""Seats that the computer plays with dice that people throw."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from scorekeeper import ledger, rules
from scorekeeper.ledger import (
    AmendmentRefused,
    ComputerDecides,
    EntryRefused,
    Opening,
    SeatClaim,
    Throw,
    advising,
    computer,
)
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.past import Past
from scorekeeper.odds import Choice
from tests.ledger.amending import correct, dispute, redo, replace, rule, undo
from tests.ledger.playing import At, answer_of, dice_box, open_table

RED, TEAL = SeatClaim("Red"), SeatClaim("Teal", computer="table")
NO_CREW = [6, 3, 3, 2, 1]


def with_teal(preset: str = "five-rounds", first: SeatClaim = TEAL, **how: Any) -> At:
    """A game of Teal, which the computer plays, and Red. Teal opens."""
    seats = (first, RED if first is not RED else TEAL)
    created = ledger.create_table("Friday", Opening(how.pop("ruleset", {"preset": preset}), seats, **how))
    assert created.game is not None
    return At(created.author, created.host_key, created.game.game_id)


@pytest.fixture
def teal(ledger_file: str) -> At:
    return with_teal()


def decide(monkeypatch: pytest.MonkeyPatch, choice: Choice) -> None:
    """Have the computer decide so."""
    monkeypatch.setattr(computer, "best_choice", lambda _: choice.to_json())


def refused(at: At, kind: str, **fields: Any) -> tuple[str, str]:
    """The code of what the computer's seat refuses, and where."""
    before = at.game
    with pytest.raises(ComputerDecides) as error:
        at.enter(kind, **fields)
    assert at.game == before
    (problem,) = error.value.problems
    return problem.code, problem.pointer


def test_every_answer_shows_which_seats_the_computer_plays(teal: At) -> None:
    assert [seat["computer"] for seat in teal.game["seats"]] == [{"dice": "table"}, None]
    assert teal.game["next"]["computer"] == {"dice": "table", "decided": None}
    listed = ledger.list_games(teal.author.table_id).items[0]
    assert [seat["computer"] for seat in listed["seats"]] == [{"dice": "table"}, None]
    teal.roll(1, 1, [6, 5, 4, 6, 6])
    assert "computer" not in teal.game["next"]


def test_the_computer_banks_what_the_rules_bank_and_goes_on(teal: At) -> None:
    answer = answer_of(teal.roll(1, 1, NO_CREW))
    assert answer["next"]["dice_counts"] == [4]
    assert answer["next"]["computer"]["decided"] == {"action": "roll", "dice": 4, "hold": None}
    assert teal.log()[-1]["body"]["computer"] == {"action": "roll", "dice": 4, "hold": None}


def test_the_computer_stands_where_that_is_best_and_the_entry_says_so(teal: At) -> None:
    answer = answer_of(teal.roll(1, 1, [6, 5, 4, 6, 6]))
    assert answer["result"]["turn_score"] == 12
    body = teal.log()[-1]["body"]
    assert body["stand"] is True
    assert body["computer"]["action"] == "stand"
    assert "Teal stands on 12." in answer["result"]["sentences"]


def test_the_computer_rolls_again_where_that_is_best_and_says_so(teal: At) -> None:
    answer = answer_of(teal.roll(1, 1, [6, 5, 4, 1, 1]))
    assert answer["next"]["dice_counts"] == [2]
    assert answer["next"]["stand"] is False
    assert answer["result"]["sentences"][-1] == "Teal rolls both cargo dice again."


def test_the_computer_holds_a_die_where_the_house_rules_let_it(ledger_file: str) -> None:
    at = with_teal("voyage")
    answer = answer_of(at.roll(1, 1, [6, 5, 4, 6, 1]))
    assert answer["next"]["dice_counts"] == [1]
    assert answer["next"]["hold"] == [6]
    assert answer["result"]["sentences"][-1] == "Teal holds the 6 and rolls the other die again."
    answer = answer_of(at.roll(1, 2, [2]))
    assert at.log()[-1]["body"]["hold"] == 6
    assert at.problems() == ()


def test_the_computer_decides_what_to_bank_where_that_is_chosen(ledger_file: str) -> None:
    at = with_teal("first-to-three")
    at.roll(1, 1, [6, 5, 3, 2, 1])
    assert at.log()[-1]["body"]["keep"] == [6, 5]


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"keep": []}, "/keep"),
        ({"keep": [6]}, "/keep"),
        ({"stand": True}, "/stand"),
    ],
)
def test_another_decision_than_the_computers_is_refused(
    ledger_file: str, fields: dict[str, Any], pointer: str
) -> None:
    at = with_teal("first-to-three")
    dice = [6, 5, 4, 1, 1] if "stand" in fields else [6, 5, 3, 2, 1]
    assert refused(at, "roll", seat=1, roll=1, dice=dice, **fields) == ("computer-decides", pointer)


def test_the_computers_own_decision_may_be_said(ledger_file: str) -> None:
    at = with_teal("first-to-three")
    at.roll(1, 1, [6, 5, 4, 6, 6], keep=[4, 5, 6], stand=True)
    assert at.log()[-1]["body"]["keep"] == [6, 5, 4]


def test_another_number_of_dice_than_the_computer_rolls_is_refused(ledger_file: str) -> None:
    at = with_teal("voyage")
    at.roll(1, 1, [6, 5, 4, 6, 1])
    assert refused(at, "roll", seat=1, roll=2, dice=[6, 2]) == ("computer-decides", "/dice")
    assert refused(at, "roll", seat=1, roll=2, dice=[6], hold=1) == ("computer-decides", "/hold")
    with pytest.raises(EntryRefused) as error:
        at.roll(1, 2, [6, 2, 2])
    assert error.value.violations[0].code == "dice-count"


def test_nobody_stands_or_enters_a_score_or_a_whole_turn_for_the_computer(ledger_file: str) -> None:
    at = with_teal(entry="dice_or_score")
    assert refused(at, "turn", seat=1, round=1, score=7) == ("computer-decides", "")
    assert refused(at, "turn", seat=1, round=1, rolls=[{"dice": NO_CREW}]) == ("computer-decides", "")
    at.roll(1, 1, [6, 5, 4, 1, 1])
    assert refused(at, "stand", seat=1, roll=1) == ("computer-decides", "")
    assert at.game["next"]["score"] is False


def test_what_the_rules_refuse_they_refuse_of_the_computer_too(teal: At) -> None:
    for fields, code in (
        ({"seat": 2, "roll": 1, "dice": NO_CREW}, "not-your-turn"),
        ({"seat": 1, "roll": 2, "dice": NO_CREW}, "out-of-order"),
        ({"seat": 1, "roll": 1, "round": 2, "dice": NO_CREW}, "out-of-order"),
        ({"seat": 1, "roll": 1, "dice": [7, 3, 3, 2, 1]}, "face-invalid"),
        ({"seat": 1, "roll": 1, "dice": [6]}, "dice-count"),
    ):
        with pytest.raises(EntryRefused) as error:
            teal.enter("roll", **fields)
        assert error.value.violations[0].code == code
        assert error.value.next["computer"] == {"dice": "table", "decided": None}


def test_a_roll_that_arrives_again_is_known_by_its_dice_alone(ledger_file: str) -> None:
    at = with_teal("first-to-three")
    first = at.roll(1, 1, [6, 5, 4, 6, 6], round=1, roll_off=0)
    again = at.roll(1, 1, [6, 6, 4, 5, 6], round=1, roll_off=0)
    assert again.already_recorded
    assert again.entry["seq"] == first.entry["seq"]
    with pytest.raises(ledger.AlreadyRecorded):
        at.roll(1, 1, [6, 6, 4, 5, 1], round=1, roll_off=0)


def test_a_dry_run_shows_what_the_computer_would_decide(teal: At) -> None:
    answer = answer_of(teal.roll(1, 1, [6, 5, 4, 1, 1], dry_run=True))
    assert answer["next"]["computer"]["decided"]["dice"] == 2
    assert teal.version == 1


@pytest.mark.parametrize("dice", ["table", "server"])
def test_while_the_computer_thinks_nothing_is_recorded_and_the_same_again_works(
    ledger_file: str, monkeypatch: pytest.MonkeyPatch, dice: str
) -> None:
    at = with_teal(first=SeatClaim("Teal", computer=dice))
    place = {"seat": 1, "round": 1, "roll_off": 0, "roll": 1}

    def enter() -> Any:
        if dice == "server":
            return ledger.throw_dice(at.author, at.game_id, Throw(place, "a-nonce-of-ours"))
        return at.roll(1, 1, [6, 5, 4, 1, 1])

    before = at.game
    thrown = SimpleNamespace(dice=[6, 5, 4, 1, 1], nonce="a-nonce-of-ours", commitment=1, steps=())
    with monkeypatch.context() as busy:
        busy.setattr(advising, "ask", lambda *_: None)
        busy.setattr("scorekeeper.ledger.throwing.throw_at", lambda *_: thrown)
        with pytest.raises(ledger.ComputerThinking):
            enter()
    assert (at.game, ledger.list_throws(at.author.table_id, at.game_id)["throws"]) == (before, [])
    assert enter().entry["seq"] == 2


def test_the_log_is_replayed_without_any_odds(teal: At, monkeypatch: pytest.MonkeyPatch) -> None:
    play_to_the_end(teal)
    monkeypatch.setattr(computer, "best_choice", None)
    monkeypatch.setattr(computer, "best_keep", None)
    assert teal.state.is_over
    assert teal.problems() == ()


def test_what_was_decided_is_known_again_when_the_game_is_read_afresh(ledger_file: str) -> None:
    at = with_teal("voyage")
    at.roll(1, 1, [6, 5, 4, 6, 1])
    ledger.boards._kept.__init__()  # type: ignore[misc]
    at.roll(1, 2, [3])
    assert at.log()[-1]["body"]["hold"] == 6


def test_a_roll_taken_back_brings_back_what_was_decided_before(ledger_file: str) -> None:
    at = with_teal("voyage", ruleset={"preset": "voyage", "turn": {"rolls": 5}})
    at.roll(1, 1, [6, 5, 4, 6, 1])
    before = at.game["next"]
    at.roll(1, 2, [1])
    undo(at)
    assert at.game["next"] == before
    redo(at)
    undo(at)
    assert at.game["next"] == before
    undo(at)
    assert at.game["next"]["computer"]["decided"] is None
    assert at.problems() == ()


def test_dice_that_were_read_wrong_are_put_right_and_the_computer_decides_anew(teal: At) -> None:
    teal.roll(1, 1, [6, 5, 4, 1, 1])
    replace(teal, 2, dice=[6, 5, 4, 6, 6])
    assert teal.turns()[0]["score"] == 12
    assert teal.game["next"]["seat"] == 2
    replace(teal, 2, dice=[6, 5, 4, 1, 1])
    assert teal.game["next"]["computer"]["decided"]["dice"] == 2
    replace(teal, 2, dice=[6, 5, 3, 1, 1])
    assert teal.game["next"]["computer"]["decided"]["dice"] == 3
    assert teal.problems() == ()


def test_a_correction_that_arrives_again_is_the_same_one(teal: At) -> None:
    teal.roll(1, 1, [6, 5, 4, 1, 1])
    entry_id = "019c1a00-0000-4000-8000-000000000001"
    what = {"replace": {"seq": 2, "dice": [6, 5, 4, 6, 6]}, "entry_id": entry_id}
    correct(teal, **what)
    assert correct(teal, **what)["already_recorded"] is True
    with pytest.raises(ledger.AlreadyRecorded):
        correct(teal, replace={"seq": 2, "dice": [6, 5, 4, 6, 5]}, entry_id=entry_id)


def amendment_refused(at: At, **what: Any) -> tuple[str, str]:
    with pytest.raises(AmendmentRefused) as error:
        correct(at, **what)
    return error.value.code, error.value.pointer


def test_only_the_dice_of_the_computers_rolls_are_corrected(teal: At) -> None:
    teal.roll(1, 1, [6, 5, 4, 1, 1])
    for wrong in ({"stand": True}, {"keep": [6]}, {"seat": 2}):
        name = next(iter(wrong))
        assert amendment_refused(teal, replace={"seq": 2, **wrong}) == (
            "computer-decides",
            f"/replace/{name}",
        )
    teal.roll(1, 2, [6, 6])
    teal.roll(2, 1, [6, 5, 4, 1, 1])
    assert amendment_refused(teal, replace={"seq": 4, "seat": 1}) == ("computer-decides", "/replace/seat")


def test_nothing_is_put_in_for_the_computer(teal: At) -> None:
    teal.roll(1, 1, NO_CREW)
    insert = {"after": {"seq": 2}, "kind": "roll", "seat": 1, "dice": [1, 1, 1, 1]}
    assert amendment_refused(teal, insert=insert) == ("computer-decides", "/insert/seat")


def test_a_ruling_may_say_what_a_turn_of_the_computers_was(teal: At) -> None:
    teal.roll(1, 1, [6, 5, 4, 6, 6])
    dispute(teal, turn=1, words="It was an eleven.")
    rule(teal, 1, "corrected", rolls=[{"dice": [6, 5, 4, 6, 5]}], stand=True)
    assert teal.turns()[0]["score"] == 11
    assert teal.problems() == ()


def test_a_turn_that_a_ruling_has_left_open_can_be_ended(teal: At) -> None:
    teal.roll(1, 1, [6, 5, 4, 6, 6])
    dispute(teal, turn=1, words="It was an eleven.")
    rule(teal, 1, "corrected", rolls=[{"dice": [6, 5, 4, 6, 5]}])
    teal.stand(1, 1)
    assert teal.turns()[0]["score"] == 11
    assert teal.problems() == ()


def test_a_rematch_is_played_by_the_same_computer(teal: At) -> None:
    teal.enter("abandon")
    again = answer_of(ledger.rematch(teal.author, teal.game_id))
    assert [seat["computer"] for seat in again["seats"]] == [{"dice": "table"}, None]


def test_a_computer_may_join_late(teal: At) -> None:
    teal.enter("join", name="Plum", computer={"dice": "table"})
    assert teal.game["seats"][2]["computer"] == {"dice": "table"}
    undo(teal)
    redo(teal)
    assert teal.game["seats"][2]["computer"] == {"dice": "table"}
    assert teal.problems() == ()


def test_a_computer_that_is_renamed_stays_one_and_a_person_may_play_on_for_it(teal: At) -> None:
    teal.enter("rename", seat=1, name="Turquoise")
    assert teal.game["seats"][0]["computer"] == {"dice": "table"}
    teal.enter("substitute", seat=1, name="Blue")
    assert teal.game["seats"][0]["computer"] is None
    teal.roll(1, 1, [6, 5, 4, 1, 1], stand=True)
    teal.enter("join", name="Gold")
    undo(teal)
    assert teal.problems() == ()


def test_whoever_comes_or_goes_meanwhile_the_computer_does_what_it_decided(teal: At) -> None:
    teal.roll(1, 1, [6, 5, 4, 1, 1])
    decided = teal.game["next"]["computer"]
    teal.enter("join", name="Gold")
    teal.enter("rename", seat=2, name="Rot")
    dispute(teal, turn=1, words="Was that a one?")
    assert teal.game["next"]["computer"] == decided
    assert teal.problems() == ()


@pytest.mark.parametrize("preset", sorted(rules.PRESETS))
def test_the_computer_plays_every_preset_to_its_end(ledger_file: str, preset: str) -> None:
    at = with_teal(preset)
    play_to_the_end(at)
    assert at.problems() == ()


def play_to_the_end(at: At) -> None:
    """People throw for both, and Red stands on the first crew."""
    rng = dice_box(3)
    for _ in range(3_000):
        entry = at.game["next"]
        if entry["action"] == "none":
            return
        dice = [rng.randint(1, 6) for _ in range(entry["dice_counts"][0])]
        if entry["action"] == "start_roll":
            at.enter("start_roll", seat=entry["seat"], attempt=entry["attempt"], dice=dice)
        elif entry["stand"]:
            at.stand(entry["seat"], entry["roll"] - 1)
        else:
            at.enter(
                "roll",
                seat=entry["seat"],
                roll=entry["roll"],
                round=entry["round"],
                roll_off=entry["roll_off"],
                dice=dice,
            )
    raise AssertionError("no end")


def test_a_bot_with_a_choice_of_its_own_is_heard(teal: At, monkeypatch: pytest.MonkeyPatch) -> None:
    decide(monkeypatch, Choice("stand"))
    teal.roll(1, 1, [6, 5, 4, 1, 1])
    assert teal.turns()[0]["score"] == 2


def test_an_opening_pins_the_computers_in_the_log(ledger_file: str) -> None:
    at = open_table({"preset": "chips"}, "Red", "Blue")
    assert all("computer" not in seat for seat in at.log()[0]["body"]["seats"])
    at = with_teal()
    assert at.log()[0]["body"]["seats"][0]["computer"] == {"dice": "table"}


def test_a_game_is_told_again_as_it_was_with_what_the_computer_had_decided(ledger_file: str) -> None:
    at = with_teal("voyage")
    shown = [at.game]
    rng = dice_box(4)
    for _ in range(12):
        entry = at.game["next"]
        place = {name: entry[name] for name in ("seat", "roll", "round", "roll_off")}
        if entry["stand"]:
            at.stand(entry["seat"], entry["roll"] - 1)
        else:
            at.enter("roll", dice=[rng.randint(1, 6) for _ in range(entry["dice_counts"][0])], **place)
        shown.append(at.game)
    told = list(Past.at(at.author.table_id, at.game_id, 0).go_on(100))
    assert [parsed(each.game) for each in told] == shown
    for version in (3, 7, 10):
        told = list(Past.at(at.author.table_id, at.game_id, version).go_on(100))
        assert [parsed(each.game) for each in told] == shown[version:]


@pytest.mark.parametrize("goal", [{"kind": "highest_total", "rounds": 5}, {"kind": "points", "points": 50}])
def test_where_totals_count_the_computer_keeps_a_high_cargo_that_leads_nobody(
    ledger_file: str, goal: dict[str, Any]
) -> None:
    """Three seats: the game is too large to be solved, and a round is worth nothing in it."""
    seats = (SeatClaim("Red"), SeatClaim("Blue"), TEAL)
    created = ledger.create_table("Friday", Opening({"goal": goal}, seats))
    assert created.game is not None
    at = At(created.author, created.host_key, created.game.game_id)
    at.enter("roll", seat=1, roll=1, dice=[6, 5, 4, 6, 6], stand=True)
    at.enter("roll", seat=2, roll=1, dice=[6, 5, 4, 1, 1], stand=True)
    at.roll(3, 1, [1, 1, 1, 2, 2])
    answer = answer_of(at.roll(3, 2, [6, 5, 4, 6, 5]))
    assert "Teal stands on 11." in answer["result"]["sentences"]
