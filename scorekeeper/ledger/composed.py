"""An amendment that was judged, as it is written: its entry, the game after it, what its sender is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper import rules
from scorekeeper.ledger.answers import answer_of, write_moment, write_seats
from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.canonical import canonical
from scorekeeper.ledger.chain import Link, hash_of
from scorekeeper.ledger.changes import changes_between, readable
from scorekeeper.ledger.composing import Effect, Plan, Telling, effect_of, marks_of_all
from scorekeeper.ledger.dice_secrets import NO_COMMITMENT, Commitment, commit_anew
from scorekeeper.ledger.holding import entry_job
from scorekeeper.ledger.ids import new_entry_id, now
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.people import People, people_to_text, text_by_ref
from scorekeeper.ledger.projections import NO_RESULT
from scorekeeper.ledger.quotas import require_room_for_entry
from scorekeeper.ledger.recorded import Recorded, entry_shown, texts_of
from scorekeeper.ledger.rewriting import rewrite_of
from scorekeeper.ledger.series import opener_warnings
from scorekeeper.ledger.texts import reference
from scorekeeper.ledger.times import shown
from scorekeeper.ledger.waiting import decided_by, waits_for
from scorekeeper.storage import Job, Step, amending, statements


@dataclass(frozen=True, slots=True)
class Sent:
    """What every amendment has.

    shown: what was sent, to be shown beside what is there. entry_id: a UUID of the client's. entered_at: the
    phone's claim, microseconds UTC. if_match: the version that the sender has seen.
    """

    author: Author
    game_id: str
    shown: Mapping[str, Any]
    entry_id: str | None
    entered_at: int | None
    if_match: int | None
    dry_run: bool


@dataclass(frozen=True, slots=True)
class Composed:
    """An amendment that was judged, and the game after it; nothing of it is written yet."""

    before: Board
    after: Board
    plan: Plan
    effect: Effect
    link: Link
    columns: tuple[Any, ...]
    answer: dict[str, Any]
    commits: Commitment = NO_COMMITMENT

    def recorded(self, *, dry_run: bool, extra: Mapping[str, Any]) -> Recorded:
        """What the sender is told."""
        text_of = _texts(self.before, self.after.people, self.link.seq, self.plan)
        told = readable(self.answer, text_of)
        return Recorded(
            self.after.facts.game_id,
            self.after.version,
            self.after.head,
            answer_of(self.after),
            entry_shown(self.link.seq, self.link.entry_id),
            told.pop("result"),
            dry_run=dry_run,
            more={**told, **extra},
        )

    def job(self) -> Job:
        """The statements that write it, guarded by the head that it was judged against, and by the key."""
        game_id, state_text = self.after.facts.game_id, canonical(rules.state_to_json(self.after.state))
        steps = [*self._entry(), *self._game(), *self.effect.steps(game_id), *self.plan.steps]
        steps += self.commits.steps
        return entry_job(self.after, self.before.head, state_text, steps)

    def _entry(self) -> list[Step]:
        link, game_id = self.link, self.link.game_id
        entry = (
            game_id,
            link.seq,
            link.entry_id,
            link.kind,
            link.body,
            link.recorded_at,
            link.entered_at,
            link.key_id,
            self.before.head,
            self.after.head,
            *self.columns,
        )
        steps: list[Step] = [*self.plan.new_players, (statements.APPEND.sql, entry)]
        steps.append((amending.ADD_AMENDMENT.sql, (game_id, link.seq, canonical(self.answer))))
        steps += [
            (
                statements.ADD_TEXT.sql,
                (game_id, link.seq, text.field, text.text, text.salt, text.player_id),
            )
            for text in self.plan.texts
        ]
        followed = self.effect.inserted
        if followed is not None:
            assert self.effect.stretch is not None
            item = self.effect.stretch.script.find(link.seq)
            rewrite = rewrite_of(item, followed, "")
            assert rewrite is not None
            steps.append((amending.ADD_REWRITE.sql, (game_id, *rewrite)))
        return steps

    def _game(self) -> list[Step]:
        before, after, game_id = self.before, self.after, self.after.facts.game_id
        steps: list[Step] = []
        if after.seats_text is not before.seats_text:
            seats = after.seats_text
            columns = (seats.by_number, seats.by_rank, people_to_text(after.people), game_id)
            steps.append((statements.SET_SEATING.sql, columns))
        if (after.state.status, after.finished_at) != (before.state.status, before.finished_at):
            steps.append((statements.SET_STATUS.sql, (after.state.status, after.finished_at, game_id)))
        if after.open_disputes != before.open_disputes:
            steps.append((amending.SET_OPEN_DISPUTES.sql, (after.open_disputes, game_id)))
        return steps


def compose(board: Board, sent: Sent, plan: Plan) -> Composed:
    """Judge an amendment and put together all that it leads to. Raises as `effect_of`, and QuotaReached."""
    require_room_for_entry(plan.kind, board.version)
    effect = effect_of(board, plan)
    seq = board.version + 1
    commits = _commits(board, effect, seq)
    body = {**plan.body, **effect.edits.in_body(), **commits.in_body}
    link = Link(
        board.facts.game_id,
        seq,
        sent.entry_id or new_entry_id(),
        plan.kind,
        canonical(body),
        now(),
        sent.entered_at,
        sent.author.key_id,
    )
    result = {**NO_RESULT, "game_over": effect.state.is_over}
    names = marks_of_all(board, effect.names)
    sentences = plan.tell(Telling(names, board.state, effect.state, effect.lost, effect.edits, effect.names))
    said = {"result": result, "sentences": sentences}
    columns = _columns(plan, effect, said)
    after = _after(board, link, plan, effect, columns[0], sentences)
    answer = {
        "result": {**result, "sentences": sentences},
        "changes": changes_between(board, after, effect.entries(seq, link.entry_id), effect.edits),
        "warnings": opener_warnings(board, after),
    }
    return Composed(board, after, plan, effect, link, columns, answer, commits)


def _commits(board: Board, effect: Effect, seq: int) -> Commitment:
    """When a game was over its secret could be read: where it goes on, there is a new one."""
    if board.state.is_over and not effect.state.is_over:
        return commit_anew(board.facts.game_id, seq, effect.names.people)
    return NO_COMMITMENT


def _columns(plan: Plan, effect: Effect, said: dict[str, Any]) -> tuple[Any, ...]:
    """seat, round, turn, place and told of the amendment's own entry."""
    followed = effect.inserted
    if followed is not None:
        return (*followed.columns, canonical({**followed.told, "said": said}))
    about, played = plan.about, {"rolls": [], "ended_itself": False}
    return (about.seat, about.round, about.turn, None, canonical({"played": played, **said}))


