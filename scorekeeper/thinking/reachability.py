"""Whether play reaches a described state: each rule says what is wrong with it, with a pointer into the
description.

What counts are the seats that are in. How many more were in once, and left or went out, is `gone`: they took
rounds and chips along, so that those of the others need not add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.rules.flow import antes, can_pay, goal_leaders, tie_rule
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.state import GameState
from scorekeeper.rules.turn_state import PERFECT_CARGO, SCORES
from scorekeeper.rules.wording import counted
from scorekeeper.thinking.solvency import can_be_paid
from scorekeeper.thinking.twelves import can_be_scored, is_sum

_ANY_CARGO = 2
_BY_GOAL = {"rounds_won": "rounds_won", "points": "total"}


class Wrong(NamedTuple):
    """One thing that is wrong: its pointer, a code, and a sentence."""

    pointer: str
    code: str
    detail: str


def unreachable(state: GameState, gone: int, opener: str | None = None) -> Iterator[Wrong]:
    """All that is wrong with a state in which a turn is due; nothing where play reaches it.

    gone: how many seats are no longer in. opener: the pointer to who opened the round; None: it is not known.
    """
    wrong = [*_by_each_rule(state, gone, opener)]
    if wrong or gone:
        yield from wrong
    else:
        yield from _rounds_ended(state, opener)


def _by_each_rule(state: GameState, gone: int, opener: str | None) -> Iterator[Wrong]:
    yield from _totals(state)
    yield from _perfect_cargoes(state)
    yield from _rounds_won(state, gone)
    yield from _behind_losers(state)
    yield from _goal_reached_before(state)
    yield from _extra_round(state)
    yield from _level_in_round_one(state)
    yield from _carried(state, gone)
    if not gone:
        yield from _pace_of_a_bust(state)
    if not gone and opener is not None and state.ruleset.opener.next_round == "winner":
        yield from _opener(state, opener)
    if state.ruleset.stakes is not None:
        yield from _chips(state)
        yield from _chips_won(state, gone)
        yield from _all_chips(state, gone)
        yield from _pot(state, gone)
        if not gone and state.ruleset.stakes.per == "round":
            yield from _pots(state, opener)


def _no(pointer: str, detail: str) -> Wrong:
    return Wrong(pointer, "state-unreachable", detail)


# Totals and rounds


def _scored(state: GameState) -> dict[int, int]:
    """What the seats have scored of their totals in this pass: a roll-off adds nothing to them."""
    return {} if state.roll_off else {result.seat: result.score for result in state.results}


def _totals(state: GameState) -> Iterator[Wrong]:
    scored = _scored(state)
    for number, seat in enumerate(state.seats, 1):
        before = state.round - (not state.roll_off)
        rest = seat.total - scored.get(number, 0)
        if rest < 0 or rest == 1 or rest > PERFECT_CARGO * before:
            played = counted(before + (number in scored), "turn")
            detail = f"In {played} no seat has a total of {seat.total} here."
            if rest < 0:
                detail = f"A total has the score of this round in it, which is {scored[number]} here."
            yield _no(f"/seats/{number - 1}/total", detail)


def _perfect_cargoes(state: GameState) -> Iterator[Wrong]:
    """Where a 12 takes the round, a first pass has one at the most, and none before it is rolled off; whoever
    has it wins the round."""
    if state.ruleset.turn.perfect_cargo != "takes_round":
        return
    passes = state.round - (not state.roll_off)
    rounds = passes - (state.roll_off > 0 and not state.is_extra_round)
    needed = _perfect_cargoes_needed(state, passes)
    for number, count in needed.items() if state.ruleset.wants_round_winner else ():
        seat = state.seat(number)
        if count > seat.rounds_won:
            detail = (
                f"A {PERFECT_CARGO} wins its round here: with {seat.total} this seat has won at least "
                f"{counted(count, 'round')}, not {seat.rounds_won}."
            )
            yield _no(f"/seats/{number - 1}/total", detail)
    if sum(needed.values()) > rounds:
        detail = (
            f"A {PERFECT_CARGO} ends its round here, so that {counted(rounds, 'round')} had no more than "
            f"{rounds} of them. These totals need {sum(needed.values())}."
        )
        yield _no("/seats", detail)


def _rounds_ended(state: GameState, pointer: str | None) -> Iterator[Wrong]:
    """Where a 12 takes the round, who comes after it scores nothing: in some order of rounds that came about.

    Left out are roll-offs, which hide what the first pass brought, and seats that may have joined late where
    the opener goes round among them; else who joined late is one that scored nothing until then.
    """
    ruleset, seats = state.ruleset, state.numbers("in")
    is_known = state.is_extra_round or not state.roll_off
    is_ring = ruleset.opener.next_round in ("same", "winner") or len(seats) <= max(2, ruleset.seats.min)
    if ruleset.turn.perfect_cargo != "takes_round" or not is_known or not is_ring:
        return
    scored = _scored(state)
    totals = tuple(state.seat(seat).total - scored.get(seat, 0) for seat in seats)
    won = tuple(state.seat(seat).rounds_won for seat in seats)
    rounds = state.round - (not state.is_extra_round)
    opens = None if pointer is None or state.is_extra_round else seats.index(state.opener or 0)
    if can_be_scored(ruleset, totals, won, rounds, opens):
        return
    if pointer is not None and opens is not None and can_be_scored(ruleset, totals, won, rounds, None):
        yield _no(pointer, f"After rounds with these totals seat {state.opener} does not open this one.")
        return
    detail = f"A {PERFECT_CARGO} ends its round here, and who comes after it scores nothing in it"
    yield _no("/seats", f"{detail}: {counted(rounds, 'round')} can't have brought these totals.")


def _perfect_cargoes_needed(state: GameState, passes: int) -> dict[int, int]:
    """How many 12s each seat has in its total at the least, after so many first passes; of what so many can't
    bring, as many as there were passes."""
    scored = _scored(state)
    most = (PERFECT_CARGO - 1) * passes
    return {
        number: min(max(0, seat.total - scored.get(number, 0) - most), passes)
        for number, seat in enumerate(state.seats, 1)
    }


def _rounds_won(state: GameState, gone: int) -> Iterator[Wrong]:
    won = sum(seat.rounds_won for seat in state.seats)
    # An extra round comes after a round that was won.
    played = state.round - (not state.is_extra_round)
    if won > (played if state.ruleset.wants_round_winner else 0):
        yield _no("/seats", f"No more rounds can be won than were played: {played}.")
    elif state.ruleset.wants_round_winner and won < played and not gone and not _may_carry(state.ruleset):
        detail = f"Every round is won by somebody here. Played so far: {played}; won by a seat: {won}."
        yield _no("/seats", detail)


def _behind_losers(state: GameState) -> Iterator[Wrong]:
    """Whoever wins a round has no less cargo in it than any other: a total is behind another's by no more
    than the rounds allow that the seat did not win."""
    if not state.ruleset.wants_round_winner:
        return
    totals = _before(state, least=False)
    highest = max(totals.seat(number).total for number in state.numbers("in"))
    played = state.round - (not state.is_extra_round)
    for number in state.numbers("in"):
        lost = played - state.seat(number).rounds_won
        # The first pass of a round that is rolled off was lost by those who sit out.
        sits_out = state.roll_off > 0 and not state.is_extra_round and number not in state.order
        if highest - totals.seat(number).total > PERFECT_CARGO * max(0, lost + sits_out):
            detail = (
                f"Of {counted(played, 'round')} this seat has won {played - lost}: so far behind it can't be."
            )
            yield _no(f"/seats/{number - 1}/total", detail)


def _opener(state: GameState, pointer: str) -> Iterator[Wrong]:
    """Where the winner opens, it is who won the last round that anybody won."""
    seat = state.seat(state.opener or 0)
    if not state.ruleset.wants_round_winner:
        yield from _opener_by_totals(state, pointer)
    elif not seat.rounds_won and any(other.rounds_won for other in state.seats) and _is_after_a_win(state):
        yield _no(pointer, f"Who won the last round opens this one: seat {state.opener} has won none.")


def _is_after_a_win(state: GameState) -> bool:
    """Whether a round was won before this one was opened, and not as it ended level."""
    return sum(seat.rounds_won for seat in state.seats) > state.is_extra_round


def _opener_by_totals(state: GameState, pointer: str) -> Iterator[Wrong]:
    """The best cargo of the last round opens; if it was level, who opened that."""
    if state.round == 1 or state.is_extra_round:
        return
    totals = [seat.total for seat in _before(state).seats if seat.status == "in"]
    own = _before(state).seat(state.opener or 0).total
    if _may_have_led(own, totals, state.round - 1) or _may_have_been_level(totals, state.round - 1):
        return
    detail = f"The best cargo of the last round opens this one: that can't have been seat {state.opener}'s."
    yield _no(pointer, detail)


def _may_have_led(own: int, totals: Sequence[int], rounds: int) -> bool:
    """Whether one of these totals may have had the best cargo of one of so many rounds alone."""
    others = [*totals]
    others.remove(own)
    return any(
        is_sum(own - best, rounds - 1)
        and all(
            any(is_sum(other - score, rounds - 1) for score in SCORES if score < best) for other in others
        )
        for best in SCORES
    )


def _may_have_been_level(totals: Sequence[int], rounds: int) -> bool:
    """Whether the best of each of so many rounds may have been level: two at the least have brought it."""
    best, *others = sorted(totals, reverse=True)
    return not others or (best in others if rounds == 1 else sum(others) >= best)


def _may_carry(ruleset: Ruleset) -> bool:
    return "carry" in {tie_rule(ruleset.round, best) for best in (0, _ANY_CARGO)}


def _goal_reached_before(state: GameState) -> Iterator[Wrong]:
    """A goal that was reached before this round: then the game is over, or level and in an extra round."""
    name = _BY_GOAL.get(state.ruleset.goal.kind)
    if state.is_extra_round or name is None:
        return
    for number in goal_leaders(_before(state)):
        told = getattr(state.seat(number), name)
        yield _no(f"/seats/{number - 1}/{name}", f"With {told} the game was won before this round.")


def _before(state: GameState, *, least: bool = True) -> GameState:
    """The totals before this round; in a roll-off, the least that they can have been, or as they are."""
    scored = _scored(state)
    most = PERFECT_CARGO if state.roll_off and least else 0
    seats = (
        seat._replace(total=seat.total - scored.get(number, min(most, seat.total)))
        for number, seat in enumerate(state.seats, 1)
    )
    return state._replace(seats=tuple(seats))


# Roll-offs


def _extra_round(state: GameState) -> Iterator[Wrong]:
    """An extra round is between seats that are level at the goal."""
    if not state.is_extra_round:
        return
    leaders = goal_leaders(state)
    if not leaders:
        yield _no("/extra_round", "Nobody has reached the goal yet: the game is not level at its end.")
        return
    for seat in sorted({*state.order} - {*leaders}):
        detail = f"Seat {seat} is not level with the highest total, and has no part in an extra round."
        yield _no(f"/seats/{seat - 1}/total", detail)
    yield from _all_level(state, leaders)


def _all_level(state: GameState, level: Iterable[int]) -> Iterator[Wrong]:
    """The first roll-off of a round is between all who are level; of a later one some may be out of it."""
    if state.roll_off > 1:
        return
    for seat in sorted({*level} - {*state.order}):
        yield _no("/order", f"Seat {seat} is level with them, and rolls off with them.")


def _level_in_round_one(state: GameState) -> Iterator[Wrong]:
    """In round 1 the totals are what the first pass brought; later ones no longer tell."""
    if state.round > 1 or not state.roll_off or state.is_extra_round:
        return
    best = max(seat.total for seat in state.seats)
    for seat in sorted(state.order):
        if state.seat(seat).total != best:
            detail = f"Seat {seat} was not level with the best of this round: it does not roll off."
            yield _no(f"/seats/{seat - 1}/total", detail)
    yield from _all_level(state, [seat for seat in state.numbers("in") if state.seat(seat).total == best])


def _carried(state: GameState, gone: int) -> Iterator[Wrong]:
    """A tie that is carried is not rolled off, unless the goal is reached or a tied seat can't pay."""
    if not state.roll_off or state.is_extra_round or gone or goal_leaders(state):
        return
    # Of those who were tied, a later roll-off shows only some.
    tied = state.order if state.roll_off == 1 else state.numbers("in")
    if _is_carried(state) and all(can_pay(state, seat) for seat in tied):
        yield _no("/roll_off", "A tie is carried to the next round here: it is not rolled off.")


