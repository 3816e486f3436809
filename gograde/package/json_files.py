"""Reads JSON that people or gograde wrote; loads nothing else, since every job that scores reads some."""

from __future__ import annotations

import json
from typing import Any

from gograde.codec import strict_json
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
        return strict_json(text_of(data, where))
    except json.JSONDecodeError as error:
        raise DataError(
            f"{where}:{error.lineno}:{error.colno}", f"not JSON: {error.msg}", "mend the line"
        ) from None
    except ValueError as error:
        raise DataError(where, f"not JSON: {error}", "mend the value") from None
