"""The routes of the streams: what opens them, how they begin, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from scorekeeper import live
from scorekeeper.api.streaming import TAKE
from scorekeeper.live import StreamsFull, shares, telling
from scorekeeper.live.shares import Places, Whose
from scorekeeper.storage.models import Key
from tests.api.at_the_table import Guest, HostOf, new_table, operator_of, pointers, problem
from tests.streams import Told, events

FIRST = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6]}


@contextmanager
def following(guest: Guest, path: str, **headers: str) -> Iterator[Iterator[Told]]:
    """A stream, event by event."""
    response = guest.get(path, **headers)
    try:
        assert response.status_code == 200, response.text
        yield events(response.iter_encoded())
    finally:
        response.close()


def ticket_for(host: HostOf, path: str) -> dict[str, Any]:
    response = host.post(f"{path}/stream-tickets")
    assert response.status_code == 201, response.text
    told: dict[str, Any] = response.get_json()
    return told


def test_a_games_stream_begins_with_what_the_game_is_read_as(host: HostOf) -> None:
    game = host.open()
    with following(host, f"{game}/stream") as told:
        assert next(told) == Told("game", 1, host.get(game).get_json())
        entered = host.post(f"{game}/rolls", FIRST).get_json()
        event = next(told)
    assert (event.name, event.id) == ("entry", 2)
    assert event.data["sentences"] == entered["result"]["sentences"]
    assert event.data["entry"] == host.get(f"{game}/log").get_json()["items"][1]
    assert event.data["game"] == host.get(game).get_json()


def test_a_tables_stream_begins_with_the_table_and_its_games(host: HostOf) -> None:
    game = host.open()
    with following(host, f"{host.table}/stream") as told:
        whole = next(told)
        host.post(f"{game}/rolls", FIRST)
        assert next(told).data["game"] == host.get(game).get_json()
    assert whole.data["table"] == host.get(host.table).get_json()
    assert [each["id"] for each in whole.data["games"]] == [game.rpartition("/")[2]]


@pytest.mark.parametrize("how", ["query", "header", "both"])
def test_a_stream_goes_on_after_the_last_event(host: HostOf, how: str) -> None:
    game = host.open()
    host.post(f"{game}/rolls", FIRST)
    path = f"{game}/stream" + {"query": "?after=1", "header": "", "both": "?after=999"}[how]
    headers = {} if how == "query" else {"last_event_id": "1"}
    with following(host, path, **headers) as told:
        assert [next(told).id] == [2]


@pytest.mark.parametrize("last", ["", "x", "-1", "1.5", "9" * 40, "\u00e9"])
def test_a_last_event_id_that_is_no_number_resets_the_stream(host: HostOf, last: str) -> None:
    game = host.open()
    with following(host, f"{game}/stream", last_event_id=last) as told:
        first = next(told)
    assert first.name == ("reset" if last else "game")


@pytest.mark.parametrize("after", ["x", "-1", "", "1.5", "1&after=2", "1&limit=3"])
def test_an_after_that_is_no_number_is_refused(host: HostOf, after: str) -> None:
    game = host.open()
    assert host.get(f"{game}/stream?after={after}").status_code == 422


def test_a_stream_is_not_kept_gathered_or_compared(host: HostOf) -> None:
    response = host.get(f"{host.open()}/stream", if_none_match='"1"')
    assert response.status_code == 200
    assert response.content_type == "text/event-stream"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Accel-Buffering"] == "no"
    assert "ETag" not in response.headers
    assert "Content-Length" not in response.headers
    response.close()


def test_the_head_of_a_stream_can_be_asked_for(host: HostOf) -> None:
    response = host.send("HEAD", f"{host.open()}/stream")
    assert (response.status_code, response.data) == (200, b"")
    assert response.content_type == "text/event-stream"


def test_what_a_stream_answers_is_told_by_options(host: HostOf) -> None:
    assert host.send("OPTIONS", f"{host.open()}/stream").headers["Allow"] == "GET, HEAD, OPTIONS"


def test_a_ticket_opens_its_stream_without_a_key(host: HostOf, guest: Guest) -> None:
    game = host.open()
    for path in (game, host.table):
        url = ticket_for(host, path)["url"]
        with following(guest, url) as told:
            assert next(told).name in ("game", "table")


def test_who_has_a_ticket_is_told_what_is_wrong_with_the_query(host: HostOf, guest: Guest) -> None:
    url = ticket_for(host, host.open())["url"]
    problem(guest.get(f"{url}&after=x"), 422, "invalid")
    problem(guest.get(f"{url}&before=1"), 422, "unknown-parameter")


def test_that_a_key_follows_a_stream_is_noted_as_a_use_of_it(host: HostOf) -> None:
    game = host.open()
    Key.update({Key.last_used_at: None}).execute()
    with following(host, f"{game}/stream") as told:
        next(told)
    assert Key.select(Key.last_used_at).scalar()


def test_a_ticket_is_shown_once_and_not_kept_by_anybody(host: HostOf) -> None:
    response = host.post(f"{host.open()}/stream-tickets")
    assert response.headers["Cache-Control"] == "no-store"
    assert response.get_json()["url"].endswith(response.get_json()["ticket"])


def test_a_ticket_opens_nothing_else(host: HostOf, guest: Guest) -> None:
    game, other = host.open(), host.open()
    ticket = ticket_for(host, game)["ticket"]
    for path in (f"{other}/stream", f"{host.table}/stream"):
        told = problem(guest.get(f"{path}?ticket={ticket}"), 401, "ticket-unknown")
        assert "stream" in told["detail"]
    problem(guest.get(f"{game}?ticket={ticket}", authorization=f"Bearer {ticket}"), 422, "unknown-parameter")
    problem(guest.get(game, authorization=f"Bearer {ticket}"), 401, "key-unknown")
    problem(guest.get(f"{game}/stream?ticket=st_{'x' * 43}"), 401, "ticket-unknown")


def test_a_ticket_that_is_over_opens_nothing(
    host: HostOf, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = ticket_for(host, host.open())["url"]
    later = live.tickets.now() + 60_000_001
    monkeypatch.setattr(live.tickets, "now", lambda: later)
    problem(guest.get(url), 401, "ticket-unknown")


def test_a_ticket_is_not_given_for_another_tables_game(host: HostOf, guest: Guest) -> None:
    stranger = new_table(guest, "Next door")
    problem(stranger.post(f"{host.open()}/stream-tickets"), 404, "not-found")


@pytest.mark.parametrize(("whose", "said"), [
    ("server", "This server has"), ("table", "This table has"), ("key", "This key has"),
])  # fmt: skip
def test_past_the_bound_a_stream_is_refused_and_told_when_to_come_back(
    host: HostOf, monkeypatch: pytest.MonkeyPatch, whose: Whose, said: str
) -> None:
    game = host.open()

    def full(*_: object) -> None:
        raise StreamsFull(whose)

    monkeypatch.setattr(live.hub, "reserve", full)
    response = host.get(f"{game}/stream")
    assert problem(response, 503, "streams-full")["detail"].startswith(said)
    assert int(response.headers["Retry-After"]) > 0


def test_each_stream_that_is_answered_has_its_place_before_the_next_one_is(
    host: HostOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, places = f"{host.open()}/stream", Places(3)
    monkeypatch.setattr(shares, "FEWEST", 99)
    monkeypatch.setattr(live.hub, "_places", places)
    taken: list[live.Place] = []

    def ask(method: str, take: Callable[[live.Place], None]) -> int:
        # Our own worker takes the connection over when the answer has been sent.
        sent = host.client.open(game, method=method, headers=host.headers, environ_overrides={TAKE: take})
        return sent.status_code

    assert [ask("GET", taken.append) for _ in range(5)] == [200, 200, 200, 503, 503]
    assert (ask("HEAD", taken.append), len(taken)) == (503, 3)
    taken[0].leave()
    assert (ask("HEAD", taken.append), len(places)) == (200, 2)

    def broken(*_: object) -> None:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        ask("GET", broken)
    assert len(places) == 2


def test_the_log_after_an_entry_is_answered_at_once_where_there_is_more(host: HostOf) -> None:
    game = host.open()
    host.post(f"{game}/rolls", FIRST)
    page = host.get(f"{game}/log?after=1&wait=30").get_json()
    assert [entry["seq"] for entry in page["items"]] == [2]
    assert [entry["seq"] for entry in host.get(f"{game}/log?after=0").get_json()["items"]] == [1, 2]


def test_without_a_wait_the_log_is_never_waited_for(host: HostOf) -> None:
    page = host.get(f"{host.open()}/log?after=1").get_json()
    assert page == {"items": [], "next": None}


def test_a_log_that_is_waited_for_in_vain_is_empty_and_has_its_tag(host: HostOf) -> None:
    game = host.open()
    response = host.get(f"{game}/log?after=1&wait=1")
    assert (response.get_json(), response.headers["ETag"]) == ({"items": [], "next": None}, '"1"')
    assert host.get(f"{game}/log?after=1&wait=1", if_none_match='"1"').status_code == 304


@pytest.mark.parametrize(("query", "parameter"), [
    ("after=-1", "after"), ("after=x", "after"), ("after=1&cursor=MQ", "after"),
    ("wait=31", "wait"), ("wait=-1", "wait"), ("wait=0.5", "wait"),
])  # fmt: skip
def test_a_wait_that_cannot_be_is_refused(host: HostOf, query: str, parameter: str) -> None:
    told = problem(host.get(f"{host.open()}/log?{query}"), 422, "invalid")
    assert [place for place, _ in pointers(told)] == [parameter]


def test_too_many_who_wait_are_told_when_to_come_back(host: HostOf, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise StreamsFull

    monkeypatch.setattr(live.hub, "wait_for", full)
    game = host.open()
    problem(host.get(f"{game}/log?after=1&wait=5"), 503, "streams-full")
    assert host.get(f"{game}/log?after=0&wait=5").status_code == 200


def test_only_what_matches_ends_a_wait(host: HostOf, monkeypatch: pytest.MonkeyPatch) -> None:
    game, waits = host.open(), []

    def enter_something(_: object, seen: int, seconds: float) -> None:
        waits.append((seen, round(seconds)))
        body = {"name": "Green"} if seen == 1 else {"name": "Rot"}
        host.send("POST" if seen == 1 else "PATCH", f"{game}/seats" + ("" if seen == 1 else "/1"), body)

    monkeypatch.setattr(live.hub, "wait_for", enter_something)
    page = host.get(f"{game}/log?after=1&wait=30&kind=rename").get_json()
    assert [entry["kind"] for entry in page["items"]] == ["rename"]
    assert waits == [(1, 30), (2, 30)]


def revoke(host: HostOf) -> None:
    Key.update(revoked_at=1).where(Key.table == host.table_id).execute()


def expire(host: HostOf) -> None:
    Key.update(expires_at=1).where(Key.table == host.table_id).execute()


def disable(host: HostOf) -> None:
    told = operator_of(host).send("PATCH", f"/v1/admin/tables/{host.table_id}", {"disabled": True})
    assert told.status_code == 200


def delete(host: HostOf) -> None:
    assert host.send("DELETE", host.table, {"name": "The Anchor"}).status_code == 204


@pytest.mark.parametrize(
    ("end", "status", "code"),
    [
        (revoke, 401, "key-revoked"),
        (expire, 401, "key-expired"),
        (disable, 403, "table-disabled"),
        (delete, 401, "key-unknown"),
    ],
)
@pytest.mark.parametrize("enters_first", [True, False])
def test_who_waits_for_the_log_is_told_nothing_once_the_key_opens_nothing(
    host: HostOf,
    monkeypatch: pytest.MonkeyPatch,
    end: Callable[[HostOf], None],
    status: int,
    code: str,
    enters_first: bool,
) -> None:
    game = host.open()

    def end_meanwhile(*_: object) -> None:
        if enters_first:
            assert host.post(f"{game}/rolls", FIRST).status_code == 201
        end(host)

    monkeypatch.setattr(live.hub, "wait_for", end_meanwhile)
    problem(host.get(f"{game}/log?after=1&wait=30"), status, code)
    problem(host.get(f"{game}/log?after=1"), status, code)


def test_the_events_are_json_on_one_line_whatever_a_name_holds(host: HostOf) -> None:
    game = host.open(names=("Red\u2019s \U0001f3b2", "\u05d0\u05d3\u05d5\u05dd"))
    with following(host, f"{game}/stream") as told:
        names = [seat["name"] for seat in next(told).data["seats"]]
    assert names == ["Red\u2019s \U0001f3b2", "\u05d0\u05d3\u05d5\u05dd"]


@pytest.fixture
def keys_are_asked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "KEY_SECONDS", 0.05)


@pytest.mark.usefixtures("keys_are_asked_often")
def test_a_stream_ends_with_the_key_that_opened_it(host: HostOf, guest: Guest) -> None:
    made = host.post(f"{host.table}/keys", {"role": "viewer", "name": "Wall"}).get_json()
    wall = Guest(guest.client, {"Authorization": f"Bearer {made['key']}"})
    url = ticket_for(wall, host.table)["url"]
    with following(wall, f"{host.table}/stream") as told, following(guest, url) as by_ticket:
        assert next(told).name == next(by_ticket).name == "table"
        assert host.send("DELETE", f"{host.table}/keys/{made['id']}").status_code == 204
        assert next(told) == next(by_ticket) == Told("end", None, {"reason": "key"})
    problem(guest.get(url), 401, "key-revoked")


@pytest.mark.usefixtures("keys_are_asked_often")
def test_the_streams_of_a_table_that_is_disabled_end(host: HostOf, guest: Guest) -> None:
    with following(host, f"{host.open()}/stream") as told:
        next(told)
        operator_of(guest).send("PATCH", f"/v1/admin/tables/{host.table_id}", {"disabled": True})
        assert next(told) == Told("end", None, {"reason": "key"})


def test_the_streams_of_a_table_that_is_deleted_end(host: HostOf) -> None:
    game = host.open()
    with following(host, f"{game}/stream") as told, following(host, f"{host.table}/stream") as of_table:
        next(told), next(of_table)
        assert host.send("DELETE", host.table, {"name": "The Anchor"}).status_code == 204
        for end in (next(told), next(of_table)):
            assert (end.name, end.data["reason"] in ("gone", "key")) == ("end", True)
