"""A disputed turn: its plays as they are recorded, what is claimed instead, and the referee's verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper import rules
from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.errors import AmendmentRefused, Invalid, Problem
from scorekeeper.ledger.places import Pass
from scorekeeper.ledger.rejudging import judge
from scorekeeper.ledger.script import Item
from scorekeeper.ledger.stretches import Stretch, load_stretch
from scorekeeper.ledger.submissions import TURN_KINDS, input_of, thrown_of
from scorekeeper.ledger.targets import Target, find_play
from scorekeeper.storage.models import Turn
from scorekeeper.storage.queries import first_row

_GREATEST: Final = 2**53


@dataclass(frozen=True, slots=True)
class TurnKey:
    """What names a turn for good, whatever number it has: a seat takes one turn in a pass."""

    of: Pass
    seat: int

    def is_named_by(self, body: Mapping[str, Any]) -> bool:
        """Whether the entry of a dispute names this turn."""
        return (body["round"], body["roll_off"], body["seat"]) == (self.of.round, self.of.roll_off, self.seat)

    def is_of(self, item: Item) -> bool:
        """Whether a play belongs to the turn."""
        return item.kind in TURN_KINDS and self.is_named_by(item.body)


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """A turn as it is recorded: the script from its round on, its plays that count, the game before it."""

    key: TurnKey
    stretch: Stretch
    items: tuple[Item, ...]
    before: rules.GameState

    @property
    def said(self) -> dict[str, Any]:
        """What its plays say: `rolls` and `stand`, or `score`."""
        score = next((item.body["score"] for item in self.items if item.kind == "score"), None)
        if score is not None:
            return {"score": score}
        rolls = [
            roll for item in self.items for roll in item.body.get("rolls", [item.body]) if "dice" in roll
        ]
        is_stand = any(item.kind == "stand" or item.body.get("stand") for item in self.items)
        return {"rolls": [_throw(roll) for roll in rolls], "stand": is_stand}

    @property
    def is_latest(self) -> bool:
        """Whether no other turn was begun after it."""
        last = next(play for play in reversed(self.stretch.plays()) if play.kind in TURN_KINDS)
        return self.key.is_of(last)


def find_turn(board: Board, number: int | None, entry: Target | None) -> TurnKey:
    """The turn of a number, or that an entry is of.

    Raises AmendmentRefused `turn-unknown`, `entry-unknown`, `entry-voided`, `entry-not-correctable`,
    `entry-not-of-a-turn`.
    """
    if entry is not None:
        item = find_play(board, entry, "/entry").item
        if item.kind not in TURN_KINDS:
            detail = f"Entry {item.seq} is of the kind {item.kind}, and of no turn."
            raise AmendmentRefused("entry-not-of-a-turn", detail, "/entry")
        return TurnKey(Pass(item.body["round"], item.body["roll_off"]), item.body["seat"])
    state = board.state
    if state.turn and number == state.turns + 1:
        return TurnKey(Pass(state.round, state.roll_off), state.turn.seat)
    is_over = number is not None and 1 <= number <= state.turns
    query = Turn.select(Turn.round, Turn.roll_off, Turn.seat).where(Turn.game == board.facts.game_id)
    row = first_row(query.where(Turn.number == number)) if is_over else None
    if row is None:
        raise AmendmentRefused("turn-unknown", "Nobody has rolled in such a turn.", "/turn")
    return TurnKey(Pass(row["round"], row["roll_off"]), row["seat"])


def load_turn(board: Board, key: TurnKey) -> RecordedTurn | None:
    """The turn as it is recorded now; None where nothing of it counts any more."""
    stretch = load_stretch(board, key.of.round)
    plays = stretch.plays()
    items = tuple(play for play in plays if key.is_of(play))
    if not items:
        return None
    judged = judge(stretch.beginning.state, plays)
    before = next(each.before for each in judged if each.item.seq == items[0].seq)
    return RecordedTurn(key, stretch, items, before)


def whole_claim(turn: RecordedTurn, claim: Mapping[str, Any]) -> dict[str, Any]:
    """A claim about a turn or one roll of it as a whole turn: `rolls` and `stand`, or `score`.

    Where one roll is said to have been otherwise, the others are taken as they are recorded. Raises Invalid
    for a roll that the turn has not.
    """
    if "score" in claim:
        return {"score": claim["score"]}
    if "rolls" in claim:
        return {name: claim[name] for name in ("rolls", "stand") if claim.get(name) is not None}
    said = turn.said
    rolls = list(said.get("rolls", []))
    number = claim["roll"]
    if not 1 <= number <= len(rolls) + 1:
        detail = f"Recorded rolls of this turn: {len(rolls)}."
        raise Invalid(Problem("/claim/roll", "invalid", detail))
    rolls[number - 1 : number] = [_throw(claim)]
    stand = claim.get("stand")
    return {"rolls": rolls, "stand": said.get("stand", False) if stand is None else stand}


def verdict_on(turn: RecordedTurn, said: Mapping[str, Any]) -> dict[str, Any]:
    """The referee's verdict on a whole turn, under the pace that its pass had."""
    if "score" in said:
        return _verdict_on_score(turn, said["score"])
    rolls = [thrown_of(roll) for roll in said["rolls"]]
    before = turn.before
    verdict = rules.judge_turn(before.ruleset.turn, rolls, bool(said.get("stand", False)), before.pace)
    return {**rules.verdict_to_json(verdict), "unverified": False}


def require_claim(claim: Mapping[str, Any], pointer: str) -> None:
    """Refuse a claim that can't be kept. Raises Invalid."""
    kinds = [name for name in ("rolls", "roll", "score") if claim.get(name) is not None]
    if len(kinds) != 1 or (kinds == ["roll"] and claim.get("dice") is None):
        detail = "A claim has the rolls of the turn, or one roll of it with its dice, or a score."
        raise Invalid(Problem(pointer, "invalid", detail))
    problems = [
        Problem(f"{pointer}{where}", "invalid", "This is no whole number.")
        for where, value in _numbers(claim)
        if type(value) is not int or abs(value) > _GREATEST
    ]
    if problems:
        raise Invalid(*problems)


def _verdict_on_score(turn: RecordedTurn, score: Any) -> dict[str, Any]:
    body = {"seat": turn.key.seat, "score": score}
    violations: Sequence[rules.Violation] = ()
    try:
        rules.play(turn.before, input_of("score", body))
    except rules.Refused as refused:
        violations = refused.violations
    return {
        "legal": not violations,
        "rolls": [],
        "stand": [violation.to_json() for violation in violations],
        "turn": None,
        "score": score,
        "unverified": True,
    }


def _throw(roll: Mapping[str, Any]) -> dict[str, Any]:
    return {name: roll[name] for name in ("dice", "keep", "hold") if roll.get(name) is not None}


def _numbers(claim: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every value of a claim that is to be a number, with its pointer."""
    for name in ("score", "roll", "hold"):
        if claim.get(name) is not None:
            yield f"/{name}", claim[name]
    for name in ("dice", "keep"):
        for index, value in enumerate(claim.get(name) or ()):
            yield f"/{name}/{index}", value
    for number, roll in enumerate(claim.get("rolls") or ()):
        for where, value in _numbers({name: roll.get(name) for name in ("dice", "keep", "hold")}):
            yield f"/rolls/{number}{where}", value
