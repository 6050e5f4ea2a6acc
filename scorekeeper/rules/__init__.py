"""Ship, Captain and Crew: the game itself, with no I/O, no clock and no framework.

Read in this order: `ruleset`, `turn`, `state`, `inputs`, `consequences`, `decide`, `flow`, `evolve`, `game`.
"""

from scorekeeper.rules.codec import input_from_json, input_to_json, state_from_json, state_to_json
from scorekeeper.rules.consequences import Consequence
from scorekeeper.rules.game import ENGINE_VERSION, Played, decide, play, replay, start
from scorekeeper.rules.inputs import (
    ANYWHERE,
    Abandon,
    Defer,
    Input,
    Join,
    Leave,
    Place,
    Roll,
    Score,
    Stand,
    StartRoll,
    Thrown,
    WholeTurn,
)
from scorekeeper.rules.legal import NextEntry, next_entry
from scorekeeper.rules.openers import next_game_opener
from scorekeeper.rules.presets import PRESETS, Preset
from scorekeeper.rules.reading import RulesetProblem, RulesetRefused, read_ruleset
from scorekeeper.rules.referee import RollVerdict, TurnVerdict, judge_roll, judge_turn
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.sentences import tell
from scorekeeper.rules.standings import Standing, standings
from scorekeeper.rules.state import GameState, Seat
from scorekeeper.rules.telling import tell_ruleset, tell_seat_count
from scorekeeper.rules.verdicts import roll_verdict_to_json, turn_state_to_json, verdict_to_json
from scorekeeper.rules.violations import CODES, Refused, Violation

__all__ = [
    "ANYWHERE",
    "CODES",
    "ENGINE_VERSION",
    "PRESETS",
    "Abandon",
    "Consequence",
    "Defer",
    "GameState",
    "Input",
    "Join",
    "Leave",
    "NextEntry",
    "Place",
    "Played",
    "Preset",
    "Refused",
    "Roll",
    "RollVerdict",
    "Ruleset",
    "RulesetProblem",
    "RulesetRefused",
    "Score",
    "Seat",
    "Stand",
    "Standing",
    "StartRoll",
    "Thrown",
    "TurnVerdict",
    "Violation",
    "WholeTurn",
    "decide",
    "input_from_json",
    "input_to_json",
    "judge_roll",
    "judge_turn",
    "next_entry",
    "next_game_opener",
    "play",
    "read_ruleset",
    "replay",
    "roll_verdict_to_json",
    "standings",
    "start",
    "state_from_json",
    "state_to_json",
    "tell",
    "tell_ruleset",
    "tell_seat_count",
    "turn_state_to_json",
    "verdict_to_json",
]
