"""The analysis of a game, and its picture, over HTTP."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from werkzeug.test import TestResponse

from scorekeeper.api.resources.analysis.curve import draw_curve
from tests.api.at_the_table import HostOf, problem
from tests.api.test_odds import until_there

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def game(host: HostOf) -> str:
    path = host.open("voyage", ("Red <b>&\u05d0", "Blue"))
    host.post(f"{path}/rolls", {"seat": 1, "roll": 1, "dice": [6, 5, 4, 6, 6]})
    host.post(f"{path}/rolls", {"seat": 2, "roll": 1, "dice": [6, 5, 4, 1, 1], "stand": True})
    return path


def analysis(host: HostOf, game: str, part: str = "", **headers: str) -> TestResponse:
    return until_there(lambda: host.get(f"{game}/analysis{part}", **headers))


def test_a_game_is_taken_apart(host: HostOf, game: str) -> None:
    response = analysis(host, game)
    told = response.get_json()
    assert response.headers["ETag"] == '"3"'
    assert [seat["name"] for seat in told["seats"]] == ["Red <b>&\u05d0", "Blue"]
    assert told["seats"][0]["luck"] > 0 > -told["seats"][1]["cost"]
    assert host.get(f"{game}/analysis", If_None_Match='"3"').status_code == 304


def test_the_picture_can_be_read_by_who_does_not_see_it(host: HostOf, game: str) -> None:
    response = analysis(host, game, "/curve.svg")
    assert response.content_type == "image/svg+xml"
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert "sandbox" in response.headers["Content-Security-Policy"]
    root = ElementTree.fromstring(response.data)  # noqa: S314 our own picture
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Chances to win, play by play"
    assert "Blue from 50 % to" in (root.findtext(f"{SVG}desc") or "")
    assert "prefers-color-scheme: dark" in (root.findtext(f"{SVG}style") or "")
    assert len(root.findall(f"{SVG}polyline")) == 2
    assert host.get(f"{game}/analysis/curve.svg", If_None_Match='"3"').status_code == 304


def test_a_name_is_text_in_the_picture(host: HostOf, game: str) -> None:
    picture = analysis(host, game, "/curve.svg").text
    assert "<b>" not in picture
    root = ElementTree.fromstring(picture)  # noqa: S314 our own picture
    assert "Red <b>&\u05d0" in [element.text for element in root.findall(f"{SVG}text")]


def test_a_game_without_advice_that_was_abandoned_is_not_taken_apart(host: HostOf) -> None:
    path = host.open("voyage", advice="forbidden")
    problem(host.get(f"{path}/analysis"), 403, "advice-forbidden")
    problem(host.get(f"{path}/analysis/curve.svg"), 403, "advice-forbidden")
    host.post(f"{path}/abandon")
    problem(host.get(f"{path}/analysis"), 403, "advice-forbidden")


def _seat(number: int, name: str) -> dict[str, Any]:
    return {"seat": number, "name": name, "start": 0.05, "end": 0.05}


@pytest.mark.parametrize("name", ["x" * 60, "\U0001f3b2", "]]>", "</svg>", "\"&'", "\u202ehtiw"])
def test_whatever_people_are_called_the_picture_is_well_formed(name: str) -> None:
    seats = [_seat(number, name) for number in range(1, 21)]
    points = [
        {"seq": number, "round": number or None, "chances": [0.05] * min(number + 2, 20)}
        for number in range(30)
    ]
    picture = draw_curve({"seats": seats, "curve": points, "turning_points": []})
    root = ElementTree.fromstring(picture)  # noqa: S314 our own picture
    heights = [float(element.get("y", "0")) for element in root.findall(f"{SVG}text")]
    assert max(heights) < 400


def test_a_game_of_one_play_is_drawn_too() -> None:
    point = {"seq": 1, "round": None, "chances": [1.0]}
    assert "polyline" in draw_curve({"seats": [_seat(1, "Red")], "curve": [point], "turning_points": []})
