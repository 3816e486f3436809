"""The command line: a lazy group, so that `--help` pays for no command's libraries."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

import gograde
from gograde.cli.install import extras
from gograde.errors import ExitCode, GogradeError, UsageError, of_system

FOREIGN_SETTINGS = (".numba_config.yaml", "matplotlibrc")
"""Files that numba and matplotlib read from the current folder, whoever owns it."""


@dataclass(frozen=True)
class Entry:
    """Where a command is, the line it has in the list of commands, and the extras it cannot do without."""

    target: str
    summary: str
    needs: tuple[str, ...] = ()


COMMANDS = {
    "new": Entry("gograde.cli.new:new", "Make a class folder to start from."),
    "import": Entry(
        "gograde.cli.import_export:import_export",
        "Bring submissions from a learning system, a folder or repositories into a class.",
    ),
    "run": Entry(
        "gograde.cli.run:run",
        "Grade what is new or changed in a class, and write the reports.",
        needs=("class",),
    ),
    "check": Entry("gograde.cli.check:check", "Try a submission on the public cases."),
    "report": Entry("gograde.cli.report:report", "Show the results of a graded class, for staff."),
    "review": Entry(
        "gograde.cli.review:review",
        "Decide the pictures that wait for a person, and tests with which the grader failed twice.",
    ),
    "view": Entry(
        "gograde.cli.view:view",
        "Look at a class in the browser, decide what waits, correct, grade, publish and export.",
        needs=("class", "board"),
    ),
    "regrade": Entry(
        "gograde.cli.regrade:regrade",
        "Say who changes, from what to what, in which tests and why, before anything is graded again.",
        needs=("class",),
    ),
    "publish": Entry(
        "gograde.cli.publish:publish",
        "Freeze the marks of the last grading: students see them until the next publishing.",
        needs=("class",),
    ),
    "feedback": Entry(
        "gograde.cli.feedback:feedback",
        "Write what students get to see into one file, to hand it out.",
    ),
    "export": Entry(
        "gograde.cli.export:export",
        "Write marks for Canvas, Moodle, Blackboard, Gradescope, or as a long table.",
    ),
    "ci": Entry(
        "gograde.cli.graders.ci:ci",
        "Print a workflow that tries the submission in a repository on every push.",
    ),
    "gradescope": Entry("gograde.cli.graders.gradescope:gradescope", "Write an autograder for Gradescope."),
    "similarity": Entry(
        "gograde.cli.similarity:similarity",
        "Show which programs resemble each other: advice to a person, never a mark.",
    ),
    "play": Entry(
        "gograde.cli.matches.play:play",
        "Play games between two players, on 5x5 by the rules of the course, else by area.",
    ),
    "gtp": Entry(
        "gograde.cli.matches.gtp:gtp",
        "Play by the Go Text Protocol, version 2, on stdin and stdout.",
        needs=("games",),
    ),
    "kit": Entry(
        "gograde.cli.matches.kit:kit",
        "Write what students get for an assignment: it needs a bare Python 3.7, and no gograde.",
    ),
    "board": Entry(
        "gograde.cli.matches.board:board",
        "Play Go on a page, and see influence, territory and the values of moves.",
        needs=("board",),
    ),
    "tournament": Entry(
        "gograde.cli.matches.tournament:tournament", "Play a league on the 5x5 board, and rate the players."
    ),
    "arena": Entry(
        "gograde.cli.matches.arena:arena", "What the games on the 5x5 board are prepared with, and judged by."
    ),
    "cases": Entry(
        "gograde.cli.cases:cases", "Assignments, their hidden cases, and whether they are fit to grade with."
    ),
    "runtime": Entry(
        "gograde.cli.runtime:runtime", "The interpreters and packages that students' programs are run with."
    ),
    "demo": Entry(
        "gograde.cli.demo:demo",
        "Make the example class in DIR, grade it, publish the marks, then correct a case and regrade.",
        needs=("class",),
    ),
    "doctor": Entry("gograde.cli.doctor:doctor", "Is this machine fit to grade?"),
    "completion": Entry(
        "gograde.cli.install.completion:completion",
        "Print what makes a shell complete commands, options, assignments and students.",
    ),
    "step": Entry(
        "gograde.cli.step:step", "Single steps of the workflow, for the Snakefile and for looking into one."
    ),
}


class LazyGroup(click.Group):
    """Imports a command's module when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command = load(entry.target)
        if ctx.resilient_parsing:
            from gograde.cli.install.words import propose

            propose(command)
        return with_extras(f"gograde {cmd_name}", command, entry.needs)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so, without loading them, and the options."""
        found = [name for name in COMMANDS if name.startswith(incomplete)]
        items = [CompletionItem(name, help=COMMANDS[name].summary) for name in found]
        return items + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])


def load(target: str) -> click.Command:
    """The command that `module:name` names."""
    module, name = target.split(":")
    command: click.Command = getattr(importlib.import_module(module), name)
    return command


def with_extras(name: str, command: click.Command, wanted: tuple[str, ...]) -> click.Command:
    """The command, which asks for its extras before it does anything; its help needs none."""
    if not wanted:
        return command

    def asked(*args: Any, **options: Any) -> Any:
        extras.need(name, wanted)
        return command.callback(*args, **options) if command.callback else None

    asking = copy(command)
    asking.callback = asked
    return asking


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(gograde.__version__, prog_name="gograde")
def main() -> None:
    """Grade Go (weiqi) programming courses.

    Example:

    \b
      gograde new autumn
      gograde check my-homework -a board9
    """


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
        _complain(told.getvalue().rstrip("\n"))
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
