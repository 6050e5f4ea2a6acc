"""Entries made offline: what is sent, and how they come back."""

from __future__ import annotations

from typing import Any, Final

import marshmallow as ma

from scorekeeper.api.complaints import Complaint, invalid, messages, missing
from scorekeeper.api.fields import AsSent, EntryId, Request, Word, said
from scorekeeper.api.resources.entries.schemas import (
    NewRoll,
    NewSeat,
    NewStand,
    NewStartRoll,
    NewTurn,
    SeatEntry,
    seat,
)
from scorekeeper.api.shapes import Shape, flag, items, obj, ref, text, whole, word

MOST_ENTRIES: Final = 500


def _kind(kind: str) -> Word:
    return Word(kind, required=True, **said("What is entered."))


def _id() -> EntryId:
    """Without one nobody could tell a batch that arrives again."""
    return EntryId(
        required=True,
        error_messages=missing("make up a UUID for each entry, and keep it when the batch is sent again."),
        metadata={
            "format": "uuid",
            "description": "A UUID that the client makes up. Sent again, the entry is recorded once.",
        },
    )


class StartRollInBatch(NewStartRoll):
    """A roll for the opener."""

    kind = _kind("start_roll")
    entry_id = _id()


class RollInBatch(NewRoll):
    """A roll."""

    kind = _kind("roll")
    entry_id = _id()


class StandInBatch(NewStand):
    """The end of a turn with the cargo as it lies."""

    kind = _kind("stand")
    entry_id = _id()


class TurnInBatch(NewTurn):
    """A whole turn at once: its rolls, or its score alone. One of the two."""

    kind = _kind("turn")
    entry_id = _id()


class JoinInBatch(NewSeat):
    """Somebody who joins late: a name, or a player of the table. One of the two."""

    kind = _kind("join")
    entry_id = _id()


class LeaveInBatch(SeatEntry):
    """Somebody who leaves."""

    kind = _kind("leave")
    seat = seat("leaves")
    entry_id = _id()


class DeferInBatch(SeatEntry):
    """Somebody who plays later in the round."""

    kind = _kind("defer")
    seat = seat("plays later")
    entry_id = _id()


OF_KIND: Final[dict[str, type[Request]]] = {
    "start_roll": StartRollInBatch,
    "roll": RollInBatch,
    "stand": StandInBatch,
    "turn": TurnInBatch,
    "join": JoinInBatch,
    "leave": LeaveInBatch,
    "defer": DeferInBatch,
}
"""How an entry of each kind is read."""
_READERS: Final = {kind: schema() for kind, schema in OF_KIND.items()}
_NO_KIND: Final = {"kind": [Complaint("required", f"is missing: say what is entered, {', '.join(OF_KIND)}.")]}
_UNKNOWN_KIND: Final = {"kind": [invalid(f"must be one of {', '.join(OF_KIND)}.")]}


class Entries(AsSent):
    """A list of entries, each read by its kind. All that is wrong with any of them is told."""

    default_error_messages = messages(
        invalid=invalid("must be a list of entries."),
        size=invalid(f"must be a list of 1 to {MOST_ENTRIES} entries."),
    )

    def __init__(self, **options: Any) -> None:
        one_of: Shape = {
            "oneOf": [ref(schema.__name__) for schema in OF_KIND.values()],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {
                    kind: f"#/components/schemas/{schema.__name__}" for kind, schema in OF_KIND.items()
                },
            },
        }
        super().__init__(items("The entries in their order.", one_of, 1, MOST_ENTRIES), **options)

    def is_plain(self, value: object) -> bool:  # noqa: ARG002
        """Each entry has a schema of its own, and no two have one id."""
        return False

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[dict[str, Any]]:
        if not isinstance(value, list):
            raise self.make_error("invalid", input=value)
        if not 1 <= len(value) <= MOST_ENTRIES:
            raise self.make_error("size", input=value)
        wrong: dict[int, Any] = {}
        entries = []
        for index, entry in enumerate(value):
            try:
                entries.append(_read_entry(entry))
            except ma.ValidationError as error:
                wrong[index] = error.messages
        wrong |= {} if wrong else _ids_given_twice(entries)
        if wrong:
            raise ma.ValidationError(wrong)
        return entries


def _read_entry(entry: Any) -> dict[str, Any]:
    if not isinstance(entry, dict):
        raise ma.ValidationError([invalid("must be an object with named fields.")])
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in _READERS:
        raise ma.ValidationError(_UNKNOWN_KIND if "kind" in entry else _NO_KIND)
    read: dict[str, Any] = _READERS[kind].load(entry)
    return read


def _ids_given_twice(entries: list[dict[str, Any]]) -> dict[int, Any]:
    first: dict[str, int] = {}
    twice = {}
    for index, entry in enumerate(entries):
        if first.setdefault(entry["entry_id"], index) != index:
            twice[index] = {"entry_id": [invalid("is the id of an earlier entry of the batch.")]}
    return twice


class NewBatch(Request):
    """Entries that were made offline, in the order in which they are to be recorded."""

    entries = Entries(required=True, error_messages=missing("send at least one entry."))
    on_refusal = Word(
        "stop",
        "continue",
        load_default="stop",
        **said("What to do with the entries after one that is refused: `stop` tries none, `continue` all."),
    )


_RESULT = obj(
    "What became of one entry.",
    entry_id=text("The entry's id.", format="uuid"),
    status=word(
        "`recorded`: now; `already_recorded`: it was there before, with the same content; `refused`: see "
        "`problem`; `not_tried`: an entry before it was refused.",
        "recorded",
        "already_recorded",
        "refused",
        "not_tried",
    ),
    optional={
        "seq": whole("Its number in the game.", 1),
        "effective": flag(
            "Whether it counts; false where it was taken back, struck out or voided since it was recorded."
        ),
        "result": ref("Result"),
        "problem": ref("Problem"),
    },
)

SHAPES: dict[str, Shape] = {
    "BatchResult": _RESULT,
    "GameAfterBatch": {
        "description": "A game as it stands after a batch, and what became of each entry.",
        "allOf": [
            ref("Game"),
            obj(
                "What became of the batch.",
                results=items(
                    "What became of each entry, in the order in which they were sent.", ref("BatchResult"), 1
                ),
                dry_run=flag("Whether the batch was only judged; then nothing was recorded."),
            ),
        ],
    },
}
