"""The odds of a turn as a page of text, for a terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import get_args

from scorekeeper.odds.choices import Choice
from scorekeeper.odds.turn_odds import CargoChoice, TurnOdds, turn_odds
from scorekeeper.odds.words import REROLLS, percent, tell_turn_rules
from scorekeeper.rules.ruleset import CargoReroll, TurnRules

BAR = 40
"""The width of the longest bar."""


def turn_table(title: str, rules: TurnRules) -> str:
    """A page of odds: the crew by roll, the scores, every cargo with what to do, and other house rules."""
    found = turn_odds(rules)
    parts = (_crew(found), _scores(found), _cargoes(found), _other_rules(rules))
    head = f"{title}: {tell_turn_rules(rules)}"
    return "\n\n".join([head, *("\n".join(part) for part in parts if part)])


def _crew(found: TurnOdds) -> list[str]:
    rows = [
        f"  by roll {roll:<2}  {percent(chance):>7}   {_fraction(chance)}"
        for roll, chance in enumerate(found.crew_by_roll, 1)
    ]
    return ["Ship, captain and crew", *rows]


def _scores(found: TurnOdds) -> list[str]:
    most = max(found.scores.values())
    rows = [
        f"  {score:>4}  {percent(chance, 2):>8}  {'#' * round(BAR * chance / most)}"
        for score, chance in found.scores.items()
    ]
    mean = f"{float(found.mean):.4f}, exactly {_fraction(found.mean)}"
    return [f"Scores of who plays for the most points (mean {mean})", *rows]


def _cargoes(found: TurnOdds) -> list[str]:
    if not found.cargo:
        return []
    lefts = sorted({row.rolls_left for row in found.cargo}, reverse=True)
    titles = [f"{left} roll{'s' * (left > 1)} left" for left in lefts]
    rows = list(_cargo_rows(found.cargo, lefts))
    head = f"  {'cargo':>5}  " + "  ".join(f"{title:<22}" for title in titles)
    return ["Keep or roll again, for the most points (the mean of the best re-roll)", head.rstrip(), *rows]


def _cargo_rows(cargo: Sequence[CargoChoice], lefts: Sequence[int]) -> Iterator[str]:
    """A row for each cargo; for each sum alone, where the dice make no difference."""
    cells: dict[tuple[int, ...], dict[int, str]] = {}
    for row in cargo:
        cells.setdefault(row.cargo, {})[row.rolls_left] = _cell(row)
    by_sum = {sum(dice): texts for dice, texts in cells.items()}
    shown = {dice: f"{dice[0]} + {dice[1]}" for dice in cells}
    if all(texts == by_sum[sum(dice)] for dice, texts in cells.items()):
        cells = {(total, 0): by_sum[total] for total in sorted(by_sum)}
        shown = {dice: str(dice[0]) for dice in cells}
    for dice, texts in cells.items():
        yield f"  {shown[dice]:>5}  " + "  ".join(f"{texts[left]:<22}" for left in lefts).rstrip()


def _cell(row: CargoChoice) -> str:
    rerolls = [(mean, choice) for choice, mean in row.options if choice.action == "roll"]
    mean = max(mean for mean, _ in rerolls)
    if len(row.best) > 1 and any(choice.action == "stand" for choice in row.best):
        return f"even        {float(mean):7.4f}"
    return f"{_short(row.best[0]):<11} {float(mean):7.4f}"


def _short(choice: Choice) -> str:
    if choice.action == "stand":
        return "stand"
    return "roll both" if choice.hold is None else f"hold the {choice.hold}"


def _other_rules(rules: TurnRules) -> list[str]:
    rows = []
    for reroll in get_args(CargoReroll):
        mean = turn_odds(replace(rules, cargo_reroll=reroll)).mean
        rows.append(f"  {float(mean):.4f}  {REROLLS[reroll]:<46}  {_fraction(mean)}")
    return ["The mean under other house rules for the cargo", *rows]


def _fraction(chance: Fraction) -> str:
    """The exact fraction, in full: with the most rolls that there may be it has some 80 characters."""
    return f"{chance.numerator}/{chance.denominator}"
