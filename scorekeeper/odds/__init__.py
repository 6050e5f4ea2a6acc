"""The exact odds of Ship, Captain and Crew: keep or re-roll, who wins the round, who wins the game.

Imports `scorekeeper.rules` alone of ours. Read in this order: `throws`, `choices`, `turn_graph`,
`turn_policy`, `turn_odds` for a turn; `turn_batch`, `passes`, `roll_offs`, `carrying`, `rounds` for a
round; `advice`, `asking`.

    turn_odds(rules)                    the chance of a crew, the scores, what to do with every cargo;
    fractions turn_table(title, rules)            the same as a page of text crew_chance(rules, crew, left)
    the chance of a full crew from any state of a turn advice(state, objective, throw)     what the seat to
    move may choose, and what each choice is worth to it round_chances(state)                who will win
    the round most_worth(graph, worths)           the policy that makes any worth of the score the most

Turns are exact, in fractions. Rounds are solved as games, in floats with a stated bound: each seat makes
its own chance the most, knowing that those after it do the same. What was solved is remembered; the
questions above may be asked from any thread, and are answered one at a time.
"""

from scorekeeper.odds.advice import Advice, Objective, Option, Throw
from scorekeeper.odds.asking import Chances, NoAdvice, advice, round_chances, win_chances
from scorekeeper.odds.choices import STAND, Choice, choices, keeps
from scorekeeper.odds.turn_graph import turn_graph
from scorekeeper.odds.turn_odds import CargoChoice, TurnOdds, crew_chance, turn_odds
from scorekeeper.odds.turn_policy import most_points, most_worth, score_chances
from scorekeeper.odds.turn_table import turn_table

__all__ = [
    "STAND",
    "Advice",
    "CargoChoice",
    "Chances",
    "Choice",
    "NoAdvice",
    "Objective",
    "Option",
    "Throw",
    "TurnOdds",
    "advice",
    "choices",
    "crew_chance",
    "keeps",
    "most_points",
    "most_worth",
    "round_chances",
    "score_chances",
    "turn_graph",
    "turn_odds",
    "turn_table",
    "win_chances",
]