def _after(
    board: Board, link: Link, plan: Plan, effect: Effect, seat: int | None, sentences: list[str]
) -> Board:
    """The game after the amendment."""
    state = effect.state
    people = plan.people or (board.people if effect.stretch is None else effect.names.people)
    finished_at = None
    if state.is_over:
        finished_at = board.finished_at if board.state.is_over else link.recorded_at
    seats = board.seats_text
    if (seats.seats, seats.people, seats.winners) != (state.seats, people, state.winners):
        seats = write_seats(state, people)
    open_disputes = board.open_disputes + plan.open_disputes
    decided = board.decided
    if effect.stretch is not None:
        decided = decided_by(effect.stretch.plays(), state)
    last_entry = {
        "seq": link.seq,
        "entry_id": link.entry_id,
        "kind": link.kind,
        "seat": seat,
        "recorded_at": shown(link.recorded_at),
        "sentences": readable(sentences, _texts(board, people, link.seq, plan)),
    }
    return Board(
        facts=board.facts,
        version=link.seq,
        head=hash_of(link, board.head),
        open_disputes=open_disputes,
        people=seats.people,
        state=state,
        finished_at=finished_at,
        moment=write_moment(
            state,
            finished_at,
            last_entry,
            waits_for(state, people, decided),
            is_provisional=open_disputes > 0,
        ),
        seats_text=seats,
        decided=decided,
        server_threw=board.server_threw,
    )


def _texts(before: Board, people: People, seq: int, plan: Plan) -> Callable[[str], str | None]:
    """The texts that marks stand for; those of the log are read when one is asked for that no seat has."""
    own = {reference(seq, text.field): text.text for text in plan.texts}
    known: dict[str, str | None] = {**text_by_ref(before.people), **text_by_ref(people), **own}
    logged: dict[str, str | None] = {}

    def text_of(ref: str) -> str | None:
        if ref in known:
            return known[ref]
        if not logged:
            logged.update(texts_of(before.facts.game_id))
        return logged.get(ref)

    return text_of
