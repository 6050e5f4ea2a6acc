"""Corrections: an earlier play says something else, is struck out, or one that was forgotten is put in.

The game is judged again from there. Where later plays no longer fit, the correction is refused with each of
them, or takes out all from the first that does not fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.composed import Sent
from scorekeeper.ledger.composing import ON_CONFLICT, About, Plan, Telling
from scorekeeper.ledger.computer_corrections import (
    decided_anew,
    is_same_replacement,
    require_no_server_throw,
    require_replaceable,
)
from scorekeeper.ledger.describing import content, which, with_content
from scorekeeper.ledger.errors import AmendmentRefused, Invalid, NameInvalid, Problem
from scorekeeper.ledger.inserting import Change, aftermath, inserting, is_same_insertion
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.names import clean_text
from scorekeeper.ledger.putting_right import put_right, sent_parts
from scorekeeper.ledger.recorded import Recorded
from scorekeeper.ledger.repeats import is_same_text
from scorekeeper.ledger.rights import require_host
from scorekeeper.ledger.script import Edits, Item, Replacement, changed_body
from scorekeeper.ledger.stretches import load_stretch
from scorekeeper.ledger.targets import find_play, seq_of, target_from
from scorekeeper.ledger.texts import FreeText, salted
from scorekeeper.storage.models import Row

_CHANGEABLE: Final[Mapping[str, tuple[str, ...]]] = {
    "start_roll": ("dice", "seat"),
    "roll": ("dice", "keep", "hold", "stand", "seat"),
    "stand": ("seat",),
    "turn": ("rolls", "stand", "score", "seat"),
    "score": ("score", "rolls", "stand", "seat"),
    "leave": ("seat",),
    "defer": ("seat",),
}
"""What can be said otherwise of a play of a kind."""
_CLEARABLE: Final = ("keep", "hold", "stand")
_NAMING: Final = ("seq", "entry_id")
"""The fields that say which entry is meant."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be put right. Exactly one of the first three.

    replace: names a play (`seq` or `entry_id`) and what it says instead; null clears `keep`, `hold`, `stand`.
    drop: names a play. insert: `before` or `after` names a play, `kind` and fields as a Submission has them.
    reason: a text, needed once the game is over. on_conflict: `refuse`, or `void_following`. entry_id,
    entered_at: as in a Submission, of the correction itself.
    """

    replace: Mapping[str, Any] | None = None
    drop: Mapping[str, Any] | None = None
    insert: Mapping[str, Any] | None = None
    reason: str | None = None
    on_conflict: str = "refuse"
    entry_id: str | None = None
    entered_at: int | None = None

    @property
    def shown(self) -> dict[str, Any]:
        """What was sent."""
        return sent_parts(replace=self.replace, drop=self.drop, insert=self.insert, reason=self.reason)


def correct(
    author: Author,
    game_id: str,
    correction: Correction,
    *,
    if_match: int | None = None,
    dry_run: bool = False,
) -> Recorded:
    """Put an earlier play right, and judge the game again from there.

    Raises NotFound, AlreadyRecorded, StaleVersion, Invalid, RoleNotAllowed, AmendmentRefused
    (`entry-unknown`, `entry-not-correctable`, `entry-voided`), EntryRefused for what is put right where it
    breaks rules itself, with pointers below `/replace` and `/insert`, and LaterEntriesConflict.
    """
    sent = Sent(
        author,
        game_id,
        correction.shown,
        correction.entry_id,
        correction.entered_at,
        if_match,
        dry_run,
    )
    return put_right(
        sent,
        lambda board: _plan(board, author, correction),
        lambda board, row, body: _is_same(board, correction, row, body),
    )


def reason_text(board: Board, reason: str | None) -> tuple[FreeText, ...]:
    """The reason as the log keeps it. Raises Invalid where there is none and the game is over."""
    if reason is None and board.state.is_over:
        raise Invalid(Problem("/reason", "required", "The game is over: say why it is put right."))
    return clean_reason(reason, "reason")


def clean_reason(text: str | None, field: str) -> tuple[FreeText, ...]:
    """A free text of an amendment as the log keeps it, if there is one. Raises Invalid."""
    if text is None:
        return ()
    try:
        return (salted(field, clean_text(text)),)
    except NameInvalid as invalid:
        raise Invalid(Problem(f"/{field}", invalid.code, invalid.detail)) from None


def _plan(board: Board, author: Author, correction: Correction) -> Plan:
    require_host(author)
    if correction.on_conflict not in ON_CONFLICT:
        raise Invalid(Problem("/on_conflict", "invalid", f"This is one of {', '.join(ON_CONFLICT)}."))
    reason = reason_text(board, correction.reason)
    what, change = _change(board, author, correction)
    entry = change.stretch.entries[change.target.seq]
    return Plan(
        "correction",
        change.tell,
        About(entry.seat, entry.round, entry.turn),
        change.stretch,
        change.edits,
        judged=change.judged,
        pointer=f"/{what}",
        on_conflict=correction.on_conflict,
        body={"what": what, "target": change.target.seq, **{text.field: text.in_body for text in reason}},
        texts=(*reason, *change.texts),
        new_players=change.new_players,
    )


def _change(board: Board, author: Author, correction: Correction) -> tuple[str, Change]:
    if correction.replace is not None:
        return "replace", _replacing(board, correction.replace)
    if correction.drop is not None:
        return "drop", _dropping(board, correction.drop)
    if correction.insert is not None:
        return "insert", inserting(board, author, correction.insert)
    raise Invalid(Problem("", "required", "Say what is to be replaced, dropped or inserted."))


def _replacing(board: Board, raw: Mapping[str, Any]) -> Change:
    meant = find_play(board, target_from(raw), "/replace")
    item = meant.item
    changes = {name: value for name, value in raw.items() if name not in _NAMING}
    _require_changeable(item, changes)
    require_replaceable(board, item, changes)
    stretch = load_stretch(board, meant.round)
    changes = dict(decided_anew(stretch, item, changes))
    kind, body = changed_body(item.kind, item.body, changes)
    if (kind, body) == (item.kind, item.body):
        raise Invalid(Problem("/replace", "invalid", "The entry says that already."))

    def tell(telling: Telling) -> list[str]:
        names = telling.names if body["seat"] != item.body["seat"] else None
        was, now = _content_by_seat(item.body, names), _content_by_seat(body, names)
        play = which(item, telling.names_for(item))
        said = f"{play} was corrected: {now}{f' instead of {was}' if was else ''}."
        return [said, *aftermath(telling)]

    edits = Edits(replaced=Replacement(item.seq, changes))
    return Change(item, stretch, edits, tell, judged=item.seq)


def _content_by_seat(body: Mapping[str, Any], names: Sequence[str] | None) -> str:
    """What was thrown, and by whom, if that is what was wrong (`names`)."""
    said = content(body)
    if names is None:
        return said
    name = names[body["seat"] - 1]
    return f"{name}, {said}" if said else name


def _require_changeable(item: Item, changes: Mapping[str, Any]) -> None:
    allowed = _CHANGEABLE.get(item.kind, ())
    if not allowed:
        better = "rename the seat, or let somebody play on for it" if item.kind == "join" else "drop it"
        detail = f"There is nothing to replace in an entry of the kind {item.kind}: {better}."
        raise AmendmentRefused("entry-not-correctable", detail, "/replace")
    problems = [
        Problem(f"/replace/{name}", "unknown-field", f"An entry of the kind {item.kind} has no {name}.")
        for name in changes
        if name not in allowed
    ]
    problems += [
        Problem(f"/replace/{name}", "invalid", f"The {name} of an entry can't be taken away.")
        for name, value in changes.items()
        if value is None and name in allowed and name not in _CLEARABLE
    ]
    if "score" in changes and "rolls" in changes:
        problems.append(Problem("/replace/score", "invalid", "A turn has either its rolls or its score."))
    if not changes:
        problems.append(Problem("/replace", "required", f"Say what it was: {', '.join(allowed)}."))
    if problems:
        raise Invalid(*problems)


def _dropping(board: Board, raw: Mapping[str, Any]) -> Change:
    meant = find_play(board, target_from(raw), "/drop")
    item = meant.item
    require_no_server_throw(item.body, "/drop")

    def tell(telling: Telling) -> list[str]:
        said = with_content(f"{which(item, telling.names_for(item))} was struck out", item.body)
        return [said, *aftermath(telling)]

    return Change(item, load_stretch(board, meant.round), Edits(voided=(item.seq,)), tell)


def _is_same(board: Board, correction: Correction, row: Row, body: Mapping[str, Any]) -> bool:
    """Whether a correction that arrives again says what the recorded one says."""
    if row["kind"] != "correction" or not is_same_text("reason", correction.reason, row, body):
        return False
    raw = correction.shown.get(body["what"])
    if raw is None:
        return False
    if body["what"] == "insert":
        return is_same_insertion(board, raw, row, body)
    changes = {name: value for name, value in raw.items() if name not in _NAMING}
    is_same = is_same_replacement(changes, body.get("replaced", {}).get("changes", {}))
    return is_same and seq_of(board, target_from(raw)) == body["target"]