def _is_carried(state: GameState) -> bool:
    best = max(seat.total for seat in state.seats) if state.round == 1 else 0
    possible = (best,) if best else (0, _ANY_CARGO)
    return {tie_rule(state.ruleset.round, each) for each in possible} == {"carry"}


def _pace_of_a_bust(state: GameState) -> Iterator[Wrong]:
    rolls = state.ruleset.turn.rolls
    if state.pace is not None and state.results and not state.results[0].score and state.pace != rolls:
        detail = (
            f"The first seat to finish bust, which takes every roll of a turn: {rolls}, not {state.pace}."
        )
        yield _no("/pace", detail)


# Chips


def _chips(state: GameState) -> Iterator[Wrong]:
    stakes, start = state.ruleset.stakes, state.ruleset.starting_chips
    assert stakes is not None
    assert start is not None
    # Until the first pot is won, everybody has paid one ante and no more.
    is_at_start = stakes.per == "game" or (state.round == 1 and not state.is_extra_round)
    for number in state.numbers("in"):
        chips, pointer = state.seat(number).chips or 0, f"/seats/{number - 1}/chips"
        if stakes.chips is not None and chips < 0:
            yield _no(pointer, "Nobody owes chips here.")
        elif (chips - start) % stakes.ante:
            yield _no(pointer, f"Chips move by whole antes of {stakes.ante} here, from {start} at the start.")
        elif is_at_start and chips != start - stakes.ante:
            yield _no(pointer, f"No pot was won yet: every seat has {start - stakes.ante}, its ante paid.")


