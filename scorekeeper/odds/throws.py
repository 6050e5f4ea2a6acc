"""The chances of dice: every throw of so many dice with the number of ways in which it falls."""

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial

from scorekeeper.rules.turn_state import DICE, FACES


@lru_cache(maxsize=DICE + 1)
def throws(dice: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every throw of `dice` dice (1 to 5) as ascending faces, each with its ways; they sum to 6**dice."""
    return tuple((faces, _ways(faces)) for faces in combinations_with_replacement(FACES, dice))


def _ways(faces: tuple[int, ...]) -> int:
    ways = factorial(len(faces))
    for count in Counter(faces).values():
        ways //= factorial(count)
    return ways
