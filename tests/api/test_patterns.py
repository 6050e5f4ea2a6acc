"""Every pattern of a request in the document holds to the end of a text: no line break follows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.api.document import openapi_document
from scorekeeper.api.fields import NAME_PATTERN, TEXT_PATTERN
from scorekeeper.api.resources.dice.schemas import DiceQuery
from scorekeeper.api.resources.odds.schemas import AdviceQuery
from scorekeeper.api.shapes import NONCE
from tests.api.at_the_table import HostOf
from tests.api.test_computer_seats import new_game, to_teal

ID = re.compile(r"\^([a-z]+)_\[0-9a-f\].*\$")
KEY = re.compile(r"\^\[!-~\]\{\d+,\d+\}\$")
"""Of a header, which holds no line break: HTTP has none in it."""


def throw(host: HostOf, nonce: str) -> TestResponse:
    game = new_game(host)
    to_teal(host, game)
    return host.post(f"{game}/throws", {"seat": 2, "round": 1, "roll_off": 0, "roll": 1, "nonce": nonce})


def add_player(host: HostOf, name: str) -> TestResponse:
    return host.post(f"{host.table}/players", {"name": name})


def ask_about_bias(host: HostOf, bias: str) -> TestResponse:
    return host.get(f"{host.table}/dice?bias={quote(bias)}")


def ask_about_dice(host: HostOf, dice: str) -> TestResponse:
    return host.get(f"{host.open()}/advice?objective=points&dice={quote(dice)}")


def seat_player(host: HostOf, player_id: str) -> TestResponse:
    seats = [{"name": "Blue"}, {"player_id": player_id}]
    return host.post(f"{host.table}/games", {"ruleset": {"preset": "voyage"}, "seats": seats})


ASKED: dict[str, tuple[str, Callable[[HostOf, str], TestResponse]]] = {
    NONCE: ("a-nonce-of-ours", throw),
    NAME_PATTERN: ("Sage", add_player),
    DiceQuery().fields["bias"].metadata["pattern"]: ("0.02", ask_about_bias),
    AdviceQuery().fields["dice"].metadata["pattern"]: ("6,5,3,2,1", ask_about_dice),
}
"""By pattern: a text that it takes, and a request with one."""


@pytest.mark.parametrize("pattern", ASKED)
def test_a_line_break_after_what_a_pattern_takes_is_refused(host: HostOf, pattern: str) -> None:
    taken, request = ASKED[pattern]
    assert request(host, taken).status_code in {200, 201, 202}
    refused = request(host, f"{taken}\n")
    assert refused.status_code == 422, refused.text


def test_an_id_with_a_line_break_after_it_is_nobodys(host: HostOf) -> None:
    player = add_player(host, "Sage").get_json()["id"]
    assert seat_player(host, player).status_code == 201
    assert seat_player(host, f"{player}\n").status_code == 422
    assert host.get(f"{host.table}/players/{player}").status_code == 200
    assert host.get(f"{host.table}/players/{player}%0A").status_code == 404
    assert host.get(f"{host.open()}%0A").status_code == 404
    assert host.get(f"{host.table}%0A").status_code == 404


def test_every_pattern_of_a_request_is_tried(app: Flask) -> None:
    patterns = _patterns(openapi_document(app))
    others = {each for each in patterns if not ID.fullmatch(each) and not KEY.fullmatch(each)}
    assert others == {*ASKED, TEXT_PATTERN}


def test_a_text_that_people_write_may_have_line_breaks_at_its_end_too() -> None:
    assert re.fullmatch(TEXT_PATTERN, "Never.\n")


def _patterns(document: dict[str, Any]) -> set[str]:
    """Every pattern of a parameter or a body."""
    found: set[str] = set()
    for path in document["paths"].values():
        found.update(_inside(document, path.get("parameters", []), frozenset()))
        for operation in (each for each in path.values() if isinstance(each, dict)):
            asked = [operation.get("parameters", []), operation.get("requestBody", {})]
            found.update(_inside(document, asked, frozenset()))
    return found


def _inside(document: dict[str, Any], shape: Any, seen: frozenset[str]) -> Iterator[str]:
    if isinstance(shape, list):
        for each in shape:
            yield from _inside(document, each, seen)
    elif isinstance(shape, dict):
        name = shape.get("$ref")
        if isinstance(name, str) and name not in seen:
            yield from _inside(document, _referred(document, name), seen | {name})
        if isinstance(shape.get("pattern"), str):
            yield shape["pattern"]
        for each in shape.values():
            yield from _inside(document, each, seen)


def _referred(document: dict[str, Any], name: str) -> Any:
    shape: Any = document
    for part in name.removeprefix("#/").split("/"):
        shape = shape[part]
    return shape
