"""Games of rounds that are played on to their end, thousands side by side, a row of numbers for each.

How often each place wins a round is known; so nothing is left to chance but who wins which. Every beginning
is put to the same random numbers, so that how much one is better than another is known better than what each
is worth.

A game is told twice: by how it ends, and by what each of its rounds favours a seat by, beside what the seat's
place in the game is worth if rounds are fair (`fair_games`); or where the opener stays, and rounds favour the
same seats all along, by how it ends without what luck did (`_Walk._lucky`). Both are right on average, and
far apart in how much they differ from game to game: so both are told together, weighed so that the whole
differs least.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.effort import room, spend
from scorekeeper.odds.fair_races import fair_races
from scorekeeper.odds.turn_batch import Floats, Indices
from scorekeeper.rules.openers import opener_after
from scorekeeper.rules.ruleset import NextOpener

PARTS = 32
GAMES = 2 * PARTS
"""So many games are played from each beginning, and then more until they tell enough."""
MOST_GROWTH = 8
LEAST_GROWTH = 0.1
"""At most, and at least, so many times as many more."""
GOOD = 2e-3
"""A standard error below this is good enough."""
MOST_WORK = 25_000_000
"""So many numbers are looked at in all games together, if the first of them do with it."""
MOST_ROUNDS = 400
MOST_WORK_AT_ONCE = 3_000_000
"""The first games end where they have looked at so many; what is left of them is told by the long run."""
FEW = 4
"""Of games for chips the long run tells the rest once no more than one in so many is still on: it is hardly
off then, and the last ones take most of the rounds."""
COST = 2.5e-5
"""The milliseconds that it takes to look at one of them, as `effort` counts them."""
WORK_OF_ROUND = 10_000
"""A round takes so much work beside, however few games play it."""
WORK_OF_ROW = 10
"""And so much for each of them, however few seats play."""
MOST_CHIPS_OF_TWO = 300
"""Two seats with so many antes are told by solving all that they may come to."""
SURE = 1e-12
KEEN = 0.5
"""So much for or against a seat is as good as sure."""

Flags = NDArray[np.bool_]


class Beginning(NamedTuple):
    """A round about to begin, its seats by their place at the table.

    Attributes:
        is_in: who takes part.
        opener: who opens it.
        chips: what each has in hand, in antes.
        pot: what lies in the middle, in antes.
        needed: the rounds that each has still to win.
    """

    is_in: tuple[bool, ...]
    opener: int
    chips: tuple[float, ...]
    pot: float
    needed: tuple[int, ...]


class Round(NamedTuple):
    """What the chances of a round depend on.

    Attributes:
        seats: how many take part.
        opener: how many of them sit before the opener.
        payers: by place in the order of play who can pay the next ante; empty where that is no matter.
    """

    seats: int
    opener: int
    payers: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """What games go by.

    Attributes:
        next_round: who opens the next round.
        is_race: whether they go to whoever wins so many rounds; else to the last with chips.
        counts_chips: whether who can't pay is out.
        by_opener: whether it matters where the opener sits, and not only how far from it a seat is.
        carries: whether it matters who can pay the next ante.
        stays: whether one seat opens every round of a game for chips: rounds favour the same seats all along,
            and the long run does not tell what is left. So games are played to their end however long they
            take, and told without what luck did.
        chances: of a round, by part (or one for all) and by place in the order of play, the chance to win it,
            and last that nobody does.
        ahead: of so many seats, by place, how many rounds more it wins from now on than in the long run.
    """

    next_round: NextOpener
    is_race: bool
    counts_chips: bool
    by_opener: bool
    carries: bool
    stays: bool
    chances: Callable[[Round], Floats]
    ahead: Callable[[int], Floats]


class Walked(NamedTuple):
    """What games told.

    Attributes:
        parts: the chances by part, by beginning and by seat; each part is the mean of as many games.
        left: how far they may be off beside that, by beginning: what the long run told.
        games: how many were played from each beginning.
    """

    parts: Floats
    left: Floats
    games: int


def walked(course: Course, beginnings: Sequence[Beginning], seed: int) -> Walked:
    """What beginnings are worth to each seat."""
    found: list[_Walk] = []
    more = GAMES
    while more:
        walk = _Walk(course, beginnings, more, np.random.default_rng((seed, len(found))))
        walk.play()
        found.append(walk)
        more = _more(found)
    games = sum(walk.games for walk in found)
    left = np.array([walk.left * walk.games for walk in found]).sum(axis=0) / games
    return Walked(_parts(found), left, games)


def _more(found: Sequence["_Walk"]) -> int:
    """How many games more are played: as many as tell enough, or as there is work left for. It is the same
    work to play a round of few games or of many, so that many are played at once."""
    error, last = _error(found), found[-1]
    if error <= GOOD:
        return 0
    games, of_rounds = sum(walk.games for walk in found), last.rounds * WORK_OF_ROUND
    # What follows needs some of what is left of the question.
    work = min(MOST_WORK - sum(walk.work for walk in found), room() / COST / 2)
    fitting = (work - of_rounds) * last.games / max(1, last.work - of_rounds)
    wanted = games * ((error / GOOD) ** 2 - 1)
    more = int(min(fitting, MOST_GROWTH * games, wanted)) // PARTS * PARTS
    # So few more hardly tell more.
    return more if more >= games * LEAST_GROWTH else 0


def _error(found: Sequence["_Walk"]) -> float:
    return float(_parts(found).std(axis=0, ddof=1).max() / PARTS**0.5)


def _parts(found: Sequence["_Walk"]) -> Floats:
    ended = np.concatenate([walk.ended for walk in found], axis=1)
    gained = np.concatenate([walk.gained for walk in found], axis=1)
    told = np.stack([told_best(*both) for both in zip(ended, gained, strict=True)])
    parts = told.reshape(len(told), -1, PARTS, told.shape[-1]).mean(axis=1)
    return np.moveaxis(parts, 1, 0)


def told_best(ended: Floats, gained: Floats) -> Floats:
    """By game what came out, and what rounds favoured seats by, which is the same on average: both together,
    so that they differ least between games. Long games are told better by how they end, and short ones by
    what their rounds favour."""
    apart = gained - ended
    apart_by = apart - apart.mean(axis=0)
    spread = (apart_by**2).sum()
    both = (apart_by * (ended - ended.mean(axis=0))).sum()
    weight = 1.0 if spread <= SURE else float(np.clip(-both / spread, 0, 1))
    return np.asarray(ended + weight * apart)


class _Walk:
    """Games from all beginnings, a row for each of those that are still on; changed as they are played.

    Attributes:
        ended, gained: by beginning, by game and by seat: how it ended, and what rounds favoured each by.
        left: by beginning how far the long run may be off that told what was left.
        games, rounds, work: how many were played from each beginning, in how many rounds, and the work.
    """

    def __init__(
        self, course: Course, beginnings: Sequence[Beginning], games: int, random: np.random.Generator
    ) -> None:
        self._course, self._random, self.games = course, random, games
        self.work = self.rounds = 0
        count, self._seats = len(beginnings), len(beginnings[0].is_in)
        self._rows = np.arange(count * games)
        self._is_in = np.repeat(np.array([each.is_in for each in beginnings]), games, axis=0)
        self._opener = np.repeat(np.array([each.opener for each in beginnings]), games)
        self._chips = np.repeat(np.array([each.chips for each in beginnings], dtype=float), games, axis=0)
        self._pot = np.repeat(np.array([each.pot for each in beginnings], dtype=float), games)
        self._needed = np.repeat(np.array([each.needed for each in beginnings]), games, axis=0)
        self._total = np.repeat(np.array([sum(each.chips) + each.pot for each in beginnings]), games)
        self._races = fair_races(int(self._needed.max())) if course.is_race else None
        # What it favours a seat by that others run out of chips is not known.
        self._tells_gains = not course.stays and not (course.is_race and course.counts_chips)
        self._tables: dict[int, int] = {}
        self._known: list[Floats] = []
        self._stacked = np.zeros((0, 1, 0))
        self._two: dict[float, Floats] = {}
        self._ended = np.zeros((len(self._rows), self._seats))
        if course.stays:
            # What luck did is taken from how the game ends.
            self._gained = np.zeros_like(self._ended)
        else:
            self._gained = self._fair() if self._tells_gains else self._ended
        self._left = np.zeros(len(self._rows))
        self._count = count

    @property
    def ended(self) -> Floats:
        return self._ended.reshape(self._count, self.games, -1)

    @property
    def gained(self) -> Floats:
        return self._gained.reshape(self._count, self.games, -1)

    @property
    def left(self) -> Floats:
        return np.asarray(self._left.reshape(self._count, self.games).mean(axis=1))

    def play(self) -> None:
        """Play all games on."""
        each = WORK_OF_ROW + self._seats * (
            self._races.points // 3 if self._races and self._tells_gains else 1
        )
        most = MOST_WORK_AT_ONCE * self.games // GAMES
        self._settle_two()
        while len(self._rows) and not self._is_told(self.work > most):
            self.rounds += 1
            more = len(self._rows) * each + WORK_OF_ROUND
            spend(COST * more)
            self.work += more
            self._play_round()
            self._settle_two()
        self._tell_rest()
        if self._course.stays:
            self._gained += self._ended

    def _is_told(self, is_long: bool) -> bool:
        """Whether the long run may tell the rest. is_long: the rounds so far took much work."""
        has_few = FEW * len(self._rows) <= len(self._left) and not self._course.is_race
        return (has_few or is_long or self.rounds > MOST_ROUNDS) and not self._course.stays

    def _play_round(self) -> None:
        """Play a round of every game, and begin the next one."""
        won = self._chances()
        places = self._places()
        by_seat = np.take_along_axis(won, places, axis=1) * self._is_in
        if self._tells_gains:
            self._gained[self._rows] += self._favoured(by_seat, won[:, -1])
        drawn = self._random.random(self.games)[self._rows % self.games]
        place = (np.cumsum(won, axis=1) < drawn[:, None]).sum(axis=1)
        is_won = place < self._seats
        winner = ((places == place[:, None]) & self._is_in).argmax(axis=1)
        if self._course.stays:
            self._gained[self._rows] -= self._lucky(by_seat, won[:, -1], is_won, winner)
        here = np.flatnonzero(is_won)
        self._chips[here, winner[here]] += self._pot[here]
        self._pot[here] = 0
        self._needed[here, winner[here]] -= 1
        self._begin_next(is_won, winner)

    def _begin_next(self, is_won: Flags, winner: Indices) -> None:
        is_over = np.zeros(len(is_won), dtype=bool)
        if self._course.is_race:
            is_over = is_won & (np.take_along_axis(self._needed, winner[:, None], axis=1)[:, 0] <= 0)
        self._ended[self._rows[is_over], winner[is_over]] = 1
        if self._course.counts_chips:
            self._is_in &= self._chips >= 1
            seats = self._is_in.sum(axis=1)
            alone = ~is_over & (seats == 1)
            self._ended[self._rows[alone], self._is_in[alone].argmax(axis=1)] = 1
            is_over |= alone
            self._chips -= self._is_in
            self._pot += seats
        self._keep(~is_over)
        self._opener = self._next_openers(np.where(is_won, winner, -1)[~is_over])

    def _keep(self, stay: Flags) -> None:
        """Go on with some games alone."""
        if stay.all():
            return
        self._rows, self._opener, self._pot = self._rows[stay], self._opener[stay], self._pot[stay]
        self._is_in, self._chips, self._needed = self._is_in[stay], self._chips[stay], self._needed[stay]
        self._total = self._total[stay]

    def _next_openers(self, winner: Indices) -> Indices:
        """By row who opens the next round, where -1 stands for nobody who has won."""
        here = self._is_in @ (1 << np.arange(self._seats))
        keys = (here * self._seats + self._opener) * (self._seats + 1) + winner + 1
        _, first, where = np.unique(keys, return_index=True, return_inverse=True)
        rule = self._course.next_round
        opens = [_opens(rule, int(here[at]), int(self._opener[at]), int(winner[at])) for at in first]
        return np.array(opens, dtype=np.int64)[where]

    def _places(self) -> Indices:
        """By row and by seat its place in the order of play, of those who are in."""
        counts = np.cumsum(self._is_in, axis=1)
        before = np.take_along_axis(counts, self._opener[:, None], axis=1) - 1
        return np.asarray((counts - 1 - before) % np.maximum(counts[:, -1:], 1))

    def _chances(self) -> Floats:
        """By row and by place the chances of the round, and last that nobody wins it."""
        seats = self._is_in.sum(axis=1)
        opener = np.zeros(len(seats), dtype=np.int64)
        if self._course.by_opener:
            opener = (np.cumsum(self._is_in, axis=1) - self._is_in)[np.arange(len(seats)), self._opener]
        payers = np.zeros(len(seats), dtype=np.int64)
        if self._course.carries:
            pays = (self._chips >= 1) & self._is_in
            payers = (pays << self._places()).sum(axis=1)
        keys = (payers * (self._seats + 1) + seats) * self._seats + opener
        found, where = np.unique(keys, return_inverse=True)
        index = np.array([self._table(int(key)) for key in found])[where]
        if len(self._stacked) < len(self._known):
            self._stacked = np.stack(self._known)
        part = self._rows % PARTS if self._stacked.shape[1] > 1 else 0
        return np.asarray(self._stacked[index, part])

    def _table(self, key: int) -> int:
        if key not in self._tables:
            rest, opener = divmod(key, self._seats)
            payers, seats = divmod(rest, self._seats + 1)
            pays = tuple(bool(payers >> place & 1) for place in range(seats))
            found = self._course.chances(Round(seats, opener, pays if self._course.carries else ()))
            padded = np.zeros((len(found), self._seats + 1))
            padded[:, :seats], padded[:, -1] = found[:, :-1], found[:, -1]
            self._tables[key] = len(self._known)
            self._known.append(padded)
        return self._tables[key]

    def _fair(self) -> Floats:
        """What each seat's place in the game is worth if rounds are fair."""
        if self._races:
            return self._races.chances(self._needed, self._is_in)
        seats = self._is_in.sum(axis=1, keepdims=True)
        return np.asarray((self._chips + self._pot[:, None] / seats) * self._is_in / self._total[:, None])

    def _favoured(self, won: Floats, carried: Floats) -> Floats:
        """What a round with such chances favours each seat by, beside its place when it begins."""
        if self._races:
            after = self._races.after_win(self._needed, self._is_in, won)
            return np.asarray(after - (1 - carried[:, None]) * self._fair())
        # Who can't pay has no part in a pot that is carried.
        pays = self._is_in & (self._chips >= 1)
        each = carried / np.maximum(pays.sum(axis=1), 1)
        gained = won + each[:, None] * pays - self._is_in / self._is_in.sum(axis=1, keepdims=True)
        return np.asarray(gained * (self._pot / self._total)[:, None])

    def _lucky(self, won: Floats, carried: Floats, is_won: Flags, winner: Indices) -> Floats:
        """How lucky each seat was in a round: what it has after it is worth, beside what that was to be
        expected to be.

        A seat that wins as often in every round is ruined like a gambler: so its chips are worth about what
        that tells (`_against_all`), however many others there are.
        """
        seats = self._is_in.sum(axis=1, keepdims=True)
        pot, again = self._pot[:, None], carried[:, None]
        rate = won / np.maximum(1 - again, SURE)
        loses = self._chips - 1 + rate * seats
        keen = self._keenness(rate, seats, again)
        if_won, if_lost, if_carried = (
            _against_all(has * self._is_in, self._total[:, None], keen)
            for has in (loses + pot, loses, loses + rate * pot)
        )
        expected = won * if_won + again * if_carried + (1 - won - again) * if_lost
        own = np.arange(self._seats) == winner[:, None]
        after = np.where(own, if_won, if_lost)
        found: Floats = (np.where(is_won[:, None], after, if_carried) - expected) * self._is_in
        # Each by itself they would not sum to nothing, as the luck of all does.
        return np.asarray(found - found.sum(axis=1, keepdims=True) / seats * self._is_in)

    def _keenness(self, rate: Floats, seats: Indices, again: Floats) -> Floats:
        """By how much the chips of each seat rise in the long run, beside how far they go to and fro."""
        spread = seats**2 * rate * (1 - rate) * (1 + again) / np.maximum(1 - again, SURE)
        found: Floats = 2 * (seats * rate - 1) / np.maximum(spread, SURE)
        return np.clip(found, -KEEN, KEEN)

    def _settle_two(self) -> None:
        """Two seats that are left with chips are told by all that they may come to."""
        if self._course.is_race or self._course.carries or not len(self._rows):
            return
        two = (self._is_in.sum(axis=1) == 2) & (self._pot == 2) & (self._total <= MOST_CHIPS_OF_TWO)
        here = np.flatnonzero(two & (self._total % 1 == 0) & (self._chips % 1 == 0).all(axis=1))
        if not len(here):
            return
        first = self._is_in[here].argmax(axis=1)
        second = self._seats - 1 - self._is_in[here, ::-1].argmax(axis=1)
        rows = self._rows[here]
        opens = (self._opener[here] == second).astype(int)
        own = self._chips[here, first].astype(int) + 1
        found = np.empty(len(here))
        for total in np.unique(self._total[here]):
            of_total = self._total[here] == total
            tables = self._of_two(int(total))
            part = rows[of_total] % PARTS % len(tables)
            found[of_total] = tables[part, opens[of_total], own[of_total]]
        self._ended[rows, first], self._ended[rows, second] = found, 1 - found
        if not self._course.stays:
            share = own / self._total[here]
            self._gained[rows, first] += found - share
            self._gained[rows, second] -= found - share
        stay = np.ones(len(self._rows), dtype=bool)
        stay[here] = False
        self._keep(stay)

    def _of_two(self, total: int) -> Floats:
        """By part, by whether the second one opens, and by its antes the chance of the first of two."""
        if total not in self._two:
            first, second = (self._course.chances(Round(2, at * self._course.by_opener, ())) for at in (0, 1))
            won = np.stack([first[:, 0], second[:, 1]], axis=1)
            self._two[total] = np.stack([_ruin(self._course.next_round, total, *each) for each in won])
        return self._two[total]

    def _tell_rest(self) -> None:
        """What is left is told by the long run."""
        if not len(self._rows):
            return
        told, places, seats = self._fair(), self._places(), self._is_in.sum(axis=1)
        ahead = np.zeros((self._seats + 1, self._seats))
        for count in np.unique(seats):
            ahead[count, :count] = self._course.ahead(int(count))
        by_seat = np.take_along_axis(ahead[seats], places, axis=1) * self._is_in
        if self._races:
            gained = self._races.after_win(self._needed, self._is_in, by_seat)
        else:
            gained = by_seat * (self._pot / self._total)[:, None]
        self._gained[self._rows] += gained
        self._ended[self._rows] = told + gained
        self._left[self._rows] = np.abs(gained).max(axis=1)
        self._keep(np.zeros(len(self._rows), dtype=bool))


