"""The page of statistics, for staff: each picture with its numbers in a table below."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from gograde.frames.frames import frames_of
from gograde.frames.statistics import statistic
from gograde.frames.table import MEASURED, Column, Table
from gograde.report.pages.environment import environment
from gograde.report.pages.renderer import Page
from gograde.report.pages.statistics_figures import (
    cpu_svg,
    heat_map_svg,
    histogram_svg,
    items_svg,
    times_svg,
)
from gograde.report.pages.statistics_words import head, note, value_words
from gograde.report.results import Results
from gograde.report.words.table_text import csv_text, html_text
from gograde.report.words.texts.english import ENGLISH
from gograde.report.words.texts.tables import Texts, texts

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
