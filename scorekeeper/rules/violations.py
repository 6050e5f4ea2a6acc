"""What the referee says: every violation code, its rule in one sentence, and where the rule comes from.

Exceptions:
    Refused: an entry breaks at least one rule; `violations` names all that are broken.

Sources are the texts S0 to S4 that RULES.md settles; `rules` stands for its section on what they leave open.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

Level = Literal["position", "dice"]
"""`position`: the entry does not fit what the game waits for; `dice`: what was thrown, kept or claimed."""


@dataclass(frozen=True, slots=True)
class Code:
    """A rule that an entry can break.

    Attributes:
        code: the slug that problems, log and documentation use.
        title: a few words for a heading.
        rule: the rule as one plain sentence.
        source: S0 to S4, or `rules` where the sources are silent.
        level: whether the place of the entry or its content is wrong.
    """

    code: str
    title: str
    rule: str
    source: str
    level: Level


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule in one entry.

    Attributes:
        code: a key of `CODES`.
        detail: what is wrong here, in a sentence that a person at a table understands.
        pointer: a JSON pointer (RFC 6901) into the entry, `""` for the entry as a whole.
        legal: what would have been legal, by name (`dice_counts`, `keep`, `hold`, `seat`, …).
        params: the seats that `detail` speaks of besides, and why, by name (`seat`, `opener`, `status`,
            `reason`): who knows the players tells it with their names.
    """

    code: str
    detail: str
    pointer: str = ""
    legal: Mapping[str, Any] | None = None
    params: Mapping[str, Any] | None = None

    @property
    def source(self) -> str:
        """S0 to S4, or `rules`."""
        return CODES[self.code].source

    @property
    def rule(self) -> str:
        """The broken rule as one plain sentence."""
        return CODES[self.code].rule

    @property
    def level(self) -> Level:
        """Whether the place of the entry or its content is wrong."""
        return CODES[self.code].level

    def to_json(self) -> dict[str, Any]:
        """The same as plain JSON values, with the rule and its source; `legal` and `params` only where there
        are any."""
        told = {
            "pointer": self.pointer,
            "code": self.code,
            "detail": self.detail,
            "rule": self.rule,
            "source": self.source,
        }
        more = {"legal": self.legal, "params": self.params}
        return {**told, **{name: dict(value) for name, value in more.items() if value is not None}}

    def below(self, pointer: str) -> "Violation":
        """The same violation in an entry that is a part, at `pointer`, of a larger one."""
        return replace(self, pointer=pointer + self.pointer)


class Refused(Exception):
    """An entry breaks rules and changes nothing.

    Attributes:
        violations: all that is wrong, in the order of the entry's parts; never empty.
    """

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__("; ".join(f"{v.code}: {v.detail}" for v in self.violations))


def _catalogue(*codes: Code) -> Mapping[str, Code]:
    return MappingProxyType({code.code: code for code in codes})


CODES: Mapping[str, Code] = _catalogue(
    Code(
        "face-invalid",
        "Not a face of a die",
        "A die shows a whole number from 1 to 6.",
        "rules",
        "dice",
    ),
    Code(
        "dice-count",
        "Wrong number of dice",
        "Every die that is not banked is rolled: five at first, one less for each one banked, two as cargo.",
        "S0",
        "dice",
    ),
    Code(
        "face-not-rolled",
        "Kept a face that was not rolled",
        "Only a face that the roll shows can be kept, and only as often as it shows.",
        "S0",
        "dice",
    ),
    Code(
        "already-banked",
        "That one is banked already",
        "A crew has one ship, one captain and one crew; a second of them cannot be banked.",
        "S0",
        "dice",
    ),
    Code(
        "captain-before-ship",
        "The captain needs the ship first",
        "A 5 can be banked only with a 6 banked before it or kept together with it.",
        "S0",
        "dice",
    ),
    Code(
        "crew-before-captain",
        "The crew needs the captain first",
        "A 4 can be banked only with a 6 and a 5 banked before it or kept together with it.",
        "S0",
        "dice",
    ),
    Code(
        "cargo-not-bankable",
        "Cargo is not banked",
        "Only a needed 6, 5 or 4 is banked; the dice that are left over lie as cargo.",
        "S0",
        "dice",
    ),
    Code(
        "must-bank",
        "All that can be banked is banked",
        "Under these house rules every ship, captain and crew that a roll allows is banked by itself.",
        "S3",
        "dice",
    ),
    Code(
        "reroll-not-allowed",
        "This cargo re-roll is not allowed",
        "The house rules say how many of the two cargo dice may be rolled again.",
        "S1",
        "dice",
    ),
    Code(
        "hold-invalid",
        "The held die does not fit",
        "A cargo die is held only when the other one alone is rolled again, and it must be one of the cargo.",
        "S3",
        "dice",
    ),
    Code(
        "crew-incomplete",
        "No full crew yet",
        "Only a full crew can stand; without a ship, a captain and a crew there is no cargo.",
        "S0",
        "dice",
    ),
    Code(
        "turn-over",
        "The turn is over",
        "A turn ends with its last roll, with a stand, or when the house rules end it by themselves.",
        "S0",
        "position",
    ),
    Code(
        "not-your-turn",
        "Another seat is to move",
        "Seats take their turns one after another, clockwise from the opener of the round.",
        "S0",
        "position",
    ),
    Code(
        "already-recorded",
        "That is recorded already",
        "Each roll of a turn is recorded once.",
        "rules",
        "position",
    ),
    Code(
        "out-of-order",
        "Not the next entry",
        "Entries are made in the order of play: round by round, turn by turn, roll by roll.",
        "rules",
        "position",
    ),
    Code(
        "score-impossible",
        "No cargo has this score",
        "A turn scores 0, or 2 to 12 as the sum of two dice.",
        "S2",
        "dice",
    ),
    Code(
        "score-not-allowed",
        "Dice are needed here",
        "A score alone is taken only where the game was opened for it, before the turn's first roll.",
        "rules",
        "dice",
    ),
    Code(
        "seat-unknown",
        "No such seat",
        "Seats are numbered clockwise from 1.",
        "rules",
        "position",
    ),
    Code(
        "seat-not-in",
        "That seat is not in",
        "A seat that is out, has left or waits for the next round takes no turn.",
        "S1",
        "position",
    ),
    Code(
        "join-closed",
        "Nobody can join now",
        "A late seat starts with the next round, where there is one that it can still win.",
        "rules",
        "position",
    ),
    Code(
        "defer-pointless",
        "There is nothing to put off",
        "A seat that has not rolled yet may play at the end of the pass instead, once a pass.",
        "rules",
        "position",
    ),
    Code(
        "game-over",
        "The game is over",
        "A game that is finished or abandoned takes no more entries.",
        "S0",
        "position",
    ),
    Code(
        "start-roll-due",
        "The roll for the opener comes first",
        "Each seat rolls three dice, and the highest total opens.",
        "S4",
        "position",
    ),
    Code(
        "start-roll-over",
        "The opener is known",
        "The roll for the opener is made once, before the first round.",
        "S4",
        "position",
    ),
)
"""Every violation code."""
