"""Sources in forms that an interpreter or a compiler does not take: in another encoding, or in a notebook."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from gograde.intake.languages import SOURCES
from gograde.intake.names import is_notebook
from gograde.intake.reading.notebooks import in_python

_COMMENT = rb"[ \t\f]*(?:#|//|/\*|--)[^\n]*"
_CODING = re.compile(rb"(?:(?:%s|[ \t\f\r]*)\n)?%s?coding[:=][ \t]*([-\w.]+)" % (_COMMENT, _COMMENT))
"""Where Python and editors look for the name of an encoding: in a comment of the first two lines."""

_WIDE = {"big5": "Big5", "gb18030": "GB 18030"}
_TITLES = {"utf-8-sig": "", "gb2312": "GB 18030", **_WIDE, "cp1252": "Windows-1252", "latin-1": "Latin-1"}
"""Encodings in the order in which they are tried; the last decodes everything."""

_IN_A_ROW = re.compile(rb"[\x80-\xff]{3}")
"""Is in each longer Chinese text; of Latin letters such as these hardly ever three follow each other."""


@dataclass(frozen=True)
class SourceForms:
    """Sources by path as the interpreter takes them, what is said of them, and why others are unreadable."""

    changed: dict[str, bytes] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)


def source_forms(files: Mapping[str, bytes]) -> SourceForms:
    """All sources of a submission that need another form."""
    forms = SourceForms()
    for path, data in files.items():
        if is_notebook(path):
            _add_notebook(path, data, forms)
        elif path.lower().endswith(SOURCES):
            source, encoding = in_utf_8(data)
            forms.changed.update({path: source} if source != data else {})
            forms.notes.update({path: f"read as {encoding}; save it as UTF-8"} if encoding else {})
    return forms


def _add_notebook(path: str, data: bytes, forms: SourceForms) -> None:
    try:
        notebook = in_python(data)
    except ValueError as error:
        forms.faults[path] = str(error)
        return
    forms.changed[path] = notebook.source
    forms.notes[path] = notebook.note


def in_utf_8(source: bytes) -> tuple[bytes, str]:
    """A source as every compiler takes it: in UTF-8, without a mark, and naming no other encoding.

    Also the title of its own encoding; empty where that is UTF-8, or the one that the source names.
    """
    marked = {"utf-16": "UTF-16"} if source[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else {}
    named = {found[1].decode(): ""} if (found := _CODING.match(source)) else {}
    left_out = () if _IN_A_ROW.search(source) else _WIDE
    order = dict.fromkeys((*marked, *named, *(one for one in _TITLES if one not in left_out)))
    decoded = ((text, encoding) for encoding in order if (text := _decoded(source, encoding)) is not None)
    text, encoding = next(decoded)
    data = text.encode("utf-8", "surrogatepass")
    found = _CODING.match(data)
    if found and not re.fullmatch(rb"(?i)utf[-_]?8", found[1]):
        data = data[: found.start(1)] + b"utf-8" + data[found.end(1) :]
    return data, {**_TITLES, **marked, **named}[encoding]


def _decoded(source: bytes, encoding: str) -> str | None:
    try:
        return source.decode(encoding)
    except (UnicodeError, LookupError):
        return None
