"""Games that go to whoever wins rounds, among more seats than can be solved, played out at random.

Every round is played as `passes` solves it, by seats that want to win that round; where that is too much to
solve, it is played out itself (`played_passes`). Where each outcome of the present round leads is asked of
the engine; from there on games are played by the thousand, with what each place wins of a round
(`round_walks`).

Where the opener stays the same, one round is like the other: what seats win in the long run is known
(`long_run`), and tells a race at once (`fair_games`); chips that take too many rounds to play are played for
many rounds at a time (`ruin`).
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from scorekeeper.odds.fair_games import fair_chances
from scorekeeper.odds.long_run import LongRun, long_run
from scorekeeper.odds.outlook import Outlook, noise_of
from scorekeeper.odds.passes import PassRules, whole_lineup
from scorekeeper.odds.played_passes import played_pass
from scorekeeper.odds.round_ends import won_by
from scorekeeper.odds.round_keys import Key, round_key
from scorekeeper.odds.round_walks import Beginning, Course, Round, Walked, walked
from scorekeeper.odds.rounds import open_round, when_carried
from scorekeeper.odds.ruin import ruin
from scorekeeper.odds.turn_batch import Floats
from scorekeeper.odds.words import FOR_THE_LEAD_IN_EACH, FOR_THE_ROUND
from scorekeeper.rules.openers import clockwise_from, next_round_opener
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.state import GameState

SEED = 654
SAMPLES = 8
"""The parts in which games are told that are played for many rounds at a time."""
SURE = 1e-6
"""No game is known better than this, which integrals and floats may be off by."""
MOST_ROUNDS = 1_000
"""Where an opener stays, chips that are played for in more rounds are played for in many at a time."""
MOST_RUINS = 512_000
"""So much is drawn where games for chips are played on to their end for an outlook, many rounds at a time."""
LITTLE = 1 / 200
"""Who wins so little of all chips makes no difference to what later rounds favour seats by."""
ENOUGH_ANTES = 1_000
"""With so many nobody runs out of chips soon."""
NOTHING = 1e-13
MOST_PAYERS = 5
"""Among so many seats each that can't pay the next ante is told apart; among more, how many can."""
PLAYED = (2, 3, 4, 6, 9)
"""Where rounds are played out, those of so many seats tell of the numbers between, too."""
MOST_KNOWN = 4_000
MOST_ROUNDS_KNOWN = 64
"""What games from the ends of a round told takes a hundred kilobytes with twenty seats."""