def _chips_won(state: GameState, gone: int) -> Iterator[Wrong]:
    """What a seat has is what it brought, less an ante for each round, and the pots of the rounds that it
    won: each of an ante of everybody who was in."""
    stakes, start = state.ruleset.stakes, state.ruleset.starting_chips
    assert stakes is not None
    assert start is not None
    is_open = not state.is_extra_round
    if stakes.per == "game" or (state.round == 1 and is_open):
        return
    seats = len(state.numbers("in"))
    fewest = max(2, state.ruleset.seats.min)
    # Who joined late has paid fewer antes; where no more are in than a game needs nobody did.
    has_joined = gone > 0 or seats > fewest
    for number in state.numbers("in"):
        won, chips = state.seat(number).rounds_won, state.seat(number).chips or 0
        paid = (max(1, won + is_open) if has_joined else state.round, state.round)
        pots = (2 if gone else fewest, seats + gone)
        most = start + stakes.ante * (won * pots[1] - paid[0])
        if won and (gone or _may_carry(state.ruleset)):
            most = start + stakes.ante * pots[1] * state.round
        least = start + stakes.ante * (won * pots[0] - paid[1])
        if not least <= chips <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            rounds = counted(state.round - is_open, "round")
            detail = f"Who has won {won} of {rounds} has {wanted} here, not {chips}."
            yield _no(f"/seats/{number - 1}/chips", detail)


