from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import ledger, storage
from scorekeeper.ledger import creations, settings
from scorekeeper.ledger.errors import DailyQuotaReached
from scorekeeper.ledger.quotas import require_creation
from scorekeeper.storage.models import Table
from scorekeeper.storage.operators import Creation, CreationDay
from tests.databases import in_threads

ADDRESS = "192.0.2.77"


def create(address: str = ADDRESS) -> ledger.CreatedTable:
    return ledger.create_table("Friday", may_create=lambda: require_creation(address))


def test_tables_are_counted_by_address_and_day(ledger_file: str) -> None:
    settings.change_settings(quotas={"tables_per_address_per_day": 2})
    create()
    create()
    with pytest.raises(DailyQuotaReached) as refused:
        create()
    assert (refused.value.quota, refused.value.most) == ("tables_per_address_per_day", 2)
    assert 1 <= refused.value.seconds <= 24 * 60 * 60
    create("192.0.2.78")
    assert Table.select().count() == 3


def test_a_new_day_begins_at_nothing(ledger_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.change_settings(quotas={"tables_per_address_per_day": 1})
    create()
    tomorrow = creations.now() + creations.DAY
    monkeypatch.setattr(creations, "now", lambda: tomorrow)
    create()
    assert Table.select().count() == 2


def test_a_table_that_was_refused_is_not_counted(ledger_file: str) -> None:
    settings.change_settings(quotas={"tables_per_address_per_day": 2})
    for _ in range(3):
        with pytest.raises(ledger.Invalid):
            ledger.create_table(
                "Friday",
                ledger.Opening({"preset": "voyage"}, [ledger.SeatClaim("Red")]),
                may_create=lambda: require_creation(ADDRESS),
            )
    create()
    create()


def test_no_address_is_kept_and_the_day_after_nothing_by_which_it_could_be_found(
    ledger_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    create()
    assert ADDRESS not in str([row for model in storage.MODELS for row in model.select().dicts()])
    assert CreationDay.select().count() == Creation.select().count() == 1
    tomorrow = creations.now() + creations.DAY
    monkeypatch.setattr(creations, "now", lambda: tomorrow)
    creations.forget_past_days()
    assert CreationDay.select().count() == Creation.select().count() == 0


def test_the_first_entry_of_a_new_day_forgets_the_last_one(
    ledger_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    create()
    settings.current()
    tomorrow, later = creations.now() + creations.DAY, settings.monotonic() + settings.STALE_SECONDS
    monkeypatch.setattr(creations, "now", lambda: tomorrow)
    monkeypatch.setattr(settings, "monotonic", lambda: later)
    settings.current()
    assert Creation.select().count() == 0


def test_each_day_has_a_salt_of_its_own(ledger_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    create()
    tomorrow = creations.now() + creations.DAY
    monkeypatch.setattr(creations, "now", lambda: tomorrow)
    create()
    assert len({row.salt for row in CreationDay.select()}) == 2
    assert len({row.address_hash for row in Creation.select()}) == 2


def test_many_at_once_get_as_many_as_the_quota_allows(ledger_file: str) -> None:
    settings.change_settings(quotas={"tables_per_address_per_day": 3})
    answers: list[Any] = in_threads(8, lambda _: create())
    assert sum(isinstance(answer, ledger.CreatedTable) for answer in answers) == 3
    assert sum(isinstance(answer, DailyQuotaReached) for answer in answers) == 5
    assert Table.select().count() == 3
