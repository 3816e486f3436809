"""Honest programs of many kinds, each of a way to read, something to do, and a way to write."""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from gograde.intake.launch import ENVIRONMENT
from gograde.sandbox.protocol import Collect, Job, Limits, StagedFile
from tests.sandboxes import interpreter

TEXT = b"one stone of white\n2 7 12 x\nko\n"
"""What each program is given, on its standard input and in a file."""

Parts = dict[str, dict[str, str]]


def _languages() -> dict[str, Parts]:
    """The parts of programs by language, kind and name; those in C have a head too."""
    found: dict[str, Parts] = {}
    text = Path(__file__).with_name("parts.txt").read_text("utf-8")
    for block in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]:
        where, _, part = block.partition("\n")
        language, kind, *name = where.split(" ", 2)
        found.setdefault(language, {}).setdefault(kind, {})["".join(name)] = part
    return found


LANGUAGES = _languages()


def program(language: str, names: tuple[str, str, str]) -> str:
    """The source of the program of these parts."""
    kinds = LANGUAGES[language]
    lines = [
        kinds[kind][name].strip("\n") for kind, name in zip(("read", "make", "write"), names, strict=True)
    ]
    source = "\n".join([*lines, ""])
    if language == "c":
        blocks = "".join(f"{{ {line} }}\n" for line in lines)
        source = f"{kinds['head']['']}{blocks}return 0;\n}}\n"
    return source


def job_of(language: str, source: str) -> Job:
    """How the program is run; a program in C is compiled first."""
    job = Job(
        argv=(str(interpreter()), "-s", "-B", "./program.py"),
        files=(StagedFile("in.txt", TEXT), StagedFile("program.py", source.encode())),
        limits=Limits(cpu_s=10.0, wall_s=60.0),
        stdin=TEXT,
        collect=Collect(("answer.txt",)),
        env=ENVIRONMENT,
    )
    if language == "c":
        return replace(job, argv=("./program.py",), files=(job.files[0], _compiled(source)))
    return replace(job, argv=("/bin/sh", "./program.py")) if language == "shell" else job


def _compiled(source: str) -> StagedFile:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "program")
        options = ["-O1", "-w", "-x", "c", "-", "-o", str(place), "-lm", "-pthread"]
        subprocess.run(["cc", *options], input=source.encode(), check=True)
        return StagedFile("program.py", place.read_bytes(), executable=True)
