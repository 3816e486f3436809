"""A package's statement as its students read it: as Markdown, as one HTML page, and as a PDF of A4 pages."""

from __future__ import annotations

import html
import io
import mimetypes
import posixpath
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from gograde.authoring.registry import shipped_part
from gograde.errors import DataError, UsageError
from gograde.go.board import Board, Point, diagram
from gograde.package.contents import text_of
from gograde.package.package import load_config
from gograde.package.yaml_files import did_you_mean, read_capped
from gograde.pictures.draw import Diagram, Holding, png, rows_of

if TYPE_CHECKING:
    from gograde.authoring.spec_assignment import SpecAssignment
    from gograde.core.assignment import Batch

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
        return kind, read_capped(self.folder / path, links=False)


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
    where = folder / _path(chosen)
    text = text_of(read_capped(where, links=False), str(where))
    return Statement(folder, chosen, config.title_in(chosen), text)


def languages_of(folder: Path) -> tuple[str, ...]:
    """The languages in which the package in a folder has a statement, sorted."""
    found = (_NAME.fullmatch(path.name) for path in (folder / FOLDER).glob("statement.*.md"))
    return tuple(sorted(match[1] for match in found if match))


def with_examples(statement: Statement, assignment: SpecAssignment, batches: Iterable[Batch]) -> str:
    """The text with the input or the answer of a public case in each block that is named for it."""
    shown = {}
    for name, case in ((f"{batch.name}/{case.id}", case) for batch in batches for case in batch.cases):
        shown[f"{name} input"] = assignment.whole_input(case).decode("utf-8", "replace").removesuffix("\n")
        shown[f"{name} answer"] = case.answer if isinstance(case.answer, str) else repr(case.answer)

    def block(match: re.Match[str]) -> str:
        if match[1] not in shown:
            raise DataError(statement.where, f"no public case {match[1]}", did_you_mean(match[1], shown))
        return f"```{match[1]}\n{shown[match[1]]}\n```"

    return re.sub(r"(?m)^```(sample-\S+ (?:input|answer))\n(?:.*\n)*?```$", block, statement.text)


def _path(language: str) -> str:
    return f"{FOLDER}/statement.{language}.md"


def overlooked(folder: Path) -> tuple[str, ...]:
    """The sentences of "Easily overlooked" in the package's first statement, none where it has no such part.

    A heading in bold letters belongs to the sentence after it.
    """
    if not languages_of(folder):
        return ()
    part = statement_of(folder, None).text.partition("\n## Easily overlooked\n")[2].partition("\n## ")[0]
    items = (" ".join(item.split()) for item in re.findall(r"^- (.*(?:\n  .*)*)", part, re.MULTILINE))
    told = (sentence for item in items for sentence in re.split(r"(?<=[.!?]) (?=[A-Z`*])", item))
    return tuple(sentence.replace("**", "") for sentence in told)


# -- one page with its figures in it ----------------------------------------------------------


POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

PAGE_STYLE = """
body { margin: 2em auto; max-width: 46em; padding: 0 1em; font: 16px/1.55 sans-serif; color: #222 }
h1, h2, h3 { line-height: 1.25; margin: 1.6em 0 0.6em }
pre { padding: 0.6em 0.9em; background: #f5f3ee; overflow-x: auto; line-height: 1.3 }
pre, code { font-family: monospace; font-size: 0.92em }
table { border-collapse: collapse; margin: 1em 0 }
th, td { border: 1px solid #bbb; padding: 0.25em 0.7em; text-align: left; vertical-align: top }
img { max-width: 100% }
"""


def page(statement: Statement) -> str:
    """The page; it needs no other file, and loads nothing."""
    return (
        f'<!doctype html>\n<html lang="{statement.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(statement.title)}</title>\n<style>{PAGE_STYLE}</style>\n</head>\n"
        f"<body>\n{body(statement)}</body>\n</html>\n"
    )


