"""What was entered wrongly is taken back or put right; what can't be is refused, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.at_the_table import HostOf, pointers, problem
from tests.api.mending import Mended, scorer_of

AN_ID = "5f0f4b9c-7d0c-4a3e-8d5a-1f2e3d4c5b6a"
NOBODYS_ID = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def game(host: HostOf) -> Mended:
    """Red's first turn is over: entries 2 to 4, a cargo of nine."""
    game = Mended(host, host.open())
    game.example_turn()
    return game


@pytest.fixture
def tied(game: Mended) -> Mended:
    """Blue has nine too (entry 5), so they roll off (6 and 7), and Blue opens round 2 with a ship (8)."""
    game.turn(2, 1, 9)
    game.turn(1, 1, 11, roll_off=1)
    game.turn(2, 1, 2, roll_off=1)
    game.roll(2, 1, 6, 1, 1, 2, 3, keep=[6], round=2)
    return game


@pytest.fixture
def finished(host: HostOf) -> Mended:
    """One round for the pot (seat 1 opens): Red's nine (entry 4) beats Blue's six (entry 5)."""
    game = Mended(host, host.open("critters"))
    for seat, dice in ((1, [6, 6, 6]), (2, [1, 1, 1])):
        game.post("start-rolls", {"seat": seat, "attempt": 1, "dice": dice})
    game.turn(1, 1, 9)
    assert game.turn(2, 1, 6)["status"] == "finished"
    return game


# Undo and redo


def test_an_undo_takes_back_the_last_roll(game: Mended) -> None:
    answer = game.post("undo")
    assert answer["version"] == 5
    assert (answer["next"]["seat"], answer["next"]["roll"]) == (1, 3)
    assert answer["result"]["sentences"] == ["Red's roll 3 in round 1 was taken back: 6, 3."]
    assert answer["changes"]["voided"] == [4]
    (changed,) = answer["changes"]["entries"]
    assert (changed["seq"], changed["before"]["result"]["turn_score"], changed["after"]) == (4, 9, None)
    assert [row["total"] for row in answer["changes"]["standings"]["before"]] == [9, 0]
    assert [row["total"] for row in answer["changes"]["standings"]["after"]] == [0, 0]


def test_undo_goes_back_to_the_beginning_and_no_further(game: Mended) -> None:
    for _ in range(3):
        game.post("undo")
    assert game.get()["next"]["roll"] == 1
    with game.unchanged():
        problem(game.send("undo"), 409, "nothing-to-undo")


def test_a_named_entry_is_taken_back_with_all_that_was_played_after_it(game: Mended) -> None:
    entry_id = game.get("/log")["items"][2]["entry_id"]
    assert game.post("undo", {"target": {"entry_id": entry_id.upper()}})["changes"]["voided"] == [3, 4]


def test_who_came_since_stays(game: Mended) -> None:
    game.post("seats", {"name": "Green"})
    answer = game.post("undo", {"target": {"seq": 2}})
    assert answer["changes"]["voided"] == [2, 3, 4]
    assert [seat["name"] for seat in answer["seats"]] == ["Red", "Blue", "Green"]


def test_an_undo_of_the_winning_roll_reopens_the_game_and_tells_of_the_next_one(finished: Mended) -> None:
    assert finished.send("rematch").status_code == 201
    answer = finished.post("undo")
    assert (answer["status"], answer["winners"], answer["finished_at"]) == ("playing", [], None)
    (warning,) = answer["warnings"]
    assert warning.startswith("The next game of the series")


def test_a_redo_brings_back_what_the_last_undo_took_again_and_again(game: Mended) -> None:
    before = game.get("/turns")
    game.post("undo")
    game.post("undo")
    assert game.post("redo")["changes"]["restored"] == [3]
    assert game.post("redo")["changes"]["restored"] == [4]
    assert game.get("/turns") == before
    with game.unchanged():
        problem(game.send("redo"), 409, "nothing-to-redo")


def test_a_redo_can_name_its_undo(game: Mended) -> None:
    first = game.post("undo")["recorded"]["seq"]
    game.post("undo")
    assert sorted(game.post("redo", {"target": {"seq": first}})["changes"]["restored"]) == [3, 4]


