"""The pictures in statements, drawn from the statement's examples and from computed values.

They are PNG files in `statement/figures/`, since Markdown viewers, learning platforms and word
processors all open PNG.  Their digits are in the font that matplotlib ships.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.authoring.registry import shipped_part
from gograde.errors import DataError
from gograde.go.board import Board, Point, diagram
from gograde.package.package import load_config
from gograde.package.yaml_files import read_capped
from gograde.pictures.draw import Diagram, Holding, png, rows_of

FOLDER = "statement/figures"
STATEMENT = "statement.en.md"
"""The statement with the examples, which are the same in every language."""


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
            STATEMENT, f"no example {what}", "restore it, or change the figures with the statement"
        )


def figures_of(folder: Path) -> Figures:
    """The pictures for the statement in a package's folder; none for an assignment without pictures.

    The files are not compared with the descriptor, which authors write after the pictures.
    """
    config = load_config(folder)
    maker: Maker | None = shipped_part(config.id, "figures", "figures")
    if maker is None:
        return {}
    text = read_capped(folder / "statement" / STATEMENT, links=False).decode()
    return maker(Examples(text), config.parameters)


def figure_files(folder: Path) -> dict[str, bytes]:
    """The files of `FOLDER` by name."""
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
