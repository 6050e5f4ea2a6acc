"""The command `scorekeeper odds`: the odds of a turn under published house rules, or under anybody's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import TurnRules

_OPTION: Final = "--ruleset"
MOST_BYTES: Final = 100_000
"""House rules take some hundred bytes."""


@click.command("odds")
@click.option(
    _OPTION,
    "names",
    metavar="PRESET|FILE|-",
    multiple=True,
    help="House rules: a preset's, or a file of JSON as the API takes them (-: standard input). May be given "
    "more than once.  [default: 3 rolls, both dice again]",
)
def print_odds(names: tuple[str, ...]) -> None:
    """Print the exact odds of a turn: the crew, the scores, and when to roll again."""
    # Imported here, so that the other commands start without the odds.
    from scorekeeper import odds
    from scorekeeper.rules import Ruleset

    asked = [_asked(name) for name in names] or [("A turn", Ruleset().turn)]
    click.echo("\n\n".join(odds.turn_table(title, rules) for title, rules in asked))


def _asked(name: str) -> tuple[str, TurnRules]:
    """The title and the rules of a turn that are asked about. Raises click.BadParameter."""
    from scorekeeper.rules import PRESETS, read_ruleset
    from scorekeeper.rules.ruleset_problems import RulesetRefused

    if name in PRESETS:
        return name, PRESETS[name].ruleset.turn
    told = _read(name, tuple(PRESETS))
    try:
        turn = read_ruleset(told).turn
    except RulesetRefused as refused:
        wrong = (f"{each.pointer or 'all of it'}: {each.detail}" for each in refused.problems)
        raise _bad(f"{_called(name)} holds no house rules. {' '.join(wrong)}") from None
    return ("House rules" if name == "-" else Path(name).stem), turn


def _read(name: str, presets: tuple[str, ...]) -> Any:
    """The JSON in a file, or on standard input."""
    try:
        with click.open_file(name, "rb") as source:
            text = source.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise _bad(f"{name!r} is no file, and none of {', '.join(presets)}") from None
    except OSError as error:
        raise _bad(f"{_called(name)} can't be read: {error.strerror}") from None
    if len(text) > MOST_BYTES:
        raise _bad(f"{_called(name)} is longer than house rules are: {MOST_BYTES:,} bytes at the most")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _bad(f"{_called(name)} is not JSON: {error}") from None


def _called(name: str) -> str:
    return "standard input" if name == "-" else name


def _bad(sentence: str) -> click.BadParameter:
    return click.BadParameter(sentence, param_hint=_OPTION)
