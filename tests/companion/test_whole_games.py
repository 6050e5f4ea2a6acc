"""Whole games by taps alone, on a phone with touch, against a real server."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, expect

from tests.companion.hands import Hand, hand, keep_picture
from tests.support import LiveServer, http

PLAYERS = {
    "first-to-three": ("Red", "Blue"),
    "chips": ("Red", "Blue"),
    "five-rounds": ("Red", "Blue"),
    "voyage": ("Red", "Blue"),
    "critters": ("Red", "Blue", "Green"),
}
MOST_TURNS = 80


def some_dice(chance: random.Random, count: int, lucky: bool) -> list[int]:
    """Dice as they fall; a lucky player's first roll has a crew."""
    fallen = [chance.randint(1, 6) for _ in range(count)]
    if lucky and count == 5:
        fallen[:3] = [6, 5, 4]
        chance.shuffle(fallen)
    return fallen


def play_roll(thumb: Hand, chance: random.Random) -> None:
    """One roll, and one of the things that can be done with it."""
    lucky = thumb.where().startswith("next:1:")
    cargo = thumb.page.locator(".cargo-dice button.die")
    if cargo.count() and chance.random() < 0.5:
        thumb.tap(".cargo-dice button.die")
    dice = some_dice(chance, thumb.due(), lucky)
    before = thumb.taps
    thumb.throw(*dice)
    options = [button.get_attribute("data-act") for button in thumb.page.locator(".acts .act").all()]
    assert options, (dice, thumb.where())
    thumb.act(chance.choice(options) or "")
    assert thumb.taps - before == len(dice) + 1


@pytest.mark.parametrize("preset", PLAYERS)
def test_a_whole_game_is_entered_by_taps_alone(
    browser: Browser, live_server: LiveServer, preset: str
) -> None:
    chance = random.Random(preset)  # noqa: S311 (dice of a test)
    with hand(browser, live_server.url) as thumb:
        thumb.start(preset, PLAYERS[preset])
        rolls = dice_and_rolls = 0
        while not thumb.is_over:
            before, due = thumb.taps, thumb.due()
            play_roll(thumb, chance)
            spent = thumb.taps - before
            assert spent <= due + 2, f"{spent} taps for a roll of {due} dice"
            rolls += 1
            dice_and_rolls += due + 2
            assert rolls < MOST_TURNS * 3
        assert thumb.taps <= dice_and_rolls
        expect(thumb.page.locator(".ended-who")).to_be_visible()
        keep_picture(thumb.page, f"over-{preset}")
        check_that_the_server_agrees(thumb)


def check_that_the_server_agrees(thumb: Hand) -> None:
    """What the page shows at the end is what is recorded."""
    table = thumb.kept()
    expect(thumb.page.locator(".banner[role=status]")).to_have_count(0)
    answer = http.get(
        f"{thumb.url}/v1/games/{thumb.game_id}",
        headers={"Authorization": f"Bearer {table['key']}"},
    ).json()
    assert answer["status"] == "finished"
    shown = thumb.page.locator(".ended-who").inner_text()
    winners = [seat["name"] for seat in answer["seats"] if seat["seat"] in answer["winners"]]
    assert winners
    assert all(name in shown for name in winners)


def test_a_whole_turn_of_three_rolls_takes_a_tap_for_each_die_and_two_for_each_roll_at_most(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("voyage")
        before = thumb.taps
        thumb.roll(6, 5, 4, 2, 6, act="again")
        thumb.tap('.cargo-dice button.die[aria-label="The 6 stays"]')
        thumb.roll(1, act="again")
        thumb.tap('.cargo-dice button.die[aria-label="The 6 stays"]')
        thumb.roll(3)
        dice = 5 + 1 + 1
        assert thumb.taps - before <= dice + 2 * 3
        thumb.sees("behind Red (9)")


def test_where_the_player_may_choose_a_tap_leaves_a_die(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("first-to-three")
        thumb.throw(6, 5, 4, 1, 1)
        expect(thumb.page.locator(".thrown .lit")).to_have_count(3)
        thumb.tap('.thrown .die[data-face="5"]')
        expect(thumb.page.locator(".thrown .lit")).to_have_count(1)
        thumb.act("bank")
        assert thumb.due() == 4
        thumb.throw(5, 4, 2, 2)
        thumb.tap('.thrown .die[data-face="5"]')
        expect(thumb.page.locator(".acts .act.leave")).to_have_text("Bank nothing: roll on")
        thumb.act("leave")
        assert thumb.due() == 4


def test_the_last_die_can_be_taken_back(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("chips")
        thumb.throw(6, 5, 4, 1, 1)
        thumb.tap(".acts .erase")
        expect(thumb.page.locator(".thrown .lit")).to_have_count(0)
        thumb.throw(6)
        thumb.act("stand")
        thumb.sees("7 to beat")


def test_a_score_alone_is_taken_where_the_game_allows_it(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.start("five-rounds", scores=True)
        thumb.page.get_by_role("button", name="Score only").tap()
        thumb.page.locator(".scores .button", has_text="11").tap()
        thumb.sees("behind Red (11)")
        expect(thumb.page.locator(".seat abbr")).to_have_count(1)


def test_somebody_at_the_bar_is_played_later_by_two_taps(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("chips", ("Red", "Blue", "Green"))
        thumb.tap(".seat.current")
        thumb.page.get_by_role("button", name="Plays later in this round").tap()
        expect(thumb.page.locator(".seat.current")).to_contain_text("Blue")


def test_house_rules_are_changed_and_read_out_before_play(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.visit("new")
        thumb.page.locator('.preset[data-preset="chips"]').click()
        thumb.page.get_by_role("button", name="House rules").click()
        thumb.page.get_by_label("nobody wins, the pot stays").first.check()
        thumb.sees("the pot stays, and all pay in again")
        thumb.page.get_by_role("button", name="Play by these rules").click()
        for at, name in enumerate(("Red", "Blue")):
            thumb.page.locator(".player input").nth(at).fill(name)
        thumb.page.get_by_role("button", name="Play by these house rules").click()
        thumb.sees("A tie: the pot stays")


def test_what_is_to_be_beaten_is_said_in_a_roll_for_the_opener_and_in_a_roll_off(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.start("critters")
        target = thumb.page.locator(".tray-beat")
        expect(target).to_have_text("Three dice each")
        thumb.roll(6, 6, 5)
        expect(target).to_have_text("17 to beat (Red)")
        thumb.roll(1, 1, 1)
        for _ in range(2):
            thumb.roll(6, 5, 4, 3, 3, act="stand")
        expect(target).to_have_text("First of this roll-off")
