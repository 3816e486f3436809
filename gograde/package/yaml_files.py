"""Reads YAML and JSON files that people write into records.

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
from enum import Enum
from functools import reduce
from itertools import islice
from operator import ge, getitem, gt, le, lt
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NoReturn,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import yaml
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from gograde.codec import of_value
from gograde.errors import DataError
from gograde.package.contents import parse_json, text_of

M = TypeVar("M", bound=Struct)

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


class Written(dict[str, Any]):
    """The `key: value` lines of the file `where`, with the line (from 1) of every key and item, by path."""

    def __init__(self, value: Mapping[str, Any], where: str, lines: Lines) -> None:
        super().__init__(value)
        self.where, self.lines = where, lines

    def place(self, word: str) -> str:
        """The file, and the first line with a word where there is one."""
        words = (line for loc, line in self.lines.items() if cast(Any, reduce)(getitem, loc, self) == word)
        return ":".join([self.where, *map(str, islice(words, 1))])


def read_mapping(path: Path, fix: str) -> Written:
    """A file of `key: value` lines; raises `DataError` for any other."""
    value, lines = parse_yaml(read_capped(path), str(path))
    if not isinstance(value, dict):
        raise DataError(str(path), _KEYED, fix)
    return Written(value, str(path), lines)


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


Loc = tuple[int | str, ...]
Lines = Mapping[Loc, int]


def validate(value: Any, model: type[M], where: str, lines: Lines) -> M:
    """`value` as a `model`; raises `DataError` for the first fault in the file."""
    try:
        return of_value(model, value)
    except ValueError:
        faults = sorted(_faults(value, model, ()), key=lambda fault: (fault.rank, _line(fault.loc, lines)))
        raise _data_error(faults, where, lines) from None


def written(loc: Loc) -> str:
    """A path as people write it: `groups[2].weight`."""
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question with the name of `known` that is closest to `word`, else the list of known names."""
    names = sorted(known)
    if close := difflib.get_close_matches(word, names, n=1, cutoff=0.6):
        return f'did you mean "{close[0]}"?'
    return f"use one of: {', '.join(names)}" if names else "there is none to choose"


class _Fault(NamedTuple):
    """A fault at a path; of several in a file the lowest `rank` is the cause of others."""

    loc: Loc
    what: str
    fix: str
    rank: int = 1


def _data_error(faults: list[_Fault], where: str, lines: Lines) -> DataError:
    fault = faults[0]
    line = _line(fault.loc, lines)
    notes = [f"line {line}"] if line else []
    notes += [f"{len(faults) - 1} more after this one"] if len(faults) > 1 else []
    place = f"{where}: {written(fault.loc)}" if fault.loc else where
    return DataError(place, fault.what, f"{fault.fix} ({', '.join(notes)})" if notes else fault.fix)


def _faults(value: Any, kind: Any, loc: Loc) -> list[_Fault]:
    """The faults of a value that should be of a kind: those of its parts, else its own."""
    bare = _bare(kind)
    if get_origin(bare) in (Union, types.UnionType):
        members = [_faults(value, member, loc) for member in get_args(bare) if member is not types.NoneType]
        return [] if value is None and types.NoneType in get_args(bare) else min(members, key=len)
    parts = [fault for part in _parts(value, bare, loc) for fault in part]
    return parts or _own_fault(value, kind, loc)


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _parts(value: Any, bare: Any, loc: Loc) -> Iterator[list[_Fault]]:
    """The faults of the parts of a mapping or a list that should be of this kind."""
    inner = [kind for kind in get_args(bare) if kind is not Ellipsis]
    if _is_record(bare) and isinstance(value, dict):
        yield from _record_parts(value, bare, loc)
    elif isinstance(value, dict) and len(inner) == 2 and get_origin(bare) is not tuple:
        for key, item in value.items():
            yield [
                fault._replace(what=_NO_NAME, fix=_A_NAME) for fault in _faults(key, inner[0], (*loc, key))
            ]
            yield _faults(item, inner[1], (*loc, key))
    elif isinstance(value, list) and inner and get_origin(bare) in (tuple, list):
        kinds = inner if len(inner) > 1 else inner * len(value)
        yield from (
            _faults(item, kind, (*loc, n)) for n, (item, kind) in enumerate(zip(value, kinds, strict=False))
        )


