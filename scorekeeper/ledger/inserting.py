"""Corrections that put in a play that was forgotten; and what all corrections are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.changing_people import new_player
from scorekeeper.ledger.composing import Telling
from scorekeeper.ledger.computer_corrections import require_insertable
from scorekeeper.ledger.describing import count, outcome, which, with_content
from scorekeeper.ledger.errors import Invalid, Problem
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.repeats import is_same_text
from scorekeeper.ledger.script import Edits, Insertion, Item
from scorekeeper.ledger.seating import SeatClaim, Sitter, find_sitters
from scorekeeper.ledger.stretches import Stretch, load_stretch
from scorekeeper.ledger.targets import find_play, seq_of, target_from
from scorekeeper.ledger.texts import FreeText, salted
from scorekeeper.storage import Step
from scorekeeper.storage.models import Row

_PASS: Final = ("round", "roll_off")
_FIELDS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "start_roll": (("seat", "dice"), ("attempt",)),
    "roll": (("seat", "dice"), ("roll", "keep", "hold", "stand", *_PASS)),
    "stand": (("seat",), ("roll", *_PASS)),
    "turn": (("seat", "rolls"), ("stand", *_PASS)),
    "score": (("seat", "score"), _PASS),
    "join": ((), ("name", "player_id")),
    "leave": (("seat",), ()),
    "defer": (("seat",), _PASS),
}
"""The fields of a forgotten play that there must be, and those that there may be."""
INSERTABLE: Final = tuple(kind for kind in _FIELDS if kind != "score")
_ABOUT_PLACE: Final = ("before", "after", "kind")


@dataclass(frozen=True, slots=True)
class Change:
    """A correction as it is meant.

    target: the play that it names. judged: the play that must be legal itself, where there is one.
    """

    target: Item
    stretch: Stretch
    edits: Edits
    tell: Callable[[Telling], list[str]]
    judged: int | None = None
    texts: tuple[FreeText, ...] = ()
    new_players: tuple[Step, ...] = ()


def aftermath(telling: Telling) -> list[str]:
    """What is said of plays that no longer fitted, and of the end of the game."""
    after = outcome(telling.before, telling.after, telling.names)
    if not telling.lost:
        return after
    first, many = telling.lost[0], len(telling.lost)
    play = which(first, telling.names_for(first))
    fits, does = ("fits", "does") if many == 1 else ("fit", "do")
    return [f"From {play} on, {count(many)} no longer {fits} and {does} not count any more.", *after]


def inserting(board: Board, author: Author, raw: Mapping[str, Any]) -> Change:
    """A play that was forgotten, before or after one that is named. Raises Invalid and AmendmentRefused."""
    kind, where = _kind_and_place(raw)
    body = _body(kind, raw)
    require_insertable(board, kind, body)
    meant = find_play(board, target_from(raw[where]), f"/insert/{where}")
    stretch = load_stretch(board, meant.round)
    following = meant.item.seq if where == "before" else stretch.script.after(meant.item.seq)
    texts: tuple[FreeText, ...] = ()
    new_players: tuple[Step, ...] = ()
    if kind == "join":
        sitter = _joiner(board, author, body)
        text = salted("name", sitter.name, sitter.player_id)
        texts, new_players = (text,), new_player(author.table_id, sitter)
        seat = len(board.people) + 1 - _joins_from(stretch, following)
        body = {"seat": seat, "player_id": sitter.player_id, "name": text.in_body}
    item = Item(board.version + 1, kind, body)

    def tell(telling: Telling) -> list[str]:
        assert telling.edits.inserted is not None
        placed = item._replace(body=telling.edits.inserted.body)
        said = with_content(f"{which(placed, telling.names_for(placed))} was put in", placed.body)
        return [said, *aftermath(telling)]

    edits = Edits(inserted=Insertion(following, kind, body))
    return Change(meant.item, stretch, edits, tell, item.seq, texts, new_players)


def is_same_insertion(board: Board, raw: Mapping[str, Any], row: Row, body: Mapping[str, Any]) -> bool:
    """Whether an insertion that arrives again says what the recorded one, with its body, says."""
    kind, where = _kind_and_place(raw)
    into, target = body["inserted"], body["target"]
    there, sent = into["body"], _body(kind, raw)
    name = sent.pop("name", None)
    is_same = kind == into["kind"] and all(there.get(field) == sent[field] for field in sent)
    is_same_name = name is None or is_same_text("name", name, row, there)
    is_same_place = (where == "before") == (into["before"] == target)
    return is_same and is_same_name and is_same_place and seq_of(board, target_from(raw[where])) == target


def _kind_and_place(raw: Mapping[str, Any]) -> tuple[str, str]:
    kind = raw.get("kind")
    if ("before" in raw) == ("after" in raw):
        raise Invalid(Problem("/insert", "required", "Say before or after which entry it belongs."))
    if kind not in INSERTABLE:
        raise Invalid(Problem("/insert/kind", "invalid", f"This is one of {', '.join(INSERTABLE)}."))
    is_score = kind == "turn" and "score" in raw
    return "score" if is_score else str(kind), "before" if "before" in raw else "after"


def _body(kind: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    sent = {name: value for name, value in raw.items() if name not in _ABOUT_PLACE and value is not None}
    needed, possible = _FIELDS[kind]
    problems = [
        Problem(f"/insert/{name}", "unknown-field", f"An entry of the kind {kind} has no {name}.")
        for name in sent
        if name not in (*needed, *possible)
    ]
    problems += [
        Problem(f"/insert/{name}", "required", f"An entry of the kind {kind} needs a {name}.")
        for name in needed
        if name not in sent
    ]
    if problems:
        raise Invalid(*problems)
    return sent


def _joins_from(stretch: Stretch, seq: int | None) -> int:
    """How many seats were taken from a play on."""
    if seq is None:
        return 0
    start = stretch.script.find(seq).order
    return sum(play.kind == "join" and play.order >= start for play in stretch.plays())


def _joiner(board: Board, author: Author, body: Mapping[str, Any]) -> Sitter:
    claim = SeatClaim(body.get("name"), body.get("player_id"))
    seated = [person.player_id for person in board.people]
    (sitter,) = find_sitters(author.table_id, (claim,), seated, pointer="/insert")
    return sitter
