"""Checking games that may be played meanwhile."""

from __future__ import annotations

from typing import Final

from peewee import PeeweeException

from scorekeeper.ledger.errors import NotFound
from scorekeeper.ledger.verify import verify_game

LOOKS: Final = 3
"""How often a game with faults is looked at, before they are believed."""


def lasting_faults(game_id: str) -> tuple[str, ...]:
    """What is wrong with a game each time that one looks, in sentences. Raises NotFound.

    A game is not read at one moment, so that an entry in between looks like a fault, once.
    """
    faults = _faults_of(game_id)
    for _ in range(LOOKS - 1):
        if faults:
            again = _faults_of(game_id)
            faults = tuple(fault for fault in faults if fault in again)
    return faults


def _faults_of(game_id: str) -> tuple[str, ...]:
    try:
        return verify_game(game_id)
    except (NotFound, PeeweeException, OSError):
        raise
    except Exception as error:  # noqa: BLE001 whatever somebody has written over the log may lead to
        return (f"it can't be read: {type(error).__name__}: {error}",)
