"""The command line: a lazy group, so that `--help` pays for no library."""

from __future__ import annotations

import importlib
import sys
from typing import NoReturn

import click

import gograde
from gograde.errors import ExitCode, GogradeError

COMMANDS = {
    "new": "gograde.cli.new:new",
    "run": "gograde.cli.run:run",
    "check": "gograde.cli.check:check",
    "report": "gograde.cli.report:report",
    "cases": "gograde.cli.cases:cases",
    "demo": "gograde.cli.demo:demo",
    "doctor": "gograde.cli.doctor:doctor",
    "step": "gograde.cli.step:step",
}


class LazyGroup(click.Group):
    """Imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        target = COMMANDS.get(cmd_name)
        if target is None:
            return None
        module, name = target.split(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(gograde.__version__, prog_name="gograde")
def main() -> None:
    """Grade Go (weiqi) programming courses."""


def entry() -> NoReturn:
    """The console script: an error a person can mend becomes a message and an exit code."""
    sys.exit(run_command(sys.argv[1:]))


def run_command(args: list[str]) -> int:
    """Run one command line and give its exit code."""
    try:
        code = main.main(args=args, prog_name="gograde", standalone_mode=False)
    except GogradeError as error:
        click.echo(str(error), err=True)
        return int(error.exit_code)
    except click.ClickException as error:
        error.show()
        return int(ExitCode.USAGE)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return int(ExitCode.INTERRUPTED)
    return code if isinstance(code, int) else int(ExitCode.DONE)
