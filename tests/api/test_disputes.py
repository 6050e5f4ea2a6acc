"""A turn is doubted: the referee says what follows from either side, and a host rules, once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.at_the_table import HostOf, pointers, problem
from tests.api.mending import Mended, scorer_of

AN_ID = "5f0f4b9c-7d0c-4a3e-8d5a-1f2e3d4c5b6a"
NOBODYS_ID = "00000000-0000-4000-8000-000000000000"
EIGHT = {"roll": 3, "dice": [6, 2]}
"""What is claimed of the last roll of the example turn."""


@pytest.fixture
def game(host: HostOf) -> Mended:
    """Red's first turn is over (entries 2 to 4, a cargo of nine), Blue's second has eight (entry 5): Red wins
    the round. Blue opens the next with a ship (entry 6)."""
    game = Mended(host, host.open())
    game.example_turn()
    game.turn(2, 1, 8)
    game.roll(2, 1, 6, 1, 1, 2, 3, keep=[6], round=2)
    return game


@pytest.fixture
def disputed(game: Mended) -> Mended:
    """Red's first turn is disputed (entry 7): the last roll was 6 and 1."""
    game.post("disputes", {"turn": 1, "claim": {"roll": 3, "dice": [6, 1]}})
    return game


@pytest.fixture
def finished(host: HostOf) -> Mended:
    """One round for the pot: Red's nine (entry 4) beats Blue's six (entry 5)."""
    game = Mended(host, host.open("critters"))
    for seat, dice in ((1, [6, 6, 6]), (2, [1, 1, 1])):
        game.post("start-rolls", {"seat": seat, "attempt": 1, "dice": dice})
    game.turn(1, 1, 9)
    game.turn(2, 1, 6)
    return game


# Opening one


def test_the_verdicts_stand_side_by_side(game: Mended) -> None:
    dispute = game.post("disputes", {"turn": 1, "claim": EIGHT, "words": "A 2."})["dispute"]
    assert (dispute["number"], dispute["status"]) == (1, "open")
    assert (dispute["turn"], dispute["round"], dispute["roll_off"], dispute["seat"]) == (1, 1, 0, 1)
    assert (dispute["claim"], dispute["words"]) == (EIGHT, "A 2.")
    assert dispute["recorded_verdict"]["legal"] is True
    assert dispute["recorded_verdict"]["score"] == 9
    assert dispute["claim_verdict"]["legal"] is True
    assert dispute["claim_verdict"]["score"] == 8
    assert dispute["ruling"] is None
    assert dispute["withdrawal"] is None


def test_the_evidence_says_who_entered_what_from_which_key_and_when(host: HostOf) -> None:
    game = Mended(host, host.open())
    scorer = scorer_of(host, "Red's phone")
    game.by(scorer).roll(1, 1, 6, 4, 3, 3, 1, keep=[6], entered_at="2026-01-31T20:00:00Z")
    game.roll(1, 2, 5, 4, 2, 2, keep=[5, 4])
    first, second = game.post("disputes", {"turn": 1, "words": "No."})["dispute"]["evidence"]
    assert (first["seq"], first["kind"], first["body"]["dice"]) == (2, "roll", [6, 4, 3, 3, 1])
    assert first["sentences"] == ["Red banked the ship; 4 dice to roll."]
    assert (first["device"], second["device"]) == ("Red's phone", None)
    assert first["key_id"] != second["key_id"]
    assert first["entered_at"] == "2026-01-31T20:00:00.000000Z"
    assert first["recorded_at"] < second["recorded_at"]


def test_the_evidence_stays_as_it_was_when_the_turn_is_corrected(disputed: Mended) -> None:
    before = disputed.get("/disputes/1")["evidence"]
    disputed.post("corrections", {"replace": {"seq": 4, "dice": [5, 5]}})
    assert disputed.get("/disputes/1")["evidence"] == before


