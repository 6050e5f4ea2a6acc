from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import (
    AlreadyRecorded,
    AmendmentRefused,
    Author,
    EntryRefused,
    Invalid,
    LaterEntriesConflict,
    NotFound,
    RoleNotAllowed,
    Target,
)
from scorekeeper.ledger.keys import add_key
from tests.ledger.amending import (
    correct,
    dispute,
    disputes,
    listed,
    made_afresh,
    redo,
    rule,
    standings,
    undo,
    withdraw,
)
from tests.ledger.playing import At, open_table

ID = "0190aaaa-0000-7000-8000-000000000001"
TWELVE = {"rolls": [{"dice": [6, 5, 4, 6, 6]}], "stand": True}


@pytest.fixture
def played(ledger_file: str) -> At:
    """Red has scored 3 in two rolls, Blue 4; Green has rolled once."""
    at = open_table({"preset": "chips"}, "Red", "Blue", "Green")
    at.roll(1, 1, [6, 5, 1, 1, 1])
    at.roll(1, 2, [4, 2, 1], stand=True)
    at.roll(2, 1, [6, 5, 4, 2, 2], stand=True)
    at.roll(3, 1, [6, 1, 1, 1, 1])
    return at


def scorer(at: At) -> Author:
    """Another key of the table, for keeping score."""
    return add_key(at.author.table_id, "scorer", "Blue's phone").author


def refusal(refused: pytest.ExceptionInfo[AmendmentRefused]) -> tuple[str, str]:
    return refused.value.code, refused.value.pointer


# Opening one


def test_a_dispute_sets_what_is_recorded_beside_what_is_claimed(played: At) -> None:
    claim = {"roll": 2, "dice": [4, 6, 6]}
    answer = dispute(played, turn=1, claim=claim, words="I saw two sixes")
    found = answer["dispute"]
    assert (found["number"], found["status"], found["turn"], found["seat"]) == (1, "open", 1, 1)
    assert (found["claim"], found["words"]) == (claim, "I saw two sixes")
    assert (found["recorded_verdict"]["score"], found["claim_verdict"]["score"]) == (3, 12)
    assert (found["recorded_verdict"]["legal"], found["claim_verdict"]["legal"]) == (True, True)
    assert [roll["kept"] for roll in found["claim_verdict"]["rolls"]] == [[6, 5], [4]]
    assert (found["ruling"], found["withdrawal"]) == (None, None)
    assert answer["result"]["sentences"] == [
        "Red's turn in round 1 is disputed.",
        "Claimed instead: roll 2 was 4, 6, 6.",
    ]
    assert answer["changes"]["entries"] == []
    assert answer["changes"]["standings"]["before"] == answer["changes"]["standings"]["after"]
    assert disputes(played) == [found]
    assert ledger.get_dispute(played.author.table_id, played.game_id, 1) == found
    assert played.problems() == ()


def test_the_evidence_is_the_rolls_who_entered_them_from_which_key_and_when(played: At) -> None:
    evidence = dispute(played, turn=1, words="Was that so?")["dispute"]["evidence"]
    log = played.log()
    for item, entry in zip(evidence, log[1:3], strict=True):
        for name in ("seq", "entry_id", "kind", "body", "sentences", "key_id", "device", "recorded_at"):
            assert item[name] == entry[name]
    opened = disputes(played)[0]["opened"]
    assert opened == {name: log_entry(played, 6)[name] for name in opened}


def log_entry(at: At, seq: int) -> dict[str, Any]:
    return at.log()[seq - 1]


def test_an_illegal_claim_is_taken_and_the_verdict_says_what_is_wrong(played: At) -> None:
    claim = {"rolls": [{"dice": [5, 5, 4, 4, 7], "keep": [5]}, {"dice": [1, 1]}], "stand": True}
    verdict = dispute(played, turn=1, claim=claim)["dispute"]["claim_verdict"]
    assert verdict["legal"] is False
    first, second = verdict["rolls"]
    assert first["verdict"] == "illegal"
    assert [(each["code"], each["pointer"]) for each in first["violations"]] == [
        ("face-invalid", "/rolls/0/dice/4"),
        ("captain-before-ship", "/rolls/0/keep/0"),
    ]
    assert first["violations"][1]["source"] == "S0"
    assert second["verdict"] == "not judged"
    assert played.game["provisional"]


