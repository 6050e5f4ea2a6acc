"""Every sentence and label that the odds are told in."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.odds.choices import Choice
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.wording import counted, in_words

REROLLS = {
    "both": "both cargo dice may be rolled again",
    "any": "either cargo die, or both, may be rolled again",
    "one": "one cargo die may be rolled again",
    "none": "no cargo die is rolled again",
}

FOR_THE_ROUND = "Later rounds are taken to be played to win each of them, whatever that means for the game."
FOR_THE_LEAD = (
    "Later turns of the round are taken to be played for the lead, and to keep it against all who are still "
    "to come; a tie is reckoned as a share of it, whoever it is with."
)
FOR_THE_LEAD_IN_EACH = f"{FOR_THE_LEAD} {FOR_THE_ROUND}"
FOR_POINTS = "Later turns are taken to be played for the most points, whatever the score."
FOR_POINTS_AMONG_THE_BEST = (
    f"{FOR_POINTS} But the last round is played as well as can be, by the five who are ahead when it begins."
)

ROUND_AFTER_ROUND = (
    "A round that nobody wins is not lost here: what counts is who wins the next one that is won."
)


class Told(NamedTuple):
    """A choice in words, as advice and as what somebody would do, and its value."""

    text: str
    doing: str
    value: float


def tell_choice(choice: Choice, cargo: Sequence[int] = ()) -> str:
    """A choice as advice: "stand on 7", "roll both again", "hold the 6", "bank 6 and 5"."""
    return _told(choice, cargo, "stand", "roll", "hold", "bank")


def tell_choosing(choice: Choice, cargo: Sequence[int] = ()) -> str:
    """The same as what somebody would do: "standing on 7", "rolling both again"."""
    return _told(choice, cargo, "standing", "rolling", "holding", "banking")


def _told(choice: Choice, cargo: Sequence[int], stand: str, roll: str, hold: str, bank: str) -> str:
    if choice.action == "stand":
        return f"{stand} on {sum(cargo)}"
    if choice.action == "keep":
        return f"{bank} {in_words(map(str, choice.keep)) if choice.keep else 'nothing'}"
    if choice.hold is not None:
        return f"{hold} the {choice.hold}"
    return f"{roll} both again" if cargo else f"{roll} {choice.dice} dice"


def tell_turn_rules(rules: TurnRules) -> str:
    """The house rules of a turn in one line."""
    said = [counted(rules.rolls, "roll"), REROLLS[rules.cargo_reroll]]
    if rules.perfect_cargo != "play_on":
        said.append("a 12 ends the turn")
    if rules.banking == "chosen":
        said.append("the player chooses what to bank")
    return ", ".join(said)


def tell_for_points(solved: int) -> str:
    """How turns of totals are taken to be played, where so many of the last rounds are solved."""
    if not solved:
        return FOR_POINTS
    last = "round is" if solved == 1 else f"{solved} rounds are"
    return f"{FOR_POINTS} But the last {last} played as well as can be."


def percent(chance: Fraction | float, places: int = 1) -> str:
    """A chance in percent: "54.0 %"."""
    return f"{float(chance) * 100:.{places}f} %"


def tell_advice(
    options: Sequence[Told], best: Sequence[int], objective: str, *, is_estimate: bool = False
) -> tuple[str, ...]:
    """Advice in words: "Roll both again: wins 47.2 %, standing on 7 wins 31.9 %."

    Args:
        options: every choice, with its value.
        best: the indices of the best of them, none where there is nothing to choose.
        objective: `points`, where values are points, else they are chances.
        is_estimate: whether games were played out for the values: "wins about 47.2 %".
    """
    if not best:
        return ()
    if len(options) == 1:
        return (f"There is one thing to do: {options[0].doing}.",)

    def value_of(option: Told) -> str:
        return _tell_value(option.value, objective, "about " if is_estimate else "")

    others = [option for index, option in enumerate(options) if index != best[0]]
    said = [f"{_capital(options[best[0]].text)}: {value_of(options[best[0]])}"]
    said += [f"{option.doing} {value_of(option)}" for option in others]
    even = [options[index].text for index in best]
    sentence = f"{', '.join(said)}."
    if len(even) == 1:
        return (sentence,)
    if is_estimate:
        told = "The games that were played out don't tell what is better"
        return (sentence, f"{told}, to {' or to '.join(even)}; none has a higher mean score than the first.")
    return (sentence, f"It makes no difference whether you {' or '.join(even)}.")


def _tell_value(value: float, objective: str, about: str) -> str:
    return f"brings {about}{value:.2f} points" if objective == "points" else f"wins {about}{percent(value)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
