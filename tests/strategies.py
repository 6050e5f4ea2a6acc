"""Random values that tests of several parts draw from."""

import os
from typing import Final, get_args

from hypothesis import strategies as st

from scorekeeper.rules.ruleset import (
    MOST_ANTE,
    MOST_ANTES,
    MOST_POINTS,
    MOST_ROUNDS,
    MOST_SEATS,
    AllBust,
    Banking,
    CargoReroll,
    FirstOpener,
    Goal,
    GoalKind,
    NextOpener,
    OpenerRules,
    Pace,
    PerfectCargo,
    RollOffOrder,
    RoundRules,
    RoundTie,
    Ruleset,
    SeatLimits,
    Stakes,
    TurnRules,
)

FUZZ: Final = int(os.environ.get("FUZZ", "1"))
"""How many times as many random games as usual are tried: `FUZZ=20 python -m pytest` of some tests looks
for an hour where the suite looks for seconds."""


def _any_of(literal: object) -> st.SearchStrategy[str]:
    return st.sampled_from(get_args(literal))


def turn_rules() -> st.SearchStrategy[TurnRules]:
    """Every way of playing a turn."""
    return st.builds(
        TurnRules,
        rolls=st.one_of(st.just(3), st.integers(1, 10)),
        banking=_any_of(Banking),
        cargo_reroll=_any_of(CargoReroll),
        perfect_cargo=_any_of(PerfectCargo),
        pace=_any_of(Pace),
    )


def opener_rules() -> st.SearchStrategy[OpenerRules]:
    """Every way of choosing openers."""
    return st.builds(
        OpenerRules,
        first=_any_of(FirstOpener),
        next_round=_any_of(NextOpener),
        next_game=_any_of(NextOpener),
    )


@st.composite
def rulesets(
    draw: st.DrawFn,
    *,
    most_seats: int = MOST_SEATS,
    most_rounds: int = MOST_ROUNDS,
    most_points: int = MOST_POINTS,
    most_ante: int = MOST_ANTE,
    most_antes: int = MOST_ANTES,
) -> Ruleset:
    """House rules that make sense, every value of every field among them; nothing drawn is thrown away.

    The bounds keep games short: `most_seats` (2 to 20), `most_rounds` (1 to 100), `most_points` (1 to 1,000),
    the highest ante and, where chips are counted out, the most antes that a seat starts with.
    """
    kind = draw(st.sampled_from(get_args(GoalKind)))
    stakes = draw(_stakes(kind, most_ante, most_antes))
    per_game = stakes is not None and stakes.per == "game"
    return Ruleset(
        seats=draw(_seats(stakes is None and Goal(kind).can_end_level, most_seats)),
        turn=draw(turn_rules()),
        round=draw(_round_rules(may_carry=not per_game)),
        goal=draw(_goals(kind, may_draw=not per_game, most_rounds=most_rounds, most_points=most_points)),
        stakes=stakes,
        opener=draw(opener_rules()),
    )


def _stakes(kind: str, most_ante: int, most_antes: int) -> st.SearchStrategy[Stakes | None]:
    """Stakes that suit the goal; to play for the last chips they are counted out and paid each round."""
    antes, times = st.integers(1, most_ante), st.integers(1, most_antes)

    def counted(per: str) -> st.SearchStrategy[Stakes]:
        return st.builds(lambda ante, n: Stakes(ante, per, ante * n), antes, times)  # type: ignore[arg-type]

    if kind == "last_with_chips":
        return counted("round")
    not_counted = st.builds(Stakes, ante=antes, per=st.sampled_from(("round", "game")))
    return st.one_of(st.none(), counted("round"), counted("game"), not_counted)


@st.composite
def _seats(draw: st.DrawFn, may_be_one: bool, most: int) -> SeatLimits:
    fewest = draw(st.integers(1 if may_be_one else 2, most))
    return SeatLimits(fewest, draw(st.integers(fewest, most)))


def _round_rules(*, may_carry: bool) -> st.SearchStrategy[RoundRules]:
    return st.builds(
        RoundRules,
        tie=_any_of(RoundTie) if may_carry else st.just("roll_off"),
        all_bust=_any_of(AllBust) if may_carry else st.sampled_from(("as_tie", "roll_off")),
        roll_off_order=_any_of(RollOffOrder),
    )


def _goals(kind: str, *, may_draw: bool, most_rounds: int, most_points: int) -> st.SearchStrategy[Goal]:
    ties = st.sampled_from(("extra_round", "draw") if may_draw else ("extra_round",))
    rounds = st.integers(1, most_rounds)
    return {
        "rounds_won": st.builds(Goal, st.just("rounds_won"), rounds),
        "highest_total": st.builds(Goal, st.just("highest_total"), rounds, st.none(), ties),
        "points": st.builds(Goal, st.just("points"), st.none(), st.integers(1, most_points), ties),
        "last_with_chips": st.just(Goal("last_with_chips", None)),
    }[kind]