def test_after_something_new_there_is_nothing_to_redo(game: Mended) -> None:
    game.post("undo")
    game.roll(1, 3, 6, 2)
    with game.unchanged():
        problem(game.send("redo"), 409, "nothing-to-redo")


def test_a_scorer_takes_back_only_the_last_entry_and_only_an_own_one(game: Mended) -> None:
    blue = game.by(scorer_of(game.host, "Blue's phone"))
    with game.unchanged():
        problem(blue.send("undo"), 403, "not-your-entry")
    blue.turn(2, 1, 7)
    with game.unchanged():
        problem(blue.send("undo", {"target": {"seq": 4}}), 403, "not-your-entry")
    assert blue.post("undo")["changes"]["voided"] == [5]
    assert game.get("/log")["items"][-1]["device"] == "Blue's phone"


def test_what_somebody_else_took_back_a_scorer_does_not_bring_back(game: Mended) -> None:
    game.post("undo")
    with game.unchanged():
        problem(game.by(scorer_of(game.host, "phone")).send("redo"), 403, "not-your-entry")


# Corrections


def test_a_correction_says_all_that_it_changes(game: Mended) -> None:
    game.turn(2, 1, 8)
    answer = game.post("corrections", {"replace": {"seq": 4, "dice": [1, 1]}, "reason": "Bad light."})
    assert answer["result"]["sentences"] == ["Red's roll 3 in round 1 was corrected: 1, 1 instead of 6, 3."]
    changes = answer["changes"]
    assert [row["name"] for row in changes["standings"]["before"]] == ["Red", "Blue"]
    assert [row["name"] for row in changes["standings"]["after"]] == ["Blue", "Red"]
    assert [entry["seq"] for entry in changes["entries"]] == [4, 5]
    red, blue = changes["entries"]
    assert (red["before"]["body"]["dice"], red["after"]["body"]["dice"]) == ([6, 3], [1, 1])
    assert (blue["before"]["result"]["round_winner"], blue["after"]["result"]["round_winner"]) == (1, 2)
    assert "Blue wins the round." in blue["after"]["sentences"]


def test_a_keep_can_be_replaced_and_cleared(game: Mended) -> None:
    game.post("undo", {"target": {"seq": 3}})
    answer = game.post("corrections", {"replace": {"seq": 2, "keep": []}})
    assert answer["turn"]["banked"] == []
    answer = game.post("corrections", {"replace": {"seq": 2, "keep": None, "stand": None, "hold": None}})
    assert answer["turn"]["banked"] == [6]


def test_an_entry_can_be_of_another_seat(host: HostOf) -> None:
    game = Mended(host, host.open(names=("Red", "Blue", "Green")))
    game.post("seats/3/leave")
    answer = game.post("corrections", {"replace": {"seq": 2, "seat": 2}})
    assert [seat["status"] for seat in answer["seats"]] == ["in", "left", "in"]


def test_a_turns_rolls_can_be_replaced_by_its_score(host: HostOf) -> None:
    game = Mended(host, host.open(entry="dice_or_score"))
    game.turn(1, 1, 9)
    answer = game.post("corrections", {"replace": {"seq": 2, "score": 7}})
    assert (answer["seats"][0]["total"], answer["seats"][0]["unverified"]) == (7, 1)
    answer = game.post(
        "corrections", {"replace": {"seq": 2, "rolls": [{"dice": [6, 5, 4, 1, 1]}], "stand": True}}
    )
    assert (answer["seats"][0]["total"], answer["seats"][0]["unverified"]) == (2, 0)


def test_an_entry_that_should_not_have_been_made_is_dropped(game: Mended) -> None:
    answer = game.post("corrections", {"drop": {"seq": 4}})
    assert answer["changes"]["voided"] == [4]
    assert answer["result"]["sentences"] == ["Red's roll 3 in round 1 was struck out: 6, 3."]


