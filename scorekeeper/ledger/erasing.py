"""Having people's names forgotten while their games are kept.

A player's name becomes `Player 7`, everywhere: in the list of players, on every seat, in what was told.
Reasons, doubts in words and names of devices, which may name anybody, are erased. Each game gets an entry
that says which texts it were, so that its version changes with what it shows, and its chain of hashes holds:
that covers salted digests of the texts alone, and the salts are gone.

A game at a time: where it is cut short, the same request goes on with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from time import sleep
from typing import Any, Final, NamedTuple

from scorekeeper import storage
from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.composed import Sent
from scorekeeper.ledger.composing import Plan
from scorekeeper.ledger.deleting import PAUSE, find_table, forget_names_in_answers, require_name
from scorekeeper.ledger.errors import NotFound
from scorekeeper.ledger.holding import writing
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.names import folded
from scorekeeper.ledger.players import find_player
from scorekeeper.ledger.putting_right import put_right
from scorekeeper.ledger.texts import reference
from scorekeeper.storage import amending
from scorekeeper.storage.models import Entry, EntryText, Game, Invite, Key, Player
from scorekeeper.storage.queries import rows, values

KIND: Final = "erasure"
_NEUTRAL = re.compile(r"Player [1-9][0-9]{0,8}", re.ASCII)


class _Text(NamedTuple):
    """A text that goes, and what stands there from now on; None: nothing."""

    seq: int
    field: str
    instead: str | None


@dataclass(frozen=True, slots=True)
class Erased:
    """How much was erased: players whose names are neutral now, games that changed, texts that are gone."""

    players: int
    games: int
    texts: int


@dataclass(frozen=True, slots=True)
class _Names:
    """What is to be forgotten.

    instead: the new name of each player, by id. former: what they were called, folded; None: everybody is
    forgotten, and every word that anybody wrote. keys: those that lost the name of their device.
    """

    instead: Mapping[str, str]
    former: frozenset[str] | None
    keys: tuple[str, ...]

    def is_in(self, text: str | None) -> bool:
        """Whether a text may tell who it was."""
        if text is None:
            return False
        return self.former is None or any(name in folded(text) for name in self.former)


def erase_all_names(author: Author, name: str) -> Erased:
    """Have everybody at the author's table forgotten.

    name: the table's own, so that nobody does it by a slip. Raises NotFound, NameInvalid, Invalid.
    """
    require_name(find_table(author.table_id), name)
    query = Player.select(Player.id).where(Player.table == author.table_id)
    return _erase(author, frozenset(player_id for (player_id,) in values(query)), None)


def erase_player(author: Author, player_id: str, name: str) -> Erased:
    """Have one player forgotten: the name everywhere, and in the player's games every word that was written.

    name: the player's, as it is now. Raises NotFound, NameInvalid, Invalid.
    """
    row = find_player(author.table_id, player_id)
    if row is None:
        raise NotFound("player", player_id)
    require_name(row, name, "player")
    is_name = (EntryText.player == player_id) & EntryText.salt.is_null(False)
    texts = values(EntryText.select(EntryText.text).where(is_name))
    former = frozenset(folded(text) for text in (name, *(text for (text,) in texts)))
    return _erase(author, frozenset([player_id]), former)


def _erase(author: Author, players: frozenset[str], former: frozenset[str] | None) -> Erased:
    table_id = author.table_id
    with writing():
        names = _Names(_rename(table_id, players), former, ())
        names = replace(names, keys=_unname_devices(table_id, names))
    erased = [_erase_in(author, game_id, names) for game_id in _games(table_id, names)]
    with storage.write():
        forget_names_in_answers(table_id)
    storage.empty_the_log()
    changed = [count for count in erased if count is not None]
    return Erased(len(players), len(changed), sum(changed))


def _rename(table_id: str, players: frozenset[str]) -> dict[str, str]:
    """Give players neutral names that nobody else at the table has; by id."""
    found = rows(Player.select().where(Player.table == table_id).order_by(Player.id))
    others = {folded(row["name"]) for row in found if row["id"] not in players}
    meant = [row for row in found if row["id"] in players]
    kept = {row["id"]: row["name"] for row in meant if _NEUTRAL.fullmatch(row["name"])}
    taken = others | {folded(name) for name in kept.values()}
    free = (name for number in count(1) if folded(name := f"Player {number}") not in taken)
    instead = {row["id"]: kept.get(row["id"]) or next(free) for row in meant}
    for row in meant:
        name = instead[row["id"]]
        active = None if row["active_name"] is None else folded(name)
        Player.update(name=name, active_name=active).where(Player.id == row["id"]).execute()
    return instead


def _unname_devices(table_id: str, names: _Names) -> tuple[str, ...]:
    """Take the names of invites and devices that may tell who it was; the ids of those devices' keys."""
    _unname(Invite, Invite.name, table_id, names)
    return _unname(Key, Key.device, table_id, names)


