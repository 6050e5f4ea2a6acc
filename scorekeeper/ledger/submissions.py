"""What somebody sends to a game, as the API read it, and the rules' input that it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper import rules
from scorekeeper.storage import Step

TURN_KINDS: Final = frozenset({"roll", "stand", "turn", "score"})
"""The plays of a turn."""
DICE_KINDS: Final = TURN_KINDS | {"start_roll"}
"""The plays that say what was thrown."""
PEOPLE_KINDS: Final = frozenset({"rename", "substitute"})
"""Entries that change who sits on a seat, and nothing in the game."""


@dataclass(frozen=True, slots=True)
class Submission:
    """An entry as it was sent.

    kind: `start_roll`, `roll`, `stand`, `turn` (its rolls, or its score alone), `join`, `leave`, `defer`,
    `abandon`, `rename` or `substitute`. body: the fields of that kind; dice and what was kept are as they
    came, since judging them is the rules' work. entry_id: a UUID of the client's. entered_at: the phone's
    claim, microseconds UTC. with_it: what else is written with it, if it is recorded.
    """

    kind: str
    body: Mapping[str, Any]
    entry_id: str | None = None
    entered_at: int | None = None
    with_it: tuple[Step, ...] = ()

    @property
    def kind_in_log(self) -> str:
        """A turn's score alone is an entry of its own kind."""
        return "score" if self.kind == "turn" and "score" in self.body else self.kind


def to_input(submission: Submission) -> rules.Input:
    """What the rules are asked to judge. Raises KeyError for a kind that is none of the game's."""
    return input_of(submission.kind_in_log, submission.body)


def input_of(kind: str, body: Mapping[str, Any]) -> rules.Input:
    """The rules' input that a body of a kind means. Raises KeyError for a kind that is none of the game's."""
    return _READERS[kind](body)


def _place(body: Mapping[str, Any]) -> rules.Place:
    return rules.Place(body.get("round"), body.get("roll_off"), body.get("roll"))


def thrown_of(body: Mapping[str, Any]) -> rules.Thrown:
    keep = body.get("keep")
    return rules.Thrown(tuple(body["dice"]), None if keep is None else tuple(keep), body.get("hold"))


def _stands(body: Mapping[str, Any]) -> bool:
    return bool(body.get("stand", False))


_READERS: Final[Mapping[str, Callable[[Mapping[str, Any]], rules.Input]]] = {
    "start_roll": lambda body: rules.StartRoll(
        body["seat"], tuple(body["dice"]), rules.Place(roll=body.get("attempt"))
    ),
    "roll": lambda body: rules.Roll(body["seat"], thrown_of(body), _stands(body), _place(body)),
    "stand": lambda body: rules.Stand(body["seat"], _place(body)),
    "turn": lambda body: rules.WholeTurn(
        body["seat"], tuple(map(thrown_of, body["rolls"])), _stands(body), _place(body)
    ),
    "score": lambda body: rules.Score(body["seat"], body["score"], _place(body)),
    "join": lambda body: rules.Join(body.get("seat")),
    "leave": lambda body: rules.Leave(body["seat"]),
    "defer": lambda body: rules.Defer(body["seat"], _place(body)),
    "abandon": lambda _: rules.Abandon(),
}
