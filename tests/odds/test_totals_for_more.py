"""The last rounds of games of totals among three to five seats: solved from all totals, and kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from scorekeeper import odds, rules
from scorekeeper.odds.advice import chances_now
from scorekeeper.odds.asking import win_chances
from scorekeeper.odds.last_rounds import last_round_outlook
from scorekeeper.odds.shelf import read_table, write_table
from scorekeeper.odds.simulated_totals import totals_outlook
from scorekeeper.odds.totals_for_many import last_round_of_the_best
from scorekeeper.odds.totals_for_more import TotalsForMore, games_among, totals_for_more
from scorekeeper.rules import Score
from tests.examples import house
from tests.odds.test_last_rounds import last_round
from tests.odds.test_shelf import Shelf

SURE = 1e-9
ERRORS = 4


def test_three_seats_are_exact_from_the_first_round_on() -> None:
    told = win_chances(rules.start(house("five-rounds"), 3, 1).state)
    assert (told.method, told.assumption) == ("exact", None)
    assert told.seats == pytest.approx((0.3305, 0.3332, 0.3363), abs=5e-5)
    assert sum(told.seats) == pytest.approx(1, abs=SURE)


@pytest.mark.parametrize(
    ("totals", "scored", "opener"),
    [((7, 0, 3), (), 1), ((20, 16, 9, 18), (8,), 3), ((4, 4, 4, 0, 2), (0, 7), 5)],
    ids=["three", "four", "five"],
)
@pytest.mark.parametrize("tie", ["extra_round", "draw"])
@pytest.mark.parametrize("order", ["opener_first", "seat_number"])
def test_a_last_round_is_the_same_solved_either_way(
    totals: Sequence[int], scored: Sequence[int], opener: int, tie: str, order: str
) -> None:
    goal = {"kind": "highest_total", "rounds": 1, "tie": tie}
    ruleset = house("five-rounds", goal=goal, round={"roll_off_order": order})
    state = last_round(ruleset, totals, opener=opener)
    for score in scored:
        assert state.to_move is not None
        state = rules.play(state, Score(state.to_move, score)).state
    found, other = totals_for_more(state).outlook(state), last_round_outlook(state)
    possible = [score for score in range(13) if score != 1]
    assert found.after[:, possible] == pytest.approx(other.after[:, possible], abs=SURE)


@pytest.mark.parametrize("rounds", [2, 3])
def test_games_played_out_to_where_they_are_solved_agree_within_their_error(rounds: int) -> None:
    ruleset = house("five-rounds", goal={"kind": "highest_total", "rounds": rounds})
    state = rules.play(rules.start(ruleset, 3, 1, "dice_or_score").state, Score(1, 6)).state
    told, outlook = win_chances(state), totals_outlook(state)
    assert (told.method, outlook.method) == ("exact", "simulated")
    assert outlook.assumption is not None
    assert "last" in outlook.assumption
    # The rest of this round is played for points even so, which makes little difference this early.
    near = ERRORS * outlook.error + 0.005
    assert chances_now(state, outlook)[:-1] == pytest.approx(told.seats, abs=near)


@pytest.mark.parametrize("step", ["same", "clockwise"])
def test_where_no_more_than_five_can_win_many_seats_are_told_about_exactly(step: str) -> None:
    ruleset = house("five-rounds", opener={"next_round": step})
    totals = (3, 30, 18, 24, 2, 29, 21)
    state = last_round(ruleset, totals, opener=3)
    before = state._replace(round=4, opener={"same": 3, "clockwise": 2}[step])
    found = last_round_of_the_best(before)(np.array([totals]))[0]
    assert found == pytest.approx(chances_now(state, last_round_outlook(state)), abs=SURE)


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    made = Shelf()
    games_among.cache_clear()
    odds.keep_on(made)
    yield made
    odds.keep_on(None)
    games_among.cache_clear()


def test_tables_are_kept_and_believed_only_where_chances_sum_to_one(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = house("five-rounds", turn={"rolls": 1}, goal={"kind": "highest_total", "rounds": 3})
    state = rules.start(ruleset, 3, 1).state
    told = totals_for_more(state).outlook(state).after
    worked_out: list[int] = []
    work_out = TotalsForMore._worked_out

    def noted(games: TotalsForMore, left: int, opener: int, behind: np.ndarray) -> np.ndarray:
        worked_out.append(left)
        return work_out(games, left, opener, behind)

    monkeypatch.setattr(TotalsForMore, "_worked_out", noted)
    games_among.cache_clear()
    assert np.array_equal(totals_for_more(state).outlook(state).after, told)
    assert worked_out == []
    for name in [name for name in shelf.texts if '"about":"totals"' in name]:
        found = read_table(name, shelf.texts[name])
        assert found is not None
        shelf.texts[name] = write_table(name, {0: found[0] / 2})
    games_among.cache_clear()
    assert totals_for_more(state).outlook(state).after == pytest.approx(told, abs=SURE)
    assert worked_out == [1, 2]
