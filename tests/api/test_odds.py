"""The odds of a turn, and advice, over HTTP."""

from __future__ import annotations

import time
from typing import Any

import pytest
from werkzeug.test import TestResponse

from scorekeeper.ledger import advice
from scorekeeper.right_of_way import NoPlace, right_of_way
from tests.api.at_the_table import Guest, HostOf, new_table, pointers, problem

CREW_BY_ROLL = ["205/1296", "3589927/10077696", "42314697971/78364164096"]


def until_there(ask: Any) -> TestResponse:
    """Ask again while it is being worked out, as clients are told to."""
    deadline = time.monotonic() + 120
    while True:
        response: TestResponse = ask()
        if response.status_code != 202 or time.monotonic() > deadline:
            return response
        assert response.headers["Retry-After"] == "1"
        if response.mimetype == "text/html":
            assert response.headers["Refresh"] == "1"
        elif response.request.method == "GET":
            assert response.headers["Location"] == response.get_json()["self"]
        else:
            assert "Location" not in response.headers
        time.sleep(0.1)


def odds(guest: Guest, query: str = "", **headers: str) -> TestResponse:
    return until_there(lambda: guest.get(f"/v1/odds{query}", **headers))


def test_the_odds_of_a_turn_are_exact(guest: Guest) -> None:
    told = odds(guest).get_json()
    assert [row["exact"] for row in told["crew_by_roll"]] == CREW_BY_ROLL
    assert told["mean_exact"] == "160042333703/39182082048"
    assert sum(row["chance"] for row in told["scores"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("query", "mean"),
    [
        ("?cargo_reroll=any", "169123624727/39182082048"),
        ("?preset=voyage&perfect_cargo=play_on", "169123624727/39182082048"),
        ("?cargo_reroll=one", "162734128295/39182082048"),
        ("?cargo_reroll=none", "136499708327/39182082048"),
    ],
)
def test_house_rules_change_the_odds(guest: Guest, query: str, mean: str) -> None:
    assert odds(guest, query).get_json()["mean_exact"] == mean


def test_keep_eight_with_two_rolls_left_and_seven_is_even_with_one(guest: Guest) -> None:
    rows = {(sum(row["cargo"]), row["rolls_left"]): row["options"] for row in odds(guest).get_json()["cargo"]}
    assert [option["best"] for option in rows[8, 2]] == [True, False]
    assert [option["best"] for option in rows[7, 1]] == [True, True]
    assert rows[8, 2][1]["mean_exact"] == "287/36"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("?preset=none", "invalid"),
        ("?rolls=0", "invalid"),
        ("?rolls=11", "invalid"),
        ("?cargo_reroll=all", "invalid"),
        ("?pace=opener", "unknown-parameter"),
    ],
)
def test_house_rules_that_are_none_are_refused(guest: Guest, query: str, code: str) -> None:
    problem(guest.get(f"/v1/odds{query}"), 422, code)


def test_odds_that_are_too_much_to_solve_are_played_out_and_each_choice_has_its_error(host: HostOf) -> None:
    turn = {"rolls": 10, "cargo_reroll": "any", "pace": "opener", "banking": "chosen"}
    rules = {"turn": turn, "round": {"tie": "carry"}, "stakes": {"ante": 1, "per": "round"}}
    body = {
        "ruleset": {"preset": "critters", **rules},
        "seats": [{}] * 8,
        "objective": "round",
        "turn": {"rolls_used": 2, "banked": [6, 5, 4], "cargo": [4, 3]},
    }
    told = until_there(lambda: host.post("/v1/odds/advice", body)).get_json()
    assert (told["method"], told["seed"], told["chances"]["method"]) == ("simulated", 654, "simulated")
    assert "played for the lead" in told["assumption"]
    first = told["best"][0]
    for index, option in enumerate(told["options"]):
        assert 0 < option["error"] <= told["error"]
        assert option["gap_error"] == 0 if index == first else option["gap_error"] > 0


