"""Which marks go out: those that students see."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gograde.grading.books.book import Book, keep, keep_records
from gograde.report.results import load_gradebook
from tests.report.lms import readers

Export = Callable[..., Any]


def kept(class_dir: Path, *, published: bool) -> None:
    """Keep what was graded last."""
    marks = load_gradebook(class_dir)
    records = keep_records(class_dir, marks)
    keep(class_dir, Book(published=published, at="2026-11-20", note="n", gradebook=marks, records=records))


@pytest.fixture
def published(lms_class: Path) -> Path:
    """Gradebook 1 is published; in gradebook 2, which is only kept, and in the last grading 1001 has 20."""
    kept(lms_class, published=True)
    path = lms_class / "work" / "gradebook.json"
    book = json.loads(path.read_text("utf-8"))
    for entry in book["entries"]:
        if entry["student"] == "1001":
            entry["mark"] = {"at_least": 20, "pending": 0, "of": 20}
    path.write_text(json.dumps(book), "utf-8")
    kept(lms_class, published=False)
    return lms_class


def test_the_published_marks_go_out(export: Export, published: Path) -> None:
    data, said = export("gradescope")
    assert readers.gradescope(data)["1001"] == 12.5
    assert (said["gradebook"], said["source"]) == (1, "gradebook 1 (published 2026-11-20: n)")


def test_another_gradebook_when_it_is_named(export: Export, published: Path) -> None:
    data, said = export("gradescope", None, "--at", "2")
    assert readers.gradescope(data)["1001"] == 20
    assert said["source"] == "gradebook 2 (kept 2026-11-20: n)"


def test_the_last_grading_before_anything_is_published(export: Export, lms_class: Path) -> None:
    _, said = export("gradescope")
    assert (said["gradebook"], said["source"]) == (None, "the last grading, which is not published")


def test_an_assignment_that_is_not_published_yet(export: Export, published: Path) -> None:
    _, said = export("csv", None, "-a", "influence", code=2)
    assert said == "-a influence: no assignment of this gradebook\nFix: use one of: board9\n"
