"""The odds of Ship, Captain and Crew: keep or re-roll, who wins the round, who wins the game.

Imports `scorekeeper.rules` alone of ours. Read `throws`, `choices`, `turn_graph`, `turn_policy` and
`turn_odds` for a turn; `turn_batch`, `passes`, `roll_offs`, `carrying` and `rounds` for a round; `contests`,
`games_of_rounds`, `pairs`, `totals_for_two`, `totals_for_more`, `last_rounds`, `games` and what they call for
a game; `advice` and `asking` for what is said of them.

    turn_odds(rules)                  the chance of a crew, the scores, what to do with every cargo; fractions
    turn_table(title, rules)          the same as a page of text
    crew_chance(rules, crew, left)    the chance of a full crew from any state of a turn
    advice(state, objective, throw)   what the seat to move may choose, and what each choice is worth to it
    round_chances(state)              who will win the round
    win_chances(state)                who will win the game, at any moment of it
    most_worth(graph, worths)         the policy of a turn that makes any worth of its score the most
    keep_on(shelf)                    where solved games are kept, so that they need not be solved again

Turns are exact, in fractions. Rounds are solved as games, in floats with a stated bound: each seat makes its
own chance the most, knowing that those after it do the same. So are games where they are small enough; the
others are played out at random, and say so; and so is a round where house rules make it too much to solve
(`plain_play`, `played_passes`). A draw is worth its share. What was solved is remembered; these questions may
be asked from any thread, and are answered one at a time, the most urgent first (`as_urgent_as`). What one
question may take is bounded (`effort`).
"""

from scorekeeper.odds.advice import Advice, Objective, Option, Throw
from scorekeeper.odds.asking import Chances, NoAdvice, advice, round_chances, win_chances
from scorekeeper.odds.choices import STAND, Choice, choices, keeps
from scorekeeper.odds.shelf import Shelf, keep_on
from scorekeeper.odds.turn_graph import turn_graph
from scorekeeper.odds.turn_odds import CargoChoice, TurnOdds, crew_chance, turn_odds
from scorekeeper.odds.turn_policy import most_points, most_worth, score_chances
from scorekeeper.odds.turn_table import turn_table
from scorekeeper.odds.urgent_first import as_urgent_as

__all__ = [
    "STAND",
    "Advice",
    "CargoChoice",
    "Chances",
    "Choice",
    "NoAdvice",
    "Objective",
    "Option",
    "Shelf",
    "Throw",
    "TurnOdds",
    "advice",
    "as_urgent_as",
    "choices",
    "crew_chance",
    "keep_on",
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
