"""What an entry changes about who sits where: joining, renaming, playing on for somebody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from scorekeeper import rules
from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.dice_secrets import commit_dice
from scorekeeper.ledger.errors import Invalid, NameInvalid, Problem
from scorekeeper.ledger.ids import now
from scorekeeper.ledger.names import clean_name, clean_text, folded
from scorekeeper.ledger.people import People, Person, computer_of
from scorekeeper.ledger.seating import SeatClaim, Sitter, find_sitters
from scorekeeper.ledger.submissions import Submission
from scorekeeper.ledger.texts import FreeText, mark, reference, salted
from scorekeeper.storage import Step, statements


@dataclass(frozen=True, slots=True)
class Change:
    """people: who sits where afterwards. texts: the entry's free texts. in_body: what the entry's body says
    of them.

    seat: the seat that is new. sentences: what is told where the rules have nothing to tell.
    """

    people: People
    texts: tuple[FreeText, ...] = ()
    in_body: dict[str, Any] = field(default_factory=dict)
    new_players: tuple[Step, ...] = ()
    seat: int | None = None
    sentences: list[str] = field(default_factory=list)


def change_people(board: Board, submission: Submission, seq: int) -> Change:
    """What a submission, as entry number `seq`, changes about the people.

    Raises Invalid where it names people who can't sit down, rules.Refused for a seat that is not there.
    """
    if submission.kind == "join":
        return _join(board, submission, seq)
    if submission.kind == "rename":
        return _rename(board, submission, seq)
    if submission.kind == "substitute":
        return _substitute(board, submission, seq)
    if submission.body.get("reason") is not None:
        return _with_reason(board, submission)
    return Change(board.people)


def _with_reason(board: Board, submission: Submission) -> Change:
    text = salted("reason", _clean(clean_text, submission.body["reason"], "/reason"))
    return Change(board.people, (text,), {"reason": text.in_body})


def _clean(clean: Callable[[object], str], raw: object, pointer: str) -> str:
    try:
        return clean(raw)
    except NameInvalid as invalid:
        raise Invalid(Problem(pointer, invalid.code, invalid.detail)) from None


def _join(board: Board, submission: Submission, seq: int) -> Change:
    sitter = _sitter(board, submission)
    seat = len(board.people) + 1
    text, person = _named(sitter, seq)
    commits = commit_dice(board.facts.game_id, seq, (person,))
    return Change(
        (*board.people, person),
        (text,),
        {"seat": seat, "player_id": sitter.player_id, "name": text.in_body, **commits.in_body},
        (*new_player(board.facts.table_id, sitter), *commits.steps),
        seat,
    )


def _rename(board: Board, submission: Submission, seq: int) -> Change:
    seat, old = _person(board, submission)
    name = _clean(clean_name, submission.body["name"], "/name")
    text, person = _named(Sitter(old.player_id, name, computer=old.computer), seq)
    sentence = f"{mark(old.ref)} is now called {mark(person.ref)}."
    return Change(_seated(board.people, seat, person), (text,), {"name": text.in_body}, sentences=[sentence])


def _substitute(board: Board, submission: Submission, seq: int) -> Change:
    seat, old = _person(board, submission)
    sitter = _sitter(board, submission)
    text, person = _named(sitter, seq)
    return Change(
        _seated(board.people, seat, person),
        (text,),
        {"player_id": sitter.player_id, "name": text.in_body},
        new_player(board.facts.table_id, sitter),
        sentences=[f"{mark(person.ref)} plays on for {mark(old.ref)}."],
    )


def new_player(table_id: str, sitter: Sitter) -> tuple[Step, ...]:
    """The statement that makes a player, if the sitter is a new one."""
    if not sitter.is_new:
        return ()
    columns = (sitter.player_id, table_id, sitter.name, folded(sitter.name), now())
    return ((statements.ADD_PLAYER.sql, columns),)


def _sitter(board: Board, submission: Submission) -> Sitter:
    body = submission.body
    claim = SeatClaim(body.get("name"), body.get("player_id"), computer_of(body))
    seated = [person.player_id for person in board.people]
    (sitter,) = find_sitters(board.facts.table_id, (claim,), seated, pointer="")
    return sitter


def _named(sitter: Sitter, seq: int) -> tuple[FreeText, Person]:
    text = salted("name", sitter.name, sitter.player_id)
    return text, Person(sitter.player_id, sitter.name, reference(seq, text.field), sitter.computer)


def _person(board: Board, submission: Submission) -> tuple[int, Person]:
    seat = submission.body["seat"]
    if not 1 <= seat <= len(board.people):
        detail = f"This game has the seats 1 to {len(board.people)}."
        raise rules.Refused([rules.Violation("seat-unknown", detail, "/seat")])
    return seat, board.people[seat - 1]


def _seated(people: People, seat: int, person: Person) -> People:
    return (*people[: seat - 1], person, *people[seat:])
