"""From an amendment that somebody asks for to all that is to be written for it.

Nothing is written here. The stretch that the amendment touches is judged again by the rules; what no longer
fits is refused, or voided where that was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scorekeeper import rules
from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.changes import before, changed_entries
from scorekeeper.ledger.errors import EntryRefused, LaterEntriesConflict
from scorekeeper.ledger.lying_dice import require_lying_dice_put_right
from scorekeeper.ledger.name_history import NameHistory, Naming, names_of
from scorekeeper.ledger.people import People
from scorekeeper.ledger.recorded import read_out
from scorekeeper.ledger.rejudging import Judged, judge, judge_one
from scorekeeper.ledger.rewriting import Followed, Rewriter
from scorekeeper.ledger.script import COMING_AND_GOING, NO_EDITS, Edits, Item
from scorekeeper.ledger.stretches import Stretch
from scorekeeper.ledger.texts import FreeText, mark, reference
from scorekeeper.storage import Step

ON_CONFLICT: Final = ("refuse", "void_following")


@dataclass(frozen=True, slots=True)
class Telling:
    """What the sentences of an amendment are made from. names: a mark for each seat, those that an undo takes
    away included. lost: the plays that no longer fitted. edits: in full, with the place of what is put in.
    history: what the seats were called before."""

    names: Sequence[str]
    before: rules.GameState
    after: rules.GameState
    lost: Sequence[Item]
    edits: Edits
    history: NameHistory

    def names_for(self, item: Item) -> Sequence[str]:
        """What to call the seats where a play is told of. For whom the server threw is told as it was then:
        whoever has the seat now had no part in it."""
        if "thrown_by" not in item.body:
            return self.names
        then = self.history.marks_at(item.seq)
        return [*then, *self.names[len(then) :]]


@dataclass(frozen=True, slots=True)
class About:
    """Which part of the game an amendment is about, by which the log can be asked for it."""

    seat: int | None = None
    round: int | None = None
    turn: int | None = None


NOWHERE: Final = About()


@dataclass(frozen=True, slots=True)
class Plan:
    """An amendment as it is meant.

    stretch, edits: what it changes in the script; without them it changes nothing in the game. judged: the
    play that must be legal itself, whose violations stand below `pointer`. body: the rest of its body. tell:
    its sentences. joiner: who sits down, where a forgotten joining is put in. open_disputes: how many more
    (or less) there are. people: what they are called from now on, where names are erased.
    """

    kind: str
    tell: Callable[[Telling], list[str]]
    about: About = NOWHERE
    stretch: Stretch | None = None
    edits: Edits = NO_EDITS
    judged: int | None = None
    pointer: str = ""
    on_conflict: str = "refuse"
    body: Mapping[str, Any] = field(default_factory=dict)
    texts: tuple[FreeText, ...] = ()
    new_players: tuple[Step, ...] = ()
    steps: tuple[Step, ...] = ()
    open_disputes: int = 0
    people: People | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """What an amendment leads to: the edits in full, the state and the names after it, the rows that change,
    and the plays that no longer fitted."""

    edits: Edits
    state: rules.GameState
    names: NameHistory
    stretch: Stretch | None = None
    rewriter: Rewriter | None = None
    lost: tuple[Item, ...] = ()

    @property
    def inserted(self) -> Followed | None:
        """What follows from the play that the amendment itself puts in."""
        return None if self.rewriter is None else self.rewriter.own

    def entries(self, seq: int, entry_id: str) -> list[dict[str, Any]]:
        """Each entry that means something else, with what it meant. seq, entry_id: the amendment's."""
        if self.stretch is None or self.rewriter is None:
            return []
        own = self.rewriter.own
        return changed_entries(
            self.rewriter.changes(), self.stretch.rewrites, (seq, entry_id, own) if own is not None else None
        )

    def steps(self, game_id: str) -> list[Step]:
        """The statements for all rows but the amendment's own."""
        return [] if self.rewriter is None else list(self.rewriter.steps(game_id))


