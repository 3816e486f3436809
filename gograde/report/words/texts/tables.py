"""The table of a language."""

from __future__ import annotations

from collections.abc import Mapping

from gograde.report.words.texts.chinese import CHINESE
from gograde.report.words.texts.english import ENGLISH

Texts = Mapping[str, str]
"""Words by key.  `{}` is a place for a value; a `|` parts what is said of one from what is said of many."""

TABLES: Mapping[str, Texts] = {"en": ENGLISH, "zh": CHINESE}


def texts(language: str) -> Texts:
    """The table of a language; English for one that has none."""
    return TABLES.get(language, ENGLISH)


def say(text: str, *values: object) -> str:
    """The text with the values in its places."""
    return text.format(*values)


def count(text: str, number: float, *shown: object) -> str:
    """The text for one or for many, with the number as it is shown, and other values, in their places."""
    one, _, many = text.partition("|")
    return (one if number == 1 or not many else many).format(*shown)
