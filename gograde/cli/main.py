"""The command line: a lazy group, so that `--help` pays for no command's libraries."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
from collections.abc import Mapping
from copy import copy
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

import gograde
from gograde.cli import extras
from gograde.cli.tables.student import CommandRow
from gograde.errors import ExitCode, GogradeError, UsageError, of_system

FOREIGN_SETTINGS = (".numba_config.yaml", "matplotlibrc")
"""Files that numba and matplotlib read from the current folder, whoever owns it."""


TABLES = ("gograde.cli.tables.staff", "gograde.cli.tables.student")
"""Modules with the commands of a distribution; gograde-check has the second one alone."""

_TABLE = importlib.import_module(next(name for name in TABLES if find_spec(name)))
COMMANDS: Mapping[str, CommandRow] = _TABLE.COMMANDS


class LazyGroup(click.Group):
    """Imports a command's module when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name, entry in COMMANDS.items() if entry.summary]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        return with_extras(f"gograde {cmd_name}", load(entry.target), entry.needs)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so, without loading them, and the options."""
        found = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        items = [CompletionItem(name, help=COMMANDS[name].summary) for name in found]
        return items + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name].summary) for name in self.list_commands(ctx)])


def load(target: str) -> click.Command:
    """The command that `module:name` names."""
    module, name = target.split(":")
    command: click.Command = getattr(importlib.import_module(module), name)
    return command


def with_extras(name: str, command: click.Command, wanted: tuple[str, ...]) -> click.Command:
    """The command, which asks for its extras before it does anything; its help needs none."""
    if not wanted:
        return command

    def callback(*args: Any, **options: Any) -> Any:
        extras.need(name, wanted)
        return command.callback(*args, **options) if command.callback else None

    asking = copy(command)
    asking.callback = callback
    return asking


@click.group(cls=LazyGroup, help=_TABLE.HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(gograde.__version__, prog_name="gograde")
def main() -> None:
    """All commands of the distribution that is installed."""


def run_command(args: list[str]) -> int:
    """Run one command line and give its exit code; an error a person can mend becomes a message."""
    _open_streams()
    try:
        _refuse_settings_of_others()
        code = main.main(args=args, prog_name="gograde", standalone_mode=False)
    except GogradeError as error:
        _complain(str(error))
        return int(error.exit_code)
    except OSError as error:
        return _show_os_error(error)
    except click.ClickException as error:
        told = io.StringIO()
        error.show(told)
        ask = "" if "--help" in told.getvalue() else f"Try 'gograde {args[0]} --help' for help."
        _complain(f"{told.getvalue()}{ask}".rstrip("\n"))
        return int(ExitCode.USAGE)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return int(ExitCode.INTERRUPTED)
    except Exception as error:
        return _show_fault_elsewhere(f"gograde {args[0]}", error)
    return code if isinstance(code, int) else int(ExitCode.DONE)


def _refuse_settings_of_others() -> None:
    """Raise `UsageError` in a folder whose files change the libraries of every program started there."""
    for name in FOREIGN_SETTINGS:
        if os.path.lexists(name):
            what = "changes how libraries of gograde work, and may have them run code"
            raise UsageError(str(Path.cwd() / name), what, "start gograde in another folder")


def _show_fault_elsewhere(command: str, error: Exception) -> int:
    """Say where a package's code failed, or what is not installed; a fault of gograde goes through."""
    from gograde.package import own_code

    told = own_code.explain(error) or extras.explain(command, error)
    if told is None:
        raise error
    _complain(str(told))
    return int(told.exit_code)


def _complain(text: str) -> None:
    """Say what is wrong; names of files and cells of tables in it may come from students."""
    from gograde.report.words.escape import terminal

    click.echo(terminal(text), err=True)


def _open_streams() -> None:
    """Have output that was closed (`>&-`) go nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115


def _show_os_error(error: OSError) -> int:
    told = of_system(error)
    if error.filename is None:
        _give_up_stdout()
    with contextlib.suppress(OSError):
        _complain(str(told))
    return int(told.exit_code)


def _give_up_stdout() -> None:
    """Drop what is still to be written, so that the end of the process does not fail on it."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        return
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
