"""What the computer decides on its seats: what it banks of a roll, and whether it stands or what it rolls
next.

It plays the advice that anybody can ask for. It decides with the entry of a roll, and the entry says what:
whoever replays the log needs no odds. It sees the game as it stands, and no dice that are not thrown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from scorekeeper import rules
from scorekeeper.ledger.advising import best_choice, best_keep
from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.errors import Invalid, Problem
from scorekeeper.ledger.submissions import DICE_KINDS, Submission
from scorekeeper.ledger.waiting import Decided

_PLACE: Final = ("round", "roll_off", "roll", "attempt")


class ComputerDecides(Invalid):
    """Somebody sent for a seat of the computer's what is not theirs to send.

    Its code is `computer-decides`, `server-throws`, `not-server-dice` or `server-throw-stands`; version,
    next: where the game is.
    """

    def __init__(self, board: Board, problem: Problem) -> None:
        super().__init__(problem)
        self.version, self.next = board.version, board.waits_for


def play_computer(board: Board, submission: Submission) -> Submission:
    """A submission with what the computer decides, where it is of a seat of the computer's that is to move.

    What does not fit the place is left for the rules to refuse. Raises ComputerDecides where the dice are the
    server's to throw, and where something else is sent than what the computer decides.
    """
    computer = _computer_to_move(board, submission)
    if computer is None or not is_next(board, submission):
        return submission
    if computer == "server" and "thrown_by" not in submission.body:
        detail = "The server throws for this seat: ask it to, at /v1/games/{game_id}/throws."
        raise ComputerDecides(board, Problem("/seat", "server-throws", detail))
    if submission.kind == "start_roll":
        return submission
    if submission.kind == "stand" and board.decided is None and board.state.turn is not None:
        # A ruling has said what the turn was, and the computer has not decided what follows.
        return submission
    if submission.kind != "roll":
        detail = "The computer plays this seat: enter its dice roll by roll, and it says whether it stands."
        raise ComputerDecides(board, Problem("", "computer-decides", detail))
    _require_dice(board, submission.body)
    body = roll_decided(board.state, board.decided, submission.body)
    _require_same(board, submission.body, body)
    return replace(submission, body=body)


def roll_decided(state: rules.GameState, before: Decided | None, sent: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a roll of the computer's, with what it decides.

    before: what it had decided to roll. sent: the dice, and what else was sent. Dice that the rules refuse
    are left as they were sent.
    """
    hold = before["hold"] if before is not None else sent.get("hold")
    body = {name: value for name, value in sent.items() if name not in ("keep", "hold", "stand", "computer")}
    if hold is not None:
        body["hold"] = hold
    try:
        keep = _kept(state, body["dice"], hold)
        thrown = rules.Thrown(tuple(body["dice"]), keep, hold)
        after = rules.play(state, rules.Roll(body["seat"], thrown)).state
    except rules.Refused:
        return dict(sent)
    if keep is not None:
        body["keep"] = list(keep)
    choice = _next_choice(after, body["seat"])
    if choice["action"] == "stand":
        body["stand"] = True
    return {**body, "computer": choice}


def is_next(board: Board, submission: Submission) -> bool:
    """Whether an entry of the seat to move names the place that is next, as far as it names one."""
    body, waits_for = submission.body, rules.next_entry(board.state).to_json()
    if submission.kind == "stand":
        # It names the roll that the seat stands on.
        waits_for["roll"] = board.state.turn_state.rolls_used
    return all(body[name] == waits_for[name] for name in _PLACE if name in body)


def _computer_to_move(board: Board, submission: Submission) -> str | None:
    """Who throws for the computer that is to move, where an entry is of its dice."""
    seat = board.state.to_move
    if seat is None or submission.kind not in DICE_KINDS or submission.body.get("seat") != seat:
        return None
    return board.people[seat - 1].computer


def _require_dice(board: Board, body: Mapping[str, Any]) -> None:
    """Refuse another number of dice than the computer has decided to roll."""
    decided, count = board.decided, len(body["dice"])
    if decided is None or count == decided["dice"] or count not in board.state.turn_state.dice_counts:
        return
    dice = "both cargo dice" if decided["dice"] == 2 else f"one die, and holds the {decided['hold']}"
    detail = f"The computer rolls {dice}: {count} were entered."
    raise ComputerDecides(board, Problem("/dice", "computer-decides", detail))


def _require_same(board: Board, sent: Mapping[str, Any], decided: Mapping[str, Any]) -> None:
    """Refuse another decision than the computer's. Saying the same is allowed."""
    if "computer" not in decided:
        return
    for name in ("keep", "hold", "stand"):
        if sent.get(name) is not None and _plain(sent[name]) != _plain(_made(board, decided, name)):
            detail = "The computer decides this for its seats: leave it out."
            raise ComputerDecides(board, Problem(f"/{name}", "computer-decides", detail))


def _made(board: Board, decided: Mapping[str, Any], name: str) -> Any:
    """What the computer has decided, also where it goes without saying."""
    if name == "keep" and "keep" not in decided:
        return list(rules.turn_state.bankable(board.state.turn_state, decided["dice"]))
    return decided.get(name, False if name == "stand" else None)


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, list) and all(type(face) is int for face in value) else value


def _kept(state: rules.GameState, dice: Sequence[Any], hold: Any) -> tuple[int, ...] | None:
    """What the computer banks of a roll; None where all that can be is banked by itself."""
    if state.ruleset.turn.banking == "automatic":
        return None
    rules.turn.roll(state.turn_state, dice, None, hold)
    if not rules.turn_state.bankable(state.turn_state, dice):
        return ()
    return best_keep(state, tuple(dice), hold)


def _next_choice(after: rules.GameState, seat: int) -> dict[str, Any]:
    """What the computer does after a roll."""
    if after.turn is None or after.turn.seat != seat:
        return {"action": "none", "dice": 0, "hold": None}
    turn = after.turn.state
    if not turn.can_stand:
        return {"action": "roll", "dice": turn.dice_counts[0], "hold": None}
    best = best_choice(after)
    return {name: best[name] for name in ("action", "dice", "hold")}
