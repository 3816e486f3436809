"""The drawings in the pages: boards and pictures as SVG."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from gograde.errors import DataError
from gograde.files import read_blob
from gograde.pictures.draw import Diagram, Shape, ground, ground_name, sign_svg, svg_upon
from gograde.report.pages.picture_overlay import overlay_svg
from gograde.report.words import answers, game_list
from gograde.report.words.escape import html, visible
from gograde.report.words.lost_wins import lost_wins
from gograde.report.words.thrown import SIGNS
from gograde.scoring.record import PictureScore, Reading, TestScore

Address = Callable[[PictureScore], str]
"""Where a page finds a picture."""

NAMED = 20  # digits of a picture's SHA-256 in the name of its file
LATEST = 5  # lost wins that a page shows for each test; the page only counts the others


@dataclass(frozen=True)
class LostWinBoards:
    """Words and boards of the latest `LATEST` games lost from a won position, of `count` in all."""

    latest: tuple[tuple[str, Markup], ...]
    count: int
    legend: Markup


class Boards:
    """The boards of one page, which holds the empty board below them once for each size."""

    def __init__(self) -> None:
        self._grounds: dict[str, str] = {}

    def functions(self) -> dict[str, Callable[..., Any]]:
        """What the templates of the page call."""
        named = (
            self.test_board,
            self.expected_board,
            self.read_board,
            self.fault_board,
            self.lost_win_boards,
            self.grounds,
        )
        return {each.__name__: each for each in named}

    def grounds(self) -> Markup:
        """The empty boards, to be written once all boards are drawn; nothing when none is."""
        if not self._grounds:
            return Markup("")
        made = "".join(self._grounds.values())
        return Markup(
            f'<svg class="grounds" width="0" height="0" aria-hidden="true"><defs>{made}</defs></svg>'
        )

    def test_board(self, test: TestScore) -> Markup:
        """The board of a test with the points of both answers marked."""
        if not test.board:
            return Markup("")
        drawn = Diagram(test.board, marks={**answers.marks_of(test), **answers.moves_of(test)})
        return self._draw(drawn, f"Board of test {visible(test.name)}")

    def expected_board(self, test: TestScore) -> Markup:
        """The board that a picture should show; empty when the answer is no board."""
        rows = answers.board_of(test.cause.expected) if test.cause else None
        return (
            self._draw(Diagram(rows), f"Board expected of test {visible(test.name)}") if rows else Markup("")
        )

    def read_board(self, reading: Reading) -> Markup:
        """The board that was read from a picture, with the points that differ ringed; empty without one."""
        if not reading.board:
            return Markup("")
        ringed = {(point.row, point.col): Shape.CIRCLE for point in reading.wrong}
        return self._draw(Diagram(reading.board, marks=ringed), f"Board read from {visible(reading.picture)}")

    def fault_board(self, test: TestScore) -> Markup:
        """The board on which the program first lost a game by a fault; empty without such a game."""
        drawn = game_list.fault_diagram(test)
        return (
            self._draw(drawn, f"Board of a lost game of test {visible(test.name)}") if drawn else Markup("")
        )

    def lost_win_boards(self, test: TestScore) -> LostWinBoards:
        """The games that a program lost from a won position, each shown at its first losing move."""
        found = lost_wins(test)
        latest = [(each, each.diagram) for each in found[-LATEST:]]
        boards = tuple(
            (each.words, self._draw(drawn, f"The board before ply {each.move.ply}")) for each, drawn in latest
        )
        signs = [shape for shape in SIGNS if any(shape in drawn.marks.values() for _, drawn in latest)]
        legend = Markup(" ").join(Markup(sign_svg(shape)) + html(SIGNS[shape]) for shape in signs)
        return LostWinBoards(boards, len(found), legend)

    def _draw(self, diagram: Diagram, title: str) -> Markup:
        name = ground_name(diagram)
        if name not in self._grounds:
            self._grounds[name] = ground(diagram)
        return Markup(svg_upon(diagram, title=title))


def picture_bytes(blobs: Path, picture: PictureScore) -> bytes:
    """The PNG of a picture; raises `DataError` when the blob is missing."""
    try:
        return read_blob(blobs, picture.sha256)
    except (OSError, ValueError):
        fix = f"delete {blobs.parent} and run gograde run again"
        raise DataError(str(blobs), f"the picture {picture.sha256} is gone", fix) from None


def picture_file(folder: str, picture: PictureScore) -> str:
    """The path of a picture in a folder beside the page."""
    return f"{folder}/{picture.sha256[:NAMED]}.png"


def data_url(png: bytes) -> str:
    """A PNG as an address that holds it."""
    return f"data:image/png;base64,{b64encode(png).decode()}"


def read_picture(address: str, picture: PictureScore, reading: Reading, *, lattice: bool) -> Markup:
    """A picture with the wrong points and, with `lattice`, all points that were read."""
    return overlay_svg(address, picture, reading, lattice=lattice)
