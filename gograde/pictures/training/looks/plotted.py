"""What the kinds of plots share: the sheet they draw on, the colours of stones, the steps in pixels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.axes import Axes

from gograde.pictures.training.looks.made import Colour, Dice, Labels, light

Corners = tuple[tuple[float, float], tuple[float, float]]
APART = 0.45  # of lightness: from here a person calls the darker one black


def unit(colour: Colour) -> tuple[float, float, float]:
    """The colour as matplotlib takes it."""
    red, green, blue = colour
    return red / 255, green / 255, blue / 255


@dataclass(frozen=True)
class Sheet:
    """Axes to draw a board on."""

    look: Dice
    own: Dice
    axes: Axes
    labels: Labels
    face: Colour


@dataclass(frozen=True)
class Plotted:
    """What was drawn: where the top left and the bottom right point lie once the figure is drawn."""

    corners: Callable[[], Corners]
    ordered: bool
    stones: tuple[Colour, Colour] | None = None


def on_axes(axes: Axes, first: tuple[float, float], last: tuple[float, float]) -> Callable[[], Corners]:
    """The corners of a board from the places of its first and last point on the axes."""

    def corners() -> Corners:
        (left, top), (right, bottom) = axes.transData.transform([first, last])
        return (float(left), float(top)), (float(right), float(bottom))

    return corners


def step_points(axes: Axes) -> float:
    """One unit of the axes, the smaller of both, in points: sizes of text and marks are counted in them."""
    axes.apply_aspect()
    (left, top), (right, bottom) = axes.transData.transform([(0.0, 0.0), (1.0, 1.0)])
    return float(min(abs(right - left), abs(bottom - top))) * 72 / axes.figure.dpi


def distance(one: Colour, other: Colour) -> float:
    """How far apart two colours are, from 0 to 1."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) / 255


def contrast(colour: Colour) -> Colour:
    """Black on light colours, white on dark ones."""
    return (0, 0, 0) if light(colour) > 0.5 else (255, 255, 255)
