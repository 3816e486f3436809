"""The safe form of each kind of output: every check names what it found."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

import openpyxl
import pyarrow.parquet
from markdown_it import MarkdownIt

from tests.injection.payloads import WORD

Check = Callable[[bytes], Iterator[str]]

UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
JOINERS = "\u200c\u200d"
FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
OLD_COMMAND = re.compile(r"##[A-Za-z]*\[")
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
ENDS_OF_LINES = re.compile("[\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")


# -- text that a person or a build server reads ---------------------------------------------


def text(data: bytes) -> Iterator[str]:
    """Text for a terminal or a log: nothing that a terminal obeys, no command to a build server."""
    yield from unseen(data.decode("utf-8"))
    yield from commands(data.decode("utf-8"))
    if f"49{WORD}" in data.decode("utf-8"):
        yield "is calculated: {{7*7}}"


def unseen(shown: str) -> Iterator[str]:
    """Characters that a reader does not see."""
    for char in sorted(set(shown) - set("\n\t") - set(JOINERS)):
        if unicodedata.category(char) in UNSEEN:
            yield f"holds {char!r}: …{around(shown, shown.index(char))}…"


def commands(shown: str) -> Iterator[str]:
    """Commands to a build server, by the rules of their runners."""
    for line in ENDS_OF_LINES.split(shown):
        if line.lstrip().startswith("::") or OLD_COMMAND.search(line):
            yield f"is a command: {line[:80]!r}"


def around(shown: str, at: int) -> str:
    return ascii(shown[max(0, at - 30) : at + 30])


# -- GitHub ---------------------------------------------------------------------------------

OURS = re.compile(r"::(error|notice)( (file=[^:,]*,)?(line=[0-9]+,)?title=[^:,]*)?::[^\n]*")


def github(data: bytes) -> Iterator[str]:
    """Workflow commands: only those that we write, one a line, and nothing between them."""
    yield from unseen(data.decode("utf-8"))
    lines = ENDS_OF_LINES.split(data.decode("utf-8"))
    yield from (f"is a command: {line[:80]!r}" for line in lines if OLD_COMMAND.search(line))
    for line in lines:
        if line.lstrip().startswith("::") and not OURS.fullmatch(line):
            yield f"is no command of ours: {line[:80]!r}"


# -- Markdown -------------------------------------------------------------------------------

MARKUP = {
    "html_block", "html_inline", "link_open", "image", "code_inline", "strong_open", "em_open", "s_open",
}  # fmt: skip
BLOCKS = {"heading_open", "paragraph_open", "inline", "fence", "table_open"}


def markdown(data: bytes) -> Iterator[str]:
    """Markdown whose only marks are ours: headings, paragraphs, tables, fenced blocks."""
    yield from text(data)
    parser = MarkdownIt("gfm-like", {"html": True, "linkify": False}).enable("table")
    for token in parser.parse(data.decode("utf-8")):
        for inner in [token, *(token.children or [])]:
            if inner.type in MARKUP:
                yield f"holds {inner.type}: {inner.content[:60] or inner.attrs!r}"
        if token.type.endswith("_open") and token.level == 0 and token.type not in BLOCKS:
            yield f"holds {token.type}"
        if token.type == "fence" and token.info != "text":
            yield f"holds a fenced block of its own: {token.content[:60]!r}"


# -- pages ----------------------------------------------------------------------------------

ELEMENTS: Mapping[str, set[str]] = {
    tag: set(attributes.split())
    for tag, attributes in {
        "html": "lang", "head": "", "meta": "charset http-equiv content name", "title": "", "style": "",
        "body": "data-scrolls", "header": "", "nav": "aria-label", "section": "aria-labelledby",
        "div": "class tabindex role aria-label aria-labelledby data-for hidden", "p": "class",
        "h1": "", "h2": "id", "h3": "id", "h4": "id",
        "main": "", "ul": "class", "li": "class id", "b": "", "span": "class title", "small": "class",
        "strong": "", "table": "class id", "thead": "", "tbody": "", "tfoot": "",
        "tr": "data-tags data-moves data-illegal data-ply data-keeping data-said data-column-0 data-column-1",
        "template": "id data-step-through data-to-first data-to-previous data-to-next data-to-last data-ply "
        "data-black-plays data-white-plays data-passes data-illegal data-empty-board",
        "code": "", "pre": "tabindex", "mark": "",
        "th": "class scope rowspan colspan title data-column data-key", "td": "class data-key", "br": "",
        "a": "href rel", "dl": "class", "dt": "", "dd": "class", "article": "class id", "figure": "class",
        "figcaption": "class", "details": "id open", "summary": "", "bdi": "", "footer": "", "script": "",
        "label": "", "input": "type id autocomplete", "select": "id data-column", "option": "value",
        "output": "class data-shown",
        "svg": "class width height viewbox role aria-hidden aria-label xmlns",
        "img": "class src alt width height",
        "defs": "", "use": "href",
        "rect": "class x y width height rx fill stroke stroke-width",
        "g": "id class fill stroke stroke-width "
        "stroke-linecap font-family font-size text-anchor", "line": "class x1 y1 x2 y2 stroke stroke-width "
        "stroke-linecap", "circle": "class cx cy r fill stroke stroke-width stroke-dasharray",
        "path": "class d fill stroke stroke-width stroke-linecap stroke-linejoin", "text": "class x y fill "
        "text-anchor font-family font-size dominant-baseline dy",
    }.items()
}  # fmt: skip
"""The elements that our templates and drawings write, with their attributes."""

QUOTED = {"data-key", "aria-label", "alt", "title"}
"""Attributes whose values may hold a student's text."""

