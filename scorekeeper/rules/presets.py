"""The five published ways of playing, each a whole ruleset that a table can start from.

A preset says nothing of what its source leaves open: there the default of the field stands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scorekeeper.rules.ruleset import Goal, OpenerRules, RoundRules, Ruleset, SeatLimits, Stakes, TurnRules


@dataclass(frozen=True, slots=True)
class Preset:
    """A named ruleset: the source that it follows (S0 to S4) and a summary of two lines."""

    name: str
    title: str
    source: str
    summary: str
    ruleset: Ruleset


_ALL = (
    Preset(
        "first-to-three",
        "First to three rounds",
        "S0",
        "A race for round wins in which you choose what to bank.\n"
        "Level leaders roll off, and three rounds won end it.",
        Ruleset(
            seats=SeatLimits(2, 6),
            turn=TurnRules(banking="chosen"),
            round=RoundRules(roll_off_order="seat_number"),
            goal=Goal("rounds_won", rounds=3),
        ),
    ),
    Preset(
        "chips",
        "Last one with chips",
        "S1",
        "Everyone has five chips, and each round costs one of them.\n"
        "The best cargo wins the pot; outlast the others.",
        Ruleset(
            goal=Goal("last_with_chips", rounds=None),
            stakes=Stakes(ante=1, per="round", chips=5),
        ),
    ),
    Preset(
        "five-rounds",
        "Best total of five rounds",
        "S2",
        "Cargo adds up over five rounds, and one player opens them all.\n"
        "Leaders who end level roll off for the game.",
        Ruleset(
            seats=SeatLimits(2, 8),
            goal=Goal("highest_total", rounds=5, tie="extra_round"),
            opener=OpenerRules(next_round="same", next_game="same"),
        ),
    ),
    Preset(
        "voyage",
        "A voyage for two",
        "S3",
        "Two players add up five cargoes, re-rolling either die or both.\n"
        "A 12 ends the turn; equal totals are a draw.",
        Ruleset(
            seats=SeatLimits(2, 2),
            turn=TurnRules(cargo_reroll="any", perfect_cargo="stands"),
            goal=Goal("highest_total", rounds=5, tie="draw"),
        ),
    ),
    Preset(
        "critters",
        "One round for the pot",
        "S4",
        "A roll of three dice finds the opener; a single round decides.\n"
        "The winner has the pot, and the right-hand seat opens next.",
        Ruleset(
            goal=Goal("rounds_won", rounds=1),
            stakes=Stakes(ante=1, per="round"),
            opener=OpenerRules(first="roll", next_round="counterclockwise", next_game="counterclockwise"),
        ),
    ),
)

PRESETS: Mapping[str, Preset] = MappingProxyType({preset.name: preset for preset in _ALL})
"""Every preset by its name."""
