"""The paper that a board is drawn on: its size, its margins, its colours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from gograde.pictures.training.looks.made import Colour, Dice, Drawn, Labels, Placed, font, light, mixed

WOOD: tuple[Colour, ...] = (
    (243, 215, 160),
    (220, 179, 92),
    (233, 200, 147),
    (201, 154, 91),
    (185, 138, 78),
    (247, 220, 180),
    (222, 184, 135),
    (240, 217, 181),
    (210, 180, 140),
    (205, 133, 63),
    (238, 173, 14),
    (255, 222, 173),
)
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
MOST_SPAN = 900  # pixels from the first to the last line of a picture
MOST_WORK = 1300  # pixels across before a picture is made smaller: what 25 ms of CPU draw
DARK = 0.42  # lightness below which a person draws in light ink


@dataclass(frozen=True)
class Plan:
    """Lengths in pixels of the picture; margins and `edge` (where the paper ends) in steps."""

    dx: float
    dy: float
    scale: int
    left: float
    top: float
    right: float
    bottom: float
    edge: float
    paper: Colour
    ink: Colour
    window: Colour
    grain: int
    depth: float

    @property
    def dark(self) -> bool:
        return light(self.paper) < DARK


@dataclass(frozen=True)
class Margins:
    """The least room at the four sides, in steps; whether a board may be cut at its outer lines."""

    left: float
    top: float
    right: float
    bottom: float
    cut: bool


def planned(look: Dice, labels: Labels, need: Margins, flat: float = 1.0) -> Plan:
    """A sheet for a board of this size. `flat`: a step down for a step to the right."""
    step = (look.u(10, 22), look.u(18, 60), look.u(55, 90))[look.w((2, 7, 1))]
    tall = look.u(0.72, 1.35) if look.p(0.06) else 1.0
    whole = look.p(0.6)
    scale = look.c(1, 1, 2, 3)
    paper = paper_colour(look)
    window = paper if look.p(0.6) else look.grey(0.8, 1) if look.p(0.6) else look.col()
    ink = ink_colour(look, paper)
    left, top, right, bottom = _margins(look, need)
    edge = look.c(9.0, look.u(0.5, 0.95))
    grain, depth = look.i(1, 2**31), look.u(2, 14) if look.p(0.28) else 0.0
    step = min(step, MOST_SPAN / max(labels.shape))
    dx, dy = step, step * tall * flat
    if whole:
        dx, dy = float(round(dx)), float(round(dy))
    while scale > 1 and max(labels.shape) * max(dx, dy) * scale > MOST_WORK:
        scale -= 1
    return Plan(dx, dy, scale, left, top, right, bottom, edge, paper, ink, window, grain, depth)


def _margins(look: Dice, need: Margins) -> tuple[float, float, float, float]:
    even, more, cut = look.u(0.55, 1.8), look.p(0.25), look.p(0.12)
    extra = [look.u(0, 2.5) if more else 0.0 for _ in range(4)]
    if need.cut and cut:
        same = look.c(0.0, look.u(0, 0.5))
        return same, same, same, same
    least = (need.left, need.top, need.right, need.bottom)
    sides = [max(side, even) + by for side, by in zip(least, extra, strict=True)]
    if not need.cut and cut:
        sides = list(least)
    return sides[0], sides[1], sides[2], sides[3]


def paper_colour(look: Dice) -> Colour:
    """Wood, paper, a light colour, a colour, or the dark."""
    ways = (
        look.c(*WOOD),
        look.grey(0.85, 1),
        look.c(WHITE, (238, 238, 238), (217, 217, 217), (240, 240, 240)),
        look.col(look.u(0.6, 1)),
        look.col(look.u(0.25, 0.6)),
        look.grey(0.02, 0.35),
        look.grey(0.35, 0.8),
    )
    return ways[look.w((42, 14, 12, 10, 7, 9, 6))]


def ink_colour(look: Dice, paper: Colour) -> Colour:
    """What can be seen on this paper."""
    dark = light(paper) < DARK
    plain = look.grey(0.6, 1) if dark else look.c(BLACK, BLACK, look.grey(0, 0.3))
    coloured = look.col(look.u(0.6, 1)) if dark else look.col(look.u(0, 0.5))
    ink = coloured if look.p(0.15) else plain
    faint = mixed(ink, paper, look.u(0.2, 0.6))
    if look.p(0.1):
        ink = faint
    if abs(light(ink) - light(paper)) < 0.15:
        return WHITE if dark else BLACK
    return ink


class Sheet:
    """A picture under way: everything in it is measured in its own, perhaps finer, pixels."""

    def __init__(self, plan: Plan, labels: Labels) -> None:
        self.plan = plan
        self.labels = labels
        self.rows, self.cols = labels.shape
        self.dx, self.dy = plan.dx * plan.scale, plan.dy * plan.scale
        self.step = min(self.dx, self.dy)
        self.thin = plan.scale
        self.x, self.y = float(round(plan.left * self.dx)), float(round(plan.top * self.dy))
        self.right = self.x + (self.cols - 1) * self.dx
        self.bottom = self.y + (self.rows - 1) * self.dy
        size = (round(self.right + plan.right * self.dx) + 1, round(self.bottom + plan.bottom * self.dy) + 1)
        self.image = self._papered(size)
        self.d = ImageDraw.Draw(self.image)

    def _papered(self, size: tuple[int, int]) -> Image.Image:
        plan = self.plan
        if plan.edge > 3:
            return _grained(Image.new("RGB", size, plan.paper), plan)
        image = Image.new("RGB", size, plan.window)
        box = (
            max(0, round(self.x - plan.edge * self.dx)),
            max(0, round(self.y - plan.edge * self.dy)),
            min(size[0], round(self.right + plan.edge * self.dx) + 1),
            min(size[1], round(self.bottom + plan.edge * self.dy) + 1),
        )
        board = Image.new("RGB", (box[2] - box[0], box[3] - box[1]), plan.paper)
        image.paste(_grained(board, plan), box)
        return image

    def at(self, row: int, col: int) -> tuple[float, float]:
        """Where a point lies."""
        return self.x + col * self.dx, self.y + row * self.dy

    def cell(self, row: int, col: int, gap: float = 0.0) -> tuple[int, int, int, int]:
        """The cell around a point, smaller by `gap` steps on each side."""
        x, y = self.at(row, col)
        across, down = (0.5 - gap) * self.dx, (0.5 - gap) * self.dy
        return round(x - across), round(y - down), round(x + across), round(y + down)

    def points(self) -> list[tuple[int, int]]:
        """All points, row by row."""
        return [(row, col) for row in range(self.rows) for col in range(self.cols)]

    def width(self, pixels: float) -> int:
        """A width of the picture's pixels."""
        return max(1, round(pixels * self.thin))

    def write(self, place: tuple[float, float], text: str, name: str, size: float, colour: Colour) -> None:
        """Words in the middle of a place; `size` in this sheet's pixels."""
        self.d.text(place, text, fill=colour, font=font(name, max(5, round(size))), anchor="mm")

    def done(self, ordered: bool) -> Drawn:
        """The picture, and where its board lies in it."""
        k = self.plan.scale
        image = self.image.reduce(k) if k > 1 else self.image
        placed = Placed(
            (self.x + 0.5) / k - 0.5, self.plan.dx, (self.y + 0.5) / k - 0.5, self.plan.dy, self.labels
        )
        return Drawn(image, (placed,), ordered)


