"""A game as somebody describes it who plays it elsewhere: the seats, the round, the open turn.

All that is wrong with it is named, with a pointer into the description: a state that no play reaches has no
odds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scorekeeper import rules
from scorekeeper.rules.decide import closed_to_joiners
from scorekeeper.rules.flow import antes, takes_round
from scorekeeper.rules.roll_violations import face_violations, score_violations
from scorekeeper.rules.state import GameState, OpenTurn, Result, Seat
from scorekeeper.rules.turn_state import (
    CARGO_DICE,
    NEEDED,
    TurnState,
    first_state,
    is_face,
    turn_state,
)
from scorekeeper.rules.wording import counted
from scorekeeper.thinking.reachability import Wrong, unreachable


class Unreachable(ValueError):
    """No play reaches the state; `problems` says why."""

    def __init__(self, problems: Sequence[Wrong]) -> None:
        super().__init__("; ".join(problem.detail for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Situation:
    """What is described.

    seats: each `total` (None: this round's score), `rounds_won`, `chips` (None: what the rounds won
    tell), `left` (whether it is listed only to tell where it sat), `joining` (whether it waits for the next
    round), by number clockwise from 1. order: the seats of this pass in the order of play. scores: what the
    first of them scored. round: from 1; roll_off: 0 in the first pass; extra_round: whether it decides a game
    that was level. pace: the most rolls of a turn, where the first seat to finish has set it, though it may
    be gone. pot: None: the antes of this round; where no chips are told and nobody has won one,
    those of all. turn: `rolls_used`, `banked`, `cargo` of the seat that is to
    move. gone: how many seats that are not listed are no longer in. opener: the seat that opened the round,
    though it may have left; None: the first of the order, which is not known so in every roll-off.
    """

    ruleset: rules.Ruleset
    seats: Sequence[Mapping[str, Any]]
    order: Sequence[int] | None
    scores: Sequence[Any]
    round: int
    roll_off: int
    extra_round: bool
    pace: int | None
    pot: int | None
    turn: Mapping[str, Any]
    gone: int = 0
    opener: int | None = None


def state_of(situation: Situation) -> GameState:
    """The game that is described. Raises Unreachable."""
    problems = [*_wrong_seats(situation)] or [*_wrong_pass(situation)]
    if problems:
        raise Unreachable(problems)
    turn = _turn(situation, problems)
    state = _built(situation, turn or first_state(situation.ruleset.turn, situation.pace))
    problems += _wrong_opener(situation)
    untold = [*_untold_chips(situation)]
    if untold:
        raise Unreachable([*problems, *untold])
    problems += [*_wrong_stakes(situation), *_wrong_joining(state)]
    problems += unreachable(state, _gone(situation), _pointer_to_opener(situation))
    if problems:
        raise Unreachable(problems)
    return state


def _order(situation: Situation) -> tuple[int, ...]:
    return tuple(situation.order or _seats_in(situation))


def _seats_in(situation: Situation) -> list[int]:
    return [number for number, seat in enumerate(situation.seats, 1) if _status(seat) == "in"]


def _status(seat: Mapping[str, Any]) -> Literal["in", "left", "joining"]:
    return "left" if seat["left"] else "joining" if seat["joining"] else "in"


def _are_joining(situation: Situation) -> bool:
    return any(seat["joining"] for seat in situation.seats)


def _gone(situation: Situation) -> int:
    """How many seats are no longer in, listed or not."""
    return situation.gone + sum(_status(seat) == "left" for seat in situation.seats)


def _wrong_seats(situation: Situation) -> Iterator[Wrong]:
    limits, seats = situation.ruleset.seats, _seats_in(situation)
    count = len(seats)
    # One seat alone plays on where others wait for the next round.
    is_enough_alone = situation.ruleset.is_practice or _are_joining(situation)
    fewest = max(limits.min - _gone(situation), 1 if is_enough_alone else 2)
    if not fewest <= count <= limits.max:
        yield Wrong("/seats", "seat-count", rules.tell_seat_count(situation.ruleset, count))
    order = _order(situation)
    if len(set(order)) != len(order) or not set(order) <= set(range(1, len(situation.seats) + 1)):
        yield Wrong("/order", "invalid", f"These are seats from 1 to {len(situation.seats)}, each once.")
    elif not set(order) <= set(seats):
        yield Wrong("/order", "invalid", "A seat that has left, or waits for the next round, does not play.")
    elif situation.roll_off == 0 and len(order) != count:
        yield Wrong("/order", "invalid", "In a round's first pass every seat plays.")
    elif situation.roll_off and len(order) < 2:
        yield Wrong("/order", "invalid", "A roll-off is between two seats at the least.")
    for index, seat in enumerate(situation.seats):
        if seat["left"] and (seat["total"] or seat["rounds_won"] or seat["chips"]):
            detail = "This seat has left: it can win nothing any more, and took along what it had."
            yield Wrong(f"/seats/{index}", "invalid", detail)
    yield from _wrong_waiting(situation)


def _wrong_waiting(situation: Situation) -> Iterator[Wrong]:
    """A seat that waits for the next round sits after all others, and has nothing but what it brings."""
    last = max(_seats_in(situation), default=0)
    brought = situation.ruleset.starting_chips
    for index, seat in enumerate(situation.seats):
        if not seat["joining"]:
            continue
        if seat["left"]:
            yield Wrong(f"/seats/{index}/joining", "invalid", "A seat that has left waits for no round.")
        elif index < last:
            detail = "Who joins late sits after those who are in: list this seat after them."
            yield Wrong(f"/seats/{index}/joining", "invalid", detail)
        if seat["total"] or seat["rounds_won"] or seat["chips"] not in (None, brought):
            detail = "This seat waits for the next round: it has won nothing yet, and has paid no ante."
            yield Wrong(f"/seats/{index}", "invalid", detail)


def _wrong_joining(state: GameState) -> Iterator[Wrong]:
    """A seat that waits for the next round, where nobody could join in this one."""
    waiting = state.numbers("joining")
    if not waiting:
        return
    # It may have joined in the round whose end was level, before the extra round began.
    reason = closed_to_joiners(state._replace(seats=state.seats[: waiting[-1] - 1], is_extra_round=False))
    if reason is not None:
        yield Wrong(f"/seats/{waiting[-1] - 1}/joining", "state-unreachable", reason)


def _wrong_pass(situation: Situation) -> Iterator[Wrong]:
    ruleset, scores = situation.ruleset, situation.scores
    for index, score in enumerate(scores):
        for violation in score_violations(score):
            yield Wrong(f"/scores/{index}", violation.code, violation.detail)
    if len(scores) >= len(_order(situation)):
        yield Wrong("/scores", "state-unreachable", "Every seat has played: there is nobody to advise.")
    if any(takes_round(ruleset.turn, score) for score in scores):
        yield Wrong("/scores", "state-unreachable", "Under these house rules a 12 has won the round already.")
    if situation.roll_off and not ruleset.wants_round_winner and not situation.extra_round:
        yield Wrong("/roll_off", "state-unreachable", "Under these house rules no round is rolled off.")
    if situation.extra_round and not (situation.roll_off and ruleset.goal.tie == "extra_round"):
        yield Wrong("/extra_round", "state-unreachable", "There is no extra round under these house rules.")
    has_pace = ruleset.turn.pace == "opener" and (scores or _gone(situation))
    if situation.pace is not None and not has_pace:
        yield Wrong("/pace", "state-unreachable", "Nobody has set a pace in this pass.")
    elif situation.pace is None and ruleset.turn.pace == "opener" and scores:
        yield Wrong("/pace", "required", "Say how many rolls the first seat to finish took.")
    elif situation.pace is not None and situation.pace > ruleset.turn.rolls:
        yield Wrong("/pace", "state-unreachable", f"A turn has {counted(ruleset.turn.rolls, 'roll')}.")
    yield from _wrong_round(situation)


def _wrong_opener(situation: Situation) -> Iterator[Wrong]:
    """Who opened a round is not seen in every roll-off, and the next one opens by it."""
    count = len(situation.seats)
    if situation.opener is not None and situation.opener > count:
        yield Wrong("/opener", "invalid", f"This is a seat from 1 to {count}.")
    elif situation.opener is not None and situation.seats[situation.opener - 1]["joining"]:
        yield Wrong("/opener", "invalid", "A seat that waits for the next round has opened none.")
    elif situation.opener is None and _hides_opener(situation):
        yield Wrong("/opener", "required", "Say who opened the round: its opener need not roll off first.")


def _hides_opener(situation: Situation) -> bool:
    """Whether the first of a roll-off need not be who opened the round, and that makes a difference: an extra
    round is the last one, and a winner opens the next by winning."""
    is_last = situation.extra_round or situation.ruleset.opener.next_round == "winner"
    return not _is_opener_seen(situation) and not is_last


def _is_opener_seen(situation: Situation) -> bool:
    """Whether the first of the order has opened the round."""
    all_roll_off = len(_order(situation)) == len(_seats_in(situation)) and not _gone(situation)
    return situation.roll_off == 0 or (
        all_roll_off and situation.ruleset.round.roll_off_order == "opener_first"
    )


def _pointer_to_opener(situation: Situation) -> str | None:
    """Where it is told who opened the round; None where it is not."""
    if situation.opener is not None:
        return "/opener"
    return "/order" if _is_opener_seen(situation) else None


def _wrong_round(situation: Situation) -> Iterator[Wrong]:
    goal = situation.ruleset.goal
    if goal.kind == "highest_total" and goal.rounds is not None and situation.round > goal.rounds:
        yield Wrong("/round", "state-unreachable", f"The game has {counted(goal.rounds, 'round')}.")


def _turn(situation: Situation, problems: list[Wrong]) -> TurnState | None:
    """Where the open turn stands; None, and what is wrong, where it can't stand so."""
    told = situation.turn
    start = first_state(situation.ruleset.turn, situation.pace)
    used, banked, cargo = told["rolls_used"], told["banked"], told["cargo"]
    found = [*_wrong_turn(start, used, banked, cargo)]
    if not found:
        state = turn_state(start.rules, start.rolls_allowed, used, len(banked), tuple(sorted(cargo)), False)
        if not state.is_over:
            return state
        found.append(Wrong("/turn", "state-unreachable", "This turn is over: there is nothing to choose."))
    problems += found
    return None


