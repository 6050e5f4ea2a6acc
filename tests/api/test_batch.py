"""Entries that were made offline, sent together."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from flask import Flask

from scorekeeper import ledger
from tests.api.at_the_table import HostOf, pointers, problem
from tests.databases import in_threads

BUST = [1, 1, 2, 2, 3]


def identified(number: int) -> str:
    return str(uuid.UUID(int=number, version=4))


def bust_rolls(count: int) -> list[dict[str, Any]]:
    """So many rolls of Red and Blue, from the game's first on; nobody ever banks anything."""
    return [
        {
            "kind": "roll",
            "seat": number // 3 % 2 + 1,
            "roll": number % 3 + 1,
            "dice": BUST,
            "entry_id": identified(number),
        }
        for number in range(count)
    ]


def statuses(answer: dict[str, Any]) -> list[str]:
    return [result["status"] for result in answer["results"]]


def send(host: HostOf, game: str, entries: list[Any], query: str = "", **more: Any) -> dict[str, Any]:
    response = host.post(f"{game}/batch{query}", {"entries": entries, **more})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.get_json()
    assert response.headers["ETag"] == f'"{answer["version"]}"'
    return answer


def test_entries_are_recorded_in_their_order_each_with_its_result(host: HostOf) -> None:
    game = host.open(entry="dice_or_score")
    answer = send(
        host,
        game,
        [
            {"kind": "roll", "seat": 1, "roll": 1, "dice": [6, 5, 4, 2, 3], "entry_id": identified(1)},
            {"kind": "stand", "seat": 1, "roll": 1, "entry_id": identified(2)},
            {"kind": "turn", "seat": 2, "round": 1, "score": 9, "entry_id": identified(3)},
            {"kind": "join", "name": "Green", "entry_id": identified(4)},
            {"kind": "defer", "seat": 2, "entry_id": identified(5), "entered_at": "2026-01-31T20:15:00Z"},
            {"kind": "leave", "seat": 1, "entry_id": identified(6)},
        ],
    )
    assert statuses(answer) == ["recorded"] * 6
    assert [result["seq"] for result in answer["results"]] == [2, 3, 4, 5, 6, 7]
    assert [result["entry_id"] for result in answer["results"]] == [identified(n) for n in range(1, 7)]
    assert answer["results"][1]["result"]["turn_score"] == 5
    assert answer["results"][2]["result"]["round_winner"] == 2
    assert answer["version"] == 7
    assert answer["dry_run"] is False
    shown = host.get(game).get_json()
    assert {name: answer[name] for name in shown} == shown
    log = host.get(f"{game}/log").get_json()["items"]
    assert [item["kind"] for item in log[1:]] == ["roll", "stand", "score", "join", "defer", "leave"]
    assert log[5]["entered_at"] == "2026-01-31T20:15:00.000000Z"


def test_the_rolls_for_the_opener_can_be_sent_in_a_batch(host: HostOf) -> None:
    game = host.open("critters")
    rolls = [
        {"kind": "start_roll", "seat": seat, "attempt": 1, "dice": [seat, 1, 1], "entry_id": identified(seat)}
        for seat in (1, 2)
    ]
    assert send(host, game, rolls)["round"]["opener"] == 2


def test_a_batch_of_fifty_that_is_sent_twice_is_recorded_once(host: HostOf) -> None:
    game, rolls = host.open(), bust_rolls(50)
    first, second = (send(host, game, rolls) for _ in range(2))
    assert statuses(first) == ["recorded"] * 50
    assert statuses(second) == ["already_recorded"] * 50
    for one, other in zip(first["results"], second["results"], strict=True):
        assert {**one, "status": ""} == {**other, "status": ""}
    assert (first["version"], second["version"]) == (51, 51)
    assert first["head"] == second["head"]
    assert ledger.verify_game(first["id"]) == ()


def test_what_is_there_already_is_passed_over_and_the_rest_recorded(host: HostOf) -> None:
    game, rolls = host.open(), bust_rolls(9)
    send(host, game, rolls[:5])
    assert statuses(send(host, game, rolls)) == ["already_recorded"] * 5 + ["recorded"] * 4


