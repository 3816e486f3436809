"""The sources of all submissions of an assignment as text, and the sources handed out to students."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gograde.arena.game.protocol_files import handed_out
from gograde.classroom.classroom import Classroom
from gograde.classroom.handed_in import find_submissions
from gograde.grading.similarity import LONGEST, Program
from gograde.intake.reading.opened import opened
from gograde.intake.submission import SOURCE_SUFFIXES, take_in


@dataclass(frozen=True)
class ClassSources:
    """The comparable programs, the handed-out sources by name, and why other students' work is left out."""

    programs: Sequence[Program]
    handed_out: Mapping[str, str]
    left_out: Mapping[str, str]


def class_sources(classroom: Classroom, assignment: str) -> ClassSources:
    """Read the submissions of an assignment; raises `DataError` and `OSError`."""
    programs, left_out = list[Program](), dict[str, str]()
    for student, path in find_submissions(classroom, assignment).paths.items():
        taken = opened(take_in(path, classroom.path))
        sources = _sources(taken.files)
        why = taken.refusal or ("" if sources else "no source in it")
        if sum(map(len, sources.values())) > LONGEST:
            why = f"its sources have more than {LONGEST // 1024} KiB"
        if why:
            left_out[student] = why
        else:
            programs.append(Program(student, sources))
    return ClassSources(programs, _given(classroom.package(assignment)), left_out)


def _given(package: Path) -> Mapping[str, str]:
    """The sources of the template and of the modules that are handed out with a player."""
    folder = package / "template"
    files = {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
    return _sources({**files, **handed_out()})


def _sources(files: Mapping[str, bytes]) -> Mapping[str, str]:
    chosen = {path: data for path, data in files.items() if path.lower().endswith(SOURCE_SUFFIXES)}
    return {path: data.decode("utf-8", "replace") for path, data in sorted(chosen.items())}