def _unname(model: Any, field: Any, table_id: str, names: _Names) -> tuple[str, ...]:
    named = values(
        model.select(model.id, model.player, field).where((model.table == table_id) & field.is_null(False))
    )
    gone = [row_id for row_id, player_id, text in named if player_id in names.instead or names.is_in(text)]
    for row_id in gone:
        model.update({field: None}).where(model.id == row_id).execute()
    return tuple(gone)


def _games(table_id: str, names: _Names) -> list[str]:
    """The games of the table that may show something of it, the oldest first."""
    if names.former is None:
        query = Game.select(Game.id).where(Game.table == table_id)
        return sorted(str(game_id) for (game_id,) in values(query))
    texts = (
        EntryText.select(EntryText.game, EntryText.player, EntryText.text)
        .join(Game)
        .where((Game.table == table_id) & EntryText.text.is_null(False))
    )
    found = {
        str(game_id)
        for game_id, player_id, text in texts.tuples().iterator()
        if player_id in names.instead or (player_id is None and names.is_in(text))
    }
    if names.keys:
        is_by_one = (Game.table == table_id) & Entry.key.in_(names.keys)
        found |= {str(game_id) for (game_id,) in values(Entry.select(Entry.game).join(Game).where(is_by_one))}
    return sorted(found)


def _erase_in(author: Author, game_id: str, names: _Names) -> int | None:
    """Erase in one game; how many texts it were, None where there was nothing to do."""
    texts = _texts(game_id, names)
    if not texts and not _shows_device(game_id, names):
        return None
    sent = Sent(author, game_id, {}, None, None, None, dry_run=False)
    put_right(sent, lambda board: _plan(board, names, _texts(game_id, names)), lambda *_: False)
    sleep(PAUSE)
    return len(texts)


def _texts(game_id: str, names: _Names) -> list[_Text]:
    """What is to be erased in a game."""
    found = rows(EntryText.select().where(EntryText.game == game_id).order_by(EntryText.seq, EntryText.field))
    is_theirs = names.former is None or any(row["player"] in names.instead for row in found)
    return [
        _Text(row["seq"], row["field"], names.instead.get(row["player"]))
        for row in found
        if row["salt"] is not None
        and (
            row["player"] in names.instead
            or (row["player"] is None and (is_theirs or names.is_in(row["text"])))
        )
    ]


def _shows_device(game_id: str, names: _Names) -> bool:
    is_by_one = (Entry.game == game_id) & Entry.key.in_(names.keys)
    return bool(names.keys) and Entry.select().where(is_by_one).exists()


def _plan(board: Board, names: _Names, texts: Sequence[_Text]) -> Plan:
    people = tuple(replace(who, name=names.instead.get(who.player_id, who.name)) for who in board.people)
    game_id = board.facts.game_id
    return Plan(
        KIND,
        lambda _: _told(texts),
        body={"texts": [reference(text.seq, text.field) for text in texts]},
        steps=tuple(
            (amending.ERASE_TEXT.sql, (text.instead, game_id, text.seq, text.field)) for text in texts
        ),
        people=people,
    )


def _told(texts: Sequence[_Text]) -> list[str]:
    told = []
    if any(text.instead for text in texts):
        told.append("Names were replaced.")
    if any(text.instead is None for text in texts):
        told.append("Words were erased.")
    return told or ["The name of a device was erased."]
