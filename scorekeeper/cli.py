"""The command `scorekeeper`.

Every option of `serve` is one of the settings in `scorekeeper.config`: it is put into the environment, where
the settings are read and where gunicorn's processes find them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn, TypeVar

import click
import peewee
from click.core import ParameterSource

from scorekeeper import __version__, demo, storage
from scorekeeper.config import REFUSED_EXIT_CODE, Config, ConfigRefused, read_config
from scorekeeper.server import PortTaken, require_free

Command = TypeVar("Command", bound=Callable[..., Any])
DATABASE_HELP = "An SQLite file, or a postgresql:// URL.  [default: a file where this system keeps user data]"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="scorekeeper")
def main() -> None:
    """Keep score of the dice game Ship, Captain and Crew."""


def _setting(name: str, metavar: str, explanation: str) -> Callable[[Command], Command]:
    """An option of the command line that stands for the setting of the same name."""
    return click.option(
        name, metavar=metavar, help=explanation, expose_value=False, callback=_lay_over_environment
    )


def _lay_over_environment(context: click.Context, option: click.Parameter, value: str | None) -> None:
    if value is not None:
        os.environ[f"SCOREKEEPER_{str(option.name).upper()}"] = value


def _read_config() -> Config:
    """The settings. Where one is refused that came as an option, the option is what is told of."""
    context = click.get_current_context()
    try:
        return read_config()
    except ConfigRefused as refused:
        for problem in refused.problems:
            variable, _, sentence = problem.partition(" ")
            option = variable.removeprefix("SCOREKEEPER_").lower()
            is_option = context.get_parameter_source(option) is ParameterSource.COMMANDLINE
            click.echo(f"scorekeeper: {f'--{option}' if is_option else variable} {sentence}", err=True)
        raise SystemExit(REFUSED_EXIT_CODE) from None


@main.command()
@_setting("--bind", "HOST:PORT", f"Where to listen.  [default: {Config.bind}]")
@_setting("--database", "FILE|URL", DATABASE_HELP)
@_setting("--workers", "N", "How many processes.  [default: one for each core, 4 at most]")
def serve() -> None:
    """Prepare the database and serve the API."""
    config = _read_config()
    _require_free(config)
    with _database(config):
        _prepare(config)
    click.echo(_announcement(config))
    _become_gunicorn()


@main.command("demo")
@click.option("--url", default=f"http://{Config.bind}", show_default=True, help="The server to play against.")
def play_demo(url: str) -> None:
    """Play a recorded game against a running server, and print its scorecard."""
    try:
        demo.run(url, click.echo)
    except (demo.NoServer, demo.Refusal) as problem:
        raise click.ClickException(str(problem)) from None


@main.group()
def db() -> None:
    """Look after the database."""


@db.command()
@_setting("--database", "FILE|URL", DATABASE_HELP)
def upgrade() -> None:
    """Bring the database's tables to what this version needs."""
    config = _read_config()
    click.echo(f"database  {config.database_shown}")
    with _database(config):
        applied = storage.upgrade()
    click.echo("\n".join(f"applied   {name}" for name in applied) or "nothing to do")


@db.command()
@_setting("--database", "FILE|URL", DATABASE_HELP)
def status() -> None:
    """Say which changes of the tables are waiting; exit code 1 if there are any."""
    config = _read_config()
    click.echo(f"database  {config.database_shown}")
    _require_file(config)
    with _database(config):
        waiting = storage.pending()
    click.echo("\n".join(f"waiting   {name}" for name in waiting) or "up to date")
    sys.exit(1 if waiting else 0)


@main.command()
@_setting("--database", "FILE|URL", DATABASE_HELP)
@click.option("--game", "game_id", metavar="ID", help="Check this game alone.")
def verify(game_id: str | None) -> None:
    """Check that every game is what its log leads to; exit code 1 if one is not.

    The hashes that chain a game's entries are computed again, and the game is played again from its log.
    """
    config = _read_config()
    click.echo(f"database  {config.database_shown}")
    _require_file(config)
    with _database(config):
        if storage.pending():
            raise click.ClickException("the tables are of another version: see `scorekeeper db status`")
        checked, faulty = _verify_games(game_id)
    games = "1 game" if checked == 1 else f"{checked:,} games"
    click.echo(f"checked   {games}, {faulty:,} with faults" if faulty else f"checked   {games}, all is well")
    sys.exit(1 if faulty else 0)


