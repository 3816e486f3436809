"""Builds a program in the sandbox by the row of its language, or has its syntax looked through."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gograde.intake.entry import NO_BUILDING, Building, Entry, Refusal, staged_submission
from gograde.intake.jobs import run_job
from gograde.intake.languages.row import BUILT, Build, Language
from gograde.intake.languages.table import LANGUAGES
from gograde.intake.languages.tools import Found, tools_of
from gograde.intake.marks import Mark
from gograde.intake.names import parents
from gograde.intake.printable import first_lines
from gograde.intake.read import Reading
from gograde.intake.starting.compiler_words import said_of, without_machine
from gograde.intake.starting.environment import ENVIRONMENT
from gograde.reader.ask import limit_text
from gograde.sandbox.protocol import MIB, OURS, Backend, Collect, Job, Limits, StagedFile

LIMITS = Limits(
    wall_s=240,
    memory_bytes=1024 * MIB,  # ghc and javac take 300 MiB for a small program
    processes=100,  # Go compiles packages side by side
    open_files=512,
    file_bytes=64 * MIB,
    work_bytes=256 * MIB,  # newer tools of Go keep their compiled library: some 100 MiB
    stdout_bytes=MIB,
    stderr_bytes=MIB,
    address_bytes=64 * 1024 * MIB,
)
"""Of a build; the row of the language has the CPU time."""

OUTSIDE = (
    "the build reached for something outside the files that were handed in, so what the compiler says of it "
    "is for the staff; name your own files by paths from the file that takes them in"
)
"""What a student reads instead of a compiler's words about the machine: the same, whatever is there."""


@dataclass(frozen=True)
class Built:
    """What a build made, to be put beside the program, and the facts of the build."""

    files: tuple[StagedFile, ...] = ()
    building: Building = NO_BUILDING


def built(reading: Reading, hidden: tuple[Path, ...], backend: Backend) -> Built | Refusal:
    """What the build made, or why it made nothing.

    It may not read what is `hidden` from the program: a source can take in any file that its compiler reads.

    Raises `JudgeError` when the sandbox fails, and when a tool of the language is missing.
    """
    entry = reading.entry
    row = LANGUAGES[entry.language]
    if row.build is None:
        return Built()
    job = replace(build_job(entry, reading.files, reading.marks), hidden=hidden)
    result = run_job(job, backend)
    building = Building(result.violations, result.unlisted)
    if result.killed_for is not None:
        return Refusal(f"the compiler {limit_text(result.killed_for, job.limits)}", entry, building)
    made = {path: data for path, data in result.files.items() if path.split("/")[0] != OURS}
    if result.exit_code != 0 or (row.build.makes and not made):
        said = said_of(entry, row.build, result, _home(entry, reading.files, row.build))
        told = without_machine(said, reading.files, job.readable)
        if told is None or result.violations:
            return Refusal(OUTSIDE, entry, replace(building, said=first_lines(said)))
        return Refusal(first_lines(told) or "the compiler made no program", entry, building)
    files = tuple(StagedFile(path, data, path == BUILT) for path, data in made.items())
    return Built(files, building)


def build_job(entry: Entry, files: Mapping[str, bytes], marks: Collection[Mark]) -> Job:
    """The job that builds a program; raises `NoToolError` without a tool."""
    row = LANGUAGES[entry.language]
    assert row.build is not None
    found, extra = tools_of(row.name), _extra(row.build, marks)
    entry, files = _at_home(entry, files, _home(entry, files, row.build))
    patterns = (BUILT, f"{BUILT}/*", f"{BUILT}.*") if row.build.makes else ()
    return Job(
        argv=tuple(_command(entry, row, found, extra)),
        files=_staged(entry, files, row.build, extra),
        limits=_limits(row.build),
        collect=Collect(patterns=patterns, file_bytes=16 * MIB, files=1000, depth=20, total_bytes=64 * MIB),
        readable=found.readable,
        env={**ENVIRONMENT, **row.env},
        harmless=row.harmless,
    )


def _home(entry: Entry, files: Collection[str], build: Build) -> str:
    """The folder in which the build starts, with a slash; empty for the top."""
    above = (f"{folder}/" for folder in parents(entry.path)) if build.home else ()
    return max((folder for folder in above if folder + build.home in files), key=len, default="")


def _at_home(entry: Entry, files: Mapping[str, bytes], home: str) -> tuple[Entry, Mapping[str, bytes]]:
    """The entry and the files below `home`, named from there."""
    below = {path.removeprefix(home): data for path, data in files.items() if path.startswith(home)}
    sources = tuple(path.removeprefix(home) for path in entry.sources if path.startswith(home))
    return replace(entry, path=entry.path.removeprefix(home), sources=sources), below


def replaced(words: Sequence[str], values: Mapping[str, str]) -> tuple[str, ...]:
    """The words with `{name}` replaced by the value of that name, in one pass."""
    known = re.compile("|".join(re.escape(f"{{{name}}}") for name in values))
    return tuple(known.sub(lambda found: values[found[0][1:-1]], word) for word in words)


def _limits(build: Build) -> Limits:
    return replace(LIMITS, cpu_s=build.cpu_s)


def _extra(build: Build, marks: Collection[Mark]) -> tuple[dict[str, bytes], list[str]]:
    chosen = [extra for mark, extra in build.extra.items() if mark is None or mark in marks]
    files = {path: data for extra in chosen for path, data in extra.files.items()}
    return files, [*(f"./{path}" for path in files), *(word for extra in chosen for word in extra.words)]


def _staged(
    entry: Entry, files: Mapping[str, bytes], build: Build, extra: tuple[dict[str, bytes], list[str]]
) -> tuple[StagedFile, ...]:
    """What is built lies where it was handed in; what is only looked through lies where it will run."""
    if not build.makes:
        return staged_submission(files, entry, (), ())
    own = {path: data for path, data in files.items() if path.split("/")[0] not in (OURS, BUILT)}
    return tuple(StagedFile(path, data) for path, data in sorted({**own, **extra[0]}.items()))


def _command(
    entry: Entry, row: Language, found: Found, extra: tuple[dict[str, bytes], list[str]]
) -> list[str]:
    assert row.build is not None
    folder = f"./{entry.folder}" if entry.folder else "."
    place = f"./{entry.path}" if row.build.makes else f"./{entry.name}"
    several = {
        "{sources}": [f"./{path}" for path in entry.sources] or [place],
        "{extra}": extra[1],
    }
    values = {name: str(path) for name, path in found.paths.items()}
    values |= {"entry": place, "folder": folder, "root": _root(entry, folder)}
    return [
        word
        for words in row.build.command
        for word in (several[words] if words in several else replaced([words], values))
    ]


def _root(entry: Entry, folder: str) -> str:
    """The folder above those of the entry's package; the entry's own when these have other names."""
    above = "/".join(entry.start.split(".")[:-1])
    return folder.removesuffix(above).rstrip("/") if above and folder.endswith(f"/{above}") else folder
