"""A round without cleverness: the engine says where every score leads, and each seat looks at all its turns.

Every seat makes its own chance the most; then the higher mean, then standing. Roll-offs that lead to
themselves are worked out again and again until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from scorekeeper import rules
from scorekeeper.rules import GameState, WholeTurn, consequences, turn
from scorekeeper.rules import Thrown as Dice
from scorekeeper.rules.turn_state import SCORES, TurnState
from tests.examples import BUST, crewed
from tests.odds.slowly import kept

EVEN = 1e-11
Vector = tuple[float, ...]
"""A chance for each seat, and last the mean of the score of the seat that is to move."""


class Thrown:
    """Where each move of a turn can lead, with its ways; asked of the engine once."""

    def __init__(self) -> None:
        self._seen: dict[tuple[TurnState, int, int | None], dict[tuple[TurnState, ...], int]] = {}

    def __call__(self, state: TurnState, count: int, hold: int | None) -> dict[tuple[TurnState, ...], int]:
        key = (state, count, hold)
        if key not in self._seen:
            found: dict[tuple[TurnState, ...], int] = {}
            for dice in product(range(1, 7), repeat=count):
                after = tuple(kept(state, tuple(sorted(dice)), hold))
                found[after] = found.get(after, 0) + 1
            self._seen[key] = found
        return self._seen[key]


THROWN = Thrown()


Ends = dict[tuple[int, int], Vector]
"""What every end of a turn leads to: by its score, and by the rolls that it took."""


class SlowRound:
    """The chances of all seats from any state of a round.

    `won` says what is decided: the chances, once a round is over, or None while it goes on.
    """

    def __init__(self, won: Callable[[GameState, tuple[object, ...]], Vector | None]) -> None:
        self._won = won
        self._opened: dict[tuple[int, ...], GameState] = {}
        self._guesses: dict[tuple[int, ...], Vector] = {}

    def settled(self, state: GameState) -> Vector:
        """The chances from a state, once the roll-offs have settled, those between the fewest seats first."""
        self.chances(state)
        for order in sorted(self._opened, key=len):
            self._settle(order)
        return self.chances(state)

    def chances(self, state: GameState) -> Vector:
        """The chances with the guesses as they are."""
        assert state.to_move is not None
        turn_state = state.turn_state
        most = turn_state.rolls_allowed
        counts = range(1, most + 1) if state.ruleset.turn.pace == "opener" else (most,)
        ends = {
            (score, rolls): self._after(state, score, rolls)
            for score in SCORES
            for rolls in (counts if score else (most,))
        }
        if len(counts) == 1:
            ends = {(score, rolls): ends[score, most] for score in SCORES for rolls in range(1, most + 1)}
        return _best(turn_state, ends, state.to_move - 1, {})[:-1]

    def _settle(self, order: tuple[int, ...]) -> None:
        for _ in range(100):
            before = self._guesses[order]
            self._guesses[order] = found = self.chances(self._opened[order])
            if max(abs(a - b) for a, b in zip(found, before, strict=True)) < EVEN:
                return
        raise AssertionError("it does not settle")

    def _after(self, state: GameState, score: int, rolls: int) -> Vector:
        assert state.to_move is not None
        dice = (BUST,) * (rolls - 1) + ((crewed(score) if score else BUST),)
        entry = WholeTurn(state.to_move, tuple(map(Dice, dice)), stand=score > 0)
        played = rules.play(state, entry)
        decided = self._won(played.state, played.consequences)
        if decided is not None:
            return decided
        if any(isinstance(each, consequences.RollOffOpened) for each in played.consequences):
            return self._guess(played.state)
        return self.chances(played.state)

    def _guess(self, state: GameState) -> Vector:
        if state.order not in self._guesses:
            self._opened[state.order] = state
            # Nothing at first: a guess too good would make it right never to end the roll-off.
            self._guesses[state.order] = (0.0,) * len(state.seats)
            self.chances(state)  # Finds the roll-offs that this one can lead to.
        return self._guesses[state.order]


def _best(state: TurnState, ends: Ends, seat: int, seen: dict[TurnState, Vector]) -> Vector:
    if state.is_over:
        return (*ends[state.score or 0, state.rolls_used], float(state.score or 0))
    if state not in seen:
        moves = []
        if state.can_stand:
            moves.append((*ends[sum(state.cargo), state.rolls_used], float(sum(state.cargo))))
            assert turn.stand(state).score == sum(state.cargo)
        for count in state.dice_counts:
            holds = sorted(set(state.cargo)) if state.has_crew and count == 1 else [None]
            moves += [_rolled(state, count, hold, ends, seat, seen) for hold in holds]
        seen[state] = _first_best(moves, seat)
    return seen[state]


def _rolled(
    state: TurnState,
    count: int,
    hold: int | None,
    ends: Ends,
    seat: int,
    seen: dict[TurnState, Vector],
) -> Vector:
    total = [0.0] * (len(next(iter(ends.values()))) + 1)
    for after, ways in THROWN(state, count, hold).items():
        found = _first_best([_best(each, ends, seat, seen) for each in after], seat)
        for index, part in enumerate(found):
            total[index] += ways * part
    return tuple(part / 6**count for part in total)


def _first_best(moves: list[Vector], seat: int) -> Vector:
    best = moves[0]
    for move in moves[1:]:
        ahead = move[seat] - best[seat]
        if ahead > EVEN or (ahead > -EVEN and move[-1] > best[-1] + EVEN):
            best = move
    return best