def test_while_a_dispute_is_open_everything_is_provisional(game: Mended) -> None:
    def shown() -> list[bool]:
        (listed,) = game.host.get(f"{game.host.table}/games").get_json()["items"]
        return [here["provisional"] for here in (game.get(), game.get("/standings"), listed)]

    assert shown() == [False] * 3
    assert game.post("disputes", {"turn": 1, "claim": EIGHT})["provisional"] is True
    game.post("disputes", {"turn": 2, "words": "Hm."})
    assert shown() == [True] * 3
    game.post("disputes/1/ruling", {"decision": "stands"})
    assert shown() == [True] * 3
    assert game.post("disputes/2/withdraw")["provisional"] is False
    assert shown() == [False] * 3


def test_a_game_that_is_provisional_goes_on_and_finishes(host: HostOf) -> None:
    game = Mended(host, host.open("critters"))
    for seat, dice in ((1, [6, 6, 6]), (2, [1, 1, 1])):
        game.post("start-rolls", {"seat": seat, "attempt": 1, "dice": dice})
    game.turn(1, 1, 9)
    game.post("disputes", {"turn": 1, "claim": {"rolls": [{"dice": [6, 5, 4, 1, 1]}], "stand": True}})
    answer = game.turn(2, 1, 6)
    assert (answer["status"], answer["winners"], answer["provisional"]) == ("finished", [1], True)
    answer = game.post("disputes/1/ruling", {"decision": "corrected", "reason": "Two ones."})
    assert (answer["status"], answer["winners"], answer["provisional"]) == ("finished", [2], False)


@pytest.mark.parametrize(
    ("claim", "codes"),
    [
        ({"roll": 3, "dice": [7, 1]}, ["face-invalid"]),
        ({"roll": 1, "dice": [5, 4, 3, 3, 1], "keep": [5]}, ["captain-before-ship"]),
        ({"roll": 1, "dice": [6, 4, 3]}, ["dice-count"]),
        ({"roll": 3, "dice": [6, 2], "hold": 6}, ["hold-invalid"]),
        ({"rolls": [{"dice": [6, 5, 4, 1, 1]}] * 2}, ["dice-count"]),
        ({"rolls": [{"dice": []}]}, ["dice-count"]),
    ],
)
def test_a_claim_that_breaks_rules_is_accepted_and_the_verdict_says_so(
    game: Mended, claim: dict[str, Any], codes: list[str]
) -> None:
    verdict = game.post("disputes", {"turn": 1, "claim": claim})["dispute"]["claim_verdict"]
    assert verdict["legal"] is False
    (illegal,) = (roll for roll in verdict["rolls"] if roll["verdict"] == "illegal")
    assert [violation["code"] for violation in illegal["violations"]] == codes
    assert all(violation["rule"] and violation["source"] for violation in illegal["violations"])


def test_a_claim_to_have_stood_without_a_crew_is_told(game: Mended) -> None:
    claim = {"rolls": [{"dice": [6, 1, 1, 1, 1]}], "stand": True}
    verdict = game.post("disputes", {"turn": 1, "claim": claim})["dispute"]["claim_verdict"]
    assert [violation["code"] for violation in verdict["stand"]] == ["crew-incomplete"]


def test_a_score_can_be_claimed(host: HostOf) -> None:
    game = Mended(host, host.open(entry="dice_or_score"))
    game.post("turns", {"seat": 1, "round": 1, "score": 7})
    possible = game.post("disputes", {"turn": 1, "claim": {"score": 9}})["dispute"]
    assert (possible["claim_verdict"]["legal"], possible["claim_verdict"]["unverified"]) == (True, True)
    impossible = game.post("disputes", {"turn": 1, "claim": {"score": 13}})["dispute"]
    assert impossible["claim_verdict"]["legal"] is False
    assert [told["code"] for told in impossible["claim_verdict"]["stand"]] == ["score-impossible"]
    answer = game.post("disputes/1/ruling", {"decision": "corrected"})
    assert answer["seats"][0]["total"] == 9


def test_an_open_turn_can_be_disputed(game: Mended) -> None:
    dispute = game.post("disputes", {"turn": 3, "words": "That was no 6."})["dispute"]
    assert (dispute["seat"], dispute["recorded_verdict"]["turn"]["over"]) == (2, False)
    assert dispute["claim_verdict"] is None


