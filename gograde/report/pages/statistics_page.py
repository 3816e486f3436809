"""The page of statistics, for staff: each picture with its numbers in a table below."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gograde.frames.frames import frames_of
from gograde.frames.statistics import statistic
from gograde.frames.table import Table
from gograde.report.pages.environment import environment
from gograde.report.pages.renderer import Page
from gograde.report.pages.statistics_figures import heat_map_svg, histogram_svg, items_svg, times_svg
from gograde.report.results import Results
from gograde.report.words.table_text import csv_text
from gograde.report.words.wording import cell_words

PAGE = "statistics.html"
FOLDER = "statistics"
MOST = 400
"""Rows of the longest table on the page; a longer one is only a file, since nobody reads it through."""


@dataclass(frozen=True)
class Part:
    """A table of the page with its file and, if there is one, its picture; `alt` is what that shows."""

    table: Table
    file: str
    figure: str = ""
    alt: str = ""


def statistics_page(results: Results, every: Iterable[Table]) -> Page:
    """The page and its pictures from all tables; it holds nothing that differs when a program runs again."""
    tables = {table.name: table for table in every}
    frames = frames_of(tables.values())
    ranked = sorted(results.gradebook.totals, key=lambda total: -total.percent.at_least)
    students = [total.student for total in ranked]
    numbers = {name: statistic(name, frames) for name in SHOWN}
    figures = {
        "histogram": histogram_svg(numbers["histogram"]),
        "items": items_svg(numbers["items"]),
        "times": times_svg(numbers["times"]),
        "groups": heat_map_svg(tables["groups"], students),
    }
    parts = [_part(numbers[name], f"{FOLDER}/{name}.csv", figures) for name in SHOWN]
    parts.insert(2, _part(tables["groups"], "groups.csv", figures))
    template = environment("en").get_template("statistics.html.j2")
    text = template.render(
        title=results.gradebook.info.title,
        parts=parts,
        words=cell_words,
        most=MOST,
        linked=True,
    )
    files = {f"{FOLDER}/{name}.svg": data for name, data in figures.items() if data}
    files |= {f"{FOLDER}/{name}.csv": csv_text(table).encode() for name, table in numbers.items()}
    return Page(text, files)


SHOWN = ("summary", "summary-groups", "histogram", "items", "reliability", "mistakes", "times", "crosstable")
"""The statistics on the page; that of CPU time differs when a program runs again."""

ALTS = {
    "histogram": "Histogram of the final marks, a picture for each assignment",
    "items": "Discrimination against the share that is right, a dot for each test",
    "times": "Points against the time of handing in, a dot for each submission",
    "groups": "Heat map: students from the best total down, groups of tests across",
}


def _part(table: Table, file: str, figures: Mapping[str, bytes]) -> Part:
    drawn = bool(figures.get(table.name))
    return Part(table, file, f"{FOLDER}/{table.name}.svg" if drawn else "", ALTS.get(table.name, ""))