def test_a_browser_gets_a_page_that_loads_itself_again_while_they_are_worked_out(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.ledger.advice.ask", lambda *_: None)
    response = guest.get("/v1/odds?rolls=4", Accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert (response.status_code, response.mimetype) == (202, "text/html")
    assert (response.headers["Refresh"], response.headers["Cache-Control"]) == ("1", "no-store")
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert "still being worked out" in response.text
    assert "<script" not in response.text
    asked_by_a_program = guest.get("/v1/odds?rolls=4")
    assert (asked_by_a_program.mimetype, asked_by_a_program.status_code) == ("application/json", 202)
    assert "Refresh" not in asked_by_a_program.headers


def test_a_browser_gets_a_page_with_a_strict_policy(guest: Guest) -> None:
    response = odds(guest, "?preset=voyage", Accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert response.content_type == "text/html; charset=utf-8"
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert "42314697971/78364164096" in response.text
    mean = odds(guest, "?preset=voyage").get_json()["mean_exact"]
    assert f"on average, busts included; exactly {mean}." in response.text
    assert "<script" not in response.text
    assert "style=" not in response.text
    assert odds(guest, Accept="*/*").content_type == "application/json"
    assert 'href="v1/odds"' in guest.get("/docs").text


# Advice on a game of this server


def advised(host: HostOf, game: str, query: str = "", **headers: str) -> TestResponse:
    return until_there(lambda: host.get(f"{game}/advice{query}", **headers))


def test_advice_says_what_each_choice_is_worth(host: HostOf) -> None:
    game = host.open("chips")
    host.post(f"{game}/rolls", {"seat": 1, "roll": 1, "dice": [6, 5, 4, 3, 4], "stand": True})
    host.post(f"{game}/rolls", {"seat": 2, "roll": 1, "dice": [6, 5, 4, 1, 2]})
    response = advised(host, game, "?objective=round")
    told = response.get_json()
    assert told["seat"] == 2
    assert [option["action"] for option in told["options"]] == ["stand", "roll"]
    assert told["best"] == [1]
    assert told["options"][0]["value"] == pytest.approx(0)
    assert told["sentences"][0].startswith("Roll both again: wins ")
    assert sum(told["chances"]["seats"]) == pytest.approx(1)
    assert response.headers["ETag"] == '"3"'
    again = host.get(f"{game}/advice?objective=round", If_None_Match='"3"')
    assert again.status_code == 304


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the process that works odds out is asked from now on."""
    asked_so_far: list[Any] = []

    def ask(question: Any, wait: float) -> Any:
        asked_so_far.append(question)
        return client_ask(question, wait)

    client_ask = advice.ask
    monkeypatch.setattr(advice, "ask", ask)
    return asked_so_far


def test_advice_that_was_answered_is_ready_for_as_long_as_the_game_is_the_same(
    host: HostOf, questions: list[Any]
) -> None:
    game = host.open("five-rounds")
    first = advised(host, game)
    questions.clear()
    again = host.get(f"{game}/advice?objective=game")
    assert (again.status_code, again.data, again.headers["ETag"]) == (200, first.data, '"1"')
    assert host.get(f"{game}/advice", If_None_Match='"1"').status_code == 304
    assert questions == []
    host.post(f"{game}/rolls", {"seat": 1, "roll": 1, "dice": [6, 5, 4, 3, 4]})
    after = advised(host, game)
    assert (after.get_json()["version"], after.headers["ETag"]) == (2, '"2"')
    assert after.get_json()["options"] != first.get_json()["options"]
    assert questions


def test_advice_that_is_ready_answers_what_it_was_asked(host: HostOf, questions: list[Any]) -> None:
    game = host.open("first-to-three")
    queries = ("?objective=points", "?objective=points&dice=6,5,4,2,1", "?objective=points&dice=6,5,3,2,1")
    told = [advised(host, game, query).get_json()["options"] for query in queries]
    questions.clear()
    assert [host.get(f"{game}/advice{query}").get_json()["options"] for query in queries] == told
    assert len({len(options) for options in told}) == len(queries)
    assert questions == []


def test_advice_that_is_ready_is_for_those_who_have_a_key_of_its_table(guest: Guest, host: HostOf) -> None:
    game = host.open("five-rounds")
    advised(host, game)
    problem(guest.get(f"{game}/advice"), 401, "key-missing")
    problem(new_table(guest).get(f"{game}/advice"), 404, "not-found")
    viewer = host.post(f"{host.table}/keys", {"role": "viewer"}).get_json()
    reader = HostOf(guest.client, {"Authorization": f"Bearer {viewer['key']}"}, host.table_id)
    assert reader.get(f"{game}/advice").status_code == 200
    host.send("DELETE", f"{host.table}/keys/{viewer['id']}")
    problem(reader.get(f"{game}/advice"), 401, "key-revoked")


def test_strangers_are_told_apart_by_their_addresses(guest: Guest, questions: list[Any]) -> None:
    body = {"ruleset": {"preset": "chips"}, "objective": "points", "seats": [{}, {}]}
    for address in ("192.0.2.7", "198.51.100.1"):
        guest.client.environ_base["REMOTE_ADDR"] = address
        asked(guest, **body)
        assert {question["stranger"] for question in questions} == {address}
        questions.clear()


def test_advice_for_points_looks_at_the_turn_alone(host: HostOf) -> None:
    game = host.open("five-rounds")
    host.post(f"{game}/rolls", {"seat": 1, "roll": 1, "dice": [6, 5, 4, 3, 4]})
    told = advised(host, game, "?objective=points").get_json()
    assert [option["exact"] for option in told["options"]] == ["7/1", "287/36"]
    assert told["chances"] is None


def test_what_to_bank_can_be_asked_of_dice_on_the_table(host: HostOf) -> None:
    game = host.open("first-to-three")
    told = advised(host, game, "?objective=points&dice=6,5,3,2,1").get_json()
    assert [option["keep"] for option in told["options"]] == [[6, 5], [6], []]
    assert told["best"][0] == 0


@pytest.mark.parametrize(
    ("query", "code", "parameter"),
    [
        ("?dice=6,5", "dice-count", "dice"),
        ("?dice=7,5,4,1,1", "invalid", "dice"),
        ("?dice=6,5,4,1,1&hold=3", "hold-invalid", "hold"),
        ("?hold=3", "invalid", "hold"),
        ("?objective=glory", "invalid", "objective"),
    ],
)
def test_dice_that_cannot_lie_there_are_refused(host: HostOf, query: str, code: str, parameter: str) -> None:
    told = problem(host.get(f"{host.open()}/advice{query}"), 422, code)
    assert (parameter, code) in pointers(told)


def test_a_host_can_forbid_advice(host: HostOf) -> None:
    game = host.open(advice="forbidden")
    problem(host.get(f"{game}/advice"), 403, "advice-forbidden")


def test_there_is_nothing_to_advise_before_the_first_turn_and_after_the_last(host: HostOf) -> None:
    problem(advised(host, host.open("critters")), 409, "no-advice")
    game = host.open()
    host.post(f"{game}/abandon")
    problem(advised(host, game), 409, "no-advice")


# Advice on a game that is played elsewhere


def asked(guest: Guest, **body: Any) -> TestResponse:
    return until_there(lambda: guest.post("/v1/odds/advice", body))


def test_eight_against_eight_with_one_roll_left_is_kept(guest: Guest) -> None:
    told = asked(
        guest,
        ruleset={"preset": "chips"},
        objective="round",
        seats=[{}, {}],
        scores=[8],
        turn={"rolls_used": 2, "banked": [6, 5, 4], "cargo": [4, 4]},
    ).get_json()
    values = [option["value"] for option in told["options"]]
    assert told["best"] == [0]
    assert values[0] == pytest.approx(0.5, abs=0.06)
    assert values[1] < values[0]


def test_what_to_bank_is_advised_elsewhere_too(guest: Guest) -> None:
    told = asked(
        guest,
        ruleset={"preset": "first-to-three"},
        objective="points",
        seats=[{}, {}],
        thrown={"dice": [6, 5, 3, 2, 1]},
    ).get_json()
    assert [option["keep"] for option in told["options"]] == [[6, 5], [6], []]


def test_points_are_told_in_words(guest: Guest) -> None:
    turn = {"rolls_used": 1, "banked": [6, 5, 4], "cargo": [4, 4]}
    told = asked(guest, objective="points", seats=[{}, {}], turn=turn).get_json()
    told_first = told["sentences"][0]
    assert told_first.startswith("Stand on 8: brings 8.00 points, rolling both again brings 7.97 points")
    assert told["best"] == [0]


def test_who_waits_to_sit_down_is_told_of_elsewhere_too_and_has_the_same_chance(host: HostOf) -> None:
    game = host.open("five-rounds")
    host.post(f"{game}/seats", {"name": "Green"})
    at_the_table = advised(host, game).get_json()
    elsewhere = asked(host, ruleset={"preset": "five-rounds"}, seats=[{}, {}, {"joining": True}]).get_json()
    assert elsewhere["chances"] == at_the_table["chances"]
    assert elsewhere["chances"]["seats"][2] > 0.2
    assert elsewhere["options"] == at_the_table["options"]


BOTH = [{}, {}]


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({}, "/seats", "required"),
        ({"seats": []}, "/seats", "invalid"),
        ({"seats": [{}] * 21}, "/seats", "invalid"),
        ({"seats": [{}] * 3, "ruleset": {"preset": "voyage"}}, "/seats", "seat-count"),
        ({"seats": [{}]}, "/seats", "seat-count"),
        ({"seats": BOTH, "ruleset": {"turn": {"rolls": 0}}}, "/ruleset/turn/rolls", "out-of-range"),
        ({"seats": BOTH, "ruleset": {"turn": {}, "round": 3}}, "/ruleset/round", "not-an-object"),
        ({"seats": BOTH, "scores": [13]}, "/scores/0", "score-impossible"),
        ({"seats": BOTH, "scores": [7, 7]}, "/scores", "state-unreachable"),
        (
            {"seats": BOTH, "scores": [12], "ruleset": {"turn": {"perfect_cargo": "takes_round"}}},
            "/scores",
            "state-unreachable",
        ),
        ({"seats": BOTH, "order": [1, 1]}, "/order", "invalid"),
        ({"seats": BOTH, "order": [2]}, "/order", "invalid"),
        ({"seats": [*BOTH, {"joining": True}], "order": [2, 1, 3]}, "/order", "invalid"),
        ({"seats": [{}, {"joining": True}, {}]}, "/seats/1/joining", "invalid"),
        ({"seats": [*BOTH, {"joining": 1}]}, "/seats/2/joining", "invalid"),
        (
            {"seats": [*BOTH, {"joining": True}], "ruleset": {"preset": "voyage"}},
            "/seats/2/joining",
            "state-unreachable",
        ),
        ({"seats": BOTH, "order": [2], "roll_off": 1}, "/order", "invalid"),
        ({"seats": BOTH, "pace": 2}, "/pace", "state-unreachable"),
        ({"seats": BOTH, "scores": [7], "ruleset": {"turn": {"pace": "opener"}}}, "/pace", "required"),
        (
            {"seats": BOTH, "roll_off": 1, "ruleset": {"preset": "voyage"}},
            "/roll_off",
            "state-unreachable",
        ),
        ({"seats": BOTH, "extra_round": True}, "/extra_round", "state-unreachable"),
        (
            {
                "seats": [{"total": 30}] * 3,
                "ruleset": {"preset": "five-rounds"},
                "round": 5,
                "roll_off": 1,
                "extra_round": True,
                "order": [1, 2],
            },
            "/order",
            "state-unreachable",
        ),
        ({"seats": BOTH, "opener": 3}, "/opener", "invalid"),
        ({"seats": [{}, {"left": True}, {}], "order": [1, 2, 3]}, "/order", "invalid"),
        ({"seats": BOTH, "roll_off": 1, "ruleset": {"preset": "first-to-three"}}, "/opener", "required"),
        ({"seats": BOTH, "round": 6, "ruleset": {"preset": "voyage"}}, "/round", "state-unreachable"),
        ({"seats": BOTH, "turn": {"banked": [5]}}, "/turn/banked", "invalid"),
        ({"seats": BOTH, "turn": {"banked": [6]}}, "/turn/rolls_used", "state-unreachable"),
        ({"seats": BOTH, "turn": {"rolls_used": 4}}, "/turn/rolls_used", "state-unreachable"),
        ({"seats": BOTH, "turn": {"rolls_used": 3}}, "/turn", "state-unreachable"),
        ({"seats": BOTH, "turn": {"rolls_used": 1, "cargo": [1, 2]}}, "/turn/cargo", "invalid"),
        (
            {"seats": BOTH, "turn": {"rolls_used": 1, "banked": [6, 5, 4], "cargo": [4, 7]}},
            "/turn/cargo/1",
            "face-invalid",
        ),
        ({"seats": [{"total": 5}, {}]}, "/seats/0/total", "state-unreachable"),
        ({"seats": BOTH, "round": 5}, "/seats", "state-unreachable"),
        ({"seats": BOTH, "gone": -1}, "/gone", "invalid"),
        ({"seats": [{"total": 25}, {}], "round": 3}, "/seats/0/total", "state-unreachable"),
        ({"seats": [{"rounds_won": 1}, {}]}, "/seats", "state-unreachable"),
        ({"seats": [{"rounds_won": 3}, {}], "round": 9}, "/seats/0/rounds_won", "state-unreachable"),
        ({"seats": [{"chips": 3}, {}]}, "/seats/0/chips", "state-unreachable"),
        ({"seats": BOTH, "pot": 3}, "/pot", "state-unreachable"),
        ({"seats": [{"chips": 9}, {}], "ruleset": {"preset": "chips"}}, "/pot", "state-unreachable"),
        ({"seats": BOTH, "thrown": {"dice": [6, 5]}}, "/thrown/dice", "dice-count"),
        ({"seats": BOTH, "thrown": {"dice": [7, 5, 4, 1, 1]}}, "/thrown/dice/0", "face-invalid"),
        ({"seats": BOTH, "luck": 3}, "/luck", "unknown-field"),
    ],
)
def test_a_state_that_no_play_reaches_is_refused_with_a_pointer(
    guest: Guest, body: dict[str, Any], pointer: str, code: str
) -> None:
    told = guest.post("/v1/odds/advice", body).get_json()
    assert told["status"] == 422, told
    assert (pointer, code) in pointers(told)


def test_a_game_described_elsewhere_is_advised_as_the_same_game_here(host: HostOf, guest: Guest) -> None:
    game = host.open("chips", ("Red", "Blue", "Green"))
    host.post(f"{game}/rolls", {"seat": 1, "roll": 1, "dice": [6, 5, 4, 3, 4], "stand": True})
    host.post(f"{game}/rolls", {"seat": 2, "roll": 1, "dice": [6, 5, 4, 3, 3]})
    here = advised(host, game, "?objective=round").get_json()
    there = asked(
        guest,
        ruleset={"preset": "chips"},
        objective="round",
        seats=[{}, {}, {}],
        scores=[7],
        turn={"rolls_used": 1, "banked": [6, 5, 4], "cargo": [3, 3]},
    ).get_json()
    assert {name: here[name] for name in there} == there


def test_so_is_a_game_whose_opener_has_left(host: HostOf, guest: Guest) -> None:
    game = host.open("chips", ("Red", "Blue", "Green"))
    host.post(f"{game}/turns", {"seat": 1, "rolls": [{"dice": [6, 5, 4, 3, 3]}], "stand": True})
    host.post(f"{game}/seats/1/leave", {})
    here = advised(host, game).get_json()
    there = asked(
        guest,
        ruleset={"preset": "chips"},
        seats=[{"left": True}, {}, {}],
        opener=1,
        pot=3,
    ).get_json()
    assert {name: here[name] for name in there} == there


@pytest.mark.parametrize(
    "ask",
    [
        lambda host, _: host.get("/v1/odds"),
        lambda host, _: host.post("/v1/odds/advice", {"ruleset": {"preset": "chips"}, "seats": [{}, {}]}),
        lambda host, game: host.get(f"{game}/advice"),
        lambda host, game: host.get(f"{game}/analysis"),
        lambda host, game: host.get(f"{game}/analysis/curve.svg"),
    ],
)
def test_who_asks_about_odds_gives_way_to_those_who_record(
    host: HostOf, ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = host.open()

    def refuse() -> None:
        raise NoPlace

    monkeypatch.setattr(right_of_way, "give_way", refuse)
    answer = ask(host, game)
    assert "odds" in problem(answer, 503, "busy")["detail"]
    assert answer.headers["Retry-After"] == "1"
    assert host.get(f"{game}/standings").status_code == 200


def test_who_records_has_the_right_of_way(host: HostOf, monkeypatch: pytest.MonkeyPatch) -> None:
    game, came = host.open(), []
    monkeypatch.setattr(right_of_way, "record", lambda: came.append("a writer"))
    host.get(f"{game}/standings")
    host.get(f"{game}/advice")
    assert came == []
    host.post(f"{game}/rolls", {"dice": [6, 5, 4, 3, 2]})
    assert came == ["a writer"]