def test_two_phones_that_contradict_each_other_become_a_dispute_in_one_call(game: Mended) -> None:
    other = {"seat": 2, "round": 2, "roll": 1, "dice": [6, 5, 1, 2, 3], "keep": [6, 5]}
    told = problem(game.send("rolls", other), 409, "already-recorded")
    claim = {"roll": 1, "dice": told["sent"]["dice"], "keep": told["sent"]["keep"]}
    body = {"entry": {"entry_id": told["recorded"]["entry_id"]}, "claim": claim}
    dispute = game.post("disputes", body)["dispute"]
    assert (dispute["turn"], dispute["seat"], dispute["claim"]) == (3, 2, claim)
    assert dispute["recorded_verdict"]["turn"]["banked"] == [6]
    assert dispute["claim_verdict"]["turn"]["banked"] == [6, 5]


def test_scorers_dispute_too(game: Mended) -> None:
    scorer = game.by(scorer_of(game.host, "Blue's phone"))
    assert (
        scorer.post("disputes", {"turn": 1, "claim": EIGHT})["dispute"]["opened"]["device"] == "Blue's phone"
    )


# Reading them


def test_disputes_are_read_one_by_one_or_in_pages(disputed: Mended) -> None:
    second = disputed.post("disputes", {"turn": 2, "words": "?"})["dispute"]
    disputed.post("disputes/1/ruling", {"decision": "stands"})
    assert disputed.get("/disputes/2") == second
    assert [item["number"] for item in disputed.get("/disputes")["items"]] == [1, 2]
    assert [item["number"] for item in disputed.get("/disputes?status=open")["items"]] == [2]
    assert [item["number"] for item in disputed.get("/disputes?status=ruled")["items"]] == [1]
    assert disputed.get("/disputes?status=withdrawn") == {"items": [], "next": None}
    page = disputed.get("/disputes?limit=1")
    assert [item["number"] for item in page["items"]] == [1]
    rest = disputed.get(f"/disputes?limit=1&cursor={page['next']}")
    assert ([item["number"] for item in rest["items"]], rest["next"]) == ([2], None)


@pytest.mark.parametrize("path", ["/disputes", "/disputes/1"])
def test_disputes_carry_the_games_version(disputed: Mended, path: str) -> None:
    response = disputed.host.get(disputed.path + path)
    assert response.headers["ETag"] == '"7"'
    known = disputed.host.get(disputed.path + path, if_none_match='"7"')
    assert (known.status_code, known.data) == (304, b"")


@pytest.mark.parametrize("number", ["2", "999999", "0", "x"])
def test_a_dispute_that_is_not_there_is_not_found(disputed: Mended, number: str) -> None:
    problem(disputed.host.get(f"{disputed.path}/disputes/{number}"), 404, "not-found")
    with disputed.unchanged():
        problem(disputed.send(f"disputes/{number}/ruling", {"decision": "stands"}), 404, "not-found")
        problem(disputed.send(f"disputes/{number}/withdraw"), 404, "not-found")


@pytest.mark.parametrize(
    ("query", "parameter"),
    [("status=closed", "status"), ("limit=0", "limit"), ("cursor=!", "cursor")],
)
def test_a_query_that_makes_no_sense_is_refused(disputed: Mended, query: str, parameter: str) -> None:
    told = problem(disputed.host.get(f"{disputed.path}/disputes?{query}"), 422, "invalid")
    assert pointers(told) == [(parameter, "invalid")]


def test_one_dispute_takes_no_parameter(disputed: Mended) -> None:
    problem(disputed.host.get(f"{disputed.path}/disputes/1?limit=1"), 422, "unknown-parameter")


# Rulings


