"""Reads YAML and JSON files that people write into pydantic models.

Duplicate keys, aliases and unknown keys are errors, since they hide mistakes.  Plain scalars are those
of YAML 1.2 (`no` is text, `1:30` is text, `007` as a key is text).  Every fault is a `DataError` that
names the file and the key.
"""

from __future__ import annotations

import re
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
"""The most levels of lists and mappings; the time to read them grows with their square."""


class _Loader(yaml.SafeLoader):
    """Reads plain scalars as the core schema of YAML 1.2 does; all others stay text."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 - PyYAML's name
    _depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        if self._depth >= _DEEPEST:
            raise RecursionError
        self._depth += 1
        try:
            return super().compose_node(parent, index)
        finally:
            self._depth -= 1


for _tag, _pattern, _first in (
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?(0|[1-9][0-9]*)", list("-+0123456789")),
    ("float", r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))([eE][-+]?[0-9]+)?", list("-+.0123456789")),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_pattern})$"), _first)


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
    loader = None
    try:
        loader = _Loader(text_of(data, where))
        node = loader.get_single_node()
        lines: dict[Loc, int] = {}
        return (None if node is None else _Builder(loader, where, lines).value(node, ())), lines
    except yaml.MarkedYAMLError as error:
        _syntax_fault(error, where)
    except yaml.YAMLError as error:
        raise DataError(
            where, f"not YAML: {str(error).splitlines()[0]}", "save it as plain UTF-8 text"
        ) from None
    except RecursionError:
        raise DataError(where, "nested too deeply", "write it flatter") from None
    finally:
        if loader is not None:
            loader.dispose()


class _Builder:
    """Turns YAML nodes into Python values and records their lines; rejects aliases and duplicate keys."""

    def __init__(self, loader: _Loader, where: str, lines: dict[Loc, int]) -> None:
        self._loader, self._where, self._lines = loader, where, lines
        self._seen: set[int] = set()

    def value(self, node: yaml.Node, loc: Loc) -> Any:
        self._refuse_alias(node)
        self._lines.setdefault(loc, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, loc)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*loc, index)) for index, item in enumerate(node.value)]
        return self._scalar(node)

    def _refuse_alias(self, node: yaml.Node) -> None:
        # A node that occurs twice is an alias; a few nested aliases can fill the memory.
        if id(node) in self._seen:
            self._fault(node, "an alias (*name) is not allowed here", "write the value out")
        self._seen.add(id(node))

    def _mapping(self, node: yaml.MappingNode, loc: Loc) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = self._key(key_node)
            if key in result:
                self._fault(key_node, f"{written((*loc, key))}: the key occurs twice", "keep one of the two")
            self._lines[(*loc, key)] = key_node.start_mark.line + 1
            result[key] = self.value(value_node, (*loc, key))
        return result

    def _key(self, node: yaml.Node) -> str:
        if not isinstance(node, yaml.ScalarNode):
            self._fault(node, "a key must be a word", "write `key: value`")
        return str(node.value)

    def _scalar(self, node: yaml.Node) -> Any:
        known = ("null", "bool", "int", "float", "str")
        if node.tag.removeprefix("tag:yaml.org,2002:") not in known:
            self._fault(node, f"the tag {node.tag} is not allowed here", "write a plain value")
        try:
            return self._loader.construct_object(node)
        except (ValueError, LookupError):  # PyYAML's own failures for bools and numbers
            kind = "neither true nor false" if node.tag.endswith(":bool") else "not a number"
            fix = "write true or false" if node.tag.endswith(":bool") else "write a number of usual size"
            self._fault(node, f"{str(node.value)[:40] or repr('')}: {kind}", fix)

    def _fault(self, node: yaml.Node, what: str, fix: str) -> NoReturn:
        raise DataError(f"{self._where}:{node.start_mark.line + 1}", what, fix)


def _syntax_fault(error: yaml.MarkedYAMLError, where: str) -> NoReturn:
    mark = error.problem_mark or error.context_mark
    place = f"{where}:{mark.line + 1}:{mark.column + 1}" if mark else where
    raise DataError(place, f"not YAML: {error.problem or error.context}", "mend the line") from None
