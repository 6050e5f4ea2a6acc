"""The rulesets that a table saved under names of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from peewee import IntegrityError

from scorekeeper import rules
from scorekeeper.ledger.canonical import canonical, parsed
from scorekeeper.ledger.errors import NameInvalid, NameTaken, NotFound
from scorekeeper.ledger.holding import writing
from scorekeeper.ledger.ids import new_id, now
from scorekeeper.ledger.names import clean_name, folded
from scorekeeper.ledger.pages import Page, key_after, page_of
from scorekeeper.ledger.quotas import require_room
from scorekeeper.ledger.times import shown
from scorekeeper.storage.models import HouseRules, Row
from scorekeeper.storage.queries import first_row, rows


def save_house_rules(table_id: str, name: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Save a ruleset, filled in, under a name.

    Raises NameInvalid, NameTaken, RulesetRefused, QuotaReached.
    """
    row: Row = {
        "id": new_id("ruleset"),
        "table": table_id,
        "created_at": now(),
        **_content(table_id, name, raw),
    }
    with writing():
        require_room("house_rules_per_table", table_id)
        try:
            HouseRules.insert(row).execute()
        except IntegrityError:
            raise NameTaken(row["name"]) from None
    return _shown(row)


def replace_house_rules(table_id: str, ruleset_id: str, name: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Save other content under the same id. Raises NotFound and all that `save_house_rules` does."""
    content = _content(table_id, name, raw)
    with writing():
        row = _require(table_id, ruleset_id)
        try:
            HouseRules.update(content).where(HouseRules.id == ruleset_id).execute()
        except IntegrityError:
            raise NameTaken(content["name"]) from None
    return _shown({**row, **content})


def delete_house_rules(table_id: str, ruleset_id: str) -> None:
    """Forget a saved ruleset; games that were opened with it keep theirs. Raises NotFound."""
    with writing():
        _require(table_id, ruleset_id)
        HouseRules.delete().where(HouseRules.id == ruleset_id).execute()


def get_house_rules(table_id: str, ruleset_id: str) -> dict[str, Any]:
    """One saved ruleset. Raises NotFound."""
    return _shown(_require(table_id, ruleset_id))


def list_house_rules(table_id: str, *, limit: int = 50, cursor: str | None = None) -> Page:
    """Saved rulesets in the order in which they were saved."""
    query = HouseRules.select().where(HouseRules.table == table_id)
    if cursor is not None:
        query = query.where(HouseRules.id > key_after(cursor))
    found = rows(query.order_by(HouseRules.id).limit(limit + 1))
    return page_of(found, limit, lambda row: row["id"], _shown)


def read_house_rules(table_id: str, raw: Mapping[str, Any]) -> rules.Ruleset:
    """The ruleset that somebody asks for: a preset, a saved one, or fields, with changes laid over.

    Raises RulesetRefused with every reason.
    """
    return rules.read_ruleset(raw, _saved(table_id, raw))


def _saved(table_id: str, raw: Mapping[str, Any]) -> dict[str, rules.Ruleset]:
    name = raw.get("saved")
    try:
        meant = folded(clean_name(name))
    except NameInvalid:
        return {}
    condition = (HouseRules.table == table_id) & (HouseRules.folded_name == meant)
    row = first_row(HouseRules.select(HouseRules.ruleset).where(condition))
    return {} if row is None else {str(name): rules.read_ruleset(parsed(row["ruleset"]))}


def _content(table_id: str, name: str, raw: Mapping[str, Any]) -> Row:
    name = clean_name(name)
    ruleset = read_house_rules(table_id, raw)
    return {"name": name, "folded_name": folded(name), "ruleset": canonical(ruleset.to_json())}


def _require(table_id: str, ruleset_id: str) -> Row:
    condition = (HouseRules.table == table_id) & (HouseRules.id == ruleset_id)
    row = first_row(HouseRules.select().where(condition))
    if row is None:
        raise NotFound("ruleset", ruleset_id)
    return row


def _shown(row: Row) -> dict[str, Any]:
    ruleset = rules.read_ruleset(parsed(row["ruleset"]))
    return {
        "id": row["id"],
        "table_id": row["table"],
        "name": row["name"],
        "ruleset": ruleset.to_json(),
        "sentences": list(rules.tell_ruleset(ruleset)),
        "created_at": shown(row["created_at"]),
    }