def test_a_ruling_that_it_stands_changes_nothing_but_the_dispute(disputed: Mended) -> None:
    before = disputed.get("/standings")["standings"]
    answer = disputed.dry_and_real("disputes/1/ruling", {"decision": "stands", "reason": "All saw it."})
    assert disputed.get("/standings")["standings"] == before
    assert answer["changes"]["entries"] == []
    assert answer["dispute"]["status"] == "ruled"
    assert (answer["dispute"]["ruling"]["decision"], answer["dispute"]["ruling"]["reason"]) == (
        "stands",
        "All saw it.",
    )
    assert answer["dispute"]["ruling"]["seq"] == answer["recorded"]["seq"] == 8


def test_a_ruling_that_corrects_takes_the_claim(disputed: Mended) -> None:
    answer = disputed.dry_and_real("disputes/1/ruling", {"decision": "corrected"})
    assert [seat["total"] for seat in answer["seats"]] == [7, 8]
    assert [seat["rounds_won"] for seat in answer["seats"]] == [0, 1]
    assert answer["changes"]["voided"] == [2, 3, 4]
    turn = disputed.get("/turns/1")
    assert [roll["dice"] for roll in turn["rolls"]] == [[6, 4, 3, 3, 1], [5, 4, 2, 2], [6, 1]]
    assert turn["score"] == 7
    (logged,) = disputed.get("/log?kind=ruling")["items"]
    assert logged["counts_as"]["kind"] == "turn"
    assert logged["body"]["decision"] == "corrected"


def test_a_ruling_can_say_other_dice_than_the_claim(disputed: Mended) -> None:
    rolls = [{"dice": [6, 5, 4, 5, 5]}]
    answer = disputed.post("disputes/1/ruling", {"decision": "corrected", "rolls": rolls, "stand": True})
    assert answer["seats"][0]["total"] == 10
    assert answer["dispute"]["claim"] == {"roll": 3, "dice": [6, 1]}


def test_the_latest_turn_can_be_played_again(game: Mended) -> None:
    game.post("disputes", {"turn": 3, "words": "The dice were not shaken."})
    answer = game.dry_and_real("disputes/1/ruling", {"decision": "replay_turn"})
    assert answer["changes"]["voided"] == [6]
    assert (answer["next"]["seat"], answer["next"]["round"], answer["next"]["roll"]) == (2, 2, 1)
    assert answer["dispute"]["turn"] is None


def test_an_open_turn_is_corrected_and_goes_on(game: Mended) -> None:
    claim = {"roll": 1, "dice": [6, 5, 1, 2, 3], "keep": [6, 5]}
    game.post("disputes", {"turn": 3, "claim": claim})
    answer = game.post("disputes/1/ruling", {"decision": "corrected"})
    assert (answer["turn"]["banked"], answer["next"]["roll"]) == ([6, 5], 2)
    assert game.roll(2, 2, 4, 6, 6, keep=[4])["turn"]["cargo"] == [6, 6]


def test_only_the_latest_turn_can_be_played_again(disputed: Mended) -> None:
    with disputed.unchanged():
        response = disputed.send("disputes/1/ruling", {"decision": "replay_turn"})
    assert pointers(problem(response, 409, "not-latest-turn")) == [("/decision", "not-latest-turn")]


def test_only_a_host_rules(disputed: Mended) -> None:
    scorer = disputed.by(scorer_of(disputed.host, "phone"))
    with disputed.unchanged():
        problem(scorer.send("disputes/1/ruling", {"decision": "stands"}), 403, "role-not-allowed")


def test_there_is_one_ruling(disputed: Mended) -> None:
    disputed.post("disputes/1/ruling", {"decision": "stands"})
    with disputed.unchanged():
        problem(disputed.send("disputes/1/ruling", {"decision": "corrected"}), 409, "already-ruled")
        problem(disputed.send("disputes/1/withdraw"), 409, "already-ruled")


def test_a_ruling_can_not_be_corrected(disputed: Mended) -> None:
    disputed.post("disputes/1/ruling", {"decision": "stands"})
    with disputed.unchanged():
        for seq in (7, 8):
            problem(disputed.send("corrections", {"drop": {"seq": seq}}), 409, "entry-not-correctable")