@pytest.mark.parametrize("place", [{"before": {"seq": 4}}, {"after": {"seq": 3}}])
def test_a_forgotten_roll_is_put_in_and_the_later_ones_move_on(host: HostOf, place: dict[str, Any]) -> None:
    game = Mended(host, host.open())
    game.roll(1, 1, 6, 4, 3, 3, 1, keep=[6])
    game.roll(1, 2, 5, 4, 2, 2, keep=[5, 4])
    game.post("undo")
    game.roll(1, 2, 5, 4, 2, 2, keep=[5, 4])
    body = {"after": {"seq": 2}, "kind": "roll", "seat": 1, "dice": [1, 1, 1, 1], "keep": []}
    answer = game.post("corrections", {"insert": body})
    assert [roll["dice"] for roll in game.get("/turns/1")["rolls"]] == [
        [6, 4, 3, 3, 1],
        [1, 1, 1, 1],
        [5, 4, 2, 2],
    ]
    moved, put_in = answer["changes"]["entries"]
    assert (moved["before"]["body"]["roll"], moved["after"]["body"]["roll"]) == (2, 3)
    assert (put_in["seq"], put_in["before"]) == (answer["recorded"]["seq"], None)


def test_somebody_who_was_forgotten_can_join_earlier(game: Mended) -> None:
    body = {"before": {"seq": 2}, "kind": "join", "name": "Green"}
    assert [seat["name"] for seat in game.post("corrections", {"insert": body})["seats"]] == [
        "Red",
        "Blue",
        "Green",
    ]


def test_entries_that_no_longer_fit_are_named_with_what_they_were(tied: Mended) -> None:
    with tied.unchanged():
        response = tied.send("corrections", {"replace": {"seq": 4, "dice": [6, 4]}})
    told = problem(response, 409, "later-entries-conflict")
    assert told["version"] == 8
    assert [(entry["seq"], entry["kind"]) for entry in told["conflicts"]] == [(6, "turn"), (7, "turn")]
    first = told["conflicts"][0]
    assert first["body"]["rolls"] == [{"dice": [6, 5, 4, 5, 6]}]
    assert "Red scores 11." in first["sentences"]
    assert first["result"]["turn_score"] == 11
    assert [error["code"] for error in first["errors"]] == ["not-your-turn"]
    assert all(error["rule"] and error["source"] for error in first["errors"])


def test_they_can_be_voided_and_stay_in_the_log_with_the_reason(tied: Mended) -> None:
    body = {"replace": {"seq": 4, "dice": [6, 4]}, "on_conflict": "void_following", "reason": "It was a 4."}
    answer = tied.dry_and_real("corrections", body)
    assert answer["changes"]["voided"] == [6, 7, 8]
    assert answer["seats"][0]["rounds_won"] == 1
    log = {item["seq"]: item for item in tied.get("/log")["items"]}
    assert [(log[seq]["effective"], log[seq]["voided_by"]) for seq in (5, 6, 7, 8)] == [
        (True, None),
        (False, 9),
        (False, 9),
        (False, 9),
    ]
    assert log[6]["voided_because"] == "It was a 4."
    assert log[4]["counts_as"]["body"]["dice"] == [6, 4]
    assert log[4]["counts_as"]["by"] == 9
    assert log[4]["body"]["dice"] == [6, 3]
    assert log[9]["texts"] == {"reason": "It was a 4."}


def test_a_game_that_is_over_is_corrected_with_a_reason(finished: Mended) -> None:
    body = {"replace": {"seq": 4, "rolls": [{"dice": [6, 5, 4, 1, 1]}]}}
    with finished.unchanged():
        told = problem(finished.send("corrections", body), 422, "required")
    assert pointers(told) == [("/reason", "required")]
    answer = finished.post("corrections", {**body, "reason": "Red miscounted."})
    assert (answer["status"], answer["winners"]) == ("finished", [2])


# What is refused


