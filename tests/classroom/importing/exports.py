"""Builds exports as the learning systems do, from their documentation and their sources."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from gograde.classroom.classroom import Classroom, load_class
from gograde.classroom.importing.bring_in import ImportRequest, import_export
from gograde.classroom.importing.outcome import ImportReport

CLASS = """\
schema: gograde/class/v1
title: T
assignments:
  board9:
    due: "2026-11-15T23:59:00+08:00"
    late: {grace_minutes: 15}
    extensions: {chen: 24}
"""
ROSTER = """\
student_id,last_name,first_name,email,login,canvas_id,moodle_id
alice,Liddell,Alice,al@example.org,aliddell,101,5001
bob,O'Brien,Bob,bob@example.org,bobrien,,
chen,陈,小明,chen@example.org,hw1_chen,103,5003
"""


def a_class(folder: Path, roster: str = ROSTER, rules: str = CLASS) -> Classroom:
    """A class of three students, two of them with ids of the systems."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "class.yaml").write_text(rules, "utf-8")
    (folder / "roster.csv").write_text(roster, "utf-8")
    return load_class(folder)


def zipped(path: Path, files: Mapping[str, bytes]) -> Path:
    """A zip archive of these files."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def unpacked(path: Path, files: Mapping[str, bytes]) -> Path:
    """A folder of these files."""
    for name, data in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def brought(classroom: Classroom, export: Path, **wanted: object) -> ImportReport:
    """Import into board9."""
    return import_export(classroom, "board9", export, ImportRequest(**wanted))  # type: ignore[arg-type]


def handed_in(classroom: Classroom) -> dict[str, bytes]:
    """The files below `submissions/board9`, by path."""
    top = classroom.path / "submissions/board9"
    found = sorted(path for path in top.rglob("*") if path.is_file())
    return {path.relative_to(top).as_posix(): path.read_bytes() for path in found}


def times(classroom: Classroom) -> list[str]:
    """The lines of `submitted_at.csv` below its header."""
    table = classroom.path / "submissions/board9/submitted_at.csv"
    return table.read_text("utf-8").split("\n")[1:-1] if table.is_file() else []


def states(outcome: ImportReport) -> dict[str, str]:
    """The state of each student's submission."""
    return {one.student: one.state.value for one in outcome.brought}


def left(outcome: ImportReport) -> dict[str, str]:
    """Why each thing was left out."""
    return {one.label: one.why for one in outcome.left}


def told(room: Classroom, outcome: ImportReport) -> str:
    """All that comes of an import: what was brought, what was left, times, and notes."""
    files = {name: data for name, data in handed_in(room).items() if name != "submitted_at.csv"}
    lines = [
        f"kind: {outcome.kind.word.upper()}",
        *(f"{state}: {student}" for student, state in states(outcome).items()),
        *(f"file: {name}: {data!r}" for name, data in files.items()),
        *(f"time: {line}" for line in times(room)),
        *(f"left: {name}: {why}" for name, why in left(outcome).items()),
        *(f"perhaps: {', '.join(one.candidates)}" for one in outcome.left if one.candidates),
        *(f"mend: {fix}" for fix in dict.fromkeys(one.fix for one in outcome.left if one.fix)),
        *(f"missing: {student}" for student in outcome.missing),
        *(f"marked: {one.note}" for one in outcome.brought if one.note),
        *(f"note: {note}" for note in outcome.notes),
    ]
    return "".join(f"{line}\n" for line in lines)


@dataclass(frozen=True)
class Scene:
    """What is exported, the table that is given beside it, and the class; or a folder instead of a zip."""

    files: Mapping[str, bytes]
    table: str = ""
    roster: str = ROSTER
    unzipped: bool = False
    spoil: Callable[[Path], object] = lambda export: None


def played(scenes: Mapping[str, Scene], folder: Path) -> str:
    """What comes of each scene."""
    said = []
    for number, (name, scene) in enumerate(scenes.items()):
        room, place = a_class(folder / f"class{number}", scene.roster), folder / f"export{number}"
        place.mkdir()
        (place / "table.csv").write_text(scene.table, "utf-8")
        given = {"table": place / "table.csv"} if scene.table else {}
        pack, target = (unpacked, "export") if scene.unzipped else (zipped, "export.zip")
        export = pack(place / target, scene.files)
        scene.spoil(export)
        said.append(f"== {name}\n{told(room, brought(room, export, **given))}")
    return "\n".join(said)
