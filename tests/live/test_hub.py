"""The thread of the streams: who is told, who is let go, and when."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

import pytest

from scorekeeper import ledger, storage
from scorekeeper.live import Hub, StreamsFull, connections, shares, telling
from scorekeeper.storage.models import Key, Scorecard
from tests.ledger.playing import At
from tests.live.conftest import Follow, stream_of, until
from tests.streams import SECONDS, Told, events, pieces_of

FIRST = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6]}


def served(hub: Hub) -> int:
    return 0 if hub._teller is None else len(hub._teller.connections)


def test_what_this_process_commits_is_told_without_waiting_for_the_next_look(
    at: At, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "LOOK_SECONDS", 1_000.0)
    told = follow()
    next(told)
    at.enter("roll", **FIRST)
    assert next(told).id == 2


def test_what_another_process_commits_is_seen_at_the_next_look(
    at: At, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage.writing.writers, "_listeners", ())
    told = follow()
    next(told)
    at.enter("roll", **FIRST)
    assert next(told).id == 2


def test_everybody_is_told_the_same(at: At, follow: Follow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "FEWEST", 99)
    readers = [follow(table=number % 2 == 1) for number in range(8)]
    for told in readers:
        next(told)
    at.enter("roll", **FIRST)
    assert [next(told).data["game"] for told in readers] == [at.game] * 8


def test_a_reader_too_many_is_refused_until_another_one_goes(
    at: At, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "FEWEST", 99)
    pairs = [socket.socketpair() for _ in range(8)]
    for _, theirs in pairs:
        hub.take(theirs, hub.reserve(stream_of(at)))
    with pytest.raises(StreamsFull) as full:
        hub.reserve(stream_of(at))
    assert full.value.whose == "server"
    until(lambda: served(hub) == 8)
    pairs[0][0].close()
    until(lambda: served(hub) == 7)
    hub.reserve(stream_of(at))
    for ours, _ in pairs:
        ours.close()
    until(lambda: served(hub) == 0)


def test_whoever_is_on_the_way_to_the_thread_has_a_place(
    at: At, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "FEWEST", 99)
    places = [hub.reserve(stream_of(at)) for _ in range(8)]
    with pytest.raises(StreamsFull):
        hub.reserve(stream_of(at))
    arrived, admitted, admit = threading.Event(), threading.Event(), telling.Teller.admit

    def admit_later(teller: telling.Teller, arrival: telling.Arrival) -> None:
        arrived.set()
        assert admitted.wait(SECONDS)
        admit(teller, arrival)

    monkeypatch.setattr(telling.Teller, "admit", admit_later)
    ours, theirs = socket.socketpair()
    hub.take(theirs, places[0])
    # It is neither waited for nor served at this moment.
    assert arrived.wait(SECONDS)
    with pytest.raises(StreamsFull):
        hub.reserve(stream_of(at))
    admitted.set()
    places[1].leave()
    places[1].leave()
    hub.reserve(stream_of(at))
    with pytest.raises(StreamsFull):
        hub.reserve(stream_of(at))
    ours.close()
    until(lambda: len(hub._places) == 7)


def test_a_socket_that_is_closed_already_leaves_its_place(at: At, hub: Hub) -> None:
    ours, theirs = socket.socketpair()
    theirs.close()
    with ours, pytest.raises(OSError, match="Bad file descriptor"):
        hub.take(theirs, hub.reserve(stream_of(at)))
    assert len(hub._places) == 0


def test_however_many_ask_at_once_no_more_than_so_many_have_a_place(
    at: At, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "FEWEST", 99)
    start, reserved = threading.Barrier(24), list[object]()

    def ask() -> None:
        start.wait()
        with suppress(StreamsFull):
            reserved.append(hub.reserve(stream_of(at)))

    threads = [threading.Thread(target=ask) for _ in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert (len(reserved), len(hub._places)) == (8, 8)


def test_a_key_takes_only_its_share_of_the_places(at: At, hub: Hub, follow: Follow) -> None:
    readers = [follow(table=number % 2 == 1) for number in range(shares.FEWEST)]
    for told in readers:
        next(told)
    with pytest.raises(StreamsFull) as full:
        hub.reserve(stream_of(at))
    assert (len(readers), full.value.whose) == (shares.FEWEST, "table")


def test_a_heartbeat_breaks_a_long_silence(at: At, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEARTBEAT_SECONDS", 0.05)
    ours, theirs = socket.socketpair()
    hub.take(theirs, hub.reserve(stream_of(at)))
    text = b""
    for piece in pieces_of(ours):
        text += piece
        if text.endswith(b"\n\n:\n\n"):
            break


def test_a_reader_that_takes_nothing_is_cut_off_and_the_others_read_on(
    at: At, hub: Hub, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SEND_SECONDS", 0.3)
    monkeypatch.setattr(connections, "_BUFFER", 2_048)
    ours, theirs = socket.socketpair()
    hub.take(theirs, hub.reserve(stream_of(at)))
    told = follow()
    next(told)
    for number in range(20):
        at.enter("rename", seat=1, name=f"Red {number}")
        assert next(told).id == number + 2
    until(lambda: served(hub) == 1)
    ours.close()


def test_the_end_of_the_server_is_told_at_once(at: At, hub: Hub, follow: Follow) -> None:
    game, table = follow(), follow(table=True)
    next(game), next(table)
    hub.end(SECONDS)
    assert next(game) == next(table) == Told("end", None, {"reason": "restart"})
    with pytest.raises(StopIteration):
        next(game)
    with pytest.raises(StreamsFull):
        hub.reserve(stream_of(at))


def test_who_comes_after_the_end_is_sent_away(at: At, hub: Hub) -> None:
    place = hub.reserve(stream_of(at))
    hub.end(SECONDS)
    ours, theirs = socket.socketpair()
    hub.take(theirs, place)
    assert len(hub._places) == 0
    assert [told.data for told in events(pieces_of(ours))] == [{"reason": "restart"}]


def test_a_key_that_is_revoked_reads_no_more(at: At, follow: Follow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "KEY_SECONDS", 0.05)
    told = follow()
    next(told)
    Key.update({Key.revoked_at: 1}).where(Key.id == at.author.key_id).execute()
    assert next(told) == Told("end", None, {"reason": "key"})
    with pytest.raises(StopIteration):
        next(told)


def test_what_is_deleted_is_followed_no_more(at: At, follow: Follow) -> None:
    told = follow()
    next(told)
    Scorecard.delete().where(Scorecard.game == at.game_id).execute()
    assert next(told) == Told("end", None, {"reason": "gone"})


def test_who_waits_for_an_entry_is_woken_by_it(at: At, hub: Hub) -> None:
    woken = threading.Event()

    def wait() -> None:
        hub.wait_for(stream_of(at), 1, 30)
        woken.set()

    threading.Thread(target=wait).start()
    assert not woken.wait(0.05)
    at.enter("roll", **FIRST)
    assert woken.wait(SECONDS)


def test_who_waits_for_a_version_that_has_passed_waits_not_at_all(at: At, hub: Hub) -> None:
    at.enter("roll", **FIRST)
    hub.wait_for(stream_of(at), 1, 30)


def test_waiting_ends_when_its_time_is_over_and_leaves_nothing_behind(at: At, hub: Hub) -> None:
    hub.wait_for(stream_of(at), 1, 0.05)
    assert hub._teller is not None
    until(lambda: not hub._teller.is_followed)


def test_more_than_so_many_cannot_wait(at: At, hub: Hub) -> None:
    threads = [threading.Thread(target=hub.wait_for, args=(stream_of(at), 1, 30)) for _ in range(2)]
    for thread in threads:
        thread.start()
    until(lambda: len(hub._seats) == 2)
    with pytest.raises(StreamsFull):
        hub.wait_for(stream_of(at), 1, 30)
    hub.end(SECONDS)
    for thread in threads:
        thread.join(SECONDS)
        assert not thread.is_alive()


def test_who_waits_with_a_key_that_is_revoked_is_let_go_at_once(
    at: At, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "KEY_SECONDS", 0.05)
    thread = threading.Thread(target=hub.wait_for, args=(stream_of(at), 1, 600))
    thread.start()
    until(lambda: hub._teller is not None and hub._teller.is_followed)
    assert thread.is_alive()
    Key.update({Key.revoked_at: 1}).where(Key.id == at.author.key_id).execute()
    thread.join(SECONDS)
    assert not thread.is_alive()
    assert not hub._seats


def test_a_failure_in_one_stream_leaves_the_others(
    at: At, hub: Hub, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = follow(table=True)
    next(told)

    def fail(*_: object) -> None:
        raise ValueError

    with monkeypatch.context() as broken:
        broken.setattr(ledger, "game_now", fail)
        assert list(follow()) == []
    at.enter("roll", **FIRST)
    assert next(told).data["game"] == at.game


def test_a_thread_that_failed_is_followed_by_another(
    at: At, hub: Hub, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError

    with monkeypatch.context() as broken:
        broken.setattr(telling.pulses, "counters", fail)
        assert [event.name for event in follow()] == ["end"]
    assert next(follow()).name == "game"