def effect_of(board: Board, plan: Plan) -> Effect:
    """Judge an amendment.

    Raises EntryRefused where the play that it is about is illegal, LaterEntriesConflict, and AmendmentRefused
    where other dice would lie at a place at which the server has thrown.
    """
    if plan.stretch is None:
        return Effect(plan.edits, board.state, NameHistory.unchanged(board.people))
    seq, stretch, edits = board.version + 1, plan.stretch, plan.edits
    stretch.script.amend(edits, seq)
    names, rewriter, state, unfit = _play(board, plan, seq)
    _require_legal(board, plan, unfit)
    lost: tuple[Item, ...] = ()
    if unfit:
        if plan.on_conflict != "void_following":
            raise LaterEntriesConflict(_conflicts(board, stretch, unfit), board.version)
        lost = _lost(stretch, state, unfit[0].item)
        more = Edits(voided=tuple(item.seq for item in lost))
        stretch.script.amend(more, seq)
        edits = replace(edits, voided=(*edits.voided, *more.voided))
        # Who does not come after all may have been named before.
        names, rewriter, state, _ = _play(board, plan, seq)
    require_lying_dice_put_right(board, rewriter, plan.pointer)
    if edits.inserted and rewriter.own:
        edits = replace(edits, inserted=replace(edits.inserted, body=rewriter.own.body))
    return Effect(edits, state, names, stretch, rewriter, lost)


def _play(board: Board, plan: Plan, seq: int) -> tuple[NameHistory, Rewriter, rules.GameState, list[Judged]]:
    """Play the stretch: what follows and the state before the first play that does not fit, and all that do
    not."""
    assert plan.stretch is not None
    names = _names(board, plan, plan.stretch, seq)
    rewriter = Rewriter(plan.stretch, names)
    state, unfit = plan.stretch.beginning.state, list[Judged]()
    for judged in judge(state, plan.stretch.plays(), new=seq):
        if judged.played is None:
            unfit.append(judged)
        elif not unfit:
            rewriter.follow(judged.item, judged.before, judged.played)
            state = judged.played.state
    return names, rewriter, state, unfit


def _lost(stretch: Stretch, state: rules.GameState, first: Item) -> tuple[Item, ...]:
    """The plays from the first that does not fit on, with `state` before it.

    Whoever came and went after it stays as it is, as far as that still fits.
    """
    lost: list[Item] = []
    for item in stretch.plays():
        if item.order < first.order:
            continue
        again = judge_one(state, item) if item.kind in COMING_AND_GOING else None
        if again is None or again.played is None:
            lost.append(item)
        else:
            state = again.played.state
    return tuple(lost)


def _require_legal(board: Board, plan: Plan, unfit: Sequence[Judged]) -> None:
    own = next((each for each in unfit if each.item.seq == plan.judged), None)
    if own is not None:
        refused = rules.Refused(violation.below(plan.pointer) for violation in own.violations)
        raise EntryRefused(refused, board.version, board.waits_for)


def _conflicts(board: Board, stretch: Stretch, unfit: Sequence[Judged]) -> list[dict[str, Any]]:
    """Each play that no longer fits: what it was, and what it would break."""
    conflicts = []
    for each in unfit:
        entry = stretch.entries[each.item.seq]
        was = before(entry, stretch.rewrites.get(entry.seq))
        errors = [violation.to_json() for violation in each.violations]
        conflicts.append({"seq": entry.seq, "entry_id": entry.entry_id, **was, "errors": errors})
    spoken = read_out(board, [sentence for conflict in conflicts for sentence in conflict["sentences"]])
    said = iter(spoken)
    for conflict in conflicts:
        conflict["sentences"] = [next(said) for _ in conflict["sentences"]]
    return conflicts


def _names(board: Board, plan: Plan, stretch: Stretch, seq: int) -> NameHistory:
    texts = {reference(seq, text.field): text.text for text in plan.texts}
    into = plan.edits.inserted
    joined = Naming(seq, into.kind, into.body) if into and into.kind == "join" else None
    return names_of(board, stretch.script, joined, texts)


def marks_of_all(before: Board, names: NameHistory) -> list[str]:
    """A mark for each seat that there is or was."""
    people = [*names.people, *before.people[len(names.people) :]]
    return [mark(person.ref) for person in people]