ADDRESS = re.compile(
    r"(((\.\./)?(staff|students)/)?[\w.~-]+\.html)?(#[\w.~/-]*)?|[a-z/_-]+\.(csv|json)"
    r"|\.\./index\.html|measured/cpu\.html"
    r"|league-[\w.~-]+/games\.html(#g-\d+-\d+)?|\.\./league-[\w.~-]+\.html|game-\d{4,}\.sgf"
)
PICTURE = re.compile(
    r"data:image/png;base64,[A-Za-z0-9+/=]+"
    r"|(\.\./students/)?[\w.~-]+-pictures/[0-9a-f]{20}\.png|[a-z/-]+\.svg"
)
ADDRESSES = {"href": ADDRESS, "src": PICTURE}

SERVED: Mapping[str, set[str]] = {
    **ELEMENTS,
    **{
        tag: ELEMENTS.get(tag, set()) | set(attributes.split())
        for tag, attributes in {
            "link": "rel href", "nav": "class lang", "a": "aria-current", "script": "type src", "kbd": "",
            "image": "href width height", "path": "opacity", "button": "type data-key disabled data-out "
            "data-number aria-label data-does data-word id hidden", "form": "data-does data-export class",
            "input": "value maxlength autocomplete name required list inputmode size disabled type "
            "placeholder", "select": "name",
            "datalist": "id", "progress": "id max value aria-label", "label": "class hidden",
            "p": "id role hidden aria-live aria-label", "div": "id data-sitting role",
            "span": "id data-shown data-decided data-size aria-hidden", "tr": "class",
            "section": "id hidden", "ul": "id", "pre": "id hidden", "small": "class",
        }.items()
    },
}  # fmt: skip
"""The elements of pages that `gograde view` serves."""

PART = r"index\.html|review|corrections|regrade|marks"
LOOKED_UP = re.compile(rf"(\.\./)?({PART})(\?student=[\w.~%-]+)?|table\?name=\w+|data:,")
DIGEST = re.compile(r"'sha256-[\w+/]{43}='")  # its letters may be any
SCRIPT = re.compile(r"static/classroom/[a-z]+\.js")


def _is_address(name: str, value: str) -> bool:
    return name in ADDRESSES and ADDRESSES[name].fullmatch(value) is not None


def _is_served(name: str, value: str) -> bool:
    more = {"href": (LOOKED_UP, PICTURE), "src": (SCRIPT,)}.get(name, ())
    return _is_address(name, value) or any(one.fullmatch(value) for one in more)


class _Reader(HTMLParser):
    """Notes everything in a page that is not of our templates."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.elements, self.quoted, self.is_address = ELEMENTS, QUOTED, _is_address

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.elements:
            self.found.append(f"element {tag}")
        for name, value in attrs:
            self._attribute(tag, name, DIGEST.sub("", value or ""))

    def _attribute(self, tag: str, name: str, value: str) -> None:
        if name not in self.elements.get(tag, {name}):
            self.found.append(f"attribute {tag} {name}={value[:40]!r}")
        if name not in self.quoted and WORD in value and not self.is_address(name, value):
            self.found.append(f"text in {tag} {name}={value[:60]!r}")
        if name in ADDRESSES and not self.is_address(name, value):
            self.found.append(f"address {value[:60]!r}")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem and WORD in data:
            self.found.append(f"text in {self.cdata_elem}: {data[:60]!r}")

    def handle_comment(self, data: str) -> None:
        self.found.append(f"comment, declaration or instruction {data[:60]!r}")

    unknown_decl = handle_pi = handle_comment


def page(data: bytes) -> Iterator[str]:
    """A page with nothing but what our templates write."""
    reader = _Reader()
    reader.feed(data.decode("utf-8"))
    reader.close()
    yield from dict.fromkeys(reader.found)
    yield from text(data)


INSIDE = ("#", "data:image/png;base64,")
"""How an address of something in the drawing itself begins."""


def served(data: bytes) -> Iterator[str]:
    """A page that `gograde view` serves, or a part of one, which is for staff and can be worked with."""
    reader = _Reader()
    reader.elements, reader.quoted, reader.is_address = SERVED, QUOTED | {"value"}, _is_served
    reader.feed(data.decode("utf-8"))
    reader.close()
    yield from dict.fromkeys(reader.found)
    yield from text(data)


class _Drawing(HTMLParser):
    """Notes what a drawing could do besides being looked at."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "foreignobject", "iframe", "a", "animate", "set"):
            self.found.append(f"element {tag}")
        for name, value in attrs:
            if name.startswith("on") or (name.endswith("href") and not (value or "").startswith(INSIDE)):
                self.found.append(f"attribute {tag} {name}={value!r}")