def _record_parts(value: dict[str, Any], model: type[Struct], loc: Loc) -> Iterator[list[_Fault]]:
    known = {field.encode_name: field for field in fields(model)}
    hints = get_type_hints(model, include_extras=True)
    if model.__struct_config__.forbid_unknown_fields:
        for key in value.keys() - known.keys():
            # A misspelt key also gives a missing key.
            yield [_Fault((*loc, key), "unknown key", did_you_mean(key, known), rank=0)]
    for name, field in known.items():
        if name in value:
            yield _faults(value[name], hints[field.name], (*loc, name))
        elif field.default is field.default_factory is NODEFAULT:
            yield [_Fault((*loc, name), "missing key", f'add "{name}"')]


_NO_NAME = "not a name that fits here"
_A_NAME = "write lower-case letters, digits and hyphens, a letter first"
_KEYED = "must hold `key: value` lines"


def _own_fault(value: Any, kind: Any, loc: Loc) -> list[_Fault]:
    """The fault of a whole whose parts have none."""
    bare = _bare(kind)
    try:
        of_value(kind, value)
        return []
    except ValueError as error:
        cause = error.__cause__ and error.__cause__.__cause__
        if isinstance(cause, ValueError):
            return [_Fault(loc, str(cause), "correct this value")]
    known = _literals(bare)
    if known:
        choice = " or ".join(filter(None, (", ".join(known[:-1]), known[-1])))
        return [_Fault(loc, f"{_shown(value)} is not known here", f"write {choice}")]
    if _is_record(bare) and not loc:
        return [_Fault(loc, _KEYED, f"start with {fields(bare)[0].encode_name}: …")]
    way = 'put "quotes" around it' if bare is str and not isinstance(value, str) else "correct it"
    return [_Fault(loc, _in_words(value, kind), f"it says {_shown(value)}; {way}")]


def _literals(bare: Any) -> list[str]:
    if get_origin(bare) is Literal:
        return [repr(value) for value in get_args(bare)]
    return [repr(one.value) for one in bare] if isinstance(bare, type) and issubclass(bare, Enum) else []


def _in_words(value: Any, kind: Any) -> str:
    """What a value of this kind must be that this value is not."""
    bare = _bare(kind)
    try:
        of_value(bare, value)
    except ValueError:
        return _TYPES.get(
            get_origin(bare) or bare, _KEYED if _is_record(bare) else "not a value that fits here"
        )
    for limits in getattr(kind, "__metadata__", ()):
        for name, holds, words in _LIMITS:
            limit = getattr(limits, name)
            if limit is not None and not holds(value, limit):
                return words.format(limit, "characters" if bare is str else "of them")
    return "holds a character that is not allowed here, or is too long"


_TYPES: Mapping[Any, str] = {
    str: "must be text",
    int: "must be a whole number",
    float: "must be a number",
    bool: "must be true or false",
    dict: _KEYED,
    Mapping: _KEYED,
    list: "must be a list",
    tuple: "must be a list",
}
_LIMITS: tuple[tuple[str, Any, str], ...] = (
    ("gt", gt, "must be more than {:g}"),
    ("ge", ge, "must be at least {:g}"),
    ("lt", lt, "must be less than {:g}"),
    ("le", le, "must be at most {:g}"),
    ("multiple_of", lambda value, unit: value % unit == 0, "must be a multiple of {:g}"),
    ("min_length", lambda value, least: len(value) >= least, "must have {} or more {}"),
    ("max_length", lambda value, most: len(value) <= most, "must have {} or fewer {}"),
)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _line(loc: Loc, lines: Lines) -> int:
    """The line of a path or of its nearest parent with a line; 0 without one."""
    for end in range(len(loc), 0, -1):
        if loc[:end] in lines:
            return lines[loc[:end]]
    return 0


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)
