"""The two answers that are read most, written as an entry is recorded: a game, and its standings.

They are JSON text and hold nothing that could change without an entry, so that the game's version is their
tag. Each is kept in parts: what never changes, the seats, which change when a turn ends, and the moment,
which changes with every entry. A reader gets the parts put together.
"""

from __future__ import annotations

from typing import Any

from scorekeeper import rules
from scorekeeper.ledger.boards import Board, SeatsText
from scorekeeper.ledger.canonical import compact
from scorekeeper.ledger.people import People
from scorekeeper.ledger.projections import shown_roll
from scorekeeper.ledger.times import shown_or_none
from scorekeeper.rules.state import GameState, Result


def game_text(first: str, version: int, head: str, status: str, pinned: str, seats: str, moment: str) -> str:
    """The game's answer from its parts."""
    now = f'"status":"{status}","version":{version},"head":"{head}"'
    return f'{{{first},{now},{pinned},"seats":{seats},{moment}}}'


def standings_text(game_id: str, version: int, status: str, is_provisional: bool, ranked: str) -> str:
    """The standings' answer from its parts."""
    provisional = "true" if is_provisional else "false"
    now = f'"version":{version},"status":"{status}","provisional":{provisional}'
    return f'{{"game_id":"{game_id}",{now},{ranked}}}'


def answer_of(board: Board) -> str:
    """The game's answer at a board's version."""
    facts = board.facts
    return game_text(
        facts.first_text,
        board.version,
        board.head,
        board.state.status,
        facts.pinned_text,
        board.seats_text.by_number,
        board.moment,
    )


def write_moment(
    state: GameState,
    finished_at: int | None,
    last_entry: dict[str, Any],
    waits_for: dict[str, Any],
    *,
    is_provisional: bool,
) -> str:
    """The members of the game's answer that change with every entry. waits_for: its `next`."""
    members = {
        "finished_at": shown_or_none(finished_at),
        "start": _start(state),
        "round": _round(state),
        "turn": _turn(state),
        "next": waits_for,
        "winners": state.winners,
        "provisional": is_provisional,
        "last_entry": last_entry,
    }
    return compact(members)[1:-1]


def write_seats(state: GameState, people: People) -> SeatsText:
    """The seats of both answers."""
    ranking = rules.standings(state)
    places = {place.seat: place for place in ranking}
    texts = [
        compact(
            {
                "seat": number,
                "player_id": person.player_id,
                "name": person.name,
                "computer": None if person.computer is None else {"dice": person.computer},
                "status": seat.status,
                "rounds_won": seat.rounds_won,
                "total": seat.total,
                "chips": seat.chips,
                "rank": places[number].rank,
                "dense_rank": places[number].dense_rank,
                "unverified": seat.unverified,
            }
        )
        for number, (seat, person) in enumerate(zip(state.seats, people, strict=True), start=1)
    ]
    ranked = ",".join(texts[place.seat - 1] for place in ranking)
    return SeatsText(
        state.seats,
        people,
        state.winners,
        f"[{','.join(texts)}]",
        f'"winners":{compact(state.winners)},"standings":[{ranked}]',
    )


def _start(state: GameState) -> dict[str, Any] | None:
    """The roll for the opener, null once it is over or where there is none."""
    if state.start is None:
        return None
    return {
        "attempt": state.start.attempt,
        "totals": [{"seat": seat, "total": total} for seat, total in state.start.totals],
        "to_come": state.start.to_come,
    }


def _round(state: GameState) -> dict[str, Any] | None:
    if not state.round:
        return None
    results = {result.seat: result for result in state.results}
    return {
        "number": state.round,
        "opener": state.opener,
        "roll_off": state.roll_off,
        "extra_round": state.is_extra_round,
        "order": state.order,
        "pot": state.pot,
        "best": state.best,
        "leaders": state.leaders,
        "to_come": state.to_come,
        "deferred": state.deferred,
        "cargo": [_cargo(seat, results.get(seat)) for seat in state.order],
    }


def _cargo(seat: int, result: Result | None) -> dict[str, Any]:
    if result is None:
        return {"seat": seat, "score": None, "unverified": False}
    return {"seat": seat, "score": result.score, "unverified": result.is_unverified}


def _turn(state: GameState) -> dict[str, Any] | None:
    if state.is_over or state.start:
        return None
    turn = state.turn_state
    return {
        "seat": state.to_move,
        "number": state.turns + 1,
        "rolls": [shown_roll(roll) for roll in state.turn.rolls] if state.turn else [],
        "rolls_used": turn.rolls_used,
        "rolls_left": turn.rolls_left,
        "banked": turn.banked,
        "cargo": turn.cargo,
        "legal": {"dice_counts": turn.dice_counts, "stand": turn.can_stand, "hold": turn.holdable},
    }
