"""Games and entries as plain JSON values, and back.

A state is written without its ruleset, which its game pins.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from scorekeeper.rules import inputs as entered
from scorekeeper.rules.inputs import Input, Thrown
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.state import GameState, OpenTurn, RecordedRoll, Result, Seat, StartRolls
from scorekeeper.rules.turn_state import turn_state


def state_to_json(state: GameState) -> dict[str, Any]:
    """Everything of a state but its ruleset, as JSON values."""
    return {
        "entry": state.entry,
        "status": state.status,
        "seats": [_seat_to_json(seat) for seat in state.seats],
        "first_opener": state.first_opener,
        "opener": state.opener,
        "round": state.round,
        "roll_off": state.roll_off,
        "is_extra_round": state.is_extra_round,
        "is_round_over": state.is_round_over,
        "results": [[result.seat, result.score, result.is_unverified] for result in state.results],
        "to_come": list(state.to_come),
        "deferred": list(state.deferred),
        "pace": state.pace,
        "turn": _turn_to_json(state.turn),
        "turns": state.turns,
        "just_ended": state.just_ended,
        "round_leader": state.round_leader,
        "pot": state.pot,
        "start": asdict(state.start) if state.start else None,
        "winners": list(state.winners),
    }


def state_from_json(raw: Mapping[str, Any], ruleset: Ruleset) -> GameState:
    """The state that `state_to_json` wrote, under the ruleset that its game pins."""
    return GameState(
        **{
            **raw,
            "ruleset": ruleset,
            "seats": tuple(Seat(*seat) for seat in raw["seats"]),
            "results": tuple(Result(*result) for result in raw["results"]),
            "to_come": tuple(raw["to_come"]),
            "deferred": tuple(raw["deferred"]),
            "turn": _turn_from_json(raw["turn"], ruleset),
            "start": _start_from_json(raw["start"]),
            "winners": tuple(raw["winners"]),
        }
    )


def input_to_json(entry: Input) -> dict[str, Any]:
    """A legal entry as JSON values, with what was left out left out. Its place is not part of it."""
    kind = _KINDS[type(entry)]
    return {"kind": kind, **_WRITERS[kind](entry)}


def input_from_json(raw: Mapping[str, Any]) -> Input:
    """The entry that `input_to_json` wrote.

    Raises:
        KeyError: `kind` is none of an entry.
    """
    return _READERS[raw["kind"]](raw)


def _seat_to_json(seat: Seat) -> list[Any]:
    return [seat.status, seat.chips, seat.rounds_won, seat.total, seat.out_round, seat.unverified]


def _turn_to_json(turn: OpenTurn | None) -> dict[str, Any] | None:
    if turn is None:
        return None
    state = turn.state
    return {
        "seat": turn.seat,
        "state": [state.rolls_allowed, state.rolls_used, state.crew, list(state.cargo), state.stood],
        "rolls": [[list(roll.dice), list(roll.kept), roll.hold] for roll in turn.rolls],
    }


def _turn_from_json(raw: Mapping[str, Any] | None, ruleset: Ruleset) -> OpenTurn | None:
    if raw is None:
        return None
    allowed, used, crew, cargo, stood = raw["state"]
    rolls = tuple(RecordedRoll(tuple(dice), tuple(kept), hold) for dice, kept, hold in raw["rolls"])
    return OpenTurn(raw["seat"], turn_state(ruleset.turn, allowed, used, crew, tuple(cargo), stood), rolls)


def _start_from_json(raw: Mapping[str, Any] | None) -> StartRolls | None:
    if raw is None:
        return None
    return StartRolls(
        raw["attempt"], tuple((seat, total) for seat, total in raw["totals"]), tuple(raw["to_come"])
    )


def _thrown_to_json(thrown: Thrown) -> dict[str, Any]:
    written: dict[str, Any] = {"dice": list(thrown.dice)}
    if thrown.keep is not None:
        written["keep"] = list(thrown.keep)
    if thrown.hold is not None:
        written["hold"] = thrown.hold
    return written


def _thrown_from_json(raw: Mapping[str, Any]) -> Thrown:
    keep = raw.get("keep")
    return Thrown(tuple(raw["dice"]), None if keep is None else tuple(keep), raw.get("hold"))


def _stand_to_json(stand: bool) -> dict[str, Any]:
    return {"stand": True} if stand else {}


_KINDS: dict[type, str] = {
    entered.StartRoll: "start_roll",
    entered.Roll: "roll",
    entered.Stand: "stand",
    entered.WholeTurn: "turn",
    entered.Score: "score",
    entered.Join: "join",
    entered.Leave: "leave",
    entered.Defer: "defer",
    entered.Abandon: "abandon",
}

_WRITERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "start_roll": lambda e: {"seat": e.seat, "dice": list(e.dice)},
    "roll": lambda e: {"seat": e.seat, **_thrown_to_json(e.thrown), **_stand_to_json(e.stand)},
    "stand": lambda e: {"seat": e.seat},
    "turn": lambda e: {
        "seat": e.seat,
        "rolls": [_thrown_to_json(thrown) for thrown in e.rolls],
        **_stand_to_json(e.stand),
    },
    "score": lambda e: {"seat": e.seat, "score": e.score},
    "join": lambda _: {},
    "leave": lambda e: {"seat": e.seat},
    "defer": lambda e: {"seat": e.seat},
    "abandon": lambda _: {},
}

_READERS: dict[str, Callable[[Mapping[str, Any]], Input]] = {
    "start_roll": lambda raw: entered.StartRoll(raw["seat"], tuple(raw["dice"])),
    "roll": lambda raw: entered.Roll(raw["seat"], _thrown_from_json(raw), raw.get("stand", False)),
    "stand": lambda raw: entered.Stand(raw["seat"]),
    "turn": lambda raw: entered.WholeTurn(
        raw["seat"], tuple(map(_thrown_from_json, raw["rolls"])), raw.get("stand", False)
    ),
    "score": lambda raw: entered.Score(raw["seat"], raw["score"]),
    "join": lambda raw: entered.Join(raw.get("seat")),
    "leave": lambda raw: entered.Leave(raw["seat"]),
    "defer": lambda raw: entered.Defer(raw["seat"]),
    "abandon": lambda _: entered.Abandon(),
}
