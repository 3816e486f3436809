"""The one base of records, and the one codec: a record is what one step writes and another reads.

A record is frozen.  Its file is ASCII JSON with sorted keys, and what is read has no unknown key, no value of
another type, and no number that is none.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NoReturn, TypeVar, dataclass_transform

import msgspec
from msgspec import UNSET, Struct, UnsetType

T = TypeVar("T")


class _ByKeywords(msgspec.StructMeta):
    """Has every record made by keywords, unless it says otherwise; msgspec inherits all but this."""

    def __new__(mcls, name: str, bases: tuple[type, ...], fields: dict[str, Any], **said: Any) -> _ByKeywords:
        return super().__new__(mcls, name, bases, fields, **{"kw_only": True, **said})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Record(Struct, frozen=True, forbid_unknown_fields=True, metaclass=_ByKeywords):
    """A value that crosses a border: of a step, of a box, of a file."""


class FileRecord(Record):
    """A record that is a whole file, whose head says what it was made from (`gograde.grading.records`)."""

    made_from: Mapping[str, str] | UnsetType = UNSET

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "made_from", UNSET)


def replace(record: T, /, **changes: Any) -> T:
    """A copy of a record or a dataclass with other values; they are checked where it is written or read."""
    change: Callable[..., T] = msgspec.structs.replace if isinstance(record, Struct) else dataclasses.replace
    return change(record, **changes)


def field_names(record: Any) -> tuple[str, ...]:
    """The names of the fields of a record or a dataclass, or of its type."""
    if hasattr(record, "__struct_fields__"):
        return tuple(name for name in record.__struct_fields__ if name != "made_from")
    return tuple(field.name for field in dataclasses.fields(record))


def part_of(kind: type[T], whole: object, /, **more: Any) -> T:
    """The record of a kind whose fields a larger value has, apart from `more`."""
    return kind(**{name: getattr(whole, name) for name in field_names(kind) if name not in more}, **more)


def strict_json(text: str) -> Any:
    """The value of a JSON text without a key twice and with finite numbers alone; raises `ValueError`."""
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key, part in pairs:
        if key in value:
            raise ValueError(f"the key {key!r} occurs twice")
        value[key] = part
    return value


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    return number if math.isfinite(number := float(text)) else _refuse(text)


def to_value(record: Any) -> Any:
    """A record, or what holds records, as a value of JSON; bytes stay bytes."""
    return msgspec.to_builtins(
        record, builtin_types=(bytes,), str_keys=True, enc_hook=lambda own: own.to_value()
    )


def to_json(record: Any) -> bytes:
    """One line of ASCII JSON with sorted keys; a lone surrogate stands for a byte that is not UTF-8.

    A record is written as it is read back: a whole number where its type has a real one is a real one.
    """
    value = to_value(record)
    if isinstance(record, Record):
        value = to_value(of_value(type(record), value))
    return json.dumps(value, sort_keys=True, ensure_ascii=True, allow_nan=False).encode() + b"\n"


def of_json(kind: type[T], data: bytes | str) -> T:
    """The record in a line or file of JSON as `to_json` writes it; raises `ValueError`."""
    try:
        record: T = _decoder(kind).decode(data)  # type: ignore[arg-type]
        return record
    except (msgspec.MsgspecError, RecursionError):  # msgspec alone reads no lone surrogates
        return of_value(kind, strict_json(data if isinstance(data, str) else data.decode()))


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def of_value(kind: type[T], value: Any) -> T:
    """The record in a value of JSON; raises `ValueError`.

    What msgspec does not know is read by its type's own `of_value`, and written by its `to_value`.
    """
    try:
        return msgspec.convert(value, kind, dec_hook=lambda own, inner: own.of_value(inner))
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(str(error)) from error
