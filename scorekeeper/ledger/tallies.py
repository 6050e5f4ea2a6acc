"""How often each face was thrown in the entries that count, game by game.

The faces follow from the log: an entry adds its dice, and an amendment says of each entry that it changed
what it was and what it is now. So the log is read once, on from where a game was counted last, when somebody
asks; recording a roll costs nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from peewee import JOIN, fn

from scorekeeper import storage
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.fallen_dice import Fallen, throws_in
from scorekeeper.ledger.locking import is_there
from scorekeeper.ledger.people import THROWERS
from scorekeeper.ledger.server_marks import of_the_server
from scorekeeper.storage.dice import ADD_TALLY, PLACES_THROWN_AT, RAISE_TALLY, THROWN_BETWEEN, DiceTally
from scorekeeper.storage.models import Game, Scorecard
from scorekeeper.storage.queries import values

_THROWN_KINDS: Final = ("start_roll", "roll", "turn")
_FACES: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")
_COUNTED: Final = ("rolls", *_FACES)
_NAMES: Final = {thrown_by: tuple((thrown_by, name) for name in _COUNTED) for thrown_by in THROWERS}
_READ_AT_ONCE: Final = 20_000
_GAMES_AT_ONCE: Final = 100
MOST_AT_ONCE: Final = 50_000
"""So many entries are counted for one who asks; what is left is counted for the next."""


class Faces(NamedTuple):
    """How many rolls, and how often each face from 1 to 6."""

    rolls: int = 0
    counts: tuple[int, ...] = (0,) * len(_FACES)

    @property
    def dice(self) -> int:
        """How many dice were thrown."""
        return sum(self.counts)

    def __add__(self, other: object) -> Faces:
        assert isinstance(other, Faces)
        counts = tuple(map(sum, zip(self.counts, other.counts, strict=True)))
        return Faces(self.rolls + other.rolls, counts)


NO_FACES: Final = Faces()


class Thrown(NamedTuple):
    """The faces of the dice of one name (None: of none), by who threw them."""

    dice_set: str | None
    thrown_by: str
    faces: Faces


class Counted(NamedTuple):
    """The faces by die set and by who threw, the newest first, and how many entries are not counted yet."""

    thrown: list[Thrown]
    waiting: int


def faces_of_table(table_id: str) -> Counted:
    """The faces of all games of a table."""
    waiting = _count_what_is_new(Game.table == table_id)
    query = (
        DiceTally.select(Game.dice_set, DiceTally.thrown_by, *(fn.SUM(column) for column in _columns()))
        .join(Game)
        .where(Game.table == table_id)
        .group_by(Game.dice_set, DiceTally.thrown_by)
        .order_by(fn.MAX(Game.id).desc())
    )
    return Counted([_thrown(row) for row in values(query)], waiting)


def faces_of_game(game_id: str) -> Counted:
    """The faces of one game."""
    waiting = _count_what_is_new(Game.id == game_id)
    query = DiceTally.select(Game.dice_set, DiceTally.thrown_by, *_columns()).join(Game)
    return Counted([_thrown(row) for row in values(query.where(DiceTally.game == game_id))], waiting)


def dice_of(kind: str, body: Mapping[str, Any]) -> Iterator[list[int]]:
    """The dice of each roll that a play has."""
    if kind in _THROWN_KINDS:
        yield from (roll["dice"] for roll in body.get("rolls", [body]))


def _columns() -> list[Any]:
    return [getattr(DiceTally, name) for name in _COUNTED]


def _thrown(row: Sequence[Any]) -> Thrown:
    dice_set, thrown_by, rolls, *counts = row
    return Thrown(dice_set, thrown_by, Faces(int(rolls), tuple(map(int, counts))))


def _count_what_is_new(condition: Any) -> int:
    """Count on in the games that have entries which are not counted yet; how many are left for the next time.

    The log is read outside the write, which then takes a statement or two for each game.
    """
    query = (
        Game.select(Game.table, Game.id, fn.COALESCE(DiceTally.version, 0), Scorecard.version)
        .join(Scorecard)
        .switch(Game)
        .join(DiceTally, JOIN.LEFT_OUTER, on=((DiceTally.game == Game.id) & (DiceTally.thrown_by == "table")))
        .where(condition & (DiceTally.version.is_null() | (DiceTally.version < Scorecard.version)))
        .order_by(Game.id)
    )
    left, steps = MOST_AT_ONCE, list[_Step]()
    waiting = 0
    for table_id, game_id, since, version in values(query):
        upto = min(version, since + left)
        left -= upto - since
        waiting += version - upto
        if upto > since:
            steps.append(_Step(table_id, game_id, since, upto, _added(game_id, since, upto)))
    for first in range(0, len(steps), _GAMES_AT_ONCE):
        with storage.write():
            for step in steps[first : first + _GAMES_AT_ONCE]:
                _write(step)
    return waiting


class _Step(NamedTuple):
    """What the entries of a game after `since`, up to `upto`, add to each count."""

    table_id: str
    game_id: str
    since: int
    upto: int
    added: Mapping[tuple[str, str], int]


def _write(step: _Step) -> None:
    """Add to what is counted, unless somebody else did so since, or the table is being deleted."""
    table_id, game_id, since, upto, added = step
    if not is_there(table_id):
        return
    for thrown_by in THROWERS:
        more = [added.get((thrown_by, name), 0) for name in _COUNTED]
        if since == 0:
            storage.execute(ADD_TALLY.sql, (game_id, thrown_by, upto, *more))
        else:
            storage.execute(RAISE_TALLY.sql, (upto, *more, game_id, thrown_by, since))


def _added(game_id: str, since: int, upto: int) -> Counter[tuple[str, str]]:
    count = _Count(Fallen(game_id) if storage.fetch_one(PLACES_THROWN_AT.sql, (game_id,)) else None)
    for first in range(since, upto, _READ_AT_ONCE):
        last = min(upto, first + _READ_AT_ONCE)
        for seq, kind, body, answer in storage.fetch_all(THROWN_BETWEEN.sql, (game_id, first + 1, last)):
            if answer is not None:
                count.add_changes(seq, parsed(answer)["changes"]["entries"])
            elif kind in _THROWN_KINDS:
                count.add(seq, kind, parsed(body), 1)
    return count.added


class _Count:
    """What entries add to each count.

    Dice that the server had thrown at their place before are its own, whoever entered them.
    """

    def __init__(self, fallen: Fallen | None) -> None:
        """fallen: the server's dice in the game; None where it has thrown none."""
        self.added: Counter[tuple[str, str]] = Counter()
        self._fallen = fallen

    def add_changes(self, seq: int, changes: Iterable[Mapping[str, Any]]) -> None:
        """What an amendment changed: each entry counted as it was goes, and as it is comes."""
        for change in changes:
            for said, sign in ((change["before"], -1), (change["after"], 1)):
                if said is not None:
                    self.add(seq, said["kind"], said["body"], sign)

    def add(self, seq: int, kind: str, body: Mapping[str, Any], sign: int) -> None:
        """The dice of a play as entry number `seq` says it."""
        if self._fallen is None or "thrown_by" in body:
            for dice in dice_of(kind, body):
                self._throw(body.get("thrown_by", "table"), dice, sign)
            return
        for place, dice in throws_in(kind, body):
            lying = of_the_server(dice, self._fallen.at(place, seq))
            self._throw("server", lying, sign)
            self._throw("table", list((Counter(dice) - Counter(lying)).elements()), sign)

    def _throw(self, thrown_by: str, dice: Sequence[int], sign: int) -> None:
        names = _NAMES[thrown_by]
        if dice:
            self.added[names[0]] += sign
        for face in dice:
            self.added[names[face]] += sign
