"""Games of totals among three seats and more, played out at random.

Every later turn is played for the most points, in the order that its round has, and a level end is shared;
but where the last rounds are solved, games are played out no farther. The same random turns are put against
every score of the seat to move, so that its choices are told apart better than the chances themselves are
known.
"""

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.games_of_rounds import TooLarge
from scorekeeper.odds.last_rounds import last_round_outlook
from scorekeeper.odds.outlook import Outlook, played_outlook
from scorekeeper.odds.passes import sets_pace
from scorekeeper.odds.round_orders import NOT_PLAYED, RoundOrders, openers_after, round_orders
from scorekeeper.odds.totals_for_many import last_round_of_the_best
from scorekeeper.odds.totals_for_more import totals_for_more
from scorekeeper.odds.turn_batch import SCORE_COUNT, Floats, turn_batch
from scorekeeper.odds.words import FOR_POINTS, FOR_POINTS_AMONG_THE_BEST, tell_for_points
from scorekeeper.rules.flow import takes_round
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.state import GameState
from scorekeeper.rules.turn_state import SCORES

SEED = 654
MOST_SAMPLES = 4_000
MOST_SAMPLES_OF_MANY = 2_400
MOST_DRAWS = 150_000
"""So many turns are drawn at the most: the longer the game, the fewer samples."""
PARTS = 32
"""So many groups of samples tell how sure their mean is."""
FEWEST_SAMPLES = 2 * PARTS
NOW, EVENLY = 1, 2
"""Tell the random numbers of the open round, and of roll-offs, from those of later rounds' turns."""
PERFECT = SCORE_COUNT - 1

Whole = NDArray[np.signedinteger]


class _Turns(NamedTuple):
    """How a turn for the most points ends, to draw from: by the cap on its rolls, then all ends in a row."""

    summed: Floats
    scores: Whole
    rolls: Whole


class _Rest(NamedTuple):
    """This round without the open turn, by sample and by seat.

    Attributes:
        totals: after the round.
        scores: in the pass, NOT_PLAYED where there is none.
        evenly: by sample a number between 0 and 1, which tells who of those that are level wins a roll-off.
    """

    totals: Whole
    scores: Whole
    evenly: Floats


class _End(NamedTuple):
    """Where games are played out to: what totals are worth there, by sample the chance of each seat that is
    in or sits down with the next round, and last of a draw; how many rounds are still to come; how turns are
    taken to be played."""

    chances: Callable[[Whole], Floats]
    left: int
    assumption: str
    most_samples: int = MOST_SAMPLES


