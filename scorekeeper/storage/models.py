"""The tables, as peewee models.

Both databases hold the same: ids and JSON as text, times as whole microseconds UTC. JSON is canonical (RFC
8785). Entries are written once; only the columns named as projections in `Entry` may be written again.
"""

from __future__ import annotations

from typing import Any, Final

from peewee import (
    BigIntegerField,
    CompositeKey,
    ForeignKeyField,
    IntegerField,
    Model,
    TextField,
)


class Table(Model):
    """People who play together; the tenant that owns all below it.

    recovered_key: the host key that the recovery code has given, which the next recovery gives another text.
    disabled_at, disabled_reason: set by the operator; then no key opens it. deleted_at: it is gone to
    everyone, and what is left of it is being deleted.
    """

    id = TextField(primary_key=True)
    name = TextField()
    recovery_hash = TextField(unique=True)
    recovered_key = TextField(null=True)
    created_at = BigIntegerField()
    disabled_at = BigIntegerField(null=True)
    disabled_reason = TextField(null=True)
    deleted_at = BigIntegerField(null=True)

    class Meta:
        table_name = "tables"


class Player(Model):
    """A person of a table. `active_name` is the folded name while the player is active: it is unique."""

    id = TextField(primary_key=True)
    table = ForeignKeyField(Table, backref="players")
    name = TextField()
    active_name = TextField(null=True)
    created_at = BigIntegerField()
    archived_at = BigIntegerField(null=True)

    class Meta:
        table_name = "players"
        indexes = ((("table", "active_name"), True),)


class Invite(Model):
    """What people join a table by: a code to type, and a token for a link, each known by its SHA-256.

    They are kept as they are too, for the host to show; both go when the invite is revoked. player: whose
    keys it gives. joins: so many keys it gives, of which joins_left are left.
    """

    id = TextField(primary_key=True)
    table = ForeignKeyField(Table, backref="invites")
    role = TextField()
    player = ForeignKeyField(Player, null=True)
    name = TextField(null=True)
    code = TextField(null=True)
    code_hash = TextField(null=True, unique=True)
    token = TextField(null=True)
    token_hash = TextField(null=True, unique=True)
    joins = IntegerField()
    joins_left = IntegerField()
    created_at = BigIntegerField()
    expires_at = BigIntegerField(index=True)
    revoked_at = BigIntegerField(null=True)

    class Meta:
        table_name = "invites"


class Key(Model):
    """A credential of a table, known by the SHA-256 of its text.

    player: the only one whose seat it enters for. invite: what it was made by.
    """

    id = TextField(primary_key=True)
    table = ForeignKeyField(Table, backref="keys")
    hash = TextField(unique=True)
    role = TextField()
    device = TextField(null=True)
    created_at = BigIntegerField()
    last_used_at = BigIntegerField(null=True)
    revoked_at = BigIntegerField(null=True)
    expires_at = BigIntegerField(null=True)
    player = ForeignKeyField(Player, null=True)
    invite = ForeignKeyField(Invite, null=True)

    class Meta:
        table_name = "keys"


class HouseRules(Model):
    """A ruleset that a table saved under a name."""

    id = TextField(primary_key=True)
    table = ForeignKeyField(Table, backref="house_rules")
    name = TextField()
    folded_name = TextField()
    ruleset = TextField()
    created_at = BigIntegerField()

    class Meta:
        table_name = "house_rules"
        indexes = ((("table", "folded_name"), True),)


class Game(Model):
    """What is settled when a game opens, and how far it is.

    `dice_set` is the name of the dice, where they have one; `advice` is null where it is allowed.
    """

    id = TextField(primary_key=True)
    table = ForeignKeyField(Table, backref="games", index=False)
    series_id = TextField()
    series_number = IntegerField()
    status = TextField()
    ruleset = TextField()
    entry = TextField()
    engine = IntegerField()
    created_at = BigIntegerField()
    finished_at = BigIntegerField(null=True)
    dice_set = TextField(null=True)
    advice = TextField(null=True)

    class Meta:
        table_name = "games"
        indexes = (
            (("table", "id"), False),
            (("table", "status", "id"), False),
            (("series_id", "series_number"), True),
        )


class Scorecard(Model):
    """The game as it now stands: what changes with every entry, and nothing else, so that little is written.

    `version` is the number of entries, `head` the hash of the last one; a write is guarded by the head.
    `moment` is the part of the game's answer that changes with every entry.
    """

    game = ForeignKeyField(Game, primary_key=True, backref="scorecard")
    table_id = TextField()
    version = IntegerField()
    head = TextField()
    status = TextField()
    open_disputes = IntegerField(default=0)
    moment = TextField()
    state = TextField()

    class Meta:
        table_name = "scorecards"


class Seating(Model):
    """Who sits where, and the parts of the answers that stay as they are from one turn to the next.

    `first` and `pinned` never change. `seats` and `ranked` are the seats by number and by rank.
    """

    game = ForeignKeyField(Game, primary_key=True, backref="seating")
    first = TextField()
    pinned = TextField()
    seats = TextField()
    ranked = TextField()
    people = TextField()

    class Meta:
        table_name = "seatings"


class Entry(Model):
    """One entry of a game's log: what somebody entered, chained to the entry before.

    Projections (what a later amendment may write again): `voided_by`, `seat`, `round`, `turn`, `place`,
    `told`. `place` is the place in the game that the entry fills, null where it fills none.
    """

    game = ForeignKeyField(Game, backref="entries", index=False)
    seq = IntegerField()
    entry_id = TextField()
    kind = TextField()
    body = TextField()
    recorded_at = BigIntegerField()
    entered_at = BigIntegerField(null=True)
    key = ForeignKeyField(Key, index=False)
    prev_hash = TextField()
    hash = TextField()
    voided_by = IntegerField(null=True)
    seat = IntegerField(null=True)
    round = IntegerField(null=True)
    turn = IntegerField(null=True)
    place = TextField(null=True)
    told = TextField()

    class Meta:
        table_name = "entries"
        primary_key = CompositeKey("game", "seq")
        indexes = ((("game", "entry_id"), True),)


class EntryText(Model):
    """A free text of an entry (a name, a reason), with the salt of its digest in the entry. Erasing nulls
    both."""

    game = ForeignKeyField(Game, backref="texts", index=False)
    seq = IntegerField()
    field = TextField()
    text = TextField(null=True)
    salt = TextField(null=True)
    player = ForeignKeyField(Player, null=True)

    class Meta:
        table_name = "entry_texts"
        primary_key = CompositeKey("game", "seq", "field")
        without_rowid = True


class Turn(Model):
    """A turn that is over, roll by roll."""

    game = ForeignKeyField(Game, backref="turns", index=False)
    number = IntegerField()
    round = IntegerField()
    roll_off = IntegerField()
    seat = IntegerField()
    body = TextField()

    class Meta:
        table_name = "turns"
        primary_key = CompositeKey("game", "number")
        without_rowid = True


class Round(Model):
    """A round that is over, and the state after its last entry (`last_seq`): where a replay can begin."""

    game = ForeignKeyField(Game, backref="rounds", index=False)
    number = IntegerField()
    body = TextField()
    last_seq = IntegerField()
    state = TextField()

    class Meta:
        table_name = "rounds"
        primary_key = CompositeKey("game", "number")
        without_rowid = True


MODELS: Final[tuple[type[Model], ...]] = (
    Table,
    Player,
    Invite,
    Key,
    HouseRules,
    Game,
    Scorecard,
    Seating,
    Entry,
    EntryText,
    Turn,
    Round,
)

Row = dict[str, Any]
"""A row as peewee's `dicts()` gives it."""
