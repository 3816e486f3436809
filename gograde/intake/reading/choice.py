"""Chooses between the programs of one submission where one of them is clearly the one that is meant."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence

from gograde.intake.names import is_notebook
from gograde.intake.reading.outline import skeleton_digest
from gograde.intake.reading.texts import without_comments
from gograde.intake.wanted import Wanted

ASIDE = frozenset({"old", "backup", "bak", "copy", "draft", "tmp", "temp", "副本", "备份"})
"""Words in the name of a file that its author put aside."""


def chosen(candidates: Sequence[str], files: Mapping[str, bytes], contract: Wanted) -> list[str]:
    """The candidates that remain: one when the choice is clear.

    Of equal programs the first counts, of a notebook and its export the export, of a program and one that it
    names the former; then the name that is most like those of the contract.
    """
    left = _different(candidates, files)
    left = _calling(left, files) if len(left) > 1 else left
    return _fitting(left, contract) if len(left) > 1 else left


def _different(candidates: Sequence[str], files: Mapping[str, bytes]) -> list[str]:
    """The first of each equal programs (layout and comments aside), without notebooks that were exported."""
    exported = {posixpath.splitext(path)[0] for path in candidates if not is_notebook(path)}
    found: dict[object, str] = {}
    for path in sorted(candidates, key=lambda path: (path.count("/"), path)):
        if not (is_notebook(path) and posixpath.splitext(path)[0] in exported):
            found.setdefault(skeleton_digest(files[path]) or files[path], path)
    return sorted(found.values())


def _calling(candidates: Sequence[str], files: Mapping[str, bytes]) -> list[str]:
    """The candidates that no other one names in a string, as one that it starts or reads."""
    texts = {path: without_comments(path, files[path]).decode("utf-8", "replace") for path in candidates}

    def is_named(path: str) -> bool:
        return any(_names(text, path) for other, text in texts.items() if other != path)

    return [path for path in candidates if not is_named(path)] or list(candidates)


def _names(text: str, path: str) -> bool:
    """Whether a text has the name of a file, or is on a line of its own the name of its module."""
    name = posixpath.basename(path)
    return name in text or posixpath.splitext(name)[0] in text.split("\n")


def _fitting(candidates: Sequence[str], contract: Wanted) -> list[str]:
    """The candidates whose names hold that name of the contract which comes first; all when none does."""
    order = [_words(name) for name in contract.entries]

    def place(path: str) -> int:
        words = _words(path)
        fits = (at for at, wanted in enumerate(order) if _holds(words, wanted) and not ASIDE & set(words))
        return next(fits, len(order))

    places = {path: place(path) for path in candidates}
    return [path for path in candidates if places[path] == min(places.values())]


def _words(path: str) -> list[str]:
    """The words of a file's name in small letters: `Board9 (2).py` has `board9` and `2`."""
    return re.findall(r"[^\W_]+", posixpath.splitext(posixpath.basename(path))[0].lower())


def _holds(words: Sequence[str], wanted: Sequence[str]) -> bool:
    starts: Iterable[int] = range(len(words) - len(wanted) + 1)
    return any(list(words[at : at + len(wanted)]) == list(wanted) for at in starts)
