"""Entries made without a network: kept, judged, sent once each, in order; none is lost, none doubled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import Browser, Route

from tests.companion.browser import PUB
from tests.companion.phones import Phone, Table, new_table, phone_at, tab_of
from tests.support import HOST, LiveServer

Open = Callable[..., Phone]

TEN = (
    {"dice": [6, 5, 4, 1, 2]},
    {"dice": [3, 3]},
    {"dice": [5, 6]},
    {"dice": [6, 2, 2, 3, 1]},
    {"dice": [5, 4, 4, 2]},
    {"dice": [6, 6]},
    {"dice": [1, 1, 2, 2, 3]},
    {"dice": [6, 5, 1, 1, 2], "keep": [6]},
    {"dice": [5, 4, 4, 3]},
    {"dice": [6, 5, 4, 3, 3], "stand": True},
)
"""Ten rolls by two seats: three turns to their end, and a fourth that stands at once."""


@pytest.fixture
def table(live_server: LiveServer) -> Table:
    return new_table(live_server.url)


@pytest.fixture
def at(browser: Browser, table: Table) -> Iterator[Open]:
    """Opens phones at the table, and closes them in the end."""
    opened: list[Phone] = []

    def open_phone(**options: bool) -> Phone:
        opened.append(phone_at(browser, table, **options))
        return opened[-1]

    yield open_phone
    for phone in opened:
        phone.context.close()


def dice_of(table: Table) -> list[list[int]]:
    return [entry["body"]["dice"] for entry in table.plays()]


def test_ten_entries_made_offline_with_a_reload_between_are_recorded_once_each(
    at: Open, table: Table
) -> None:
    phone = at()
    phone.cut_off()
    for roll in TEN[:5]:
        phone.roll(**roll)
    phone.open()
    assert len(phone.view["pending"]) == 5
    for roll in TEN[5:]:
        phone.roll(**roll)
    offline = phone.view
    assert [op["dice"] for op in offline["pending"]] == [roll["dice"] for roll in TEN]
    assert offline["network"]["state"] == "offline"
    assert table.game()["version"] == 1
    phone.connected()
    phone.synced()
    assert dice_of(table) == [roll["dice"] for roll in TEN]
    assert [entry["entry_id"] for entry in table.plays()] == [op["entry_id"] for op in offline["pending"]]
    online = phone.view
    assert online["game"] == online["confirmed"] == table.game()
    assert _as_played(offline["game"]) == _as_played(online["game"])
    assert (online["network"]["state"], online["conflict"], online["notices"]) == ("online", None, [])


def _as_played(game: dict[str, object]) -> dict[str, object]:
    """What both sides compute."""
    return {field: game[field] for field in ("status", "seats", "round", "turn", "next", "start", "winners")}


def test_an_answer_that_is_lost_records_nothing_twice(at: Open, table: Table) -> None:
    phone = at()
    phone.losing_answers()
    phone.roll([6, 5, 4, 1, 2])
    phone.wait_for("view.network.state === 'offline'")
    phone.roll([3, 3])
    phone.connected()
    phone.synced()
    assert dice_of(table) == [[6, 5, 4, 1, 2], [3, 3]]
    assert phone.view["notices"] == []


def test_what_waits_is_taken_back_on_the_phone(at: Open, table: Table) -> None:
    phone = at()
    phone.cut_off()
    phone.roll([6, 5, 4, 1, 2])
    phone.wait_for("view.network.state === 'offline'")
    undoable, undone = phone.do(
        """await session.enter({ kind: "roll", dice: [6, 6] });
        return [session.view.can_undo.of.dice, await session.undo()]"""
    )
    assert (undoable, undone) == ([6, 6], {"ok": True})
    assert phone.view["game"]["turn"]["cargo"] == [1, 2]
    assert len(phone.do("return store.read('queues', value)", table.game_id)["ops"]) == 1
    phone.connected()
    phone.synced()
    assert dice_of(table) == [[6, 5, 4, 1, 2]]


def test_a_roll_whose_answer_was_lost_is_taken_back_on_the_server(at: Open, table: Table) -> None:
    phone = at()
    phone.losing_answers()
    phone.roll([6, 5, 4, 1, 2])
    phone.wait_for("view.network.state === 'offline'")
    phone.cut_off()
    assert phone.do("return session.undo()") == {"ok": True}
    view = phone.view
    # It waits by itself, without what it takes back.
    assert [(op["kind"], op["state"]) for op in view["pending"]] == [("undo", "queued")]
    assert view["game"]["turn"]["rolls"] == []
    phone.roll([6, 5, 1, 1, 2])
    phone.open()
    assert [op["kind"] for op in phone.view["pending"]] == ["undo", "roll"]
    assert phone.view["game"]["turn"]["banked"] == [6, 5]
    phone.connected()
    phone.synced()
    assert [entry["kind"] for entry in table.log()] == ["open", "roll", "undo", "roll"]
    assert dice_of(table) == [[6, 5, 1, 1, 2]]


def test_a_roll_that_never_arrived_is_taken_back_without_a_trace(at: Open, table: Table) -> None:
    phone = at()
    phone.cut_off()
    phone.roll([6, 5, 4, 1, 2])
    phone.wait_for("view.network.state === 'offline'")
    assert phone.do("return session.undo()") == {"ok": True}
    phone.connected()
    phone.do("session.flush()")
    phone.wait_for("view.network.state === 'online'")
    assert [entry["kind"] for entry in table.log()] == ["open"]
    assert phone.view["game"]["turn"]["rolls"] == []


def test_both_phones_enter_the_same_roll_and_one_is_recorded(at: Open, table: Table) -> None:
    one, other = at(), at()
    other.cut_off()
    other.roll([5, 6, 4, 1, 2])
    one.roll([6, 5, 4, 2, 1])
    one.synced()
    other.connected()
    other.synced()
    assert len(table.plays()) == 1
    (notice,) = other.view["notices"]
    assert (notice["code"], notice["seq"]) == ("recorded-by-other", 2)
    assert other.view["game"] == table.game()
    assert one.view["notices"] == []


def test_other_dice_for_the_same_roll_stop_the_queue_and_show_both(at: Open, table: Table) -> None:
    other = conflict_between(at)
    conflict = other.view["conflict"]
    assert conflict["kind"] == "different"
    assert conflict["mine"]["dice"] == [6, 1, 1, 2, 2]
    assert conflict["theirs"]["dice"] == [6, 5, 1, 2, 2]
    assert conflict["choices"] == ["keep_theirs", "dispute", "correct"]
    # With a ship and a captain banked three dice are due, not four: the second roll goes with the first.
    assert [op["dice"] for op in conflict["drops"]] == [[5, 4, 3, 3]]
    assert len(table.plays()) == 1
    assert other.enter("roll", dice=[1, 1, 1])["violations"][0]["code"] == "conflict-open"


def conflict_between(at: Open) -> Phone:
    """The second of two phones that saw different dice; it has gone on without a network."""
    one, other = at(), at()
    other.cut_off()
    other.roll([6, 1, 1, 2, 2])
    other.roll([5, 4, 3, 3])
    one.roll([6, 5, 1, 2, 2])
    one.synced()
    other.connected()
    other.do("session.flush()")
    other.wait_for("view.conflict")
    return other


def test_keeping_theirs_drops_what_no_longer_fits_and_loses_nothing_silently(at: Open, table: Table) -> None:
    other = conflict_between(at)
    other.open()
    answer = other.do("return session.resolve('keep_theirs')")
    assert [entry["dice"] for entry in answer["dropped"]] == [[6, 1, 1, 2, 2], [5, 4, 3, 3]]
    view = other.view
    assert (view["conflict"], view["pending"], view["game"]) == (None, [], table.game())
    lost = other.do("return store.lost(value)", table.game_id)
    assert [each["entry"]["dice"] for each in lost] == [[5, 4, 3, 3], [6, 1, 1, 2, 2]]
    other.roll([4, 1, 2])
    other.synced()
    assert dice_of(table) == [[6, 5, 1, 2, 2], [4, 1, 2]]


def test_a_conflict_becomes_a_dispute_with_my_dice_as_the_claim(at: Open, table: Table) -> None:
    other = conflict_between(at)
    assert other.do("return session.resolve('dispute')")["ok"]
    dispute = table.send("GET", "/disputes/1").json()
    assert dispute["claim"]["dice"] == [6, 1, 1, 2, 2]
    assert (other.view["conflict"], other.view["game"]["provisional"]) == (None, True)


def test_a_host_puts_mine_in_the_place_of_theirs(at: Open, table: Table) -> None:
    other = conflict_between(at)
    answer = other.do("return session.resolve('correct', { reason: 'Everybody saw it.' })")
    assert (answer["ok"], answer["dropped"]) == (True, [])
    other.synced()
    game = table.game()
    assert game["turn"]["rolls_used"] == 2
    assert game["turn"]["banked"] == [6, 5, 4]
    assert other.view["game"] == game


def test_an_entry_that_was_undone_meanwhile_asks_first(at: Open, table: Table) -> None:
    phone = at()
    phone.losing_answers()
    phone.roll([6, 5, 4, 1, 2])
    phone.wait_for("view.network.state === 'offline'")
    phone.cut_off()
    assert table.send("POST", "/undo", {}).status_code == 201
    phone.connected()
    phone.do("session.flush()")
    phone.wait_for("view.conflict")
    conflict = phone.view["conflict"]
    assert (conflict["kind"], conflict["choices"]) == ("undone", ["keep_theirs", "reenter"])
    answer = phone.do("return session.resolve('reenter')")
    assert answer["mine"]["dice"] == [6, 5, 4, 1, 2]
    phone.roll(answer["mine"]["dice"])
    phone.synced()
    assert dice_of(table) == [[6, 5, 4, 1, 2]]


def test_a_turn_that_was_entered_whole_meanwhile_is_shown_beside_mine(at: Open, table: Table) -> None:
    phone = at()
    phone.cut_off()
    phone.roll([6, 5, 4, 1, 2])
    whole = {"seat": 1, "round": 1, "rolls": [{"dice": [6, 5, 4, 6, 6]}], "stand": True}
    assert table.send("POST", "/turns", whole).status_code == 201
    turn = {"seat": 2, "round": 1, "rolls": [{"dice": [6, 5, 4, 1, 1]}], "stand": True}
    assert table.send("POST", "/turns", turn).status_code == 201
    stopped(phone)
    conflict = phone.view["conflict"]
    assert (conflict["kind"], conflict["theirs"]["kind"]) == ("different", "turn")
    assert conflict["choices"] == ["keep_theirs", "dispute"]
    assert phone.do("return session.resolve('keep_theirs')")["ok"]
    assert phone.view["game"] == table.game()


def stopped(phone: Phone) -> None:
    """The network is back, and something stands in the way."""
    phone.connected()
    phone.do("session.flush()")
    phone.wait_for("view.conflict")


def test_an_entry_that_has_no_place_any_more_says_that_the_game_went_on(at: Open, table: Table) -> None:
    phone = at()
    phone.cut_off()
    phone.roll([6, 5, 4, 1, 2])
    phone.roll([3, 3])
    assert table.send("POST", "/abandon", {}).status_code == 201
    stopped(phone)
    conflict = phone.view["conflict"]
    assert (conflict["kind"], conflict["problem"]["code"]) == ("moved_on", "game-over")
    assert conflict["choices"] == ["keep_theirs"]
    assert phone.do("return session.resolve('reenter')")["mine"] is None
    assert [op["dice"] for op in conflict["drops"]] == [[3, 3]]
    answer = phone.do("return session.resolve('keep_theirs')")
    assert [entry["dice"] for entry in answer["dropped"]] == [[6, 5, 4, 1, 2], [3, 3]]
    assert (phone.view["game"]["status"], phone.view["pending"]) == ("abandoned", [])


def test_dice_that_no_longer_fit_what_was_put_right_meanwhile_stop_the_queue(at: Open, table: Table) -> None:
    phone = at()
    phone.roll([6, 1, 1, 2, 2])
    phone.synced()
    phone.cut_off()
    phone.roll([5, 1, 1, 2])
    right = {"replace": {"seq": 2, "dice": [6, 5, 1, 2, 2]}}
    assert table.send("POST", "/corrections", right).status_code == 201
    stopped(phone)
    conflict = phone.view["conflict"]
    assert (conflict["kind"], conflict["problem"]["code"]) == ("rejected", "dice-count")
    assert conflict["choices"] == ["keep_theirs"]
    assert phone.do("return session.resolve('keep_theirs')")["mine"]["dice"] == [5, 1, 1, 2]
    phone.roll([4, 1, 2])
    phone.synced()
    assert dice_of(table) == [[6, 1, 1, 2, 2], [4, 1, 2]]


def test_a_seat_that_another_phone_put_off_too_is_no_conflict(at: Open, table: Table) -> None:
    phone = at()
    phone.cut_off()
    assert phone.enter("defer", seat=1)["ok"]
    phone.roll([6, 5, 4, 1, 2])
    assert table.send("POST", "/seats/1/defer", {}).status_code == 201
    phone.connected()
    phone.synced()
    assert [notice["code"] for notice in phone.view["notices"]] == ["needless"]
    assert [(play["kind"], play["seat"]) for play in table.plays()] == [("defer", 1), ("roll", 2)]


def test_a_roll_whose_sending_failed_and_that_another_phone_entered_is_told(at: Open, table: Table) -> None:
    phone = at()
    phone.cut_off()
    phone.roll([6, 5, 4, 1, 2])
    phone.wait_for("view.network.state === 'offline'")
    body = {"seat": 1, "round": 1, "roll": 1, "dice": [6, 5, 4, 1, 2]}
    assert table.send("POST", "/rolls", body).status_code == 201
    phone.connected()
    phone.synced()
    phone.wait_for("view.notices.length === 1")
    assert phone.view["notices"][0]["code"] == "recorded-by-other"
    assert len(table.plays()) == 1


def test_what_others_went_on_from_is_not_taken_back(at: Open, table: Table) -> None:
    phone = at()
    phone.losing_answers()
    phone.roll([6, 5, 4, 1, 2])
    phone.wait_for("view.network.state === 'offline'")
    phone.cut_off()
    assert phone.do("return session.undo()") == {"ok": True}
    body = {"seat": 1, "round": 1, "roll": 2, "dice": [3, 3]}
    assert table.send("POST", "/rolls", body).status_code == 201
    phone.connected()
    phone.do("session.flush()")
    phone.wait_for("view.notices.length === 1 && view.network.state === 'online'")
    assert phone.view["notices"][0]["code"] == "undo-too-late"
    assert dice_of(table) == [[6, 5, 4, 1, 2], [3, 3]]
    assert phone.view["game"] == table.game()


def test_what_the_server_has_is_taken_back_there_and_only_if_nobody_went_on(at: Open, table: Table) -> None:
    phone = at()
    phone.roll([6, 5, 4, 1, 2])
    phone.synced()
    assert phone.do("return session.undo()") == {"ok": True}
    assert table.plays() == []
    body = {"seat": 1, "round": 1, "roll": 1, "dice": [6, 5, 4, 3, 3]}
    assert table.send("POST", "/rolls", body).status_code == 201
    answer = phone.do("const { failure } = await session.undo(); return failure.code")
    assert answer == "version-mismatch"
    assert dice_of(table) == [[6, 5, 4, 3, 3]]
    assert phone.view["game"] == table.game()


def test_what_is_recorded_is_taken_back_without_a_network_and_sent_in_order_once(
    at: Open, table: Table
) -> None:
    phone = at()
    rolls: list[list[int]] = [[6, 5, 4, 1, 2], [3, 3]]
    games = [table.game()]
    for dice in rolls:
        phone.roll(dice)
        phone.synced()
        games.append(table.game())
    phone.cut_off()
    phone.do("session.flush()")
    assert phone.do("return session.undo()") == {"ok": True}
    assert _as_played(phone.view["game"]) == _as_played(games[1])
    phone.open()
    assert _as_played(phone.view["game"]) == _as_played(games[1])
    assert [op["kind"] for op in phone.view["pending"]] == ["undo"]
    assert phone.view["can_undo"]["of"]["dice"] == rolls[0]
    assert phone.do("return session.undo()") == {"ok": True}
    assert _as_played(phone.view["game"]) == _as_played(games[0])
    assert phone.view["can_undo"] is None
    phone.roll([6, 5, 1, 1, 2])
    assert len(table.plays()) == 2
    phone.open()
    phone.losing_answers()
    phone.do("session.flush()")
    phone.wait_for("view.network.state === 'offline'")
    phone.connected()
    phone.synced()
    assert [entry["kind"] for entry in table.log()] == ["open", "roll", "roll", "undo", "undo", "roll"]
    assert dice_of(table) == [[6, 5, 1, 1, 2]]
    assert (phone.view["game"], phone.view["notices"]) == (table.game(), [])
    undone = phone.do("return session.undo()")
    assert (undone, table.plays()) == ({"ok": True}, [])


MOST_PLAYS: Final = 100
"""So many can be taken back without a network."""


@pytest.mark.parametrize("preset", ["first-to-three", "chips", "five-rounds", "voyage", "critters", "long"])
def test_every_game_stands_without_its_last_plays_as_it_stood_before_them(
    preset: str, browser: Browser, live_server: LiveServer
) -> None:
    ruleset = {"goal": {"kind": "rounds_won", "rounds": 50}} if preset == "long" else {"preset": preset}
    table = new_table(live_server.url, ruleset=ruleset)
    phone = phone_at(browser, table)
    played = phone.do(
        _PLAY_AT_RANDOM.replace(
            "const { action,", "await session.sender.flush(); games.push(session.view.game); const { action,"
        ).replace("let seed", "const games = []; let seed")
        + "await session.sender.flush(); return games",
        MOST_PLAYS + 3,
    )
    assert phone.view["game"] == table.game()
    phone.cut_off()
    phone.do("session.flush()")
    for before in played[: -MOST_PLAYS - 1 : -1]:
        assert phone.do("return session.undo()") == {"ok": True}
        assert _as_played(phone.view["game"]) == _as_played(before)
    assert len(phone.view["pending"]) == min(MOST_PLAYS, len(played))
    sent: list[Route] = []

    def rename(route: Route) -> None:
        # So late that what is undone by then fills more than a page of the log.
        sent.append(route)
        if len(sent) == 60:
            assert table.send("PATCH", "/seats/1", {"name": "Green"}).is_success
        route.continue_()

    phone.connected()
    phone.context.route("**/undo", rename)
    phone.synced()
    assert phone.view["game"] == table.game()
    assert len(table.plays()) == max(0, len(played) - MOST_PLAYS)
    phone.context.close()


OTHER_PLAYS: Final = (
    ("/seats/1/defer", {}),
    ("/turns", {"seat": 2, "round": 1, "rolls": [{"dice": [6, 5, 4, 1, 2]}], "stand": True}),
    ("/turns", {"seat": 3, "round": 1, "score": 7}),
    ("/seats", {"name": "Green"}),
    ("/seats/3/leave", {}),
    ("/rolls", {"seat": 1, "round": 1, "roll": 1, "dice": [6, 5, 4, 6, 5]}),
    ("/stand", {"seat": 1, "round": 1, "roll": 1}),
    ("/abandon", {}),
)
"""Every other kind of play, as another program enters them."""


def test_every_kind_of_play_is_taken_back_without_a_network(
    browser: Browser, live_server: LiveServer
) -> None:
    seats = [{"name": name} for name in ("Red", "Blue", "Gold")]
    table = new_table(live_server.url, entry="dice_or_score", seats=seats)
    phone = phone_at(browser, table, live=True)
    games = [table.game()]
    for path, body in OTHER_PLAYS:
        sent = table.send("POST", path, body)
        assert sent.is_success, sent.text
        games.append(table.game())
        phone.wait_for(f"view.confirmed.version === {games[-1]['version']}")
    phone.cut_off()
    phone.do("session.hearing.live.again(); session.flush()")
    phone.wait_for("view.network.state === 'offline'")
    for before in games[-2::-1]:
        assert phone.do("return session.undo()") == {"ok": True}
        assert _as_played(phone.view["game"]) == _as_played(before)
    assert phone.view["can_undo"] is None
    phone.connected()
    phone.synced()
    assert table.plays() == []
    assert phone.view["game"] == table.game()
    phone.context.close()


def undone_without_a_network(at: Open) -> Phone:
    """A phone that has taken its recorded roll back, and has not said so yet."""
    phone = at()
    phone.roll([6, 5, 4, 1, 2])
    phone.synced()
    phone.cut_off()
    assert phone.do("return session.undo()") == {"ok": True}
    return phone


def test_an_undo_that_waits_is_needless_where_somebody_else_has_taken_it_back(at: Open, table: Table) -> None:
    phone = undone_without_a_network(at)
    phone.roll([6, 5, 1, 1, 2])
    assert table.send("POST", "/undo", {}).status_code == 201
    phone.connected()
    phone.synced()
    assert [notice["code"] for notice in phone.view["notices"]] == ["undo-needless"]
    assert [entry["kind"] for entry in table.log()] == ["open", "roll", "undo", "roll"]
    assert phone.view["game"] == table.game()


@pytest.mark.parametrize("choice", ["keep_theirs", "take_back"])
def test_an_undo_that_waited_asks_where_the_entry_was_gone_on_from(
    at: Open, table: Table, choice: str
) -> None:
    phone = undone_without_a_network(at)
    phone.roll([6, 5, 1, 1, 2])
    body = {"seat": 1, "round": 1, "roll": 2, "dice": [3, 3]}
    assert table.send("POST", "/rolls", body).status_code == 201
    stopped(phone)
    phone.open()
    phone.wait_for("view.conflict")
    conflict = phone.view["conflict"]
    assert (conflict["kind"], conflict["mine"]["target"]["dice"]) == ("moved_on", [6, 5, 4, 1, 2])
    assert conflict["choices"] == ["keep_theirs", "take_back"]
    assert phone.view["game"] == table.game()
    assert phone.do("return session.resolve(value)", choice)["ok"]
    phone.synced()
    kept = [[6, 5, 4, 1, 2], [3, 3]] if choice == "keep_theirs" else [[6, 5, 1, 1, 2]]
    assert dice_of(table) == kept
    assert phone.view["game"] == table.game()


def test_an_undo_that_waited_goes_on_where_a_dispute_was_opened_meanwhile(at: Open, table: Table) -> None:
    phone = undone_without_a_network(at)
    disputed = table.send("POST", "/disputes", {"entry": {"seq": 2}, "words": "It fell off."})
    assert disputed.status_code == 201, disputed.text
    phone.connected()
    phone.synced()
    assert [entry["kind"] for entry in table.log()] == ["open", "roll", "dispute", "undo"]


def test_an_entry_that_was_corrected_meanwhile_is_not_taken_back_unasked(at: Open, table: Table) -> None:
    phone = undone_without_a_network(at)
    right = {"replace": {"seq": 2, "dice": [6, 5, 4, 2, 2]}}
    assert table.send("POST", "/corrections", right).status_code == 201
    stopped(phone)
    assert phone.view["conflict"]["kind"] == "moved_on"
    assert len(table.plays()) == 1


@pytest.mark.parametrize("preset", ["first-to-three", "chips", "five-rounds", "voyage", "critters"])
def test_a_game_that_is_played_without_a_network_is_the_servers_when_it_is_back(
    preset: str, browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url, ruleset={"preset": preset})
    phone = phone_at(browser, table)
    phone.cut_off()
    phone.do(_PLAY_AT_RANDOM, 60)
    offline = phone.view
    assert len(offline["pending"]) >= 8
    phone.connected()
    phone.synced()
    assert phone.view["conflict"] is None
    assert _as_played(offline["game"]) == _as_played(table.game())
    assert len(table.plays()) == len(offline["pending"])
    phone.context.close()


_PLAY_AT_RANDOM = """
  let seed = 7;
  const die = () => ((seed = (seed * 16807) % 2147483647), [6, 5, 4, 1, 2, 3, 6, 5, 4][seed % 9]);
  for (let n = 0; n < value && session.view.game.next.action !== "none"; n += 1) {
    const { action, dice_counts: counts, hold, stand } = session.view.game.next;
    const dice = Array.from({ length: counts[0] }, die);
    const entry = { kind: action, dice, ...(counts[0] === 1 && { hold: hold[0] }) };
    const told = await session.enter(stand && die() > 3 ? { kind: "stand" } : entry);
    if (!told.ok) throw new Error(JSON.stringify([told, entry]));
  }
