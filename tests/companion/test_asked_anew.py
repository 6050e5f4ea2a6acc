"""An entry was stopped, and others go on: what is asked is always about what is recorded by then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from tests.companion.hands import hand
from tests.companion.phones import Phone, Table, new_table, phone_at
from tests.companion.test_enter_again import AGAIN, asks_of, lying
from tests.companion.test_trouble import recorded
from tests.support import LiveServer

MINE: Final = [6, 5, 4, 3, 3]
THEIRS: Final = [6, 5, 4, 2, 2]
PLACE: Final = {"seat": 1, "round": 1, "roll_off": 0, "roll": 1}
KEEP, DISPUTE, CORRECT, REENTER = "keep_theirs", "dispute", "correct", "reenter"


@pytest.fixture
def table(live_server: LiveServer) -> Table:
    return new_table(live_server.url)


@pytest.fixture
def phone(browser: Browser, table: Table) -> Iterator[Phone]:
    """A phone on which Red has 3 and 3, where 2 and 2 are recorded; Blue's turn waits behind it."""
    phone = stopped_at(browser, table, [6, 5, 4, 1, 1])
    yield phone
    phone.context.close()


def stopped_at(browser: Browser, table: Table, *behind: list[int]) -> Phone:
    """A phone whose roll is not what is recorded, with the turns that wait behind it."""
    phone = phone_at(browser, table, live=True)
    disconnect(phone)
    for dice in (MINE, *behind):
        phone.roll(dice, stand=True)
    enter(table, THEIRS)
    connect(phone)
    phone.wait_for("view.conflict?.kind === 'different'")
    return phone


def phone_that_recorded(browser: Browser, table: Table, dice: list[int]) -> Phone:
    phone = phone_at(browser, table, live=True)
    phone.roll(dice, stand=True)
    phone.synced()
    return phone


def disconnect(phone: Phone) -> None:
    phone.cut_off()
    phone.do("session.hearing.live.again(); session.flush()")
    phone.wait_for("view.network.state === 'offline'")


def connect(phone: Phone) -> None:
    phone.connected()
    phone.do("session.hearing.live.again(); session.flush()")


