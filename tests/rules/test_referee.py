"""The referee's verdict on rolls and turns that stand in no game."""

from scorekeeper.rules import Thrown, TurnVerdict, judge_roll, judge_turn
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.turn_state import first_state
from tests.examples import BUST, after, crewed

AUTOMATIC = TurnRules()
CHOSEN = TurnRules(banking="chosen")


def verdicts(turn: TurnVerdict) -> list[str]:
    return [roll.verdict for roll in turn.rolls]


def test_a_legal_roll_is_told_with_what_was_bankable_what_was_kept_and_what_follows() -> None:
    verdict = judge_roll(first_state(CHOSEN), Thrown((6, 5, 4, 1, 1), keep=[5, 6]))
    assert verdict.verdict == "legal"
    assert verdict.bankable == (6, 5, 4)
    assert verdict.kept == (6, 5)
    assert verdict.state == after(CHOSEN, Thrown((6, 5, 4, 1, 1), keep=[6, 5]))
    assert verdict.violations == ()


def test_an_illegal_roll_is_told_with_everything_that_is_wrong() -> None:
    verdict = judge_roll(first_state(AUTOMATIC), Thrown((6, 5, 7, 1), keep=[4, 2], hold=3))
    assert verdict.verdict == "illegal"
    assert verdict.state is None
    assert [(v.code, v.pointer) for v in verdict.violations] == [
        ("face-invalid", "/dice/2"),
        ("dice-count", "/dice"),
        ("face-not-rolled", "/keep/0"),
        ("crew-before-captain", "/keep/0"),
        ("face-not-rolled", "/keep/1"),
        ("cargo-not-bankable", "/keep/1"),
        ("must-bank", "/keep"),
        ("hold-invalid", "/hold"),
    ]


def test_a_turn_is_judged_roll_by_roll_up_to_the_first_that_breaks_a_rule() -> None:
    turn = judge_turn(
        AUTOMATIC, [Thrown((6, 4, 3, 3, 1)), Thrown((5, 4)), Thrown((5, 4, 2, 2)), Thrown(BUST)]
    )
    assert verdicts(turn) == ["legal", "illegal", "not judged", "not judged"]
    assert turn.state == after(AUTOMATIC, (6, 4, 3, 3, 1))
    assert not turn.is_legal


def test_what_is_not_judged_says_nothing_more() -> None:
    unjudged = judge_turn(AUTOMATIC, [Thrown((1,)), Thrown(crewed(9))], stand=True).rolls[1]
    assert (unjudged.bankable, unjudged.kept, unjudged.state, unjudged.violations) == ((), (), None, ())


def test_the_verdict_has_the_state_after_each_legal_roll() -> None:
    rolls = [Thrown((6, 4, 3, 3, 1)), Thrown((5, 4, 2, 2)), Thrown((6, 3))]
    turn = judge_turn(AUTOMATIC, rolls)
    for count, roll in enumerate(turn.rolls, 1):
        assert roll.state == after(AUTOMATIC, *rolls[:count])


def test_the_verdict_has_the_score_of_the_legal_rolls() -> None:
    rolls = [Thrown((6, 4, 3, 3, 1)), Thrown((5, 4, 2, 2)), Thrown((6, 3))]
    assert judge_turn(AUTOMATIC, rolls).score == 9
    assert judge_turn(AUTOMATIC, [Thrown(BUST)] * 3).score == 0


def test_the_score_is_open_while_the_turn_is_not_over() -> None:
    assert judge_turn(AUTOMATIC, []).score is None
    assert judge_turn(AUTOMATIC, [Thrown(crewed(9))]).score is None
    assert judge_turn(AUTOMATIC, [Thrown(crewed(9)), Thrown((7, 7))]).score is None
    assert judge_turn(AUTOMATIC, [Thrown(crewed(9))], stand=True).score == 9


def test_a_stand_is_judged_after_the_rolls() -> None:
    turn = judge_turn(AUTOMATIC, [Thrown(BUST)], stand=True)
    assert verdicts(turn) == ["legal"]
    assert [violation.code for violation in turn.stand] == ["crew-incomplete"]
    assert not turn.is_legal
    assert turn.state == after(AUTOMATIC, BUST)


def test_a_stand_is_not_judged_after_an_illegal_roll() -> None:
    turn = judge_turn(AUTOMATIC, [Thrown((7,) * 5)], stand=True)
    assert turn.stand == ()
    assert not turn.is_legal


def test_a_stand_after_a_turn_that_ended_itself_says_nothing_new() -> None:
    rolls = [Thrown(BUST), Thrown(BUST), Thrown(crewed(6))]
    assert judge_turn(AUTOMATIC, rolls, stand=True).is_legal
    assert judge_turn(AUTOMATIC, [Thrown(BUST)] * 3, stand=True).stand[0].code == "crew-incomplete"


def test_a_roll_after_the_turns_end_is_told_so() -> None:
    turn = judge_turn(AUTOMATIC, [Thrown(BUST)] * 5)
    assert verdicts(turn) == ["legal", "legal", "legal", "illegal", "not judged"]
    assert [violation.code for violation in turn.rolls[3].violations] == ["turn-over"]
    assert turn.score == 0


def test_a_turn_is_judged_under_the_pace_of_its_round() -> None:
    turn = judge_turn(TurnRules(pace="opener"), [Thrown(BUST)] * 3, pace=2)
    assert verdicts(turn) == ["legal", "legal", "illegal"]


def test_a_legal_turn_is_legal_as_a_whole() -> None:
    turn = judge_turn(AUTOMATIC, [Thrown(BUST), Thrown(crewed(6))], stand=True)
    assert turn.is_legal
    assert turn.state.score == 6


def test_a_pace_allows_no_more_rolls_than_the_house_rules() -> None:
    turn = judge_turn(TurnRules(pace="opener"), [Thrown(BUST)] * 4, pace=5)
    assert verdicts(turn) == ["legal", "legal", "legal", "illegal"]
    assert turn.score == 0
