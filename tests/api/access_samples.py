"""A request for each operation, that a host may make: what the table of who may what is tried with.

An operation with a body, or one that needs something to be there first, has a `Sample` here; every other one
is asked with the ids of the furnished table alone. `{game}`, `{rolling}`, `{crewed}`, `{played}` and `{over}`
are its games: one before the first roll; one that rolls for the opener; one where Red may stand; one with a
turn and a dispute, both by the host; one that was abandoned. Red sits on seat 1 of each, Blue on seat 2, and
Green plays elsewhere. Texts of a body that are one name in braces are the furnished table's too.
In `{throwing}` the computer has seat 1 and the server's dice, before Red and Blue.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Before = tuple[str, Any]
"""A POST that comes first: its path, and its body."""


@dataclass(frozen=True)
class Sample:
    """body: what is sent. path: parts of the path other than the furnished table's. before: what has to be
    entered first, by the same key where the cell says `own`, else by the host."""

    body: Any = None
    path: Mapping[str, str] = field(default_factory=dict)
    before: tuple[Before, ...] = ()


_ROLL: Final = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}
_RULES: Final = {"name": "Short", "ruleset": {"preset": "voyage"}}
_DOUBT: Final = {"turn": 1, "words": "It was dark."}
_ID: Final = "019c1a00-0000-4000-8000-000000000002"

SAMPLES: Final[Mapping[str, Sample]] = {
    "check_ruleset": Sample({"preset": "chips"}),
    "judge_one_roll": Sample({"dice": [6, 4, 3, 3, 1]}),
    "judge_whole_turn": Sample({"rolls": [{"dice": [6, 5, 4, 3, 3]}], "stand": True}),
    "create_table": Sample({"name": "Another table"}),
    "create_key": Sample({"role": "host", "name": "Bar tablet"}),
    "change_key": Sample({"name": "Bar tablet"}),
    "create_invite": Sample({"role": "scorer"}),
    "join_table": Sample({"code": "{code}"}),
    "recover_table": Sample({"recovery_code": "{recovery_code}"}),
    "change_table": Sample({"name": "Ours now"}),
    "delete_table": Sample({"name": "The Anchor"}),
    "erase_names": Sample({"name": "The Anchor"}),
    "erase_player": Sample({"name": "Green"}),
    "delete_any_table": Sample({"name": "The Anchor"}),
    "disable_table": Sample({"disabled": True}),
    "change_settings": Sample({"table_creation": "closed"}),
    "create_player": Sample({"name": "Gold"}),
    "change_player": Sample({"name": "Teal"}),
    "save_house_rules": Sample(_RULES),
    "replace_house_rules": Sample(_RULES),
    "open_game": Sample({"ruleset": {"preset": "chips"}, "seats": [{"name": "Red"}, {"name": "Blue"}]}),
    "record_start_roll": Sample({"seat": 1, "attempt": 1, "dice": [1, 2, 3]}, {"game_id": "{rolling}"}),
    "record_roll": Sample(_ROLL),
    "ask_advice": Sample({"seats": [{}, {}], "objective": "points"}),
    "throw_dice": Sample(
        {"seat": 1, "round": 1, "roll_off": 0, "roll": 1, "nonce": "a-nonce-of-ours"},
        {"game_id": "{throwing}"},
    ),
    "record_stand": Sample({"seat": 1, "roll": 1}, {"game_id": "{crewed}"}),
    "record_turn": Sample({"seat": 1, "round": 1, "rolls": [{"dice": [6, 5, 4, 3, 3]}], "stand": True}),
    "record_batch": Sample({"entries": [{"kind": "roll", "entry_id": _ID, **_ROLL}]}),
    "undo": Sample({}, before=(("{game}/rolls", _ROLL),)),
    "redo": Sample({}, before=(("{game}/rolls", _ROLL), ("{game}/undo", {}))),
    "correct_entry": Sample({"drop": {"seq": 2}}, {"game_id": "{played}"}),
    "read_turn": Sample(path={"game_id": "{played}"}),
    "read_dispute": Sample(path={"game_id": "{played}"}),
    "open_dispute": Sample(_DOUBT, {"game_id": "{played}"}),
    "rule_dispute": Sample({"decision": "stands"}, {"game_id": "{played}"}),
    "withdraw_dispute": Sample(
        {"reason": "I was wrong."},
        {"game_id": "{played}", "dispute": "2"},
        before=(("{played}/disputes", _DOUBT),),
    ),
    "join_game": Sample({"name": "Plum"}),
    "change_seat": Sample({"name": "Rot"}),
    "leave_game": Sample({}),
    "defer_seat": Sample({}),
    "abandon_game": Sample({}),
    "open_rematch": Sample({}, {"game_id": "{over}"}),
}
"""By operationId."""
