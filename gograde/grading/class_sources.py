"""The sources of all submissions of an assignment, and the passages that students were handed out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from gograde.arena.game.protocol_files import handed_out
from gograde.classroom.classroom import Classroom
from gograde.classroom.handed_in import find_submissions
from gograde.grading.similarity import Program
from gograde.intake.entry import Refusal
from gograde.intake.sources import passages_of, read_sources
from gograde.intake.submission import take_in
from gograde.sandbox.protocol import Backend


@dataclass(frozen=True)
class ClassSources:
    """The comparable programs, the handed-out passages, and why other students' work is left out."""

    programs: Sequence[Program]
    handed_out: Collection[bytes]
    left_out: Mapping[str, str]


def class_sources(classroom: Classroom, assignment: str, backend: Backend) -> ClassSources:
    """Read the submissions of an assignment; raises `DataError`, `JudgeError` and `OSError`."""
    programs, left_out = list[Program](), dict[str, str]()
    for student, path in find_submissions(classroom, assignment).paths.items():
        found = read_sources(take_in(path, classroom.path), backend)
        if isinstance(found, Refusal):
            left_out[student] = found.message
        else:
            programs.append(Program(student, found))
    # The template, and the modules that are handed out with a player.
    folder = classroom.package(assignment) / "template"
    template = {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
    return ClassSources(programs, passages_of({**template, **handed_out()}, backend), left_out)
