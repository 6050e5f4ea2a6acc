"""House rules as a frozen value: what a table agreed on before the first roll.

Each field is declared once, with its default, its range or choices, and a label that a person understands.
`FIELDS` lists those declarations: `reading` judges by them, and an API schema can be made from them.
A value built here directly is not judged; `reading.read_ruleset` is the door for what people send.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, cast, get_args

Banking = Literal["automatic", "chosen"]
CargoReroll = Literal["both", "any", "one", "none"]
PerfectCargo = Literal["play_on", "stands", "takes_round"]
Pace = Literal["free", "opener"]
RoundTie = Literal["roll_off", "carry"]
AllBust = Literal["as_tie", "carry", "roll_off"]
RollOffOrder = Literal["opener_first", "seat_number"]
GoalKind = Literal["rounds_won", "highest_total", "points", "last_with_chips"]
GoalTie = Literal["extra_round", "draw"]
StakesPer = Literal["round", "game"]
FirstOpener = Literal["seat_1", "chosen", "roll"]
NextOpener = Literal["clockwise", "counterclockwise", "same", "winner"]

MOST_SEATS = 20
MOST_ROLLS = 10
MOST_ROUNDS = 100
MOST_POINTS = 1_000
MOST_ANTE = 1_000
MOST_ANTES = 1_000
"""A seat starts with at most so many antes."""


@dataclass(frozen=True, slots=True)
class RuleField:
    """One field of a ruleset: where it stands, what it may be, and what it is called at the table.

    `path` is the field as RULES.md names it, `turn.rolls`. A field has either `choices` or a range from `low`
    to `high`, both included. `by_goal`, where given, names the goals that the field belongs to, each with the
    default that it has there.
    """

    path: str
    group: str
    name: str
    default: int | str | None
    label: str
    source: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    nullable: bool = False
    by_goal: Mapping[str, int | str] | None = None


def _whole(low: int, high: int, label: str, source: str, **more: Any) -> dict[str, Any]:
    """What is declared of a field that is a whole number from `low` to `high`."""
    return {"low": low, "high": high, "label": label, "source": source, **more}


def _choice(values: Any, label: str, source: str, **more: Any) -> dict[str, Any]:
    """What is declared of a field that is one of the values of a Literal type."""
    return {"choices": get_args(values), "label": label, "source": source, **more}


@dataclass(frozen=True, slots=True)
class SeatLimits:
    """How many seats a game may have; a single one is practice."""

    min: int = field(default=2, metadata=_whole(1, MOST_SEATS, "The fewest seats", "all"))
    max: int = field(default=20, metadata=_whole(1, MOST_SEATS, "The most seats", "all"))


@dataclass(frozen=True, slots=True)
class TurnRules:
    """How a turn is played."""

    rolls: int = field(default=3, metadata=_whole(1, MOST_ROLLS, "The number of rolls in a turn", "all"))
    banking: Banking = field(
        default="automatic",
        metadata=_choice(Banking, "The way that ship, captain and crew are banked", "S0, S1, S3, S4"),
    )
    cargo_reroll: CargoReroll = field(
        default="both", metadata=_choice(CargoReroll, "The re-roll of cargo dice", "S0, S1, S2, S3, S4")
    )
    perfect_cargo: PerfectCargo = field(
        default="play_on", metadata=_choice(PerfectCargo, "The effect of a cargo of 12", "S3, W")
    )
    pace: Pace = field(default="free", metadata=_choice(Pace, "The pace of a round", "W"))


@dataclass(frozen=True, slots=True)
class RoundRules:
    """How a round is decided when nobody leads alone."""

    tie: RoundTie = field(
        default="roll_off", metadata=_choice(RoundTie, "The outcome of a tied round", "S0, S1, S4")
    )
    all_bust: AllBust = field(
        default="as_tie", metadata=_choice(AllBust, "The outcome of a round where all bust", "W")
    )
    roll_off_order: RollOffOrder = field(
        default="opener_first", metadata=_choice(RollOffOrder, "The order of turns in a roll-off", "S0")
    )


# The goals that each field of a goal belongs to, and its default there.
_ROUNDS = {"rounds_won": 3, "highest_total": 5}
_POINTS = {"points": 50}
_LEVEL_TIE = {"highest_total": "extra_round", "points": "extra_round"}


@dataclass(frozen=True, slots=True)
class Goal:
    """What wins the game. `rounds`, `points` and `tie` are None where the kind has no use for them."""

    kind: GoalKind = field(
        default="rounds_won", metadata=_choice(GoalKind, "The goal of the game", "S0, S1, S2, S3, S4, W")
    )
    rounds: int | None = field(
        default=3,
        metadata=_whole(1, MOST_ROUNDS, "The number of rounds", "S0, S2, S3, S4", by_goal=_ROUNDS),
    )
    points: int | None = field(
        default=None, metadata=_whole(1, MOST_POINTS, "The points to reach", "W", by_goal=_POINTS)
    )
    tie: GoalTie | None = field(
        default=None,
        metadata=_choice(GoalTie, "The outcome of level totals at the end", "S2, S3", by_goal=_LEVEL_TIE),
    )

    @property
    def can_end_level(self) -> bool:
        """Whether the seats that lead at the end may be level: only totals can be."""
        return self.kind in _LEVEL_TIE


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is paid into the pot; `chips` is what each seat starts with, None where nobody counts."""

    ante: int = field(default=1, metadata=_whole(1, MOST_ANTE, "The ante", "S1, S4"))
    per: StakesPer = field(
        default="round", metadata=_choice(StakesPer, "The time that an ante is for", "S1, S4")
    )
    chips: int | None = field(
        default=None,
        metadata=_whole(
            1, MOST_ANTE * MOST_ANTES, "The number of chips that each seat starts with", "S1", nullable=True
        ),
    )


