"""A game, whole."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import export
from tests.api.at_the_table import HostOf, problem
from tests.api.test_batch import bust_rolls, send


def items_of(host: HostOf, path: str) -> list[Any]:
    """All pages of a list."""
    found: list[Any] = []
    cursor = ""
    while True:
        page = host.get(f"{path}?limit=7{cursor}").get_json()
        found += page["items"]
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"


@pytest.fixture
def game(host: HostOf) -> str:
    game = host.open("five-rounds", ("Red", "Blue"))
    send(host, game, bust_rolls(56))
    return game


def test_an_export_is_what_the_games_own_routes_answer(host: HostOf, game: str) -> None:
    response = host.get(f"{game}/export")
    told = response.get_json()
    assert told["format"] == "scorekeeper/1"
    assert told["game"] == host.get(game).get_json()
    assert told["standings"] == host.get(f"{game}/standings").get_json()
    for part in ("rounds", "turns", "log"):
        assert told[part] == items_of(host, f"{game}/{part}"), part
    assert len(told["log"]) == 57
    assert told["disputes"] == []
    assert told["throws"] == host.get(f"{game}/throws").get_json()
    assert response.headers["ETag"] == '"57"'


def test_an_export_that_is_known_is_not_sent_again(host: HostOf, game: str) -> None:
    tag = host.get(f"{game}/export").headers["ETag"]
    again = host.get(f"{game}/export", If_None_Match=tag)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)


def test_an_export_is_of_one_version_however_much_is_entered_meanwhile(
    host: HostOf, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_rolls = iter(bust_rolls(60)[56:])
    list_log = export.list_log

    def list_while_somebody_enters(*args: Any, **options: Any) -> Any:
        listed = list_log(*args, **options)
        for entry in next_rolls:
            send(host, game, [entry])
            break
        return listed

    monkeypatch.setattr(export, "list_log", list_while_somebody_enters)
    told = host.get(f"{game}/export").get_json()
    assert told["game"]["version"] == told["log"][-1]["seq"] == 61
    assert told["log"][-1]["hash"] == told["game"]["head"]


def test_who_has_another_key_gets_no_export(host: HostOf, game: str) -> None:
    problem(host.get(f"{game[:-4]}0000/export"), 404, "not-found")
    problem(host.get(f"{game}/export?limit=1"), 422, "unknown-parameter")
    assert ledger.export_game(host.table_id, game.rpartition("/")[2])["format"] == "scorekeeper/1"
