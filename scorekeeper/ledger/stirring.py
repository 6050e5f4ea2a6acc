"""Letting those who follow a table know that something happened at it."""

from __future__ import annotations

from scorekeeper.storage import Step, pulses


def stir(table_id: str) -> Step:
    """The statement that counts what is being written; it comes last, since others of the table wait for it
    from there to the commit."""
    return pulses.RAISE.sql, (table_id,)
