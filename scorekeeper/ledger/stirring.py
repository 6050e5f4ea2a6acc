"""Letting those who follow a table know that something happened at it."""

from __future__ import annotations

from scorekeeper.storage import Step, pulses


def stir(table_id: str, game_id: str | None = None, seq: int | None = None) -> tuple[Step, ...]:
    """The statements that count what is being written, and say what it is: an entry of a game, or the table.

    They come last, since others of the table wait for them from there to the commit.
    """
    return (pulses.RAISE.sql, (table_id,)), (pulses.NOTE.sql, (game_id, seq, table_id))
