"""Playing again: the next game of a series, opened by the seat that the house rules say."""

from __future__ import annotations

from collections.abc import Sequence

from peewee import IntegrityError

from scorekeeper import rules
from scorekeeper.ledger.boards import Board, look_at
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.errors import AlreadyRecorded, GameUnfinished, Invalid
from scorekeeper.ledger.holding import writing
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.opening import open_planned
from scorekeeper.ledger.planning import Plan, seat_count_problems
from scorekeeper.ledger.recorded import Recorded, recorded_before
from scorekeeper.ledger.seating import SeatClaim, find_sitters
from scorekeeper.storage.models import Entry, Game
from scorekeeper.storage.queries import first_row, rows


def rematch(
    author: Author,
    game_id: str,
    seats: Sequence[SeatClaim] | None = None,
) -> Recorded:
    """Open the next game of a game's series, under the same house rules.

    seats: who plays; None: all who had not left. Asked again, the game that was opened is the answer. Raises
    NotFound, GameUnfinished, Invalid, and AlreadyRecorded where the next game was opened for other people.
    """
    board = look_at(author.table_id, game_id).board
    if not board.state.is_over:
        raise GameUnfinished(game_id)
    claims = _who_stayed(board) if seats is None else seats
    try:
        with writing(entries_only=True):
            there = _next_game(board)
            if there is None:
                return open_planned(author, _plan(board, claims))
    except IntegrityError:
        # On PostgreSQL two can be this far at once; one of them opened the game.
        there = _next_game(board)
        if there is None:
            raise
    return _opened_before(look_at(author.table_id, there).board, claims)


def _next_game(board: Board) -> str | None:
    is_next = (Game.series_id == board.facts.series_id) & (
        Game.series_number == board.facts.series_number + 1
    )
    row = first_row(Game.select(Game.id).where(is_next))
    return None if row is None else str(row["id"])


def _who_stayed(board: Board) -> list[SeatClaim]:
    return [
        SeatClaim(player_id=person.player_id, computer=person.computer)
        for person, seat in zip(board.people, board.state.seats, strict=True)
        if seat.status != "left"
    ]


def _plan(board: Board, claims: Sequence[SeatClaim]) -> Plan:
    facts = board.facts
    problems = seat_count_problems(facts.ruleset, len(claims))
    if problems:
        raise Invalid(*problems)
    sitters = find_sitters(facts.table_id, claims)
    players = [sitter.player_id for sitter in sitters]
    return Plan(
        ruleset=facts.ruleset,
        sitters=sitters,
        opener=_opener(board, players),
        entry=board.state.entry,
        series_id=facts.series_id,
        series_number=facts.series_number + 1,
        dice_set=facts.dice_set,
        advice=facts.advice,
    )


def _opener(board: Board, players: Sequence[str]) -> int | None:
    """The seat that opens; None where the last game was abandoned before its opener was known: it is rolled
    again."""
    state = board.state
    if state.first_opener is None:
        return None
    return rules.next_game_opener(
        board.facts.ruleset.opener.next_game,
        [person.player_id for person in board.people],
        state.first_opener,
        state.winners[0] if len(state.winners) == 1 else None,
        players,
    )


def opener_warnings(before: Board, after: Board) -> list[str]:
    """What to say of the next game of the series, where it was opened by a result that is no longer so."""
    there = _next_game(before) if before.state.is_over else None
    if there is None:
        return []
    if not after.state.is_over:
        return ["The next game of the series was opened when this one was over, and now it is not."]
    (row,) = rows(Entry.select(Entry.body).where((Entry.game == there) & (Entry.seq == 1)))
    opening = parsed(row["body"])
    players = [seat["player_id"] for seat in opening["seats"]]
    was, now = _opener(before, players), _opener(after, players)
    if was == now or opening["opener"] != was:
        return []
    return [f"The next game of the series was opened by seat {was}; by this result seat {now} opens it."]


def _opened_before(board: Board, claims: Sequence[SeatClaim]) -> Recorded:
    (row,) = rows(Entry.select().where((Entry.game == board.facts.game_id) & (Entry.seq == 1)))
    sitters = find_sitters(board.facts.table_id, claims)
    opened_for = [seat["player_id"] for seat in parsed(row["body"])["seats"]]
    if opened_for != [sitter.player_id for sitter in sitters]:
        recorded = {"game_id": board.facts.game_id, "seats": [{"player_id": player} for player in opened_for]}
        sent = {"seats": [{"player_id": sitter.player_id, "name": sitter.name} for sitter in sitters]}
        raise AlreadyRecorded(recorded, sent, board.version)
    return recorded_before(board, row)
