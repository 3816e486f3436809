"""Digests of a class's files; the gradebook records those that its marks were made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from gograde.classroom.classroom import CLASS_FILE, OVERRIDES, Classroom
from gograde.classroom.corrections import CORRECTIONS
from gograde.classroom.roster import ROSTER
from gograde.grading.records import to_json
from gograde.intake.submission import digest


def class_digests(classroom: Classroom) -> dict[str, str]:
    """A digest of each file's parsed content; comments and blanks in a file do not change it."""
    said: Mapping[str, Any] = {
        CLASS_FILE: classroom.config.model_dump(mode="json"),
        ROSTER: [asdict(student) for student in classroom.students],
        OVERRIDES: [asdict(row) for row in classroom.rows],
        CORRECTIONS: [one.model_dump(mode="json") for one in classroom.corrections],
    }
    return {name: digest({name: to_json(value)}) for name, value in said.items()}