def test_a_ruling_after_which_later_entries_do_not_fit_names_them(disputed: Mended) -> None:
    disputed.post("disputes", {"turn": 1, "claim": EIGHT})
    body = {"decision": "corrected"}
    with disputed.unchanged():
        told = problem(disputed.send("disputes/2/ruling", body), 409, "later-entries-conflict")
    assert [entry["seq"] for entry in told["conflicts"]] == [6]
    answer = disputed.dry_and_real("disputes/2/ruling", {**body, "on_conflict": "void_following"})
    assert answer["changes"]["voided"] == [2, 3, 4, 6]
    assert answer["next"]["roll_off"] == 1


def test_where_nothing_was_claimed_a_ruling_says_what_was_rolled(game: Mended) -> None:
    game.post("disputes", {"turn": 1, "words": "No."})
    with game.unchanged():
        told = problem(game.send("disputes/1/ruling", {"decision": "corrected"}), 422, "required")
    assert pointers(told) == [("/rolls", "required")]


def test_of_a_turn_that_is_gone_one_can_only_say_that_it_stands(game: Mended) -> None:
    game.post("disputes", {"turn": 3, "claim": {"roll": 1, "dice": [6, 5, 1, 1, 1]}})
    game.post("undo")
    assert game.get("/disputes/1")["turn"] is None
    for decision in ("corrected", "replay_turn"):
        with game.unchanged():
            problem(game.send("disputes/1/ruling", {"decision": decision}), 409, "turn-gone")
    assert game.post("disputes/1/ruling", {"decision": "stands"})["dispute"]["status"] == "ruled"


def test_a_ruling_on_a_game_that_is_over_needs_a_reason_where_it_changes_it(finished: Mended) -> None:
    claim = {"rolls": [{"dice": [6, 5, 4, 1, 1]}], "stand": True}
    finished.post("disputes", {"turn": 1, "claim": claim})
    with finished.unchanged():
        told = problem(finished.send("disputes/1/ruling", {"decision": "corrected"}), 422, "required")
    assert pointers(told) == [("/reason", "required")]
    assert finished.post("disputes/1/ruling", {"decision": "stands"})["winners"] == [1]


# Withdrawals


def test_whoever_opened_a_dispute_withdraws_it(game: Mended) -> None:
    red, blue = (game.by(scorer_of(game.host, device)) for device in ("Red's phone", "Blue's phone"))
    red.post("disputes", {"turn": 1, "claim": EIGHT})
    with game.unchanged():
        problem(blue.send("disputes/1/withdraw"), 403, "not-your-entry")
    answer = red.dry_and_real("disputes/1/withdraw", {"reason": "I was wrong."})
    assert answer["dispute"]["status"] == "withdrawn"
    assert answer["dispute"]["withdrawal"]["reason"] == "I was wrong."
    assert answer["dispute"]["withdrawal"]["device"] == "Red's phone"


def test_a_host_withdraws_any_dispute_and_then_it_is_closed(game: Mended) -> None:
    game.by(scorer_of(game.host, "phone")).post("disputes", {"turn": 1, "claim": EIGHT})
    game.post("disputes/1/withdraw")
    with game.unchanged():
        problem(game.send("disputes/1/ruling", {"decision": "stands"}), 409, "dispute-closed")
        problem(game.send("disputes/1/withdraw", {"reason": "Again."}), 409, "dispute-closed")


