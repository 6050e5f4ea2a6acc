"""Tables at which something is about to go wrong."""

from __future__ import annotations

from typing import Any

from scorekeeper.rules import Abandon, Input, Roll, Thrown
from tests.examples import RED, Table, house

CHOSEN = {"banking": "chosen"}
ANY = {"cargo_reroll": "any"}


def table_with(*rolls: tuple[int, ...], **turn: Any) -> Table:
    """A table at which Red has rolled so far."""
    table = Table(house(turn=turn), entry="dice_or_score")
    for roll in rolls:
        table.roll(*roll)
    return table


def finished_table() -> Table:
    table = Table()
    table.enter(Abandon())
    return table


def rolling_table() -> Table:
    return Table(house(opener={"first": "roll"}), opener=None)


def out_table() -> Table:
    """Red and Blue are in, Green is out."""
    table = Table(house("chips", stakes={"chips": 2}, opener={"next_round": "same"}))
    table.score(9, 2, 3)
    table.score(2, 9, 3)
    return table


def dice(*faces: Any, **more: Any) -> Input:
    return Roll(RED, Thrown(faces, **more))
