"""Turns pydantic's errors into errors with the place, the fault and the way to mend it."""

from __future__ import annotations

import difflib
import types
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from gograde.errors import DataError

M = TypeVar("M", bound=BaseModel)

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
