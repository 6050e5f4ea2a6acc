"""Playing at a table through the ledger, as short as it can be said."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper import ledger, rules, storage
from scorekeeper.ledger import Author, Opening, Recorded, SeatClaim, Submission
from scorekeeper.ledger.boards import look_at
from scorekeeper.ledger.keys import add_key


@dataclass
class At:
    """A table with a game. Each entry method gives what was recorded."""

    author: Author
    host_key: str
    game_id: str

    def enter(self, kind: str, /, **fields: Any) -> Recorded:
        """Record an entry; `entry_id`, `entered_at`, `if_match` and `dry_run` are no part of its body."""
        about = {name: fields.pop(name) for name in ("entry_id", "entered_at") if name in fields}
        how = {name: fields.pop(name) for name in ("if_match", "dry_run") if name in fields}
        return ledger.record(self.author, self.game_id, Submission(kind, fields, **about), **how)

    def by_scorer(self, device: str, player_id: str | None = None) -> At:
        """The same game for a scorer of the table, of a player's if one is named."""
        with storage.write():
            new = add_key(self.author.table_id, "scorer", device, player_id=player_id)
        return At(new.author, new.text, self.game_id)

    def roll(self, seat: int, roll: int, dice: list[Any], **more: Any) -> Recorded:
        return self.enter("roll", seat=seat, roll=roll, dice=dice, **more)

    def stand(self, seat: int, roll: int, **more: Any) -> Recorded:
        return self.enter("stand", seat=seat, roll=roll, **more)

    @property
    def game(self) -> dict[str, Any]:
        """The game's answer, as a reader gets it."""
        body = ledger.read_game(ledger.hash_key(self.host_key), self.game_id).body
        assert body is not None
        answer: dict[str, Any] = json.loads(body)
        return answer

    @property
    def version(self) -> int:
        return ledger.game_version(self.author.table_id, self.game_id)

    @property
    def state(self) -> rules.GameState:
        return look_at(self.author.table_id, self.game_id).board.state

    def log(self, **which: Any) -> list[dict[str, Any]]:
        return ledger.list_log(self.author.table_id, self.game_id, limit=200, **which).items

    def turns(self, **which: Any) -> list[dict[str, Any]]:
        return ledger.list_turns(self.author.table_id, self.game_id, limit=200, **which).items

    def rounds(self) -> list[dict[str, Any]]:
        return ledger.list_rounds(self.author.table_id, self.game_id, limit=200).items

    def problems(self) -> tuple[str, ...]:
        return ledger.verify_game(self.game_id)

    def play_on(self, rng: random.Random, **about: Any) -> Recorded:
        """The entry that the game waits for, with random dice."""
        entry = rules.next_entry(self.state)
        count = rng.choice(entry.dice_counts) if entry.dice_counts else 0
        if entry.stand and (not count or rng.random() < 0.3):
            assert entry.roll is not None
            return self.enter("stand", seat=entry.seat, roll=entry.roll - 1, **about)
        dice = [rng.randint(1, 6) for _ in range(count)]
        if entry.action == "start_roll":
            return self.enter("start_roll", seat=entry.seat, attempt=entry.attempt, dice=dice, **about)
        fields: dict[str, Any] = {"seat": entry.seat, "roll": entry.roll, "dice": dice}
        if entry.hold and count == 1:
            fields["hold"] = rng.choice(entry.hold)
        return self.enter("roll", round=entry.round, roll_off=entry.roll_off, **fields, **about)


def dice_box(seed: int) -> random.Random:
    """Dice that fall the same way each time."""
    return random.Random(seed)  # noqa: S311 a game of a test


def open_table(ruleset: Mapping[str, Any], *names: str, **how: Any) -> At:
    """A new table with a game of these people."""
    opening = Opening(ruleset, tuple(SeatClaim(name) for name in names), **how)
    created = ledger.create_table("Friday", opening)
    assert created.game is not None
    return At(created.author, created.host_key, created.game.game_id)


def answer_of(recorded: Recorded) -> dict[str, Any]:
    """What the sender is told, read."""
    answer: dict[str, Any] = json.loads(recorded.answer())
    return answer