def totals_outlook(state: GameState, seed: int = SEED, *, is_played: bool = False) -> Outlook:
    """What every end of the open turn leads to, as far as random games show it.

    Args:
        is_played: whether games are played out to their end, so that nothing is solved for it.
    """
    assert state.to_move is not None
    seats = state.numbers("in", "joining")
    end = _shared_end(state) if is_played else _end(state)
    rounds = _rounds_left(state) - end.left
    opens = sets_pace(state.ruleset.turn) and state.pace is None and not state.roll_off
    most = min(end.most_samples, MOST_DRAWS // (rounds * len(seats) * (1 + opens)))
    samples = max(FEWEST_SAMPLES, most // PARTS * PARTS)
    openers = tuple(np.unique(openers_after(state)).tolist())
    later = _later_rounds(round_orders(state), openers, rounds - 1, samples, seed)
    lefts = range(state.ruleset.turn.rolls + 1)
    parts = np.zeros((PARTS, len(lefts), SCORE_COUNT, len(state.seats) + 1))
    places = [*(seat - 1 for seat in seats), -1]
    for left in lefts if opens else lefts[:1]:
        cap = max(1, state.ruleset.turn.rolls - left) if opens else state.pace
        # The same random numbers for every end of the turn: so they are told apart best.
        now = _rest_of_round(state, np.random.default_rng((seed, NOW)), cap, samples)
        mover = _Mover(state, now, later)
        totals = np.concatenate([mover.totals(score) for score in SCORES])
        chances = end.chances(totals).reshape(len(SCORES), PARTS, -1, len(places)).mean(axis=2)
        parts[:, left][np.ix_(range(PARTS), SCORES, places)] = np.moveaxis(chances, 1, 0)
    parts[:, :, 1] = parts[:, :, 0]  # There is no score of 1.
    if not opens:
        parts[:] = parts[:, :1]
    if not is_played:
        _put_last_round(state, parts)
    return played_outlook(state.to_move, parts, samples, seed, end.assumption)


def _end(state: GameState) -> _End:
    with suppress(TooLarge):
        games = totals_for_more(state)
        left, opener = games.solved_from(state)
        # First of all, since tables that have to be brought make the whole question start over.
        games.after_round(left, opener, np.zeros((1, len(state.numbers("in", "joining"))), dtype=int))
        return _End(partial(games.after_round, left, opener), left, tell_for_points(left))
    with suppress(TooLarge):
        return _End(last_round_of_the_best(state), 1, FOR_POINTS_AMONG_THE_BEST, MOST_SAMPLES_OF_MANY)
    return _shared_end(state)


def _shared_end(state: GameState) -> _End:
    return _End(partial(_shared, is_draw=state.ruleset.goal.tie == "draw"), 0, FOR_POINTS)


def _shared(totals: Whole, *, is_draw: bool) -> Floats:
    """Who has won, where a level end is shared."""
    level = totals == totals.max(axis=1, keepdims=True)
    counts = level.sum(axis=1, keepdims=True)
    return np.concatenate([level / counts, (counts > 1) & is_draw], axis=1)


def _put_last_round(state: GameState, parts: Floats) -> None:
    """Put in exactly what the scores lead to that reach the goal: the game ends with this round then."""
    goal = state.ruleset.goal.points
    if goal is None or state.roll_off or state.to_move is None:
        return
    reaching = slice(max(0, goal - state.seat(state.to_move).total), None)
    if range(SCORE_COUNT)[reaching]:
        with suppress(TooLarge):
            parts[:, :, reaching] = last_round_outlook(state).after[:, reaching]


def _rounds_left(state: GameState) -> int:
    """The rounds to be played, this one among them: at the most, or so many as it will hardly take."""
    goal = state.ruleset.goal
    if goal.kind == "highest_total":
        return max(1, (goal.rounds or 1) - state.round + 1)
    most = max(state.seat(seat).total for seat in state.numbers("in", "joining"))
    turns = _turns(state.ruleset.turn, state.ruleset.turn.rolls)
    mean = float(np.diff(turns.summed, prepend=0.0) @ turns.scores)
    return 6 + int(1.5 * max(0, (goal.points or 1) - most) / mean)


class _Mover:
    """The seat to move against the others in many random games: what each of its scores would come to."""

    def __init__(self, state: GameState, now: _Rest, later: Whole) -> None:
        self._state = state
        self._seats = state.numbers("in", "joining")
        self._own = self._seats.index(state.to_move or 0)
        self._now = now
        self._later = later
        self._openers = openers_after(state)
        self._orders = round_orders(state)
        self._others: tuple[Hashable, NDArray[np.bool_]] | None = None

    def totals(self, score: int) -> Whole:
        """The totals that games are played out to, by sample, if it scores so."""
        now, scores = self._now.totals, self._now.scores.copy()
        scores[:, self._own] = score
        is_over = takes_round(self._state.ruleset.turn, score)
        unplayed = [self._seats.index(seat) for seat in self._state.to_come[1:]] if is_over else []
        scores[:, unplayed] = NOT_PLAYED
        if not self._state.roll_off:
            now = now.copy()
            now[:, self._own] += score
            now[:, unplayed] = [self._state.seat(self._seats[place]).total for place in unplayed]
        openers = self._openers[self._orders.winners(scores, self._now.evenly)]
        return self._at_the_end(now, openers)

    def _after(self, openers: Whole) -> Whole:
        """What every seat adds in later rounds, opened by these by sample."""
        if len(self._later) == 1:
            return np.asarray(self._later[0])
        which = np.searchsorted(np.unique(self._openers), openers)
        return np.asarray(np.moveaxis(self._later[which, :, np.arange(len(openers))], 0, 1))

    def _at_the_end(self, now: Whole, openers: Whole) -> Whole:
        """The totals when the game ends: after all rounds, or after the first that reaches the goal."""
        later = self._after(openers)
        goal = self._state.ruleset.goal.points
        if goal is None:
            return np.asarray(now + later[-1], dtype=np.int16)
        own = now[:, self._own] + later[:, :, self._own] >= goal
        others = self._others_reach(now, later, openers)
        reached = own | others
        first = np.where(reached.any(axis=0), reached.argmax(axis=0), len(later) - 1)
        return np.asarray(now + later[first, np.arange(len(now))], dtype=np.int16)

    def _others_reach(self, now: Whole, later: Whole, openers: Whole) -> NDArray[np.bool_]:
        """After how many rounds, and in which samples, one of the others has reached the goal."""
        others = np.delete(now, self._own, axis=1)
        key = (int(others.sum()), openers.tobytes())
        if self._others is None or self._others[0] != key:
            reach = self._state.ruleset.goal.points or 0
            ahead = (others + np.delete(later, self._own, axis=2)).max(axis=2) >= reach
            self._others = (key, ahead)
        return self._others[1]


@lru_cache(maxsize=16)
def _later_rounds(
    orders: RoundOrders, openers: tuple[int, ...], rounds: int, samples: int, seed: int
) -> Whole:
    """What every seat adds in later rounds: by the place of who opens the first of them, after how many of
    them (0 to all), by sample and by seat. Whoever opens, the dice are the same."""
    random, evenly = np.random.default_rng(seed), np.random.default_rng((seed, EVENLY))
    found = np.zeros((rounds + 1, len(openers) * samples, orders.seats), dtype=np.int16)
    opening = np.repeat(openers, samples)
    for number in range(rounds):
        scores = _round(orders.turn, random, opening, orders.seats, samples)
        opening = orders.following(opening, scores, np.tile(evenly.random(samples), len(openers)))
        found[number + 1] = found[number] + scores.clip(min=0)
    return found.reshape(rounds + 1, len(openers), samples, orders.seats).swapaxes(0, 1)


def _rest_of_round(state: GameState, random: np.random.Generator, cap: int | None, samples: int) -> _Rest:
    """This round without the open turn."""
    seats = state.numbers("in", "joining")
    totals = np.tile(np.array([state.seat(seat).total for seat in seats], dtype=np.int16), (samples, 1))
    scores = np.full(totals.shape, NOT_PLAYED, dtype=np.int16)
    for result in state.results:
        if result.seat in seats:
            scores[:, seats.index(result.seat)] = result.score
    caps = np.full(samples, cap or state.ruleset.turn.rolls, dtype=np.int16)
    is_over = np.zeros(samples, dtype=bool)
    for seat in state.to_come[1:]:
        place = seats.index(seat)
        drawn, _ = _draw(state.ruleset.turn, random.random(samples), caps)
        scores[:, place] = np.where(is_over, NOT_PLAYED, drawn)
        if not state.roll_off:
            totals[:, place] += scores[:, place].clip(min=0)
        if takes_round(state.ruleset.turn, PERFECT):
            is_over |= drawn == PERFECT
    return _Rest(totals, scores, random.random(samples))


def _round(turn: TurnRules, random: np.random.Generator, openers: Whole, seats: int, samples: int) -> Whole:
    """A whole round that these open: what is scored, by row and by seat. After so many rows, the dice are the
    same again."""
    rows = np.arange(len(openers))
    caps = np.full(len(openers), turn.rolls, dtype=np.int16)
    is_over = np.zeros(len(openers), dtype=bool)
    found = np.zeros((len(openers), seats), dtype=np.int16)
    for number in range(seats):
        drawn = np.tile(random.random(samples), len(openers) // samples)
        scores, rolls = _draw(turn, drawn, caps)
        found[rows, (openers + number) % seats] = np.where(is_over, NOT_PLAYED, scores)
        if sets_pace(turn) and number == 0:
            caps = rolls
        if takes_round(turn, PERFECT):
            is_over |= scores == PERFECT
    return found


def _draw(turn: TurnRules, chances: Floats, caps: Whole) -> tuple[Whole, Whole]:
    """The scores of turns under these caps, and the rolls that they took, by numbers between 0 and 1."""
    scores, rolls = np.zeros(len(caps), dtype=np.int16), np.zeros(len(caps), dtype=np.int16)
    for cap in np.unique(caps):
        turns = _turns(turn, int(cap))
        are = caps == cap
        ends = np.searchsorted(turns.summed, chances[are]).clip(max=len(turns.scores) - 1)
        scores[are], rolls[are] = turns.scores[ends], turns.rolls[ends]
    return scores, rolls


@lru_cache(maxsize=64)
def _turns(turn: TurnRules, cap: int) -> _Turns:
    points = np.arange(SCORE_COUNT, dtype=np.float64) / PERFECT
    worths = np.broadcast_to(points, (1, turn.rolls + 1, SCORE_COUNT))
    chances = turn_batch(turn).score_chances(np.array(worths), cap)[0]
    left, score = np.nonzero(chances > 0)
    rolls = (cap - left).astype(np.int16)
    return _Turns(np.cumsum(chances[left, score]), score.astype(np.int16), rolls)