def test_a_score_that_is_claimed_is_judged_by_the_rules_of_the_game(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue", entry="dice_or_score")
    at.enter("turn", seat=1, round=1, score=7)
    verdicts = [dispute(at, turn=1, claim={"score": score})["dispute"]["claim_verdict"] for score in (9, 13)]
    assert [verdict["legal"] for verdict in verdicts] == [True, False]
    assert [error["code"] for error in verdicts[1]["stand"]] == ["score-impossible"]
    recorded = disputes(at)[0]["recorded_verdict"]
    assert (recorded["score"], recorded["unverified"], recorded["rolls"]) == (7, True, [])


def test_a_claim_is_judged_under_the_pace_of_its_pass(ledger_file: str) -> None:
    at = open_table({"preset": "chips", "turn": {"pace": "opener"}}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 1, 1], stand=True)
    at.roll(2, 1, [6, 1, 1, 1, 1])
    claim = {"rolls": [{"dice": [6, 1, 1, 1, 1]}, {"dice": [5, 4, 1, 1]}]}
    verdict = dispute(at, turn=2, claim=claim)["dispute"]["claim_verdict"]
    assert [roll["verdict"] for roll in verdict["rolls"]] == ["legal", "illegal"]
    assert [error["code"] for error in verdict["rolls"][1]["violations"]] == ["turn-over"]


def test_a_turn_is_named_by_any_of_its_entries_and_may_be_open(played: At) -> None:
    found = dispute(played, entry=Target(seq=5), claim={"roll": 1, "dice": [6, 5, 1, 1, 1]})["dispute"]
    assert (found["turn"], found["seat"]) == (3, 3)
    assert found["recorded_verdict"]["turn"]["rolls_left"] == 2
    by_id = dispute(played, entry=Target(entry_id=log_entry(played, 3)["entry_id"]), words="no")["dispute"]
    assert (by_id["number"], by_id["turn"], len(by_id["evidence"])) == (2, 1, 2)


def test_two_entries_that_contradict_each_other_become_a_dispute_in_one_call(played: At) -> None:
    with pytest.raises(AlreadyRecorded) as refused:
        played.roll(2, 1, [6, 5, 4, 6, 6], stand=True, round=1)
    recorded, sent = refused.value.recorded, refused.value.sent
    claim = {name: sent[name] for name in ("roll", "dice", "stand")}
    found = dispute(played, entry=Target(entry_id=recorded["entry_id"]), claim=claim)["dispute"]
    assert (found["recorded_verdict"]["score"], found["claim_verdict"]["score"]) == (4, 12)


def test_while_one_is_open_all_that_is_shown_is_provisional(played: At) -> None:
    dispute(played, turn=1, words="no")
    dispute(played, turn=2, words="no")
    withdraw(played, 1)
    for answer in (played.game, standings(played), listed(played)):
        assert answer["provisional"] is True
    played.roll(3, 2, [1, 1, 1, 1])
    assert played.game["provisional"]
    rule(played, 2, "stands")
    for answer in (played.game, standings(played), listed(played)):
        assert answer["provisional"] is False
    assert [found["status"] for found in disputes(played)] == ["withdrawn", "ruled"]
    assert played.problems() == ()


def test_a_game_can_finish_meanwhile(ledger_file: str) -> None:
    at = open_table({"preset": "critters", "opener": {"first": "seat_1"}}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 3, 3], stand=True)
    dispute(at, turn=1, claim=TWELVE)
    at.roll(2, 1, [6, 5, 4, 4, 4], stand=True)
    game = at.game
    assert (game["status"], game["winners"], game["provisional"]) == ("finished", [2], True)
    with pytest.raises(Invalid) as refused:
        rule(at, 1, "corrected")
    assert refused.value.problems[0].pointer == "/reason"
    answer = rule(at, 1, "corrected", reason="Everybody saw it")
    assert (answer["status"], answer["winners"], answer["provisional"]) == ("finished", [1], False)
    assert answer["finished_at"] == game["finished_at"]
    assert answer["dispute"]["ruling"]["reason"] == "Everybody saw it"
    assert at.problems() == ()


