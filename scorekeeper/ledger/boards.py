"""A game as it now stands, loaded once and kept: what the next entry is judged against."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any, Final

from scorekeeper import rules, storage
from scorekeeper.ledger.canonical import compact, parsed
from scorekeeper.ledger.errors import NotFound
from scorekeeper.ledger.people import People, has_computers, people_from_text
from scorekeeper.ledger.times import shown
from scorekeeper.ledger.waiting import Decided, decided_in, waits_for
from scorekeeper.storage import statements
from scorekeeper.storage.dice import PLACES_THROWN_AT

MOST_KEPT: Final = 1024


@dataclass(frozen=True)
class Facts:
    """What never changes about a game.

    `ruleset_text` is canonical JSON, `created_at` microseconds UTC. The last two are parts of the answer.
    `dice_set` names the dice, if they have a name; `advice` is `allowed` or `forbidden`.
    """

    game_id: str
    table_id: str
    series_id: str
    series_number: int
    ruleset: rules.Ruleset
    ruleset_text: str
    entry: str
    created_at: int
    dice_set: str | None = None
    advice: str = "allowed"

    @cached_property
    def first_text(self) -> str:
        """The members that say which game it is."""
        series = f'{{"id":"{self.series_id}","number":{self.series_number}}}'
        return f'"id":"{self.game_id}","table_id":"{self.table_id}","series":{series}'

    @cached_property
    def pinned_text(self) -> str:
        """The members that the opening settled."""
        created_at = shown(self.created_at)
        pinned = f'"ruleset":{self.ruleset_text},"entry":"{self.entry}","created_at":"{created_at}"'
        return f'{pinned},"advice":"{self.advice}","dice_set":{compact(self.dice_set)}'


@dataclass(frozen=True, slots=True)
class SeatsText:
    """The seats of both answers as JSON text, and what they were written from.

    by_number: the list in a game; by_rank: the members `winners` and `standings` of the standings.
    """

    seats: tuple[rules.Seat, ...]
    people: People
    winners: tuple[int, ...]
    by_number: str
    by_rank: str

    def is_of(self, state: rules.GameState, people: People) -> bool:
        """Whether they still hold. Most rolls change no seat, and leave the very same tuples."""
        return self.seats is state.seats and self.people is people and self.winners == state.winners


@dataclass(frozen=True, slots=True)
class Board:
    """A game at one version.

    `head` is the hash of its last entry; `moment` and `seats_text` are parts of its answer.

    While a dispute is open (`open_disputes`), what the game shows is provisional. `decided` is what the
    computer does next in its open turn; None where no turn of the computer's is open. `server_threw`: whether
    the server has ever thrown in this game, so that dice of its may lie at a place (`lying_dice`).
    """

    facts: Facts
    version: int
    head: str
    open_disputes: int
    people: People
    state: rules.GameState
    finished_at: int | None
    moment: str
    seats_text: SeatsText
    decided: Decided | None = None
    server_threw: bool = False

    def is_computers(self, seat: Any) -> bool:
        """Whether the computer plays this seat; what is no number of a seat is nobody's."""
        is_there = type(seat) is int and 1 <= seat <= len(self.people)
        return is_there and self.people[seat - 1].computer is not None

    @property
    def waits_for(self) -> dict[str, Any]:
        """The entry that the game waits for, as answers tell it."""
        return waits_for(self.state, self.people, self.decided)


class _Kept:
    """The boards used last. A board is good for as long as the game's head is its head."""

    def __init__(self) -> None:
        self._boards: OrderedDict[str, Board] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: str) -> Board | None:
        with self._lock:
            board = self._boards.get(game_id)
            if board is not None:
                self._boards.move_to_end(game_id)
            return board

    def keep(self, board: Board) -> None:
        with self._lock:
            self._boards[board.facts.game_id] = board
            self._boards.move_to_end(board.facts.game_id)
            if len(self._boards) > MOST_KEPT:
                self._boards.popitem(last=False)


_kept = _Kept()
keep_board = _kept.keep


@dataclass(frozen=True, slots=True)
class Look:
    """A game seen just now, and the number of the entry that has the asked-for entry id (None: no entry has
    it)."""

    board: Board
    repeats: int | None


def look_at(table_id: str, game_id: str, entry_id: str | None = None) -> Look:
    """The game as it stands now. Raises NotFound, also for another table's game."""
    while True:
        row = storage.fetch_one(statements.LOOK_AT_GAME.sql, (entry_id or "", game_id))
        if row is None or row[0] != table_id:
            raise NotFound("game", game_id)
        _, head, repeats = row
        board = _kept.get(game_id)
        if board is None or board.head != head:
            board = load_board(game_id)
            keep_board(board)
        # Where somebody wrote between the two reads, the entry id may be in use by now: look again.
        if board.head == head:
            return Look(board, repeats)


def load_board(game_id: str) -> Board:
    """The game from the database. Raises NotFound."""
    row = storage.fetch_one(statements.LOAD_GAME.sql, (game_id,))
    if row is None:
        raise NotFound("game", game_id)
    table_id, version, head, open_disputes, moment, state_text, *row_of_seats = row[:9]
    series_id, series_number, ruleset_text, entry, created_at, finished_at, dice_set, advice = row[9:]
    ruleset = rules.read_ruleset(parsed(ruleset_text))
    state = rules.state_from_json(parsed(state_text), ruleset)
    seats, ranked, people_text = row_of_seats
    people = people_from_text(people_text)
    facts = Facts(
        game_id,
        table_id,
        series_id,
        series_number,
        ruleset,
        ruleset_text,
        entry,
        created_at,
        dice_set,
        advice or "allowed",
    )
    return Board(
        facts=facts,
        version=version,
        head=head,
        open_disputes=open_disputes,
        people=people,
        state=state,
        finished_at=finished_at,
        moment=moment,
        seats_text=SeatsText(state.seats, people, state.winners, seats, ranked),
        decided=decided_in(moment) if state.turn and has_computers(people) else None,
        server_threw=storage.fetch_one(PLACES_THROWN_AT.sql, (game_id,)) is not None,
    )
