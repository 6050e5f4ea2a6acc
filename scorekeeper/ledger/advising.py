"""What the computer plays: the choice that promises the most points."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper import odds, rules
from scorekeeper.odds import Choice
from scorekeeper.odds.turn_graph import place_of


def best_choice(state: rules.GameState) -> Choice:
    """What the seat to move does best before its next roll; its turn is open, and it may stand."""
    policy, turn = odds.most_points(state.ruleset.turn), state.turn_state
    options = policy.options(place_of(turn), turn.rolls_left)
    return options[policy.best_option(place_of(turn), turn.rolls_left)][0]


def best_keep(state: rules.GameState, dice: Sequence[int], hold: int | None) -> Choice:
    """What the seat to move does best with dice that it has just thrown. The rules allow them."""
    policy, turn = odds.most_points(state.ruleset.turn), state.turn_state
    kept = odds.keeps(turn, Choice("roll", len(dice), hold), dice)
    prospects = [policy.prospect(place_of(after), after.rolls_left) for _, after in kept]
    return kept[policy.best_of(prospects)][0]
