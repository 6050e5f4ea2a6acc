"""The analysis of a game: what decisions cost, what the dice gave, who was how likely to win."""

from __future__ import annotations

import os
import time
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from scorekeeper import ledger, odds, rules, storage
from scorekeeper.ledger import AdviceRefused, Opening, SeatClaim, analysis, deleting, known_then
from scorekeeper.ledger.analysis_words import Turn, say_decision, say_seat, say_turn
from scorekeeper.odds.words import Told, tell_advice
from scorekeeper.storage.analyses import Analysis
from scorekeeper.thinking.analysis import Known, _Book, _choose, _Moment, analyse
from scorekeeper.thinking.asked import analysis_about
from tests.ledger.amending import replace, undo
from tests.ledger.playing import At, dice_box, open_table
from tests.ledger.test_throws import thrown, with_server_dice


def found(at: At) -> dict[str, Any]:
    analysed = ledger.analysis_of(at.author.table_id, at.game_id)
    assert analysed is not None
    return analysed.analysis


def played(ruleset: dict[str, Any], *names: str, seed: int = 1, most: int = 400, **how: Any) -> At:
    """A game played at random, to its end or so far."""
    at, rng = open_table(ruleset, *names, **how), dice_box(seed)
    for _ in range(most):
        if at.state.is_over:
            break
        at.play_on(rng)
    return at


@pytest.fixture
def voyage(ledger_file: str) -> At:
    return played({"preset": "voyage"}, "Red", "Blue")


@pytest.mark.skipif("TEST_DATABASE_URL" in os.environ, reason="PostgreSQL keeps nothing but text in a text")
@pytest.mark.parametrize("body", ["CAST(X'66ff' AS TEXT)", "X'00ff'", "''", "'{}'", "'[1'"])
def test_an_analysis_that_is_damaged_is_worked_out_again(at: At, body: str) -> None:
    told = found(at)
    storage.execute(f"UPDATE analyses SET body = {body}", ())  # noqa: S608 - of a test
    assert found(at) == told
    assert found(at) == told
    assert Analysis.select().count() == 1


def test_what_a_seat_had_and_what_happened_to_it_is_what_it_has(voyage: At) -> None:
    for seat in found(voyage)["seats"]:
        assert seat["start"] + seat["luck"] - seat["cost"] + seat["others"] == pytest.approx(seat["end"])
        assert seat["cost"] >= -1e-6
        assert 0 <= seat["best_choices"] <= seat["choices"]


def test_between_two_seats_what_one_wins_by_luck_and_choice_the_other_loses(voyage: At) -> None:
    red, blue = found(voyage)["seats"]
    assert red["others"] == pytest.approx(-(blue["luck"] - blue["cost"]), abs=1e-6)


def test_the_curve_ends_where_the_game_ended(voyage: At) -> None:
    told = found(voyage)
    winners = voyage.state.winners
    assert told["curve"][0]["seq"] == 1
    assert told["curve"][-1]["seq"] == voyage.version
    ends = told["curve"][-1]["chances"]
    assert [ends[seat - 1] for seat in winners] == [pytest.approx(1 / len(winners))] * len(winners)
    assert all(sum(point["chances"]) == pytest.approx(1) for point in told["curve"])


def test_every_choice_is_held_against_the_best_one(ledger_file: str) -> None:
    at = open_table({"preset": "voyage"}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 6, 6])
    at.roll(2, 1, [6, 5, 4, 1, 1], stand=True)
    decisions = found(at)["decisions"]
    (stood,) = [each for each in decisions if each["seat"] == 2]
    assert stood["chose"] == "stand on 2"
    assert not stood["is_best"]
    assert stood["cost"] > 0
    assert stood["cost_points"] == pytest.approx(6.5, abs=0.5)
    assert "Blue chose to stand on 2" in stood["sentence"]
    assert stood["value"] + stood["cost"] == pytest.approx(stood["best_value"])


