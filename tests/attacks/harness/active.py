"""Whether a text is active where it is displayed: for each kind of output, the evidence or "".

The search is for text that the reader of that output obeys; the way of escaping does not matter.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from xml.etree import ElementTree

_TAKES_ADDRESS = ("href", "src", "action", "formaction", "srcset", "data", "style", "http-equiv")
_NUMBER = re.compile(r"[+-]?[0-9.]+([eE][+-]?[0-9]+)?")
_OWN_COMMANDS = ("::error ", "::notice ")
_OLD_COMMANDS = re.compile(r"##\[|##vso\[|##teamcity\[")
_REVERSING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


class _Page(HTMLParser):
    """Notes what of a page a browser would obey."""

    def __init__(self, marker: str) -> None:
        super().__init__(convert_charrefs=True)
        self.marker, self.found, self._inside = marker, "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        for name, value in ((tag, None), *attrs):
            told = (value or "") if name in _TAKES_ADDRESS or name.startswith("on") else name
            if self.marker in told.lower() or "javascript:" in told.lower():
                self.found = f"<{tag} {name}={value}>"

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style") and self.marker in data:
            self.found = f"in <{self._inside}>: {data[:80]}"

    def handle_comment(self, data: str) -> None:
        if self.marker in data:
            self.found = f"a comment: {data[:80]}"


def html(text: str, marker: str) -> str:
    """An element, an address, a script or a handler that holds the marker."""
    page = _Page(marker)
    page.feed(text)
    page.close()
    return page.found


def markdown(text: str, marker: str) -> str:
    """A link, a picture, markup or code that holds the marker where text should stand."""
    from markdown_it import MarkdownIt

    shown = MarkdownIt("commonmark", {"linkify": False}).enable("table").render(text)
    return html(shown, marker) or ("code made of it" if f"<code>{marker}" in shown else "")


def terminal(text: str, marker: str) -> str:
    """A character that a terminal obeys, or that turns the direction of what follows."""
    odd = {c for c in text if (unicodedata.category(c) == "Cc" and c not in "\n\t") or c in _REVERSING}
    return f"the characters {sorted(map(ascii, odd))}" if odd else ""


_TEX_COMMAND = re.compile(
    r"(?<!\\)\\(?!(usepackage|begin|end|caption|toprule|midrule|endhead|bottomrule|noindent"
    r"|text(backslash|asciitilde|asciicircum))\b|[&%$#_{}\\])"
)
_TEX_SIGN = re.compile(r"(?<!\\)[$#^~]|(?<!\\)(?<!^)%", re.MULTILINE)


def tex(text: str, marker: str) -> str:
    """A command of TeX that is not ours, or a sign that TeX obeys."""
    found = _TEX_COMMAND.search(text) or _TEX_SIGN.search(text)
    return text[found.start() :][:80] if found else ""


def log(text: str, marker: str) -> str:
    """A line that a build server takes for a command, not being ours."""
    lines = [line for line in text.split("\n") if line.lstrip().startswith("::")]
    foreign = [line for line in lines if not line.startswith(_OWN_COMMANDS)]
    return foreign[0][:80] if foreign else (found[0] if (found := _OLD_COMMANDS.search(text)) else "")


def table(text: str, marker: str) -> str:
    """A cell that a spreadsheet calculates, or a row with another number of cells."""
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if len({len(row) for row in rows}) > 1:
        return "rows of different length"
    cells = (cell for row in rows for cell in row if marker in cell)
    return next((cell[:80] for cell in cells if _calculated(cell)), "")


def _calculated(cell: str) -> bool:
    begins = cell.lstrip()[:1] in tuple("=+-@＝＋－＠")
    return (begins and not _NUMBER.fullmatch(cell)) or cell[:1] in ("\t", "\r")


def workbook(data: bytes, marker: str) -> str:
    """A cell of a workbook that is a formula."""
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data))
    cells = (cell for sheet in book for row in sheet.iter_rows() for cell in row)
    return next((str(cell.value)[:80] for cell in cells if cell.data_type == "f"), "")


def xml(text: str, marker: str) -> str:
    """An element named after the marker, or XML that is none any more."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return f"not XML: {error}"
    return next((f"<{one.tag}>" for one in root.iter() if marker in f"{one.tag}{list(one.attrib)}"), "")


def value(text: str, marker: str) -> str:
    """A key that is the marker, or JSON that is none any more."""
    try:
        keys = [key for key in _keys(json.loads(text)) if marker in key and not key.endswith(".html")]
    except ValueError as error:
        return f"not JSON: {error}"
    return f"the key {keys[0]}" if keys else ""


def _keys(inner: object) -> Iterator[str]:
    if isinstance(inner, dict):
        yield from inner
    for one in inner.values() if isinstance(inner, dict) else inner if isinstance(inner, list) else ():
        yield from _keys(one)


def template(text: str, marker: str) -> str:
    """`{{7*7}}` in front of the marker was calculated."""
    return "a template was filled in" if f"49{marker}" in text else ""


LOOKS: Mapping[str, tuple[Callable[[str, str], str], ...]] = {
    ".html": (html, terminal, log, template),
    ".md": (markdown, terminal, log, template),
    ".latex": (tex, terminal, log, template),
    ".csv": (table, terminal, log, template),
    ".xml": (xml, terminal, template),
    ".json": (value, terminal, template),
    ".txt": (terminal, log, template),
    ".log": (terminal, log, template),
}
"""What a kind of output is looked through for."""


def evidence(outputs: Mapping[str, bytes], marker: str) -> str:
    """The first output in which something is active."""
    for name, data in outputs.items():
        suffix = f".{name.rpartition('.')[2]}"
        if suffix == ".xlsx" and (found := workbook(data, marker)):
            return f"{name}: {found}"
        for look in LOOKS.get(suffix, ()):
            if found := look(data.decode(), marker):
                return f"{name}: {look.__name__}: {found}"
    return ""
