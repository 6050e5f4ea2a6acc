"""Solved games that outlive the process: written as text, and read back without trust.

Nothing is stored here. Whoever has a place for tables gives a shelf to `keep_on`; what is solved is found on
it, and put on it when more was solved. A text is read as what it says, never run; one that is damaged, of
other house rules or of another form is no table, and the game is solved again.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Hashable, Mapping
from typing import Any, Protocol

import numpy as np

from scorekeeper.odds.turn_batch import Floats
from scorekeeper.rules.ruleset import Ruleset

Table = dict[Hashable, Floats]
"""Chances, each from 0 to 1, by what they are of: numbers, texts and tuples of them."""
MOST_OVER = 1e-6
"""So far a chance may be beside 0 to 1, for the noise of floats."""


class Shelf(Protocol):
    """A place for tables, by their names; both are texts."""

    def find(self, name: str) -> str | None:
        """The table of this name, None where there is none."""

    def keep(self, name: str, text: str) -> None:
        """Put a table there, in the place of an older one."""


class _Nowhere:
    """No place: what is solved is remembered by this process alone."""

    def find(self, _name: str) -> str | None:
        return None

    def keep(self, _name: str, _text: str) -> None:
        return None


class _Place:
    shelf: Shelf = _Nowhere()


def keep_on(shelf: Shelf | None) -> None:
    """Keep what is solved from now on on this shelf; None: nowhere."""
    _Place.shelf = _Nowhere() if shelf is None else shelf


def table_name(kind: str, ruleset: Ruleset, *told: int | str) -> str:
    """What a table is called: the kind of games, their house rules, and what else tells it from others."""
    return _text({"about": kind, "ruleset": ruleset.to_json(), "of": list(told)})


def found_table(name: str) -> Table:
    """The table of this name; empty where there is none that can be read."""
    text = _Place.shelf.find(name)
    return {} if text is None else read_table(name, text) or {}


def keep_table(name: str, table: Mapping[Hashable, Floats]) -> None:
    """Keep a table."""
    _Place.shelf.keep(name, write_table(name, table))


def write_table(name: str, table: Mapping[Hashable, Floats]) -> str:
    """A table as text."""
    rows = [[key, list(chances.shape), _packed(chances)] for key, chances in table.items()]
    return _text({"name": name, "rows": rows})


def read_table(name: str, text: str) -> Table | None:
    """A table of this name; None where the text is none, or tells of something else."""
    try:
        told = json.loads(text)
        if told["name"] != name:
            return None
        found = {_key(key): _unpacked(shape, packed) for key, shape, packed in told["rows"]}
    except (ValueError, TypeError, KeyError):
        return None
    return found if all(map(_are_chances, found.values())) else None


def good_guess(known: Floats | None, seats: int) -> Floats:
    """What a fixed point is looked for from: the chances that were found before, else equal ones."""
    if known is not None and known.shape == (seats,) and abs(known.sum() - 1) < MOST_OVER:
        return known
    equal: Floats = np.full(seats, 1 / seats)
    return equal


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _key(told: Any) -> Hashable:
    """A key as it was: what JSON has as lists are tuples."""
    return tuple(map(_key, told)) if isinstance(told, list) else told


def _packed(chances: Floats) -> str:
    return b64encode(np.ascontiguousarray(chances, dtype="<f8").tobytes()).decode()


def _unpacked(shape: Any, packed: str) -> Floats:
    chances: Floats = np.frombuffer(b64decode(packed, validate=True), dtype="<f8").astype(np.float64)
    return chances.reshape(shape)


def _are_chances(chances: Floats) -> bool:
    return bool(np.all((chances >= -MOST_OVER) & (chances <= 1 + MOST_OVER)))
