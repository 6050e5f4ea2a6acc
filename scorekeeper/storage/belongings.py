"""Which rows belong to what, as the models' foreign keys say: a model that is new is found by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, cast

from peewee import Field, ForeignKeyField, Model

AT_ONCE: Final = 1_000
"""So many rows are deleted in one transaction at most: too few to be felt by others."""


def below(root: type[Model], models: Iterable[type[Model]]) -> tuple[type[Model], ...]:
    """The models whose rows point to the root's, directly or by others, and the root.

    Each stands before the ones that it points to.
    """
    parents = {model: {field.rel_model for field in _links(model)} for model in models}
    owned = {root}
    while more := {model for model, above in parents.items() if above & owned} - owned:
        owned |= more
    ordered: list[type[Model]] = []
    while waiting := [model for model in parents if model in owned and model not in ordered]:
        ordered += [
            model
            for model in waiting
            if not any(model in parents[other] for other in waiting if other is not model)
        ]
    return tuple(ordered)


def links_to(model: type[Model], other: type[Model]) -> Field | None:
    """The foreign key of a model to another one, None where it has none."""
    return next((field for field in _links(model) if field.rel_model is other), None)


def of(model: type[Model], root: type[Model], root_id: str, models: Iterable[type[Model]]) -> Any:
    """The condition for a model's rows that belong to one row of the root. models: as `below` gives them."""
    if model is root:
        return cast("Any", root)._meta.primary_key == root_id
    direct = links_to(model, root)
    if direct is not None:
        return direct == root_id
    known = tuple(models)
    link = next(field for field in _links(model) if field.rel_model in known)
    above = link.rel_model
    return link.in_(above.select(above._meta.primary_key).where(of(above, root, root_id, known)))


def delete_some(model: type[Model], condition: Any) -> int:
    """Delete rows of a model that meet a condition, AT_ONCE of them at most; how many it were.

    Where the key has several parts, the condition settles those that are foreign keys.
    """
    part = _last_part(model)
    chosen = model.select(part).where(condition).order_by(part).limit(AT_ONCE)
    return int(model.delete().where(condition & part.in_(chosen)).execute())


def _links(model: type[Model]) -> list[Any]:
    return [field for field in cast("Any", model)._meta.sorted_fields if isinstance(field, ForeignKeyField)]


def _last_part(model: type[Model]) -> Any:
    """The part of the primary key that tells rows apart which have the same foreign keys."""
    fields = cast("Any", model)._meta.get_primary_keys()
    plain = [field for field in fields if not isinstance(field, ForeignKeyField)]
    return (plain or fields)[0]
