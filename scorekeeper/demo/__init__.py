"""A recorded game, played against a running server over HTTP, and its scorecard as it grows.

Nothing here knows the rules: what is printed is what the server answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from textwrap import wrap
from typing import Any, Final

from scorekeeper.demo.server import NoServer, Refusal, Server

__all__ = ["NoServer", "Refusal", "run"]

WIDTH: Final = 100
DICE_WIDTH: Final = 9
SENT_BACK: Final = ("seat", "round", "roll_off", "roll")
"""What the server says about the next roll, and wants to hear again with it."""


def run(url: str, say: Callable[[str], None]) -> None:
    """Play the recorded game on a new table of the server.

    url: such as http://127.0.0.1:8000. say: prints a line. Raises NoServer and Refusal.
    """
    recorded = json.loads(resources.files(__name__).joinpath("game.json").read_text())
    for line in _lines(Server(url), recorded):
        say(line)


def _lines(server: Server, recorded: Mapping[str, Any]) -> Iterator[str]:
    seats = [{"name": name} for name in recorded["seats"]]
    opening = {"ruleset": recorded["ruleset"], "seats": seats}
    table = server.post("/v1/tables", {"name": "Demo", "game": opening})
    game, key = table["game"], table["host_key"]
    yield from _told_rules(server.post("/v1/rulesets/check", recorded["ruleset"])["sentences"])
    yield from _told("", game["result"]["sentences"])
    for roll in recorded["rolls"]:
        place = {field: game["next"][field] for field in SENT_BACK}
        before = game["round"]["number"]
        game = server.post(f"/v1/games/{game['id']}/rolls", {**place, **roll}, key)
        yield from _scorecard(roll["dice"], game, game["round"]["number"] != before)
    yield from _farewell(server.url, game["id"], key)


def _told_rules(sentences: list[str]) -> Iterator[str]:
    yield "The house rules:"
    for sentence in sentences:
        yield from wrap(sentence, WIDTH, initial_indent="  - ", subsequent_indent="    ")
    yield ""


def _scorecard(dice: list[int], game: Mapping[str, Any], is_new_round: bool) -> Iterator[str]:
    """What a roll led to, and at the end of a round where everybody stands."""
    sentences = game["result"]["sentences"]
    of_round = sentences[:-1] if is_new_round else sentences
    yield from _told(" ".join(map(str, dice)), of_round)
    if is_new_round or game["result"]["game_over"]:
        yield from _standings(game["seats"])
    yield from _told("", sentences[len(of_round) :])


def _told(dice: str, sentences: list[str]) -> Iterator[str]:
    """Sentences below each other, the first beside the dice."""
    indent = " " * (DICE_WIDTH + 2)
    for index, sentence in enumerate(sentences):
        beside = f"{dice:{DICE_WIDTH}}  " if index == 0 else indent
        yield from wrap(sentence, WIDTH, initial_indent=beside, subsequent_indent=indent)


def _standings(seats: list[Mapping[str, Any]]) -> Iterator[str]:
    yield ""
    yield f"  {'rank':>4}  {'player':12}  {'rounds won':>10}  {'total':>5}"
    for seat in sorted(seats, key=lambda seat: (seat["rank"], seat["seat"])):
        yield f"  {seat['rank']:>4}  {seat['name']:12}  {seat['rounds_won']:>10}  {seat['total']:>5}"
    yield ""


def _farewell(url: str, game_id: str, key: str) -> Iterator[str]:
    yield "The game stays on the server. To read it:"
    yield f"  curl -H 'Authorization: Bearer {key}' {url}/v1/games/{game_id}"