class RandomGames:
    """Games under one ruleset, played out from the end of a round; what they told is remembered.

    Args:
        is_played: whether rounds are played out as well. Else they are solved.
    """

    def __init__(self, ruleset: Ruleset, *, is_played: bool = False) -> None:
        self._ruleset = ruleset
        self._is_played = is_played
        self._is_race = ruleset.goal.kind != "last_with_chips"
        self._carries = "carry" in (ruleset.round.tie, ruleset.round.all_bust)
        self._by_number = ruleset.round.roll_off_order == "seat_number" and not is_played
        self._stays = ruleset.opener.next_round == "same"
        self._chances: dict[Round, Floats] = {}
        self._walked: dict[Key, Walked] = {}
        self._ruins: dict[Key, Floats] = {}
        self._runs: dict[tuple[int, int, int | None], LongRun] = {}
        self._follow: dict[int, list[list[int]]] = {}

    def outlook(self, state: GameState, seed: int = SEED) -> Outlook:
        """What every end of the open turn leads to, as far as random games show it."""
        assert state.to_move is not None
        now = open_round(state, is_played=self._is_played)
        # Of all who are in, so that the same games tell of every moment of a round.
        seats = state.numbers("in")
        ends = [won_by(state, seat) for seat in seats]
        carried = when_carried(state, now.passes.rules)
        if carried is not None:
            ends.append(carried)
        self._table = state
        self._begun = next((end for end in ends if not end.is_over), state)
        found = self._valued(ends, seed)
        places = [seats.index(seat) for seat in now.seats]
        after = _by_end(now.after_scores(), places, len(ends), is_carried=carried is not None)
        worths = found.parts.mean(axis=0)
        chances = after.mean(axis=0) @ worths
        noise = noise_of(np.moveaxis(np.tensordot(found.parts, after.mean(axis=0), (1, 2)), 1, -1))
        # What is not known of an end is not known as often as a score leads there.
        left = np.moveaxis(after.mean(axis=0) * (SURE + found.left), -1, 0)
        noise = np.concatenate([noise, np.repeat(left[..., None], noise.shape[-1], axis=-1)])
        if self._is_played:
            noise = np.concatenate([noise, noise_of(after @ worths)])
        return Outlook(
            state.to_move,
            np.concatenate([chances, np.zeros((*chances.shape[:-1], 1))], axis=-1),
            "simulated",
            float(np.sqrt((noise**2).sum(axis=0)).max()),
            found.games * len(ends),
            seed,
            FOR_THE_LEAD_IN_EACH if self._is_played else FOR_THE_ROUND,
            np.ascontiguousarray(noise[..., state.to_move - 1]),
            None if self._is_played else _own_first(after[0], seats.index(state.to_move)),
        )

    def _valued(self, ends: Sequence[GameState], seed: int) -> Walked:
        """The chances of every seat after each end of a round."""
        key = (seed, tuple(map(round_key, ends)))
        if key not in self._walked:
            if len(self._walked) >= MOST_ROUNDS_KNOWN:
                self._walked.clear()
            self._walked[key] = self._told(ends) if self._is_told_at_once(ends) else self._walk(ends, seed)
        return self._walked[key]

    def _is_told_at_once(self, ends: Sequence[GameState]) -> bool:
        """Whether the long run tells all, or chips take too many rounds to play one after another."""
        if not self._stays or self._ruleset.counts_chips is self._is_race:
            return False
        return self._is_race or max(map(_rounds, ends)) > MOST_ROUNDS

    def _walk(self, ends: Sequence[GameState], seed: int) -> Walked:
        """By games that are played on round by round."""
        ring = self._table.numbers("in", "joining")
        going = [end for end in ends if not end.is_over]
        count, left, games = 1, np.zeros(len(ends)), 0
        if going:
            found = walked(self._course(len(ring)), [_beginning(end, ring) for end in going], seed)
            count, games = len(found.parts), found.games
            left[[not end.is_over for end in ends]] = found.left
        parts = np.zeros((max(2, count), len(ends), len(self._table.seats)))
        told = iter(range(len(going)))
        for number, end in enumerate(ends):
            if end.is_over:
                parts[:, number] = fair_chances(end)
            else:
                parts[:, number, [seat - 1 for seat in ring]] = found.parts[:, next(told)]
        return Walked(parts, left, games)

    def _course(self, seats: int) -> Course:
        """What games go by among so many seats."""

        def chances(asked: Round) -> Floats:
            return self._of_round(asked, seats)

        return Course(
            self._ruleset.opener.next_round,
            self._is_race,
            self._ruleset.counts_chips,
            self._by_number,
            self._carries and self._ruleset.counts_chips,
            self._stays and not self._is_race,
            chances,
            lambda count: self._long_run(count, 0, None).ahead[0],
        )

    def _of_round(self, asked: Round, most: int) -> Floats:
        """The chances of a round in games among so many seats at the most."""
        pays, seats = sum(asked.payers), asked.seats
        if not 0 < pays < seats or (seats <= MOST_PAYERS and not self._is_played):
            return self._spread_out(asked, most)
        # Where some can pay the next ante: most ties are between two, and carried if both can; a bust is one
        # between all.
        carried = pays * (pays - 1) / (seats * (seats - 1)) * (self._ruleset.round.tie == "carry")
        all_pay, none = (
            self._spread_out(asked._replace(payers=(can_pay,) * seats), most) for can_pay in (True, False)
        )
        return np.asarray(carried * all_pay + (1 - carried) * none)

    def _spread_out(self, asked: Round, most: int) -> Floats:
        """The chances of a round. Not every number of seats is played out, which would take too long."""
        count = asked.seats
        if self._is_played and count < most:
            count = min(number for number in (*PLAYED, most) if number >= count)
            asked = asked._replace(payers=asked.payers[:1] * count)
        found = self._round_chances(asked._replace(seats=count))
        if count == asked.seats:
            return found
        rows = [_spread(part[:-1], asked.seats) * (1 - part[-1]) for part in found]
        return np.column_stack([np.stack(rows), found[:, -1]])

    def _told(self, ends: Sequence[GameState]) -> Walked:
        """By the long run, in parts that know rounds by parts of their own."""
        parts = np.stack([[self._told_by(end, game) for end in ends] for game in range(SAMPLES)])
        parts = parts.clip(0, 1)
        parts /= parts.sum(axis=-1, keepdims=True)
        return Walked(parts, np.full(len(ends), self._little), SAMPLES)

    def _told_by(self, end: GameState, game: int) -> Floats:
        if end.is_over or not self._is_race:
            found = fair_chances(end)
            return found if end.is_over else found + self._ruined(end, game)
        seats = end.numbers("in", "joining")
        rates = np.zeros(len(end.seats))
        rates[[seat - 1 for seat in seats]] = self._rates(end, game)
        return fair_chances(end, rates)

    @property
    def _is_little(self) -> bool:
        """Whether the pot is so small that it makes no difference to later rounds who wins it. Between two
        seats nothing has to be played on."""
        is_for_many = not self._is_race and len(self._table.numbers("in", "joining")) > 2
        return is_for_many and self._part_in_pot <= LITTLE

    @property
    def _little(self) -> float:
        """The part of all chips that is taken to make no difference to later rounds, 0 where all is told."""
        return self._part_in_pot if self._is_little else 0.0

    @property
    def _part_in_pot(self) -> float:
        return self._table.pot / float(_chips(self._table).sum())

    def _ruined(self, state: GameState, game: int) -> Floats:
        """What later rounds for chips favour each seat by in the long run."""
        seats = state.numbers("in", "joining")
        opener = seats.index(state.to_come[0])
        found = np.zeros(len(state.seats))
        run = self._long_run(len(seats), opener, game)
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
        is_alike = self._table.numbers("in", "joining") == state.numbers("in", "joining")
        return _chips(self._table if self._is_little and is_alike else state)

    def _ruin(self, state: GameState, antes: tuple[float, ...], opener: int, game: int) -> Floats:
        seats = state.numbers("in", "joining")

        def rates(among: tuple[int, ...], opener: int) -> Floats:
            place = among.index(opener)
            if not self._is_played or len(among) == len(seats):
                return self._long_run(len(among), place, game).rates
            # Not every number of seats is played out, which would take too long.
            count = min(number for number in (*PLAYED, len(seats)) if number >= len(among))
            return np.roll(_spread(self._long_run(count, 0, game).rates, len(among)), place)

        def opens(among: tuple[int, ...], opener: int) -> int:
            if len(among) == len(seats):
                return opener
            left = _among(state, tuple(seats[place] for place in among))._replace(opener=seats[opener])
            return seats.index(next_round_opener(left))

        steps = len(seats) * (1 + float(np.log2(1 + np.mean(antes))))
        draws = steps * len(seats) * SAMPLES * (1 if self._is_little else len(seats))
        games = np.tile(np.array(antes), (max(4, int(MOST_RUINS / draws)), 1))
        return ruin(games, opener, rates, opens, np.random.default_rng((SEED, game)))

    def _rates(self, state: GameState, game: int) -> Floats:
        """How often each seat wins rounds that the same one always opens."""
        seats = state.numbers("in", "joining")
        return self._long_run(len(seats), seats.index(state.to_come[0]), game).rates

    def _long_run(self, count: int, opener: int, game: int | None) -> LongRun:
        """Rounds among so many seats, whoever they are, that the one in this place opens first.

        Args:
            game: which part of what is known of rounds tells it, None for all.
        """
        key = (count, opener, game if self._is_played else None)
        if key not in self._runs:
            follow = self._openers_after(count)

            def chances(place: int) -> Floats:
                found = _part(self._round_chances(Round(count, place, ())), game)
                return np.append(np.roll(found[:-1], place), found[-1])

            self._runs[key] = long_run(opener, chances, follow.__getitem__)
        return self._runs[key]

    def _openers_after(self, count: int) -> list[list[int]]:
        """Who opens after a round that each of so many places opened, by who has won that; last nobody."""
        if count not in self._follow:
            seats = tuple(range(1, count + 1))
            opened = [_opened_by(_among(self._begun, seats), seat) for seat in seats]
            self._follow[count] = [
                [
                    seats.index(next_round_opener(each._replace(round_leader=winner)))
                    for winner in (*seats, None)
                ]
                for each in opened
            ]
        return self._follow[count]

    def _round_chances(self, asked: Round) -> Floats:
        """The chances of a round by place in the order of play, and last that it is carried; by part where it
        is played out. There all are taken to roll off in the order of play, and all or none of them to be
        able to pay the next ante, so that it counts how many they are."""
        if not self._by_number:
            asked = asked._replace(opener=0)
        if all(asked.payers):
            asked = asked._replace(payers=())
        if asked not in self._chances:
            if len(self._chances) > MOST_KNOWN:
                self._chances.clear()
            self._chances[asked] = self._solved(asked)
        return self._chances[asked]

    def _solved(self, asked: Round) -> Floats:
        seats = tuple(range(1, asked.seats + 1))
        state = _opened_by(_among(self._begun, seats), 1 + asked.opener)
        if asked.payers:
            pays = dict(zip(state.to_come, asked.payers, strict=True))
            table = tuple(
                seat if pays.get(number, True) else seat._replace(chips=0)
                for number, seat in enumerate(state.seats, 1)
            )
            state = state._replace(seats=table)
        if self._is_played:
            rules = open_round(state, is_played=True, looks_ahead=False).passes.rules
            if not all(asked.payers):
                rules = PassRules(rules.turn, "roll_off", "roll_off")
            return played_pass(rules).chances(whole_lineup(asked.seats))
        now = open_round(state, looks_ahead=False)
        found = now.chances()
        return found[:, [*(now.seats.index(seat) for seat in state.to_come), -1]]


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


