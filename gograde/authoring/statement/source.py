"""Finds the statement of a package, in the languages that it is written in."""

from __future__ import annotations

import mimetypes
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path

from gograde.errors import DataError, UsageError
from gograde.package.package import load_config, read_file

FOLDER = "statement"
_NAME = re.compile(r"statement\.([a-z]{2})\.md")
_FIRST = "en"
"""The language that is shown when none is asked for, where it is there."""


@dataclass(frozen=True)
class Statement:
    """The text of a statement in one language; `folder` is the package's."""

    folder: Path
    language: str
    title: str
    text: str

    @property
    def where(self) -> str:
        """The file that it was read from."""
        return str(self.folder / _path(self.language))

    def figure(self, name: str) -> tuple[str, bytes]:
        """The media type and the bytes of a picture that the text shows.

        Raises `DataError` for one that is not in the package, since a page must work on its own.
        """
        path = posixpath.normpath(posixpath.join(FOLDER, name))
        kind = mimetypes.guess_type(path)[0] or ""
        inside = path.startswith(f"{FOLDER}/") and "://" not in name
        if not inside or not kind.startswith("image/"):
            fix = f"put the picture into {FOLDER}/ and name it from there"
            raise DataError(self.where, f"shows {name!r}, which is no picture of the package", fix)
        return kind, read_file(self.folder, path)


def statement_of(folder: Path, language: str | None) -> Statement:
    """The statement of the package in a folder; raises `UsageError` for a language that it is not in.

    The files are not compared with the descriptor, so that authors can look at what they write.
    """
    config, languages = load_config(folder), languages_of(folder)
    if not languages:
        fix = f"write {_path(_FIRST)}"
        raise DataError(str(folder / FOLDER), "no statement", fix)
    chosen = language or (_FIRST if _FIRST in languages else languages[0])
    if chosen not in languages:
        fix = f"choose one of these: {', '.join(languages)}"
        raise UsageError(f"--language {chosen}", f"{config.id} has no statement in it", fix)
    data = read_file(folder, _path(chosen))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise DataError(str(folder / _path(chosen)), "not UTF-8", "save it as UTF-8") from None
    return Statement(folder, chosen, config.title_in(chosen), text)


def languages_of(folder: Path) -> tuple[str, ...]:
    """The languages in which the package in a folder has a statement, sorted."""
    found = (_NAME.fullmatch(path.name) for path in (folder / FOLDER).glob("statement.*.md"))
    return tuple(sorted(match[1] for match in found if match))


def _path(language: str) -> str:
    return f"{FOLDER}/statement.{language}.md"
