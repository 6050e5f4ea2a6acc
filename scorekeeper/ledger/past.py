"""A game as it was after each of its entries, told again from the log.

What is stored is the game as it now stands. A `Past` stands at an earlier entry and goes on from there, one
entry at a time, as the game did when it was played: a play is judged on the state of its time, and an
amendment changes only what comes after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any, Final, NamedTuple

from scorekeeper import rules, storage
from scorekeeper.ledger.answers import answer_of, write_moment, write_seats
from scorekeeper.ledger.boards import Board, Facts, SeatsText, look_at
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.course import Course
from scorekeeper.ledger.name_history import NAMING_KINDS, NameHistory, Naming, namings_of
from scorekeeper.ledger.people import People, marks
from scorekeeper.ledger.recorded import said_by, texts_of
from scorekeeper.ledger.script import AMENDMENT_KINDS, NO_EDITS, PLAY_KINDS, Item, Script, edits_of
from scorekeeper.ledger.stretches import load_stretch, start_of
from scorekeeper.ledger.telling import tell_play
from scorekeeper.ledger.texts import with_texts
from scorekeeper.ledger.times import shown
from scorekeeper.ledger.waiting import decided_by, waits_for
from scorekeeper.storage import logged

MOST_TOLD_AGAIN: Final = 2_000
"""A game with more entries is not told again from its opening."""
_DISPUTES: Final = {"dispute": 1, "ruling": -1, "withdrawal": -1}
"""How many more disputes are open after an entry."""
_EVERY: Final = 1 << 30


class TooFarBack(Exception):
    """To stand where it was asked for, too much would have to be told again."""


class Made(NamedTuple):
    """An entry as it was made; `seat` and `told` as they are stored by now."""

    seq: int
    entry_id: str
    kind: str
    body: str
    recorded_at: int
    seat: int | None
    told: str
    head: str


class Told(NamedTuple):
    """An entry and what it led to: its number, its sentences, and the game's answer after it as JSON text."""

    seq: int
    sentences: list[str]
    game: str