# What is refused


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer"),
    [
        ({"turn": 9, "words": "?"}, 422, "turn-unknown", "/turn"),
        ({"turn": 4, "words": "?"}, 422, "turn-unknown", "/turn"),
        ({"entry": {"seq": 99}, "words": "?"}, 422, "entry-unknown", "/entry/seq"),
        ({"entry": {"entry_id": NOBODYS_ID}, "words": "?"}, 422, "entry-unknown", "/entry/entry_id"),
        ({"entry": {"seq": 1}, "words": "?"}, 409, "entry-not-correctable", "/entry"),
        ({"entry": {"seq": 8}, "words": "?"}, 409, "entry-voided", "/entry"),
        ({"entry": {"seq": 7}, "words": "?"}, 422, "entry-not-of-a-turn", "/entry"),
        ({"turn": 1, "claim": {"roll": 5, "dice": [1, 1]}}, 422, "invalid", "/claim/roll"),
        ({"turn": 1, "claim": {"roll": 3, "dice": [6.5, 1]}}, 422, "invalid", "/claim/dice/0"),
        ({"turn": 1, "claim": {"rolls": [{"dice": [True]}]}}, 422, "invalid", "/claim/rolls/0/dice/0"),
        ({"turn": 1, "claim": {"score": 7.5}}, 422, "invalid", "/claim/score"),
    ],
)
def test_a_dispute_that_is_refused_changes_nothing(
    game: Mended, body: dict[str, Any], status: int, code: str, pointer: str
) -> None:
    game.post("seats", {"name": "Green"})
    game.roll(2, 2, 5, 1, 1, 2, keep=[5])
    game.post("undo")
    with game.unchanged():
        told = problem(game.send("disputes", body), status, code)
        assert problem(game.send("disputes?dry_run=true", body), status, code) == told
    assert pointers(told)[0] == (pointer, code)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, ("", "invalid")),
        ({"turn": 1}, ("/claim", "required")),
        ({"words": "No."}, ("", "invalid")),
        ({"turn": 1, "entry": {"seq": 2}, "words": "No."}, ("", "invalid")),
        ({"turn": "1", "words": "No."}, ("/turn", "invalid")),
        ({"turn": 0, "words": "No."}, ("/turn", "invalid")),
        ({"entry": {}, "words": "No."}, ("/entry", "invalid")),
        ({"entry": 2, "words": "No."}, ("/entry", "invalid")),
        ({"entry_id": AN_ID, "words": "No."}, ("", "invalid")),
        ({"turn": 1, "words": ""}, ("/words", "invalid")),
        ({"turn": 1, "words": "x" * 501}, ("/words", "invalid")),
        ({"turn": 1, "words": "\u202e"}, ("/words", "text-invalid")),
        ({"turn": 1, "claim": {}}, ("/claim", "invalid")),
        ({"turn": 1, "claim": "eight"}, ("/claim", "invalid")),
        ({"turn": 1, "claim": {"roll": 1}}, ("/claim/dice", "required")),
        ({"turn": 1, "claim": {"dice": [6, 1]}}, ("/claim", "invalid")),
        ({"turn": 1, "claim": {"score": 7, "dice": [6, 1]}}, ("/claim/dice", "invalid")),
        ({"turn": 1, "claim": {"score": 7, "stand": True}}, ("/claim/stand", "invalid")),
        ({"turn": 1, "claim": {"score": 7, "roll": 1, "dice": [1]}}, ("/claim", "invalid")),
        ({"turn": 1, "claim": {"rolls": []}}, ("/claim/rolls", "invalid")),
        ({"turn": 1, "claim": {"rolls": [{"keep": [6]}]}}, ("/claim/rolls/0/dice", "required")),
        ({"turn": 1, "claim": {"roll": 3, "dice": [1] * 21}}, ("/claim/dice", "invalid")),
        ({"turn": 1, "claim": {"roll": 3, "dice": None}}, ("/claim/dice", "invalid")),
        ({"turn": 1, "claim": EIGHT, "by": "Blue"}, ("/by", "unknown-field")),
    ],
)
def test_what_makes_no_sense_is_no_dispute(
    game: Mended, body: dict[str, Any], expected: tuple[str, str]
) -> None:
    with game.unchanged():
        response = game.send("disputes", body)
    assert pointers(problem(response, 422, expected[1])) == [expected]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, ("/decision", "required")),
        ({"decision": "maybe"}, ("/decision", "invalid")),
        ({"decision": "stands", "rolls": [{"dice": [6, 5, 4, 1, 1]}]}, ("/rolls", "unknown-field")),
        ({"decision": "replay_turn", "score": 7}, ("/score", "unknown-field")),
        ({"decision": "corrected", "score": 7, "stand": True}, ("/stand", "invalid")),
        ({"decision": "corrected", "score": 7, "rolls": [{"dice": [1]}]}, ("/rolls", "invalid")),
        (
            {"decision": "corrected", "rolls": [{"dice": [7, 5, 4, 1, 1]}]},
            ("/rolls/0/dice/0", "face-invalid"),
        ),
        ({"decision": "corrected", "rolls": [{"dice": [6.5]}]}, ("/rolls/0/dice/0", "invalid")),
        ({"decision": "corrected", "score": 7}, ("/score", "score-not-allowed")),
        ({"decision": "stands", "on_conflict": "perhaps"}, ("/on_conflict", "invalid")),
        ({"decision": "stands", "reason": ""}, ("/reason", "invalid")),
        ({"decision": "stands", "why": "."}, ("/why", "unknown-field")),
    ],
)
def test_what_makes_no_sense_is_no_ruling(
    disputed: Mended, body: dict[str, Any], expected: tuple[str, str]
) -> None:
    with disputed.unchanged():
        response = disputed.send("disputes/1/ruling", body)
    assert pointers(problem(response, 422, expected[1]))[0] == expected


