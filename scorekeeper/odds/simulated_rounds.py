"""Games that go to whoever wins rounds, among more seats than can be solved, played out at random.

Every round is played as `passes` solves it, by seats that want to win that round; where that is too much to
solve, it is played out itself (`played_passes`). Where each outcome of a
round leads is asked of the engine, so that games follow the house rules to the letter.

What seats win in the long run is known (`long_run`): so the chances are those of rounds that are won as often
(`fair_games`), or of the ruin of all but one (`ruin`), to the end of the game. Single rounds differ from
that by who opens them. What each such round favours a seat by is known exactly; only that is gathered along
random games for some rounds, which tells the chances far better than counting who won would; what is left
of it after them is told by the long run again.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from scorekeeper.odds.fair_games import fair_chances, favoured
from scorekeeper.odds.long_run import LongRun, long_run
from scorekeeper.odds.outlook import Outlook, played_outlook
from scorekeeper.odds.passes import whole_lineup
from scorekeeper.odds.round_ends import level_between, won_by
from scorekeeper.odds.round_keys import Key, round_key
from scorekeeper.odds.rounds import open_round
from scorekeeper.odds.ruin import ruin
from scorekeeper.odds.turn_batch import Floats
from scorekeeper.odds.words import FOR_THE_LEAD_IN_EACH, FOR_THE_ROUND
from scorekeeper.rules.openers import clockwise_from, next_round_opener
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.state import GameState

SEED = 654
SAMPLES = 8
"""The games that are played out from each outcome of a round, at the most."""
FEWEST_SAMPLES = 4
"""So many are enough where they hardly differ."""
MOST_ROUNDS = 500
"""So many rounds are played out for an outlook, and each game for two times round the table at most."""
CLOSE = 5e-4
"""A standard error below this makes little difference."""
SURE = 1e-6
"""No game is known better than this, which integrals and floats may be off by."""
MOST_RUINS = 512_000
"""So much is drawn where games for chips are played on to their end for an outlook, many rounds at a time."""
LITTLE = 1 / 200
"""Who wins so little of all chips makes no difference to what later rounds favour seats by."""
ENOUGH_ANTES = 1_000
"""With so many nobody runs out of chips soon."""
NOTHING = 1e-13
PLAYED = (2, 3, 4, 6, 9)
"""Where rounds are played out, those of so many seats tell of the numbers between, too."""
MOST_KNOWN = 4_000


class _Table(NamedTuple):
    """The round that a question is about, and how many ends it has."""

    state: GameState
    ends: int

    @property
    def is_little(self) -> bool:
        """Whether the pot is so small that it makes no difference to later rounds who wins it. Between two
        seats nothing has to be played on."""
        return len(self.state.numbers("in", "joining")) > 2 and self.little <= LITTLE

    @property
    def little(self) -> float:
        """The part of all chips that is in the pot."""
        return self.state.pot / float(_chips(self.state).sum())


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
        self._ruins: dict[Key, Floats] = {}
        self._runs: dict[tuple[int, int, int], LongRun] = {}
        self._follow: dict[int, list[list[int]]] = {}

    def outlook(self, state: GameState, seed: int = SEED) -> Outlook:
        """What every end of the open turn leads to, as far as random games show it."""
        assert state.to_move is not None
        now = open_round(state, is_played=self._is_played)
        after = now.after_scores()
        ends = [won_by(state, seat) for seat in now.seats]
        if after[..., -1].any():
            ends.append(level_between(state, now.seats))
        self._table = _Table(state, len(ends))
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
        little = self._little(state)
        key = (round_key(state), round_key(self._table.state) if little else None)
        if key not in self._values:
            random = np.random.default_rng(seed)
            rounds = max(4, min(2 * len(state.to_come), MOST_ROUNDS // (SAMPLES * ends)))
            found = [self._favoured(state, rounds, random, game) for game in range(FEWEST_SAMPLES)]
            while (error := _standard_error(found)) > CLOSE and len(found) < SAMPLES:
                found.append(self._favoured(state, rounds, random, len(found)))
            if len(self._values) > MOST_KNOWN:
                self._values.clear()
            values = np.mean(found, axis=0).clip(0, 1)
            values /= values.sum()
            # How far the long run alone is off, from here on; from later on, it is so again at the most.
            left = (
                float(np.abs(values - self._told_at_once(state)).max()) if self._opener_moves(state) else 0.0
            )
            self._values[key] = (values, SURE + little + left + error, len(found))
        return self._values[key]

    def _favoured(self, state: GameState, rounds: int, random: np.random.Generator, game: int) -> Floats:
        """The chances at the rates of the long run, and what a game favours each seat by beside them."""
        rates = self._rates(state, game)
        found = fair_chances(state, rates)
        # Where the opener stays, one round is like the other, and the long run tells all.
        for _ in range(rounds if self._opener_moves(state) else 0):
            if state.is_over:
                break
            seats, parts = self._round_chances(state)
            # Each game knows rounds by parts of its own: what differs between games is how sure they are.
            chances = _part(parts, game)
            usual = (1 - chances[-1]) * rates[[seat - 1 for seat in seats]]
            found = found + _gained(state, seats, chances[:-1] - usual, rates)
            state = self._next(state, seats, _drawn(chances, random))
        if state.is_over:
            return found
        found = found + self._ahead(state, game)
        if state.ruleset.goal.kind == "last_with_chips":
            found = found + self._ruined(state, game)
        return found

    def _little(self, state: GameState) -> float:
        """The part of all chips that is taken to make no difference to later rounds, 0 where all is told."""
        is_for_chips = state.ruleset.goal.kind == "last_with_chips"
        return self._table.little if is_for_chips and self._table.is_little else 0.0

    def _told_at_once(self, state: GameState) -> Floats:
        """The chances as far as the long run tells them from here on."""
        return np.asarray(fair_chances(state, self._rates(state, 0)) + self._ahead(state, 0))

    def _opener_moves(self, state: GameState) -> bool:
        """Whether another seat may open the next round."""
        winners = (*state.numbers("in"), None)
        return {next_round_opener(state._replace(round_leader=winner)) for winner in winners} != {
            state.opener
        }

    def _ahead(self, state: GameState, game: int) -> Floats:
        """What each seat gains by who opens now and soon after, beside the long run."""
        seats = state.numbers("in", "joining")
        opener = seats.index(state.to_come[0])
        ahead = self._long_run(state, len(seats), opener, game).ahead[opener]
        return _gained(state, seats, ahead, self._rates(state, game))

    def _ruined(self, state: GameState, game: int) -> Floats:
        """What later rounds for chips favour each seat by in the long run."""
        seats = state.numbers("in", "joining")
        opener = seats.index(state.to_come[0])
        found = np.zeros(len(state.seats))
        run = self._long_run(state, len(seats), opener, game)
        if np.ptp(run.rates) < NOTHING:
            return found  # The opener goes round, and favours all alike.
        can_pay = self._chips_of_ends(state) / _ante(state)
        # Pots that are carried make the chips go to and fro as larger antes do, as far as seats can pay them.
        larger = min((1 + run.carried) / (1 - run.carried), max(1.0, float(can_pay.min())))
        antes = tuple((can_pay / larger).tolist())
        key = (seats, opener, antes, game)
        if key not in self._ruins:
            if len(self._ruins) > MOST_KNOWN:
                self._ruins.clear()
            self._ruins[key] = self._ruin(state, antes, opener, game)
        found[[seat - 1 for seat in seats]] = self._ruins[key]
        return found

    def _chips_of_ends(self, state: GameState) -> Floats:
        """What seats have in hand, and even shares of the pot. Where that is little, it is what they have in
        the round that is played now, so that nothing is played on for each of its ends."""
        table = self._table
        is_alike = table.state.numbers("in", "joining") == state.numbers("in", "joining")
        return _chips(table.state if table.is_little and is_alike else state)

    def _ruin(self, state: GameState, antes: tuple[float, ...], opener: int, game: int) -> Floats:
        seats = state.numbers("in", "joining")

        def rates(among: tuple[int, ...], opener: int) -> Floats:
            place = among.index(opener)
            if not self._is_played or len(among) == len(seats):
                return self._long_run(state, len(among), place, game).rates
            # Not every number of seats is played out, which would take too long.
            count = min(number for number in (*PLAYED, len(seats)) if number >= len(among))
            return np.roll(_spread(self._long_run(state, count, 0, game).rates, len(among)), place)

        def opens(among: tuple[int, ...], opener: int) -> int:
            if len(among) == len(seats):
                return opener
            left = _among(state, tuple(seats[place] for place in among))._replace(opener=seats[opener])
            return seats.index(next_round_opener(left))

        steps = len(seats) * (1 + float(np.log2(1 + np.mean(antes))))
        draws = steps * len(seats) * SAMPLES * (1 if self._table.is_little else self._table.ends)
        games = np.tile(np.array(antes), (max(4, int(MOST_RUINS / draws)), 1))
        return ruin(games, opener, rates, opens, np.random.default_rng((SEED, game)))

    def _rates(self, state: GameState, game: int) -> Floats:
        """By seat the share of rounds that are taken to be won by it; for chips, those of fair ones."""
        seats = state.numbers("in", "joining")
        found = np.zeros(len(state.seats))
        if state.ruleset.goal.kind == "last_with_chips":
            found[[seat - 1 for seat in seats]] = 1 / len(seats)
        else:
            run = self._long_run(state, len(seats), seats.index(state.to_come[0]), game)
            found[[seat - 1 for seat in seats]] = run.rates
        return found

    def _long_run(self, state: GameState, count: int, opener: int, game: int) -> LongRun:
        """Rounds among so many seats, whoever they are, that the one in this place opens first."""
        seats = tuple(range(1, count + 1))
        table = _among(state, seats)
        follow = self._openers_after(table, seats)
        # Where the opener moves on, each place opens sooner or later, whoever opens first.
        first = opener if {*follow[opener]} == {opener} else 0
        key = (count, first, game % SAMPLES if self._is_played else 0)
        if key not in self._runs:

            def chances(place: int) -> Floats:
                opened = _opened_by(table, seats[place])
                order, parts = self._round_chances(opened)
                found = _part(parts, game)
                return np.append(found[[order.index(seat) for seat in seats]], found[-1])

            self._runs[key] = long_run(first, chances, follow.__getitem__)
        return self._runs[key]

    def _openers_after(self, table: GameState, seats: tuple[int, ...]) -> list[list[int]]:
        """Who opens after a round that each of these places opened, by who has won that; last nobody."""
        if len(seats) not in self._follow:
            opened = [_opened_by(table, seat) for seat in seats]
            self._follow[len(seats)] = [
                [
                    seats.index(next_round_opener(each._replace(round_leader=winner)) or 0)
                    for winner in (*seats, None)
                ]
                for each in opened
            ]
        return self._follow[len(seats)]

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


def _ante(state: GameState) -> int:
    return state.ruleset.stakes.ante if state.ruleset.stakes else 0


def _chips(state: GameState) -> Floats:
    """The chips of every seat that is in or waits, with even shares of the pot."""
    seats = state.numbers("in", "joining")
    return np.array([(state.seat(seat).chips or 0) + state.pot / len(seats) for seat in seats])


def _among(state: GameState, seats: Sequence[int]) -> GameState:
    """The same game with only some seats in, who can pay for long."""
    chips = ENOUGH_ANTES * _ante(state) if state.ruleset.counts_chips else None
    table = tuple(
        seat._replace(status="in" if number in seats else "out", chips=chips)
        for number, seat in enumerate(state.seats, 1)
    )
    return state._replace(seats=table)


def _opened_by(state: GameState, seat: int) -> GameState:
    """A round about to begin that this seat opens."""
    order = clockwise_from(seat, state.numbers("in"))
    return state._replace(opener=seat, to_come=order)


def _gained(state: GameState, seats: Sequence[int], more_often: Floats, rates: Floats) -> Floats:
    """What seats gain that win so much more often than at these rates."""
    if np.abs(more_often).max() < NOTHING:
        return np.zeros(len(state.seats))
    return favoured(state, seats, more_often, rates)


def _spread(rates: Floats, seats: int) -> Floats:
    """How often so many seats win rounds, in the order of play, by what it is with more: each place is
    favoured as one that is as far from the opener and from the last seat."""
    found = np.interp(np.linspace(0, 1, seats), np.linspace(0, 1, len(rates)), rates)
    return np.asarray(found / found.sum())


def _part(parts: Floats, game: int) -> Floats:
    """What a game knows of a round."""
    return np.asarray(parts[game % SAMPLES :: SAMPLES].mean(axis=0) if len(parts) > 1 else parts[0])


def _standard_error(found: Sequence[Floats]) -> float:
    """How far the mean of what was found may be off, for the seat of which it is known worst."""
    return float(np.std(found, axis=0, ddof=1).max() / len(found) ** 0.5)


def _drawn(chances: Floats, random: np.random.Generator) -> int:
    return min(bisect_left(list(accumulate(chances.tolist())), random.random()), len(chances) - 1)
