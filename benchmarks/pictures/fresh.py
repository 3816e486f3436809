"""Held-back styles: looks drawn at random from a seed, at which nobody has looked while tuning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from PIL import Image, ImageColor

from benchmarks.pictures.looks import Board, Colour, Look, beside, drawn

SEED = 20_261_121
LOOKS = 24

PAPERS = (
    "#f3d7a0", "#dcb35c", "#e9c893", "#c99a5b", "#b98a4e", "#ffffff", "#fdfdf5", "#f2f2f2", "#dfe6ee",
    "#cfe3cf", "#7fb287", "#3d7a55", "#2b3a55", "#1e1e1e",
)  # fmt: skip
BLACKS, WHITES = ("#000000", "#101010", "#262626", "#3c3c3c"), ("#ffffff", "#f6f6f6", "#e8e8e8", "#d6d6d6")


def looks(seed: int) -> list[Look]:
    """`LOOKS` looks; stones always differ from the paper, or have a rim that does."""
    return [_look(Random(f"{seed} {number}")) for number in range(LOOKS)]


def _look(rng: Random) -> Look:
    paper, step = rng.choice(PAPERS), rng.choice((16, 20, 24, 28, 33, 38, 45, 52, 60, 72))
    light = _light(paper)
    ink = rng.choice(("black", "#333333", "#5a4020", "#707070") if light > 0.4 else ("white", "#b0b0b0"))
    black, white = rng.choice(BLACKS), rng.choice(WHITES)
    needs = min(abs(_light(black) - light), abs(_light(white) - light)) < 0.25
    rim: Colour | None = ("black" if light > 0.4 else "#c8c8c8") if needs or rng.random() < 0.5 else None
    cells = rng.random() < 0.3
    plain = Look(
        step=step, paper=paper, ink=ink, black=black, white=white, rim=rim, cells=cells,
        margin=round(step * rng.uniform(0.3 if cells else 0.6, 1.7)), radius=rng.uniform(0.28, 0.5),
        line=rng.choice((1, 1, 1, 2)), smooth=rng.choice((1, 1, 2, 3)), rim_width=rng.choice((1, 1, 2)),
    )  # fmt: skip
    return _dressed(plain, rng)


def _dressed(look: Look, rng: Random) -> Look:
    """The look with occasional additions, as programs make them."""

    def now_and_then(share: float) -> bool:
        return rng.random() < share

    wide = look.margin > 0.8 * look.step
    more: dict[str, object] = {
        "square": now_and_then(0.08),
        "stars": now_and_then(0.4),
        "names": rng.choice(("alpha", "num")) if wide and now_and_then(0.6) else "",
        "numbers": look.step >= 33 and look.white is not None and now_and_then(0.15),
        "dot": rng.choice(("red", "#2060d0")) if now_and_then(0.2) else None,
        "legal": "red" if now_and_then(0.15) else None,
        "gradient": rng.randint(10, 45) if now_and_then(0.2) else 0,
        "wood": rng.randint(4, 14) if now_and_then(0.2) else 0,
        "shadow": look.radius < 0.45 and now_and_then(0.15),
        "title": "test_3 after" if now_and_then(0.3) else "",
        "frame": now_and_then(0.15),
        "jpeg": rng.randint(40, 90) if now_and_then(0.25) else 0,
        "turn": rng.uniform(-5, 5) if now_and_then(0.12) else 0,
        "tall": rng.uniform(0.75, 1.25) if now_and_then(0.12) else 1,
    }
    return replace(look, **more)  # type: ignore[arg-type]


def _light(colour: str) -> float:
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def figure(board: Board, rng: Random, count: int, seed: int) -> Image.Image:
    """One figure with `count` boards of one size in one look, two per row; `board` is one of them."""
    look = replace(_look(Random(f"{seed} figure {count}")), turn=0, frame=False)
    boards = [_other(board, rng) for _ in range(count - 1)]
    boards.insert(rng.randrange(count), board)
    images = [drawn(look, one, rng) for one in boards]
    rows = [_row(images[start : start + 2]) for start in range(0, count, 2)]
    return rows[0] if len(rows) == 1 else beside(rows, 16, "white", down=True)


def _row(images: Sequence[Image.Image]) -> Image.Image:
    return beside(images, 16, "white")


def _other(board: Board, rng: Random) -> Board:
    """A random board of the same size."""
    dense, cols = rng.uniform(0.2, 0.7), range(len(board[0]))
    return tuple("".join(rng.choice("XO") if rng.random() < dense else "." for _ in cols) for _ in board)