def test_to_stand_behind_the_best_score_costs_something_where_games_are_played_out_too(
    ledger_file: str,
) -> None:
    stakes = {"ante": 1, "per": "round", "chips": 2}
    at = open_table({"preset": "chips", "stakes": stakes}, "Red", "Blue", "Green", "Teal", "Pink", "Gold")
    for seat in (1, 2, 3):
        for roll in (1, 2, 3):
            at.roll(seat, roll, ([1] * 5))
    at.roll(4, 1, [6, 5, 4, 5, 4], stand=True)
    at.roll(5, 1, [6, 5, 4, 6, 2], stand=True)
    (stood,) = [each for each in found(at)["decisions"] if each["seat"] == 5]
    assert (stood["chose"], stood["method"], stood["is_best"]) == ("stand on 8", "simulated", False)
    assert stood["cost"] == pytest.approx(0.258 - 0.084, abs=2e-3)


def test_what_is_banked_is_a_choice_where_the_house_rules_leave_it(ledger_file: str) -> None:
    at = open_table({"preset": "first-to-three"}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 3, 2, 1], keep=[6])
    (banked,) = found(at)["decisions"]
    assert (banked["chose"], banked["is_best"]) == ("bank 6", False)
    assert banked["cost"] > 0


def test_a_perfect_roll_is_luck_and_no_choice(ledger_file: str) -> None:
    at = open_table({"preset": "voyage"}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 6, 6])
    red, blue = found(at)["seats"]
    assert red["luck"] > 0.05
    assert red["choices"] == 0
    assert blue["luck"] == 0
    assert any("kind to Red" in sentence for sentence in red["sentences"])


def test_a_game_may_be_taken_apart_while_it_is_played(ledger_file: str) -> None:
    at = played({"preset": "five-rounds"}, "Red", "Blue", most=12)
    assert not at.state.is_over
    first = found(at)
    assert first["status"] == "playing"
    assert first["version"] == at.version
    at.play_on(dice_box(5))
    assert found(at)["version"] == at.version


def test_what_was_worked_out_is_kept_for_as_long_as_the_game_is_the_same(
    voyage: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = found(voyage)
    assert Analysis.select().count() == 1
    monkeypatch.setattr("scorekeeper.thinking.client.ask", None)
    assert found(voyage) == told


def test_what_was_put_right_is_taken_apart_anew(voyage: At) -> None:
    told = found(voyage)
    undo(voyage)
    again = found(voyage)
    assert again["version"] == told["version"] + 1
    assert again["status"] == "playing"
    assert Analysis.get().version == voyage.version


def test_a_correction_is_taken_apart_as_it_counts(ledger_file: str) -> None:
    at = open_table({"preset": "voyage"}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 1, 1], stand=True)
    replace(at, 2, dice=[6, 5, 4, 6, 5])
    assert found(at)["curve"][-1]["chances"][0] > 0.5


ONE_ROUND = {"preset": "voyage", "goal": {"kind": "highest_total", "rounds": 1, "tie": "draw"}}
"""Two seats and one turn each: whoever has more wins."""
LOW, NINE, HIGH = [6, 5, 4, 4, 4], [6, 5, 4, 5, 4], [6, 5, 4, 6, 6]


def after_red(dice: list[int], second: SeatClaim) -> At:
    """Red has stood on these dice (entry 2), and the second seat is to move."""
    seats = (SeatClaim("Red"), second)
    created = ledger.create_table("Friday", Opening(ONE_ROUND, seats))
    assert created.game is not None
    at = At(created.author, created.host_key, created.game.game_id)
    at.roll(1, 1, dice, stand=True)
    return at


def decisions_of(at: At, seat: int) -> list[dict[str, Any]]:
    """What a seat chose; its sums are what they consist of."""
    told = found(at)
    decisions = [each for each in told["decisions"] if each["seat"] == seat]
    sums = told["seats"][seat - 1]
    assert sums["cost"] == pytest.approx(sum(each["cost"] for each in decisions))
    assert sums["best_choices"] == sum(each["is_best"] for each in decisions)
    assert sums["start"] + sums["luck"] - sums["cost"] + sums["others"] == pytest.approx(sums["end"])
    return decisions


TEAL = SeatClaim("Teal", computer="table")