@pytest.mark.parametrize(
    ("what", "code", "pointer"),
    [
        ({"turn": 9, "words": "no"}, "turn-unknown", "/turn"),
        ({"turn": 0, "words": "no"}, "turn-unknown", "/turn"),
        ({"turn": 2**70, "words": "no"}, "turn-unknown", "/turn"),
        ({"entry": Target(seq=99), "words": "no"}, "entry-unknown", "/entry/seq"),
        ({"entry": Target(seq=1), "words": "no"}, "entry-not-correctable", "/entry"),
        ({"entry": Target(seq=6), "words": "no"}, "entry-not-of-a-turn", "/entry"),
    ],
)
def test_only_a_turn_that_is_there_is_disputed(
    played: At, what: dict[str, Any], code: str, pointer: str
) -> None:
    played.enter("leave", seat=2)
    before = played.game
    with pytest.raises(AmendmentRefused) as refused:
        dispute(played, **what)
    assert refusal(refused) == (code, pointer)
    assert played.game == before


@pytest.mark.parametrize(
    ("what", "pointer"),
    [
        ({}, "/claim"),
        ({"claim": {}}, "/claim"),
        ({"claim": {"roll": 1}}, "/claim"),
        ({"claim": {"score": 3, "rolls": []}}, "/claim"),
        ({"claim": {"roll": 5, "dice": [1]}}, "/claim/roll"),
        ({"claim": {"score": 7.5}}, "/claim/score"),
        ({"claim": {"rolls": [{"dice": [1, "6", 3, 3, 3]}]}}, "/claim/rolls/0/dice/1"),
        ({"claim": {"roll": 1, "dice": [2**70]}}, "/claim/dice/0"),
        ({"words": ""}, "/words"),
    ],
)
def test_a_claim_is_one_that_can_be_kept(played: At, what: dict[str, Any], pointer: str) -> None:
    before = played.game
    with pytest.raises(Invalid) as refused:
        dispute(played, turn=1, **what)
    assert refused.value.problems[0].pointer == pointer
    assert played.game == before


def test_a_turn_that_was_taken_back_is_not_disputed(played: At) -> None:
    undo(played)
    with pytest.raises(AmendmentRefused) as refused:
        dispute(played, entry=Target(seq=5), words="no")
    assert refusal(refused) == ("entry-voided", "/entry")
    with pytest.raises(AmendmentRefused):
        dispute(played, turn=3, words="no")


# Ruling


def test_it_stands(played: At) -> None:
    dispute(played, turn=1, claim=TWELVE)
    before = played.game
    answer = rule(played, 1, "stands", reason="Nobody else saw it")
    assert answer["result"]["sentences"] == ["The dispute over Red's turn in round 1 is settled: it stands."]
    for name in ("seats", "round", "turn", "next"):
        assert played.game[name] == before[name]
    ruling = answer["dispute"]["ruling"]
    assert (ruling["decision"], ruling["reason"], ruling["seq"]) == ("stands", "Nobody else saw it", 7)
    assert answer["dispute"]["status"] == "ruled"


def test_it_is_corrected_to_what_was_claimed(played: At) -> None:
    dispute(played, turn=1, claim={"roll": 2, "dice": [4, 6, 6]})
    turn = played.game["turn"]
    answer = rule(played, 1, "corrected")
    assert answer["result"]["sentences"] == [
        "The dispute over Red's turn in round 1 is settled: it is corrected to "
        "6, 5, 1, 1, 1; 4, 6, 6, then a stand."
    ]
    assert answer["changes"]["voided"] == [2, 3]
    assert [entry["after"] is None for entry in answer["changes"]["entries"]] == [True, True, False]
    assert played.turns()[0]["score"] == 12
    assert played.game["turn"] == turn
    ruling = played.log()[-1]
    assert (ruling["kind"], ruling["effective"], ruling["counts_as"]["kind"]) == ("ruling", True, "turn")
    assert (ruling["seat"], ruling["round"], ruling["turn"]) == (1, 1, 1)
    assert [entry["voided_by"] for entry in played.log()[1:3]] == [7, 7]
    # The evidence stays as it was.
    assert [item["seq"] for item in disputes(played)[0]["evidence"]] == [2, 3]
    assert made_afresh(played).state == played.state
    assert played.problems() == ()


def test_it_is_corrected_to_other_dice(played: At) -> None:
    dispute(played, turn=1, words="I don't believe it")
    with pytest.raises(Invalid) as refused:
        rule(played, 1, "corrected")
    assert (refused.value.problems[0].pointer, refused.value.problems[0].code) == ("/rolls", "required")
    rule(played, 1, "corrected", rolls=[{"dice": [6, 5, 4, 1, 1]}], stand=True)
    assert played.turns()[0]["score"] == 2


