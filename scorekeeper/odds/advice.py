"""Advice to the seat whose turn it is: what every choice is worth, and which are best."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np

from scorekeeper.odds.choices import Choice, keeps
from scorekeeper.odds.outlook import Method, Outlook
from scorekeeper.odds.turn_batch import Floats
from scorekeeper.odds.turn_graph import place_of, turn_graph
from scorekeeper.odds.turn_policy import (
    Number,
    Prospect,
    TurnPolicy,
    ends,
    ends_of_choice,
    most_points,
    most_worth,
)
from scorekeeper.odds.words import Told, tell_advice, tell_choice, tell_choosing
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.state import GameState
from scorekeeper.rules.turn_state import TurnState

Objective = Literal["points", "round", "game"]
EVEN = 1e-10
"""Chances closer than this are taken for equal: floats can't tell them apart."""
LEVEL = 2
"""So many standard errors tell one choice from another, where games were played out at random."""
MEAN_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Option:
    """A choice and what it promises, if the seat plays on as well as it can.

    Attributes:
        choice: what to do.
        value: the chance to win the round or the game (0 to 1), or the mean score where points are the aim.
        error: how far the value may be off: a bound where it is exact, else the standard error of the dice.
        gap_error: how far what it is worth less than the first of the best may be off. Every choice is put to
            the same dice, so that this is less than the errors of both together; 0 for that one itself.
        mean: the mean of the turn's score.
        exact: the value as a fraction, where points are the aim.
        text: the choice in words, "roll both again".
    """

    choice: Choice
    value: float
    error: float
    gap_error: float
    mean: float
    exact: Fraction | None
    text: str


