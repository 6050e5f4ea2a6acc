"""The settings: read from the environment, refused with a sentence, all of them documented."""

from hashlib import sha256
from pathlib import Path

import pytest

from scorekeeper.config import Config, ConfigRefused, read_config, read_config_or_exit, variable_names

DOCUMENTATION = Path(__file__).parent.parent / "docs" / "configuration.md"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def refusal(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> str:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigRefused) as refused:
        read_config()
    return str(refused.value)


def documented_defaults() -> dict[str, str]:
    """The variables in the documentation's table, each with its default as it is written there."""
    rows = [line.split("|") for line in DOCUMENTATION.read_text().splitlines() if line.startswith("| `")]
    return {row[1].strip(" `"): row[2].strip(" `") for row in rows}


def test_every_setting_is_documented() -> None:
    assert set(documented_defaults()) == set(variable_names())


@pytest.mark.parametrize(
    "setting", ["bind", "threads", "streams", "synchronous", "max_body", "log_level", "access_log"]
)
def test_the_documented_default_is_the_default(setting: str) -> None:
    default = str(getattr(read_config(), setting))
    assert documented_defaults()[f"SCOREKEEPER_{setting.upper()}"] == default.replace("False", "false")


def test_a_config_made_by_hand_has_the_same_defaults() -> None:
    config = read_config()
    assert config == Config(config.database, workers=config.workers)


def test_the_database_is_kept_with_the_user_s_data(home: Path) -> None:
    database = Path(read_config().database)
    assert database.name == "scorekeeper.sqlite3"
    assert database.is_relative_to(home)


def test_a_relative_file_is_made_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCOREKEEPER_DATABASE", "games/friday.db")
    assert read_config().database == str(tmp_path / "games" / "friday.db")


