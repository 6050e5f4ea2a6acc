"""Why house rules are refused: every code, its rule in one sentence, and the senseless combinations.

Exception
    RulesetRefused      house rules that cannot be played by; carries a RulesetProblem for every reason
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.ruleset import MOST_ANTES, Goal


class RulesetCode(NamedTuple):
    """What a reason for refusal is called, and the rule behind it in one sentence."""

    title: str
    sentence: str


@dataclass(frozen=True, slots=True)
class RulesetProblem:
    """One reason why house rules are refused; `pointer` is a JSON pointer into what was sent."""

    pointer: str
    code: str
    detail: str


class RulesetRefused(Exception):
    """House rules that cannot be played by; `problems` has every reason, in the order of what was sent."""

    def __init__(self, problems: tuple[RulesetProblem, ...]) -> None:
        super().__init__(" ".join(problem.detail for problem in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Combination:
    """Values that make no sense together.

    `fields` are the values that `clashes` is asked about, in this order, the likeliest to blame first.
    `detail` is a sentence with `{0}`, `{1}`… for those values.
    """

    code: str
    fields: tuple[str, ...]
    clashes: Callable[..., bool]
    title: str
    sentence: str
    detail: str


COMBINATIONS: tuple[Combination, ...] = (
    Combination(
        "seats-min-above-max",
        ("seats.min", "seats.max"),
        lambda fewest, most: fewest > most,
        "More seats needed than there are",
        "The fewest seats of a game cannot be more than its most seats.",
        "At least {0} seats are asked for, but there may be at most {1}.",
    ),
    Combination(
        "last-with-chips-needs-stakes",
        ("stakes", "goal.kind"),
        lambda staked, goal: goal == "last_with_chips" and not staked,
        "No stakes to run out of",
        "To play for the last chips, there must be stakes.",
        "Nobody can be the last with chips in a game without stakes.",
    ),
    Combination(
        "last-with-chips-needs-round-stakes",
        ("stakes.per", "goal.kind"),
        lambda per, goal: goal == "last_with_chips" and per == "game",
        "An ante for the whole game",
        "To play for the last chips, the ante must be paid each round.",
        "With one ante for the whole game nobody runs out of chips, so nobody can be the last with chips.",
    ),
    Combination(
        "last-with-chips-needs-counted-chips",
        ("stakes.chips", "goal.kind", "stakes"),
        lambda chips, goal, staked: goal == "last_with_chips" and staked and chips is None,
        "Chips that nobody counts",
        "To play for the last chips, every seat must start with a counted number of them.",
        "To be the last with chips, everyone must start with a number of chips; none is given.",
    ),
    Combination(
        "chips-not-multiple-of-ante",
        ("stakes.chips", "stakes.ante"),
        lambda chips, ante: chips is not None and chips % ante != 0,
        "Chips that no ante fits",
        "The chips that a seat starts with must be a whole number of antes.",
        "{0} chips cannot be paid out in antes of {1}: some would be left that buy no round.",
    ),
    Combination(
        "chips-above-most-antes",
        ("stakes.chips", "stakes.ante"),
        lambda chips, ante: chips is not None and chips > MOST_ANTES * ante,
        "Too many chips",
        f"A seat starts with chips for at most {MOST_ANTES:,} antes.",
        f"{{0}} chips are more than {MOST_ANTES:,} antes of {{1}}.",
    ),
    Combination(
        "draw-with-game-stakes",
        ("goal.tie", "stakes.per"),
        lambda tie, per: tie == "draw" and per == "game",
        "A pot that nobody would win",
        "A game that is played for one pot cannot end in a draw.",
        "If the game may end in a draw, nobody wins the pot that everyone paid into for the game.",
    ),
    Combination(
        "tie-carry-with-game-stakes",
        ("round.tie", "stakes.per"),
        lambda tie, per: tie == "carry" and per == "game",
        "No pot of the round to carry",
        "A tied round can carry its pot only where the ante is paid each round.",
        "With one ante for the whole game, a tied round has no pot to leave for the next.",
    ),
    Combination(
        "all-bust-carry-with-game-stakes",
        ("round.all_bust", "stakes.per"),
        lambda all_bust, per: all_bust == "carry" and per == "game",
        "No pot of the round to carry",
        "A round where all bust can carry its pot only where the ante is paid each round.",
        "With one ante for the whole game, a round where all bust has no pot to leave for the next.",
    ),
    Combination(
        "one-seat-with-stakes",
        ("seats.min", "stakes"),
        lambda fewest, staked: fewest == 1 and staked,
        "Stakes for one",
        "Who plays alone can win nothing from anybody, so a game for one seat has no stakes.",
        "A game that one player may play alone cannot have stakes: there is nobody to win them from.",
    ),
    Combination(
        "one-seat-cannot-win",
        ("seats.min", "goal.kind"),
        lambda fewest, goal: fewest == 1 and not Goal(goal).can_end_level,
        "A goal that one seat cannot reach",
        "A game for one seat needs a goal of its own: highest_total or points.",
        "Who plays alone has nobody to beat, so the goal must be highest_total or points, not {1}.",
    ),
)
"""What makes no sense together, but for fields that belong to another goal (`RuleField.by_goal`)."""

RULESET_CODES: Mapping[str, RulesetCode] = {
    "not-an-object": RulesetCode(
        "Not a set of fields", "House rules, and each part of them, are objects with named fields."
    ),
    "unknown-field": RulesetCode(
        "Unknown field", "House rules have only the fields that the document names."
    ),
    "wrong-type": RulesetCode(
        "Wrong kind of value", "A number is a whole number without quotes or decimals, a choice is a text."
    ),
    "out-of-range": RulesetCode(
        "Number out of range", "Each number of the house rules has a least and a most."
    ),
    "not-a-choice": RulesetCode("Not one of the choices", "A field with choices takes exactly one of them."),
    "unknown-preset": RulesetCode("Unknown preset", "A preset is named as the list of rulesets names it."),
    "unknown-saved-ruleset": RulesetCode(
        "Unknown house rules", "Saved house rules are named as the table saved them."
    ),
    "preset-and-saved": RulesetCode(
        "Two sets to start from", "House rules start from a preset or from a saved set, not from both."
    ),
    "rounds-not-for-goal": RulesetCode(
        "Rounds that the goal does not count",
        "Only rounds_won and highest_total are played for a number of rounds.",
    ),
    "points-not-for-goal": RulesetCode(
        "Points that the goal does not count", "Only the goal points is played for a number of points."
    ),
    "tie-not-for-goal": RulesetCode(
        "A goal that cannot end level",
        "Only highest_total and points can end level, so only they say what happens then.",
    ),
    **{combo.code: RulesetCode(combo.title, combo.sentence) for combo in COMBINATIONS},
}
"""Every code that a RulesetProblem can have."""
