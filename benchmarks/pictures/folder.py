"""A folder of your own pictures: `NAME.png`, and `NAME.txt` with the rows of the board it should show.

Each subfolder is a style with the subfolder's name; pictures outside of subfolders are one more style.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

Board = tuple[str, ...]


@dataclass(frozen=True)
class Pile:
    """The pictures of one style and their boards."""

    name: str
    boards: list[Board]
    images: list[Image.Image]


def piles(folder: Path) -> Iterator[Pile]:
    """The styles in a folder; raises ValueError for a picture whose board is missing or malformed."""
    for place in (folder, *sorted(path for path in folder.iterdir() if path.is_dir())):
        pictures = sorted(place.glob("*.png"))
        if pictures:
            boards = [_board(picture.with_suffix(".txt")) for picture in pictures]
            yield Pile(place.name, boards, [Image.open(picture).convert("RGB") for picture in pictures])


def _board(file: Path) -> Board:
    """The rows of `.`, `X` and `O` in a file; spaces between the signs are ignored."""
    if not file.is_file():
        raise ValueError(f"{file}: missing\nFix: write the rows of the board there, of . X O")
    lines = [line.replace(" ", "") for line in file.read_text(encoding="utf-8").splitlines()]
    rows = tuple(line for line in lines if line)
    if not rows or len({len(row) for row in rows}) != 1 or set("".join(rows)) - set(".XO"):
        raise ValueError(f"{file}: no board\nFix: rows of equal length of . X O")
    return rows


def keep(folder: Path, name: str, boards: Sequence[Board], images: Sequence[Image.Image | None]) -> None:
    """Write the pictures of a style and their boards in the form that `piles` reads."""
    place = folder / name
    place.mkdir(parents=True, exist_ok=True)
    for number, (board, image) in enumerate(zip(boards, images, strict=True)):
        if image is not None:
            image.save(place / f"{number:03}.png")
            (place / f"{number:03}.txt").write_text("\n".join(board) + "\n", encoding="utf-8")
