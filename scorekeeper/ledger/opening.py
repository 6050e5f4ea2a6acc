"""The first entry of a game: its opening, which pins the house rules, the people and the opener."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper import rules, storage
from scorekeeper.ledger.answers import answer_of, write_moment, write_seats
from scorekeeper.ledger.boards import Board, Facts, keep_board
from scorekeeper.ledger.canonical import canonical
from scorekeeper.ledger.chain import FIRST, Link, hash_of
from scorekeeper.ledger.changing_people import new_player
from scorekeeper.ledger.dice_secrets import Commitment, commit_dice
from scorekeeper.ledger.errors import NotFound
from scorekeeper.ledger.ids import new_entry_id, new_id, now
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.locking import is_there
from scorekeeper.ledger.people import People, Person, marks, people_to_text, text_by_ref
from scorekeeper.ledger.planning import Plan
from scorekeeper.ledger.projections import result_of
from scorekeeper.ledger.quotas import require_room
from scorekeeper.ledger.recorded import Recorded, entry_shown
from scorekeeper.ledger.stirring import stir
from scorekeeper.ledger.texts import FreeText, reference, salted, with_texts
from scorekeeper.ledger.times import shown
from scorekeeper.ledger.waiting import waits_for
from scorekeeper.storage.models import Entry, EntryText, Game, Scorecard, Seating


def open_planned(author: Author, plan: Plan) -> Recorded:
    """Open a game as it was planned, within the caller's transaction.

    Raises QuotaReached, and NotFound where the table was deleted meanwhile.
    """
    if not is_there(author.table_id):
        raise NotFound("table", author.table_id)
    require_room("games_per_table", author.table_id)
    for sitter in plan.sitters:
        for sql, params in new_player(author.table_id, sitter):
            storage.execute(sql, params)
    facts = _facts(author, plan)
    texts = _texts(plan)
    people: People = tuple(
        Person(sitter.player_id, sitter.name, reference(1, _name_of(seat)), sitter.computer)
        for seat, sitter in enumerate(plan.sitters, start=1)
    )
    commits = commit_dice(facts.game_id, 1, people)
    link = _link(author, plan, facts, {text.field: text.in_body for text in texts}, commits)
    played = rules.start(plan.ruleset, len(plan.sitters), plan.opener, plan.entry)
    told: dict[str, Any] = {
        "played": {"rolls": [], "ended_itself": False},
        "result": result_of(played.consequences, played.state),
        "sentences": [rules.tell(event, marks(people)) for event in played.consequences],
    }
    sentences = [with_texts(sentence, text_by_ref(people).get) for sentence in told["sentences"]]
    board = _board(facts, link, people, played.state, sentences)
    _write(board, link, told, texts)
    for sql, params in (*commits.steps, *stir(author.table_id, facts.game_id, 1)):
        storage.execute(sql, params)
    keep_board(board)
    return Recorded(
        facts.game_id,
        1,
        board.head,
        answer_of(board),
        entry_shown(1, link.entry_id),
        {**told["result"], "sentences": sentences},
    )


def _facts(author: Author, plan: Plan) -> Facts:
    return Facts(
        game_id=new_id("game"),
        table_id=author.table_id,
        series_id=plan.series_id,
        series_number=plan.series_number,
        ruleset=plan.ruleset,
        ruleset_text=canonical(plan.ruleset.to_json()),
        entry=plan.entry,
        created_at=now(),
        dice_set=plan.dice_set,
        advice=plan.advice,
    )


def _name_of(seat: int) -> str:
    """Which text of the opening a seat's name is."""
    return f"seats/{seat}/name"


def _texts(plan: Plan) -> list[FreeText]:
    names = [
        salted(_name_of(seat), sitter.name, sitter.player_id)
        for seat, sitter in enumerate(plan.sitters, start=1)
    ]
    return names if plan.dice_set is None else [*names, salted("dice_set", plan.dice_set)]


def _link(
    author: Author, plan: Plan, facts: Facts, digests: Mapping[str, dict[str, str]], commits: Commitment
) -> Link:
    body = {
        "ruleset": plan.ruleset.to_json(),
        "engine": rules.ENGINE_VERSION,
        "entry": plan.entry,
        "opener": plan.opener,
        "series": {"id": plan.series_id, "number": plan.series_number},
        "seats": [
            {"player_id": sitter.player_id, "name": digests[_name_of(seat)], **sitter.in_body}
            for seat, sitter in enumerate(plan.sitters, start=1)
        ],
        **({"dice_set": digests["dice_set"]} if plan.dice_set is not None else {}),
        **({"advice": plan.advice} if plan.advice != "allowed" else {}),
        **commits.in_body,
    }
    return Link(
        facts.game_id, 1, new_entry_id(), "open", canonical(body), facts.created_at, None, author.key_id
    )


def _board(facts: Facts, link: Link, people: People, state: rules.GameState, sentences: list[str]) -> Board:
    """The game at its first version."""
    last_entry = {
        "seq": 1,
        "entry_id": link.entry_id,
        "kind": link.kind,
        "seat": None,
        "recorded_at": shown(link.recorded_at),
        "sentences": sentences,
    }
    return Board(
        facts=facts,
        version=1,
        head=hash_of(link, FIRST),
        open_disputes=0,
        people=people,
        state=state,
        finished_at=None,
        moment=write_moment(state, None, last_entry, waits_for(state, people), is_provisional=False),
        seats_text=write_seats(state, people),
    )


def _write(board: Board, link: Link, told: dict[str, Any], texts: list[FreeText]) -> None:
    facts = board.facts
    Game.insert(
        id=facts.game_id,
        table=facts.table_id,
        series_id=facts.series_id,
        series_number=facts.series_number,
        status=board.state.status,
        ruleset=facts.ruleset_text,
        entry=facts.entry,
        engine=rules.ENGINE_VERSION,
        created_at=facts.created_at,
        dice_set=facts.dice_set,
        advice=None if facts.advice == "allowed" else facts.advice,
    ).execute()
    Scorecard.insert(
        game=facts.game_id,
        table_id=facts.table_id,
        version=1,
        head=board.head,
        status=board.state.status,
        moment=board.moment,
        state=canonical(rules.state_to_json(board.state)),
    ).execute()
    Seating.insert(
        game=facts.game_id,
        first=facts.first_text,
        pinned=facts.pinned_text,
        seats=board.seats_text.by_number,
        ranked=board.seats_text.by_rank,
        people=people_to_text(board.people),
    ).execute()
    Entry.insert(
        game=facts.game_id,
        seq=1,
        entry_id=link.entry_id,
        kind=link.kind,
        body=link.body,
        recorded_at=link.recorded_at,
        key=link.key_id,
        prev_hash=FIRST,
        hash=board.head,
        told=canonical(told),
    ).execute()
    EntryText.insert_many(
        [
            {
                "game": facts.game_id,
                "seq": 1,
                "field": text.field,
                "text": text.text,
                "salt": text.salt,
                "player": text.player_id,
            }
            for text in texts
        ]
    ).execute()
