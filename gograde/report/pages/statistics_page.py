"""The page of statistics, for staff: each picture with its numbers in a table below."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from gograde.report.frames.statistics import EVERYBODY, NEAR, NOBODY, statistic
from gograde.report.frames.table import MEASURED, Cell, Column, Table
from gograde.report.pages.chart import (
    BLUE,
    GREY,
    HATCHED,
    LETTERS,
    LIGHT,
    Axes,
    ChartSheet,
    Span,
    around,
    shade,
    width_of,
)
from gograde.report.pages.environment import environment
from gograde.report.pages.renderer import Page
from gograde.report.results import Results
from gograde.report.words.escape import cell
from gograde.report.words.table_text import cell_words, csv_text, html_text
from gograde.report.words.texts import ENGLISH, Texts, say, texts

_OURS = {NOBODY: "catches_nobody", EVERYBODY: "catches_everybody"}
"""Cells that are words of ours, with their keys."""

_WIDE = 518.4  # points, the width of a printed page without margins

_HIGH = 158.4  # points, the height of a small picture

_ACROSS = 3  # small pictures beside each other

_ROW = 13.0  # points, the height of a student's row in the heat map

_LONGEST = 720.0  # points, the height of the longest heat map: a printed page

_LINE = 21.6  # points, the height of an assignment's line

Rows = Sequence[dict[str, Any]]

PAGE = "statistics.html"
FOLDER = "statistics"
MOST = 400
"""Rows of the longest table on the page; a longer one is only a file, since nobody reads it through."""


def statistics_page(results: Results, tables: Mapping[str, Table]) -> Page:
    """The page and its files from all tables; what differs when a program runs again is in a folder apart."""
    numbers = {name: statistic(name, tables) for name in SHOWN if name not in tables}
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
    *("summary", "summary-groups", "groups", "histogram", "items"),
    *("reliability", "mistakes", "times", "cpu", "crosstable"),
)
"""The tables on the page, in its order."""


def _figures(
    numbers: Mapping[str, Table], tables: Mapping[str, Table], results: Results, t: Texts
) -> dict[str, bytes]:
    ranked = sorted(results.gradebook.totals, key=lambda total: -total.percent.at_least)
    there = {(entry.student, entry.assignment) for entry in results.entries if entry.handed_in}
    return {
        "histogram": histogram_svg(numbers["histogram"], t),
        "items": items_svg(numbers["items"], t),
        "times": times_svg(numbers["times"], t),
        "cpu": cpu_svg(numbers["cpu"], t),
        "groups": heat_map_svg(tables["groups"], [total.student for total in ranked], there, t),
    }


def _folder(table: Table) -> str:
    return MEASURED if table.schema.measured else FOLDER


def _part(table: Table, figures: Mapping[str, bytes], t: Texts) -> Mapping[str, Any]:
    """A table of the page in words, with its file and, if there is one, its picture.

    The rows of a table that is measured are only in its file: the page is the same when a program runs again.
    """
    name = table.name
    return {
        "table": table,
        "figure": f"{_folder(table)}/{name}.svg" if figures.get(name) else "",
        "file": "groups.csv" if name == "groups" else f"{_folder(table)}/{name}.csv",
        "title": t[f"title_{name}"],
        "note": note(name, t),
        "alt": t.get(f"alt_{name}", ""),
        "heads": [(column, *head(column, t)) for column in table.columns],
    }


def histogram_svg(histogram: Table, t: Texts) -> bytes:
    """A histogram of the final marks for each assignment."""

    def draw(small: Small, own: Rows) -> None:
        axes = small.axes((0, 100), (0, 1.05 * max(1, *(row["count"] for row in own))))
        bars = ((*axes.at(row["from"], row["count"]), *axes.at(row["to"], 0)) for row in own)
        small.sheet.fields(((x, y, to_x - x - 0.8, to_y - y) for x, y, to_x, to_y in bars), BLUE)
        small.title(say(t["title_n"], cell(small.work), sum(row["count"] for row in own)))
        axes.frame(t["axis_mark"], t["axis_submissions"], 1)

    return _small(histogram.dicts(), draw)


def items_svg(items: Table, t: Texts) -> bytes:
    """Discrimination against difficulty of each test."""

    def draw(small: Small, own: Rows) -> None:
        axes = small.axes((-0.05, 1.05), (-1.05, 1.05))
        axes.lines([axes.across(0)], GREY, 0.8)
        axes.dots((row["right"], row["discrimination"]) for row in own)
        counted = max(row["n_discrimination"] for row in own)
        small.title(say(t["title_tests"], cell(small.work), len(own), counted))
        axes.frame(t["axis_right"], t["axis_discrimination"])

    return _small((row for row in items.dicts() if row["discrimination"] is not None), draw)


def times_svg(times: Table, t: Texts) -> bytes:
    """Points of all tests against the hours left."""

    def draw(small: Small, own: Rows) -> None:
        axes = small.axes(around([0.0, *(-row["hours_left"] for row in own)]), (-5, 105))
        axes.lines([axes.up(0)], GREY, 0.8)
        axes.dots((-row["hours_left"], row["percent"]) for row in own)
        small.title(say(t["title_n"], cell(small.work), len(own)))
        axes.frame(t["axis_hours"], t["axis_points"])

    return _small(times.dicts(), draw)


def cpu_svg(cpu: Table, t: Texts) -> bytes:
    """The share of the limit that runs used, a line for each assignment: median, upper quartile, highest."""
    rows = list(cpu.dicts())
    if not rows:
        return b""
    names = [say(t["title_n"], cell(row["assignment"]), row["n"]) for row in rows]
    left, high = 12 + max(map(width_of, names)), _LINE * len(rows)
    most = max(1.05, *(1.05 * row["highest"] for row in rows))
    sheet = ChartSheet(_WIDE, high + 40)
    axes = Axes(sheet, (left, 8, _WIDE - left - 10, high), (0, most), (len(rows) - 0.5, -0.5))
    for part, width in (("highest", 1), ("q3", 5)):
        axes.lines((((row["median"], at), (row[part], at)) for at, row in enumerate(rows)), BLUE, width)
    ends = ((row["highest"], at) for at, row in enumerate(rows))
    axes.lines((((x, at - 0.2), (x, at + 0.2)) for x, at in ends), BLUE, 1)
    axes.dots(((row["median"], at) for at, row in enumerate(rows)), "black", 5)
    axes.lines([axes.up(NEAR)], GREY, 0.8, ' stroke-dasharray="4 2"')
    axes.lines([axes.up(1)], "black", 1)
    for at, name in enumerate(names):
        sheet.text((left - 6, axes.at(0, at)[1]), name, "end")
    axes.frame(say(t["axis_cpu"], near()))
    return sheet.svg()


def heat_map_svg(
    groups: Table, students: Sequence[str], there: Collection[tuple[str, str]], t: Texts
) -> bytes:
    """The share of points of each student in each group of tests.

    `there` are the students with the assignments that they handed in; others are grey, and hatched is what is
    not decided.
    """
    rows = {
        (row["student_id"], row["assignment"], row["group"]): row
        for row in groups.dicts()
        if row["max_score"]
    }
    names = list(dict.fromkeys((work, group) for _, work, group in rows))
    if not students or not names:
        return b""

    def colour(student: str, work: str, group: str) -> str:
        if (student, work) not in there:
            return LIGHT
        row = rows.get((student, work, group))
        return shade(row["score"] / row["max_score"]) if row and row["score"] is not None else HATCHED

    return _heat_map([[colour(one, *name) for name in names] for one in students], names, students, t)


def _heat_map(
    colours: Sequence[Sequence[str]], names: Sequence[tuple[str, str]], students: Sequence[str], t: Texts
) -> bytes:
    """A row of fields for each student, a column for each group of tests; assignments stand apart."""
    labels = [f"{cell(work)}: {cell(group)}" for work, group in names]
    named = students if _ROW * len(students) <= _LONGEST else ()
    left, below = 24 + max((width_of(cell(one)) for one in named), default=0), max(map(width_of, labels))
    whole = min(_LONGEST, _ROW * len(students))
    sheet = ChartSheet(_WIDE, whole + 20 + below)
    wide, high = (_WIDE - left - 50) / len(names), whole / len(students)
    fields: dict[str, list[tuple[float, float, float, float]]] = {}
    for row, own in enumerate(colours):
        for column, colour in enumerate(own):
            last = [work for work, _ in names[column : column + 2]]
            box = left + wide * column, 8 + high * row, wide - 1.5 * (last[0] != last[-1]), high
            fields.setdefault(colour, []).append(box)
    for filled, boxes in fields.items():
        sheet.fields(boxes, filled)
    for row, student in enumerate(named):
        sheet.text((left - 4, 8 + high * (row + 0.5)), cell(student), "end")
    for column, label in enumerate(labels):
        sheet.upright((left + wide * (column + 0.5), 12 + whole), label, "end")
    sheet.label((10, 8 + whole / 2), say(t["axis_students"], len(students)), upright=True)
    sheet.scale((_WIDE - 42, 8, 10, whole), t["axis_share"])
    return sheet.svg()


@dataclass(frozen=True)
class Small:
    """The place of a small picture of an assignment on a sheet."""

    sheet: ChartSheet
    work: str
    left: float
    top: float

    def axes(self, x: Span, y: Span) -> Axes:
        """The axes below its title."""
        return Axes(self.sheet, (self.left + 38, self.top + 24, _WIDE / _ACROSS - 46, _HIGH - 54), x, y)

    def title(self, text: str) -> None:
        """Its title, one or two lines."""
        lines = text.split("\n")
        for at, part in enumerate(lines):
            size = min(LETTERS, LETTERS * (_WIDE / _ACROSS - 12) / width_of(part))
            middle = self.left + 38 + (_WIDE / _ACROSS - 46) / 2
            self.sheet.text((middle, self.top + 18 - 10 * (len(lines) - 1 - at)), part, size=size)


def _small(rows: Iterable[dict[str, Any]], draw: Callable[[Small, Rows], None]) -> bytes:
    """A small picture for each assignment, beside each other; nothing without any."""
    by_work: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_work.setdefault(row["assignment"], []).append(row)
    if not by_work:
        return b""
    sheet = ChartSheet(_WIDE, _HIGH * -(-len(by_work) // _ACROSS))
    for number, (work, own) in enumerate(by_work.items()):
        draw(Small(sheet, work, number % _ACROSS * _WIDE / _ACROSS, number // _ACROSS * _HIGH), own)
    return sheet.svg()


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