def _wrong_turn(start: TurnState, used: int, banked: Sequence[Any], cargo: Sequence[Any]) -> Iterator[Wrong]:
    if not all(map(is_face, banked)) or tuple(banked) != NEEDED[: len(banked)]:
        yield Wrong("/turn/banked", "invalid", "What is banked is a first part of 6, 5, 4, in this order.")
        return
    wanted = CARGO_DICE if len(banked) == len(NEEDED) else 0
    if len(cargo) != wanted:
        detail = "The cargo is two dice when 6, 5 and 4 are banked, and none before."
        yield Wrong("/turn/cargo", "invalid", detail)
    for violation in face_violations(cargo, "/turn/cargo"):
        yield Wrong(violation.pointer, violation.code, violation.detail)
    if used > start.rolls_allowed or (banked and not used):
        rolls = counted(start.rolls_allowed, "roll")
        detail = f"A turn here has {rolls}, and dice are banked from the first on."
        yield Wrong("/turn/rolls_used", "state-unreachable", detail)


def _scored(situation: Situation) -> dict[int, int]:
    """What the seats have scored in this round's first pass, where it is on."""
    return dict(zip(_order(situation), situation.scores, strict=False)) if situation.roll_off == 0 else {}


def _total(situation: Situation, index: int) -> int:
    """A seat's total; unsaid, what it scored in this round."""
    total = situation.seats[index]["total"]
    return _scored(situation).get(index + 1, 0) if total is None else int(total)


