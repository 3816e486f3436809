"""Tables as text: lines of equal columns."""

from __future__ import annotations

from collections.abc import Sequence


def columns(rows: Sequence[Sequence[str]], names: int) -> str:
    """A line for each row; column number `names` is aligned left, all other columns right.

    Wide letters count as two columns of the terminal.
    """
    from rich.cells import cell_len

    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]

    def padded(text: str, column: int) -> str:
        blanks = " " * (widths[column] - cell_len(text))
        return text + blanks if column == names else blanks + text

    lines = ("  ".join(padded(text, column) for column, text in enumerate(row)) for row in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)