def test_an_open_turn_that_is_corrected_stays_open(played: At) -> None:
    dispute(played, turn=3, claim={"roll": 1, "dice": [6, 5, 1, 1, 1]})
    answer = rule(played, 1, "corrected")
    assert (answer["turn"]["banked"], answer["next"]["roll"]) == ([6, 5], 2)
    played.roll(3, 2, [4, 1, 1], stand=True)
    assert played.problems() == ()


def test_a_ruling_that_breaks_the_rules_is_refused(played: At) -> None:
    dispute(played, turn=1, claim={"rolls": [{"dice": [6, 5, 4, 7, 1]}]})
    before = played.game
    with pytest.raises(EntryRefused) as refused:
        rule(played, 1, "corrected")
    assert [(each.pointer, each.code) for each in refused.value.violations] == [
        ("/rolls/0/dice/3", "face-invalid")
    ]
    with pytest.raises(EntryRefused) as refused:
        rule(played, 1, "corrected", score=7)
    assert [(each.pointer, each.code) for each in refused.value.violations] == [
        ("/score", "score-not-allowed")
    ]
    with pytest.raises(Invalid) as invalid:
        rule(played, 1, "corrected", rolls=[{"dice": [6.5]}])
    assert invalid.value.problems[0].pointer == "/rolls/0/dice/0"
    assert played.game == before


def test_later_entries_that_no_longer_fit_are_named_or_voided(played: At) -> None:
    dispute(played, turn=1, claim={"rolls": [{"dice": [6, 5, 1, 1, 1]}]})
    before = played.game
    with pytest.raises(LaterEntriesConflict) as refused:
        rule(played, 1, "corrected")
    assert [conflict["seq"] for conflict in refused.value.conflicts] == [4, 5]
    assert played.game == before
    tried = rule(played, 1, "corrected", on_conflict="void_following", dry_run=True)
    assert (tried["dispute"]["status"], tried["dispute"]["ruling"]["decision"]) == ("ruled", "corrected")
    assert played.game == before
    answer = rule(played, 1, "corrected", on_conflict="void_following")
    assert answer["changes"]["voided"] == [2, 3, 4, 5]
    assert (answer["next"]["seat"], answer["next"]["roll"]) == (1, 2)
    assert played.problems() == ()


def test_the_latest_turn_is_played_again(played: At) -> None:
    dispute(played, turn=3, words="The die fell off the table")
    answer = rule(played, 1, "replay_turn")
    assert answer["result"]["sentences"] == [
        "The dispute over Green's turn in round 1 is settled: it is played again."
    ]
    assert (answer["next"]["seat"], answer["next"]["roll"], answer["turn"]["rolls"]) == (3, 1, [])
    assert answer["dispute"]["turn"] is None
    played.roll(3, 1, [6, 5, 4, 1, 1], stand=True)
    assert played.rounds()[0]["winner"] == 2
    assert played.problems() == ()


def test_the_winning_turn_is_played_again(ledger_file: str) -> None:
    at = open_table({"preset": "critters", "opener": {"first": "seat_1"}}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 3, 3], stand=True)
    at.roll(2, 1, [6, 5, 4, 4, 4], stand=True)
    dispute(at, turn=2, words="The die fell off the table")
    answer = rule(at, 1, "replay_turn", reason="It did")
    assert (answer["status"], answer["next"]["seat"], answer["finished_at"]) == ("playing", 2, None)
    assert at.problems() == ()


def test_only_the_latest_turn_is_played_again(played: At) -> None:
    dispute(played, turn=2, words="no")
    with pytest.raises(AmendmentRefused) as refused:
        rule(played, 1, "replay_turn")
    assert refusal(refused) == ("not-latest-turn", "/decision")


def test_a_turn_that_is_gone_can_only_stand(played: At) -> None:
    dispute(played, turn=3, claim={"roll": 1, "dice": [6, 5, 1, 1, 1]})
    undo(played)
    for decision in ("corrected", "replay_turn"):
        with pytest.raises(AmendmentRefused) as refused:
            rule(played, 1, decision)
        assert refusal(refused)[0] == "turn-gone"
    assert rule(played, 1, "stands")["dispute"]["status"] == "ruled"
    assert played.problems() == ()


def test_a_turn_that_was_taken_back_and_comes_back_is_the_disputed_one_still(played: At) -> None:
    dispute(played, turn=2, claim={"roll": 1, "dice": [6, 5, 4, 6, 6]})
    undo(played, 4)
    assert disputes(played)[0]["turn"] is None
    redo(played)
    assert disputes(played)[0]["turn"] == 2
    rule(played, 1, "corrected")
    assert played.turns()[1]["score"] == 12


