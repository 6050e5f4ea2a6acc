"""The evening when something was entered wrongly: it is taken back, put right, and disputed."""

from __future__ import annotations

from typing import Any

from tests.api.evening import Step
from tests.api.steps_of_tables import TABLE

MENDED = {"game_id": "$mended"}


def _step(operation: str, name: str, summary: str, body: Any = None, **options: Any) -> Step:
    return Step(operation, name, summary, path=MENDED, body=body, **{"status": 201, **options})


def _unseen(operation: str, name: str, body: Any) -> Step:
    return _step(operation, name, "Play goes on", body, is_shown=False)


def _correct(name: str, summary: str, body: Any, **options: Any) -> Step:
    return _step("correct_entry", name, summary, body, **options)


def _on_dispute(operation: str, name: str, summary: str, body: Any = None, **options: Any) -> Step:
    path = {**MENDED, "dispute": options.pop("dispute", 1)}
    return Step(operation, name, summary, path=path, body=body, **{"status": 201, **options})


TAKING_BACK = (
    Step(
        "open_game",
        "mended",
        "A game that has to be mended",
        path=TABLE,
        status=201,
        keeps={"mended": "id"},
        body={"ruleset": {"preset": "first-to-three"}, "seats": [{"name": "Red"}, {"name": "Blue"}]},
        is_shown=False,
    ),
    _step("undo", "nothing-yet", "Nobody has rolled yet", status=409),
    _unseen("record_roll", "ship", {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6]}),
    _unseen("record_roll", "crew", {"seat": 1, "roll": 2, "dice": [5, 4, 2, 2], "keep": [5, 4]}),
    _unseen("record_roll", "nine", {"seat": 1, "roll": 3, "dice": [6, 3]}),
    _step("undo", "last", "The last roll is taken back"),
    _step("redo", "last", "It was right after all"),
    _step("redo", "nothing", "Everything that was taken back is there again", status=409),
    _step(
        "undo",
        "named",
        "What if the second roll were taken back, and all after it?",
        {"target": {"seq": 3}},
        query={"dry_run": "true"},
        status=200,
    ),
    _step("undo", "unknown", "There is no such entry", {"target": {"seq": 99}}, status=422),
)

_EIGHT = {"replace": {"seq": 4, "dice": [6, 2]}}
_NINE = {"replace": {"seq": 4, "dice": [6, 3]}, "reason": "The 3 lay behind a glass and was taken for a 2."}

PUTTING_RIGHT = (
    _correct(
        "dry-run",
        "What would change if Red's last roll was 6 and 2?",
        _EIGHT,
        query={"dry_run": "true"},
        status=200,
    ),
    _correct("replace", "Red's last roll was 6 and 2", _EIGHT),
    _correct("no-die", "No die shows a 7", {"replace": {"seq": 4, "dice": [6, 7]}}, status=422),
    _correct("opening", "The opening is no play", {"drop": {"seq": 1}}, status=409),
    _correct("unknown", "There is no such entry", {"drop": {"seq": 99}}, status=422),
    _correct(
        "two-things",
        "One thing at a time",
        {"drop": {"seq": 4}, "replace": {"seq": 4, "dice": [6, 3]}},
        status=422,
    ),
    _unseen("record_roll", "eight-too", {"seat": 2, "roll": 1, "dice": [6, 5, 4, 4, 4], "stand": True}),
    _unseen(
        "record_turn",
        "red-rolls-off",
        {"seat": 1, "round": 1, "roll_off": 1, "rolls": [{"dice": [6, 5, 4, 6, 5]}], "stand": True},
    ),
    _unseen(
        "record_turn",
        "blue-rolls-off",
        {"seat": 2, "round": 1, "roll_off": 1, "rolls": [{"dice": [6, 5, 4, 1, 1]}], "stand": True},
    ),
    _correct("roll-off", "Then the roll-off should not have been", _NINE, status=409),
    _correct("void-following", "So the roll-off does not count", {**_NINE, "on_conflict": "void_following"}),
    _unseen(
        "record_roll",
        "captain",
        {"seat": 2, "round": 2, "roll": 1, "dice": [6, 5, 1, 1, 2], "keep": [6, 5]},
    ),
    _unseen("record_roll", "twelve", {"seat": 2, "round": 2, "roll": 2, "dice": [4, 6, 6], "keep": [4]}),
    _correct(
        "insert",
        "Between the two, Blue rolled once more and kept nothing",
        {
            "insert": {
                "after": {"seq": 12},
                "kind": "roll",
                "seat": 2,
                "round": 2,
                "roll": 2,
                "dice": [2, 2, 1],
                "keep": [],
            }
        },
    ),
    _correct("drop", "Without the first roll, the others are nothing", {"drop": {"seq": 12}}, status=409),
    _step("read_log", "corrections", "What was put right", query={"kind": "correction"}, status=200),
    _step(
        "read_log",
        "reds-first-round",
        "Red's first round, with what does not count any more",
        query={"seat": "1", "round": "1"},
        status=200,
    ),
)

_DOUBTED = {"seat": 1, "round": 2, "roll": 1, "keep": [6, 5, 4], "stand": True}

SETTLING = (
    _unseen("record_roll", "six", {**_DOUBTED, "dice": [6, 5, 4, 3, 3]}),
    _step(
        "record_roll",
        "two-phones",
        "Another phone has seen other dice",
        {**_DOUBTED, "dice": [6, 5, 4, 3, 2]},
        status=409,
        keeps={"doubted": "recorded.entry_id"},
        is_shown=False,
    ),
    _step(
        "open_dispute",
        "two-phones",
        "Two phones, one roll: what the other one has seen",
        {
            "entry": {"entry_id": "$doubted"},
            "claim": {"roll": 1, "dice": [6, 5, 4, 3, 2], "keep": [6, 5, 4]},
        },
    ),
    _step("read_standings", "provisional", "Who leads, as long as that is not settled", status=200),
    _step(
        "open_dispute",
        "in-words",
        "A doubt in words",
        {"turn": 1, "words": "One die fell off the table."},
    ),
    _step("open_dispute", "nothing-said", "What is doubted?", {"turn": 1}, status=422),
    _step("open_dispute", "no-turn", "Nobody has played that", {"turn": 9, "words": "?"}, status=422),
    _step("list_disputes", "open", "All that is open", query={"status": "open"}, status=200),
    _on_dispute("read_dispute", "first", "One of them, with its evidence", status=200),
    _on_dispute("read_dispute", "ninth", "There is no such dispute", status=404, dispute=9),
    _on_dispute(
        "rule_dispute",
        "dry-run",
        "What if it is played again?",
        {"decision": "replay_turn"},
        query={"dry_run": "true"},
        status=200,
    ),
    _on_dispute(
        "rule_dispute",
        "corrected",
        "The other phone was right",
        {"decision": "corrected", "reason": "Everybody else saw the 2."},
    ),
    _on_dispute("rule_dispute", "again", "There is one ruling", {"decision": "stands"}, status=409),
    _on_dispute(
        "withdraw_dispute",
        "forget-it",
        "Forget it",
        {"reason": "It was a cigarette end."},
        dispute=2,
    ),
    _on_dispute(
        "rule_dispute", "withdrawn", "It was withdrawn", {"decision": "stands"}, status=409, dispute=2
    ),
)

AMENDMENTS: tuple[Step, ...] = (*TAKING_BACK, *PUTTING_RIGHT, *SETTLING)
