"""`docs/new-assignment.md`, followed literally: every command, every edit, every output."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "new-assignment.md"
LONGEST_S = 1800
"""Seconds of a command, after which it hangs: a busy machine took five minutes for a class of two."""

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each line with a prompt, and what is shown below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        yield line, shown


def pattern(shown: str) -> re.Pattern[str]:
    """What an output must look like: `...` alone is any lines, `…` any part of a line."""
    lines = (
        "(?:.*\n)*?" if line == "..." else re.escape(line).replace("…", ".*") + "\n"
        for line in shown.splitlines()
    )
    return re.compile("".join(lines))


def side(hunk: str, signs: str) -> str:
    return "".join(line[1:] for line in hunk.splitlines(keepends=True) if line[0] in signs)


def edit(folder: Path, text: str) -> None:
    first, *hunks = re.split(r"^@@\n", text, flags=re.MULTILINE)
    name = first.removeprefix("--- ").strip()
    path = folder / name
    content = path.read_text("utf-8")
    for old, new in ((side(hunk, " -"), side(hunk, " +")) for hunk in hunks):
        assert content.count(old) == 1, f"{name} has this {content.count(old)} times:\n{old}"
        content = content.replace(old, new)
    path.write_text(content, "utf-8")


def type_in(folder: Path, line: str, path: str) -> str:
    """What a line of shell prints; it must end well."""
    done = subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )
    assert (line, done.returncode) == (line, 0), done.stdout
    return done.stdout.replace("\u00a0", " ")


@pytest.fixture
def search_path(tmp_path: Path) -> str:
    """Where the shell finds `gograde`, the program under test."""
    program = tmp_path / "bin" / "gograde"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -P -m gograde "$@"\n')
    program.chmod(0o755)
    return f"{program.parent}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.long
@pytest.mark.parametrize("part", [0, 1], ids=["functions", "pictures"])
def test_the_page_does_what_it_says(part: int, tmp_path: Path, search_path: str) -> None:
    """Both parts begin with a new package, and neither needs the other."""
    folder = tmp_path / "empty"
    folder.mkdir()
    parts = re.split(r"^(?=## Ask for a picture$)", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    assert len(parts) == 2
    found = FENCE.findall(parts[part])
    assert {kind for kind, _ in found} == {"console", "diff"}
    for kind, text in found:
        if kind == "diff":
            edit(folder, text)
            continue
        for line, shown in commands(text):
            printed = type_in(folder, line, search_path)
            assert pattern(shown).fullmatch(printed), f"$ {line}\n{printed}"
