"""Seats that the computer plays, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.at_the_table import HostOf, pointers, problem

SERVER = {"dice": "server"}
NONCE = "a-nonce-of-ours"


def new_game(host: HostOf, dice: str = "server", preset: str = "five-rounds", **more: Any) -> str:
    """A game of Red and the computer Teal; its path."""
    seats = [{"name": "Red"}, {"name": "Teal", "computer": {"dice": dice}}]
    opened = host.post(f"{host.table}/games", {"ruleset": {"preset": preset}, "seats": seats, **more})
    assert opened.status_code == 201, opened.text
    return f"/v1/games/{opened.get_json()['id']}"


def play_to_the_end(host: HostOf, game: str) -> None:
    """Red stands on the first crew; the server throws for Teal."""
    for _ in range(1_000):
        entry = host.get(game).get_json()["next"]
        if entry["action"] == "none":
            return
        place = {name: entry[name] for name in ("seat", "round", "roll_off", "roll")}
        if "computer" in entry:
            response = host.post(f"{game}/throws", {**place, "nonce": NONCE})
        else:
            dice = [6, 5, 4, 3, 1][-entry["dice_counts"][0] :]
            response = host.post(f"{game}/rolls", {**place, "dice": dice, "stand": True})
        assert response.status_code == 201, response.text
    raise AssertionError("no end")


def to_teal(host: HostOf, game: str) -> None:
    host.post(f"{game}/rolls", {"seat": 1, "roll": 1, "dice": [6, 5, 4, 6, 6], "stand": True})


def test_a_throw_answers_with_the_game_after_it(host: HostOf) -> None:
    game = new_game(host)
    to_teal(host, game)
    place = {"seat": 2, "round": 1, "roll_off": 0, "roll": 1}
    response = host.post(f"{game}/throws", {**place, "nonce": NONCE})
    told = response.get_json()
    assert response.status_code == 201
    assert response.headers["ETag"] == f'"{told["version"]}"'
    assert told["result"]["sentences"][0].startswith("The server threw ")
    again = host.post(f"{game}/throws", {**place, "nonce": "another-nonce"})
    assert (again.status_code, again.get_json()["already_recorded"]) == (200, True)


def test_while_the_computer_thinks_a_throw_and_a_batch_are_to_be_sent_again(
    host: HostOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game(host, "table")
    to_teal(host, game)
    roll = {"seat": 2, "roll": 1, "dice": [6, 5, 4, 1, 1]}
    entry = {"kind": "roll", **roll, "entry_id": "019c1a00-0000-4000-8000-000000000001"}
    with monkeypatch.context() as busy:
        busy.setattr("scorekeeper.ledger.advising.ask", lambda *_: None)
        for path, body in (("rolls", roll), ("batch", {"entries": [entry]})):
            response = host.post(f"{game}/{path}", body)
            problem(response, 503, "computer-thinking")
            assert response.headers["Retry-After"] == "1"
    assert host.get(game).get_json()["version"] == 2
    assert host.post(f"{game}/batch", {"entries": [entry]}).get_json()["results"][0]["status"] == "recorded"


def test_a_throw_has_no_dry_run(host: HostOf) -> None:
    game = new_game(host)
    to_teal(host, game)
    body = {"seat": 2, "round": 1, "roll_off": 0, "roll": 1, "nonce": NONCE}
    problem(host.post(f"{game}/throws?dry_run=true", body), 422, "unknown-parameter")
    assert host.get(f"{game}/throws").get_json()["throws"] == []


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({}, "required", "/seat"),
        ({"seat": 2, "round": 1, "roll_off": 0, "roll": 1}, "required", "/nonce"),
        ({"seat": 2, "round": 1, "roll_off": 0, "roll": 1, "nonce": "short"}, "invalid", "/nonce"),
        ({"seat": 2, "round": 1, "roll_off": 0, "roll": 1, "nonce": "ä-nonce-of-ours"}, "invalid", "/nonce"),
        ({"seat": 2, "round": 1, "roll_off": 0, "roll": 1, "nonce": "x" * 65}, "invalid", "/nonce"),
        ({"seat": 2, "roll": 1, "nonce": NONCE}, "invalid", ""),
        ({"seat": 2, "nonce": NONCE}, "invalid", ""),
        ({"seat": 2, "attempt": 1, "roll": 1, "nonce": NONCE}, "invalid", ""),
        (
            {"seat": 2, "round": 1, "roll_off": 0, "roll": 1, "nonce": NONCE, "dice": [6]},
            "unknown-field",
            "/dice",
        ),
    ],
)
def test_a_throw_that_names_no_place_is_refused(
    host: HostOf, body: dict[str, Any], code: str, pointer: str
) -> None:
    game = new_game(host)
    to_teal(host, game)
    told = problem(host.post(f"{game}/throws", body), 422, code)
    assert (pointer, code) in pointers(told)


def test_dice_are_not_entered_for_the_server_and_the_server_throws_for_nobody_else(host: HostOf) -> None:
    game = new_game(host)
    body = {"seat": 1, "round": 1, "roll_off": 0, "roll": 1, "nonce": NONCE}
    problem(host.post(f"{game}/throws", body), 409, "not-server-dice")
    to_teal(host, game)
    told = problem(
        host.post(f"{game}/rolls", {"seat": 2, "roll": 1, "dice": [6, 5, 4, 6, 6]}), 409, "server-throws"
    )
    assert told["next"]["computer"]["dice"] == "server"
    assert told["version"] == 2


def test_what_the_computer_decides_nobody_else_does(host: HostOf) -> None:
    game = new_game(host, "table")
    to_teal(host, game)
    body = {"seat": 2, "roll": 1, "dice": [6, 5, 4, 1, 1], "stand": True}
    told = problem(host.post(f"{game}/rolls", body), 422, "computer-decides")
    assert pointers(told) == [("/stand", "computer-decides")]
    assert told["next"]["seat"] == 2
    after = host.post(f"{game}/rolls", {"seat": 2, "roll": 1, "dice": [6, 5, 4, 1, 1]}).get_json()
    assert after["next"]["computer"]["decided"] == {"action": "roll", "dice": 2, "hold": None}
    assert after["next"]["dice_counts"] == [2]
    problem(host.post(f"{game}/stand", {"seat": 2, "roll": 1}), 422, "computer-decides")


def test_a_batch_says_of_each_entry_what_the_computer_would_have_done(host: HostOf) -> None:
    game = new_game(host, "table")
    to_teal(host, game)
    entries = [
        {"kind": "roll", "seat": 2, "roll": 1, "dice": [6, 5, 4, 1, 1]},
        {"kind": "stand", "seat": 2, "roll": 1},
    ]
    for number, entry in enumerate(entries):
        entry["entry_id"] = f"019c1a00-0000-4000-8000-00000000000{number}"
    results = host.post(f"{game}/batch", {"entries": entries}).get_json()["results"]
    assert [result["status"] for result in results] == ["recorded", "refused"]
    assert results[1]["problem"]["code"] == "computer-decides"


@pytest.mark.parametrize(
    "computer", [{}, {"dice": "mine"}, {"dice": None}, "server", {"dice": "server", "x": 1}]
)
def test_what_is_no_computer_is_refused(host: HostOf, computer: Any) -> None:
    seats = [{"name": "Red"}, {"name": "Teal", "computer": computer}]
    told = host.post(f"{host.table}/games", {"seats": seats}).get_json()
    assert told["status"] == 422
    assert pointers(told)[0][0].startswith("/seats/1/computer")


def test_a_computer_joins_late_and_plays_again(host: HostOf) -> None:
    game = new_game(host, "table")
    joined = host.post(f"{game}/seats", {"name": "Plum", "computer": SERVER}).get_json()
    assert joined["seats"][2]["computer"] == SERVER
    assert len(host.get(f"{game}/throws").get_json()["commitments"]) == 1
    host.post(f"{game}/abandon")
    again = host.post(f"{game}/rematch").get_json()
    assert [seat["computer"] for seat in again["seats"]] == [None, {"dice": "table"}, SERVER]


def test_a_person_is_handed_a_computers_seat_and_no_seat_becomes_a_computers(host: HostOf) -> None:
    game = new_game(host)
    player = host.post(f"{host.table}/players", {"name": "Blue"}).get_json()["id"]
    told = problem(
        host.send("PATCH", f"{game}/seats/2", {"player_id": player, "computer": SERVER}), 422, "unknown-field"
    )
    assert pointers(told) == [("/computer", "unknown-field")]
    after = host.send("PATCH", f"{game}/seats/2", {"player_id": player}).get_json()
    assert after["seats"][1]["computer"] is None


def test_the_servers_throws_are_listed_and_their_list_is_not_sent_twice(host: HostOf) -> None:
    game = new_game(host)
    play_to_the_end(host, game)
    response = host.get(f"{game}/throws")
    told = response.get_json()
    assert all(each["secret"] for each in told["commitments"])
    assert [made["seq"] for made in told["throws"]] == sorted(made["seq"] for made in told["throws"])
    tag = response.headers["ETag"]
    assert host.get(f"{game}/throws", If_None_Match=tag).status_code == 304


def test_a_correction_of_the_servers_dice_is_refused(host: HostOf) -> None:
    game = new_game(host)
    to_teal(host, game)
    place = {"seat": 2, "round": 1, "roll_off": 0, "roll": 1}
    seq = host.post(f"{game}/throws", {**place, "nonce": NONCE}).get_json()["recorded"]["seq"]
    body = {"replace": {"seq": seq, "dice": [6, 5, 4, 6, 6]}}
    told = problem(host.post(f"{game}/corrections", body), 409, "server-throw-stands")
    assert pointers(told) == [("/replace", "server-throw-stands")]
    assert host.post(f"{game}/undo").status_code == 201


def test_dice_of_the_server_that_a_person_enters_again_stay_the_servers(host: HostOf) -> None:
    seats = [{"name": "Teal", "computer": SERVER}, {"name": "Red"}]
    opened = host.post(f"{host.table}/games", {"ruleset": {"preset": "chips"}, "seats": seats})
    game = f"/v1/games/{opened.get_json()['id']}"
    place = {"seat": 1, "round": 1, "roll_off": 0, "roll": 1}
    host.post(f"{game}/throws", {**place, "nonce": NONCE})
    (first,) = host.get(f"{game}/throws").get_json()["throws"]
    host.post(f"{game}/undo", {})
    blue = host.post(f"{host.table}/players", {"name": "Blue"}).get_json()["id"]
    handed = host.send("PATCH", f"{game}/seats/1", {"player_id": blue})
    assert handed.status_code == 201, handed.text
    entered = host.post(f"{game}/rolls", {**place, "dice": first["dice"][::-1]})
    assert entered.status_code == 201, entered.text
    body = host.get(f"{game}/log?limit=100").get_json()["items"][-1]["body"]
    assert (body["thrown_by"], body["nonce"], body["dice"]) == ("server", NONCE, first["dice"])
    throws = host.get(f"{game}/throws").get_json()["throws"]
    assert [(each["effective"], each["place"]) for each in throws] == [(False, "1.0.1.1"), (True, "1.0.1.1")]
    dice = host.get(f"{game}/dice").get_json()
    assert (dice["thrown_at_the_table"]["dice"], dice["thrown_by_the_server"]["dice"]) == (0, 5)
