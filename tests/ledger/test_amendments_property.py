"""Whatever is entered and put right: all that is shown agrees, and is what would be there if what counts had
been entered in the first place."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper import ledger
from scorekeeper.ledger import (
    AlreadyRecorded,
    AmendmentRefused,
    EntryRefused,
    Invalid,
    LaterEntriesConflict,
)
from scorekeeper.rules import Ruleset
from tests.ledger.amending import (
    correct,
    dispute,
    disputes,
    listed,
    made_afresh,
    plays,
    redo,
    rule,
    standings,
    undo,
    withdraw,
)
from tests.ledger.playing import At, dice_box, open_table
from tests.strategies import rulesets

RULESETS = rulesets(most_seats=4, most_rounds=4, most_points=30, most_ante=3, most_antes=3)
REFUSED = (AlreadyRecorded, AmendmentRefused, EntryRefused, Invalid, LaterEntriesConflict)
STEPS = 30
PLAYS = {"start_roll", "roll", "stand", "turn", "score", "join", "leave", "defer", "abandon"}


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ruleset=RULESETS, seed=st.integers(0, 2**32))
def test_after_every_amendment_all_that_is_shown_is_what_counts(
    ledger_file: str, ruleset: Ruleset, seed: int
) -> None:
    rng = dice_box(seed)
    names = [f"Player {number}" for number in range(ruleset.seats.min)]
    opener = 1 if ruleset.opener.first == "chosen" else None
    at = open_table(ruleset.to_json(), *names, entry="dice_or_score", opener_seat=opener)
    for number in range(STEPS):
        before = at.game
        try:
            do_something(at, rng, number)
        except REFUSED:
            assert at.game == before
        assert_all_agrees(at)
        assert_nothing_is_recorded_twice(at, rng)
    assert_is_as_if_made_afresh(at)


def do_something(at: At, rng: random.Random, number: int) -> None:
    """Play on, enter something that may not be legal, or put something right that may not be wrong."""
    chance = rng.random()
    if at.game["last_entry"]["kind"] in ("undo", "redo") and rng.random() < 0.4:
        rng.choice([undo, redo, redo])(at)
    elif chance < 0.5 and not at.state.is_over:
        at.play_on(rng)
    elif chance < 0.6:
        enter_something(at, rng, number)
    else:
        put_something_right(at, rng, number)


def enter_something(at: At, rng: random.Random, number: int) -> None:
    seat = rng.randint(1, 5)
    kind, fields = rng.choice(
        [
            ("join", {"name": f"Late {number}"}),
            ("leave", {"seat": seat}),
            ("defer", {"seat": seat}),
            ("abandon", {}),
            ("rename", {"seat": seat, "name": f"Other {number}"}),
            ("substitute", {"seat": seat, "name": f"Friend {number}"}),
            ("turn", {"seat": seat, "round": at.state.round, "score": rng.randint(0, 12)}),
            ("turn", {"seat": seat, "round": at.state.round, "rolls": [{"dice": five(rng)}]}),
        ]
    )
    at.enter(kind, **fields)


def put_something_right(at: At, rng: random.Random, number: int) -> None:
    seqs = [item.seq for item in plays(at)]
    some = rng.choice(seqs) if seqs and rng.random() < 0.9 else rng.randint(0, at.version + 1)
    how = {
        "reason": rng.choice([None, "a reason", "another"]),
        "on_conflict": rng.choice(["refuse", "void_following"]),
    }
    dry_run = rng.random() < 0.1
    rng.choice(
        [
            lambda: undo(at, dry_run=dry_run),
            lambda: undo(at, some, dry_run=dry_run),
            lambda: redo(at, dry_run=dry_run),
            lambda: redo(at, dry_run=dry_run),
            lambda: correct(at, replace={"seq": some, **something_else(rng)}, dry_run=dry_run, **how),
            lambda: correct(at, replace={"seq": some, **something_else(rng)}, dry_run=dry_run, **how),
            lambda: correct(at, drop={"seq": some}, dry_run=dry_run, **how),
            lambda: correct(at, insert=something_forgotten(at, rng, some, number), dry_run=dry_run, **how),
            lambda: correct(at, insert=something_forgotten(at, rng, some, number), dry_run=dry_run, **how),
            lambda: dispute(at, turn=rng.randint(0, at.state.turns + 1), **a_doubt(rng)),
            lambda: settle(at, rng, how),
        ]
    )()


def something_else(rng: random.Random) -> dict[str, Any]:
    return rng.choice(
        [
            {"dice": five(rng)},
            {"dice": five(rng)},
            {"dice": five(rng), "stand": rng.choice([True, None])},
            {"dice": [6, 5, 4, 1, rng.randint(1, 6)], "stand": True},
            {"dice": five(rng)[: rng.randint(1, 4)]},
            {"stand": rng.choice([True, None])},
            {"keep": rng.choice([None, [], [6], [6, 5]])},
            {"score": rng.randint(0, 13)},
            {"rolls": [{"dice": five(rng)} for _ in range(rng.randint(1, 3))]},
            {"seat": rng.randint(0, 5)},
        ]
    )


def something_forgotten(at: At, rng: random.Random, some: int, number: int) -> dict[str, Any]:
    seat = rng.randint(1, max(len(at.state.seats), 1))
    dice = five(rng)[: rng.choice([5, 5, 4, 3, 2])]
    fields = rng.choice(
        [
            {"kind": "roll", "seat": seat, "dice": dice},
            {"kind": "roll", "seat": seat, "dice": [6, 5, 4, 2, 1], "stand": True},
            {"kind": "stand", "seat": seat},
            {"kind": "turn", "seat": seat, "score": rng.randint(0, 12)},
            {"kind": "start_roll", "seat": seat, "dice": five(rng)[:3]},
            {"kind": "leave", "seat": seat},
            {"kind": "defer", "seat": seat},
            {"kind": "join", "name": f"Forgotten {number}"},
        ]
    )
    return {rng.choice(["before", "after"]): {"seq": some}, **fields}


def a_doubt(rng: random.Random) -> dict[str, Any]:
    return rng.choice(
        [
            {"words": "I saw a six"},
            {"claim": {"rolls": [{"dice": five(rng)}]}},
            {"claim": {"rolls": [{"dice": [6, 5, 4, 3, 3]}], "stand": True}},
            {"claim": {"roll": 1, "dice": five(rng)}, "words": "not so"},
            {"claim": {"score": rng.randint(0, 13)}},
        ]
    )


def settle(at: At, rng: random.Random, how: dict[str, Any]) -> None:
    """End a dispute, of which there may be none, or it may have ended before."""
    number = rng.randint(1, max(len(disputes(at)), 1))
    decision = rng.choice(["stands", "corrected", "corrected", "replay_turn", "withdrawn"])
    said = {"score": 7} if decision == "corrected" and rng.random() < 0.3 else {}
    try:
        if decision == "withdrawn":
            withdraw(at, number)
        else:
            rule(at, number, decision, **said, **how)
    except ledger.NotFound:
        assert not disputes(at)


def five(rng: random.Random) -> list[int]:
    """Dice that are not too bad."""
    return [rng.choice([6, 5, 4, rng.randint(1, 6)]) for _ in range(5)]


def assert_all_agrees(at: At) -> None:
    assert at.problems() == ()
    game, log, turns, rounds = at.game, at.log(), at.turns(), at.rounds()
    assert (game["version"], game["head"]) == (len(log), log[-1]["hash"])
    assert game["last_entry"] == {name: log[-1][name] for name in game["last_entry"]}
    is_doubted = any(each["status"] == "open" for each in disputes(at))
    shown, in_list = standings(at), listed(at)
    for answer in (shown, in_list):
        assert {name: answer[name] for name in ("status", "version", "winners", "provisional")} == {
            "status": game["status"],
            "version": game["version"],
            "winners": game["winners"],
            "provisional": is_doubted,
        }
    assert game["provisional"] == is_doubted
    assert sorted(shown["standings"], key=lambda row: row["seat"]) == game["seats"]
    assert [row["rank"] for row in shown["standings"]] == sorted(row["rank"] for row in game["seats"])
    assert in_list["finished_at"] == game["finished_at"]
    assert (game["finished_at"] is None) == (game["status"] not in ("finished", "abandoned"))
    assert [turn["number"] for turn in turns] == list(range(1, len(turns) + 1))
    assert [row["number"] for row in rounds] == list(range(1, len(rounds) + 1))
    assert sum(len(row["turns"]) for row in rounds) == len(turns)
    for seat in game["seats"]:
        own = [turn for turn in turns if turn["seat"] == seat["seat"]]
        assert seat["total"] == sum(turn["score"] or 0 for turn in own if not turn["roll_off"])
        assert seat["unverified"] == sum(turn["unverified"] for turn in own)
    exported = ledger.export_game(at.author.table_id, at.game_id)
    parts = {"game": game, "standings": shown, "rounds": rounds, "turns": turns, "log": log}
    assert {name: exported[name] for name in parts} == parts
    assert exported["disputes"] == disputes(at)
    assert_the_log_shows_what_counts(at, log)


def assert_the_log_shows_what_counts(at: At, log: list[dict[str, Any]]) -> None:
    shown = {
        entry["seq"]: (entry["counts_as"] or entry)["body"]
        for entry in log
        if entry["effective"] and ((entry["counts_as"] or entry)["kind"] in PLAYS)
    }
    counting = {item.seq: dict(item.body) for item in plays(at)}
    assert shown.keys() == counting.keys()
    for seq, body in shown.items():
        assert {**body, "roll": None} == {**counting[seq], "roll": None}
    for entry in log:
        assert entry["effective"] == (entry["voided_by"] is None)
        assert entry["sentences"]


def assert_nothing_is_recorded_twice(at: At, rng: random.Random) -> None:
    """What a phone sends again is known: by its id for ever, as it was entered; by its place if it counts."""
    before, log = at.game, at.log()
    entry = rng.choice(log)
    if entry["kind"] in PLAYS - {"join", "abandon"}:
        again = at.enter(_sent(entry["kind"]), **entry["body"], entry_id=entry["entry_id"])
        assert (again.already_recorded, again.entry["seq"]) == (True, entry["seq"])
        assert again.entry["effective"] == entry["effective"]
    counts = entry["counts_as"] or entry
    if entry["effective"] and counts["kind"] in ("start_roll", "roll", "stand", "turn", "score"):
        again = at.enter(_sent(counts["kind"]), **counts["body"])
        assert (again.already_recorded, again.entry["seq"]) == (True, entry["seq"])
    assert at.game == before


def _sent(kind: str) -> str:
    return "turn" if kind == "score" else kind


def assert_is_as_if_made_afresh(at: At) -> None:
    fresh = made_afresh(at)
    assert fresh.state == at.state
    assert fresh.turns() == at.turns()
    assert fresh.rounds() == at.rounds()
    assert [_without_name(row) for row in standings(fresh)["standings"]] == [
        _without_name(row) for row in standings(at)["standings"]
    ]
    game, again = at.game, fresh.game
    for name in ("status", "start", "round", "turn", "next", "winners"):
        assert again[name] == game[name]


def _without_name(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in row if name not in ("name", "player_id")}
