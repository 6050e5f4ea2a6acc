"""Games that go to whoever wins rounds, among more seats than can be solved, played out at random.

Every round is played as `passes` solves it, by seats that want to win that round; where that is too much to
solve, it is played out itself (`played_passes`). Where each outcome of a
round leads is asked of the engine, so that games follow the house rules to the letter.

If all rounds were fair, the chances would be known (`fair_games`). They are not, but nearly, and what each
round favours a seat by is known exactly; so only that is gathered along random games, for some rounds,
which tells the chances far better than counting who won would: what the dice do beside it evens out.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

import numpy as np

from scorekeeper.odds.fair_games import fair_chances, favoured
from scorekeeper.odds.outlook import Outlook, played_outlook
from scorekeeper.odds.passes import whole_lineup
from scorekeeper.odds.round_ends import level_between, won_by
from scorekeeper.odds.round_keys import Key, round_key
from scorekeeper.odds.rounds import open_round
from scorekeeper.odds.turn_batch import Floats
from scorekeeper.odds.words import FOR_THE_LEAD_IN_EACH, FOR_THE_ROUND
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.state import GameState

SEED = 654
SAMPLES = 8
"""The games that are played out from each outcome of a round, at the most."""
FEWEST_SAMPLES = 4
"""So many are enough where they hardly differ."""
MOST_ROUNDS = 500
"""So many rounds are played out for an outlook, and each game for two times round the table at most."""
LEFT_OUT = 1e-3
"""What the rounds that are not played out are taken to add to the error."""
CLOSE = LEFT_OUT / 2
"""Beside that a standard error below this makes little difference."""
MOST_KNOWN = 4_000


class RandomGames:
    """Games under one ruleset, played out round by round; where a round led to is remembered.

    Args:
        is_played: whether rounds are played out as well. Else they are solved.
    """

    def __init__(self, ruleset: Ruleset, *, is_played: bool = False) -> None:
        self._is_played = is_played
        self._carries = "carry" in (ruleset.round.tie, ruleset.round.all_bust)
        self._chances: dict[Key, tuple[tuple[int, ...], Floats]] = {}
        self._known: dict[tuple[Key, int], GameState] = {}
        self._values: dict[Key, tuple[Floats, float, int]] = {}

    def outlook(self, state: GameState, seed: int = SEED) -> Outlook:
        """What every end of the open turn leads to, as far as random games show it."""
        assert state.to_move is not None
        now = open_round(state, is_played=self._is_played)
        after = now.after_scores()
        ends = [won_by(state, seat) for seat in now.seats]
        if after[..., -1].any():
            ends.append(level_between(state, now.seats))
        valued = [self._valued(end, len(ends), seed + number) for number, end in enumerate(ends)]
        worths = np.stack([value for value, _, _ in valued])
        errors = np.array([error for _, error, _ in valued])
        samples = sum(samples for _, _, samples in valued)
        chances = after[..., : len(ends)] @ worths
        chances = np.concatenate([chances, np.zeros((*chances.shape[:-1], 1))], axis=-1)
        # What is not known of an end is not known as often as a score leads there.
        unsure = np.moveaxis(after.mean(axis=0)[..., : len(ends)] * errors, -1, 0)
        if not self._is_played:
            noise, error = unsure, float(errors.max())
            return Outlook(state.to_move, chances[0], "simulated", error, samples, seed, FOR_THE_ROUND, noise)
        found = played_outlook(state.to_move, chances, samples, seed, FOR_THE_LEAD_IN_EACH)
        assert found.noise is not None
        return replace(
            found,
            error=float(np.hypot(found.error, errors.max())),
            noise=np.concatenate([found.noise, unsure]),
        )

    def _valued(self, state: GameState, ends: int, seed: int) -> tuple[Floats, float, int]:
        """The chance of every seat, its standard error, and the games that tell it."""
        if state.is_over:
            return fair_chances(state), 0.0, SAMPLES
        key = round_key(state)
        if key not in self._values:
            random = np.random.default_rng(seed)
            rounds = max(4, min(2 * len(state.to_come), MOST_ROUNDS // (SAMPLES * ends)))
            found = [self._favoured(state, rounds, random, game) for game in range(FEWEST_SAMPLES)]
            while (error := _standard_error(found)) > CLOSE and len(found) < SAMPLES:
                found.append(self._favoured(state, rounds, random, len(found)))
            if len(self._values) > MOST_KNOWN:
                self._values.clear()
            self._values[key] = (np.mean(found, axis=0), LEFT_OUT + error, len(found))
        return self._values[key]

    def _favoured(self, state: GameState, rounds: int, random: np.random.Generator, game: int) -> Floats:
        """The fair chances, and what the first rounds of a game favour each seat by."""
        found = fair_chances(state)
        for _ in range(rounds):
            if state.is_over:
                break
            seats, parts = self._round_chances(state)
            # Each game knows rounds by parts of its own: what differs between games is how sure they are.
            chances = parts[game % SAMPLES :: SAMPLES].mean(axis=0) if len(parts) > 1 else parts[0]
            fair = (1 - chances[-1]) / len(seats)
            found = found + favoured(state, seats, chances[:-1] - fair)
            state = self._next(state, seats, _drawn(chances, random))
        return found

    def _round_chances(self, state: GameState) -> tuple[tuple[int, ...], Floats]:
        """The seats of a round about to begin, their chances to win it, and last that it is carried; by part
        where it is played out. There all are taken to be able to pay the next ante, and to roll off in the
        order of play, so that it counts how many they are and no more."""
        # Where a pot may be carried, it counts who can pay the next ante; else nothing but the order of play.
        key = round_key(state) if self._carries and not self._is_played else state.to_come
        if key not in self._chances:
            if len(self._chances) > MOST_KNOWN:
                self._chances.clear()
            now = open_round(state, is_played=self._is_played, looks_ahead=False)
            if self._is_played:
                now = replace(now, lineup=whole_lineup(len(state.to_come)), seats=state.to_come)
            self._chances[key] = now.seats, now.chances()
        return self._chances[key]

    def _next(self, state: GameState, seats: Sequence[int], number: int) -> GameState:
        """Where a round leads that the seat with this number in the order wins, or that is carried."""
        key = (round_key(state), number)
        if key not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            is_won = number < len(seats)
            after = won_by(state, seats[number]) if is_won else level_between(state, seats)
            # A tie that can't be carried after all is rolled off: any of them may win it.
            self._known[key] = won_by(state, seats[-1]) if after.roll_off else after
        return self._known[key]


@lru_cache(maxsize=8)
def random_games(ruleset: Ruleset, *, is_played: bool = False) -> RandomGames:
    """The games under a ruleset, with what was found of them so far."""
    return RandomGames(ruleset, is_played=is_played)


def _standard_error(found: Sequence[Floats]) -> float:
    """How far the mean of what was found may be off, for the seat of which it is known worst."""
    return float(np.std(found, axis=0, ddof=1).max() / len(found) ** 0.5)


def _drawn(chances: Floats, random: np.random.Generator) -> int:
    return min(bisect_left(list(accumulate(chances.tolist())), random.random()), len(chances) - 1)
