"""A turn: up to so many rolls for a ship, a captain and a crew, then the cargo.

`roll` and `stand` lead from one `TurnState` to the next. Each state remembers where a roll without a choice
led, so that a turn seen before is judged by look-ups alone.
"""

from collections import Counter
from collections.abc import Sequence
from marshal import dumps

from scorekeeper.rules.roll_violations import crew_incomplete, roll_violations, turn_over
from scorekeeper.rules.turn_state import CARGO_DICE, NEEDED, TurnState, bankable, is_face, turn_state
from scorekeeper.rules.violations import Refused

_KEY_FORMAT = 2
"""The last format of marshal in which equal values always have equal bytes."""


def roll(
    state: TurnState,
    dice: Sequence[object],
    keep: Sequence[object] | None = None,
    hold: object = None,
    stand: bool = False,
) -> TurnState:
    """The state after a roll.

    Args:
        state: the turn before the roll.
        dice: the faces thrown, in any order.
        keep: the faces to bank, in any order; None banks all that is bankable.
        hold: the cargo die that stays when the other one alone is rolled again.
        stand: whether the player stands on the roll; all or nothing with it.

    Raises:
        Refused: with everything that is wrong with the roll, or with the stand.
    """
    if keep is None and hold is None and not stand:
        known = state.successors.get(_key(dice))
        if known is not None:
            return known
    violations = tuple(roll_violations(state, dice, keep, hold))
    if violations:
        raise Refused(violations)
    following = _after(state, list(filter(is_face, dice)), keep, hold if is_face(hold) else None)
    if keep is None and hold is None:
        state.successors[_key(dice)] = following
    return stand_after_roll(following) if stand else following


def stand(state: TurnState) -> TurnState:
    """The state after standing on the cargo as it lies.

    Raises:
        Refused: `turn-over` or `crew-incomplete`.
    """
    if state.is_over:
        raise Refused([turn_over(state)])
    return _stood(state, "")


def stand_after_roll(state: TurnState) -> TurnState:
    """The state after a stand that was claimed together with the turn's last roll.

    It says nothing new where that roll ended the turn with a full crew.

    Raises:
        Refused: `crew-incomplete`.
    """
    return _stood(state, "/stand")


def _stood(state: TurnState, pointer: str) -> TurnState:
    if not state.has_crew:
        raise Refused([crew_incomplete(state).below(pointer)])
    if state.is_over:
        return state
    return turn_state(state.rules, state.rolls_allowed, state.rolls_used, state.crew, state.cargo, True)


def _after(
    state: TurnState, dice: Sequence[int], keep: Sequence[object] | None, hold: int | None
) -> TurnState:
    crew = state.crew + (len(bankable(state, dice)) if keep is None else len(keep))
    cargo = _cargo_after(state, crew, dice, hold)
    return turn_state(state.rules, state.rolls_allowed, state.rolls_used + 1, crew, cargo, False)


def _cargo_after(state: TurnState, crew: int, dice: Sequence[int], hold: int | None) -> tuple[int, ...]:
    if crew < len(NEEDED):
        return ()
    if not state.has_crew:
        left = Counter(dice) - Counter(NEEDED[state.crew :])
        return tuple(sorted(left.elements()))
    if len(dice) == CARGO_DICE:
        return tuple(sorted(dice))
    return tuple(sorted((dice[0], state.cargo[0] if hold is None else hold)))


def _key(dice: Sequence[object]) -> bytes:
    """Dice as bytes that tell 1 from True and 1.0. What can't be written has a key that leads nowhere."""
    try:
        return dumps(list(dice), _KEY_FORMAT)
    except ValueError:
        return b""
