"""Writes a `class.yaml` that explains itself: every key of the model, with its meaning.

A key that has a value is written out.  One without stands as a comment that shows an example.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from gograde.classroom.class_config import ClassConfig

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


def written_class(config: ClassConfig) -> str:
    """The text of a `class.yaml` that reads back as `config`; only the first assignment has notes."""
    return HEAD + "".join(f"{line}\n" for line in _lines(config, "", noted=True))


def _lines(model: BaseModel, indent: str, *, noted: bool) -> Iterator[str]:
    said = model.model_dump(mode="json", by_alias=True)
    for name, field in type(model).model_fields.items():
        key, value = field.alias or name, getattr(model, name)
        note = (field.description or "") if noted else ""
        if isinstance(value, BaseModel):
            yield _noted(f"{indent}{key}:", note)
            yield from _lines(value, f"{indent}  ", noted=noted)
        elif value and _holds_models(value):
            yield _noted(f"{indent}{key}:", note)
            yield from _named(value, f"{indent}  ")
        elif value is None or value == {}:
            yield _noted(f"{indent}# {key}: {_example(field)}", note)
        else:
            yield _noted(f"{indent}{key}: {_value(said[key])}", note)


def _holds_models(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(one, BaseModel) for one in value.values())


def _named(models: Mapping[str, BaseModel], indent: str) -> Iterator[str]:
    for number, (name, model) in enumerate(models.items()):
        yield f"{indent}{_value(name)}:"
        yield from _lines(model, f"{indent}  ", noted=not number)


def _example(field: FieldInfo) -> str:
    return _value((field.examples or [""])[0])


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
