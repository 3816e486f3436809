"""`imports.json` of a class: what the last import of each export left out, so that reports remind of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field

from gograde.files import write_changed
from gograde.intake.printable import safe
from gograde.listing import named
from gograde.package.config import Strict
from gograde.package.yaml_files import load_json_model

FILE = "imports.json"
SCHEMA: Literal["gograde/imports/v1"] = "gograde/imports/v1"
NAMED = 5
"""Things that a note names; the others are counted."""

LeftOuts = Mapping[str, Mapping[str, Sequence[str]]]
"""What was left out, by assignment and by the name of the export."""


class _Imports(Strict):
    schema_: Literal["gograde/imports/v1"] = Field(alias="schema")
    left_out: dict[str, dict[str, list[str]]]


def read_left_out(class_dir: Path) -> LeftOuts:
    """What was left out of imports; raises `DataError` for a damaged file."""
    path = class_dir / FILE
    return load_json_model(path, _Imports).left_out if path.is_file() else {}


def note_left_out(class_dir: Path, assignment: str, export: str, labels: Sequence[str]) -> None:
    """Note what an import of an export left out; nothing forgets what an earlier one did."""
    before = read_left_out(class_dir)
    exports = {**before.get(assignment, {}), export: list(labels)}
    found = {**before, assignment: {name: them for name, them in exports.items() if them}}
    if before == (now := {name: them for name, them in found.items() if them}):
        return
    value = {"schema": SCHEMA, "left_out": now}
    write_changed(class_dir / FILE, (json.dumps(value, ensure_ascii=True, indent=1) + "\n").encode())


def left_out_notes(class_dir: Path) -> Iterator[str]:
    """A note for each export of which something was left out."""
    for assignment, exports in read_left_out(class_dir).items():
        for export, labels in exports.items():
            things = named([*map(safe, labels)], NAMED)
            yield (
                f"{safe(assignment)}: the import of {safe(export)} left out {things}; "
                "gograde import says why, and takes what you mend"
            )
