"""The two answers that are read most, written beside the state: a game, and its standings.

They are JSON text with the fields in the order of the documentation, and hold nothing that could change
without an entry, so that the game's version is their tag.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper import rules
from scorekeeper.ledger.boards import Facts, SeatsText
from scorekeeper.ledger.canonical import compact
from scorekeeper.ledger.people import People
from scorekeeper.ledger.projections import shown_roll
from scorekeeper.ledger.times import shown
from scorekeeper.rules.state import GameState


@dataclass(frozen=True, slots=True)
class Moment:
    """What an answer is about: a game at a version. `last_entry` is shown as it is."""

    facts: Facts
    version: int
    head: str
    people: People
    state: GameState
    finished_at: int | None
    last_entry: dict[str, Any]
    is_provisional: bool = False


class Answers(NamedTuple):
    """Both answers as JSON text, and their seats for the next time."""

    game: str
    standings: str
    seats_text: SeatsText


def write_answers(moment: Moment, known: SeatsText | None = None) -> Answers:
    """The game's answer and its standings' answer; `known`: the seats as they were written last."""
    if known is None or not known.is_of(moment.state, moment.people):
        known = _write_seats(moment.state, moment.people)
    return Answers(_game(moment, known.by_number), _standings(moment, known.by_rank), known)


def _game(moment: Moment, seats: str) -> str:
    facts, state = moment.facts, moment.state
    finished_at = "null" if moment.finished_at is None else f'"{shown(moment.finished_at)}"'
    rest = {
        "start": _start(state),
        "round": _round(state),
        "turn": _turn(state),
        "next": rules.next_entry(state).to_json(),
        "winners": state.winners,
        "provisional": moment.is_provisional,
        "last_entry": moment.last_entry,
    }
    return (
        f'{{{facts.first_text},"status":"{state.status}","version":{moment.version},"head":"{moment.head}",'
        f'{facts.pinned_text},"finished_at":{finished_at},"seats":{seats},{compact(rest)[1:]}'
    )


def _standings(moment: Moment, ranked: str) -> str:
    first = {
        "game_id": moment.facts.game_id,
        "version": moment.version,
        "status": moment.state.status,
        "provisional": moment.is_provisional,
        "winners": moment.state.winners,
    }
    return f'{compact(first)[:-1]},"standings":{ranked}}}'


def _write_seats(state: GameState, people: People) -> SeatsText:
    ranking = rules.standings(state)
    places = {place.seat: place for place in ranking}
    texts = [
        compact(
            {
                "seat": number,
                "player_id": person.player_id,
                "name": person.name,
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
    ranked = (texts[place.seat - 1] for place in ranking)
    return SeatsText(state.seats, people, state.winners, f"[{','.join(texts)}]", f"[{','.join(ranked)}]")


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
    scores = {result.seat: result.score for result in state.results}
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
        "cargo": [{"seat": seat, "score": scores.get(seat)} for seat in state.order],
    }


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