@dataclass(frozen=True, slots=True)
class Advice:
    """What the seat to move may choose.

    Attributes:
        seat: the seat.
        objective: what it plays for: `points`, `round` or `game`.
        options: every choice, standing first, then the most dice.
        best: the indices of the best options; the first is the one to take, any others are exactly as good,
            or where games were played out not told from the best by `LEVEL` standard errors.
        sentences: the same in words, up to three; empty where there is nothing to choose.
        method, error, samples, seed, assumption: how sure it is, as in `Outlook`; points are exact,
            with an error of 0.
    """

    seat: int
    objective: Objective
    options: tuple[Option, ...]
    best: tuple[int, ...]
    sentences: tuple[str, ...]
    method: Method
    error: float
    samples: int
    seed: int | None
    assumption: str | None

    def to_json(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        return {
            "seat": self.seat,
            "objective": self.objective,
            "options": [_option_to_json(option) for option in self.options],
            "best": list(self.best),
            "sentences": list(self.sentences),
            "method": self.method,
            "error": self.error,
            "samples": self.samples,
            "seed": self.seed,
            "assumption": self.assumption,
        }


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that were thrown and not entered yet, so that what to bank of them can be asked about."""

    dice: tuple[int, ...]
    hold: int | None = None


def points_advice(turn: TurnState, seat: int = 1, throw: Throw | None = None) -> Advice:
    """Advice for the most points, which looks at nothing but the turn."""
    outlook = Outlook(seat, np.zeros(0), error=0.0)
    return _advise(outlook, "points", most_points(turn.rules), turn, throw)


def advise(state: GameState, outlook: Outlook, objective: Objective, throw: Throw | None = None) -> Advice:
    """Advice for a chance to win."""
    return _advise(outlook, objective, policy_for(state, outlook), state.turn_state, throw)


def chances_now(state: GameState, outlook: Outlook) -> tuple[float, ...]:
    """The chances of all seats, and last that nobody wins alone, if the open turn is played best."""
    policy, turn = policy_for(state, outlook), state.turn_state
    total = np.zeros(outlook.after.shape[-1])
    for left, score, chance in ends(policy, place_of(turn), turn.rolls_left):
        total += float(chance) * outlook.after[left, score]
    return tuple(total.tolist())


def policy_for(state: GameState, outlook: Outlook) -> TurnPolicy:
    """How the seat to move plays its turn best."""
    worths = outlook.after[..., outlook.seat - 1]
    return _solved(state.ruleset.turn, worths.tobytes())


@lru_cache(maxsize=256)
def _solved(rules: TurnRules, worths: bytes) -> TurnPolicy:
    rows = np.frombuffer(worths).reshape(rules.rolls + 1, -1)
    return most_worth(turn_graph(rules), rows.tolist(), EVEN)


def _advise(
    outlook: Outlook, objective: Objective, policy: TurnPolicy, turn: TurnState, throw: Throw | None
) -> Advice:
    ways = [*(_before_roll(policy, turn) if throw is None else _after_roll(policy, turn, throw))]
    if outlook.noise is None:
        best = _best(policy, [prospect for _, prospect, _ in ways])
        errors = [_Errors(outlook.error, outlook.error * (index != best[0])) for index in range(len(ways))]
    else:
        chances = [_chances_of_ends(outlook.noise.shape[1:], way.ends) for way in ways]
        unsure = [np.tensordot(outlook.noise, each, 2) for each in chances]
        surely = [each for each in range(len(ways)) if not _is_beaten(outlook.outcomes, chances, each)]
        best = _level([way.prospect for way in ways], unsure, surely)
        errors = [_Errors(_size(each), _size(each - unsure[best[0]])) for each in unsure]
    options = tuple(_option(objective, way, error, turn) for way, error in zip(ways, errors, strict=True))
    return Advice(
        outlook.seat,
        objective,
        options,
        best,
        tell_advice(_told(options, turn), best, objective, is_estimate=outlook.method == "simulated"),
        outlook.method,
        outlook.error,
        outlook.samples,
        outlook.seed,
        outlook.assumption,
    )


class _Way(NamedTuple):
    """A choice, what it promises, and how the turn ends after it: the rolls left, the score, its chance."""

    choice: Choice
    prospect: Prospect
    ends: Iterable[tuple[int, int, Number]]


class _Errors(NamedTuple):
    """How far a value may be off, and how far what it is less than the best one."""

    value: float
    gap: float


def _before_roll(policy: TurnPolicy, turn: TurnState) -> Iterator[_Way]:
    if turn.is_over:
        return
    place, left = place_of(turn), turn.rolls_left
    lotteries = (lottery for _, lottery in policy.graph.layers[left][place].options)
    for (choice, prospect), lottery in zip(policy.options(place, left), lotteries, strict=True):
        yield _Way(choice, prospect, ends_of_choice(policy, place, lottery, left))


def _after_roll(policy: TurnPolicy, turn: TurnState, throw: Throw) -> Iterator[_Way]:
    """What may be banked of dice on the table, with what each way promises."""
    rolled, left = Choice("roll", len(throw.dice), throw.hold), turn.rolls_left - 1
    for choice, after in keeps(turn, rolled, throw.dice):
        place = place_of(after)
        yield _Way(choice, policy.prospect(place, left), ends(policy, place, left))


def _best(policy: TurnPolicy, prospects: Sequence[Prospect]) -> tuple[int, ...]:
    """The best, and then all that are worth the same."""
    if not prospects:
        return ()
    first = policy.best_of(prospects)
    level = (
        index for index, prospect in enumerate(prospects) if _is_even(policy, prospect, prospects[first])
    )
    return (first, *(index for index in level if index != first))


def _is_even(policy: TurnPolicy, one: Prospect, other: Prospect) -> bool:
    return -policy.tolerance <= one.value - other.value <= policy.tolerance


def _level(prospects: Sequence[Prospect], unsure: Sequence[Floats], among: Sequence[int]) -> tuple[int, ...]:
    """All of some choices that the games don't tell from the best. The first has the highest mean of them."""
    if not prospects:
        return ()
    top = max(among, key=lambda index: prospects[index].value)
    level = [
        index
        for index in among
        if prospects[top].value - prospects[index].value <= EVEN + LEVEL * _size(unsure[index] - unsure[top])
    ]
    first = max(level, key=lambda index: (round(float(prospects[index].mean), MEAN_DIGITS), -index))
    return (first, *(index for index in level if index != first))


def _is_beaten(outcomes: Floats | None, chances: Sequence[Floats], index: int) -> bool:
    """Whether another choice wins the round more often, and leaves it to nobody else more often: it is better
    whatever the round is worth, which no dice can make even."""
    if outcomes is None:
        return False
    told = [np.tensordot(each, outcomes, 2) for each in chances]
    more = [each - told[index] for each in told]
    return any(each[0] > EVEN and bool((each[1:] <= EVEN).all()) for each in more)


def _chances_of_ends(shape: tuple[int, ...], turn_ends: Iterable[tuple[int, int, Number]]) -> Floats:
    """How often a turn ends so, by the rolls left and by score."""
    chances = np.zeros(shape)
    for left, score, chance in turn_ends:
        chances[left, score] += float(chance)
    return chances


def _size(unsure: Floats) -> float:
    return float(np.sqrt(unsure @ unsure))


def _option(objective: Objective, way: _Way, errors: _Errors, turn: TurnState) -> Option:
    choice, prospect, _ = way
    exact = Fraction(prospect.value) if objective == "points" else None
    text = tell_choice(choice, turn.cargo)
    return Option(choice, float(prospect.value), *errors, float(prospect.mean), exact, text)


def _told(options: Sequence[Option], turn: TurnState) -> list[Told]:
    return [Told(option.text, tell_choosing(option.choice, turn.cargo), option.value) for option in options]


def _option_to_json(option: Option) -> dict[str, Any]:
    return {
        **option.choice.to_json(),
        "value": option.value,
        "error": option.error,
        "gap_error": option.gap_error,
        "mean": option.mean,
        "exact": None if option.exact is None else f"{option.exact.numerator}/{option.exact.denominator}",
        "text": option.text,
    }
