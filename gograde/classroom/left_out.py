"""`imports.json` of a class: what the last import of each export left out, and what people answered.

Reports remind of the former, and later imports do not ask again for the latter.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

from msgspec import field

from gograde.codec import Record, replace, to_value
from gograde.files import write_changed
from gograde.listing import named, safe
from gograde.package.yaml_files import load_json_model

FILE = "imports.json"
SCHEMA: Literal["gograde/imports/v1"] = "gograde/imports/v1"
NAMED = 5
"""Things that a note names; the others are counted."""


class Answers(Record):
    """What people answered to the imports of an assignment.

    `named` has by field (`label`, `canvas_id`, …) and value the id of the student who is meant, empty for
    nobody.  `unreplaced` has by student the digest of a submission that does not replace the one there.
    """

    named: dict[str, dict[str, str]] = field(default_factory=dict)
    unreplaced: dict[str, str] = field(default_factory=dict, name="kept")

    def add(self, named: Mapping[str, Mapping[str, str]]) -> None:
        """Note whom a table names; a later answer takes the place of an earlier one."""
        for name, values in named.items():
            self.named.setdefault(name, {}).update(values)


class _Imports(Record):
    schema_: Literal["gograde/imports/v1"] = field(name="schema")
    left_out: dict[str, dict[str, list[str]]]
    answers: dict[str, Answers] = field(default_factory=dict)


def _read(class_dir: Path) -> _Imports:
    path = class_dir / FILE
    return load_json_model(path, _Imports) if path.is_file() else _Imports(schema_=SCHEMA, left_out={})


def read_answers(class_dir: Path, assignment: str) -> Answers:
    """What people answered before; raises `DataError` for a damaged file."""
    return _read(class_dir).answers.get(assignment, Answers())


def note_import(
    class_dir: Path, assignment: str, left: Mapping[str, list[str]], taken: Iterable[str], answers: Answers
) -> None:
    """Note what an import of an export left out; what it took, or people answered, is left out no more."""
    before, settled = _read(class_dir), {*taken, *answers.named.get("label", ())}
    exports = {**before.left_out.get(assignment, {}), **left}
    open_ = {name: [one for one in them if one not in settled] for name, them in exports.items()}
    found = {**before.left_out, assignment: {name: them for name, them in open_.items() if them}}
    said = {**before.answers, assignment: answers}
    now = replace(
        before,
        left_out={name: them for name, them in found.items() if them},
        answers={name: them for name, them in said.items() if them != Answers()},
    )
    if now != before:
        text = json.dumps(to_value(now), ensure_ascii=True, indent=1)
        write_changed(class_dir / FILE, f"{text}\n".encode())


def left_out_notes(class_dir: Path) -> Iterator[str]:
    """A note for each export of which something was left out; raises `DataError` for a damaged file."""
    for assignment, exports in _read(class_dir).left_out.items():
        for export, labels in exports.items():
            things = named([*map(safe, labels)], NAMED)
            yield (
                f"{safe(assignment)}: the import of {safe(export)} left out {things}; "
                "gograde import says why, and takes what you mend"
            )
