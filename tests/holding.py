"""What holds of every game, after every entry.

Game       a game that is played, with all that was entered
check(..)  everything that must hold of it now
"""

from __future__ import annotations

import json
from collections.abc import Callable

from scorekeeper import rules
from scorekeeper.rules import (
    GameState,
    Input,
    Place,
    Refused,
    Roll,
    Score,
    Stand,
    StartRoll,
    Thrown,
    next_entry,
    standings,
)
from tests.playing import Opening

NAMES = [f"Seat {number}" for number in range(1, 100)]


def through_json(state: GameState) -> GameState:
    """The state, written and read again."""
    return rules.state_from_json(json.loads(json.dumps(rules.state_to_json(state))), state.ruleset)


def entry_through_json(entry: Input) -> Input:
    """The entry, written and read again; its place is gone."""
    return rules.input_from_json(json.loads(json.dumps(rules.input_to_json(entry))))


class Game:
    """A game into which anything may be entered.

    Attributes:
        opening: the state that it was opened in.
        state: the state now.
        written: the state now, written and read again.
        entries: what was accepted, as the log would have it.
    """

    def __init__(self, opening: Opening) -> None:
        self.opening = self.state = opening.start()
        self.written = through_json(self.state)
        self.entries: list[Input] = []

    def enter(self, entry: Input) -> None:
        """Make an entry that must be accepted."""
        played = rules.play(self.state, entry)
        assert played.consequences
        for consequence in played.consequences:
            assert rules.tell(consequence, NAMES).endswith(".")
        self.entries.append(entry_through_json(entry))
        self.state = played.state
        self.written = through_json(self.state)

    def refusal(self, entry: Input) -> list[str]:
        """The codes that an entry would be refused for; empty where it is legal. It changes nothing."""
        codes = []
        try:
            rules.decide(self.state, entry)
        except Refused as refused:
            codes = [violation.code for violation in refused.violations] or ["refused for nothing"]
        assert self.state == self.written
        assert set(codes) <= set(rules.CODES)
        return codes

    def try_to_enter(self, entry: Input) -> None:
        """Make an entry that may be legal or not."""
        if not self.refusal(entry):
            self.enter(entry)

    def check(self) -> None:
        """Everything that must hold now."""
        for holds in _HOLDS:
            holds(self)


def _the_state_is_the_replay_of_what_was_entered(game: Game) -> None:
    assert rules.replay(game.opening, game.entries) == game.state


def _the_state_survives_being_written(game: Game) -> None:
    assert game.written == game.state


def _chips_and_pot_are_conserved(game: Game) -> None:
    """A seat that left keeps in its row what it took along; a late seat's row brings what it starts with."""
    start, chips = game.state.ruleset.starting_chips, [seat.chips for seat in game.state.seats]
    if start is None:
        assert set(chips) == {None}
        assert game.state.pot == 0
        return
    held = [count for count in chips if count is not None]
    assert sum(held) + game.state.pot == start * len(chips)
    assert game.state.pot >= 0
    assert min(held) >= 0 or not game.state.ruleset.counts_chips


def _every_unfinished_game_has_a_legal_entry(game: Game) -> None:
    hint = next_entry(game.state)
    if game.state.is_over:
        assert (hint.action, hint.seat) == ("none", None)
        return
    assert hint.seat is not None
    assert game.state.seat(hint.seat).status == "in"
    assert hint.dice_counts
    for count in range(7):
        assert (not game.refusal(_plain_roll(game.state, count))) == (count in hint.dice_counts)


def _hints_say_whether_a_stand_or_a_score_is_legal(game: Game) -> None:
    hint = next_entry(game.state)
    if hint.action == "roll":
        assert hint.seat is not None
        assert (not game.refusal(Stand(hint.seat))) == hint.stand
        assert (not game.refusal(Score(hint.seat, 7))) == hint.score


def _seats_come_once_and_only_seats_that_are_in(game: Game) -> None:
    state = game.state
    assert len(set(state.to_come)) == len(state.to_come)
    assert {state.seat(seat).status for seat in state.to_come} <= {"in"}
    assert not {result.seat for result in state.results} & set(state.to_come)
    if state.turn:
        assert state.turn.seat == state.to_move
        assert not state.turn.state.is_over
        assert len(state.turn.rolls) == state.turn.state.rolls_used


def _a_game_has_winners_when_it_is_finished_and_only_then(game: Game) -> None:
    state = game.state
    assert bool(state.winners) == (state.status == "finished")
    assert {state.seat(seat).status for seat in state.winners} <= {"in"}
    assert (state.to_move is None) == state.is_over
    assert state.pot == 0 or state.status != "finished"


def _ranks_are_sane(game: Game) -> None:
    rows = standings(game.state)
    assert sorted(row.seat for row in rows) == list(range(1, len(game.state.seats) + 1))
    ranks = [row.rank for row in rows]
    assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
    assert [row.dense_rank for row in rows] == [1 + len({r for r in ranks if r < rank}) for rank in ranks]
    by_seat = {row.seat: row.rank for row in rows}
    if game.state.winners:
        assert {seat for seat, rank in by_seat.items() if rank == 1} == set(game.state.winners)
    assert {by_seat[seat] for seat in game.state.numbers("left")} <= {max(ranks)}


def _plain_roll(state: GameState, count: int) -> Input:
    """A roll of so many ones, of which nothing but their number can be wrong."""
    assert state.to_move is not None
    place, dice = Place(state.round or None, state.roll_off), (1,) * count
    if state.start:
        return StartRoll(state.to_move, dice, place)
    is_held = state.turn_state.has_crew and count == 1 and 1 in state.turn_state.dice_counts
    hold = state.turn_state.cargo[0] if is_held else None
    return Roll(state.to_move, Thrown(dice, hold=hold), place=place)


_HOLDS: tuple[Callable[[Game], None], ...] = (
    _the_state_is_the_replay_of_what_was_entered,
    _the_state_survives_being_written,
    _chips_and_pot_are_conserved,
    _every_unfinished_game_has_a_legal_entry,
    _hints_say_whether_a_stand_or_a_score_is_legal,
    _seats_come_once_and_only_seats_that_are_in,
    _a_game_has_winners_when_it_is_finished_and_only_then,
    _ranks_are_sane,
)
