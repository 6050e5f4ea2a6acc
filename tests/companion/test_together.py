"""More than one phone at a table: invited, following live, each in its role; and a screen on the wall."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, expect

from tests.companion.hands import TELEVISION, Hand, hand, keep_picture
from tests.companion.test_for_everyone import seen_by_day_and_night
from tests.support import LiveServer, http


def invite(thumb: Hand, role: str) -> tuple[str, str]:
    """What the host's phone shows: the code to type, and the link that the QR code holds."""
    thumb.visit(f"table/{thumb.kept()['id']}")
    with thumb.page.expect_response(lambda answer: answer.url.endswith("/invites")) as made:
        thumb.page.get_by_role("button", name="Invite others").tap()
    if role != "scorer":
        with thumb.page.expect_response(lambda answer: answer.url.endswith("/invites")) as made:
            thumb.choose("look on")
    made_invite = made.value.json()
    expect(thumb.page.locator(".code-big")).to_have_text(made_invite["code"])
    expect(thumb.page.locator("img.qr")).to_be_visible()
    return made_invite["code"], made_invite["url"]


def test_two_others_join_and_follow_live_and_the_wall_shows_it(
    browser: Browser, live_server: LiveServer
) -> None:
    url = live_server.url
    with hand(browser, url) as host, hand(browser, url) as scorer, hand(browser, url) as guest:
        host.sit("chips", ("Red", "Blue"))
        game = host.game_id
        code, _ = invite(host, "scorer")
        keep_picture(host.page, "invite")
        _, link = invite(host, "viewer")
        host.visit(f"play/{game}")

        scorer.visit("join")
        scorer.page.get_by_label("Code", exact=True).fill(code.lower())
        scorer.page.get_by_role("button", name="Join").tap()
        scorer.page.wait_for_selector(".pad")

        guest.visit(link.removeprefix(url).lstrip("/"))
        guest.page.get_by_role("button", name="Join").tap()
        guest.page.wait_for_selector(".tray")
        assert "#" not in guest.page.url
        expect(guest.page.locator(".pad")).to_have_count(0)

        host.roll(6, 5, 4, 3, 6, act="stand")
        for other in (scorer, guest):
            expect(other.page.locator(".tray-beat")).to_contain_text("9")
            expect(other.page.locator(".seat.current")).to_contain_text("Blue")
        scorer.roll(6, 1, 1, 1, 2)
        expect(host.page.locator(".bank .brass")).to_have_count(1)
        expect(guest.page.locator(".bank .brass")).to_have_count(1)
        watch_on_the_wall(browser, host)


def watch_on_the_wall(browser: Browser, host: Hand) -> None:
    """The address that the host's phone makes opens on a television, which needs nothing else."""
    game = host.game_id
    host.visit(f"table/{host.kept()['id']}")
    host.page.get_by_role("button", name="Screen on the wall").tap()
    host.page.get_by_role("button", name="Make an address for it").tap()
    address = host.page.locator("dialog .code-shown").inner_text()
    host.visit(f"play/{game}")
    with hand(browser, host.url, size=TELEVISION) as wall:
        wall.page.goto(address)
        wall.page.wait_for_selector(".wall .bank")
        assert "#" not in wall.page.url
        expect(wall.page.locator(".wall-pot")).to_contain_text("2")
        host.roll(5, 2, 2, 2)
        expect(wall.page.locator(".bank .brass")).to_have_count(2)
        expect(wall.page.locator(".wall-thrown .die")).to_have_count(4)
        keep_picture(wall.page, "wall")
        wall.page.reload()
        expect(wall.page.locator(".bank .brass")).to_have_count(2)