def drawing(data: bytes) -> Iterator[str]:
    """An SVG that nothing can be done with, and that asks for nothing."""
    reader = _Drawing()
    reader.feed(data.decode("utf-8"))
    yield from dict.fromkeys(reader.found)
    yield from text(data)


def pixels(data: bytes) -> Iterator[str]:
    """A PNG."""
    if not data.startswith(b"\x89PNG\r\n\x1a\n"):
        yield f"is no PNG: {data[:20]!r}"


# -- tables ---------------------------------------------------------------------------------


def formulas(value: object) -> Iterator[str]:
    """A cell that a spreadsheet would reckon, or that breaks its row."""
    if isinstance(value, str):
        if FORMULA.match(value) and not NUMBER.fullmatch(value):
            yield f"a formula: {value[:60]!r}"
        if ENDS_OF_LINES.search(value) or "\t" in value:
            yield f"a cell of more than a line: {value[:60]!r}"
        yield from unseen(value)


def mails(data: bytes) -> Iterator[str]:
    """CSV whose last cell is a text of many lines for a mail, the rest as in a table."""
    rows = list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))
    for *cells, mail in rows:
        yield from (found for cell in cells for found in formulas(cell))
        yield from unseen(mail)
        if len(cells) != len(rows[0]) - 1 or FORMULA.match(mail):
            yield f"a row that is none: {mail[:60]!r}"


def table(data: bytes) -> Iterator[str]:
    """CSV: as many cells in each row, no formula among them."""
    yield from text(data)
    rows = list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))
    if {len(row) for row in rows} != {len(rows[0])}:
        yield "rows of several lengths"
    yield from (found for row in rows for cell in row for found in formulas(cell))


def workbook(data: bytes) -> Iterator[str]:
    """A workbook whose cells are text and numbers, without links and names of its own."""
    book = openpyxl.load_workbook(io.BytesIO(data))
    yield from (f"a name: {name}" for name in book.defined_names)
    for row in book.active.iter_rows():
        for cell in row:
            if cell.data_type not in ("s", "n", "inlineStr") or cell.hyperlink is not None:
                yield f"{cell.coordinate} is {cell.data_type}: {cell.value!r}"
            yield from formulas(cell.value)


def parquet(data: bytes) -> Iterator[str]:
    """Columns of text and numbers; the text is what a table may hold."""
    columns = pyarrow.parquet.read_table(io.BytesIO(data)).to_pydict()
    yield from (found for values in columns.values() for value in values for found in formulas(value))


# -- JSON and XML ---------------------------------------------------------------------------


def strict_json(data: bytes) -> Iterator[str]:
    """JSON by the letter: no NaN, no key twice, no half characters; as text harmless too."""
    yield from text(data)
    try:
        value = json.loads(data, parse_constant=_refuse, object_pairs_hook=_unique)
    except ValueError as error:
        yield f"no JSON: {error}"
        return
    json.dumps(value, ensure_ascii=False).encode("utf-8")


def _refuse(name: str) -> Any:
    raise ValueError(name)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key occurs twice")
    return dict(pairs)


FORMATS = {"output_format", "test_output_format", "test_name_format", "name_format"}


def gradescope(data: bytes) -> Iterator[str]:
    """What Gradescope reads: everything shown is declared to be plain text."""
    yield from strict_json(data)
    whole = json.loads(data)
    for part in (whole, *whole["tests"]):
        yield from (f"{key} is {part[key]}" for key in FORMATS & part.keys() if part[key] != "text")
        yield from (found for key in ("output", "name") for found in unseen(part.get(key, "")))


NODES = {"testsuites", "testsuite", "testcase", "properties", "property", "failure", "error", "skipped"}
NODES |= {"system-out", "system-err"}


def junit(data: bytes) -> Iterator[str]:
    """JUnit XML: parses, and holds only the elements of the format."""
    yield from text(data)
    for node in ET.fromstring(data).iter():
        if node.tag not in NODES:
            yield f"element {node.tag}"


def without_colours(data: bytes) -> bytes:
    """What is left of text for a terminal without the colours that a table is drawn in."""
    return re.sub(rb"\x1b\[[0-9;]*m", b"", data)