def send(table: Table, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """What another phone does meanwhile."""
    sent = table.send("POST", path, body)
    assert sent.is_success, sent.text
    answer: dict[str, Any] = sent.json()
    return answer


def enter(table: Table, dice: list[int], **more: Any) -> None:
    send(table, "/rolls", {**PLACE, "dice": dice, "stand": True, **more})


def dice_of(table: Table) -> list[list[int]]:
    return [
        (play.get("counts_as") or play)["body"]["dice"] for play in table.plays() if play["kind"] == "roll"
    ]


def is_asked(phone: Phone, kind: str, *choices: str) -> None:
    """Until the question is this one. Nothing is taken back meanwhile: what waits behind it is not shown."""
    phone.wait_for(
        f"view.conflict?.kind === '{kind}' && view.conflict.choices.join() === '{','.join(choices)}'"
    )
    assert phone.view["can_undo"] is None


def test_mine_is_entered_again_where_the_other_version_was_taken_back(phone: Phone, table: Table) -> None:
    assert phone.view["conflict"]["choices"] == [KEEP, DISPUTE, CORRECT]
    send(table, "/undo", {})
    is_asked(phone, "moved_on", KEEP, REENTER)
    view = phone.view
    assert (view["conflict"]["theirs"], view["conflict"]["problem"]) == (None, None)
    # Until a person decides, nothing is recorded, and Red is to roll for this phone as for all others.
    assert (table.plays(), view["game"]["next"]) == ([], table.game()["next"])
    assert [op["state"] for op in view["pending"]] == ["unfit", "unfit"]
    phone.open()
    is_asked(phone, "moved_on", KEEP, REENTER)
    assert [op["dice"] for op in view["conflict"]["follow"]] == [[6, 5, 4, 1, 1]]
    answer = phone.do("return session.resolve('reenter')")
    # Blue's turn still fits after it: it goes with it, and nothing is left to be tapped.
    assert (answer["mine"], answer["dropped"]) == (None, [])
    phone.synced()
    assert dice_of(table) == [MINE, [6, 5, 4, 1, 1]]
    view = phone.view
    assert (view["conflict"], view["game"]) == (None, table.game())
    assert phone.do("return store.lost(value)", table.game_id) == []


def test_what_follows_mine_is_recorded_after_nothing_else(phone: Phone, table: Table) -> None:
    send(table, "/undo", {})
    is_asked(phone, "moved_on", KEEP, REENTER)
    phone.cut_off()
    assert phone.do("return session.resolve('reenter')")["ok"]
    assert [op["dice"] for op in phone.view["pending"]] == [MINE, [6, 5, 4, 1, 1]]
    # Somebody was faster once more: what follows waits until a person decides.
    enter(table, THEIRS)
    connect(phone)
    is_asked(phone, "different", KEEP, DISPUTE, CORRECT)
    assert dice_of(table) == [THEIRS]
    phone.do("return session.resolve('keep_theirs')")
    phone.synced()
    assert dice_of(table) == [THEIRS, [6, 5, 4, 1, 1]]


def test_what_fits_neither_with_mine_nor_without_is_dropped_alone(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url, players=3)
    phone = stopped_at(browser, table, [6, 5, 4, 1, 1], [6, 5, 4, 6, 6])
    send(table, "/undo", {})
    send(table, "/seats/2/defer", {})
    phone.wait_for("view.conflict.version === 4")
    is_asked(phone, "moved_on", KEEP, REENTER)
    conflict = phone.view["conflict"]
    told = [[op["dice"] for op in conflict[key]] for key in ("drops", "follow")]
    assert told == [[[6, 5, 4, 1, 1], [6, 5, 4, 6, 6]], [[6, 5, 4, 6, 6]]]
    answer = phone.do("return session.resolve('reenter')")
    # Green is next after Red by now: Blue's turn is not recorded for Green, nor kept for later.
    assert [op["dice"] for op in answer["dropped"]] == [[6, 5, 4, 1, 1]]
    phone.synced()
    assert [(play["seat"], play["body"].get("dice")) for play in table.plays()] == [
        (2, None),
        (1, MINE),
        (3, [6, 5, 4, 6, 6]),
    ]
    lost = phone.do("return store.lost(value)", table.game_id)
    assert [each["entry"]["dice"] for each in lost] == [[6, 5, 4, 1, 1]]
    phone.context.close()


def test_what_was_taken_back_while_this_phone_was_away_is_asked_for_when_it_is_back(
    phone: Phone, table: Table
) -> None:
    disconnect(phone)
    send(table, "/undo", {})
    phone.open()
    is_asked(phone, "different", KEEP, DISPUTE, CORRECT)
    connect(phone)
    is_asked(phone, "moved_on", KEEP, REENTER)


def test_what_went_on_from_the_other_version_is_taken_back_with_it(phone: Phone, table: Table) -> None:
    enter(table, [6, 5, 4, 6, 6], seat=2)
    phone.wait_for("view.conflict.version === 3")
    assert phone.view["conflict"]["theirs"]["dice"] == THEIRS
    send(table, "/undo", {})
    send(table, "/undo", {})
    is_asked(phone, "moved_on", KEEP, REENTER)
    enter(table, [6, 5, 4, 1, 1])
    is_asked(phone, "different", KEEP, DISPUTE, CORRECT)
    assert phone.view["conflict"]["theirs"]["dice"] == [6, 5, 4, 1, 1]
    assert phone.do("return session.resolve('correct', { reason: 'Everybody saw it.' })")["ok"]
    phone.synced()
    assert dice_of(table) == [MINE, [6, 5, 4, 1, 1]]
    assert phone.view["notices"] == []


def test_what_does_not_fit_after_mine_is_asked_about_in_its_turn(phone: Phone, table: Table) -> None:
    enter(table, [6, 5, 4, 6, 6], seat=2)
    phone.wait_for("view.conflict.version === 3")
    answer = phone.do("return session.resolve('correct', { reason: 'Everybody saw it.' })")
    assert (answer["ok"], answer["dropped"]) == (True, [])
    is_asked(phone, "different", KEEP, DISPUTE, CORRECT)
    conflict = phone.view["conflict"]
    assert (conflict["mine"]["dice"], conflict["theirs"]["dice"]) == ([6, 5, 4, 1, 1], [6, 5, 4, 6, 6])
    assert phone.do("return session.resolve('keep_theirs')")["ok"]
    phone.synced()
    assert dice_of(table) == [MINE, [6, 5, 4, 6, 6]]


def test_what_is_corrected_to_mine_is_no_conflict_any_more(phone: Phone, table: Table) -> None:
    send(table, "/corrections", {"replace": {"seq": 2, "dice": MINE}})
    phone.synced()
    assert dice_of(table) == [MINE, [6, 5, 4, 1, 1]]
    view = phone.view
    assert (view["conflict"], view["game"]) == (None, table.game())
    assert [(notice["code"], notice["seq"]) for notice in view["notices"]] == [("recorded-by-other", 2)]


def test_what_is_corrected_to_something_else_is_shown_and_can_be_disputed(phone: Phone, table: Table) -> None:
    send(table, "/corrections", {"replace": {"seq": 2, "dice": [6, 5, 4, 6, 6]}})
    phone.wait_for("view.conflict.theirs.dice.join() === '6,5,4,6,6'")
    is_asked(phone, "different", KEEP, DISPUTE, CORRECT)
    assert phone.do("return session.resolve('dispute')")["ok"]
    assert table.send("GET", "/disputes/1").json()["claim"]["dice"] == MINE


def test_a_turn_that_is_replayed_by_a_ruling_asks_for_mine_again(phone: Phone, table: Table) -> None:
    send(table, "/disputes", {"entry": {"seq": 2}, "words": "It fell off."})
    send(table, "/disputes/1/ruling", {"decision": "replay_turn"})
    is_asked(phone, "moved_on", KEEP, REENTER)


def test_mine_comes_after_what_waits_of_another_seat_where_that_is_due(phone: Phone, table: Table) -> None:
    send(table, "/undo", {})
    send(table, "/seats/1/defer", {})
    phone.wait_for("view.conflict.version === 4")
    is_asked(phone, "moved_on", KEEP, REENTER)
    assert phone.view["conflict"]["problem"]["code"] == "not-your-turn"
    assert [op["dice"] for op in phone.do("return session.resolve('reenter')")["dropped"]] == [MINE]
    phone.synced()
    phone.roll(MINE, stand=True)
    phone.synced()
    assert dice_of(table) == [[6, 5, 4, 1, 1], MINE]


def test_a_game_that_was_stopped_says_so(phone: Phone, table: Table) -> None:
    send(table, "/undo", {})
    send(table, "/abandon", {})
    is_asked(phone, "moved_on", KEEP)
    assert phone.view["conflict"]["problem"]["code"] == "game-over"


def test_a_game_that_was_deleted_is_told_and_keeps_what_waits(phone: Phone, table: Table) -> None:
    assert table.delete().is_success
    phone.wait_for("['gone', 'revoked'].includes(view.network.state)")
    assert len(phone.view["pending"]) == 2


def test_what_was_recorded_and_taken_back_is_shown_beside_what_stands_there_by_now(
    browser: Browser, table: Table
) -> None:
    phone = phone_that_recorded(browser, table, MINE)
    # As if its answer had been lost.
    [mine] = table.plays()
    op = {"kind": "roll", **mine["body"], "entry_id": mine["entry_id"], "base": 1, "tried": True}
    send(table, "/undo", {})
    queue = {"game_id": table.game_id, "ops": [op], "stop": None}
    phone.do("await store.change({ area: 'queues', id: value.game_id, how: () => value })", queue)
    phone.open()
    is_asked(phone, "undone", KEEP, REENTER)
    enter(table, THEIRS)
    is_asked(phone, "different", KEEP, DISPUTE, CORRECT)
    send(table, "/undo", {})
    enter(table, MINE)
    phone.synced()
    assert [notice["code"] for notice in phone.view["notices"]] == ["recorded-by-other"]
    assert dice_of(table) == [MINE]
    phone.context.close()


def test_an_undo_that_is_asked_about_goes_where_others_have_taken_it_back(
    browser: Browser, table: Table
) -> None:
    phone = phone_that_recorded(browser, table, THEIRS)
    disconnect(phone)
    assert phone.do("return session.undo()") == {"ok": True}
    phone.roll(MINE, stand=True)
    enter(table, [6, 5, 4, 6, 6], seat=2)
    connect(phone)
    is_asked(phone, "moved_on", KEEP, "take_back")
    send(table, "/undo", {})
    phone.wait_for("view.conflict.version === 4")
    is_asked(phone, "moved_on", KEEP, "take_back")
    send(table, "/undo", {})
    phone.synced()
    assert [notice["code"] for notice in phone.view["notices"]] == ["undo-needless"]
    assert dice_of(table) == [MINE]
    phone.context.close()


def test_a_question_follows_what_is_recorded(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("first-to-three")
        thumb.lose_network()
        thumb.roll(*MINE, act="stand")
        asks_of(thumb, "rolls", {**PLACE, "dice": THEIRS, "stand": True})
        conflict = thumb.page.locator(".conflict")
        theirs = conflict.locator(".version-dice [aria-label]").last
        # What the turn banked is asked for each time; later it is not there to be asked for.
        with thumb.page.expect_response("**/turns/1"):
            thumb.find_network()
        expect(theirs).to_have_attribute("aria-label", "6, 5, 4, 2, 2")
        with thumb.page.expect_response("**/turns/1"):
            asks_of(thumb, "corrections", {"replace": {"seq": 2, "dice": [6, 5, 4, 1, 1]}})
        expect(theirs).to_have_attribute("aria-label", "6, 5, 4, 1, 1")
        asks_of(thumb, "undo", {})
        again = conflict.get_by_role("button", name=AGAIN)
        expect(again).to_be_visible()
        expect(thumb.page.locator(".tray-who")).to_contain_text("Red")
        again.tap()
        expect(lying(thumb)).to_have_count(5)
        thumb.act("stand")
        thumb.wait_until_all_is_sent()
        assert recorded(thumb) == [THEIRS, MINE]


def test_what_was_overruled_is_told_as_it_counts_by_now(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("first-to-three")
        thumb.lose_network()
        thumb.roll(*MINE, act="stand")
        thumb.roll(6, 5, 4, 1, 1, act="stand")
        asks_of(thumb, "rolls", {**PLACE, "dice": THEIRS, "stand": True})
        asks_of(thumb, "rolls", {**PLACE, "seat": 2, "dice": [6, 5, 4, 6, 6], "stand": True})
        thumb.find_network()
        conflict = thumb.page.locator(".conflict")
        conflict.get_by_role("button", name="Mine counts: correct it").tap()
        expect(conflict.locator(".version-dice [aria-label]").first).to_have_attribute(
            "aria-label", "6, 5, 4, 1, 1"
        )
        expect(conflict.locator(".meanwhile")).to_contain_text("Red: 6, 5, 4, 3, 3")
        expect(conflict.locator(".meanwhile")).not_to_contain_text("6, 5, 4, 2, 2")
