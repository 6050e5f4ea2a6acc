"""From a submission that the rules accept to all that is to be written for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper import rules
from scorekeeper.ledger.answers import answer_of, write_moment, write_seats
from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.canonical import canonical
from scorekeeper.ledger.chain import Link, hash_of
from scorekeeper.ledger.changing_people import Change, change_people
from scorekeeper.ledger.holding import entry_job
from scorekeeper.ledger.ids import new_entry_id, now
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.people import marks, people_to_text, text_by_ref
from scorekeeper.ledger.places import Filled, filled_by
from scorekeeper.ledger.projections import played_of, result_of, rounds_ended, turn_ended
from scorekeeper.ledger.quotas import require_room_for_entry
from scorekeeper.ledger.recorded import Recorded, entry_shown
from scorekeeper.ledger.submissions import PEOPLE_KINDS, Submission, to_input
from scorekeeper.ledger.telling import tell_play
from scorekeeper.ledger.texts import with_texts
from scorekeeper.ledger.times import shown
from scorekeeper.ledger.waiting import Decided, decided_after, waits_for
from scorekeeper.storage import Job, Step, statements


@dataclass(frozen=True, slots=True)
class Prepared:
    """An entry that was judged legal, and the game after it; nothing of it is written yet."""

    before: Board
    board: Board
    link: Link
    state_text: str
    filled: Filled
    seat: int | None
    told: dict[str, Any]
    sentences: list[str]
    consequences: tuple[rules.Consequence, ...]
    change: Change
    with_it: tuple[Step, ...]

    @property
    def may_clash(self) -> bool:
        """Whether it holds something that others may write too without changing the game: a new player."""
        return bool(self.change.new_players)

    def recorded(self, dry_run: bool) -> Recorded:
        """What the sender is told."""
        return Recorded(
            self.board.facts.game_id,
            self.board.version,
            self.board.head,
            answer_of(self.board),
            entry_shown(self.link.seq, self.link.entry_id),
            {**self.told["result"], "sentences": self.sentences},
            dry_run=dry_run,
        )

    def job(self) -> Job:
        """The statements that write it, guarded by the head that it was judged against, and by the key."""
        steps = [*self._entry(), *self._people(), *self._rows(), *self.with_it]
        return entry_job(self.board, self.before.head, self.state_text, steps)

    def _entry(self) -> list[Step]:
        link = self.link
        entry = (
            link.game_id,
            link.seq,
            link.entry_id,
            link.kind,
            link.body,
            link.recorded_at,
            link.entered_at,
            link.key_id,
            self.before.head,
            self.board.head,
            self.seat,
            self.filled.round,
            self.filled.turn,
            self.filled.place,
            canonical(self.told),
        )
        return [(statements.APPEND.sql, entry)]

    def _people(self) -> list[Step]:
        """New players and free texts where the entry has them, and the seats if it changes any."""
        change = self.change
        steps: list[Step] = [*change.new_players]
        steps += [
            (
                statements.ADD_TEXT.sql,
                (self.link.game_id, self.link.seq, text.field, text.text, text.salt, text.player_id),
            )
            for text in change.texts
        ]
        seats = self.board.seats_text
        if seats is not self.before.seats_text:
            people = people_to_text(change.people)
            columns = (seats.by_number, seats.by_rank, people, self.link.game_id)
            steps.append((statements.SET_SEATING.sql, columns))
        return steps

    def _rows(self) -> list[Step]:
        """The rows of a turn, a round and a game that ended."""
        game_id, before, after = self.link.game_id, self.before.state, self.board.state
        steps: list[Step] = []
        turn = turn_ended(self.consequences, before)
        if turn:
            columns = (
                game_id,
                turn["number"],
                turn["round"],
                turn["roll_off"],
                turn["seat"],
                canonical(turn),
            )
            steps.append((statements.END_TURN.sql, columns))
        for row in rounds_ended(self.consequences, before, after):
            round_columns = (
                game_id,
                row["number"],
                canonical(row),
                self.link.seq,
                self.state_text,
            )
            steps.append((statements.END_ROUND.sql, round_columns))
        if after.status != before.status:
            steps.append((statements.SET_STATUS.sql, (after.status, self.board.finished_at, game_id)))
        return steps


def prepare(board: Board, author: Author, submission: Submission) -> Prepared:
    """Judge a submission against a board.

    Raises rules.Refused, Invalid where it names people who can't sit down, and QuotaReached.
    """
    kind, seq = submission.kind_in_log, board.version + 1
    change = change_people(board, submission, seq)
    played = _play(board.state, submission)
    require_room_for_entry(kind, board.version)
    seat = submission.body.get("seat", change.seat)
    filled = filled_by(kind, seat, board.state)
    link = Link(
        board.facts.game_id,
        seq,
        submission.entry_id or new_entry_id(),
        kind,
        canonical(_body(submission, change, filled)),
        now(),
        submission.entered_at,
        author.key_id,
    )
    called = marks(change.people)
    told = {
        "played": played_of(played.consequences, board.state),
        "result": result_of(played.consequences, played.state),
        "sentences": change.sentences or tell_play(submission.body, played.consequences, called),
    }
    names = text_by_ref(board.people) | text_by_ref(change.people)
    sentences = [with_texts(sentence, names.get) for sentence in told["sentences"]]
    decided = decided_after(board.decided, played.state, submission.body)
    server_threw = board.server_threw or "thrown_by" in submission.body
    last_entry = _last_entry(link, seat, sentences)
    after = _after(board, link, played.state, change, last_entry, decided, server_threw=server_threw)
    return Prepared(
        before=board,
        board=after,
        link=link,
        state_text=canonical(rules.state_to_json(played.state)),
        filled=filled,
        seat=seat,
        told=told,
        sentences=sentences,
        consequences=played.consequences,
        change=change,
        with_it=submission.with_it,
    )


def _play(state: rules.GameState, submission: Submission) -> rules.Played:
    if submission.kind in PEOPLE_KINDS:
        return rules.Played(state, ())
    return rules.play(state, to_input(submission))


def _body(submission: Submission, change: Change, filled: Filled) -> dict[str, Any]:
    """What the log holds: what was sent, with its place filled in and texts replaced by their digests."""
    body = {field: value for field, value in submission.body.items() if value is not None}
    return {**body, **change.in_body, **(filled.named or {})}


def _after(
    board: Board,
    link: Link,
    state: rules.GameState,
    change: Change,
    last_entry: dict[str, Any],
    decided: Decided | None,
    *,
    server_threw: bool,
) -> Board:
    """The game after the entry."""
    is_new_end = state.is_over and not board.state.is_over
    finished_at = link.recorded_at if is_new_end else board.finished_at
    seats = board.seats_text
    if not seats.is_of(state, change.people):
        seats = write_seats(state, change.people)
    return Board(
        facts=board.facts,
        version=link.seq,
        head=hash_of(link, board.head),
        open_disputes=board.open_disputes,
        people=change.people,
        state=state,
        finished_at=finished_at,
        moment=write_moment(
            state,
            finished_at,
            last_entry,
            waits_for(state, change.people, decided),
            is_provisional=board.open_disputes > 0,
        ),
        seats_text=seats,
        decided=decided,
        server_threw=server_threw,
    )


def _last_entry(link: Link, seat: int | None, sentences: list[str]) -> dict[str, Any]:
    return {
        "seq": link.seq,
        "entry_id": link.entry_id,
        "kind": link.kind,
        "seat": seat,
        "recorded_at": shown(link.recorded_at),
        "sentences": sentences,
    }
