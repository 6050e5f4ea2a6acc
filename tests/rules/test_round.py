"""A round: every seat still in takes one turn, clockwise from the opener, and the best cargo wins."""

import pytest

from scorekeeper.rules import Leave, Roll, RulesetRefused, Score, Stand, StartRoll, Thrown, WholeTurn
from scorekeeper.rules import consequences as happened
from scorekeeper.rules.state import Result
from tests.examples import AMBER, BLUE, BUST, GREEN, RED, Table, crewed, house

TOTALS = {"goal": {"kind": "highest_total", "rounds": 3}}
"""A game in which rounds are not won."""


def test_every_seat_takes_one_turn_a_round_clockwise_from_the_opener() -> None:
    table = Table(seats=4, opener=GREEN)
    moved = []
    for score in (2, 3, 4, 5):
        moved.append(table.to_move)
        table.score(score)
    assert moved == [GREEN, AMBER, RED, BLUE]
    assert table.state.round == 2


def test_the_highest_cargo_wins_the_round_when_every_seat_has_played() -> None:
    table = Table()
    table.score(5, 9)
    assert table.rounds_won == [0, 0, 0]
    table.score(7)
    assert table.rounds_won == [0, 1, 0]
    assert table.of_type(happened.RoundWon) == [happened.RoundWon(BLUE, 0)]


def test_a_bust_loses_against_any_cargo() -> None:
    table = Table()
    table.score(0, 2, 0)
    assert table.rounds_won == [0, 1, 0]


def test_the_best_score_and_its_leaders_stand_while_the_round_is_on() -> None:
    table = Table(seats=4)
    assert (table.state.best, table.state.leaders) == (None, ())
    table.score(5, 8)
    assert (table.state.best, table.state.leaders) == (8, (BLUE,))
    table.score(8)
    assert (table.state.best, table.state.leaders) == (8, (BLUE, GREEN))
    assert table.state.order == (RED, BLUE, GREEN, AMBER)
    assert table.state.to_come == (AMBER,)


def test_a_turn_is_entered_roll_by_roll() -> None:
    table = Table(house(turn={"banking": "chosen"}))
    table.roll(6, 4, 3, 3, 1, keep=[6])
    assert table.state.turn is not None
    assert table.to_move == RED
    table.roll(5, 4, 2, 2, keep=[5, 4])
    table.roll(6, 3, stand=True)
    assert table.state.results[0].score == 9
    assert table.to_move == BLUE


def test_a_turn_can_be_entered_whole() -> None:
    by_roll, whole = Table(), Table()
    by_roll.roll(*BUST)
    by_roll.roll(*crewed(7))
    by_roll.stand()
    whole.enter(WholeTurn(RED, [Thrown(BUST), Thrown(crewed(7))], stand=True))
    assert by_roll.state == whole.state


def test_a_whole_turn_may_be_a_turn_that_goes_on() -> None:
    table = Table()
    table.enter(WholeTurn(RED, [Thrown(BUST)]))
    assert table.to_move == RED
    table.roll(*crewed(7), stand=True)
    assert table.state.results[0].score == 7


def test_a_whole_turn_is_all_or_nothing() -> None:
    table = Table()
    violations = table.violations(WholeTurn(RED, [Thrown(BUST), Thrown((6, 6))], stand=True))
    assert [(v.code, v.pointer) for v in violations] == [("dice-count", "/rolls/1/dice")]
    assert table.refused(WholeTurn(RED, [Thrown(BUST)], stand=True)) == ["crew-incomplete"]
    assert table.refused(WholeTurn(RED, [])) == ["dice-count"]


def test_a_roll_whose_stand_is_refused_is_not_recorded_either() -> None:
    table = Table()
    assert table.refused(Roll(RED, Thrown((6, 5, 1, 1, 1)), stand=True)) == ["crew-incomplete"]
    assert table.state.turn is None


def test_a_total_is_the_sum_of_cargo_in_every_kind_of_game() -> None:
    for ruleset in (house(), house("chips"), house(**TOTALS)):
        table = Table(ruleset)
        table.score(5, 0, 9)
        table.score(3, 4, 2)
        assert table.totals == [7, 3, 13]


def test_rounds_are_counted_as_won_only_where_a_winner_is_asked_for() -> None:
    table = Table(house(**TOTALS))
    table.score(5, 9, 2)
    assert table.rounds_won == [0, 0, 0]
    assert table.of_type(happened.RoundDone) == [happened.RoundDone()]
    staked = Table(house(**TOTALS, stakes={"ante": 1}))
    staked.score(5, 9, 2)
    assert staked.rounds_won == [0, 1, 0]


def test_a_tied_round_that_asks_for_no_winner_needs_no_roll_off() -> None:
    table = Table(house(**TOTALS))
    table.score(7, 7, 7)
    assert (table.state.round, table.state.roll_off) == (2, 0)


# A perfect cargo that takes the round


def test_a_perfect_cargo_of_12_takes_the_round_at_once() -> None:
    table = Table(house(turn={"perfect_cargo": "takes_round"}))
    table.score(11, 12)
    assert table.rounds_won == [0, 1, 0]
    assert (table.state.round, table.state.results) == (2, ())


def test_seats_that_have_not_played_when_a_12_ends_the_round_score_nothing() -> None:
    table = Table(house(turn={"perfect_cargo": "takes_round"}, **TOTALS))
    table.score(3, 12)
    assert table.totals == [3, 12, 0]
    assert table.state.round == 2


