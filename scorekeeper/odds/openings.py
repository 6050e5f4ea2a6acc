"""The roll for the opener: who may open, how likely each is to, and the game that begins so (S4)."""

from collections.abc import Sequence
from functools import cache

from scorekeeper.odds.round_ends import settled
from scorekeeper.odds.throws import throws
from scorekeeper.rules.consequences import OpenerFound
from scorekeeper.rules.evolve import evolve
from scorekeeper.rules.flow import START_DICE
from scorekeeper.rules.state import GameState


def opened_games(state: GameState) -> list[tuple[float, GameState]]:
    """Every game that a roll for the opener may lead to, with its chance."""
    return [(chance, _opened(state, seat)) for seat, chance in opener_chances(state) if chance]


def opener_chances(state: GameState) -> list[tuple[int, float]]:
    """The chance of every contender to open. Those who tie at the top roll again, and then are even."""
    assert state.start is not None
    rolled = dict(state.start.totals)
    known = [_certainly(rolled[seat]) if seat in rolled else _sums() for seat in state.start.contenders]
    return [
        (seat, _highest(known[place], [*known[:place], *known[place + 1 :]]))
        for place, seat in enumerate(state.start.contenders)
    ]


def _opened(state: GameState, seat: int) -> GameState:
    return settled(evolve(state, OpenerFound(seat)))


def _highest(own: dict[int, float], others: Sequence[dict[int, float]]) -> float:
    """The chance to have the highest sum; one that is shared counts by its share."""
    chance = 0.0
    for total, share in own.items():
        level = [1.0]
        for other in others:
            less = sum(part for each, part in other.items() if each < total)
            same = other.get(total, 0.0)
            level = [
                (level[i] if i < len(level) else 0.0) * less + (level[i - 1] * same if i else 0.0)
                for i in range(len(level) + 1)
            ]
        chance += share * sum(part / (count + 1) for count, part in enumerate(level))
    return chance


def _certainly(total: int) -> dict[int, float]:
    return {total: 1.0}


@cache
def _sums() -> dict[int, float]:
    """The chance of every sum of the dice that are rolled for the opener."""
    found: dict[int, float] = {}
    for dice, ways in throws(START_DICE):
        found[sum(dice)] = found.get(sum(dice), 0.0) + ways / 6**START_DICE
    return found
