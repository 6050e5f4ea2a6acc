"""Every sentence and label that the odds are told in."""

from collections.abc import Sequence
from fractions import Fraction

from scorekeeper.odds.choices import Choice
from scorekeeper.rules.ruleset import TurnRules

REROLLS = {
    "both": "both cargo dice may be rolled again",
    "any": "either cargo die, or both, may be rolled again",
    "one": "one cargo die may be rolled again",
    "none": "no cargo die is rolled again",
}


def tell_choice(choice: Choice, cargo: Sequence[int] = ()) -> str:
    """A choice as a person would say it: "stand on 7", "roll both again", "hold the 6", "bank 6 and 5"."""
    if choice.action == "stand":
        return f"stand on {sum(cargo)}"
    if choice.action == "keep":
        return f"bank {' and '.join(map(str, choice.keep))}" if choice.keep else "bank nothing"
    if choice.hold is not None:
        return f"hold the {choice.hold}"
    return "roll both again" if cargo else f"roll {choice.dice} dice"


def tell_turn_rules(rules: TurnRules) -> str:
    """The house rules of a turn in one line."""
    rolls = "1 roll" if rules.rolls == 1 else f"{rules.rolls} rolls"
    said = [rolls, REROLLS[rules.cargo_reroll]]
    if rules.perfect_cargo != "play_on":
        said.append("a 12 ends the turn")
    if rules.banking == "chosen":
        said.append("the player chooses what to bank")
    return ", ".join(said)


def percent(chance: Fraction | float, places: int = 1) -> str:
    """A chance in percent: "54.0 %"."""
    return f"{float(chance) * 100:.{places}f} %"
