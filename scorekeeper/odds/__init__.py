"""The exact odds of Ship, Captain and Crew: keep or re-roll, who wins the round, who wins the game.

Imports `scorekeeper.rules` alone of ours. Read in this order: `throws`, `choices`, `turn_graph`,
`turn_policy`, `turn_odds`.

    turn_odds(rules)            the chance of a crew, the scores and what to do with every cargo, in fractions
    turn_table(title, rules)    the same as a page of text
    most_points(rules)          the policy with the highest mean, state by state
    most_worth(graph, worths)   the policy that makes any worth of the score the most
"""

from scorekeeper.odds.choices import STAND, Choice, choices, keeps
from scorekeeper.odds.turn_graph import turn_graph
from scorekeeper.odds.turn_odds import CargoChoice, TurnOdds, crew_chance, turn_odds
from scorekeeper.odds.turn_policy import most_points, most_worth, score_chances
from scorekeeper.odds.turn_table import turn_table

__all__ = [
    "STAND",
    "CargoChoice",
    "Choice",
    "TurnOdds",
    "choices",
    "crew_chance",
    "keeps",
    "most_points",
    "most_worth",
    "score_chances",
    "turn_graph",
    "turn_odds",
    "turn_table",
]
