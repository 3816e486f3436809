"""Scores JSON values: numbers, texts, truths, lists and mappings, exactly or within a tolerance."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

from gograde.scoring.outcome import RIGHT, Outcome, wrong

Place = tuple[int | str, ...]

_LONGEST = 60


def score_value(reference: Any, answer: Any, tolerance: float = 0.0) -> Outcome:
    """Right when both are equal, part by part; `tolerance` is the most by which two numbers may differ.

    3 and 3.0 are equal, a truth is no number, and the order of a mapping's keys means nothing.
    The message names the first difference and says how many there are.
    """
    found = list(differences(reference, answer, tolerance))
    if not found:
        return RIGHT
    place, message = found[0]
    where = f"at {_named(place)}: " if place else ""
    more = f", and {len(found) - 1} more differ" if len(found) > 1 else ""
    return wrong(f"{where}{message}{more}")


def differences(
    reference: Any, answer: Any, tolerance: float = 0.0, place: Place = ()
) -> Iterator[tuple[Place, str]]:
    """Every difference: where, and in words."""
    if isinstance(reference, list | tuple) and isinstance(answer, list | tuple):
        if len(reference) != len(answer):
            yield place, f"{_count(len(answer))}, not {len(reference)}"
            return
        for index, (wanted, given) in enumerate(zip(reference, answer, strict=True)):
            yield from differences(wanted, given, tolerance, (*place, index))
    elif isinstance(reference, dict) and isinstance(answer, dict):
        yield from _key_differences(reference, answer, tolerance, place)
    elif not _equal(reference, answer, tolerance):
        yield place, f"{_shown(answer)}, not {_shown(reference)}"


def _key_differences(
    reference: dict[str, Any], answer: dict[str, Any], tolerance: float, place: Place
) -> Iterator[tuple[Place, str]]:
    for key in reference.keys() | answer.keys() if reference.keys() != answer.keys() else ():
        if key not in answer:
            yield place, f"no {key!r}"
        elif key not in reference:
            yield place, f"nobody asked for {_shown(key)}"
    for key in (key for key in reference if key in answer):
        yield from differences(reference[key], answer[key], tolerance, (*place, key))


def _equal(reference: Any, answer: Any, tolerance: float) -> bool:
    if _is_number(reference) and _is_number(answer):
        return bool(reference == answer) or _near(reference, answer, tolerance)
    return type(reference) is type(answer) and bool(reference == answer)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _near(reference: float, answer: float, tolerance: float) -> bool:
    try:
        return math.isfinite(answer) and abs(reference - answer) <= tolerance
    except OverflowError:  # a whole number beyond all floats
        return False


def _named(place: Place) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")


def _count(number: int) -> str:
    return "1 part" if number == 1 else f"{number} parts"


def _shown(value: Any) -> str:
    """A value as short text, whatever it is."""
    try:
        text = json.dumps(value, ensure_ascii=True)
    except (TypeError, ValueError, RecursionError):
        text = "something that is no JSON"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