def _wrong_stakes(situation: Situation) -> Iterator[Wrong]:
    """Chips where nothing is staked."""
    if situation.ruleset.stakes is not None:
        return
    for index, seat in enumerate(situation.seats):
        if seat["chips"] is not None:
            yield Wrong(f"/seats/{index}/chips", "state-unreachable", "Nothing is staked here.")
    if situation.pot:
        yield Wrong("/pot", "state-unreachable", "Nothing is staked here.")


def _chips(situation: Situation) -> tuple[list[int], int]:
    """Chips by seat and the pot, with what was not said as the rounds won tell it."""
    ruleset = situation.ruleset
    assert ruleset.stakes is not None
    seats = [
        _told_by_rounds(situation, seat) if seat["chips"] is None or seat["left"] else seat["chips"]
        for seat in situation.seats
    ]
    count = len(_seats_in(situation))
    pot = antes(ruleset, count, is_extra_round=situation.extra_round)
    if _are_untold(situation):
        pot += _pot_of_a_round(situation) * max(0, _nobody_won(situation))
    return seats, pot if situation.pot is None else situation.pot


def _told_by_rounds(situation: Situation, seat: Mapping[str, Any]) -> int:
    """What a seat has that has paid for every round, and has won so many pots."""
    ruleset, start = situation.ruleset, situation.ruleset.starting_chips or 0
    assert ruleset.stakes is not None
    if _status(seat) != "in":
        return 0 if seat["left"] else start
    if not ruleset.antes_per_round:
        return start - ruleset.stakes.ante
    rounds: int = seat["rounds_won"]
    return start - ruleset.stakes.ante * situation.round + _pot_of_a_round(situation) * rounds


