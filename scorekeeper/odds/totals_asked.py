"""What the engine is asked about totals between two: who opens next, and what level totals lead to."""

from functools import lru_cache

from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.round_ends import played_out
from scorekeeper.rules.game import start
from scorekeeper.rules.openers import clockwise_from
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.state import GameState

FAR_BEHIND = -10_000
"""A total that reaches no goal, to ask the engine about a round in the middle of a game."""


def template_of(ruleset: Ruleset, seats: tuple[int, ...], table: int) -> GameState:
    """A game in its first round in which only these seats are in, and far from any goal."""
    opened = start(ruleset, max(table, ruleset.seats.min), seats[0], "dice_or_score").state
    changed = tuple(
        seat._replace(status="in" if number in seats else "left", total=FAR_BEHIND)
        for number, seat in enumerate(opened.seats, 1)
    )
    return opened._replace(seats=changed)


def _asked(template: GameState, seats: tuple[int, int], opener: int, number: int) -> GameState:
    order = clockwise_from(opener, seats)
    return template._replace(round=number, opener=opener, to_come=order, results=())


@lru_cache(maxsize=256)
def next_opener(template: GameState, seats: tuple[int, int], opener: int, sign: int) -> int:
    """Who opens the next round: asked of the engine."""
    scores = {seats[0]: 7 + sign, seats[1]: 7 - sign}
    after = played_out(_asked(template, seats, opener, 1), scores)
    assert after.opener is not None
    return after.opener


@lru_cache(maxsize=256)
def level_value(template: GameState, seats: tuple[int, int], opener: int) -> tuple[float, float]:
    """What level totals at the end are worth to the lower seat, and the chance of a draw."""
    goal = template.ruleset.goal
    # The lower seat makes up for two points, so that the round itself has a winner.
    level = goal.points or 2
    totals = {seats[0]: level - 2, seats[1]: level}
    changed = tuple(
        seat._replace(total=totals.get(number, 0)) for number, seat in enumerate(template.seats, 1)
    )
    asked = _asked(template._replace(seats=changed), seats, opener, goal.rounds or 1)
    after = played_out(asked, {seats[0]: 2})
    if after.is_over:
        return (1 / len(after.winners) if seats[0] in after.winners else 0.0, float(len(after.winners) > 1))
    first, second = roll_offs(template.ruleset.turn).chances(2)
    return (float(first if after.to_come[0] == seats[0] else second), 0.0)
