"""The words of pages, tables and the terminal: a JSON file a language, named by its code, as in `en.json`.

A key that a language does not have is said in English.  `{}` is a place for a value; a `|` parts what is
said of one from what is said of many.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from gograde.core.record import CHANGES
from gograde.core.verdict import Verdict
from gograde.resources import languages, words_file

Texts = Mapping[str, str]
"""Words by key."""


@cache
def texts(language: str) -> Texts:
    """The words of a language; English for one that has no file."""
    return {**ENGLISH, **_read(language)} if language in languages() else ENGLISH


def _read(language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads(words_file(language).read_bytes())
    return words


def say(text: str, *values: object) -> str:
    """The text with the values in its places."""
    return text.format(*values)


def count(text: str, number: float, *shown: object) -> str:
    """The text for one or for many, with the number as it is shown, and other values, in their places."""
    one, _, many = text.partition("|")
    return (one if number == 1 or not many else many).format(*shown)


ENGLISH: Texts = {
    **{verdict.value: verdict.meaning for verdict in Verdict},
    **{f"change_{do}": words for do, words in CHANGES.items()},
    **_read("en"),
}
