"""What a shell proposes for a word of a command line: assignments, students, folders of classes.

The options and arguments of one meaning have one name in all commands, so what is proposed goes by the name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from gograde.errors import GogradeError
from gograde.resources import packages_dir

SHELLS = ("bash", "zsh", "fish")

_PLAIN = re.compile(r"[\w.@+-]+")
"""Words that no shell takes for more than a word."""

Known = Callable[[Path | None], Iterable[str]]
"""The words that fit, from the folder of the class; None for a command without one."""


class Word(click.ParamType[str]):
    """A text of which some values are known."""

    name = "text"

    def __init__(self, known: Known) -> None:
        self._known = known

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The known words that begin so; below a folder, its folders."""
        if "/" in incomplete or incomplete.startswith("."):
            return [CompletionItem(incomplete, type="dir")]
        done, comma, begun = incomplete.rpartition(",")
        words: list[str] = []
        with suppress(GogradeError, OSError):
            words = [word for word in self._known(_class_dir(ctx)) if _PLAIN.fullmatch(word)]
        return [CompletionItem(f"{done}{comma}{word}") for word in words if word.startswith(begun)]


def _class_dir(ctx: click.Context) -> Path | None:
    """The class that the words so far name, else the current folder; None for a command that asks for none.

    An option without its value has click leave all arguments in `ctx.args`.
    """
    param = next((param for param in ctx.command.params if param.name == "class_dir"), None)
    first = ctx.args[:1] if isinstance(param, click.Argument) else []
    return Path(*first or [ctx.params.get("class_dir") or "."]) if param else None


def assignments(class_dir: Path | None) -> list[str]:
    """The assignments of a class; those that ship where there is none."""
    if class_dir is not None:
        from gograde.classroom.classroom import CLASS_FILE
        from gograde.package.yaml_files import parse_yaml, read_capped

        with suppress(GogradeError):
            value, _ = parse_yaml(read_capped(class_dir / CLASS_FILE), CLASS_FILE)
            if isinstance(value, dict) and isinstance(value.get("assignments"), dict):
                return sorted(map(str, value["assignments"]))
    return sorted(path.parent.name for path in packages_dir().glob("*/assignment.yaml"))


def students(class_dir: Path | None) -> list[str]:
    """The students of a class, or of the one in the current folder."""
    from gograde.classroom.roster import ROSTER, read_roster

    return [student.id for student in read_roster((class_dir or Path()) / ROSTER)]


_BY_NAME: Mapping[str, click.ParamType[Any]] = {
    "assignment": Word(assignments),
    "assignments": Word(assignments),
    "student": Word(students),
    "class_dir": click.Path(file_okay=False),
}


def propose(command: click.Command) -> None:
    """Have the parameters of a command, and of those below it, propose words."""
    for param in command.params:
        param.type = _BY_NAME.get(param.name or "", param.type)
    for each in command.commands.values() if isinstance(command, click.Group) else ():
        propose(each)


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print what makes a shell complete commands, options, assignments and students.

    In ~/.bashrc: eval "$(gograde completion bash)".  In ~/.zshrc the same with zsh, below compinit.  For
    fish: gograde completion fish > ~/.config/fish/completions/gograde.fish.

    Example:

      gograde completion bash
    """
    from click.shell_completion import get_completion_class

    root = click.get_current_context().find_root()
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(root.command, {}, "gograde", "_GOGRADE_COMPLETE").source())
