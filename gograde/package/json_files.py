"""Reads JSON that people or gograde wrote; loads nothing else, since every job that scores reads some."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from gograde.errors import DataError


def text_of(data: bytes, where: str) -> str:
    """The text; raises `DataError` unless it is UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(where, "not UTF-8 text", "save it as UTF-8") from None


def parse_json(data: bytes, where: str) -> Any:
    """The JSON value; raises `DataError` for duplicate keys, NaN and infinities too."""
    try:
        return json.loads(
            text_of(data, where), object_pairs_hook=_unique_pairs, parse_constant=_refuse_constant
        )
    except RecursionError:
        raise DataError(where, "nested too deeply", "write it flatter") from None
    except json.JSONDecodeError as error:
        raise DataError(
            f"{where}:{error.lineno}:{error.colno}", f"not JSON: {error.msg}", "mend the line"
        ) from None
    except ValueError as error:
        raise DataError(where, f"not JSON: {error}", "mend the value") from None


def _unique_pairs(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f"the key {key!r} occurs twice")
        result[key] = value
    return result


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")