class Past:
    """A game at one of its entries.

    A whole past was told from the opening on; one that is not began after a round, and can't go on over an
    amendment.
    """

    def __init__(self, facts: Facts, beginning: rules.GameState, people: People, *, is_whole: bool) -> None:
        self.version = 0
        self.is_whole = is_whole
        self._facts, self._people = facts, people
        self._course = Course(beginning)
        self._namings: list[Naming] = []
        self._texts: Mapping[str, str | None] = {}
        self._open_disputes = 0
        self._finished_at: int | None = None
        self._seats: SeatsText | None = None

    @classmethod
    def at(cls, table_id: str, game_id: str, version: int) -> Past:
        """The game as it was after entry number `version`, 0 (not opened yet) to its newest.

        Raises NotFound, TooFarBack.
        """
        board = look_at(table_id, game_id).board
        past = cls._after_a_round(board, version)
        # Asked last: had an amendment changed what was just read, it would be among them.
        if past is None or any(map(_has_edits, _made_after(game_id, version))):
            past = cls._from_the_opening(board, version)
        return past

    @classmethod
    def _after_a_round(cls, board: Board, version: int) -> Past | None:
        """From what is stored, which holds if nothing was amended since. None: it begins with the opening."""
        row = storage.fetch_one(logged.ROUNDS_BY.sql, (board.facts.game_id, version))
        if row is None:
            return None
        stretch = load_stretch(board, row[0] + 1)
        past = cls(board.facts, stretch.beginning.state, (), is_whole=False)
        made = (item for item in stretch.items() if item.seq <= version)
        past._course = Course(stretch.beginning.state, made)
        past._people = _people_at(board, stretch.script, version)
        past._finished_at = board.finished_at if past._state.is_over else None
        since = takewhile(lambda made: made.seq <= board.version, _made_after(board.facts.game_id, version))
        past._open_disputes = board.open_disputes - sum(_DISPUTES.get(made.kind, 0) for made in since)
        past.version = version
        return past

    @classmethod
    def _from_the_opening(cls, board: Board, version: int) -> Past:
        if version > MOST_TOLD_AGAIN:
            raise TooFarBack
        entries = _made_after(board.facts.game_id, 0, max(version, 1))
        past = cls(board.facts, start_of(parsed(entries[0].body)), (), is_whole=True)
        past._texts = texts_of(board.facts.game_id)
        for made in entries[:version]:
            past._take(made)
        return past

    def go_on(self, count: int) -> Iterator[Told]:
        """The next entries, as many as there are and `count` at most. Raises TooFarBack at an amendment that
        this past can't go on over."""
        self._texts = texts_of(self._facts.game_id)
        for made in _made_after(self._facts.game_id, self.version, count):
            if not self.is_whole and _has_edits(made):
                raise TooFarBack
            sentences = self._take(made)
            yield Told(made.seq, sentences, answer_of(self._board(made, sentences)))

    @property
    def _state(self) -> rules.GameState:
        return self._course.state

    def _take(self, made: Made) -> list[str]:
        """Go on by one entry; its sentences."""
        was_over, body = self._state.is_over, parsed(made.body)
        said = said_by(parsed(made.told))["sentences"]
        if made.kind in NAMING_KINDS:
            self._namings.append(Naming(made.seq, made.kind, body))
            self._people = self._named_on()
        if made.kind in PLAY_KINDS:
            said = self._play(made, body)
        elif made.kind in AMENDMENT_KINDS:
            self._amend(made, body)
        if not self._state.is_over:
            self._finished_at = None
        elif not was_over:
            self._finished_at = made.recorded_at
        self._open_disputes += _DISPUTES.get(made.kind, 0)
        self.version = made.seq
        return [with_texts(sentence, self._texts.get) for sentence in said]

    def _play(self, made: Made, body: Mapping[str, Any]) -> list[str]:
        played = self._course.play(Item(made.seq, made.kind, body))
        return tell_play(body, played.consequences, marks(self._people))

    def _amend(self, made: Made, body: Mapping[str, Any]) -> None:
        edits = edits_of(body)
        if edits == NO_EDITS:
            return
        self._course.amend(edits, made.seq)
        plays = {item.seq: item for item in self._course.script.items if item.kind == "join"}
        known = [naming for naming in self._namings if naming.seq not in plays]
        joined = [Naming(item.seq, "join", item.body) for item in plays.values() if item.is_effective]
        history = sorted([*known, *joined], key=lambda naming: naming.seq)
        self._people = NameHistory(history, self._texts).people

    def _named_on(self) -> People:
        """Who sits where after the newest naming."""
        return NameHistory.unchanged(self._people).named(self._namings[-1], self._texts).people

    def _board(self, made: Made, sentences: list[str]) -> Board:
        seats = self._seats
        if seats is None or not seats.is_of(self._state, self._people):
            seats = self._seats = write_seats(self._state, self._people)
        last_entry = {
            "seq": made.seq,
            "entry_id": made.entry_id,
            "kind": made.kind,
            "seat": _seat_of(made),
            "recorded_at": shown(made.recorded_at),
            "sentences": sentences,
        }
        decided = decided_by(self._course.plays, self._state)
        return Board(
            facts=self._facts,
            version=made.seq,
            head=made.head,
            open_disputes=self._open_disputes,
            people=self._people,
            state=self._state,
            finished_at=self._finished_at,
            moment=write_moment(
                self._state,
                self._finished_at,
                last_entry,
                waits_for(self._state, self._people, decided),
                is_provisional=self._open_disputes > 0,
            ),
            seats_text=seats,
            decided=decided,
        )


def _made_after(game_id: str, after: int, count: int = _EVERY) -> list[Made]:
    return [Made(*row) for row in storage.fetch_all(logged.SAID_AFTER.sql, (game_id, after, count))]


def _has_edits(made: Made) -> bool:
    return made.kind in AMENDMENT_KINDS and edits_of(parsed(made.body)) != NO_EDITS


def _seat_of(made: Made) -> int | None:
    """The seat that an entry was of when it was made: a play may have been corrected to another one since."""
    body = parsed(made.body)
    if made.kind in AMENDMENT_KINDS:
        inserted = edits_of(body).inserted
        return made.seat if inserted is None else inserted.body.get("seat")
    return body.get("seat") if made.kind in PLAY_KINDS else made.seat


def _people_at(board: Board, script: Script, version: int) -> People:
    """Who sat where, where nothing was amended since."""
    if all(_seq_of(ref) <= version for ref in (person.ref for person in board.people)):
        return board.people
    namings: Iterable[Naming] = namings_of(board.facts.game_id, script)
    known = [naming for naming in namings if naming.seq <= version]
    return NameHistory(known, texts_of(board.facts.game_id)).people


def _seq_of(ref: str) -> int:
    return int(ref.partition("/")[0])
