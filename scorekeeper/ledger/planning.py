"""From a game that somebody asks for to one that can be opened: house rules, seats, opener."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper import rules
from scorekeeper.ledger.errors import Invalid, NameInvalid, Problem
from scorekeeper.ledger.house_rules import read_house_rules
from scorekeeper.ledger.ids import new_id
from scorekeeper.ledger.names import clean_name
from scorekeeper.ledger.seating import SeatClaim, Sitter, find_sitters
from scorekeeper.rules.state import Entry

ENTRY_MODES: Final = ("dice", "dice_or_score")
ADVICE: Final = ("allowed", "forbidden")


@dataclass(frozen=True, slots=True)
class Opening:
    """A game as somebody asks for it.

    ruleset: raw, as sent: `{"preset": …}` or `{"saved": …}` with changes laid over, or fields. entry:
    `dice`, or `dice_or_score` where a turn's score alone may be entered. dice_set: the name of the dice, if
    they have one. advice: one of ADVICE.
    """

    ruleset: Mapping[str, Any]
    seats: Sequence[SeatClaim]
    opener_seat: int | None = None
    entry: Entry = "dice"
    dice_set: str | None = None
    advice: str = "allowed"


@dataclass(frozen=True, slots=True)
class Plan:
    """A game that can be opened. opener: the seat that opens round 1; None: it is rolled for."""

    ruleset: rules.Ruleset
    sitters: tuple[Sitter, ...]
    opener: int | None
    entry: Entry
    series_id: str
    series_number: int
    dice_set: str | None = None
    advice: str = "allowed"


def plan_opening(table_id: str, opening: Opening) -> Plan:
    """The first game of a new series. Raises RulesetRefused; Invalid with all else that is wrong."""
    ruleset = read_house_rules(table_id, opening.ruleset)
    problems = [*_opener_problems(ruleset, opening), *seat_count_problems(ruleset, len(opening.seats))]
    if opening.entry not in ENTRY_MODES:
        problems.append(Problem("/entry", "invalid", f"This is one of {', '.join(ENTRY_MODES)}."))
    if opening.advice not in ADVICE:
        problems.append(Problem("/advice", "invalid", f"This is one of {', '.join(ADVICE)}."))
    dice_set = _dice_set(opening.dice_set, problems)
    if problems:
        raise Invalid(*problems)
    return Plan(
        ruleset=ruleset,
        sitters=find_sitters(table_id, opening.seats),
        opener=_first_opener(ruleset, opening.opener_seat),
        entry=opening.entry,
        series_id=new_id("series"),
        series_number=1,
        dice_set=dice_set,
        advice=opening.advice,
    )


def _dice_set(name: str | None, problems: list[Problem]) -> str | None:
    """The name of the dice as it is kept; what is wrong with it is put to the problems."""
    try:
        return None if name is None else clean_name(name)
    except NameInvalid as invalid:
        problems.append(Problem("/dice_set", invalid.code, invalid.detail))
        return None


def seat_count_problems(ruleset: rules.Ruleset, count: int) -> list[Problem]:
    """What is wrong with so many seats."""
    fewest, most = ruleset.seats.min, ruleset.seats.max
    if fewest <= count <= most:
        return []
    return [Problem("/seats", "seat-count", rules.tell_seat_count(ruleset, count))]


def unknown_seat_problems(named: int | None, count: int) -> list[Problem]:
    """What is wrong with an opener that is named."""
    if named is None or 1 <= named <= count:
        return []
    return [Problem("/opener_seat", "seat-unknown", f"This game has the seats 1 to {count}.")]


def _opener_problems(ruleset: rules.Ruleset, opening: Opening) -> list[Problem]:
    named, first = opening.opener_seat, ruleset.opener.first
    if named is None:
        missing = "These house rules let the table choose who opens: name a seat."
        return [Problem("/opener_seat", "required", missing)] if first == "chosen" else []
    unknown = unknown_seat_problems(named, len(opening.seats))
    if unknown or first == "chosen" or (first == "seat_1" and named == 1):
        return unknown
    who = "the roll for the opener says who opens" if first == "roll" else "seat 1 opens"
    return [Problem("/opener_seat", "invalid", f"Under these house rules {who}.")]


def _first_opener(ruleset: rules.Ruleset, named: int | None) -> int | None:
    return {"seat_1": 1, "chosen": named, "roll": None}[ruleset.opener.first]