@pytest.mark.parametrize("decision", ["corrected", "replay_turn"])
def test_a_turn_played_in_the_place_of_the_disputed_one_was_never_disputed(played: At, decision: str) -> None:
    dispute(played, turn=2, claim={"roll": 1, "dice": [6, 5, 4, 6, 6]})
    undo(played, 4)
    played.roll(2, 1, [6, 5, 4, 1, 1], stand=True)
    before = played.game
    assert disputes(played)[0]["turn"] is None
    with pytest.raises(AmendmentRefused) as refused:
        rule(played, 1, decision)
    assert refusal(refused)[0] == "turn-gone"
    assert played.game == before


def test_only_a_host_rules(played: At) -> None:
    dispute(played, turn=1, claim=TWELVE, author=scorer(played))
    before = played.game
    with pytest.raises(RoleNotAllowed) as refused:
        rule(played, 1, "stands", author=scorer(played))
    assert refused.value.allowed == ("host",)
    assert played.game == before


def test_there_is_one_ruling(played: At) -> None:
    dispute(played, turn=1, claim=TWELVE)
    rule(played, 1, "stands")
    before = played.game
    for again in (lambda: rule(played, 1, "corrected"), lambda: withdraw(played, 1)):
        with pytest.raises(AmendmentRefused) as refused:
            again()
        assert refusal(refused)[0] == "already-ruled"
    assert played.game == before


def test_a_dispute_that_is_not_there(played: At) -> None:
    dispute(played, turn=1, claim=TWELVE)
    table_id = played.author.table_id
    for number in (0, -1, 2, 2**70):
        for ask in (
            lambda number=number: rule(played, number, "stands"),
            lambda number=number: withdraw(played, number),
            lambda number=number: ledger.get_dispute(table_id, played.game_id, number),
        ):
            with pytest.raises(NotFound) as missing:
                ask()
            assert missing.value.what == "dispute"


@pytest.mark.parametrize(
    ("decision", "more", "pointer"),
    [
        ("perhaps", {}, "/decision"),
        ("stands", {"score": 3}, "/score"),
        ("replay_turn", {"rolls": [{"dice": [1]}]}, "/rolls"),
        ("corrected", {"on_conflict": "perhaps"}, "/on_conflict"),
        ("stands", {"reason": "\x07"}, "/reason"),
    ],
)
def test_a_ruling_is_one_of_three(played: At, decision: str, more: dict[str, Any], pointer: str) -> None:
    dispute(played, turn=3, words="no")
    with pytest.raises(Invalid) as refused:
        rule(played, 1, decision, **more)
    assert refused.value.problems[0].pointer == pointer


def test_an_undo_takes_a_ruling_s_turn_back_and_no_ruling(played: At) -> None:
    dispute(played, turn=3, claim={"roll": 1, "dice": [6, 5, 1, 1, 1]})
    rule(played, 1, "corrected")
    undo(played)
    assert played.game["turn"]["rolls"] == []
    assert disputes(played)[0]["status"] == "ruled"
    assert played.log()[6]["effective"] is False
    assert played.problems() == ()
    with pytest.raises(AmendmentRefused) as refused:
        correct(played, drop={"seq": 7})
    assert refusal(refused) == ("entry-voided", "/drop")


def test_a_ruling_that_put_nothing_in_is_not_corrected(played: At) -> None:
    dispute(played, turn=1, claim=TWELVE)
    rule(played, 1, "stands")
    for seq in (6, 7):
        with pytest.raises(AmendmentRefused) as refused:
            correct(played, drop={"seq": seq})
        assert refusal(refused) == ("entry-not-correctable", "/drop")


# Withdrawing, arriving again, lists


def test_a_dispute_is_withdrawn_by_whoever_opened_it_or_a_host(played: At) -> None:
    doubter, other = scorer(played), scorer(played)
    dispute(played, turn=1, claim=TWELVE, author=doubter)
    dispute(played, turn=1, claim=TWELVE, author=doubter)
    with pytest.raises(AmendmentRefused) as refused:
        withdraw(played, 1, author=other)
    assert refusal(refused)[0] == "not-your-entry"
    answer = withdraw(played, 1, author=doubter, reason="I was wrong")
    found = answer["dispute"]
    assert (found["status"], found["withdrawal"]["reason"], found["ruling"]) == (
        "withdrawn",
        "I was wrong",
        None,
    )
    assert (found["withdrawal"]["key_id"], found["withdrawal"]["device"]) == (doubter.key_id, "Blue's phone")
    assert withdraw(played, 2)["provisional"] is False
    with pytest.raises(AmendmentRefused) as refused:
        rule(played, 1, "stands")
    assert refusal(refused)[0] == "dispute-closed"