AFTER_3: dict[str, Any] = {"after": {"seq": 3}}
REFUSED: list[tuple[dict[str, Any], int, str, str]] = [
    ({"replace": {"seq": 99, "dice": [1, 1]}}, 422, "entry-unknown", "/replace/seq"),
    ({"replace": {"entry_id": NOBODYS_ID, "dice": [1]}}, 422, "entry-unknown", "/replace/entry_id"),
    ({"drop": {"seq": 99}}, 422, "entry-unknown", "/drop/seq"),
    ({"drop": {"seq": 1}}, 409, "entry-not-correctable", "/drop"),
    ({"drop": {"seq": 5}}, 409, "entry-voided", "/drop"),
    ({"replace": {"seq": 5, "dice": [1, 1]}}, 409, "entry-voided", "/replace"),
    ({"replace": {"seq": 6, "dice": [1, 1]}}, 409, "entry-not-correctable", "/replace"),
    ({"replace": {"seq": 4, "dice": [7, 1]}}, 422, "face-invalid", "/replace/dice/0"),
    ({"replace": {"seq": 4, "dice": [1, 1, 1]}}, 422, "dice-count", "/replace/dice"),
    ({"replace": {"seq": 3, "keep": [4]}}, 422, "crew-before-captain", "/replace/keep/0"),
    ({"replace": {"seq": 4, "hold": 6}}, 422, "hold-invalid", "/replace/hold"),
    ({"replace": {"seq": 4, "seat": 2}}, 409, "not-your-turn", "/replace/seat"),
    ({"replace": {"seq": 4, "seat": 7}}, 422, "seat-unknown", "/replace/seat"),
    ({"replace": {"seq": 4, "score": 7}}, 422, "unknown-field", "/replace/score"),
    ({"replace": {"seq": 4, "rolls": [{"dice": [1]}]}}, 422, "unknown-field", "/replace/rolls"),
    ({"replace": {"seq": 4}}, 422, "required", "/replace"),
    ({"replace": {"seq": 4, "dice": [6, 3]}}, 422, "invalid", "/replace"),
]
REFUSED_INSERTIONS: list[tuple[dict[str, Any], int, str, str]] = [
    ({"before": {"seq": 99}, "kind": "leave", "seat": 1}, 422, "entry-unknown", "/before/seq"),
    (
        {"after": {"entry_id": NOBODYS_ID}, "kind": "leave", "seat": 1},
        422,
        "entry-unknown",
        "/after/entry_id",
    ),
    ({"after": {"seq": 5}, "kind": "leave", "seat": 1}, 409, "entry-voided", "/after"),
    ({"before": {"seq": 1}, "kind": "leave", "seat": 1}, 409, "entry-not-correctable", "/before"),
    ({**AFTER_3, "kind": "roll", "seat": 1}, 422, "required", "/dice"),
    ({**AFTER_3, "kind": "leave", "seat": 1, "dice": [1]}, 422, "unknown-field", "/dice"),
    ({**AFTER_3, "kind": "roll", "seat": 1, "dice": [1, 8]}, 422, "face-invalid", "/dice/1"),
    ({**AFTER_3, "kind": "roll", "seat": 1, "roll": 2, "dice": [1, 1]}, 409, "already-recorded", "/roll"),
    ({**AFTER_3, "kind": "roll", "seat": 1, "roll": 4, "dice": [1, 1]}, 409, "out-of-order", "/roll"),
    ({**AFTER_3, "kind": "roll", "seat": 1, "round": 2, "dice": [1, 1]}, 409, "out-of-order", "/round"),
    ({**AFTER_3, "kind": "roll", "seat": 2, "dice": [1, 1]}, 409, "not-your-turn", "/seat"),
    ({**AFTER_3, "kind": "turn", "seat": 2, "round": 1, "score": 7}, 409, "not-your-turn", "/seat"),
    ({**AFTER_3, "kind": "join", "name": "Red"}, 422, "player-seated", "/name"),
]


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer"),
    [
        *REFUSED,
        *(({"insert": body}, status, code, f"/insert{at}") for body, status, code, at in REFUSED_INSERTIONS),
    ],
)
def test_a_correction_that_is_refused_changes_nothing(
    game: Mended, body: dict[str, Any], status: int, code: str, pointer: str
) -> None:
    game.turn(2, 1, 8)
    game.post("undo")
    with game.unchanged():
        told = problem(game.send("corrections", body), status, code)
        assert problem(game.send("corrections?dry_run=true", body), status, code) == told
    assert pointers(told)[0] == (pointer, code)


