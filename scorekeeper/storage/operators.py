"""What the operator of a server settles for all tables, and how many tables each address made today."""

from __future__ import annotations

from typing import Final

from peewee import BigIntegerField, CompositeKey, IntegerField, Model, TextField


class Setting(Model):
    """A setting of the whole server by its name. value: JSON."""

    name = TextField(primary_key=True)
    value = TextField()
    changed_at = BigIntegerField()

    class Meta:
        table_name = "settings"


class CreationDay(Model):
    """A day on which tables were made, counted from 1970, and the salt of its addresses. Kept for the day."""

    day = IntegerField(primary_key=True)
    salt = TextField()

    class Meta:
        table_name = "creation_days"


class Creation(Model):
    """How many tables an address made on a day. address_hash: keyed with the day's salt. Kept for the day."""

    day = IntegerField()
    address_hash = TextField()
    count = IntegerField()

    class Meta:
        table_name = "creations"
        primary_key = CompositeKey("day", "address_hash")
        without_rowid = True


OPERATOR_MODELS: Final[tuple[type[Model], ...]] = (Setting, CreationDay, Creation)
