"""Tables as lines of text, cut into several beside a narrow terminal.

The cells of a class are many, so they are laid out here and not by rich, which takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gograde.report.terminal.rich_text import plain_cell

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

GAP = 2  # blanks between columns
WIDEST = 40  # terminal columns of a cell, before it is folded


@dataclass(frozen=True)
class TextColumn:
    """A column; `head` is broken where it has a newline, and nowhere else."""

    head: str
    cells: Sequence[str]
    right: bool = False
    most: int = WIDEST


@dataclass(frozen=True)
class TextTable:
    """Columns of equally many cells; the first `lead` columns are repeated in each part of a cut table."""

    columns: Sequence[TextColumn]
    lead: int = 1

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        for text in self.parts(options.max_width):
            yield Text(text, no_wrap=True, overflow="ignore")

    def parts(self, width: int) -> Iterator[str]:
        """The table as text, in as many parts as this width needs."""
        laid = [_Laid(column) for column in self.columns]
        lead, rest = laid[: self.lead], laid[self.lead :]
        part: list[_Laid] = []
        for column in rest:
            if part and _wide([*lead, *part, column]) > width:
                yield _text([*lead, *part])
                part = []
            part.append(column)
        yield _text([*lead, *part])


class _Laid:
    """A column whose cells are folded to lines of one width."""

    def __init__(self, column: TextColumn) -> None:
        from rich.cells import cell_len

        self.head = [plain_cell(part) for part in column.head.split("\n")]
        self.cells = [_folded(plain_cell(cell), column.most) for cell in column.cells]
        self.right = column.right
        self.width = max(cell_len(line) for cell in (self.head, *self.cells) for line in cell)

    def padded(self, text: str) -> str:
        """The text in the width of the column."""
        from rich.cells import cell_len

        blanks = " " * (self.width - cell_len(text))
        return blanks + text if self.right else text + blanks


def _folded(text: str, most: int) -> list[str]:
    """The text in lines of at most `most` terminal columns, broken at blanks where there are any."""
    from rich.cells import cell_len, chop_cells

    if cell_len(text) <= most:
        return [text]
    lines = [""]
    for word in (part for one in text.split() for part in chop_cells(one, most)):
        longer = f"{lines[-1]} {word}".lstrip()
        if cell_len(longer) <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _wide(columns: Sequence[_Laid]) -> int:
    return sum(column.width for column in columns) + GAP * (len(columns) - 1)


def _text(columns: Sequence[_Laid]) -> str:
    heads = _lines(columns, [column.head for column in columns])
    rule = (" " * GAP).join("─" * column.width for column in columns)
    rows = zip(*(column.cells for column in columns), strict=True)
    body = (line for row in rows for line in _lines(columns, row))
    return "\n".join([*heads, rule, *body, ""])


def _lines(columns: Sequence[_Laid], cells: Sequence[list[str]]) -> Iterator[str]:
    """The lines of one row."""
    for number in range(max(map(len, cells), default=0)):
        parts = (cell[number] if number < len(cell) else "" for cell in cells)
        padded = (column.padded(part) for column, part in zip(columns, parts, strict=True))
        yield (" " * GAP).join(padded).rstrip()