def test_the_computer_is_not_blamed_for_what_was_put_right_after_it_chose(ledger_file: str) -> None:
    at = after_red(LOW, TEAL)
    at.roll(2, 1, NINE)
    replace(at, 2, "It was a twelve.", dice=HIGH)
    (stood,) = decisions_of(at, 2)
    assert (stood["chose"], stood["is_best"], stood["as_known_then"]) == ("stand on 9", True, True)
    assert (stood["value"], stood["cost"]) == (pytest.approx(1), 0)
    assert stood["sentence"] == (
        "Teal chose to stand on 9: 100.0 %, and nothing was better, as the game was entered then."
    )
    assert found(at)["curve"][-1]["chances"] == [1, 0]


def test_a_person_saw_the_dice_as_they_are_put_right(ledger_file: str) -> None:
    at = after_red(LOW, SeatClaim("Blue"))
    at.roll(2, 1, NINE, stand=True)
    replace(at, 2, "It was a twelve.", dice=HIGH)
    (stood,) = decisions_of(at, 2)
    assert (stood["is_best"], stood["as_known_then"]) == (False, False)
    assert stood["cost"] > 0.01


def test_the_computer_is_not_blamed_for_a_roll_that_it_chose_before_something_was_put_right(
    ledger_file: str,
) -> None:
    at = after_red(HIGH, TEAL)
    at.roll(2, 1, NINE)
    replace(at, 2, dice=LOW)
    again = at.game["next"]["dice_counts"][0]
    at.roll(2, 2, [1] * again)
    rolled, *since = decisions_of(at, 2)
    assert rolled["chose"].startswith(("roll", "hold"))
    assert (rolled["is_best"], rolled["as_known_then"]) == (True, True)
    assert [each["as_known_then"] for each in since] == [False] * len(since)
    assert all(each["is_best"] for each in since)


def test_what_the_computer_decided_anew_is_held_against_what_it_knew_by_then(ledger_file: str) -> None:
    at = after_red(HIGH, TEAL)
    at.roll(2, 1, LOW)
    replace(at, 2, dice=LOW)
    replace(at, 3, dice=NINE)
    (stood,) = decisions_of(at, 2)
    assert (stood["chose"], stood["is_best"], stood["as_known_then"]) == ("stand on 9", True, False)


def test_the_computer_did_not_know_who_would_join_after_it_had_chosen(ledger_file: str) -> None:
    seats = (TEAL, SeatClaim("Red"))
    created = ledger.create_table("Friday", Opening({"preset": "five-rounds"}, seats))
    assert created.game is not None
    at = At(created.author, created.host_key, created.game.game_id)
    at.roll(1, 1, [6, 5, 4, 1, 1])
    at.enter("join", name="Green")
    at.roll(1, 2, [6, 6])
    rolled, stood = decisions_of(at, 1)
    assert (rolled["as_known_then"], stood["as_known_then"]) == (True, False)


def test_where_too_much_was_put_right_what_counts_now_is_what_choices_are_held_against(
    ledger_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_then, "MOST_JUDGED", 1)
    at = after_red(LOW, TEAL)
    at.roll(2, 1, NINE)
    replace(at, 2, "It was a twelve.", dice=HIGH)
    (stood,) = decisions_of(at, 2)
    assert (stood["is_best"], stood["as_known_then"]) == (False, False)


def test_the_plays_that_changed_most_are_told_in_their_order(voyage: At) -> None:
    points = found(voyage)["turning_points"]
    assert 1 <= len(points) <= 3
    assert [point["seq"] for point in points] == sorted(point["seq"] for point in points)
    changes = [abs(point["after"] - point["before"]) for point in points]
    curve = found(voyage)["curve"]
    largest = max(abs(b["chances"][0] - a["chances"][0]) for a, b in pairwise(curve))
    assert max(changes) == pytest.approx(largest)
    assert points[0]["sentence"].startswith("Round ")