def _all_chips(state: GameState, gone: int) -> Iterator[Wrong]:
    """What all brought is in hand or in the pot, less what those who are gone took along."""
    # Who waits for the next round has brought its chips along.
    brought = (state.ruleset.starting_chips or 0) * (len(state.numbers("in", "joining")) + gone)
    found = sum(seat.chips or 0 for seat in state.seats) + state.pot
    if not gone and found != brought:
        yield _no("/pot", f"Chips in hand and the pot are {brought} together, not {found}.")
    # Who left a game of net winnings may have won or lost any number.
    elif gone and state.ruleset.counts_chips and found > brought:
        yield _no("/pot", f"Chips in hand and the pot are at most {brought} together, not {found}.")


def _pot(state: GameState, gone: int) -> Iterator[Wrong]:
    paid_in = antes(state.ruleset, len(state.numbers("in")), is_extra_round=state.is_extra_round)
    if state.pot < paid_in:
        yield _no("/pot", "Every seat has paid its ante.")
    elif state.pot > paid_in and not gone and not _may_carry(state.ruleset):
        yield _no("/pot", f"No pot is carried here: it is {paid_in}.")


def _pots(state: GameState, opener: str | None) -> Iterator[Wrong]:
    """A pot that was carried is of whole rounds' antes, and so is what was won of pots."""
    stakes, start = state.ruleset.stakes, state.ruleset.starting_chips
    assert stakes is not None
    assert start is not None
    seats = len(state.numbers("in"))
    fewest = min(seats, max(2, state.ruleset.seats.min))
    won = sum(seat.rounds_won for seat in state.seats)
    carried = state.round - (not state.is_extra_round) - won
    paid_in = antes(state.ruleset, seats, is_extra_round=state.is_extra_round)
    more = (state.pot - paid_in) // stakes.ante
    # As long as nobody has won, all is in the pot.
    least = 0 if won else carried
    if state.pot >= paid_in and not _is_of_rounds(more, fewest, seats, least, max(0, carried)):
        detail = f"After {counted(max(0, carried), 'round')} that nobody won the pot is not {state.pot} here."
        yield _no("/pot", detail)
    elif fewest == seats:
        # Nobody can have joined late: each has paid for every round, and each pot is of as many antes.
        wrong = [
            each
            for number in state.numbers("in")
            for each in _pots_of(state, number, start, stakes.ante, seats)
        ]
        yield from wrong or _unpaid(state, start, opener)


