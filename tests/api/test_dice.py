"""The dice of a table and of a game over HTTP."""

from __future__ import annotations

import pytest

from tests.api.at_the_table import HostOf, problem

ROLL = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6]}


def test_the_faces_of_a_table_and_of_a_game_are_counted(host: HostOf) -> None:
    game = host.open(dice_set="Bone")
    assert host.get(game).get_json()["dice_set"] == "Bone"
    assert host.post(f"{game}/rolls", ROLL).status_code == 201
    for path in (host.table, game):
        told = host.get(f"{path}/dice").get_json()
        faces = told["thrown_at_the_table"]["faces"]
        assert [face["count"] for face in faces] == [1, 0, 2, 1, 0, 1]
        assert told["sets"][0]["dice_set"] == "Bone"
        assert told["bias"] == 0.02


def test_a_dry_run_throws_nothing(host: HostOf) -> None:
    game = host.open()
    assert host.post(f"{game}/rolls?dry_run=true", ROLL).status_code == 200
    assert host.get(f"{game}/dice").get_json()["thrown_at_the_table"]["dice"] == 0


@pytest.mark.parametrize(("bias", "needed"), [("0.02", 4455), ("0.1", 179), ("0.5", 8), ("0.001", 1_781_613)])
def test_a_larger_bias_is_seen_with_fewer_dice(host: HostOf, bias: str, needed: int) -> None:
    told = host.get(f"{host.table}/dice?bias={bias}").get_json()
    assert told["thrown_at_the_table"]["reach"]["dice_needed"] == needed


@pytest.mark.parametrize("bias", ["0", "0.0", "1", "0.6", "-0.1", "0.0001", "nan", "1e-2", "0,02", "", ".02"])
def test_what_is_no_bias_is_refused(host: HostOf, bias: str) -> None:
    told = problem(host.get(f"{host.table}/dice?bias={bias}"), 422, "invalid")
    assert told["errors"][0]["parameter"] == "bias"


@pytest.mark.parametrize("name", ["", "\u202ebone", "x" * 61])
def test_a_set_needs_a_name_that_can_be_read(host: HostOf, name: str) -> None:
    body = {"seats": [{"name": "Red"}, {"name": "Blue"}], "dice_set": name}
    told = host.post(f"{host.table}/games", body).get_json()
    assert told["errors"][0]["pointer"] == "/dice_set"


def test_a_rematch_is_played_with_the_same_dice_and_the_same_word_on_advice(host: HostOf) -> None:
    game = host.open(dice_set="Bone", advice="forbidden")
    host.post(f"{game}/abandon")
    again = host.post(f"{game}/rematch").get_json()
    assert (again["dice_set"], again["advice"]) == ("Bone", "forbidden")


def test_a_game_says_what_it_was_opened_with_after_every_entry(host: HostOf) -> None:
    game = host.open(advice="forbidden")
    after = host.post(f"{game}/rolls", ROLL).get_json()
    read = host.get(game).get_json()
    assert after["advice"] == read["advice"] == "forbidden"
    assert after["dice_set"] is read["dice_set"] is None
    opening = host.get(f"{game}/log").get_json()["items"][0]["body"]
    assert opening["advice"] == "forbidden"
    assert "dice_set" not in opening