def test_what_the_server_threw_is_told_as_its_own(ledger_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at = with_server_dice("voyage")
    fallen = SimpleNamespace(dice=[6, 5, 4, 6, 6], nonce="nonce-of-ours", commitment=1, steps=())
    monkeypatch.setattr("scorekeeper.ledger.throwing.throw_at", lambda *_: fallen)
    thrown(at)
    at.roll(2, 1, [6, 5, 4, 1, 1], stand=True)
    told = found(at)
    assert [point["thrown_by"] for point in told["curve"]] == [None, "server", None]
    servers, reds = (point["sentence"] for point in told["turning_points"])
    assert servers.startswith("Round 1: the server's roll, for Teal (entry 2): Teal ")
    assert reds.startswith("Round 1: Red's roll (entry 3): ")


def test_the_servers_roll_for_the_opener_begins_a_sentence() -> None:
    point = {"kind": "start_roll", "seat": 1, "thrown_by": "server", "round": None, "seq": 2}
    told = say_turn(Turn(point, 1, 0.4, 0.5), ["Teal", "Red"], "")
    assert told["sentence"].startswith("The server's roll for the opener, for Teal (entry 2): Teal 40.0 %")


def test_a_game_without_advice_is_taken_apart_when_it_was_played_to_its_end(ledger_file: str) -> None:
    goal = {"kind": "highest_total", "rounds": 1, "tie": "draw"}
    at = open_table({"preset": "voyage", "goal": goal}, "Red", "Blue", advice="forbidden")

    def is_forbidden() -> bool:
        with pytest.raises(AdviceRefused) as refused:
            found(at)
        return refused.value.code == "advice-forbidden"

    at.roll(1, 1, [6, 5, 4, 6, 6])
    assert is_forbidden()
    at.enter("abandon")
    assert is_forbidden()
    undo(at)
    at.enter("turn", seat=2, round=1, rolls=[{"dice": [6, 5, 4, 1, 1]}], stand=True)
    assert found(at)["status"] == "finished"


def test_a_game_that_is_too_long_is_not_taken_apart(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "MOST_ENTRIES", 0)
    with pytest.raises(AdviceRefused):
        found(at)


@pytest.mark.parametrize("preset", ["first-to-three", "chips", "five-rounds", "critters"])
def test_every_preset_is_taken_apart(ledger_file: str, preset: str) -> None:
    at = played({"preset": preset}, "Red", "Blue", seed=7)
    told = found(at)
    assert told["method"] == "exact"
    for seat in told["seats"]:
        assert seat["start"] + seat["luck"] - seat["cost"] + seat["others"] == pytest.approx(seat["end"])


def test_what_was_played_out_is_told_as_an_estimate(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, *("Red", "Blue", "Green", "Teal", "Sage", "Amber", "Rose"))
    at.roll(1, 1, [6, 5, 4, 1, 1], stand=True)
    at.roll(2, 1, [6, 5, 4, 4, 4])
    at.stand(2, 1)
    told = found(at)
    assert told["method"] == "simulated"
    assert told["samples"] > 0
    assert told["seed"] is not None
    assert told["error"] > 1e-6
    for each in told["decisions"]:
        assert each["method"] == "simulated"
        assert "about " in each["sentence"]
        assert each["is_best"] or each["cost"] > 1e-6
    for seat in told["seats"]:
        assert seat["best_choices"] == sum(
            each["is_best"] for each in told["decisions"] if each["seat"] == seat["seat"]
        )
    (dice, choices) = told["seats"][0]["sentences"]
    assert "about " in dice
    assert choices.startswith(
        ("The only choice was not the best; it cost about", "The only choice was the best")
    )


@pytest.mark.parametrize(
    ("best", "choices", "said"),
    [
        (1, 1, "The only choice was the best."),
        (0, 1, "The only choice was not the best; it cost 2.0 points of the chance to win."),
        (1, 3, "1 of 3 choices was the best; the others cost 2.0 points of the chance to win."),
        (2, 3, "2 of 3 choices were the best; the other cost 2.0 points of the chance to win."),
        (0, 3, "None of 3 choices were the best; they cost 2.0 points of the chance to win."),
        (3, 3, "3 of 3 choices were the best."),
    ],
)
def test_choices_are_told_in_whole_sentences(best: int, choices: int, said: str) -> None:
    cost = 0.0 if best == choices else 0.02
    seat = {"luck": 0.1, "cost": cost, "choices": choices, "best_choices": best}
    assert say_seat(seat, "Red", "")[-1] == said


@pytest.mark.parametrize(
    ("best", "cost"), [((1, 0), 0.0), ((1,), 0.002)], ids=["not told apart", "told apart"]
)
def test_nobody_is_blamed_for_what_the_games_do_not_tell_apart(
    best: tuple[int, ...], cost: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = rules.start(rules.PRESETS["chips"].ruleset, 2, 1).state
    stand, roll = odds.Choice("stand"), odds.Choice("roll", 2)
    options = tuple(
        odds.Option(choice, value, 0.004, 0.002, 0.0, None, choice.action)
        for choice, value in ((stand, 0.3), (roll, 0.302))
    )
    advice = odds.Advice(1, "game", options, best, (), "simulated", 0.005, 400, 654, "So.")
    monkeypatch.setattr(odds, "advice", lambda *_: advice)
    book = _Book()
    promised = _choose(_Moment(book, 1, Known()), state, stand)
    assert promised == 0.302 - cost
    assert (book.seats[0].cost, book.seats[0].best_choices) == (pytest.approx(cost), len(best) - 1)
    (decision,) = book.decisions
    assert (decision["is_best"], decision["cost"]) == (cost == 0, pytest.approx(cost))
    assert decision["best"] == ["roll", "stand"][: len(best)]


def test_an_estimate_is_told_as_one() -> None:
    decision = {
        "seat": 1,
        "chose": "stand on 7",
        "best": ["roll both again"],
        "value": 0.27,
        "best_value": 0.3,
        "as_known_then": False,
    }
    worse = {**decision, "method": "simulated", "is_best": False}
    assert (
        say_decision(worse, ["Red"])
        == "Red chose to stand on 7: about 27.0 %; to roll both again was worth about 30.0 %."
    )
    level = {**worse, "is_best": True}
    assert (
        say_decision(level, ["Red"]) == "Red chose to stand on 7: about 27.0 %, "
        "and nothing was better by more than the estimate may be off."
    )
    exact = {**worse, "method": "exact", "is_best": True}
    assert say_decision(exact, ["Red"]) == "Red chose to stand on 7: 27.0 %, and nothing was better."


def test_advice_tells_an_estimate_as_one() -> None:
    options = [Told("stand on 7", "standing on 7", 0.274), Told("roll both again", "rolling both again", 0.2)]
    (said,) = tell_advice(options, [0], "game", is_estimate=True)
    assert said == "Stand on 7: wins about 27.4 %, rolling both again wins about 20.0 %."


def test_what_comes_and_goes_is_nobodys_luck(ledger_file: str) -> None:
    at = open_table({"preset": "chips"}, "Red", "Blue", "Green", entry="dice_or_score")
    at.enter("turn", seat=1, round=1, score=7)
    at.enter("defer", seat=2)
    at.enter("leave", seat=3)
    told = found(at)
    assert told["seats"][0]["luck"] != 0
    assert told["seats"][2]["luck"] == 0
    assert told["curve"][-1]["chances"][2] == 0


def test_a_question_holds_all_that_its_answer_takes() -> None:
    opening = {"ruleset": {"preset": "voyage"}, "seats": 2, "opener": 1, "entry": "dice"}
    started = time.monotonic()
    told = analyse(analysis_about(opening, []))
    assert told["decisions"] == []
    assert len(told["curve"]) == 1
    assert time.monotonic() - started < 120


def test_an_analysis_is_told_and_not_kept_where_the_table_is_deleted_meanwhile(
    voyage: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, table_id = analysis.ask, voyage.author.table_id

    def ask_and_delete(*question: Any) -> Any:
        found = ask(*question)
        deleting.delete_table(table_id, ledger.get_table(table_id)["name"])
        return found

    monkeypatch.setattr(analysis, "ask", ask_and_delete)
    assert found(voyage)["seats"]
    assert Analysis.select().count() == 0
