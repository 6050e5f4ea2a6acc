"""Random play over the API: what is refused changes nothing, and what is stored is the replay of the log.

The application runs in this process on an SQLite file; beside it the rules play the same game.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from werkzeug.test import TestResponse

from scorekeeper import ledger, rules, storage
from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.ledger.boards import load_board
from scorekeeper.policies import NO_LIMITS
from scorekeeper.rules import Abandon, Defer, Input, Join, Leave, Place, Roll, Stand, StartRoll
from tests.breaking import broken_entries
from tests.e2e.phone import name_of, place_now, request_for
from tests.playing import Opening, legal_entries, openings, quick_turn
from tests.strategies import FUZZ

NO_ENTRY = {"invalid", "required", "not-found"}
"""Codes of what is no entry at all: a value that no field takes, or an address that is none."""
NEWS = {"recorded", "result", "already_recorded", "dry_run"}
REPEATED = "already-recorded"


def without_news(answer: dict[str, Any]) -> dict[str, Any]:
    """The game alone, without what its answer tells of the entry."""
    return {name: value for name, value in answer.items() if name not in NEWS}


def without_new_ids(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without what is made anew each time: ids and times, and what hangs on them."""
    seats = [{name: seat[name] for name in seat if name != "player_id"} for seat in answer["seats"]]
    made = {"head", "last_entry", "recorded", "finished_at", "dry_run"}
    return {**{name: answer[name] for name in answer if name not in made}, "seats": seats}


