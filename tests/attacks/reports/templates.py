# Tries: to be calculated by the templates of pages.
# Seen: text with its braces.
# Control: naive
# Flagged: no

from pathlib import Path

from jinja2 import Template

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    return f"{{{{7*7}}}}{marker} ${{7*7}}{marker} <%= 7*7 %>{marker} {{% include '/etc/passwd' %}}"


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is taken for a part of the template."""
    return active.template(Template(text(marker).split(" <")[0]).render(), marker) != ""