def test_without_that_house_rule_a_12_waits_for_the_others() -> None:
    for perfect_cargo in ("play_on", "stands"):
        table = Table(house(turn={"perfect_cargo": perfect_cargo}))
        table.score(3, 12)
        assert table.to_move == GREEN
        table.score(12)
        assert table.state.roll_off == 1


# The pace


def paced() -> Table:
    return Table(house(turn={"pace": "opener"}))


def test_the_first_seat_to_finish_sets_the_pace_of_the_round() -> None:
    table = paced()
    table.roll(*crewed(5), stand=True)
    assert table.state.turn_state.rolls_allowed == 1
    table.roll(*BUST)
    assert table.state.results[1].score == 0


def test_nobody_rolls_past_the_pace() -> None:
    table = paced()
    table.roll(*BUST)
    table.roll(*crewed(5), stand=True)
    table.roll(*BUST)
    table.roll(*BUST)
    assert table.refused(Roll(BLUE, Thrown(BUST))) == ["turn-over"]
    assert table.to_move == GREEN


def test_the_pace_is_set_anew_in_each_round_and_roll_off() -> None:
    table = paced()
    table.roll(*crewed(5), stand=True)
    table.score(5, 2)
    assert (table.state.roll_off, table.state.pace) == (1, None)
    table.roll(*BUST)
    table.roll(*crewed(6), stand=True)
    assert table.state.pace == 2
    table.score(5)
    assert (table.state.round, table.state.pace) == (2, None)


def test_a_seat_that_leaves_before_it_finishes_sets_no_pace() -> None:
    table = Table(house(turn={"pace": "opener"}), seats=4)
    table.roll(*BUST)
    table.enter(Leave(RED))
    assert table.state.pace is None
    table.roll(*crewed(5), stand=True)
    assert table.state.pace == 1


def test_a_score_entered_alone_sets_the_pace_by_all_rolls() -> None:
    table = Table(house(turn={"pace": "opener", "rolls": 4}), entry="dice_or_score")
    table.enter(Score(RED, 7))
    assert table.state.pace == 4


def test_the_pace_is_free_by_default() -> None:
    table = Table()
    table.roll(*crewed(5), stand=True)
    assert table.state.turn_state.rolls_allowed == 3


# A score alone


def test_a_score_alone_is_a_whole_turn_and_marked_unverified() -> None:
    table = Table(entry="dice_or_score")
    table.enter(Score(RED, 9))
    table.enter(Score(BLUE, 0))
    assert table.state.results == (Result(RED, 9, True), Result(BLUE, 0, True))
    assert [seat.unverified for seat in table.state.seats] == [1, 1, 0]
    assert table.totals == [9, 0, 0]
    table.score(4)
    assert table.rounds_won == [1, 0, 0]
    assert [seat.unverified for seat in table.state.seats] == [1, 1, 0]


def test_a_score_alone_is_taken_only_where_the_game_was_opened_for_it() -> None:
    assert Table(entry="dice").refused(Score(RED, 9)) == ["score-not-allowed"]


def test_a_score_alone_comes_before_the_first_roll_of_the_turn() -> None:
    table = Table(entry="dice_or_score")
    table.roll(*BUST)
    assert table.refused(Score(RED, 9)) == ["score-not-allowed"]
    table.roll(*crewed(4), stand=True)
    table.enter(Score(BLUE, 9))


@pytest.mark.parametrize("score", [1, 13, -2, 7.5, 7.0, True, "7", None, [7]])
def test_a_score_that_no_cargo_has_is_impossible(score: object) -> None:
    assert Table(entry="dice_or_score").refused(Score(RED, score)) == ["score-impossible"]
    both = Table(entry="dice").refused(Score(RED, score))
    assert both == ["score-impossible", "score-not-allowed"]


@pytest.mark.parametrize("score", [0, *range(2, 13)])
def test_a_turn_scores_0_or_2_to_12(score: int) -> None:
    table = Table(entry="dice_or_score")
    table.enter(Score(RED, score))
    assert table.state.results[0].score == score
    diced = Table()
    diced.score(score)
    assert diced.state.results[0].score == score


# Practice


def test_one_seat_can_practise_alone() -> None:
    table = Table(house(seats={"min": 1}, goal={"kind": "highest_total", "rounds": 2}), seats=1)
    table.score(5)
    assert (table.state.round, table.to_move) == (2, RED)
    table.score(7)
    assert (table.state.status, table.state.winners) == ("finished", (RED,))


def test_one_seat_can_practise_for_points() -> None:
    table = Table(house(seats={"min": 1}, goal={"kind": "points", "points": 10}), seats=1)
    table.score(5, 0)
    assert table.state.status == "playing"
    table.score(5)
    assert table.state.winners == (RED,)


@pytest.mark.parametrize("parts", [{}, {"stakes": {"ante": 1}, **TOTALS}])
def test_practice_alone_has_no_stakes_and_no_rounds_to_win(parts: dict[str, object]) -> None:
    with pytest.raises(RulesetRefused):
        house(seats={"min": 1}, **parts)


def test_a_finished_game_takes_no_more_entries() -> None:
    table = Table(house("critters"), seats=2, opener=RED)
    table.score(5, 3)
    for entry in (Roll(RED, Thrown(BUST)), Stand(RED), Score(RED, 5), Leave(RED), StartRoll(RED, (1, 1, 1))):
        assert table.refused(entry) == ["game-over"]