def test_it_stops_at_the_first_that_no_longer_fits_and_says_why(host: HostOf) -> None:
    game, rolls = host.open(), bust_rolls(6)
    rolls[2] = {**rolls[2], "dice": [7, 1, 1, 1, 0]}
    answer = send(host, game, rolls)
    assert statuses(answer) == ["recorded"] * 2 + ["refused"] + ["not_tried"] * 3
    told = answer["results"][2]["problem"]
    assert (told["status"], told["code"], told["type"]) == (422, "face-invalid", "/problems/face-invalid")
    assert pointers(told) == [
        ("/entries/2/dice/0", "face-invalid"),
        ("/entries/2/dice/4", "face-invalid"),
    ]
    assert told["next"]["roll"] == 3
    assert answer["version"] == 3


def test_it_goes_on_where_told(host: HostOf) -> None:
    game, rolls = host.open(), bust_rolls(6)
    stray = {"kind": "leave", "seat": 9, "entry_id": identified(99)}
    answer = send(host, game, [*rolls[:3], stray, *rolls[3:]], on_refusal="continue")
    assert statuses(answer) == ["recorded"] * 3 + ["refused"] + ["recorded"] * 3
    assert pointers(answer["results"][3]["problem"]) == [("/entries/3/seat", "seat-unknown")]