class PlayOverHttp(RuleBasedStateMachine):
    """A game at a table of its own, entered over the API, and the same game in the rules."""

    app: Flask

    def __init__(self) -> None:
        super().__init__()
        self.client = self.app.test_client()

    @initialize(opening=openings())
    def open(self, opening: Opening) -> None:
        first = opening.ruleset.opener.first
        if first == "seat_1":
            opening = opening._replace(opener=1)
        game: dict[str, Any] = {"ruleset": opening.ruleset.to_json(), "entry": opening.entry}
        game["seats"] = [{"name": name_of(seat)} for seat in range(1, opening.seats + 1)]
        if first == "chosen":
            game["opener_seat"] = opening.opener
        created = self.client.post("/v1/tables", json={"name": "The Anchor", "game": game})
        assert created.status_code == 201, created.text
        table = created.get_json()
        self.headers = {"Authorization": f"Bearer {table['host_key']}"}
        self.game = without_news(table["game"])
        self.state = opening.start()
        self.rolled: Counter[tuple[Any, ...]] = Counter()
        self.last: tuple[str, dict[str, Any] | None] | None = None

    # Requests

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game['id']}"

    def send(self, address: str, body: dict[str, Any] | None, **headers: str) -> TestResponse:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {} if body is None else {"json": body}
        return self.client.post(self.path + address, headers={**self.headers, **named}, **sent)

    def request(self, entry: Input) -> tuple[str, dict[str, Any] | None]:
        """The request of an entry: what its place leaves out is filled in with the truth."""
        now = place_now(self.game, getattr(entry, "seat", None), self.rolled)
        said: Place = getattr(entry, "place", rules.ANYWHERE)
        stands_on = isinstance(entry, Stand) and said.roll is not None
        roll = now.roll if said.roll is None else said.roll + stands_on
        round_number = now.round if said.round is None else said.round
        roll_off = now.roll_off if said.roll_off is None else said.roll_off
        return request_for(entry, Place(round_number, roll_off, roll), len(self.game["seats"]))

    def enter(self, entry: Input) -> None:
        """Make an entry that must be recorded, after asking what it would lead to."""
        address, body = self.request(entry)
        asked = self.send(f"{address}?dry_run=true", body)
        played = rules.play(self.state, entry)
        self.assert_nothing_changed()
        answer = self.send(address, body, if_match=f'"{self.game["version"]}"')
        assert (asked.status_code, answer.status_code) == (200, 201), (asked.text, answer.text)
        after, dry = answer.get_json(), asked.get_json()
        assert after["version"] == self.game["version"] + 1
        assert without_new_ids(dry) == without_new_ids(after)
        names = [seat["name"] for seat in after["seats"]]
        told = [rules.tell(consequence, names) for consequence in played.consequences]
        assert after["result"]["sentences"] == told
        self.count_rolls(entry)
        self.game = without_news(after)
        self.state, self.last = played.state, (address, body)

    def count_rolls(self, entry: Input) -> None:
        in_round = self.game["round"]
        if in_round and isinstance(entry, Roll | rules.WholeTurn):
            rolls = 1 if isinstance(entry, Roll) else len(entry.rolls)
            self.rolled[(in_round["number"], in_round["roll_off"], entry.seat)] += rolls

    def assert_nothing_changed(self) -> None:
        tag = f'"{self.game["version"]}"'
        same = self.client.get(self.path, headers={**self.headers, "If-None-Match": tag})
        assert same.status_code == 304

    # What is entered

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data())
    def play_on(self, data: st.DataObject) -> None:
        self.enter(data.draw(legal_entries(self.state)))

    @precondition(lambda self: not self.state.is_over)
    @rule(levels=st.lists(st.integers(0, 3), min_size=1, max_size=8))
    def play_turn_after_turn(self, levels: list[int]) -> None:
        for level in levels:
            if not self.state.is_over:
                self.enter(quick_turn(self.state, level))

    @rule(
        entry=st.one_of(
            st.just(Join()), st.builds(Defer, st.integers(1, 4)), st.builds(Leave, st.integers(1, 4))
        )
    )
    def come_and_go(self, entry: Input) -> None:
        try:
            rules.decide(self.state, entry)
        except rules.Refused as refused:
            self.assert_refused(entry, refused.violations[0].code)
        else:
            self.enter(entry)

    @rule(data=st.data())
    def break_a_rule(self, data: st.DataObject) -> None:
        broken = data.draw(broken_entries(self.state))
        self.assert_refused(broken.entry, broken.code)

    def assert_refused(self, entry: Input, code: str) -> None:
        answer = self.send(*self.request(entry))
        said = answer.get_json()
        if answer.status_code == 200:
            # By chance the very roll that was recorded there.
            assert said["already_recorded"]
            assert isinstance(entry, Roll | StartRoll | Stand | rules.Score | rules.WholeTurn)
        else:
            assert answer.status_code in (404, 409, 422), answer.text
            codes = {said["code"], *(error["code"] for error in said.get("errors", ()))}
            assert codes & {code, REPEATED, *NO_ENTRY}, (entry, code, said)
            assert said["detail"].endswith(".")
        self.assert_nothing_changed()

    @precondition(lambda self: self.last is not None)
    @rule()
    def send_the_last_entry_again(self) -> None:
        assert self.last is not None
        address, body = self.last
        if body is None or address == "/seats":
            return  # who leaves, comes or waits says nothing by which it could be known
        again = self.send(address, body)
        assert again.status_code == 200, again.text
        assert again.get_json()["already_recorded"]
        assert again.get_json()["version"] == self.game["version"]
        self.assert_nothing_changed()

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data(), behind=st.integers(1, 3))
    def play_on_what_is_not_there_any_more(self, data: st.DataObject, behind: int) -> None:
        entry = data.draw(legal_entries(self.state))
        stale = self.send(*self.request(entry), if_match=f'"{self.game["version"] + behind}"')
        assert (stale.status_code, stale.get_json()["code"]) == (412, "version-mismatch"), stale.text
        self.assert_nothing_changed()

    @precondition(lambda self: self.game["version"] > 12)
    @rule(is_meant=st.sampled_from([False, False, False, True]))
    def abandon(self, is_meant: bool) -> None:
        if is_meant and not self.state.is_over:
            self.enter(Abandon())

    # What always holds

    @invariant()
    def what_is_stored_is_the_replay_of_the_log(self) -> None:
        assert ledger.verify_game(self.game["id"]) == ()
        assert load_board(self.game["id"]).state == self.state

    @invariant()
    def what_is_read_is_what_was_answered(self) -> None:
        read = self.client.get(self.path, headers=self.headers)
        assert read.get_json() == self.game
        table = self.client.get(f"{self.path}/standings", headers=self.headers).get_json()
        ranks = {row.seat: (row.rank, row.dense_rank) for row in rules.standings(self.state)}
        assert {row["seat"]: (row["rank"], row["dense_rank"]) for row in table["standings"]} == ranks
        assert json.loads(json.dumps(rules.next_entry(self.state).to_json())) == self.game["next"]


class TestPlayOverHttp(PlayOverHttp.TestCase):
    settings = settings(
        max_examples=15 * FUZZ,
        stateful_step_count=25,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        database = str(Path(cls.folder.name) / "scorekeeper.sqlite3")
        PlayOverHttp.app = create_app(Config(database, synchronous="OFF", limits=NO_LIMITS))
        storage.upgrade()

    @classmethod
    def tearDownClass(cls) -> None:
        storage.close()
        cls.folder.cleanup()
