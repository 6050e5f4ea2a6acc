"""What the commands share: settings as options, and the database opened for one command."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
import peewee
from click.core import ParameterSource

from scorekeeper import storage
from scorekeeper.config import REFUSED_EXIT_CODE, Config, ConfigRefused, read_config

Command = TypeVar("Command", bound=Callable[..., Any])
DATABASE_HELP = "An SQLite file, or a postgresql:// URL.  [default: a file where this system keeps user data]"


def setting(name: str, metavar: str, explanation: str) -> Callable[[Command], Command]:
    """An option of the command line that stands for the setting of the same name."""
    return click.option(
        name, metavar=metavar, help=explanation, expose_value=False, callback=_lay_over_environment
    )


def _lay_over_environment(context: click.Context, option: click.Parameter, value: str | None) -> None:
    if value is not None:
        os.environ[f"SCOREKEEPER_{str(option.name).upper()}"] = value


def settings_of_command() -> Config:
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


@contextmanager
def database(config: Config) -> Iterator[None]:
    """The database, opened for one command. What goes wrong with it becomes one sentence and exit code 1."""
    try:
        storage.connect(config.database, synchronous=config.synchronous)
        yield
    except BrokenPipeError:
        # Whoever reads has read enough; the command ends without a word.
        raise
    except (OSError, ValueError, peewee.PeeweeException, peewee.ImproperlyConfigured) as error:
        reason = " ".join(str(error).split())
        raise click.ClickException(f"the database {config.database_shown} can't be used: {reason}") from None
    finally:
        storage.close()


def require_file(config: Config) -> None:
    """See that an SQLite file is there: a command that looks must not make one."""
    if config.is_embedded and not Path(config.database).exists():
        raise click.ClickException("there is no such file yet: `scorekeeper db upgrade` or `serve` makes it")