"""


def test_a_batch_that_is_too_large_for_the_server_is_sent_in_parts(at: Open, table: Table) -> None:
    phone = at()
    phone.cut_off()
    for roll in TEN:
        phone.roll(**roll)
    phone.connected()
    sizes: list[int] = []

    def refuse_large(route: Route) -> None:
        sizes.append(len((route.request.post_data_json or {})["entries"]))
        problem = '{"code": "body-too-large", "status": 413}'
        if sizes[-1] > 3:
            route.fulfill(status=413, body=problem, content_type="application/problem+json")
        else:
            route.continue_()

    phone.context.route(f"{table.url}/v1/games/*/batch", refuse_large)
    phone.synced()
    assert sizes == [10, 5, 3, 3, 3, 1]
    assert dice_of(table) == [roll["dice"] for roll in TEN]


def test_two_tabs_of_one_phone_send_an_entry_once(at: Open, table: Table) -> None:
    phone = at()
    phone.cut_off()
    tab = tab_of(phone)
    phone.roll([6, 5, 4, 1, 2])
    tab.wait_for("view.pending.length === 1")
    tab.roll([3, 3])
    phone.wait_for("view.pending.length === 2")
    phone.connected()
    for each in (phone, tab):
        each.do("session.flush()")
    for each in (phone, tab):
        each.wait_for("view.pending.length === 0")
    assert [entry["kind"] for entry in table.log()] == ["open", "roll", "roll"]
    assert phone.view["game"] == tab.view["game"] == table.game()


def test_two_tabs_cannot_enter_one_roll_twice(at: Open, table: Table) -> None:
    phone = at()
    phone.cut_off()
    tab = tab_of(phone)
    place = {"kind": "roll", "seat": 1, "round": 1, "roll_off": 0, "roll": 1}
    started = "window.answer = session.enter(value); return null"
    phone.do(started, {**place, "dice": [6, 5, 4, 1, 2]})
    tab.do(started, {**place, "dice": [6, 5, 4, 3, 3]})
    answers = [each.do("return window.answer") for each in (phone, tab)]
    assert sorted(answer["ok"] for answer in answers) == [False, True]
    (refused,) = [answer for answer in answers if not answer["ok"]]
    assert refused["violations"][0]["code"] == "already-recorded"


def test_at_an_address_without_tls_a_lease_keeps_tabs_apart(browser: Browser, table: Table) -> None:
    phone = phone_at(browser, replace(table, url=table.url.replace(HOST, PUB)))
    missing = (
        "return [isSecureContext, 'locks' in navigator, 'randomUUID' in crypto, 'serviceWorker' in navigator]"
    )
    assert phone.do(missing) == [False] * 4
    phone.cut_off()
    tab = tab_of(phone)
    phone.roll([6, 5, 4, 1, 2])
    tab.wait_for("view.pending.length === 1")
    tab.roll([3, 3])
    phone.wait_for("view.pending.length === 2")
    phone.connected()
    for each in (phone, tab):
        each.do("session.flush()")
    for each in (phone, tab):
        each.wait_for("view.pending.length === 0")
    assert dice_of(table) == [[6, 5, 4, 1, 2], [3, 3]]
    assert phone.do("return store.kind") == "indexeddb"
    assert phone.do("return store.read('leases', value)", f"send/{table.game_id}") is None
    phone.context.close()


def test_what_the_computer_makes_of_its_dice_is_asked_of_the_server(
    browser: Browser, live_server: LiveServer
) -> None:
    teal = {"name": "Teal", "computer": {"dice": "table"}}
    table = new_table(live_server.url, seats=[teal, {"name": "Red"}])
    phone = phone_at(browser, table)
    phone.cut_off()
    offline = phone.enter("roll", dice=[6, 5, 4, 1, 1])
    assert offline["violations"] == [{"code": "needs-network", "pointer": ""}]
    assert (phone.view["pending"], phone.view["game"]) == ([], table.game())
    phone.connected()
    phone.roll([6, 5, 4, 1, 1])
    assert table.plays()[0]["body"]["computer"]
    assert phone.view["game"] == table.game()
    refused = phone.enter("roll", dice=[6, 5, 4])
    assert not refused["ok"]
    assert len(table.plays()) == 1
    phone.context.close()


def test_a_finger_that_taps_twice_enters_once(at: Open, table: Table) -> None:
    phone = at()
    phone.cut_off()
    twice = """const entry = { kind: "roll", dice: [6, 5, 4, 1, 2] };
      return Promise.all([session.enter(entry), session.enter(entry)])"""
    assert [answer["ok"] for answer in phone.do(twice)] == [True, True]
    assert len(phone.view["pending"]) == 1


def test_a_disk_that_takes_nothing_is_told_before_anything_is_shown(at: Open, table: Table) -> None:
    phone = at()
    phone.do("store.change = async () => { throw new DOMException('full', 'QuotaExceededError'); }")
    told = phone.enter("roll", dice=[6, 5, 4, 1, 2])
    assert told["violations"] == [{"code": "not-kept", "pointer": ""}]
    assert phone.view["game"] == table.game()


def test_without_a_database_the_queue_is_in_local_storage_and_survives_a_reload(
    at: Open, table: Table
) -> None:
    phone = at()
    phone.context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    phone.open()
    assert phone.do("return store.kind") == "localstorage"
    phone.cut_off()
    phone.roll([6, 5, 4, 1, 2])
    phone.open()
    assert len(phone.view["pending"]) == 1
    phone.connected()
    phone.synced()
    assert dice_of(table) == [[6, 5, 4, 1, 2]]


@pytest.mark.parametrize(
    ("status", "code", "state"),
    [
        (500, "internal-error", "server"),
        (429, "too-many-requests", "busy"),
        (503, "busy", "busy"),
        (401, "key-unknown", "revoked"),
        (403, "table-disabled", "forbidden"),
        (404, "not-found", "gone"),
        (502, "bad-gateway", "timeout"),
        (504, "gateway-timeout", "timeout"),
    ],
)
def test_trouble_is_told_and_no_entry_is_lost(
    status: int, code: str, state: str, at: Open, table: Table
) -> None:
    phone = at()
    phone.answered(status, code, {"Retry-After": "60"} if state == "busy" else {})
    phone.roll([6, 5, 4, 1, 2])
    phone.wait_for(f"view.network.state === '{state}'")
    view = phone.view
    assert len(view["pending"]) == 1
    assert (view["network"]["retry_at"] is not None) == (state == "busy")
    phone.open()
    phone.connected()
    phone.synced()
    assert dice_of(table) == [[6, 5, 4, 1, 2]]
    assert phone.view["network"]["state"] == "online"


def test_an_entry_is_tried_again_within_seconds_however_long_the_server_was_away(
    at: Open, table: Table
) -> None:
    phone = at()
    phone.page.clock.install()
    phone.open()
    phone.do("session.sender.failures = 20")
    phone.cut_off()
    phone.roll([6, 5, 4, 1, 2])
    phone.wait_for("view.network.state === 'offline'")
    phone.connected()
    phone.page.clock.fast_forward(6_500)
    phone.wait_for("view.pending.length === 0")
    assert dice_of(table) == [[6, 5, 4, 1, 2]]


@pytest.mark.parametrize("kind", ["application/problem+json", "text/html"])
def test_a_server_that_asks_for_patience_is_left_alone(kind: str, at: Open, table: Table) -> None:
    phone = at()
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        problem = '{"code": "too-many-requests", "status": 429}'
        headers = {"Content-Type": kind, "Retry-After": "120"}
        route.fulfill(status=429, body=problem, headers=headers)

    phone.context.route(f"{table.url}/v1/**", refuse)
    phone.roll([6, 5, 4, 1, 2])
    phone.wait_for("view.network.state === 'busy'")
    phone.roll([3, 3])
    phone.do("window.dispatchEvent(new Event('online')); return null")
    phone.page.wait_for_timeout(1500)
    assert len(asked) == 1
    phone.context.unroute(f"{table.url}/v1/**")
    phone.synced()
    assert len(table.plays()) == 2


def test_the_page_of_a_hotspot_is_not_taken_for_an_answer(at: Open, table: Table) -> None:
    phone = at()
    phone._answer_with(
        lambda route: route.fulfill(status=200, body="<h1>Log in</h1>", content_type="text/html")
    )
    phone.roll([6, 5, 4, 1, 2])
    phone.wait_for("view.network.state === 'offline'")
    phone.connected()
    phone.synced()
    assert dice_of(table) == [[6, 5, 4, 1, 2]]


def test_a_refusal_on_the_phone_names_what_the_server_would_name_and_changes_nothing(
    at: Open, table: Table
) -> None:
    phone = at()
    before = phone.view["game"]
    told = phone.enter("roll", dice=[6, 7, 4, 1], keep=[4])
    place = {"seat": 1, "round": 1, "roll_off": 0, "roll": 1}
    asked = table.send("POST", "/rolls", {**place, "dice": [6, 7, 4, 1], "keep": [4]})
    assert [each["code"] for each in told["violations"]] == [each["code"] for each in asked.json()["errors"]]
    assert (phone.view["game"], phone.view["pending"]) == (before, [])