def test_an_entry_of_the_seats_or_names_can_not_be_corrected(game: Mended) -> None:
    game.host.send("PATCH", f"{game.path}/seats/1", {"name": "Crimson"})
    for what in ("drop", "replace"):
        body = {what: {"seq": 5, **({"seat": 2} if what == "replace" else {})}}
        with game.unchanged():
            problem(game.send("corrections", body), 409, "entry-not-correctable")


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("undo", {"target": {}}, [("/target", "invalid")]),
        ("undo", {"target": {"seq": 2, "entry_id": AN_ID}}, [("/target", "invalid")]),
        ("undo", {"target": 4}, [("/target", "invalid")]),
        ("undo", {"target": {"seq": 0}}, [("/target/seq", "invalid")]),
        ("undo", {"target": {"seq": "4"}}, [("/target/seq", "invalid")]),
        ("undo", {"target": {"seq": 4.0}}, [("/target/seq", "invalid")]),
        ("undo", {"target": {"entry_id": "4"}}, [("/target/entry_id", "invalid")]),
        ("undo", {"target": None}, [("/target", "invalid")]),
        ("undo", {"seq": 4}, [("/seq", "unknown-field")]),
        ("redo", {"target": {"entry": 4}}, [("/target/entry", "unknown-field")]),
        ("undo", {"entry_id": "mine"}, [("/entry_id", "invalid")]),
        ("undo", {"entered_at": "yesterday"}, [("/entered_at", "invalid")]),
        ("corrections", {}, [("", "invalid")]),
        ("corrections", {"reason": "Because."}, [("", "invalid")]),
        ("corrections", {"drop": {"seq": 2}, "replace": {"seq": 2, "dice": [1]}}, [("", "invalid")]),
        ("corrections", {"drop": {}}, [("/drop", "invalid")]),
        ("corrections", {"drop": {"seq": 4, "dice": [1, 1]}}, [("/drop/dice", "unknown-field")]),
        ("corrections", {"drop": {"seq": 4}, "on_conflict": "maybe"}, [("/on_conflict", "invalid")]),
        ("corrections", {"drop": {"seq": 4}, "reason": ""}, [("/reason", "invalid")]),
        ("corrections", {"drop": {"seq": 4}, "reason": "x" * 501}, [("/reason", "invalid")]),
        ("corrections", {"drop": {"seq": 4}, "reason": "\u0000"}, [("/reason", "text-invalid")]),
        ("corrections", {"replace": {"seq": 4, "dice": None}}, [("/replace/dice", "invalid")]),
        ("corrections", {"replace": {"seq": 4, "dice": "6,3"}}, [("/replace/dice", "invalid")]),
        ("corrections", {"replace": {"seq": 4, "seat": None}}, [("/replace/seat", "invalid")]),
        ("corrections", {"replace": {"seq": 4, "stand": "yes"}}, [("/replace/stand", "invalid")]),
        ("corrections", {"replace": {"seq": 4, "rolls": [{}]}}, [("/replace/rolls/0/dice", "required")]),
        ("corrections", {"insert": {"after": {"seq": 2}}}, [("/insert/kind", "required")]),
        ("corrections", {"insert": {"kind": "leave", "seat": 1}}, [("/insert", "invalid")]),
        (
            "corrections",
            {"insert": {"kind": "leave", "seat": 1, "before": {"seq": 2}, "after": {"seq": 2}}},
            [("/insert", "invalid")],
        ),
        (
            "corrections",
            {"insert": {"kind": "undo", "after": {"seq": 2}}},
            [("/insert/kind", "invalid")],
        ),
        (
            "corrections",
            {"insert": {"kind": "join", "after": {"seq": 2}, "name": " "}},
            [("/insert/name", "name-empty")],
        ),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    game: Mended, path: str, body: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    with game.unchanged():
        response = game.send(path, body)
    assert pointers(problem(response, 422, expected[0][1])) == expected


@pytest.mark.parametrize("path", ["undo", "redo", "corrections"])
def test_an_amendment_takes_no_other_parameter(game: Mended, path: str) -> None:
    with game.unchanged():
        body = {"drop": {"seq": 4}} if path == "corrections" else {}
        told = problem(game.send(f"{path}?dryrun=true", body), 422, "unknown-parameter")
    assert pointers(told) == [("dryrun", "unknown-parameter")]


# Versions and retries


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("undo", {}),
        ("undo", {"target": {"seq": 2}}),
        ("corrections", {"replace": {"seq": 4, "dice": [2, 1]}}),
        ("corrections", {"drop": {"seq": 4}, "reason": "It was not mine."}),
        ("corrections", {"insert": {"kind": "leave", "after": {"seq": 4}, "seat": 2}, "reason": "."}),
    ],
)
def test_a_dry_run_tells_what_the_amendment_does(game: Mended, path: str, body: dict[str, Any]) -> None:
    game.dry_and_real(path, body)


def test_a_dry_run_of_a_redo_tells_what_it_does(game: Mended) -> None:
    game.post("undo")
    game.dry_and_real("redo", {})


