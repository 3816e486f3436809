"""Pictures of the statistics of a class, as SVG: each drawn from tables that stand beside it.

The colour scale is safe for colour-blind readers and keeps its order in print.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from gograde.frames.statistics.runs import NEAR
from gograde.frames.table import Table
from gograde.report.pages.statistics_words import near
from gograde.report.pages.svg_figure import svg_figure
from gograde.report.words.escape import cell
from gograde.report.words.texts.tables import Texts, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_BLUE = "#0072b2"
_GREY = "#777777"
_LIGHT = "#dedede"
_NAN = float("nan")
_WIDE = 7.2  # inches, the width of a printed page without margins
_HIGH = 2.2  # inches, the height of a small picture
_ACROSS = 3  # small pictures beside each other
_ROW_IN = 0.18  # inches, the height of a student's row in the heat map
_LONGEST_IN = 10.0  # inches, the height of the longest heat map: a printed page
_LINE_IN = 0.3  # inches, the height of an assignment's line
_LETTERS = 8.0  # points, the height of texts

Rows = Sequence[dict[str, Any]]


def histogram_svg(histogram: Table, t: Texts) -> bytes:
    """A histogram of the final marks for each assignment."""
    rows = list(histogram.dicts())

    def draw(axes: Any, work: str) -> None:
        own = [row for row in rows if row["assignment"] == work]
        left = [row["from"] for row in own]
        widths = [row["to"] - row["from"] for row in own]
        axes.bar(left, [row["count"] for row in own], widths, align="edge", color=_BLUE, edgecolor="white")
        axes.set(title=say(t["title_n"], cell(work), sum(row["count"] for row in own)), xlim=(0, 100))
        axes.set(xlabel=t["axis_mark"], ylabel=t["axis_submissions"])
        axes.yaxis.get_major_locator().set_params(integer=True)

    return _small(_works(rows), draw)


def items_svg(items: Table, t: Texts) -> bytes:
    """Discrimination against difficulty of each test."""
    rows = [row for row in items.dicts() if row["discrimination"] is not None]

    def draw(axes: Any, work: str) -> None:
        own = [row for row in rows if row["assignment"] == work]
        axes.scatter([row["right"] for row in own], [row["discrimination"] for row in own], 9, color=_BLUE)
        axes.axhline(0, color=_GREY, linewidth=0.8)
        counted = max(row["n_discrimination"] for row in own)
        axes.set(title=say(t["title_tests"], cell(work), len(own), counted))
        axes.set(xlim=(-0.05, 1.05), ylim=(-1.05, 1.05))
        axes.set(xlabel=t["axis_right"], ylabel=t["axis_discrimination"])

    return _small(_works(rows), draw)


def times_svg(times: Table, t: Texts) -> bytes:
    """Points of all tests against the hours left."""
    rows = list(times.dicts())

    def draw(axes: Any, work: str) -> None:
        own = [row for row in rows if row["assignment"] == work]
        axes.scatter([-row["hours_left"] for row in own], [row["percent"] for row in own], 9, color=_BLUE)
        axes.axvline(0, color=_GREY, linewidth=0.8)
        axes.set(title=say(t["title_n"], cell(work), len(own)), ylim=(-5, 105))
        axes.set(xlabel=t["axis_hours"], ylabel=t["axis_points"])

    return _small(_works(rows), draw)


def cpu_svg(cpu: Table, t: Texts) -> bytes:
    """The share of the limit that runs used, a line for each assignment: median, upper quartile, highest."""
    rows = list(cpu.dicts())

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        for at, row in enumerate(rows):
            axes.hlines(at, row["median"], row["highest"], _BLUE, linewidth=1)
            axes.hlines(at, row["median"], row["q3"], _BLUE, linewidth=5)
            axes.plot(row["median"], at, "o", color="black", markersize=5)
            axes.plot(row["highest"], at, "|", color=_BLUE, markersize=9)
        axes.axvline(NEAR, color=_GREY, linewidth=0.8, linestyle="--")
        axes.axvline(1, color="black", linewidth=1)
        axes.set_yticks(
            range(len(rows)), [say(t["title_n"], cell(row["assignment"]), row["n"]) for row in rows]
        )
        axes.set(ylim=(len(rows) - 0.4, -0.6), xlim=(0, max(1.05, *(1.05 * row["highest"] for row in rows))))
        axes.set_xlabel(say(t["axis_cpu"], near()))
        axes.spines[["top", "right"]].set_visible(False)

    return svg_figure((_WIDE, 1.0 + _LINE_IN * len(rows)), draw, _LETTERS) if rows else b""


def heat_map_svg(
    groups: Table, students: Sequence[str], there: Collection[tuple[str, str]], t: Texts
) -> bytes:
    """The share of points of each student in each group of tests.

    `there` are the students with the assignments that they handed in; others are grey, and hatched is what is
    not decided.
    """
    rows = [row for row in groups.dicts() if row["max_score"]]
    names = list(dict.fromkeys((row["assignment"], row["group"]) for row in rows))
    share = {
        (row["student_id"], row["assignment"], row["group"]): row["score"] / row["max_score"]
        for row in rows
        if row["score"] is not None and (row["student_id"], row["assignment"]) in there
    }
    values = [[share.get((one, *name), _NAN) for name in names] for one in students]
    absent = [[_NAN if (one, work) in there else 0.0 for work, _ in names] for one in students]
    high = min(_LONGEST_IN, _ROW_IN * len(students)) + 1.6

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        axes.patch.set(hatch="////", edgecolor=_GREY, facecolor="white")
        axes.imshow(absent, cmap=_grey(), aspect="auto", interpolation="nearest")
        image = axes.imshow(values, cmap="cividis", vmin=0, vmax=1, aspect="auto", interpolation="nearest")
        axes.set_xticks(range(len(names)), [f"{cell(work)}: {cell(group)}" for work, group in names])
        axes.tick_params(axis="x", rotation=90)
        for at in range(1, len(names)):
            if names[at][0] != names[at - 1][0]:
                axes.axvline(at - 0.5, color="white", linewidth=3)
        shown = range(len(students)) if _ROW_IN * len(students) <= _LONGEST_IN else []
        axes.set_yticks(shown, [cell(students[at]) for at in shown])
        axes.set_ylabel(say(t["axis_students"], len(students)))
        figure.colorbar(image, label=t["axis_share"])

    return svg_figure((_WIDE, high), draw, _LETTERS) if values and names else b""


def _grey() -> Any:
    from matplotlib.colors import ListedColormap

    return ListedColormap([_LIGHT])


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
