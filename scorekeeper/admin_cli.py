"""`scorekeeper admin …`: what the operator does from a shell, by the same functions as the API."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import click

from scorekeeper import storage
from scorekeeper.commands import DATABASE_HELP, Command, database, require_file, setting, settings_of_command


@click.group()
def admin() -> None:
    """See and settle what the server's tables may do."""


def _command(name: str | None = None, **options: Any) -> Callable[[Command], click.Command]:
    """A command of the group, on the database of the settings."""

    def decorate(function: Command) -> click.Command:
        return admin.command(name, **options)(setting("--database", "FILE|URL", DATABASE_HELP)(function))

    return decorate


@contextmanager
def _ready() -> Iterator[Any]:
    """The ledger on the command's database. What it refuses becomes one sentence and exit code 1."""
    # Imported here, so that the other commands start without the ledger.
    from scorekeeper import ledger

    config = settings_of_command()
    require_file(config)
    with database(config):
        if storage.pending():
            raise click.ClickException("the tables are of another version: see `scorekeeper db status`")
        try:
            yield ledger
        except ledger.NotFound as missing:
            raise click.ClickException(f"there is no {missing.what} {missing.name}") from None
        except ledger.LedgerError as refused:
            raise click.ClickException(str(refused)) from None


@_command()
@click.option("--disabled", is_flag=True, help="Only those that are disabled.")
def tables(*, disabled: bool) -> None:
    """List every table with how much it holds."""
    from scorekeeper.ledger import operators

    with _ready():
        click.echo(_row("id", "games", "entries", "players", "keys", "last entry", "name"))
        for table in operators.every_table(disabled=True if disabled else None):
            click.echo(_row(*(table[field] for field in _COLUMNS), _named(table)))


@_command()
@click.argument("table_id", metavar="ID")
def table(table_id: str) -> None:
    """Show how much a table holds."""
    from scorekeeper.ledger import operators

    with _ready():
        _show(operators.get_table(table_id))


@_command()
@click.argument("table_id", metavar="ID")
@click.option("--reason", metavar="TEXT", help="What its people are told.")
def disable(table_id: str, reason: str | None) -> None:
    """Have none of a table's keys open it."""
    from scorekeeper.ledger import operators

    with _ready():
        _show(operators.disable_table(table_id, reason))


@_command()
@click.argument("table_id", metavar="ID")
def enable(table_id: str) -> None:
    """Let a table's keys open it again."""
    from scorekeeper.ledger import operators

    with _ready():
        _show(operators.enable_table(table_id))


@_command()
@click.argument("name")
def create(name: str) -> None:
    """Make a table, also where the making of tables is closed. Its secrets are shown this once."""
    with _ready() as ledger:
        made = ledger.create_table(name)
        _show({**made.table, "host_key": made.host_key, "recovery_code": made.recovery_code})


@_command()
@click.argument("table_id", metavar="ID")
@click.option("--name", help="The table's name; asked for where it is not given.")
def delete(table_id: str, name: str | None) -> None:
    """Delete a table for good, with all that belongs to it."""
    from scorekeeper.ledger import deleting, operators

    with _ready():
        called = operators.get_table(table_id)["name"]
        asked = f"“{called}” and all its games will be gone for good. Its name, to delete it"
        deleting.delete_table(table_id, name or click.prompt(asked))
    click.echo("deleted")


@_command()
@click.argument("table_id", metavar="ID")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="Write it to this file."
)
def export(table_id: str, output: Path) -> None:
    """Write everything that is kept of a table to a file, as JSON."""
    from scorekeeper.ledger import table_export

    with _ready():
        parts = table_export.export_table(table_id)
        with output.open("w", encoding="utf-8") as file:
            file.writelines(parts)


@_command()
def sweep() -> None:
    """Go on with deletions that were cut short; a server does so when it starts."""
    from scorekeeper.ledger import deleting

    with _ready():
        click.echo(f"finished  {deleting.sweep()}")


@_command("settings")
def show_settings() -> None:
    """Show who may make tables, and every quota."""
    from scorekeeper.ledger import settings

    with _ready():
        _show_settings(settings.read_settings())


@_command("set", context_settings={"ignore_unknown_options": True})
@click.argument("pairs", metavar="NAME VALUE …", nargs=-1, required=True)
def change_settings(pairs: tuple[str, ...]) -> None:
    """Change settings: `set games_per_table 500 table_creation closed`.

    A quota is a whole number, or `none` for no limit; `default` is what it was before anybody set it.
    """
    from scorekeeper.ledger import settings

    if len(pairs) % 2:
        raise click.UsageError("each NAME has a VALUE")
    named = dict(zip(pairs[::2], pairs[1::2], strict=True))
    known = ("table_creation", *settings.QUOTAS)
    unknown = [name for name in named if name not in known]
    if unknown:
        raise click.UsageError(f"there is no setting {unknown[0]}: they are {', '.join(known)}")
    defaults = [name for name, value in named.items() if value == "default"]
    named = {name: value for name, value in named.items() if value != "default"}
    creation = cast("settings.TableCreation | None", named.pop("table_creation", None))
    quotas = {name: _quota(name, value) for name, value in named.items()}
    if creation not in (None, *settings.CREATION):
        raise click.UsageError(f"table_creation is one of {', '.join(settings.CREATION)}")
    with _ready():
        changed = settings.change_settings(table_creation=creation, quotas=quotas, defaults=defaults)
        _show_settings(changed)


_COLUMNS = ("id", "games", "entries", "players", "keys", "last_entry_at")


def _quota(name: str, text: str) -> int | None:
    from scorekeeper.ledger import settings

    if text == "none":
        return None
    if not (text.isascii() and text.isdigit() and int(text[:12]) <= settings.GREATEST_QUOTA):
        raise click.UsageError(
            f"{name} is a whole number from 0 to {settings.GREATEST_QUOTA:,}, `none` or `default`"
        )
    return int(text)


def _row(*cells: object) -> str:
    table_id, *numbers, last, name = cells
    counts = "".join(f"{number:>9}" for number in numbers)
    return f"{table_id:<42}{counts}  {str(last or '-')[:10]:<12}{name}"


def _named(table: dict[str, Any]) -> str:
    """Names hold no control characters, so that one can be printed as it is."""
    return f"{table['name']}  (disabled)" if table["disabled_at"] else str(table["name"])


def _show(values: dict[str, Any]) -> None:
    width = max(map(len, values))
    for name, value in values.items():
        shown = "-" if value is None else json.dumps(value, ensure_ascii=False).strip('"')
        click.echo(f"{name:<{width}}  {shown}")


def _show_settings(settled: Any) -> None:
    told = settled.to_json()
    quotas = {name: "none" if value is None else value for name, value in told.pop("quotas").items()}
    _show({**told, **quotas})