def test_a_ruling_that_stands_on_an_illegal_turn_is_refused(disputed: Mended) -> None:
    body = {"decision": "corrected", "rolls": [{"dice": [5, 4, 1, 1, 1], "keep": [5]}], "stand": True}
    with disputed.unchanged():
        told = problem(disputed.send("disputes/1/ruling", body), 422, "captain-before-ship")
    assert pointers(told)[0] == ("/rolls/0/keep/0", "captain-before-ship")


# Versions and retries


@pytest.mark.parametrize(
    "body",
    [
        {"turn": 1, "claim": EIGHT},
        {"turn": 3, "words": "No."},
        {"entry": {"seq": 5}, "claim": {"rolls": [{"dice": [7]}]}},
    ],
)
def test_a_dry_run_of_a_dispute_tells_the_verdict(game: Mended, body: dict[str, Any]) -> None:
    assert game.dry_and_real("disputes", body)["dispute"]["status"] == "open"


def test_a_dispute_of_another_version_changes_nothing(disputed: Mended) -> None:
    bodies: dict[str, dict[str, Any]] = {
        "disputes": {"turn": 1, "claim": EIGHT},
        "disputes/1/ruling": {"decision": "stands"},
        "disputes/1/withdraw": {},
    }
    for path, body in bodies.items():
        with disputed.unchanged():
            problem(disputed.send(path, body, if_match='"6"'), 412, "version-mismatch")
    assert disputed.send("disputes/1/withdraw", if_match='"7"').status_code == 201


@pytest.mark.parametrize(
    ("path", "body", "other"),
    [
        ("disputes", {"turn": 1, "claim": EIGHT}, {"turn": 1, "claim": {"roll": 3, "dice": [6, 3]}}),
        ("disputes", {"entry": {"seq": 3}, "words": "No."}, {"entry": {"seq": 5}, "words": "No."}),
        ("disputes/1/ruling", {"decision": "corrected"}, {"decision": "stands"}),
        ("disputes/1/withdraw", {"reason": "Sorry."}, {"reason": "Never mind."}),
    ],
)
def test_what_is_sent_again_is_recorded_once(
    disputed: Mended, path: str, body: dict[str, Any], other: dict[str, Any]
) -> None:
    first = disputed.post(path, {**body, "entry_id": AN_ID})
    with disputed.unchanged():
        again = disputed.send(path, {**body, "entry_id": AN_ID})
        assert again.status_code == 200, again.text
        told = problem(disputed.send(path, {**other, "entry_id": AN_ID}), 409, "already-recorded")
    answer = again.get_json()
    assert answer["already_recorded"] is True
    for name in ("recorded", "result", "changes", "warnings", "dispute", "version", "head"):
        assert answer[name] == first[name], name
    assert (told["recorded"]["entry_id"], told["sent"]) == (AN_ID, other)
