"""Reads YAML and JSON files that people write into pydantic models.

Duplicate keys, aliases and unknown keys are errors, since they hide mistakes.  Plain scalars are those
of YAML 1.2 (`no` is text, `1:30` is text, `007` as a key is text).  Every fault is a `DataError` that
names the file and the key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import yaml
from pydantic import BaseModel

from gograde.errors import DataError
from gograde.package.faults import Lines, Loc, validate, written
from gograde.package.json_files import parse_json, text_of

M = TypeVar("M", bound=BaseModel)

MAX_BYTES = 1024 * 1024
"""The most bytes of a file, unless a caller gives another limit."""
_DEEPEST = 100
"""The most levels of lists and mappings."""


class _Plain(yaml.resolver.BaseResolver):
    """Reads plain scalars as the core schema of YAML 1.2 does; all others stay text."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 - PyYAML's name


_FAST: Any = type("_FAST", (_Plain, getattr(yaml, "CSafeLoader", yaml.SafeLoader)), {})
"""Takes a tenth of the time."""

_CLEAR: Any = type("_CLEAR", (_Plain, yaml.SafeLoader), {})
"""Says best what is wrong."""


for _tag, _pattern, _first in (
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?(0|[1-9][0-9]*)", list("-+0123456789")),
    ("float", r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))([eE][-+]?[0-9]+)?", list("-+.0123456789")),
):
    _Plain.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_pattern})$"), _first)


def load_model(path: Path, model: type[M]) -> M:
    """The file's content as a `model`; raises `DataError` for invalid content."""
    return parse_model(read_capped(path), str(path), model)


def parse_model(data: bytes, where: str, model: type[M]) -> M:
    """Like `load_model`, from bytes; `where` names them in errors."""
    value, lines = parse_yaml(data, where)
    return validate(value, model, where, lines)


def load_json_model(path: Path, model: type[M]) -> M:
    """A JSON file's content as a `model`; raises `DataError` for invalid content."""
    return validate(parse_json(read_capped(path), str(path)), model, str(path), {})


def read_capped(path: Path, limit: int = MAX_BYTES, *, pipes: bool = False) -> bytes:
    """The file's bytes; raises `DataError` when it is missing, unreadable or above `limit` bytes.

    Pipes, which may never end, are read only with `pipes`.
    """
    try:
        if not pipes and path.exists() and not path.is_file():
            raise DataError(str(path), "not a regular file", "put the file itself there")
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except FileNotFoundError:
        raise DataError(str(path), "no such file", "create it, or give another path") from None
    except OSError as error:
        raise DataError(str(path), f"cannot be read ({error.strerror})", "make it a readable file") from None
    if len(data) > limit:
        raise DataError(str(path), f"larger than {limit} bytes", "make it smaller")
    return data


def parse_yaml(data: bytes, where: str) -> tuple[Any, Lines]:
    """The value, and the line (from 1) of every key and item, by path."""
    text = text_of(data, where)
    with suppress(yaml.YAMLError):
        return _Builder(_FAST(text), where).document()
    try:
        return _Builder(_CLEAR(text), where).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{where}:{mark.line + 1}:{mark.column + 1}" if mark else where
        raise DataError(place, f"not YAML: {error.problem or error.context}", "mend the line") from None
    except yaml.YAMLError as error:
        told = f"not YAML: {str(error).splitlines()[0]}"
        raise DataError(where, told, "save it as plain UTF-8 text") from None


class _Builder:
    """Turns YAML into Python values and records their lines; rejects aliases and duplicate keys."""

    def __init__(self, loader: Any, where: str) -> None:
        self._loader, self._where, self._lines = loader, where, dict[Loc, int]()

    def document(self) -> tuple[Any, Lines]:
        """The only document, and its lines; raises `DataError` and `YAMLError`."""
        events, value = self._until(yaml.StreamEndEvent), None
        try:
            for number, event in enumerate(events):  # 0 begins the stream, 1 and 2 are around the document
                if number == 3:
                    mark = event.start_mark
                    raise yaml.MarkedYAMLError(problem="but found another document", problem_mark=mark)
                value = self._value(next(events), ()) if number == 1 else value
            return value, self._lines
        finally:
            self._loader.dispose()

    def _value(self, event: Any, loc: Loc) -> Any:
        if len(loc) >= _DEEPEST:
            raise DataError(self._where, "nested too deeply", "write it flatter")
        if isinstance(event, yaml.AliasEvent):  # a few nested aliases can fill the memory
            self._fault(event, "an alias (*name) is not allowed here", "write the value out")
        self._lines.setdefault(loc, event.start_mark.line + 1)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(loc)
        if isinstance(event, yaml.SequenceStartEvent):
            inside = self._until(yaml.SequenceEndEvent)
            return [self._value(item, (*loc, index)) for index, item in enumerate(inside)]
        return self._scalar(event)

    def _until(self, end: type[yaml.Event]) -> Iterator[Any]:
        while not isinstance(event := self._loader.get_event(), end):
            yield event

    def _mapping(self, loc: Loc) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for event in self._until(yaml.MappingEndEvent):
            faulty = "a key must be a word", "write `key: value`"
            key = event.value if isinstance(event, yaml.ScalarEvent) else self._fault(event, *faulty)
            if key in result:
                self._fault(event, f"{written((*loc, key))}: the key occurs twice", "keep one of the two")
            self._lines[(*loc, key)] = event.start_mark.line + 1
            result[key] = self._value(self._loader.get_event(), (*loc, key))
        return result

    def _scalar(self, event: Any) -> Any:
        text, tag = event.value, event.tag
        if tag in (None, "!"):
            tag = self._loader.resolve(yaml.ScalarNode, text, event.implicit)
        if tag.removeprefix("tag:yaml.org,2002:") not in ("null", "bool", "int", "float", "str"):
            self._fault(event, f"the tag {tag} is not allowed here", "write a plain value")
        try:
            return self._loader.construct_object(yaml.ScalarNode(tag, text, event.start_mark, event.end_mark))
        except (ValueError, LookupError):  # PyYAML's own failures for bools and numbers
            kind = "neither true nor false" if tag.endswith(":bool") else "not a number"
            fix = "write true or false" if tag.endswith(":bool") else "write a number of usual size"
            self._fault(event, f"{text[:40] or repr('')}: {kind}", fix)

    def _fault(self, event: Any, what: str, fix: str) -> NoReturn:
        raise DataError(f"{self._where}:{event.start_mark.line + 1}", what, fix)
