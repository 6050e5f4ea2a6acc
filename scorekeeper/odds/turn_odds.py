"""The odds of a turn that stands by itself, exactly: crew, scores, and when a re-roll pays."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from scorekeeper.odds.choices import Choice
from scorekeeper.odds.turn_graph import START, Place, TurnGraph, is_crewed
from scorekeeper.odds.turn_policy import Prospect, TurnPolicy, most_points, score_chances, surest_crew
from scorekeeper.rules.ruleset import TurnRules


@dataclass(frozen=True, slots=True)
class CargoChoice:
    """What can be done with a cargo when the mean score is all that counts.

    Attributes:
        cargo: the two dice, ascending.
        rolls_left: how many rolls may still be taken, from 1.
        options: every choice and the mean score that it promises, standing first.
        best: the choices with the highest mean; more than one where they are exactly even.
    """

    cargo: tuple[int, ...]
    rolls_left: int
    options: tuple[tuple[Choice, Fraction], ...]
    best: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class TurnOdds:
    """The odds of a turn under some house rules.

    Attributes:
        rules: the house rules of a turn.
        crew_by_roll: at index n - 1 the chance to have a full crew by roll n, if nothing else is wanted.
        mean: the mean score of who plays for the most points, busts included.
        scores: the chance of every score (0, 2 to 12) for who plays so.
        cargo: what to do with every cargo for the most points, by cargo and by the rolls left (1, 2, …).
    """

    rules: TurnRules
    crew_by_roll: tuple[Fraction, ...]
    mean: Fraction
    scores: dict[int, Fraction]
    cargo: tuple[CargoChoice, ...]


@lru_cache(maxsize=64)
def turn_odds(rules: TurnRules) -> TurnOdds:
    """The odds of a turn; some 10 to 300 ms, then remembered."""
    policy = most_points(rules)
    crews = surest_crew(rules)
    return TurnOdds(
        rules,
        tuple(Fraction(crews.prospect(START, rolls).value) for rolls in range(1, rules.rolls + 1)),
        Fraction(policy.prospect(START, rules.rolls).mean),
        score_chances(policy),
        tuple(_cargo_choice(policy, place, left) for place, left in cargo_places(policy.graph)),
    )


def cargo_places(graph: TurnGraph) -> tuple[tuple[Place, int], ...]:
    """Every place with a cargo and a choice, with the rolls left there: by cargo, then by rolls left."""
    return tuple(
        sorted(
            (place, left) for left, layer in enumerate(graph.layers) for place in layer if is_crewed(place)
        )
    )


def crew_chance(rules: TurnRules, crew: int, rolls_left: int) -> Fraction:
    """The chance of a full crew with `crew` of its dice banked (0 to 3) and so many rolls left (0 to 10)."""
    if crew == 3:
        return Fraction(1)
    if rolls_left == 0:
        return Fraction(0)
    policy = surest_crew(rules)
    return Fraction(policy.prospect((crew, ()), rolls_left).value)


def _cargo_choice(policy: TurnPolicy, place: Place, left: int) -> CargoChoice:
    options = policy.options(place, left)
    best = _most(options)
    return CargoChoice(
        place[1],
        left,
        tuple((choice, Fraction(prospect.mean)) for choice, prospect in options),
        tuple(choice for choice, prospect in options if prospect.mean == best),
    )


def _most(options: tuple[tuple[Choice, Prospect], ...]) -> Fraction:
    return max(Fraction(prospect.mean) for _, prospect in options)
