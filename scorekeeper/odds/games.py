"""The game that an open turn belongs to: how it is told who will win it, exactly where that can be done.

Exact, where they are small enough to be solved in time (`docs/odds.md` says which are): games that go to
whoever wins rounds, for four seats at the most; games of totals for two, and after so many rounds for three;
the last rounds of those for four and five; whatever one round decides, and the round that ends a game of
totals. All other games are played out at random, by seats that play for the round, or for the most points;
their rounds are solved where that is not too much, and else played out too.
"""

from contextlib import suppress

import numpy as np

from scorekeeper.odds.games_of_rounds import TooLarge, games_of_rounds
from scorekeeper.odds.last_rounds import is_last_round, last_round_outlook
from scorekeeper.odds.outlook import Outlook
from scorekeeper.odds.rounds import played_round, round_outlook
from scorekeeper.odds.simulated_rounds import random_games
from scorekeeper.odds.simulated_totals import totals_outlook
from scorekeeper.odds.totals_for_more import totals_for_more
from scorekeeper.odds.totals_for_two import totals_for_two
from scorekeeper.odds.turn_batch import SCORE_COUNT
from scorekeeper.rules.state import GameState


def game_outlook(state: GameState) -> Outlook:
    """What every end of the open turn leads to in the game; the game must wait for a turn."""
    if len(state.numbers("in", "joining")) == 1:
        return _certain(state)
    if is_decided_by_round(state):
        return round_outlook(state)
    with suppress(TooLarge):
        if is_last_round(state):
            return last_round_outlook(state)
        if not state.ruleset.goal.can_end_level:
            return games_of_rounds(state.ruleset).outlook(state)
        if _is_for_two(state):
            two = totals_for_two(state)
            return two.settled(state) if state.roll_off else two.outlook(state)
        return totals_for_more(state).outlook(state)
    if state.ruleset.goal.can_end_level:
        return totals_outlook(state)
    return random_games(state.ruleset).outlook(state)


def played_game(state: GameState) -> Outlook:
    """The same where it is too much to solve: all is played out, this round and what it leads to."""
    if len(state.numbers("in", "joining")) == 1:
        return _certain(state)
    if is_decided_by_round(state):
        return played_round(state)
    if state.ruleset.goal.can_end_level:
        return totals_outlook(state, is_played=True)
    return random_games(state.ruleset, is_played=True).outlook(state)


def is_decided_by_round(state: GameState) -> bool:
    """Whether whoever wins this round, or roll-off, wins the game."""
    return state.is_extra_round or _is_one_round(state)


def _is_one_round(state: GameState) -> bool:
    """Whether whoever wins this round wins the game, and nothing else does."""
    goal = state.ruleset.goal
    return goal.kind == "rounds_won" and goal.rounds == 1 and not state.ruleset.counts_chips


def _is_for_two(state: GameState) -> bool:
    """Whether totals alone decide between two seats."""
    rules = state.ruleset
    chips_decide = rules.antes_per_round and (rules.counts_chips or rules.opener.next_round == "winner")
    return len(state.numbers("in")) == 2 and not state.numbers("joining") and not chips_decide


def _certain(state: GameState) -> Outlook:
    """Who is alone in a game can't lose it."""
    assert state.to_move is not None
    after = np.zeros((state.ruleset.turn.rolls + 1, SCORE_COUNT, len(state.seats) + 1))
    after[..., state.to_move - 1] = 1
    return Outlook(state.to_move, after)
