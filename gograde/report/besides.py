"""What the page of a class tells besides the results: what imports left out, and who resembles whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gograde.classroom.left_out import LeftOuts, read_left_out
from gograde.report.words.escape import file_name

MOST = 30
"""Pairs of an assignment whose sources stand side by side on its page."""


@dataclass(frozen=True)
class Besides:
    """What imports left out, and by assignment the page of similar programs."""

    left_out: LeftOuts = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)


NOTHING = Besides()


def similarity_file(assignment: str) -> str:
    """The file of the page, below the reports."""
    return f"similarity-{file_name(assignment)}.html"


def load_besides(class_dir: Path, assignments: tuple[str, ...], reports: Path) -> Besides:
    """What is known of these assignments; raises `DataError` for a damaged file."""
    pages = {name: similarity_file(name) for name in assignments}
    return Besides(
        read_left_out(class_dir), {name: file for name, file in pages.items() if (reports / file).is_file()}
    )