def _against_all(has: Floats, total: Floats, keen: Floats) -> Floats:
    """How likely a gambler with so much wins all that there is; see `_Walk._keenness`."""
    keen = np.where(np.abs(keen) < SURE, SURE, keen)
    return np.asarray(np.expm1(-keen * has) / np.expm1(-keen * total))


@lru_cache(maxsize=5_000)
def _opens(rule: NextOpener, here: int, opener: int, winner: int) -> int:
    """Who opens the next round, by place at the table. here: a bit for each who is in. winner: or -1."""
    seats = [place for place in range(here.bit_length()) if here >> place & 1]
    return opener_after(rule, opener, None if winner < 0 else winner, seats)


@lru_cache(maxsize=64)
def _ruin(rule: NextOpener, total: int, first: float, second: float) -> Floats:
    """The chance of the first of two to win all, by whether the second one opens, and by the first's antes.

    Args:
        rule: who opens next.
        total: how many antes both have.
        first: how often the first one wins a round that it opens.
        second: the same where the second one opens.
    """
    middle = np.arange(1, total)
    equations = np.eye(2 * (total + 1))
    values = np.zeros(2 * (total + 1))
    for opens, rate in enumerate((first, second)):
        for winner, chance, step in ((0, rate, 1), (1, 1 - rate, -1)):
            after = opener_after(rule, opens, winner, (0, 1))
            equations[opens * (total + 1) + middle, after * (total + 1) + middle + step] -= chance
        values[opens * (total + 1) + total] = 1
    return np.asarray(np.linalg.solve(equations, values).reshape(2, total + 1))