@pytest.mark.parametrize(
    ("text", "database"),
    [
        ("sqlite:////var/lib/games.db", "/var/lib/games.db"),
        ("~/games.db", "{home}/games.db"),
        ("postgresql://host/name", "postgresql://host/name"),
        ("postgres://host/name", "postgresql://host/name"),
    ],
)
def test_a_database_is_a_file_or_an_address(
    text: str, database: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", text)
    assert read_config().database == database.format(home=home)


def test_our_own_variable_wins_over_the_hosting_service_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://host/name")
    monkeypatch.setenv("SCOREKEEPER_DATABASE", "/srv/games.db")
    assert read_config().database == "/srv/games.db"


def test_an_empty_value_is_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = read_config()
    for variable in variable_names():
        monkeypatch.setenv(variable, "")
    assert read_config() == expected


def test_a_password_is_neither_shown_nor_in_the_repr() -> None:
    config = Config("postgresql://dealer:sesame@db.example:5432/dice?sslmode=require")
    assert config.database_shown == "postgresql://db.example:5432/dice"
    assert "sesame" not in repr(config)


def test_of_the_admin_key_the_hash_alone_is_known_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    key = "0123456789abcdef0123456789abcdef"
    monkeypatch.setenv("SCOREKEEPER_ADMIN_KEY", key)
    config = read_config()
    assert config.admin_key_hash == sha256(key.encode()).hexdigest()
    assert key not in repr(config)
    assert str(config.admin_key_hash) not in repr(config)


@pytest.mark.parametrize(
    "key",
    [
        "0123456789abcdef0123456789abcde",
        "0123456789abcdef 0123456789abcdef",
        "ÄÖÜ" * 20,
        "x" * 40 + "\n",
        "\x1b" * 40,
    ],
)
def test_an_admin_key_that_can_not_be_one_is_refused_without_being_told(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = refusal(monkeypatch, "SCOREKEEPER_ADMIN_KEY", key)
    assert sentence.startswith("SCOREKEEPER_ADMIN_KEY must be at least 32 visible ASCII characters")
    assert key.strip() not in sentence


@pytest.mark.parametrize(
    ("bind", "url"),
    [
        ("127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("dice.local:8000", "http://dice.local:8000"),
        ("unix:/run/dice.sock", None),
    ],
)
def test_where_a_browser_finds_the_server(bind: str, url: str | None) -> None:
    assert Config("games.db", bind=bind).url == url


def test_behind_a_proxy_the_public_address_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://dice.example.org/")
    assert read_config().url == "https://dice.example.org"


@pytest.mark.parametrize(
    ("variable", "value", "wanted"),
    [
        ("SCOREKEEPER_WORKERS", "many", "a whole number from 1 to 64, not 'many'"),
        ("SCOREKEEPER_WORKERS", "0", "a whole number from 1 to 64, not '0'"),
        ("SCOREKEEPER_THREADS", "2.5", "a whole number from 1 to 1000, not '2.5'"),
        ("SCOREKEEPER_MAX_BODY", "-1", "a whole number from 1024"),
        ("SCOREKEEPER_BIND", "8000", "HOST:PORT"),
        ("SCOREKEEPER_BIND", "127.0.0.1:0", "HOST:PORT"),
        ("SCOREKEEPER_BIND", "127.0.0.1:65536", "HOST:PORT"),
        ("SCOREKEEPER_BIND", "http://127.0.0.1:8000", "HOST:PORT"),
        ("SCOREKEEPER_SYNCHRONOUS", "OFF", "one of NORMAL, FULL, EXTRA"),
        ("SCOREKEEPER_LOG_LEVEL", "loud", "one of debug, info, warning, error, critical"),
        ("SCOREKEEPER_ACCESS_LOG", "perhaps", "true or false"),
        ("SCOREKEEPER_DATABASE", "mysql://host/name", "a file, sqlite:///FILE or postgresql://"),
        ("SCOREKEEPER_DATABASE", ":memory:", "must be a file"),
        ("DATABASE_URL", "redis://host", "a file, sqlite:///FILE or postgresql://"),
        ("SCOREKEEPER_TRUSTED_PROXIES", "proxy.local", "a list of addresses, networks"),
        ("SCOREKEEPER_TRUSTED_PROXIES", "10.0.0.1/8", "has host bits set"),
        ("SCOREKEEPER_HOSTS", "https://dice.example.org", "a list of host names"),
        ("SCOREKEEPER_HOSTS", "dice.local, -", "'-' is no host name"),
        ("SCOREKEEPER_ORIGINS", "https://scores.example.org/app", "a list of origins"),
        ("SCOREKEEPER_ORIGINS", "*", "a list of origins"),
        ("SCOREKEEPER_LIMITS", "some", "on, off, or as in writes=1200/minute, open=off"),
        ("SCOREKEEPER_LIMITS", "writes=many", "'many' is no limit such as 600/minute"),
        ("SCOREKEEPER_LIMITS", "writes=0/minute", "not 1 to 1,000,000,000 in a day or less"),
        ("SCOREKEEPER_LIMITS", "writes=5/month", "not 1 to 1,000,000,000 in a day or less"),
        (
            "SCOREKEEPER_LIMITS",
            "rolls=5/minute",
            "with one of reads, writes, joins, recoveries, open, failed-keys, failed-codes",
        ),
        ("PUBLIC_URL", "dice.example.org", "an address such as https://dice.example.org"),
    ],
)
def test_a_bad_value_is_refused_by_name(
    variable: str, value: str, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = refusal(monkeypatch, variable, value)
    assert sentence.startswith(f"{variable} must be ")
    assert wanted in sentence


def test_every_bad_value_is_named_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_WORKERS", "many")
    monkeypatch.setenv("PUBLIC_URL", "nowhere")
    with pytest.raises(SystemExit) as left:
        read_config_or_exit()
    assert left.value.code == 2
    told = capsys.readouterr().err.splitlines()
    assert [line.split()[:2] for line in told] == [
        ["scorekeeper:", "SCOREKEEPER_WORKERS"],
        ["scorekeeper:", "PUBLIC_URL"],
    ]


def test_a_list_is_divided_by_commas_or_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8  unix,")
    assert read_config().trusted_proxies == ("127.0.0.1", "10.0.0.0/8", "unix")


def test_words_may_be_in_upper_or_lower_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_SYNCHRONOUS", "normal")
    monkeypatch.setenv("SCOREKEEPER_LOG_LEVEL", "INFO")
    monkeypatch.setenv("SCOREKEEPER_ACCESS_LOG", "Yes")
    config = read_config()
    assert (config.synchronous, config.log_level, config.access_log) == ("NORMAL", "info", True)
