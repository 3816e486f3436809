"""Pictures of the statistics of a class, as SVG: each drawn from tables that stand beside it.

The colour scale is safe for colour-blind readers and keeps its order in print.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from gograde.frames.table import Table
from gograde.report.pages.svg_figure import svg_figure
from gograde.report.words.escape import cell

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_BLUE = "#0072b2"
_GREY = "#777777"
_WIDE = 7.2  # inches, the width of a printed page without margins
_HIGH = 2.2  # inches, the height of a small picture
_ACROSS = 3  # small pictures beside each other
_ROW_IN = 0.18  # inches, the height of a student's row in the heat map
_LONGEST_IN = 10.0  # inches, the height of the longest heat map: a printed page
_LETTERS = 8.0  # points, the height of texts

Rows = Sequence[dict[str, Any]]


def histogram_svg(histogram: Table) -> bytes:
    """A histogram of the final marks for each assignment."""
    rows = list(histogram.dicts())

    def draw(axes: Any, work: str) -> None:
        own = [row for row in rows if row["assignment"] == work]
        left = [row["from"] for row in own]
        widths = [row["to"] - row["from"] for row in own]
        axes.bar(left, [row["count"] for row in own], widths, align="edge", color=_BLUE, edgecolor="white")
        axes.set(title=f"{cell(work)} (n = {sum(row['count'] for row in own)})", xlim=(0, 100))
        axes.set(xlabel="final mark, %", ylabel="submissions")
        axes.yaxis.get_major_locator().set_params(integer=True)

    return _small(_works(rows), draw)


def items_svg(items: Table) -> bytes:
    """Discrimination against difficulty of each test."""
    rows = [row for row in items.dicts() if row["discrimination"] is not None]

    def draw(axes: Any, work: str) -> None:
        own = [row for row in rows if row["assignment"] == work]
        axes.scatter([row["right"] for row in own], [row["discrimination"] for row in own], 9, color=_BLUE)
        axes.axhline(0, color=_GREY, linewidth=0.8)
        axes.set(title=f"{cell(work)} ({len(own)} tests)", xlim=(-0.05, 1.05), ylim=(-1.05, 1.05))
        axes.set(xlabel="share that is right", ylabel="discrimination")

    return _small(_works(rows), draw)


def times_svg(times: Table) -> bytes:
    """Points of all tests against the hours left."""
    rows = list(times.dicts())

    def draw(axes: Any, work: str) -> None:
        own = [row for row in rows if row["assignment"] == work]
        axes.scatter([-row["hours_left"] for row in own], [row["percent"] for row in own], 9, color=_BLUE)
        axes.axvline(0, color=_GREY, linewidth=0.8)
        axes.set(title=f"{cell(work)} (n = {len(own)})", ylim=(-5, 105))
        axes.set(xlabel="hours after the due date", ylabel="points, %")

    return _small(_works(rows), draw)


def heat_map_svg(groups: Table, students: Sequence[str]) -> bytes:
    """The share of points of each student in each group of tests; what is not decided is hatched."""
    rows = [row for row in groups.dicts() if row["max_score"]]
    names = list(dict.fromkeys((row["assignment"], row["group"]) for row in rows))
    share = {
        (row["student_id"], row["assignment"], row["group"]): row["score"] / row["max_score"]
        for row in rows
        if row["score"] is not None
    }
    values = [[share.get((one, *name), float("nan")) for name in names] for one in students]
    high = min(_LONGEST_IN, _ROW_IN * len(students)) + 1.6

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        axes.patch.set(hatch="////", edgecolor=_GREY, facecolor="white")
        image = axes.imshow(values, cmap="cividis", vmin=0, vmax=1, aspect="auto", interpolation="nearest")
        axes.set_xticks(range(len(names)), [f"{cell(work)}: {cell(group)}" for work, group in names])
        axes.tick_params(axis="x", rotation=90)
        shown = range(len(students)) if _ROW_IN * len(students) <= _LONGEST_IN else []
        axes.set_yticks(shown, [cell(students[at]) for at in shown])
        figure.colorbar(image, label="share of the points; hatched: not decided or nothing to get")

    return svg_figure((_WIDE, high), draw, _LETTERS) if values and names else b""


def _works(rows: Rows) -> list[str]:
    return list(dict.fromkeys(row["assignment"] for row in rows))


def _small(works: Sequence[str], draw: Callable[[Any, str], None]) -> bytes:
    """A small picture for each assignment, beside each other; nothing without any."""
    if not works:
        return b""
    lines = -(-len(works) // _ACROSS)

    def all_of(figure: Figure) -> None:
        for number, work in enumerate(works, start=1):
            draw(figure.add_subplot(lines, _ACROSS, number), work)

    return svg_figure((_WIDE, _HIGH * lines), all_of, _LETTERS)