def _beginning(state: GameState, ring: tuple[int, ...]) -> Beginning:
    """A round about to begin, of those seats of the ring that are still in."""
    ante, rounds = _ante(state) or 1, state.ruleset.goal.rounds or 1
    seats = state.numbers("in")
    return Beginning(
        tuple(seat in seats for seat in ring),
        ring.index(state.to_come[0]),
        tuple((state.seat(seat).chips or 0) / ante * (seat in seats) for seat in ring),
        state.pot / ante,
        tuple(rounds - state.seat(seat).rounds_won for seat in ring),
    )


def _rounds(state: GameState) -> float:
    """How many rounds it takes at the most until one seat has all chips, on average, if rounds are fair: each
    adds as much to the squares of what seats have."""
    if state.is_over:
        return 0.0
    antes = _chips(state) / _ante(state)
    return float((antes.sum() ** 2 - (antes**2).sum()) / 2)


def _own_first(after: Floats, place: int) -> Floats:
    """The chances of the outcomes of a round, first of all that one of them."""
    return np.concatenate([after[..., place : place + 1], np.delete(after, place, axis=-1)], axis=-1)


def _by_end(after: Floats, places: Sequence[int], ends: int, *, is_carried: bool) -> Floats:
    """By part, by the rolls left, by score and by end of the round its chance."""
    found = np.zeros((*after.shape[:-1], ends))
    found[..., places] = after[..., :-1]
    if is_carried:
        found[..., -1] = after[..., -1]
    return found


def _spread(rates: Floats, seats: int) -> Floats:
    """How often so many seats win rounds, in the order of play, by what it is with more: each place is
    favoured as one that is as far from the opener and from the last seat."""
    found = np.interp(np.linspace(0, 1, seats), np.linspace(0, 1, len(rates)), rates)
    return np.asarray(found / found.sum())


def _part(parts: Floats, game: int | None) -> Floats:
    """What a game knows of a round, or all games together."""
    return np.asarray((parts if game is None or len(parts) == 1 else parts[game::SAMPLES]).mean(axis=0))