def _verify_games(game_id: str | None) -> tuple[int, int]:
    """Check games and print what is wrong with them: how many were checked, and how many have faults."""
    # Imported here, so that the other commands start without the ledger.
    from scorekeeper import ledger

    checked = faulty = 0
    for each in [game_id] if game_id else ledger.game_ids():
        checked += 1
        try:
            faults = ledger.lasting_faults(each)
        except ledger.NotFound:
            raise click.ClickException(f"there is no game {each}") from None
        faulty += bool(faults)
        for fault in faults:
            click.echo(f"fault     {each}: {fault}")
    return checked, faulty


@main.command("odds")
@click.option(
    "--ruleset",
    "names",
    metavar="PRESET",
    multiple=True,
    help="The house rules of a preset; may be given more than once.  [default: 3 rolls, both dice again]",
)
def print_odds(names: tuple[str, ...]) -> None:
    """Print the exact odds of a turn: the crew, the scores, and when to roll again."""
    # Imported here, so that the other commands start without the odds.
    from scorekeeper import odds
    from scorekeeper.rules import PRESETS, Ruleset

    unknown = next((name for name in names if name not in PRESETS), None)
    if unknown is not None:
        raise click.BadParameter(f"{unknown!r} is none of {', '.join(PRESETS)}", param_hint="--ruleset")
    asked = [(name, PRESETS[name].ruleset.turn) for name in names] or [("A turn", Ruleset().turn)]
    click.echo("\n\n".join(odds.turn_table(title, rules) for title, rules in asked))


@main.command()
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write it to this file.")
@click.option(
    "--check",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Compare it with this file; exit code 1 if they differ.",
)
def openapi(output: Path | None, check: Path | None) -> None:
    """Print the OpenAPI document."""
    document = _document()
    try:
        written = check.read_bytes() if check is not None else document.encode()
        if output is not None:
            output.write_text(document, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from None
    if output is None and check is None:
        click.echo(document, nl=False)
    elif written != document.encode():
        raise click.ClickException(
            f"{check} is not what this version serves: `scorekeeper openapi --output {check}` writes it anew"
        )


def _document() -> str:
    # Imported here, so that the other commands start without Flask.
    from scorekeeper.api.document import document_text
    from scorekeeper.app import create_app

    with TemporaryDirectory() as folder:
        return document_text(create_app(Config(database=str(Path(folder, "unused.sqlite3")))))


@contextmanager
def _database(config: Config) -> Iterator[None]:
    """The database, opened for one command. What goes wrong with it becomes one sentence and exit code 1."""
    try:
        storage.connect(config.database, synchronous=config.synchronous)
        yield
    except (OSError, ValueError, peewee.PeeweeException, peewee.ImproperlyConfigured) as error:
        reason = " ".join(str(error).split())
        raise click.ClickException(f"the database {config.database_shown} can't be used: {reason}") from None
    finally:
        storage.close()


def _require_file(config: Config) -> None:
    if config.is_embedded and not Path(config.database).exists():
        raise click.ClickException("there is no such file yet: `scorekeeper db upgrade` or `serve` makes it")


def _prepare(config: Config) -> None:
    """An SQLite file is brought up to date here; a server's database is its operator's to change."""
    if config.is_embedded:
        storage.upgrade()
    elif storage.pending():
        raise click.ClickException("the database's tables are not ready: run `scorekeeper db upgrade` first")


def _require_free(config: Config) -> None:
    try:
        require_free(config.address)
    except PortTaken as taken:
        raise click.ClickException(str(taken)) from None


def _announcement(config: Config) -> str:
    lines = [
        f"Scorekeeper {__version__}",
        f"  database   {config.database_shown}",
        f"  listens at {config.address}",
    ]
    if config.url is not None:
        lines.append(f"  docs       {config.url}/docs")
    return "\n".join(lines)


def _become_gunicorn() -> NoReturn:
    """Replace this process: gunicorn starts clean, with no connection of ours, and keeps the process id."""
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "-c", "python:scorekeeper.gunicorn_settings"])
