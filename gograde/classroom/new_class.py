"""Makes the class folder of `gograde new`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, get_type_hints

from msgspec import Meta
from msgspec.structs import fields

from gograde.classroom.class_config import (
    CLASS_SCHEMA,
    AssignmentRules,
    ClassConfig,
    LatePolicy,
    class_schema,
)
from gograde.classroom.classroom import CLASS_FILE, OVERRIDES, TABLE_COLUMNS
from gograde.classroom.former import SUBMISSIONS
from gograde.classroom.roster import ROSTER, ROSTER_COLUMNS, NewRoster, roster_of
from gograde.codec import Record, replace, to_value
from gograde.errors import DataError, UsageError
from gograde.files import make_folder, write_atomic
from gograde.package.package import package_ids, package_path
from gograde.package.yaml_files import load_model

SCHEMA_FILE = "class.schema.json"
"""The name of the JSON Schema beside `class.yaml`."""

HEAD = f"""\
# yaml-language-server: $schema={SCHEMA_FILE}
# A class graded by gograde (docs/class.md).  Unknown keys are errors, so a slip of the pen is found.
# A line like "# key: value" is an example of a key that is not set: take the sign # away to set it.
"""

NOTE_COLUMN = 30
"""The column where notes begin; a longer line pushes its note to the right."""

_BARE = re.compile(r"(?!(?:true|false|null)$)[a-z][a-z0-9_/-]*")
"""Matches texts that YAML reads as text without quotes."""

LATE = LatePolicy(grace_minutes=15)
"""Lateness is noted; a quarter of an hour is given to clocks and slow networks."""

README = Path(__file__).with_name("class_readme.md")

GITIGNORE = "hidden/\nwork/\n*.key\n"


def new_config(title: str, assignments: Sequence[str]) -> ClassConfig:
    """The rules of a class that begins; raises `UsageError` for an assignment that does not ship."""
    for name in assignments:
        if "/" in name:
            fix = f"leave it out, and add its id to {CLASS_FILE} with `package: {name}`"
            raise UsageError(f"--assignments {name}", "a folder, not an id", fix)
        package_path(name)
    return ClassConfig(
        schema_=CLASS_SCHEMA,
        title=title,
        assignments={name: AssignmentRules(late=LATE) for name in assignments},
    )


def next_config(old: Path, into: Path, shift_days: int | None) -> ClassConfig:
    """The rules of next year's class: those of the class in `old`, without what concerned its students.

    Due dates are `shift_days` later, or left out.  Raises `DataError` when `old` is no class.
    """
    config = load_model(old / CLASS_FILE, ClassConfig)
    rules = {
        name: replace(
            one,
            due=one.due + timedelta(days=shift_days) if one.due and shift_days is not None else None,
            package=one.package and os.path.relpath((old / one.package).resolve(), into.resolve()),
            published=False,
            extensions={},
        )
        for name, one in config.assignments.items()
    }
    return replace(config, assignments=rules)


def commented_out(old: Path) -> list[str]:
    """The assignments that ship and stand in the rules of a class as a comment, for later weeks."""
    text = (old / CLASS_FILE).read_text(encoding="utf-8-sig")
    return [name for name in package_ids() if re.search(rf"^ *#[# ]*{name}:", text, re.MULTILINE)]


def make_class(folder: Path, config: ClassConfig, people: Path | None = None) -> NewRoster | None:
    """Write the files of a new class, with the roster from a table of people, which is returned.

    Raises `DataError` when the folder is not empty, or the table does not name all students.
    """
    roster = None if people is None else roster_of(people)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DataError(str(folder), "not an empty folder", "give a folder that does not exist yet")
    try:
        for name in config.assignments:
            make_folder(folder / SUBMISSIONS / name)
        files = {**class_files(config), **({} if roster is None else {ROSTER: roster.text})}
        for name, text in files.items():
            write_atomic(folder / name, text.encode())
    except OSError as error:
        raise DataError(str(folder), f"cannot be written ({error.strerror})", "give another folder") from None
    return roster


def class_files(config: ClassConfig) -> Mapping[str, str]:
    """The texts of a new class's files, by file name."""
    return {
        CLASS_FILE: written_class(config),
        SCHEMA_FILE: json.dumps(class_schema(), ensure_ascii=False, indent=1) + "\n",
        ROSTER: ",".join(ROSTER_COLUMNS) + "\n",
        OVERRIDES: ",".join(TABLE_COLUMNS) + "\n",
        "README.md": README.read_text(encoding="utf-8").replace("ASSIGNMENT", next(iter(config.assignments))),
        ".gitignore": GITIGNORE,
    }


def written_class(config: ClassConfig) -> str:
    """The text of a `class.yaml` that reads back as `config`; only the first assignment has notes."""
    return HEAD + "".join(f"{line}\n" for line in _lines(config, "", noted=True))


def _lines(model: Record, indent: str, *, noted: bool) -> Iterator[str]:
    written, hints = to_value(model), get_type_hints(type(model), include_extras=True)
    for field in fields(type(model)):
        key, value = field.encode_name, getattr(model, field.name)
        meaning = hints[field.name].__metadata__[-1]
        note = meaning.description if noted else ""
        if isinstance(value, Record):
            yield _noted(f"{indent}{key}:", note)
            yield from _lines(value, f"{indent}  ", noted=noted)
        elif value and _holds_models(value):
            yield _noted(f"{indent}{key}:", note)
            yield from _named(value, f"{indent}  ")
        elif value is None or value == {}:
            yield _noted(f"{indent}# {key}: {_example(meaning)}", note)
        else:
            yield _noted(f"{indent}{key}: {_value(written[key])}", note)


def _holds_models(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(one, Record) for one in value.values())


def _named(models: Mapping[str, Record], indent: str) -> Iterator[str]:
    for number, (name, model) in enumerate(models.items()):
        yield f"{indent}{_value(name)}:"
        yield from _lines(model, f"{indent}  ", noted=not number)


def _example(meaning: Meta) -> str:
    return _value((meaning.examples or [""])[0])


def _value(value: Any) -> str:
    if isinstance(value, str) and _BARE.fullmatch(value):
        return value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = json.dumps(value, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in text)


def _noted(line: str, note: str) -> str:
    if not note:
        return line
    gap = " " * max(NOTE_COLUMN - len(line), 2)
    return f"{line}{gap}# {note}"
