"""Every command is documented, and the commands in its help run."""

import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from gograde.cli.main import COMMANDS, main
from gograde.resources import packages_dir
from tests.app.served import served
from tests.cli.conftest import Terminal
from tests.hidden import hide_the_samples

SAMPLES = packages_dir() / "board9" / "submissions"

# What another example needs comes before it; `gograde demo` is run by test_main.
ORDER = tuple(Path(__file__).with_name("examples.txt").read_text().splitlines())

SERVERS = ("gograde view my-class", "gograde board game.sgf")
"""They end with Ctrl-C."""

ONE = ("--assignments", "board9")


def commands(
    command: click.Command = main, path: tuple[str, ...] = ()
) -> Iterator[tuple[str, click.Command]]:
    """Every command with its words."""
    yield " ".join(path), command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in COMMANDS if command is main else command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from commands(found, (*path, name))


def examples(command: click.Command) -> list[str]:
    """The lines below `Example:` in a command's help, placeholders filled in."""
    text = command.get_help(click.Context(command, info_name="gograde"))
    below = " ".join(text.partition("Example:")[2].partition("Options:")[0].split())
    lines = re.split(r" (?=gograde )", f" {below}")
    return [line.strip().replace("CLASS", "my-class") for line in lines if line.strip()]


ALL = list(commands())


def test_help_has_an_example() -> None:
    for _, command in ALL:
        assert command.get_short_help_str(200)
        assert examples(command)
    shown = {line for _, command in ALL for line in examples(command)}
    assert shown == set(ORDER), "an example that no test runs: add it to examples.txt"


def test_there_are_few_things_to_know() -> None:
    """Commands and options that are shown; a group is its commands, and steps are for the Snakefile."""
    known = [command for path, command in ALL if not path.startswith("step")]
    known = [command for command in known if not isinstance(command, click.Group)]
    options = [one for command in known for one in command.params if isinstance(one, click.Option)]
    assert len(known) <= 30
    assert len([one for one in options if not one.hidden]) <= 130


def test_the_list_of_commands_says_what_they_say_of_themselves() -> None:
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert COMMANDS[name].summary == command.get_short_help_str(200)


@pytest.mark.long
def test_the_examples_work(tmp_path: Path) -> None:
    make_folder(tmp_path)
    for line in ORDER:
        if line == "gograde demo":
            continue
        if line in SERVERS:
            with served(["-m", *line.split()], cwd=tmp_path) as running:
                assert (line, *running.end()) == (line, 0, "")
            continue
        done = subprocess.run(
            ["/bin/sh", "-c", as_shell(line)], cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (line, done.returncode) == (line, 0), done.stdout[-2000:] + done.stderr[-2000:]
    assert (tmp_path / "my-class" / "reports" / "students" / "alice.html").is_file()


def make_folder(folder: Path) -> None:
    """What the examples speak of: a homework that is right, a class with one student, a package.

    The student draws nothing, for speed: pictures in a class are looked at by `test_main`.
    """
    shutil.copytree(SAMPLES / "accepted" / "draws_own_png", folder / "my-homework")
    shutil.copytree(packages_dir() / "board9", folder / "cases" / "board9")
    subprocess.run([sys.executable, "-m", "gograde", "new", "my-class", *ONE], cwd=folder, check=True)
    with (folder / "my-class" / "roster.csv").open("a") as roster:
        roster.write("alice,Liddell,Alice,alice@example.org\n")
    (folder / "game.sgf").write_text("(;SZ[9];B[ee])")
    submissions = folder / "my-class" / "submissions"
    shutil.copytree(SAMPLES / "accepted" / "python_file", submissions / "board9" / "alice")
    with zipfile.ZipFile(folder / "submissions.zip", "w") as canvas:
        for number, path in enumerate(sorted((submissions / "board9" / "alice").iterdir())):
            canvas.write(path, f"liddellalice_101_{number}_{path.name}")
    with (folder / "my-class" / "class.yaml").open("a") as config:
        config.write("  little-go: {}  # nobody hands anything in for it\n")


def as_shell(line: str) -> str:
    """The line with `gograde` as the program under test."""
    words, arrow, target = line.partition(" > ")
    name, rest = shlex.split(words)[0], words.split(" ", 1)[1]
    program = f"{shlex.quote(sys.executable)} -m gograde" if name == "gograde" else name
    return f"{program} {rest}{arrow}{target}"


def test_a_slice_that_does_not_exist_is_a_wrong_call(tmp_path: Path, call: Terminal) -> None:
    assert call("new", "my-class", *ONE).returncode == 0
    with (tmp_path / "my-class/roster.csv").open("a") as roster:
        roster.write("alice,Liddell,Alice,\n")
    shutil.copytree(SAMPLES / "accepted/python_file", tmp_path / "my-class/submissions/board9/alice")
    hide_the_samples(tmp_path / "my-class")
    assert call("step", "plan", "my-class").returncode == 0
    done = call("step", "score", "my-class", "board9", "99")
    assert done.returncode == 2
    assert done.stderr.startswith("slice 99: no such slice of the class\nFix: the slices are: ")
