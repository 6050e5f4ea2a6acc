from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper import storage
from scorekeeper.ledger import settings
from scorekeeper.ledger.settings import Quotas, Settings
from tests.databases import in_threads, sqlite_only


def test_nobody_has_to_settle_anything(ledger_file: str) -> None:
    assert settings.read_settings() == settings.current() == Settings()


def test_what_is_settled_is_kept_and_the_rest_stays(ledger_file: str) -> None:
    settings.change_settings(quotas={"games_per_table": 5, "keys_per_table": None})
    settings.change_settings(table_creation="closed")
    wanted = Settings("closed", Quotas(games_per_table=5, keys_per_table=None))
    assert settings.read_settings() == settings.current() == wanted


def test_a_setting_can_be_as_if_nobody_had_set_it(ledger_file: str) -> None:
    settings.change_settings(table_creation="closed", quotas={"games_per_table": 5})
    settings.change_settings(defaults=["table_creation", "games_per_table"])
    assert settings.read_settings() == Settings()


@pytest.mark.parametrize(
    "quotas",
    [
        {"rolls_per_turn": 1},
        {"games_per_table": -1},
        {"games_per_table": True},
        {"games_per_table": 10**9 + 1},
    ],
)
def test_what_can_not_be_settled_changes_nothing(ledger_file: str, quotas: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"quota|whole number"):
        settings.change_settings(table_creation="closed", quotas={"players_per_table": 3, **quotas})
    assert settings.read_settings() == Settings()


def test_another_process_follows_when_what_it_knows_is_stale(
    ledger_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = settings.current()
    with storage.write():
        storage.execute("INSERT INTO settings VALUES ('table_creation', '\"closed\"', 1)", ())
    assert settings.current() == before
    later = settings.monotonic() + settings.STALE_SECONDS
    monkeypatch.setattr(settings, "monotonic", lambda: later)
    assert settings.current().table_creation == "closed"


@sqlite_only
def test_another_database_has_settings_of_its_own(ledger_file: str, tmp_path: Path) -> None:
    settings.change_settings(table_creation="closed")
    storage.connect(str(tmp_path / "other.db"), synchronous="OFF")
    storage.upgrade()
    assert settings.current() == Settings()
    storage.close()


def test_many_that_settle_at_once_all_are_heard(ledger_file: str) -> None:
    names = settings.QUOTAS
    answers = in_threads(
        len(names), lambda number: settings.change_settings(quotas={names[number]: number + 1})
    )
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert settings.read_settings().quotas == Quotas(*range(1, len(names) + 1))
