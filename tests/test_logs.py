"""What is written to a log: one line for each record, and no secret in it."""

from __future__ import annotations

import logging
import sys

import pytest

from scorekeeper.logs import FORMAT, Formatter, safe

KEY = "sk_host_23sSwAatJJhaxKT1jGNbunCg9kxCrwszXWSORHwt2Yo"


def written(message: str, *arguments: object, error: BaseException | None = None) -> str:
    exc_info = None if error is None else (type(error), error, error.__traceback__)
    record = logging.LogRecord("scorekeeper", 40, "x.py", 1, message, arguments, exc_info)
    return Formatter(FORMAT).format(record)


@pytest.mark.parametrize(
    "steering",
    [
        "\n",
        "\r\n",
        "\x1b[2J",
        "\x1b]0;title\x07",
        "\x00",
        "\x7f",
        "\x9b2J",
        "\x85",
        "\u2028",
        "\u202e",
        "\u2066",
        "\udc80",
    ],
)
def test_what_could_begin_a_line_or_steer_a_terminal_is_escaped(steering: str) -> None:
    line = written("%s failed", f"/v1/{steering}[2026] ERROR in forged: all is lost")
    assert len(line.splitlines()) == 1
    assert line.isprintable()
    assert line.encode()


def test_names_in_any_script_are_told_as_they_are() -> None:
    assert safe("אדום, Ambér 🌊 and 🏴‍☠️") == "אדום, Ambér 🌊 and 🏴‍☠️"


@pytest.mark.parametrize(
    "text",
    [
        "/v1/join/x-y_z",
        KEY,
        f"/v1/games/{KEY}",
        f"'Authorization: Bearer {KEY}'",
        "bearer abc.def",
        "sk_recovery_x-y_z",
    ],
)
def test_a_key_is_cut(text: str) -> None:
    told = written("refused: %s", text)
    assert told.rstrip("'").endswith("…")
    for secret in (KEY.removeprefix("sk_host_"), "abc.def", "x-y_z"):
        assert secret not in told


@pytest.mark.parametrize(
    "key", ["the-operator-of-this-server-holds-this-key", 'sk_host_"with"\\marks?and(brackets)' * 2]
)
def test_the_operator_s_key_is_cut_wherever_it_was_sent(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_ADMIN_KEY", key)
    assert written("refused: %s", f"/v1/{key}/x by {key}").endswith("refused: /v1/…/x by …")
    monkeypatch.setenv("SCOREKEEPER_ADMIN_KEY", "")
    assert written("refused: %s", "/v1/x").endswith("refused: /v1/x")


def test_a_traceback_is_set_in_and_safe() -> None:
    try:
        raise ValueError(f"no such thing:\n[2026] ERROR in forged: \x1b[2J {KEY}")
    except ValueError as error:
        lines = written("it failed", error=error).split("\n")
    assert lines[0].endswith("it failed")
    assert len(lines) > 3
    assert all(line.startswith("    ") and line.isprintable() for line in lines[1:])
    assert KEY not in "".join(lines)
    assert sys.exc_info() == (None, None, None)