@pytest.mark.parametrize(
    ("path", "body"),
    [("undo", {}), ("redo", {}), ("corrections", {"replace": {"seq": 4, "dice": [2, 1]}})],
)
def test_an_amendment_of_another_version_changes_nothing(
    game: Mended, path: str, body: dict[str, Any]
) -> None:
    game.post("undo")
    game.post("redo")
    game.post("undo")
    with game.unchanged():
        told = problem(game.send(path, body, if_match='"6"'), 412, "version-mismatch")
    assert told["version"] == 7
    if path != "corrections":
        assert game.send(path, body, if_match='"7"').status_code == 201


@pytest.mark.parametrize(
    ("path", "body", "other"),
    [
        ("undo", {}, {"target": {"seq": 2}}),
        (
            "corrections",
            {"replace": {"seq": 4, "dice": [2, 1]}},
            {"replace": {"seq": 4, "dice": [2, 2]}},
        ),
        ("corrections", {"drop": {"seq": 4}, "reason": "Mine."}, {"drop": {"seq": 4}, "reason": "Yours."}),
    ],
)
def test_an_amendment_that_is_sent_again_is_recorded_once(
    game: Mended, path: str, body: dict[str, Any], other: dict[str, Any]
) -> None:
    first = game.post(path, {**body, "entry_id": AN_ID})
    with game.unchanged():
        again = game.send(path, {**body, "entry_id": AN_ID.upper()})
        assert again.status_code == 200
        told = problem(game.send(path, {**other, "entry_id": AN_ID}), 409, "already-recorded")
    answer = again.get_json()
    assert answer["already_recorded"] is True
    for name in ("recorded", "result", "changes", "warnings", "version", "head"):
        assert answer[name] == first[name], name
    assert told["recorded"]["entry_id"] == AN_ID
    assert told["sent"] == other


def test_an_undo_with_an_idempotency_key_takes_back_one_roll(game: Mended) -> None:
    first = game.send("undo", idempotency_key="4711")
    again = game.send("undo", idempotency_key="4711")
    assert (again.status_code, again.data) == (201, first.data)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert game.get()["version"] == 5


def test_an_entry_that_was_taken_back_and_arrives_again_stays_taken_back(host: HostOf) -> None:
    game = Mended(host, host.open())
    roll = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "entry_id": AN_ID}
    assert game.post("rolls", roll)["recorded"]["effective"] is True
    game.post("undo")
    with game.unchanged():
        late = game.send("rolls", roll)
    assert late.status_code == 200
    assert late.get_json()["recorded"] == {"seq": 2, "entry_id": AN_ID, "effective": False}
    assert late.get_json()["next"]["roll"] == 1


def test_an_amendment_says_when_it_was_entered(game: Mended) -> None:
    game.post("undo", {"entered_at": "2026-01-31T21:00:00+01:00"})
    assert game.get("/log")["items"][-1]["entered_at"] == "2026-01-31T20:00:00.000000Z"


# The log


def test_the_log_is_asked_for_amendments_by_kind_seat_and_round(tied: Mended) -> None:
    tied.post("undo")
    tied.post("redo")
    tied.post("corrections", {"replace": {"seq": 5, "rolls": [{"dice": [6, 5, 4, 3, 6]}]}})
    tied.post("disputes", {"turn": 1, "words": "It was dark."})
    tied.post("disputes", {"turn": 1, "words": "It was late."})
    tied.post("disputes/1/ruling", {"decision": "stands"})
    tied.post("disputes/2/withdraw")
    kinds = ("undo", "redo", "correction", "dispute", "ruling", "withdrawal")
    found = {kind: [item["seq"] for item in tied.get(f"/log?kind={kind}")["items"]] for kind in kinds}
    assert found == {
        "undo": [9],
        "redo": [10],
        "correction": [11],
        "dispute": [12, 13],
        "ruling": [14],
        "withdrawal": [15],
    }
    assert [item["seq"] for item in tied.get("/log?seat=2&round=1")["items"]] == [5, 7, 11]
    assert [item["seq"] for item in tied.get("/log?seat=2&round=2")["items"]] == [8, 9, 10]
    sentences = [item["sentences"][0] for item in tied.get("/log?kind=dispute")["items"]]
    assert sentences == ["Red's turn in round 1 is disputed."] * 2