def test_a_host_who_joins_by_a_code_stays_host_and_one_whose_key_was_withdrawn_joins(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as host:
        host.sit("first-to-three")
        before, game = host.kept(), host.game_id
        other = host.asks("POST", "keys", {"role": "host"})
        for attempt in ("kept", "withdrawn"):
            invite = http.post(
                f"{host.url}/v1/tables/{before['id']}/invites",
                json={"role": "scorer"},
                headers={"Authorization": f"Bearer {other['key']}"},
            ).json()
            code = invite["code"]
            host.visit("join")
            host.page.get_by_label("Code", exact=True).fill(code)
            host.page.get_by_role("button", name="Join").tap()
            if attempt == "withdrawn":
                break
            host.sees("This phone is a host at that table already, and stays one")
            host.page.get_by_role("button", name="To the table").tap()
            host.page.wait_for_selector(".pad")
            assert host.game_id == game
            assert (host.kept()["key"], host.kept()["role"]) == (before["key"], "host")
            # Nothing was made for it: no key lies about, and no place of the invite is gone.
            assert [key["role"] for key in host.asks("GET", "keys")["items"]] == ["host", "host"]
            assert host.asks("GET", f"invites/{invite['id']}")["joins_left"] == invite["joins"]
            withdraw(host, before, other["key"])
        host.page.wait_for_selector(".pad")
        assert host.kept()["role"] == "scorer"
        host.forgive("401")


def withdraw(host: Hand, table: dict[str, Any], other: str) -> None:
    """Another host takes back the first key of the table."""
    path, headers = f"{host.url}/v1/tables/{table['id']}/keys", {"Authorization": f"Bearer {other}"}
    first = http.get(path, headers=headers).json()["items"][0]
    assert http.delete(f"{path}/{first['id']}", headers=headers).status_code == 204


def test_the_table_comes_back_by_its_recovery_code(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as lost:
        lost.start("five-rounds")
        lost.open_banners()
        lost.page.get_by_role("button", name="Show it").tap()
        shown = lost.page.locator("dialog .code-grouped span")
        groups = shown.all_inner_texts()
        assert "".join(groups) == lost.kept()["recovery_code"]
        assert max(map(len, groups[1:])) == 5
        # Figures stand out, since letters look like them.
        figures = shown.locator("u").all_inner_texts()
        assert "".join(figures) == "".join(letter for letter in "".join(groups) if letter.isdigit())
        gaps = shown.evaluate_all(
            """(groups) => groups.slice(1).map((group, at) => [groups[at], group]
              .map((each) => each.getBoundingClientRect()))
              .filter(([one, other]) => one.top === other.top)
              .map(([one, other]) => other.left - one.right)"""
        )
        assert min(gaps) > 8
        keep_picture(lost.page, "recovery-code")
        copied = """() => {
          getSelection().selectAllChildren(document.querySelector("dialog .code-shown"));
          return getSelection().toString();
        }"""
        assert lost.page.evaluate(copied) == "".join(groups)
        lost.page.get_by_role("button", name="I have saved it").tap()
        expect(lost.page.locator(".banner")).to_have_count(0)
        game = lost.game_id
    with hand(browser, live_server.url) as found:
        found.visit("recover")
        found.page.get_by_label("Recovery code", exact=True).fill(f" {' '.join(groups)} ")
        found.page.get_by_role("button", name="Get the table back").tap()
        found.page.wait_for_selector(".pad")
        assert found.game_id == game
        found.sees("Save the recovery code")


def test_the_same_roll_from_two_phones_is_one_record_and_the_other_is_told_who_recorded_what(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as first, hand(browser, live_server.url) as second:
        first.sit("first-to-three")
        code, _ = invite(first, "scorer")
        first.visit(
            f"play/{first.game_id}" if "/play/" in first.page.url else f"play/{first.kept()['last_game']}"
        )
        first.page.wait_for_selector(".pad")
        second.visit("join")
        second.page.get_by_label("Code", exact=True).fill(code)
        second.page.get_by_label("What this phone is called (if you like)").fill("Blue’s phone")
        second.page.get_by_role("button", name="Join").tap()
        second.page.wait_for_selector(".pad")
        first.lose_network()
        first.roll(6, 5, 3, 3, 1)
        second.roll(6, 5, 3, 3, 2)
        second.roll(4, 2, 3, act="stand")
        second.wait_until_all_is_sent()
        first.find_network()
        conflict = first.page.locator(".conflict")
        expect(conflict).to_contain_text("Something else is recorded there")
        expect(conflict.locator(".version")).to_have_count(3)
        expect(conflict.locator(".version-dice .brass")).to_have_count(4)
        expect(conflict).to_contain_text("Recorded by Blue’s phone")
        expect(conflict).to_contain_text("Recorded meanwhileRed: 4, 2, 3; then stands (Blue’s phone)")
        assert seen_by_day_and_night(first, "conflict") == []
        conflict.get_by_role("button", name="What is recorded counts").tap()
        expect(conflict).to_have_count(0)
        expect(first.page.locator(".seat.current")).to_contain_text("Blue")
        first.forgive("409")


def test_twenty_players_fit_on_the_wall(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as host:
        host.sit("chips", [f"Player {seat}" for seat in range(1, 21)])
        table = host.kept()
        with hand(browser, live_server.url, size=TELEVISION) as screen:
            wall = screen.page
            wall.goto(f"{live_server.url}/watch/{table['id']}#{table['key']}")
            rows = wall.locator(".wall .standing")
            expect(rows).to_have_count(20)
            expect(rows.last).to_be_in_viewport(ratio=1)
            keep_picture(wall, "wall-twenty")
            reach = "[document.body, document.querySelector('.wall-standings')]"
            over = wall.evaluate(f"() => {reach}.map((each) => each.scrollHeight - each.clientHeight)")
            assert over == [0, 0]
