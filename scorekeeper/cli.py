"""The command `scorekeeper`.

Every option of `serve` is one of the settings in `scorekeeper.config`: it is put into the environment, where
the settings are read and where gunicorn's processes find them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import click

from scorekeeper import __version__, demo, storage
from scorekeeper.admin_cli import admin
from scorekeeper.commands import DATABASE_HELP, database, require_file, setting, settings_of_command
from scorekeeper.config import Config
from scorekeeper.odds_cli import print_odds
from scorekeeper.server import PortTaken, require_free


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="scorekeeper")
def main() -> None:
    """Keep score of the dice game Ship, Captain and Crew."""


main.add_command(admin)
main.add_command(print_odds)


@main.command()
@setting("--bind", "HOST:PORT", f"Where to listen.  [default: {Config.bind}]")
@setting("--database", "FILE|URL", DATABASE_HELP)
@setting("--workers", "N", "How many processes.  [default: one for each core, 4 at most]")
def serve() -> None:
    """Prepare the database and serve the API."""
    config = settings_of_command()
    _require_free(config)
    with database(config):
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
@setting("--database", "FILE|URL", DATABASE_HELP)
def upgrade() -> None:
    """Bring the database's tables to what this version needs."""
    config = settings_of_command()
    click.echo(f"database  {config.database_shown}")
    with database(config):
        applied = storage.upgrade()
    click.echo("\n".join(f"applied   {name}" for name in applied) or "nothing to do")


@db.command()
@setting("--database", "FILE|URL", DATABASE_HELP)
def status() -> None:
    """Say which changes of the tables are waiting; exit code 1 if there are any."""
    config = settings_of_command()
    click.echo(f"database  {config.database_shown}")
    require_file(config)
    with database(config):
        waiting = storage.pending()
    click.echo("\n".join(f"waiting   {name}" for name in waiting) or "up to date")
    sys.exit(1 if waiting else 0)


@main.command()
@setting("--database", "FILE|URL", DATABASE_HELP)
@click.option("--game", "game_id", metavar="ID", help="Check this game alone.")
def verify(game_id: str | None) -> None:
    """Check that every game is what its log leads to; exit code 1 if one is not.

    The hashes that chain a game's entries are computed again, and the game is played again from its log.
    """
    config = settings_of_command()
    click.echo(f"database  {config.database_shown}")
    require_file(config)
    with database(config):
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


def _prepare(config: Config) -> None:
    """An SQLite file is brought up to date here; a server's database is its operator's to change. What the
    last server had begun to delete is deleted."""
    from scorekeeper.ledger.deleting import sweep

    if config.is_embedded:
        storage.upgrade()
    elif storage.pending():
        raise click.ClickException("the database's tables are not ready: run `scorekeeper db upgrade` first")
    sweep()


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
    command = [sys.executable, "-m", "gunicorn", "-c", "python:scorekeeper.gunicorn_settings"]
    os.execv(command[0], command)  # noqa: S606 (nothing in it was typed by anybody)  # nosec B606
