"""Sources in forms that an interpreter or a compiler does not take: in another encoding, or in a notebook."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from gograde.intake.names import is_notebook, language_of
from gograde.intake.reading.forms.notebooks import in_python

_CODING = re.compile(rb"^(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)")
"""Where Python looks for the name of an encoding: in a comment of the first two lines."""

_MARKS = {codecs.BOM_UTF16_LE: "UTF-16", codecs.BOM_UTF16_BE: "UTF-16"}
CHINESE = "gb18030"


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
        elif language_of(path) and (found := in_utf_8(data)):
            forms.changed[path], encoding = found
            forms.notes[path] = f"read as {encoding}; save it as UTF-8"
    return forms


def _add_notebook(path: str, data: bytes, forms: SourceForms) -> None:
    try:
        notebook = in_python(data)
    except ValueError as error:
        forms.faults[path] = str(error)
        return
    forms.changed[path] = notebook.source
    forms.notes[path] = notebook.note


def in_utf_8(source: bytes) -> tuple[bytes, str] | None:
    """A source whose bytes are not in the encoding that it names, in UTF-8, and the name of its own.

    None for a source that can be decoded so, and for one in no encoding that is known.
    """
    named = _CODING.match(source)
    mark = next((mark for mark in _MARKS if source.startswith(mark)), b"")
    if not mark and _decodes(source, named[1].decode() if named else "utf-8"):
        return None
    encoding = _MARKS.get(mark, CHINESE)
    try:
        text = source.decode(encoding)
    except UnicodeDecodeError:
        return None
    data = text.encode("utf-8", "surrogatepass")
    named = _CODING.match(data)
    if named:
        data = data[: named.start(1)] + b"utf-8" + data[named.end(1) :]
    return data, encoding.upper().replace("GB1", "GB 1")


def _decodes(source: bytes, encoding: str) -> bool:
    try:
        source.decode(encoding)
    except (UnicodeError, LookupError):
        return False
    return True
