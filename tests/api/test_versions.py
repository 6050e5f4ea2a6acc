"""A game's version is its tag: reads ask for what is new, writes say what they have seen."""

from __future__ import annotations

import pytest

from tests.api.at_the_table import HostOf, problem

FIRST = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}
READS = ("", "/standings", "/rounds", "/turns", "/turns/1", "/log")


@pytest.fixture
def game(host: HostOf) -> str:
    """A game with one roll, at version 2."""
    game = host.open()
    assert host.post(f"{game}/rolls", FIRST).status_code == 201
    return game


@pytest.mark.parametrize("path", READS)
def test_every_read_of_a_game_carries_its_version(host: HostOf, game: str, path: str) -> None:
    headers = host.get(game + path).headers
    assert headers["ETag"] == '"2"'
    assert headers["Cache-Control"] == "private, no-cache"
    assert headers["Vary"] == "Authorization"


@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize("known", ['"2"', 'W/"2"', '"1", "2"', '"x", "2"'])
def test_what_is_known_is_not_sent_again(host: HostOf, game: str, path: str, known: str) -> None:
    response = host.get(game + path, if_none_match=known)
    assert (response.status_code, response.data) == (304, b"")
    assert response.headers["ETag"] == '"2"'
    assert "Content-Type" not in response.headers


@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize("known", ['"1"', '"3"', '"02"', "2", "*", "", '"abc"', f'"{"9" * 40}"'])
def test_what_is_not_known_is_sent(host: HostOf, game: str, path: str, known: str) -> None:
    assert host.get(game + path, if_none_match=known).status_code == 200


def test_a_head_says_what_a_get_would(host: HostOf, game: str) -> None:
    read, head = host.get(game), host.send("HEAD", game)
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["ETag"] == read.headers["ETag"]
    assert head.headers["Content-Length"] == str(len(read.data))


@pytest.mark.parametrize("version", ['"2"', "*", ' "2" ', '"1", "2"', '"2","1"', '"x", "2"'])
def test_an_entry_for_the_games_version_is_recorded(host: HostOf, game: str, version: str) -> None:
    response = host.post(f"{game}/rolls", {"seat": 1, "roll": 2, "dice": [5, 4, 2, 2]}, if_match=version)
    assert response.status_code == 201
    assert response.headers["ETag"] == '"3"'


@pytest.mark.parametrize(
    "version", ['"1"', '"3"', 'W/"2"', "2", "", '"0"', '"02"', '"abc"', '"1", W/"2"', f'"{"9" * 40}"']
)
def test_an_entry_for_another_version_changes_nothing(host: HostOf, game: str, version: str) -> None:
    response = host.post(f"{game}/rolls", {"seat": 1, "roll": 2, "dice": [5, 4, 2, 2]}, if_match=version)
    assert problem(response, 412, "version-mismatch")["version"] == 2
    assert host.get(game).headers["ETag"] == '"2"'


def test_the_same_again_is_no_conflict_whatever_version_it_names(host: HostOf, game: str) -> None:
    response = host.post(f"{game}/rolls", FIRST, if_match='"1"')
    assert response.status_code == 200
    assert response.get_json()["already_recorded"] is True


def test_a_stale_version_is_told_before_the_dice_are_judged(host: HostOf, game: str) -> None:
    response = host.post(f"{game}/rolls", {"seat": 1, "roll": 2, "dice": [7]}, if_match='"1"')
    problem(response, 412, "version-mismatch")


def test_a_place_that_is_not_next_is_told_before_the_dice_are_judged(host: HostOf, game: str) -> None:
    told = problem(host.post(f"{game}/rolls", {"seat": 2, "roll": 1, "dice": [7]}), 409, "not-your-turn")
    assert told["next"]["seat"] == 1
    assert told["version"] == 2


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/rolls", {"seat": 1, "roll": 2, "dice": [5, 4, 2, 2]}),
        (
            "/turns",
            {
                "seat": 1,
                "round": 1,
                "rolls": [{"dice": [6, 4, 3, 3, 1]}, {"dice": [5, 4, 2, 2]}],
                "stand": True,
            },
        ),
        ("/seats", {"name": "Green"}),
        ("/seats/2/leave", {}),
        ("/seats/2/defer", None),
        ("/abandon", None),
    ],
)
def test_a_dry_run_answers_and_records_nothing(host: HostOf, path: str, body: object) -> None:
    game = host.open(names=("Red", "Blue", "Amber"))
    if path == "/rolls":
        host.post(f"{game}/rolls", FIRST)
    before = host.get(game).data
    dry = host.post(f"{game}{path}?dry_run=true", body)
    assert dry.status_code == 200, dry.text
    assert dry.get_json()["dry_run"] is True
    assert dry.headers["ETag"] == host.get(game).headers["ETag"]
    assert host.get(game).data == before
    real = host.post(f"{game}{path}", body)
    assert real.status_code == 201
    changed = {"head", "recorded", "last_entry", "dry_run", "finished_at", "seats"}
    assert _without(dry.get_json(), changed) == _without(real.get_json(), changed)


def _without(answer: dict[str, object], names: set[str]) -> dict[str, object]:
    return {name: value for name, value in answer.items() if name not in names}
