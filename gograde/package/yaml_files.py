"""Reads YAML and JSON files that people write into pydantic models.

Duplicate keys, aliases and unknown keys are errors, since they hide mistakes.  Plain scalars are those
of YAML 1.2 (`no` is text, `1:30` is text, `007` as a key is text).  Every fault is a `DataError` that
names the file and the key, and the way to mend it.
"""

from __future__ import annotations

import difflib
import re
import types
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, TypeVar, Union, get_args, get_origin

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from gograde.errors import DataError
from gograde.package.contents import parse_json, text_of

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


def read_capped(path: Path, limit: int = MAX_BYTES, *, pipes: bool = False, links: bool = True) -> bytes:
    """The file's bytes; raises `DataError` when it is missing, unreadable or above `limit` bytes.

    Pipes, which may never end, are read only with `pipes`, and what a link leads to only with `links`.
    """
    try:
        if not links and path.is_symlink():
            raise DataError(str(path), "a symbolic link", "put the file itself there")
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


_KEY = "[key]"
"""The end of pydantic's path when the key itself is wrong."""

Loc = tuple[int | str, ...]
Lines = Mapping[Loc, int]


def validate(value: Any, model: type[M], where: str, lines: Lines) -> M:
    """`value` as a `model`; raises `DataError` for the first fault in the file."""
    if not isinstance(value, dict):
        raise DataError(where, "must hold `key: value` lines", f"start with {_first_key(model)}: …")
    try:
        return model.model_validate(value)
    except ValidationError as error:
        faults = sorted(error.errors(), key=lambda fault: _order(fault, lines))
        raise _data_error(faults, model, where, lines) from None


def _order(fault: ErrorDetails, lines: Lines) -> tuple[int, int]:
    # A misspelt key also gives a missing key, and a list with wrong items is also too short.
    rank = {"extra_forbidden": 0, "too_short": 2}
    return rank.get(fault["type"], 1), _line(fault["loc"], lines)


def written(loc: Loc) -> str:
    """A path as people write it: `groups[2].weight`."""
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question with the name of `known` that is closest to `word`, else the list of known names."""
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    return f'did you mean "{close[0]}"?' if close else f"use one of: {', '.join(names)}"


def _data_error(faults: list[ErrorDetails], model: type[BaseModel], where: str, lines: Lines) -> DataError:
    fault = faults[0]
    loc = tuple(fault["loc"])
    what, fix = _explain(fault, model)
    line = _line(loc, lines)
    notes = [f"line {line}"] if line else []
    notes += [f"{len(faults) - 1} more after this one"] if len(faults) > 1 else []
    named = written(loc[:-1] if loc and loc[-1] == _KEY else loc)
    place = f"{where}: {named}" if loc else where
    return DataError(place, what, f"{fix} ({', '.join(notes)})" if notes else fix)


def _explain(fault: ErrorDetails, model: type[BaseModel]) -> tuple[str, str]:
    loc, kind = tuple(fault["loc"]), fault["type"]
    if loc and loc[-1] == _KEY:
        return "not a name that fits here", "write lower-case letters, digits and hyphens, a letter first"
    if kind == "extra_forbidden":
        return "unknown key", did_you_mean(str(loc[-1]), keys_at(model, loc[:-1]))
    if kind == "missing":
        return "missing key", f'add "{loc[-1]}"'
    if kind in ("enum", "literal_error"):
        return f"{_shown(fault['input'])} is not known here", f"write {fault['ctx']['expected']}"
    if kind in ("value_error", "assertion_error"):
        return str(fault["ctx"]["error"]), "correct this value"
    way = 'put "quotes" around it' if kind == "string_type" else "correct it"
    return in_words(fault), f"it says {_shown(fault['input'])}; {way}"


def in_words(fault: ErrorDetails) -> str:
    """The fault of a value in this program's words, not pydantic's."""
    kind, context = fault["type"], fault.get("ctx") or {}
    words = _WORDS.get(kind) or (_WRONG_TYPE.get(kind.split("_")[0]) if kind.endswith(_TYPE_ENDS) else None)
    return words.format(**context) if words else "not a value that fits here"


_TYPE_ENDS = ("_type", "_parsing", "_from_float", "_number")
_WRONG_TYPE = {
    "string": "must be text",
    "int": "must be a whole number",
    "float": "must be a number",
    "finite": "must be a number",
    "bool": "must be true or false",
    "dict": "must hold `key: value` lines",
    "model": "must hold `key: value` lines",
    "list": "must be a list",
    "tuple": "must be a list",
    "datetime": "must be a time",
    "timezone": "must be a time with an offset",
}
_WORDS = {
    "extra_forbidden": "unknown key",
    "missing": "missing key",
    "greater_than": "must be more than {gt:g}",
    "greater_than_equal": "must be at least {ge:g}",
    "less_than": "must be less than {lt:g}",
    "less_than_equal": "must be at most {le:g}",
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
    "string_pattern_mismatch": "holds a character that is not allowed here, or is too long",
    "too_short": "must have {min_length} or more of them",
    "too_long": "must have {max_length} or fewer of them",
    "timezone_aware": "must be a time with an offset",
    "json_invalid": "not JSON",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
}


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _line(loc: Loc | tuple[int | str, ...], lines: Lines) -> int:
    """The line of a path or of its nearest parent with a line; 0 without one."""
    for end in range(len(loc), 0, -1):
        if loc[:end] in lines:
            return lines[loc[:end]]
    return 0


def _first_key(model: type[BaseModel]) -> str:
    return next(iter(_keys(model)), "key")


def _keys(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


def keys_at(model: type[BaseModel], loc: Loc) -> list[str]:
    """The keys that a model accepts at a path; none for an unknown path."""
    kinds: list[Any] = [model]
    for part in loc:
        kinds = [inner for kind in kinds for inner in _step(kind, part)]
    return [key for kind in kinds for one in _members(kind) if _is_model(one) for key in _keys(one)]


def _step(kind: Any, part: int | str) -> list[Any]:
    inner: list[Any] = []
    for one in _members(kind):
        if _is_model(one):
            inner += [f.annotation for name, f in one.model_fields.items() if part in (name, f.alias)]
        elif get_origin(one) is not None:
            inner += [arg for arg in get_args(one)[-2:] if arg is not Ellipsis]
    return inner


def _members(kind: Any) -> list[Any]:
    union = get_origin(kind) in (Union, types.UnionType)
    return [member for arg in get_args(kind) for member in _members(arg)] if union else [kind]


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)
