"""Games of rounds are told to their end: what an opener who stays is favoured by adds up over all rounds."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest

from scorekeeper.odds.advice import chances_now
from scorekeeper.odds.asking import round_chances, win_chances
from scorekeeper.odds.fair_games import race
from scorekeeper.odds.long_run import long_run
from scorekeeper.odds.ruin import ruin, ruin_of_two
from scorekeeper.odds.simulated_rounds import random_games
from tests.examples import house
from tests.odds.test_rounds import at

ERRORS = 4.5
GAMES = 20_000
MANY_ROLLS = {"pace": "opener", "rolls": 10, "cargo_reroll": "any", "banking": "chosen"}
PACE = {"pace": "opener", "rolls": 5}


def race_to(rounds: int, rule: str, **turn: Any) -> Any:
    return house(goal={"kind": "rounds_won", "rounds": rounds}, opener={"next_round": rule}, turn=turn)


def chips(each: int, rule: str) -> Any:
    stakes = {"ante": 1, "per": "round", "chips": each}
    return house(goal={"kind": "last_with_chips"}, stakes=stakes, opener={"next_round": rule})


def told(ruleset: Any, seats: int, opener: int = 1) -> tuple[list[float], float]:
    """The chances of all seats as a game begins, and their error."""
    state = at(ruleset, seats, opener=opener)
    outlook = random_games(ruleset).outlook(state)
    return list(chances_now(state, outlook)[:-1]), outlook.error


def rates(ruleset: Any, seats: int) -> list[float]:
    """How often each seat wins a round that the first one opens."""
    return list(round_chances(at(ruleset, seats)).seats)


def test_a_race_of_two_that_one_opens_every_time_is_won_as_the_binomial_says() -> None:
    ruleset = race_to(100, "same")
    rate = rates(ruleset, 2)[0]
    exact = sum(comb(199, won) * rate**won * (1 - rate) ** (199 - won) for won in range(100, 200))
    chances, error = told(ruleset, 2)
    assert chances[0] == pytest.approx(exact, abs=1e-6)
    assert (exact < 0.42, error < 1e-5) == (True, True)


@pytest.mark.parametrize("each", [20, 1_000])
def test_two_seats_for_chips_are_told_as_the_ruin_of_a_gambler(each: int) -> None:
    ruleset = chips(each, "same")
    rate = rates(ruleset, 2)[0]
    ratio = (1 - rate) / rate
    exact = (ratio**each - 1) / (ratio ** (2 * each) - 1)
    chances, error = told(ruleset, 2)
    assert chances[0] == pytest.approx(exact, abs=1e-6)
    assert error < 1e-5


@pytest.mark.parametrize(
    ("seats", "rounds", "rule", "turn"),
    [(4, 5, "same", {}), (6, 20, "same", PACE), (3, 7, "winner", PACE), (6, 5, "clockwise", PACE)],
)
def test_a_race_is_won_as_often_as_when_it_is_run(
    seats: int, rounds: int, rule: str, turn: dict[str, Any]
) -> None:
    ruleset = race_to(rounds, rule, **turn)
    random, each = np.random.default_rng(2026), rates(ruleset, seats)
    openers, wins = np.zeros(GAMES, dtype=int), np.zeros((GAMES, seats), dtype=int)
    going = np.arange(GAMES)
    while len(going):
        places = random.choice(seats, size=len(going), p=np.array(each) / sum(each))
        winners = (openers[going] + places) % seats
        wins[going, winners] += 1
        if rule != "same":
            openers[going] = winners if rule == "winner" else (openers[going] + 1) % seats
        going = going[wins[going].max(axis=1) < rounds]
    run = (wins == rounds).mean(axis=0)
    chances, error = told(ruleset, seats)
    assert chances == pytest.approx(run.tolist(), abs=ERRORS * float(np.hypot(error, 0.5 / GAMES**0.5)))
    assert rule != "same" or error < 1e-5


def test_three_seats_play_for_chips_to_the_end_with_the_favour_of_every_round() -> None:
    ruleset = chips(15, "same")
    random = np.random.default_rng(2026)
    won, games = np.zeros(3), 2_000
    by_seats = {seats: np.array(rates(ruleset, seats)) for seats in (2, 3)}
    for _ in range(games):
        left, order = [15] * 3, [0, 1, 2]
        while len(order) > 1:
            each = by_seats[len(order)]
            winner = order[int(np.searchsorted(each.cumsum()[:-1], random.random()))]
            for seat in order:
                left[seat] -= 1
            left[winner] += len(order)
            order = [seat for seat in order if left[seat]]
        won[order[0]] += 1 / games
    chances, error = told(ruleset, 3)
    assert sum(chances) == pytest.approx(1)
    assert chances == pytest.approx(won.tolist(), abs=ERRORS * float(np.hypot(error, 0.5 / games**0.5)))
    assert error < 0.01


@pytest.mark.parametrize("ruleset", [race_to(20, "same", **PACE), chips(8, "same")], ids=["race", "chips"])
def test_it_counts_in_long_games_who_opens_and_not_which_number_the_seat_has(ruleset: Any) -> None:
    first, error = told(ruleset, 5)
    third, other = told(ruleset, 5, opener=3)
    assert [*third[2:], *third[:2]] == pytest.approx(first, abs=ERRORS * float(np.hypot(error, other)))


def test_a_race_at_unequal_rates_is_what_a_count_of_all_its_ways_gives() -> None:
    each = np.array([0.5, 0.3, 0.2])

    def counted(needed: tuple[int, ...]) -> Any:
        if min(needed) == 0:
            return np.array([float(more == 0) for more in needed])
        after = [(*needed[:i], needed[i] - 1, *needed[i + 1 :]) for i in range(3)]
        return sum(rate * counted(left) for rate, left in zip(each, after, strict=True))

    for needed in [(1, 1, 1), (4, 2, 1), (3, 4, 5)]:
        assert race(needed, each) == pytest.approx(counted(needed), abs=1e-9)


def test_the_long_run_tells_what_an_opener_is_ahead_by() -> None:
    won = [np.array([0.7, 0.2, 0.1]), np.array([0.2, 0.5, 0.3])]
    run = long_run(0, lambda place: won[place], lambda place: (1 - place,) * 3)
    assert run.rates == pytest.approx([0.9 / 1.6, 0.7 / 1.6])
    assert run.carried == pytest.approx(0.2)
    # In turns: half of what one round of two is apart, since the game may end after either.
    apart = won[0][:2] - 0.9 * run.rates
    assert run.ahead == pytest.approx(np.stack([apart / 2, -apart / 2]))


def test_a_gambler_is_ruined_as_often_as_a_walk_ends_there() -> None:
    assert ruin_of_two(3, 5, 0.5) == pytest.approx(3 / 8)
    assert ruin_of_two(1, 2, 0.4) == pytest.approx(0.4**2 / (1 - 0.4 * 0.6))
    assert ruin_of_two(2, 1, 0.6) == pytest.approx(1 - 0.4**2 / (1 - 0.4 * 0.6))
    assert (ruin_of_two(0, 4, 0.9), ruin_of_two(4, 0, 0.1)) == (0, 1)


def test_few_chips_are_played_for_where_most_pots_are_carried() -> None:
    few = {"ante": 1, "per": "round", "chips": 3}
    ruleset = house(
        "chips", stakes=few, opener={"next_round": "same"}, turn=MANY_ROLLS, round={"tie": "carry"}
    )
    each = rates(ruleset, 6)
    game = win_chances(at(ruleset, 6))
    assert game.seats[0] - game.seats[-1] > each[0] - each[-1] + game.error


def test_even_rounds_add_nothing_to_a_share_of_the_chips() -> None:
    gained = ruin(
        np.tile([4.0, 2.0, 6.0], (50, 1)),
        0,
        lambda seats, _: np.full(len(seats), 1 / len(seats)),
        lambda seats, _: seats[0],
        np.random.default_rng(1),
    )
    assert gained == pytest.approx([0, 0, 0], abs=1e-12)
