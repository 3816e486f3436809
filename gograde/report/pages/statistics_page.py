"""The page of statistics, for staff: each picture with its numbers in a table below."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from gograde.frames.frames import frames_of
from gograde.frames.statistics import statistic
from gograde.frames.statistics.items import EVERYBODY, NOBODY
from gograde.frames.statistics.runs import NEAR
from gograde.frames.table import MEASURED, Cell, Column, Table
from gograde.report.pages.environment import environment
from gograde.report.pages.renderer import Page
from gograde.report.pages.svg_figure import svg_figure
from gograde.report.results import Results
from gograde.report.words.escape import cell
from gograde.report.words.table_text import cell_words, csv_text, html_text
from gograde.report.words.texts.english import ENGLISH
from gograde.report.words.texts.tables import Texts, say, texts

if TYPE_CHECKING:
    from matplotlib.figure import Figure


_OURS = {NOBODY: "catches_nobody", EVERYBODY: "catches_everybody"}
"""Cells that are words of ours, with their keys."""

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

PAGE = "statistics.html"
FOLDER = "statistics"
MOST = 400
"""Rows of the longest table on the page; a longer one is only a file, since nobody reads it through."""


@dataclass(frozen=True)
class Part:
    """A table of the page with its file and, if there is one, its picture.

    The rows of a table that is measured are only in its file: the page is the same when a program runs again.
    """

    table: Table
    file: str
    figure: str
    t: Texts

    @property
    def title(self) -> str:
        return self.t[f"title_{self.table.name}"]

    @property
    def note(self) -> str:
        return note(self.table.name, self.t)

    @property
    def alt(self) -> str:
        return self.t[f"alt_{self.table.name}"]

    @property
    def heads(self) -> list[tuple[Column, str, str]]:
        """The columns, each with its head and its unit."""
        return [(column, *head(column, self.t)) for column in self.table.columns]


def statistics_page(results: Results, every: Iterable[Table]) -> Page:
    """The page and its files from all tables; what differs when a program runs again is in a folder apart."""
    tables = {table.name: table for table in every}
    frames = frames_of(tables.values())
    numbers = {name: statistic(name, frames) for name in SHOWN if name not in tables}
    language = results.gradebook.info.language
    t = texts(language)
    figures = _figures(numbers, tables, results, t)
    shown = {**numbers, "groups": tables["groups"]}
    parts = [_part(shown[name], figures, t) for name in SHOWN]
    template = environment(language).get_template("statistics.html.j2")
    title = results.gradebook.info.title
    text = template.render(title=title, parts=parts, words=partial(value_words, t=t), most=MOST, linked=True)
    files = {f"{_folder(shown[name])}/{name}.svg": data for name, data in figures.items() if data}
    files |= {f"{_folder(table)}/{name}.csv": csv_text(table).encode() for name, table in numbers.items()}
    return Page(text, {**files, **_cpu_page(numbers["cpu"], title)})


def _cpu_page(cpu: Table, title: str) -> dict[str, bytes]:
    """The table of CPU time as a page, which the page of statistics does not hold."""
    below = f"{cpu.schema.title}, as shares of the limit. {note('cpu', ENGLISH)}"
    made = html_text(cpu, f"{title}: {ENGLISH['title_cpu']}", below)
    return {f"{MEASURED}/cpu.html": made.encode()} if cpu.rows else {}


SHOWN = (
    "summary",
    "summary-groups",
    "groups",
    "histogram",
    "items",
    "reliability",
    "mistakes",
    "times",
    "cpu",
    "crosstable",
)
"""The tables on the page, in its order."""


def _figures(
    numbers: Mapping[str, Table], tables: Mapping[str, Table], results: Results, t: Texts
) -> dict[str, bytes]:
    ranked = sorted(results.gradebook.totals, key=lambda total: -total.percent.at_least)
    there = {(one.student.id, one.assignment.id) for one in results.results if one.entry.handed_in}
    return {
        "histogram": histogram_svg(numbers["histogram"], t),
        "items": items_svg(numbers["items"], t),
        "times": times_svg(numbers["times"], t),
        "cpu": cpu_svg(numbers["cpu"], t),
        "groups": heat_map_svg(tables["groups"], [total.student for total in ranked], there, t),
    }


def _folder(table: Table) -> str:
    return MEASURED if table.schema.measured else FOLDER


def _part(table: Table, figures: Mapping[str, bytes], t: Texts) -> Part:
    figure = f"{_folder(table)}/{table.name}.svg" if figures.get(table.name) else ""
    file = "groups.csv" if table.name == "groups" else f"{_folder(table)}/{table.name}.csv"
    return Part(table, file, figure, t)


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


def near() -> str:
    """From how many percent of the limit on a run is near it."""
    return f"{100 * NEAR:.0f}"


def note(table: str, t: Texts) -> str:
    """What the numbers of a table are."""
    return say(t[f"note_{table}"], near()) if table == "cpu" else t[f"note_{table}"]


def value_words(column: Column, value: Cell, t: Texts) -> str:
    """A cell in words; a dash where nothing is known."""
    if isinstance(value, bool):
        return t["yes" if value else "no"]
    if value is None and column.name == "mistake":
        return t["no_known_mistake"]
    return t[_OURS[value]] if isinstance(value, str) and value in _OURS else cell_words(value)


def head(column: Column, t: Texts) -> tuple[str, str]:
    """The head of a column in words, and its unit where the head does not tell it."""
    units = {"percent": "%", "share of the limit": t["of_limit"]}
    return t[f"head_{column.name}"], units.get(column.unit, "")