def test_a_batch_with_a_gap_is_refused_from_the_gap_on(host: HostOf) -> None:
    game = host.open()
    rolls = [{**roll, "round": 1, "roll_off": number // 6} for number, roll in enumerate(bust_rolls(12))]
    del rolls[4]
    answer = send(host, game, rolls, on_refusal="continue")
    assert statuses(answer) == ["recorded"] * 4 + ["refused"] * 7
    told = answer["results"][4]["problem"]
    assert (told["status"], told["code"]) == (409, "out-of-order")
    assert pointers(told) == [("/entries/4/roll", "out-of-order")]
    assert answer["version"] == 5


def test_an_entry_that_contradicts_what_is_there_shows_both(host: HostOf) -> None:
    game, rolls = host.open(), bust_rolls(2)
    send(host, game, rolls)
    answer = send(host, game, [{**rolls[0], "dice": [6, 6, 6, 6, 6]}])
    told = answer["results"][0]["problem"]
    assert (told["status"], told["code"]) == (409, "already-recorded")
    assert (told["recorded"]["dice"], told["sent"]["dice"]) == (BUST, [6, 6, 6, 6, 6])


def test_people_who_cannot_sit_down_are_told_with_pointers_into_the_batch(host: HostOf) -> None:
    game = host.open()
    told = send(host, game, [{"kind": "join", "name": "Blue", "entry_id": identified(1)}])
    assert pointers(told["results"][0]["problem"]) == [("/entries/0/name", "player-seated")]


def test_two_in_a_batch_can_join_and_the_second_of_one_name_is_refused(host: HostOf) -> None:
    game = host.open()
    joins = [
        {"kind": "join", "name": name, "entry_id": identified(number)}
        for number, name in enumerate(("Green", "Amber", "GREEN"))
    ]
    answer = send(host, game, joins)
    assert statuses(answer) == ["recorded", "recorded", "refused"]
    assert answer["results"][2]["problem"]["code"] == "player-seated"


def test_a_dry_run_of_a_batch_answers_the_same_and_records_nothing(host: HostOf) -> None:
    game, rolls = host.open(), bust_rolls(7)
    joins = [{"kind": "join", "name": "Green", "entry_id": identified(99)}]
    dry = send(host, game, joins + rolls, query="?dry_run=true")
    assert dry["dry_run"] is True
    assert host.get(game).get_json()["version"] == 1
    assert [player["name"] for player in host.get(f"{host.table}/players").get_json()["items"]] == [
        "Red",
        "Blue",
    ]
    wet = send(host, game, joins + rolls)
    assert statuses(dry) == statuses(wet) == ["recorded"] * 8
    assert [result["result"] for result in dry["results"]] == [result["result"] for result in wet["results"]]
    assert (dry["version"], dry["next"], dry["round"]) == (wet["version"], wet["next"], wet["round"])
    assert ledger.verify_game(wet["id"]) == ()


def test_a_version_is_asked_of_the_first_entry_that_is_new(host: HostOf) -> None:
    game, rolls = host.open(), bust_rolls(6)
    first = host.post(f"{game}/batch", {"entries": rolls[:3]}, If_Match='"1"')
    assert first.status_code == 200
    again = host.post(f"{game}/batch", {"entries": rolls[:3]}, If_Match='"1"')
    assert statuses(again.get_json()) == ["already_recorded"] * 3
    problem(host.post(f"{game}/batch", {"entries": rolls}, If_Match='"1"'), 412, "version-mismatch")
    assert host.get(game).get_json()["version"] == 4
    assert host.post(f"{game}/batch", {"entries": rolls}, If_Match='"4"').get_json()["version"] == 7


ROLL = bust_rolls(1)[0]


@pytest.mark.parametrize(
    ("entries", "where", "code"),
    [
        ([ROLL, {**ROLL, "entry_id": identified(1), "dice": 7}], "/entries/1/dice", "invalid"),
        ([{**ROLL, "seat": "1"}], "/entries/0/seat", "invalid"),
        ([{name: ROLL[name] for name in ROLL if name != "entry_id"}], "/entries/0/entry_id", "required"),
        ([{name: ROLL[name] for name in ROLL if name != "kind"}], "/entries/0/kind", "required"),
        ([{**ROLL, "kind": "undo"}], "/entries/0/kind", "invalid"),
        ([{**ROLL, "kind": ["roll"]}], "/entries/0/kind", "invalid"),
        ([{**ROLL, "colour": "red"}], "/entries/0/colour", "unknown-field"),
        ([ROLL, {**ROLL, "roll": 2}], "/entries/1/entry_id", "invalid"),
        ([ROLL, {**ROLL, "entry_id": ROLL["entry_id"].upper()}], "/entries/1/entry_id", "invalid"),
        ([ROLL, None], "/entries/1", "invalid"),
        ([{"kind": "join", "entry_id": identified(1)}], "/entries/0", "invalid"),
        ([{"kind": "join", "name": " ", "entry_id": identified(1)}], "/entries/0/name", "name-empty"),
        ([{"kind": "leave", "entry_id": identified(1)}], "/entries/0/seat", "required"),
        ([], "/entries", "invalid"),
        ({}, "/entries", "invalid"),
        (bust_rolls(501), "/entries", "invalid"),
    ],
)
def test_a_batch_with_an_entry_that_cannot_be_read_is_refused_whole(
    host: HostOf, entries: Any, where: str, code: str
) -> None:
    game = host.open()
    told = problem(host.post(f"{game}/batch", {"entries": entries}), 422, code)
    assert pointers(told) == [(where, code)]
    assert host.get(game).get_json()["version"] == 1


def test_everything_that_cannot_be_read_is_told_at_once(host: HostOf) -> None:
    game = host.open()
    entries = [{**ROLL, "seat": None}, ROLL, {**ROLL, "keep": 6, "roll": 0}]
    told = problem(host.post(f"{game}/batch", {"entries": entries}), 422, "invalid")
    assert {place for place, _ in pointers(told)} == {
        "/entries/0/seat",
        "/entries/2/keep",
        "/entries/2/roll",
    }


def test_a_batch_under_an_idempotency_key_is_answered_as_the_first_time(host: HostOf) -> None:
    game, body = host.open(), {"entries": bust_rolls(4)}
    first, second = (host.post(f"{game}/batch", body, Idempotency_Key="offline-1") for _ in range(2))
    assert first.data == second.data
    assert second.headers["Idempotent-Replayed"] == "true"
    assert statuses(second.get_json()) == ["recorded"] * 4


def test_a_batch_that_two_phones_send_at_once_is_recorded_once(app: Flask, host: HostOf) -> None:
    game, body = host.open(), {"entries": bust_rolls(30)}

    def post(_: int) -> Any:
        return HostOf(app.test_client(), host.headers, host.table_id).post(f"{game}/batch", body).get_json()

    answers = in_threads(6, post)
    assert sorted(map(statuses, answers)) == [["already_recorded"] * 30] * 5 + [["recorded"] * 30]
    assert {answer["head"] for answer in answers} == {host.get(game).get_json()["head"]}


def test_another_tables_game_takes_no_batch(host: HostOf) -> None:
    game = host.open()
    problem(host.post(f"{game[:-4]}0000/batch", {"entries": [ROLL]}), 404, "not-found")