def _is_of_rounds(antes_carried: int, fewest: int, most: int, least: int, rounds: int) -> bool:
    """Whether so many antes are those of `least` to `rounds` rounds, each of `fewest` to `most` seats."""
    needed = max(least, -(-antes_carried // most))
    return needed <= rounds and needed * fewest <= antes_carried


def _unpaid(state: GameState, start: int, opener: str | None) -> Iterator[Wrong]:
    """Who has brought few chips has to win soon: in some order of what was won, all could pay all antes."""
    stakes, rules = state.ruleset.stakes, state.ruleset
    assert stakes is not None
    seats = state.numbers("in")
    if not rules.counts_chips:
        return
    won = [state.seat(number).rounds_won for number in seats]
    found = [(state.seat(number).chips or 0) - start + stakes.ante * state.round for number in seats]
    carried = [each // (stakes.ante * len(seats)) - rounds for each, rounds in zip(found, won, strict=True)]
    is_last_known = opener is not None and rules.opener.next_round == "winner" and not state.is_extra_round
    last = seats.index(state.opener or 0) if is_last_known else None
    if min(carried) >= 0 and not can_be_paid(start // stakes.ante, won, carried, last):
        yield _no("/seats", "In no order of these pots could every seat have paid every ante until now.")


def _pots_of(state: GameState, number: int, start: int, ante: int, seats: int) -> Iterator[Wrong]:
    """What a seat has won beside the antes that it has paid: whole pots, if it has won rounds."""
    seat = state.seat(number)
    found = (seat.chips or 0) - start + ante * state.round
    # Each round that it has won brought a pot at the least.
    least = ante * seats * seat.rounds_won
    if found % (ante * seats) or found < least or (found > 0) != (seat.rounds_won > 0):
        detail = (
            f"Pots are of {ante * seats} here, and of as much again for each round that was carried: "
            f"with {counted(seat.rounds_won, 'round')} won this seat can't have {seat.chips}."
        )
        yield _no(f"/seats/{number - 1}/chips", detail)
