"""What is not understood is refused: with a pointer, in a sentence, and with nothing stored."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.config import Config
from tests.api.at_the_table import Guest, HostOf, pointers, problem

FIRST = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}


@pytest.fixture
def game(host: HostOf) -> str:
    return host.open()


def _refused(host: HostOf, game: str, body: Any, status: int = 422) -> list[tuple[str, str]]:
    """Where a refused roll is wrong, and its codes; nothing of it is stored."""
    before = host.get(game).data
    response = host.post(f"{game}/rolls", body)
    told = problem(response, status, response.get_json()["code"])
    assert all(error["detail"].endswith(".") for error in told["errors"])
    assert host.get(game).data == before
    return pointers(told)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ("", ""),
        ("{", ""),
        ("dice", ""),
        ('{"seat": 1,}', ""),
        ('{"seat": NaN}', ""),
        ('{"seat": Infinity}', ""),
        ('{"seat": -Infinity}', ""),
        ('{"seat": 1} {}', ""),
        (b'{"name": "\xff"}', ""),
        ('{"seat": 01}', ""),
        (f'{{"seat": {"9" * 5000}}}', ""),
        ('{"name": "\ud800"}'.encode("utf-8", "surrogatepass"), ""),
        ("\ufeff{}", ""),
    ],
)
def test_what_is_not_json_is_refused(host: HostOf, game: str, body: str | bytes, pointer: str) -> None:
    told = problem(host.send_text(f"{game}/rolls", body), 400, "not-json")
    assert pointers(told) == [(pointer, "not-json")]


def test_the_place_where_json_ends_is_told(host: HostOf, game: str) -> None:
    told = problem(host.send_text(f"{game}/rolls", '{"seat": 1,\n "roll" 1}'), 400, "not-json")
    assert "line 2, column 9" in told["detail"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ('{"seat": 1, "seat": 2}', "/seat"),
        ('{"seat": 1, "rolls": [{"dice": [1]}, {"dice": [1], "keep": [], "dice": [2]}]}', "/rolls/1/dice"),
        ('{"a/b": 1, "a/b": 2}', "/a~1b"),
        ('{"a": {"b": 1, "b": 2}, "a": 3}', "/a"),
    ],
)
def test_a_field_that_is_given_twice_is_refused(host: HostOf, game: str, body: str, pointer: str) -> None:
    told = problem(host.send_text(f"{game}/rolls", body), 400, "duplicate-key")
    assert pointers(told) == [(pointer, "duplicate-key")]


@pytest.mark.parametrize("depth", [40, 900, 10_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_deep_nesting_is_refused(host: HostOf, game: str, depth: int, opening: str, closing: str) -> None:
    body = f'{{"seat": 1, "roll": 1, "dice": {opening * depth}1{closing * depth}}}'
    response = host.send_text(f"{game}/rolls", body)
    if len(body) > Config.max_body:
        problem(response, 413, "body-too-large")
    else:
        told = problem(response, 400, "nesting-too-deep")
        assert pointers(told) == [("", "nesting-too-deep")]


def test_deep_nesting_with_a_doubled_key_is_refused(host: HostOf, game: str) -> None:
    body = f'{{"seat": 1, "seat": {"[" * 900}{"]" * 900}}}'
    problem(host.send_text(f"{game}/rolls", body), 400, "nesting-too-deep")


@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonx",
        "application/json; charset=utf-16",
    ],
)
def test_a_body_that_is_not_sent_as_json_is_refused(
    host: HostOf, game: str, content_type: str | None
) -> None:
    response = host.send_text(f"{game}/rolls", json.dumps(FIRST), content_type)
    problem(response, 415, "content-type")
    assert response.headers["Accept"] == "application/json"


@pytest.mark.parametrize("coding", ["gzip", "br", "identity, gzip"])
def test_a_compressed_body_is_refused(host: HostOf, game: str, coding: str) -> None:
    response = host.post(f"{game}/rolls", FIRST, content_encoding=coding)
    problem(response, 415, "content-type")
    assert response.headers["Accept-Encoding"] == "identity"
    assert host.post(f"{game}/rolls", FIRST, content_encoding="identity").status_code == 201


def test_json_may_say_that_it_is_utf_8(host: HostOf, game: str) -> None:
    response = host.send_text(f"{game}/rolls", json.dumps(FIRST), "application/json; charset=UTF-8")
    assert response.status_code == 201


def test_a_body_of_a_megabyte_is_refused(host: HostOf, game: str) -> None:
    body = json.dumps({**FIRST, "dice": [6] * 350_000})
    assert len(body) > 1_000_000
    response = host.send_text(f"{game}/rolls", body)
    told = problem(response, 413, "body-too-large")
    assert pointers(told) == [("", "body-too-large")]
    assert f"{Config.max_body:,} bytes" in told["detail"]
    assert response.headers["Connection"] == "close"


@pytest.mark.parametrize("body", ["[]", "1", '"roll"', "null", "true"])
def test_a_body_that_is_no_object_is_refused(host: HostOf, game: str, body: str) -> None:
    told = problem(host.send_text(f"{game}/rolls", body), 422, "invalid")
    assert pointers(told) == [("", "invalid")]


def test_an_empty_body_lacks_its_seat_its_roll_and_its_dice(host: HostOf, game: str) -> None:
    assert _refused(host, game, {}) == [("/seat", "required"), ("/roll", "required"), ("/dice", "required")]


@pytest.mark.parametrize("missing", ["seat", "roll", "dice"])
def test_an_entry_says_where_it_belongs(host: HostOf, game: str, missing: str) -> None:
    body = {name: value for name, value in FIRST.items() if name != missing}
    response = host.post(f"{game}/rolls", body)
    told = problem(response, 422, "required")
    assert pointers(told) == [(f"/{missing}", "required")]
    assert told["detail"].startswith(f"“{missing}” is missing: say ")


@pytest.mark.parametrize("die", [True, False, 6.0, 6.5, "6", 0, 7, -1, None, [6], {"face": 6}, 10**30])
def test_a_die_is_a_face(host: HostOf, game: str, die: Any) -> None:
    assert _refused(host, game, {**FIRST, "dice": [6, 4, die, 3, 1]}) == [("/dice/2", "face-invalid")]


@pytest.mark.parametrize("dice", [[], [6, 4, 3, 3], [6, 4, 3, 3, 1, 1]])
def test_a_first_roll_has_five_dice(host: HostOf, game: str, dice: list[int]) -> None:
    assert _refused(host, game, {**FIRST, "dice": dice}) == [("/dice", "dice-count")]


def test_ten_thousand_dice_are_refused_in_one_sentence(host: HostOf, game: str) -> None:
    assert _refused(host, game, {**FIRST, "dice": [6] * 10_000}) == [("/dice", "invalid")]


@pytest.mark.parametrize("dice", [None, 6, "64331", {"0": 6}, True])
def test_dice_are_a_list(host: HostOf, game: str, dice: Any) -> None:
    assert _refused(host, game, {**FIRST, "dice": dice}) == [("/dice", "invalid")]


def test_a_kept_face_was_rolled(host: HostOf, game: str) -> None:
    assert ("/keep/0", "face-not-rolled") in _refused(
        host, game, {**FIRST, "dice": [1, 1, 2, 3, 3], "keep": [6]}
    )


def test_the_captain_needs_the_ship_first(host: HostOf, game: str) -> None:
    assert _refused(host, game, {**FIRST, "dice": [5, 4, 3, 3, 1], "keep": [5]}) == [
        ("/keep/0", "captain-before-ship")
    ]


def test_an_unknown_field_is_not_ignored(host: HostOf, game: str) -> None:
    assert _refused(host, game, {**FIRST, "hodl": 2, "keeep": [6]}) == [
        ("/hodl", "unknown-field"),
        ("/keeep", "unknown-field"),
    ]


@pytest.mark.parametrize(
    ("name", "shown"), [("a\u202eb", "a\ufffdb"), ("a\nb", "a\ufffdb"), ("x" * 5_000, "x" * 60 + "…")]
)
def test_what_was_sent_is_told_back_shortly_and_safely(
    host: HostOf, game: str, name: str, shown: str
) -> None:
    told = problem(host.post(f"{game}/rolls", {**FIRST, name: 1}), 422, "unknown-field")
    assert pointers(told) == [(f"/{shown}", "unknown-field")]
    assert told["detail"] == f"“{shown}” is not a field of this request."


@pytest.mark.parametrize("field", ["seat", "roll", "round", "roll_off"])
@pytest.mark.parametrize("value", [True, 1.0, "1", None, [], -1, 10**9, 10**40])
def test_a_place_is_a_whole_number(host: HostOf, game: str, field: str, value: Any) -> None:
    assert _refused(host, game, {**FIRST, field: value}) == [(f"/{field}", "invalid")]


@pytest.mark.parametrize("value", ["true", 1, 0, None, []])
def test_a_stand_is_true_or_false(host: HostOf, game: str, value: Any) -> None:
    assert _refused(host, game, {**FIRST, "stand": value}) == [("/stand", "invalid")]


@pytest.mark.parametrize(
    "value",
    [None, "x", 1, "0195c0de", "0195c0de00007000800000000000000a", "{0195c0de-0000-7000-8000-00000000000a}"],
)
def test_an_entry_id_is_a_uuid(host: HostOf, game: str, value: Any) -> None:
    assert _refused(host, game, {**FIRST, "entry_id": value}) == [("/entry_id", "invalid")]


@pytest.mark.parametrize(
    "value",
    [
        None,
        1,
        "today",
        "2026-01-31",
        "2026-01-31T20:15:00",
        "2026-02-30T20:15:00Z",
        "2026-01-31T25:00:00Z",
        "9999-12-31T23:59:59-01:00",
    ],
)
def test_a_time_has_its_zone(host: HostOf, game: str, value: Any) -> None:
    assert _refused(host, game, {**FIRST, "entered_at": value}) == [("/entered_at", "invalid")]


@pytest.mark.parametrize(
    "value", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "2026-01-31t20:15:00z"]
)
def test_any_time_with_its_zone_is_kept(host: HostOf, game: str, value: str) -> None:
    assert host.post(f"{game}/rolls", {**FIRST, "entered_at": value}).status_code == 201
    entry = host.get(f"{game}/log").get_json()["items"][-1]
    assert len(entry["entered_at"]) == len("2026-01-31T20:15:00.000000Z")


def test_all_that_is_wrong_is_told_at_once(host: HostOf, game: str) -> None:
    assert _refused(host, game, {**FIRST, "dice": [7, 4, 3, 3, 1, 0], "keep": [6]}) == [
        ("/dice/0", "face-invalid"),
        ("/dice/5", "face-invalid"),
        ("/dice", "dice-count"),
        ("/keep/0", "face-not-rolled"),
    ]


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("dry_run=1", [("dry_run", "invalid")]),
        ("dry_run=", [("dry_run", "invalid")]),
        ("dry_run=TRUE", [("dry_run", "invalid")]),
        ("dry_run=true&dry_run=true", [("dry_run", "invalid")]),
        ("dryrun=true", [("dryrun", "unknown-parameter")]),
        ("=", [("", "unknown-parameter")]),
    ],
)
def test_a_query_is_exactly_understood(
    host: HostOf, game: str, query: str, errors: list[tuple[str, str]]
) -> None:
    response = host.post(f"{game}/rolls?{query}", FIRST)
    assert pointers(problem(response, 422, errors[0][1])) == errors
    assert host.get(game).get_json()["version"] == 1


@pytest.mark.parametrize("path", ["", "/standings", "/turns/1"])
def test_a_read_without_parameters_refuses_them(host: HostOf, game: str, path: str) -> None:
    told = problem(host.get(f"{game}{path}?verbose=1"), 422, "unknown-parameter")
    assert pointers(told) == [("verbose", "unknown-parameter")]


@pytest.mark.parametrize(
    ("query", "parameter", "code"),
    [
        ("limit=0", "limit", "invalid"),
        ("limit=101", "limit", "invalid"),
        ("limit=ten", "limit", "invalid"),
        ("limit=1.0", "limit", "invalid"),
        ("limit=%D9%A3", "limit", "invalid"),
        ("cursor=", "cursor", "invalid"),
        ("cursor=!", "cursor", "invalid"),
        ("cursor=%00", "cursor", "text-invalid"),
    ],
)
def test_a_list_is_asked_for_exactly(host: HostOf, query: str, parameter: str, code: str) -> None:
    for path in ("players", "rulesets", "games"):
        told = problem(host.get(f"{host.table}/{path}?{query}"), 422, code)
        assert pointers(told) == [(parameter, code)]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name-empty"),
        ("   ", "name-empty"),
        ("\u200b", "name-empty"),
        ("x" * 61, "name-too-long"),
        ("x" * 10_000, "name-too-long"),
        ("Re\x00d", "name-characters"),
        ("Re\nd", "name-characters"),
        ("Re\x7fd", "name-characters"),
        ("Re\u2028d", "name-characters"),
        *(
            (f"Re{chr(mark)}d", "name-characters")
            for mark in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
        ),
        (6, "invalid"),
        (None, "invalid"),
        (["Red"], "invalid"),
    ],
)
def test_a_name_can_be_read_by_everybody(host: HostOf, name: Any, code: str) -> None:
    for path in ("/v1/tables", f"{host.table}/players"):
        assert pointers(problem(host.post(path, {"name": name}), 422, code)) == [("/name", code)]
    told = problem(host.post(f"{host.table}/games", {"seats": [{"name": "Red"}, {"name": name}]}), 422, code)
    assert pointers(told) == [("/seats/1/name", code)]
    assert host.get(f"{host.table}/players").get_json()["items"] == []
    assert host.get(f"{host.table}/games").get_json()["items"] == []


def test_half_a_character_is_refused(host: HostOf) -> None:
    told = problem(host.send_text(f"{host.table}/players", '{"name": "Re\\ud800d"}'), 422, "text-invalid")
    assert pointers(told) == [("/name", "text-invalid")]
    told = problem(host.send_text(f"{host.table}/players", '{"na\\udfffme": 1}'), 422, "text-invalid")
    assert told["errors"][0]["code"] == "text-invalid"


@pytest.mark.parametrize(
    "name",
    [
        "Rot",
        "אדום",
        "أحمر",
        "赤",
        "🔴",
        "👩‍👩‍👧",
        "Ærø",
        "x" * 60,
        "🎲" * 60,
        "O’Red",
        "  Red",
        "a\u200db",
        "\u200fאדום",
    ],
)
def test_a_name_comes_back_unchanged(host: HostOf, name: str) -> None:
    player = host.post(f"{host.table}/players", {"name": name}).get_json()
    assert player["name"] == name
    assert host.get(f"{host.table}/players/{player['id']}").get_json()["name"] == name
    game = host.open(names=(name, "Blue"))
    assert host.get(game).get_json()["seats"][0]["name"] == name


def test_a_name_is_kept_in_its_composed_form(host: HostOf) -> None:
    assert host.post(f"{host.table}/players", {"name": "A\u030ange"}).get_json()["name"] == "\u00c5nge"


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({}, [("/seats", "required")]),
        ({"seats": []}, [("/seats", "invalid")]),
        ({"seats": [{"name": "Red"}] * 21}, [("/seats", "invalid")]),
        ({"seats": {"1": "Red"}}, [("/seats", "invalid")]),
        ({"seats": ["Red", "Blue"]}, [("/seats/0", "invalid"), ("/seats/1", "invalid")]),
        (
            {"seats": [{}, {"name": "Red", "player_id": "player_x"}]},
            [("/seats/0", "invalid"), ("/seats/1", "invalid")],
        ),
        ({"seats": [{"nmae": "Red"}, {"name": "Blue"}]}, [("/seats/0/nmae", "unknown-field")]),
        ({"seats": [{"name": "Red"}, {"player_id": "player_x"}]}, [("/seats/1/player_id", "player-unknown")]),
        ({"seats": [{"name": "Red"}, {"name": "RED"}]}, [("/seats/1/name", "player-seated")]),
        ({"ruleset": {"preset": "voyage"}, "seats": [{"name": "Red"}]}, [("/seats", "seat-count")]),
        (
            {"ruleset": {"preset": "dice"}, "seats": [{"name": "Red"}, {"name": "Blue"}]},
            [("/ruleset/preset", "unknown-preset")],
        ),
        (
            {"ruleset": {"saved": "?"}, "seats": [{"name": "Red"}, {"name": "Blue"}]},
            [("/ruleset/saved", "unknown-saved-ruleset")],
        ),
        ({"ruleset": [], "seats": [{"name": "Red"}, {"name": "Blue"}]}, [("/ruleset", "invalid")]),
        (
            {"ruleset": {"turn": {"rolls": 11, "bank": 1}}, "seats": [{"name": "Red"}, {"name": "Blue"}]},
            [("/ruleset/turn/bank", "unknown-field"), ("/ruleset/turn/rolls", "out-of-range")],
        ),
        ({"seats": [{"name": "Red"}, {"name": "Blue"}], "entry": "score"}, [("/entry", "invalid")]),
        ({"seats": [{"name": "Red"}, {"name": "Blue"}], "opener_seat": 2}, [("/opener_seat", "invalid")]),
        (
            {"ruleset": {"opener": {"first": "chosen"}}, "seats": [{"name": "Red"}, {"name": "Blue"}]},
            [("/opener_seat", "required")],
        ),
    ],
)
def test_a_game_that_cannot_be_opened(host: HostOf, body: Any, errors: list[tuple[str, str]]) -> None:
    told = problem(host.post(f"{host.table}/games", body), 422, errors[0][1])
    assert sorted(pointers(told)) == sorted(errors)
    told = problem(host.post("/v1/tables", {"name": "Next door", "game": body}), 422, errors[0][1])
    assert sorted(pointers(told)) == sorted((f"/game{pointer}", code) for pointer, code in errors)
    assert host.get(f"{host.table}/games").get_json()["items"] == []


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"dice": [6, 4, 3, 3, True]}, [("/dice/4", "face-invalid")]),
        ({"dice": [6, 4, 3, 3, 1], "keep": [6.0]}, [("/keep/0", "face-invalid")]),
        ({"dice": [6, 4, 3, 3, 1], "hold": "6"}, [("/hold", "face-invalid")]),
        ({"dice": [1] * 21}, [("/dice", "invalid")]),
        ({"dice": [1], "banked": [5]}, [("/banked", "invalid")]),
        ({"dice": [1], "banked": [6, 5, 4]}, [("/cargo", "invalid")]),
        ({"dice": [1], "cargo": [6, 5]}, [("/cargo", "invalid")]),
        ({"dice": [1], "banked": [6, 5, 4], "cargo": [2, True]}, [("/cargo", "invalid")]),
        ({"dice": [1], "banked": [6], "rolls_used": 0}, [("/rolls_used", "invalid")]),
        ({"dice": [1], "rolls_used": 4}, [("/rolls_used", "invalid")]),
        ({"dice": [1], "ruleset": {"turn": {"rolls": 0}}}, [("/ruleset/turn/rolls", "out-of-range")]),
        ({}, [("/dice", "required")]),
    ],
)
def test_a_roll_that_the_referee_does_not_judge(
    guest: Guest, body: Any, errors: list[tuple[str, str]]
) -> None:
    assert pointers(problem(guest.post("/v1/referee/rolls", body), 422, errors[0][1])) == errors


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        (
            {"rolls": [{"dice": [1, 1, 1, 1, 1]}, {"dice": [7, 1, 1, 1, 1]}]},
            [("/rolls/1/dice/0", "face-invalid")],
        ),
        ({"rolls": [{"dice": [1], "keeep": []}]}, [("/rolls/0/keeep", "unknown-field")]),
        ({"rolls": [{"dice": [1], "hold": None}]}, [("/rolls/0/hold", "invalid")]),
        ({"rolls": [1]}, [("/rolls/0", "invalid")]),
        ({"rolls": []}, [("/rolls", "invalid")]),
        ({"rolls": [{"dice": [1]}] * 21}, [("/rolls", "invalid")]),
        ({"rolls": [{"dice": [1] * 21}]}, [("/rolls/0/dice", "invalid")]),
        ({"rolls": [{"dice": [1]}], "pace": 0}, [("/pace", "invalid")]),
    ],
)
def test_a_turn_that_the_referee_does_not_judge(
    guest: Guest, body: Any, errors: list[tuple[str, str]]
) -> None:
    assert pointers(problem(guest.post("/v1/referee/turns", body), 422, errors[0][1])) == errors


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"seat": 1, "round": 1}, [("", "invalid")]),
        ({"seat": 1, "round": 1, "score": 7, "rolls": [{"dice": [6, 5, 4, 3, 3]}]}, [("", "invalid")]),
        ({"seat": 1, "round": 1, "score": 7, "stand": True}, [("/stand", "invalid")]),
        ({"seat": 1, "score": 7}, [("/round", "required")]),
        ({"seat": 1, "round": 1, "score": True}, [("/score", "score-impossible")]),
        ({"seat": 1, "round": 1, "score": 7.5}, [("/score", "score-impossible")]),
        ({"seat": 1, "round": 1, "score": 1}, [("/score", "score-impossible")]),
        ({"seat": 1, "round": 1, "score": -2}, [("/score", "score-impossible")]),
    ],
)
def test_a_turn_is_its_rolls_or_its_score(host: HostOf, body: Any, errors: list[tuple[str, str]]) -> None:
    game = host.open(entry="dice_or_score")
    told = problem(host.post(f"{game}/turns", body), 422, errors[0][1])
    assert pointers(told) == errors
    assert host.get(game).get_json()["version"] == 1


@pytest.mark.parametrize("reason", ["", "x" * 501, "a\x00b", "a\u202eb", 6])
def test_a_reason_is_a_text(host: HostOf, reason: Any) -> None:
    game = host.open()
    told = host.post(f"{game}/abandon", {"reason": reason}).get_json()
    assert pointers(told)[0][0] == "/reason"
    assert host.get(game).get_json()["status"] == "playing"