def _grained(image: Image.Image, plan: Plan) -> Image.Image:
    if not plan.depth:
        return image
    k, dice = plan.scale, Dice(plan.grain)
    width, height = -(-image.width // k), -(-image.height // k)
    grain = _grain(dice, width, height)
    tint = np.array([1, dice.u(0.7, 1.1), dice.u(0.4, 1.1)], dtype=np.float32)
    base = np.array(plan.paper, dtype=np.float32)
    pixels = np.clip(base + plan.depth * grain[..., None] * tint, 0, 255).astype(np.uint8)
    fine = Image.fromarray(pixels)
    return fine.resize((width * k, height * k), Image.Resampling.NEAREST).crop((0, 0, *image.size))


def _grain(dice: Dice, width: int, height: int) -> npt.NDArray[np.float32]:
    """About -1 to 1: veins, speckles, clouds, or a slope."""
    kind = dice.i(0, 3)
    down = np.arange(height, dtype=np.float32)[:, None]
    across = np.arange(width, dtype=np.float32)[None]
    if kind == 0:
        along, cross = dice.c((dice.u(0.02, 0.5), dice.u(0, 0.1)), (dice.u(0, 0.1), dice.u(0.02, 0.5)))
        wave = 2 * np.sin(down * dice.u(0.005, 0.03) + across * dice.u(0.005, 0.03))
        return np.asarray(np.sin(across * along + down * cross + wave), dtype=np.float32)
    if kind == 1:
        return dice.g.standard_normal((height, width), dtype=np.float32)
    if kind == 2:
        shape = (max(2, height // dice.i(3, 40)), max(2, width // dice.i(3, 200)))
        seen = Image.fromarray((dice.g.random(shape) * 255).astype(np.uint8))
        grown = seen.resize((width, height), Image.Resampling.BILINEAR)
        return np.asarray(grown, dtype=np.float32) / np.float32(127) - np.float32(1)
    slope = dice.u(-2, 2) * (down / height - 0.5) + dice.u(-2, 2) * (across / width - 0.5)
    return np.asarray(2 * slope, dtype=np.float32)
