"""The pages of the class that are no reports: templates, their policy, and the bar above all pages."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from gograde.app.server import Door
from gograde.report.pages.environment import TEMPLATES, environment, policy
from gograde.report.words.escape import visible

HERE = Path(__file__).resolve().parent
STATIC = HERE / "static"

PARTS = (
    ("index.html", "Class"),
    ("review", "Review"),
    ("corrections", "Corrections"),
    ("regrade", "Grade"),
    ("marks", "Publish and export"),
)
"""The parts of the bar, by their addresses."""


OF_PART = {"deciding": "review"}
"""The parts of pages that have another name."""

SCRIPTS = {"regrade": "grade"}
"""The scripts of pages that have another name."""


@cache
def templates() -> Environment:
    """The templates of these pages, which extend and import those of the reports and speak English."""
    made: Environment = environment("en").overlay(loader=FileSystemLoader([HERE / "templates", TEMPLATES]))
    made.filters["address"] = address
    return made


def address(text: str) -> str:
    """A text as a part of an address."""
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def bar(up: str, student: str = "", current: str = "") -> Markup:
    """The links to all parts; `student` is whom the page is about, `current` the part that it belongs to."""
    made = templates().get_template("bar.html.j2")
    return Markup(made.render(parts=PARTS, up=up, student=student, current=current))


def page(name: str, host: str, door: Door, **values: Any) -> tuple[str, str]:
    """A page and its policy, which lets it run our own scripts and speak to this server."""
    shared = environment("en").globals
    style = Markup(f"{shared['style']}{_style()}")
    told = policy(str(style), str(shared["script"]), f"http://{host}{door.root}/static/")
    given = {
        "style": style,
        "policy": told,
        "script_name": SCRIPTS.get(name, name),
        "bar": bar("", current=OF_PART.get(name, name)),
    }
    given |= values
    return templates().get_template(f"{name}.html.j2").render(**given), f"{told}; frame-ancestors 'none'"


@cache
def _style() -> str:
    return (HERE / "templates" / "classroom.css").read_text(encoding="utf-8")


def part(name: str, **values: Any) -> Markup:
    """A part of a page, which a script or another template puts into it."""
    return Markup(templates().get_template(f"{name}.html.j2").render(**values))


def words(error: Exception) -> str:
    """An error in the words of the commands, without what a reader does not see."""
    return visible(str(error))
