"""Honest programs of many kinds, each of a way to read, something to do, and a way to write."""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from gograde.intake.launch import ENVIRONMENT
from gograde.sandbox.protocol import Collect, Job, Limits, RunResult, StagedFile
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


@dataclass(frozen=True)
class Program:
    """A program: its language, the names of its parts, and its source."""

    language: str
    parts: tuple[str, ...]
    source: str

    def __str__(self) -> str:
        return f"{self.language}: {', '.join(self.parts)}"


@dataclass(frozen=True)
class Result:
    """What a program leaves, inside or outside."""

    code: int | None
    stdout: bytes
    answer: bytes | None


def program(language: str, names: tuple[str, str, str]) -> Program:
    """The program of these parts."""
    kinds = LANGUAGES[language]
    lines = [
        kinds[kind][name].strip("\n") for kind, name in zip(("read", "make", "write"), names, strict=True)
    ]
    source = "\n".join([*lines, ""])
    if language == "c":
        blocks = "".join(f"{{ {line} }}\n" for line in lines)
        source = f"{kinds['head']['']}{blocks}return 0;\n}}\n"
    return Program(language, names, source)


def job_of(program: Program) -> Job:
    """How the program is run; a program in C is compiled first."""
    job = Job(
        argv=(str(interpreter()), "-s", "-B", "./program.py"),
        files=(StagedFile("in.txt", TEXT), StagedFile("program.py", program.source.encode())),
        limits=Limits(cpu_s=10.0, wall_s=60.0),
        stdin=TEXT,
        collect=Collect(("answer.txt",)),
        env=ENVIRONMENT,
    )
    if program.language == "c":
        return replace(job, argv=("./program.py",), files=(job.files[0], _compiled(program.source)))
    return replace(job, argv=("/bin/sh", "./program.py")) if program.language == "shell" else job


def _compiled(source: str) -> StagedFile:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "program")
        options = ["-O1", "-w", "-x", "c", "-", "-o", str(place), "-lm", "-pthread"]
        subprocess.run(["cc", *options], input=source.encode(), check=True)
        return StagedFile("program.py", place.read_bytes(), executable=True)


def outside(job: Job) -> Result:
    """What the program leaves without a sandbox, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for file in job.files:
            place = Path(folder, file.path)
            place.write_bytes(file.data)
            place.chmod(0o755 if file.executable else 0o644)
        done = subprocess.run(
            job.argv, cwd=folder, env=dict(job.env), input=job.stdin, capture_output=True, check=False
        )
        answer = Path(folder, "answer.txt")
        return Result(done.returncode, done.stdout, answer.read_bytes() if answer.exists() else None)


def faults(expected: Result, result: RunResult) -> list[str]:
    """What the sandbox did to an honest program."""
    got = Result(result.exit_code, result.stdout, result.files.get("answer.txt"))
    found = [f"violation: {one}" for one in result.violations]
    if result.killed_for is not None:
        found.append(f"ended for {result.killed_for}")
    if got != expected:
        found.append(f"{got}, not {expected}; it said: {result.stderr[-300:]!r}")
    return found