@dataclass(frozen=True, slots=True)
class OpenerRules:
    """Who takes the first turn of the first round, of each later round, and of the next game."""

    first: FirstOpener = field(
        default="seat_1", metadata=_choice(FirstOpener, "The opener of the first round", "S0, S4")
    )
    next_round: NextOpener = field(
        default="clockwise",
        metadata=_choice(NextOpener, "The opener of each later round", "S0, S1, S3, S4, W"),
    )
    next_game: NextOpener = field(
        default="clockwise", metadata=_choice(NextOpener, "The opener of the next game", "S0, S4")
    )


GROUPS: Mapping[str, type[Any]] = {
    "seats": SeatLimits,
    "turn": TurnRules,
    "round": RoundRules,
    "goal": Goal,
    "stakes": Stakes,
    "opener": OpenerRules,
}
"""The parts of a ruleset in the order in which they are written."""

FIELDS: tuple[RuleField, ...] = tuple(
    RuleField(f"{group}.{declared.name}", group, declared.name, default, **declared.metadata)
    for group, part in GROUPS.items()
    for declared in fields(part)
    for default in (cast("int | str | None", declared.default),)
)
"""Every field of a ruleset, in order, as it is judged and documented."""

_NAMES: Mapping[str, tuple[str, ...]] = {
    group: tuple(declared.name for declared in fields(part)) for group, part in GROUPS.items()
}
_GOAL_NAMES: Mapping[str, tuple[str, ...]] = {
    kind: tuple(f.name for f in FIELDS if f.group == "goal" and (f.by_goal is None or kind in f.by_goal))
    for kind in get_args(GoalKind)
}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All house rules of a game, filled in; the defaults are RULES.md's."""

    seats: SeatLimits = SeatLimits()
    turn: TurnRules = TurnRules()
    round: RoundRules = RoundRules()
    goal: Goal = Goal()
    stakes: Stakes | None = None
    opener: OpenerRules = OpenerRules()

    @property
    def wants_round_winner(self) -> bool:
        """Whether a round has to be won by one seat: the goal counts rounds won, or a pot waits."""
        return self.goal.kind in ("rounds_won", "last_with_chips") or self.antes_per_round

    @property
    def antes_per_round(self) -> bool:
        """Whether every seat still in pays an ante when a round opens."""
        return self.stakes is not None and self.stakes.per == "round"

    @property
    def counts_chips(self) -> bool:
        """Whether chips are counted out, so that a seat can run out of them."""
        return self.stakes is not None and self.stakes.chips is not None

    @property
    def starting_chips(self) -> int | None:
        """What a seat starts with: 0 where only net winnings are kept, None where nothing is staked."""
        return None if self.stakes is None else self.stakes.chips or 0

    @property
    def is_practice(self) -> bool:
        """Whether one seat alone may play."""
        return self.seats.min == 1

    def to_json(self) -> dict[str, Any]:
        """The whole ruleset as plain JSON values; `read_ruleset` reads it back to an equal one."""
        return {group: _part_to_json(group, getattr(self, group)) for group in GROUPS}


def _part_to_json(group: str, part: Any) -> dict[str, Any] | None:
    """One part of a ruleset as an object, a goal with the fields of its kind alone; None for no stakes."""
    if part is None:
        return None
    names = _GOAL_NAMES[part.kind] if group == "goal" else _NAMES[group]
    return {name: getattr(part, name) for name in names}