def body(statement: Statement) -> str:
    """The text as HTML; HTML in it is shown as it stands, and is no markup."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("image", _image)
    parser.add_render_rule("softbreak", lambda _, tokens, index, *more: joined(tokens, index))
    return str(parser.render(statement.text, {"statement": statement}))


def _image(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: MutableMapping[str, Any]
) -> str:
    """A picture as a part of the page."""
    token = tokens[index]
    kind, data = env["statement"].figure(str(token.attrs["src"]))
    words = html.escape(renderer.renderInlineAsText(token.children, options, env))
    return f'<img src="data:{kind};base64,{b64encode(data).decode()}" alt="{words}">'


def joined(tokens: Sequence[Token], index: int) -> str:
    """What stands for the end of a line in the source; a blank between Chinese characters would be wrong."""
    before = next((token.content[-1] for token in reversed(tokens[:index]) if token.content), "")
    after = next((token.content[0] for token in tokens[index:] if token.content), "")
    return "" if is_wide(before) and is_wide(after) else "\n"


def is_wide(text: str) -> bool:
    """Whether a character is as wide as a Chinese one; an empty text is not."""
    return bool(text) and east_asian_width(text) in ("W", "F")


# -- a PDF ------------------------------------------------------------------------------------


LIBRARY = "pymupdf"
INSTALLED_BY = "pymupdf-lite"
"""What has the library, as the extra `pdf` of both distributions does."""

MARGIN = 50.0
"""Points, of 72 an inch; so much leaves room for lines of 100 letters in blocks."""

PAPER_STYLE = """
body { font-family: sans-serif; font-size: 10pt; line-height: 1.4 }
h1 { font-size: 18pt } h2 { font-size: 14pt; margin-top: 14pt } h3 { font-size: 11pt; margin-top: 10pt }
pre { font-family: monospace; font-size: 8pt; line-height: 1.15; white-space: pre-wrap }
pre { background-color: #f5f3ee; padding: 4pt }
code { font-family: monospace; font-size: 9pt }
table { border-collapse: collapse }
th, td { border: 0.5pt solid #bbb; padding: 2pt 5pt; text-align: left }
h2 code, h3 code { font-size: 12pt }
strong { color: #8a2b06 }
"""


def paper(statement: Statement) -> bytes:
    """The PDF, the same bytes for the same statement; raises `UsageError` without the library."""
    if find_spec(LIBRARY) is None:
        what = f"needs {LIBRARY}, which is not installed"
        raise UsageError("--format pdf", what, f"pip install {INSTALLED_BY}")
    import pymupdf

    laid_out = io.BytesIO()
    writer = pymupdf.DocumentWriter(laid_out)
    story = pymupdf.Story(html=body(statement), user_css=PAPER_STYLE)
    size = pymupdf.paper_rect("a4")
    room = pymupdf.Rect(MARGIN, MARGIN, size.width - MARGIN, size.height - MARGIN)
    more = True
    while more:
        device = writer.begin_page(size)
        more, _ = story.place(room)
        story.draw(device)
        writer.end_page()
    writer.close()
    document = pymupdf.open("pdf", laid_out)
    for number, sheet in enumerate(document, start=1):
        foot = pymupdf.Rect(MARGIN, size.height - MARGIN, size.width - MARGIN, size.height)
        sheet.insert_htmlbox(foot, f'<p style="text-align: center; font-size: 8pt">{number}</p>')
    document.set_metadata({"title": statement.title})
    document.subset_fonts()
    return bytes(document.tobytes(garbage=4, deflate=True, no_new_id=True))


def made_as(form: str, statement: Statement) -> bytes:
    """The statement as `md`, `html` or `pdf`; the libraries of one format are not loaded for another."""
    if form == "pdf":
        return paper(statement)
    if form == "html":
        return page(statement).encode()
    return statement.text.encode()


# -- its pictures, drawn from its examples and from computed values, with the digits of matplotlib ----------

FIGURES = f"{FOLDER}/figures"
EXAMPLES = "statement.en.md"


@dataclass(frozen=True)
class Figure:
    """A picture of boards side by side, `columns` in a row."""

    diagrams: tuple[Diagram, ...]
    columns: int | None = None


Figures = Mapping[str, Figure]
"""Pictures by file name without suffix."""

Maker = Callable[["Examples", Mapping[str, Any]], Figures]


@dataclass(frozen=True)
class Examples:
    """The text of a statement, with access to its examples."""

    text: str

    @property
    def blocks(self) -> list[tuple[str, str]]:
        return re.findall(r"^```([\w-]+)\n(.*?)^```$", self.text, re.MULTILINE | re.DOTALL)

    def block(self, kind: str) -> str:
        """The first block of a kind; raises `DataError`."""
        return self.blocks[self._place(kind)][1]

    def board_before(self, kind: str) -> Board:
        """The last board before the first block of a kind; raises `DataError`."""
        before = self.blocks[: self._place(kind)]
        boards = [text for name, text in before if name == "board"]
        return diagram(boards[-1]) if boards else self._lost("board")

    def first(self, pattern: str) -> str:
        """The first group in the first match of a pattern; raises `DataError`."""
        match = re.search(pattern, self.text, re.MULTILINE)
        return match[1] if match else self._lost(pattern)

    def _place(self, kind: str) -> int:
        kinds = [name for name, _ in self.blocks]
        return kinds.index(kind) if kind in kinds else self._lost(kind)

    def _lost(self, what: str) -> Any:
        raise DataError(
            EXAMPLES, f"no example {what}", "restore it, or change the figures with the statement"
        )


def figures_of(folder: Path) -> Figures:
    """The pictures for the statement in a package's folder; none for an assignment without pictures.

    The files are not compared with the descriptor, which authors write after the pictures.
    """
    config = load_config(folder)
    maker: Maker | None = shipped_part(config.id, "author", "figures")
    if maker is None:
        return {}
    text = read_capped(folder / "statement" / EXAMPLES, links=False).decode()
    return maker(Examples(text), config.parameters)


def figure_files(folder: Path) -> dict[str, bytes]:
    """The files of `FIGURES` by name."""
    made = figures_of(folder)
    return {f"{name}.png": png(made[name].diagrams, columns=made[name].columns) for name in made}


# -- what several assignments draw ----------------------------------------------------------


def drawn(board: Board, caption: str = "", **more: Any) -> Diagram:
    """A board as a diagram."""
    return Diagram(rows_of(board), caption=caption, **more)


def valued(board: Board, matrix: Sequence[Sequence[float]], caption: str, *, stones: bool = True) -> Diagram:
    """A board with a value on every point; without `stones` on empty points only."""
    points = board.points() if stones else empty_points(board)
    values = {(row, col): matrix[row][col] for row, col in points}
    return drawn(board, caption, values=values)


def empty_points(board: Board) -> tuple[Point, ...]:
    """The points without a stone."""
    return tuple(point for point in board.points() if not board.get(point))


def holdings(held: Sequence[Sequence[int]], solid: Sequence[Sequence[int]]) -> dict[tuple[int, int], Holding]:
    """The holdings to draw, from matrices of 1 (black), -1 (white) and 0 for territory and its solid part."""
    kinds = {
        (1, 0): Holding.BLACK,
        (1, 1): Holding.BLACK_FIRM,
        (-1, 0): Holding.WHITE,
        (-1, -1): Holding.WHITE_FIRM,
    }
    return {(r, c): kinds[one, solid[r][c]] for r, row in enumerate(held) for c, one in enumerate(row) if one}