def _pot_of_a_round(situation: Situation) -> int:
    """What all who are in pay for a round."""
    return antes(situation.ruleset, len(_seats_in(situation)), is_extra_round=False)


def _nobody_won(situation: Situation) -> int:
    """How many of the rounds that were played nobody has won."""
    won: int = sum(seat["rounds_won"] for seat in situation.seats)
    return situation.round - (not situation.extra_round) - won


def _are_untold(situation: Situation) -> bool:
    """Whether no chips of those who are in are told."""
    return all(seat["chips"] is None for seat in situation.seats if _status(seat) == "in")


def _untold_chips(situation: Situation) -> Iterator[Wrong]:
    """Chips that were left out, where the rounds won do not tell them: a pot was carried, by whom it was won
    is not known, or somebody took some along."""
    if not situation.ruleset.antes_per_round or _is_first_round(situation):
        return
    is_carried = _nobody_won(situation) > 0
    is_told = not is_carried or (
        _are_untold(situation) and not any(seat["rounds_won"] for seat in situation.seats)
    )
    if is_told and not _gone(situation):
        return
    why = "Those who left took chips along" if _gone(situation) else "A pot was carried"
    for index, seat in enumerate(situation.seats):
        if seat["chips"] is None and _status(seat) == "in":
            detail = f"{why}, so that the rounds won do not tell what is in hand: say chips and pot."
            yield Wrong(f"/seats/{index}/chips", "required", detail)


def _is_first_round(situation: Situation) -> bool:
    return situation.round == 1 and not situation.extra_round


def _built(situation: Situation, turn: TurnState) -> GameState:
    ruleset, order = situation.ruleset, _order(situation)
    chips: Sequence[int | None] = [None] * len(situation.seats)
    pot = 0
    if ruleset.stakes is not None:
        chips, pot = _chips(situation)
    played = len(situation.scores)
    return GameState(
        ruleset,
        "dice",
        "playing",
        tuple(
            Seat(_status(seat), chips[index], seat["rounds_won"], _total(situation, index))
            for index, seat in enumerate(situation.seats)
        ),
        first_opener=situation.opener or order[0],
        opener=situation.opener or order[0],
        round=situation.round,
        roll_off=situation.roll_off,
        is_extra_round=situation.extra_round,
        results=tuple(Result(seat, score) for seat, score in zip(order, situation.scores, strict=False)),
        to_come=order[played:],
        pace=situation.pace,
        turn=OpenTurn(order[played], turn, ()) if turn.rolls_used else None,
        pot=pot,
    )