def test_a_dispute_that_arrives_again_is_opened_once(played: At) -> None:
    what = {"turn": 1, "claim": {"roll": 2, "dice": [4, 6, 6]}, "words": "Sixes", "entry_id": ID}
    opened = dispute(played, **what)
    again = dispute(played, **what)
    assert (opened.pop("already_recorded"), again.pop("already_recorded")) == (False, True)
    assert again == opened
    assert len(disputes(played)) == 1
    for other in ({"turn": 2}, {"claim": TWELVE}, {"words": "Fives"}, {"words": None}):
        with pytest.raises(AlreadyRecorded):
            dispute(played, **{**what, **other})


def test_a_ruling_and_a_withdrawal_that_arrive_again_are_made_once(played: At) -> None:
    dispute(played, turn=1, claim=TWELVE)
    dispute(played, turn=1, claim=TWELVE)
    ruled = rule(played, 1, "corrected", entry_id=ID)
    assert rule(played, 1, "corrected", entry_id=ID)["changes"] == ruled["changes"]
    for decision, more in (("stands", {}), ("corrected", {"score": 3})):
        with pytest.raises(AlreadyRecorded):
            rule(played, 1, decision, entry_id=ID, **more)
    with pytest.raises(AlreadyRecorded):
        rule(played, 2, "corrected", entry_id=ID)
    other = ID[:-1] + "2"
    assert withdraw(played, 2, entry_id=other)["recorded"] == withdraw(played, 2, entry_id=other)["recorded"]


def test_a_dispute_can_be_tried_first(played: At) -> None:
    before = played.game
    tried = dispute(played, turn=1, claim=TWELVE, words="no", dry_run=True)
    assert (tried["dry_run"], tried["provisional"], tried["dispute"]["number"]) == (True, True, 1)
    assert (played.game, disputes(played)) == (before, [])
    done = dispute(played, turn=1, claim=TWELVE, words="no")
    for name in ("recorded_verdict", "claim_verdict", "words", "evidence", "turn"):
        assert done["dispute"][name] == tried["dispute"][name]


def test_disputes_come_in_pages_and_by_status(played: At) -> None:
    for _ in range(3):
        dispute(played, turn=1, words="no")
    withdraw(played, 2)
    table_id, numbers, cursor = played.author.table_id, [], None
    for _ in range(3):
        page = ledger.list_disputes(table_id, played.game_id, limit=1, cursor=cursor)
        numbers += [found["number"] for found in page.items]
        cursor = page.next
    assert (numbers, cursor) == ([1, 2, 3], None)
    assert [found["number"] for found in disputes(played, status="open")] == [1, 3]
    assert [found["number"] for found in disputes(played, status="withdrawn")] == [2]


def test_words_and_reasons_stand_where_they_can_be_erased(played: At) -> None:
    dispute(played, turn=1, claim=TWELVE, words="Blue cheats")
    rule(played, 1, "stands", reason="Blue does not")
    log = played.log()
    assert [entry["texts"] for entry in log[-2:]] == [{"words": "Blue cheats"}, {"reason": "Blue does not"}]
    assert not any("cheats" in str(entry["body"]) for entry in log)


def test_the_log_shows_the_life_of_a_dispute(played: At) -> None:
    dispute(played, turn=1, claim=TWELVE)
    withdraw(played, 1)
    dispute(played, turn=1, claim=TWELVE)
    rule(played, 2, "corrected")
    kinds = [entry["kind"] for entry in played.log()[5:]]
    assert kinds == ["dispute", "withdrawal", "dispute", "ruling"]
    assert [entry["seq"] for entry in played.log(kind="dispute")] == [6, 8]
    assert [entry["seq"] for entry in played.log(seat=1)] == [2, 3, 6, 7, 8, 9]
    assert [entry["seq"] for entry in played.log(round=1)][-1] == 9


def test_a_scorer_may_dispute(played: At) -> None:
    assert dispute(played, turn=1, claim=TWELVE, author=scorer(played))["dispute"]["status"] == "open"
    other = replace(scorer(played), table_id=ledger.create_table("Other").author.table_id)
    with pytest.raises(NotFound):
        dispute(played, turn=1, claim=TWELVE, author=other)
