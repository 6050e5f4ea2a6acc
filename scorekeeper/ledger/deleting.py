"""Deleting a table for good: its games, its people's names, its keys, and all else that belongs to it.

First it is taken from everyone, in one short transaction: its keys open nothing, its name is gone.
What is left is deleted in pieces, so that other tables play on meanwhile. Where that is cut short, `sweep`
goes on with it: a server does so when it starts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from time import sleep
from typing import Any, Final

from peewee import Model

from scorekeeper import storage
from scorekeeper.ledger.canonical import compact, parsed
from scorekeeper.ledger.errors import Invalid, NotFound, Problem
from scorekeeper.ledger.holding import writing
from scorekeeper.ledger.ids import now
from scorekeeper.ledger.locking import hold_table
from scorekeeper.ledger.names import clean_name
from scorekeeper.ledger.once import CREATION, TOLD
from scorekeeper.storage import belongings
from scorekeeper.storage.belongings import delete_some, links_to, of
from scorekeeper.storage.kept_answers import KeptAnswer
from scorekeeper.storage.models import Game, Invite, Key, Row, Table
from scorekeeper.storage.queries import first_row, values

_Doomed = tuple[type[Model], Any]
"""A model, and the condition for those of its rows that go."""
PAUSE: Final = 0.002
"""Seconds in which others get their turn: a lock goes to whoever asks for it first when it is free."""
_GONE: Final = "deleted "
"""Begins what stands in the place of a secret's hash, and is no hash."""


def delete_table(table_id: str, name: str) -> None:
    """Delete a table with all that belongs to it.

    name: the table's own, so that nobody deletes one by a slip. Raises NotFound, NameInvalid, and Invalid
    where it is another name.
    """
    with writing():
        hold_table(table_id)
        row = find_table(table_id)
        require_name(row, name)
        _take_from_everyone(table_id)
    _delete_rest(table_id)
    storage.empty_the_log()


def sweep() -> int:
    """Go on with every deletion that was cut short; how many it were."""
    waiting = values(Table.select(Table.id).where(Table.deleted_at.is_null(False)))
    for (table_id,) in waiting:
        _delete_rest(table_id)
    if waiting:
        storage.empty_the_log()
    return len(waiting)


def require_name(row: Row, name: str, what: str = "table") -> None:
    """See that somebody means this table (or player). Raises NameInvalid, Invalid."""
    if clean_name(name) != row["name"]:
        told = f"That is not the name of this {what}. Send it exactly as it is written."
        raise Invalid(Problem("/name", "name-mismatch", f"{told} Nothing was changed."))


def forget_names_in_answers(table_id: str) -> None:
    """Let go of what requests of a table were answered, within the caller's transaction.

    What is kept of answers with secrets stays: it has no name, and by it an old request is known that would
    undo what a host has settled since. So do the ids in the answer to the request that made the table.
    """
    KeptAnswer.delete().where(_is_of_keys(table_id) & (KeptAnswer.status != TOLD)).execute()
    _cut_creation(table_id, {"name": "", "device": None, "game": None})


def _forget_answers(table_id: str) -> None:
    """The same, and let go of those with secrets too: nothing is left that an old request could undo."""
    KeptAnswer.delete().where(_is_of_keys(table_id)).execute()
    KeptAnswer.delete().where(_is_of_strangers(table_id) & (KeptAnswer.status == TOLD)).execute()
    _cut_creation(table_id, {"name": "", "device": None, "game": None, "told": []})


def _is_of_keys(table_id: str) -> Any:
    return KeptAnswer.scope.in_(Key.select(Key.id).where(Key.table == table_id))


def _is_of_strangers(table_id: str) -> Any:
    """Which answers tell of a table to requests that needed no key: made it, joined it or recovered it."""
    return (KeptAnswer.scope == CREATION) & KeptAnswer.body.contains(table_id)


def _cut_creation(table_id: str, instead: Mapping[str, Any]) -> None:
    """Leave in what the request was answered that made the table only what a repeat is known by."""
    made = _is_of_strangers(table_id) & (KeptAnswer.status != TOLD)
    for key_hash, body in values(KeptAnswer.select(KeptAnswer.key_hash, KeptAnswer.body).where(made)):
        is_it = (KeptAnswer.scope == CREATION) & (KeptAnswer.key_hash == key_hash)
        KeptAnswer.update(body=compact(_cut(parsed(body), instead))).where(is_it).execute()


def _cut(kept: Any, instead: Mapping[str, Any]) -> Any:
    """An answer with other values in some of its fields, wherever they are."""
    if not isinstance(kept, dict):
        return kept
    return {
        field: instead[field] if field in instead else _cut(value, instead) for field, value in kept.items()
    }


def find_table(table_id: str) -> Row:
    """The row of a table that is there. Raises NotFound."""
    row = first_row(Table.select().where((Table.id == table_id) & Table.deleted_at.is_null()))
    if row is None:
        raise NotFound("table", table_id)
    return row


def _take_from_everyone(table_id: str) -> None:
    _forget_answers(table_id)
    gone = {Table.deleted_at: now(), Table.name: "", Table.recovery_hash: _GONE + table_id}
    empty = dict.fromkeys((Table.disabled_reason, Table.recovered_key))
    Table.update({**gone, **empty}).where(Table.id == table_id).execute()
    secrets = (Invite.code, Invite.code_hash, Invite.token, Invite.token_hash, Invite.name)
    closed: dict[Any, Any] = {**dict.fromkeys(secrets), Invite.revoked_at: now()}
    Invite.update(closed).where(Invite.table == table_id).execute()
    nothing = {Key.hash: Key.id.concat(" deleted"), Key.device: None, Key.revoked_at: now()}
    Key.update(nothing).where(Key.table == table_id).execute()


def _delete_rest(table_id: str) -> None:
    for game_id in _games(table_id):
        _delete_in_pieces([*_of_game(game_id), (Game, Game.id == game_id)])
    of_table = [(model, of(model, Table, table_id, storage.OF_TABLES)) for model in storage.OF_TABLES]
    _delete_in_pieces(of_table[:-1])
    # Whatever a request has added that was under way when the table was taken away.
    with storage.unlinked():
        for model, condition in of_table:
            while delete_some(model, condition):
                pass


def _games(table_id: str) -> Iterator[str]:
    while row := first_row(Game.select(Game.id).where(Game.table == table_id).order_by(Game.id)):
        yield str(row["id"])


def _of_game(game_id: str) -> Iterator[_Doomed]:
    for model in storage.OF_TABLES:
        game = links_to(model, Game)
        if game is not None:
            yield model, game == game_id


def _delete_in_pieces(doomed: Iterable[_Doomed]) -> None:
    """Delete in this order, some thousand rows in a transaction; in between others write."""
    waiting = deque(doomed)
    while waiting:
        with storage.unlinked():
            room = belongings.AT_ONCE
            while waiting and room > 0:
                count = delete_some(*waiting[0])
                room -= count
                if count < belongings.AT_ONCE:
                    waiting.popleft()
        sleep(PAUSE)
