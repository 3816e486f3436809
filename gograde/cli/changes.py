"""Shows what changed between two gradebooks, for `gograde report --diff` and `gograde regrade`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gograde.errors import UsageError

if TYPE_CHECKING:
    from gograde.grading.books.compare import Comparison

FORMATS = ("table", "csv", "json")


def show_changes(
    found: Comparison, form: str, output: Path | None, beside: Mapping[str, Any] | None = None
) -> None:
    """Print a comparison, or write it to a file; raises `UsageError` for another format.

    `beside` are values that JSON holds too.
    """
    from gograde.report.exports.changes import changes_csv, changes_json
    from gograde.report.exports.writing import write_export
    from gograde.report.terminal.rich_text import show_parts
    from gograde.report.terminal.run_summary import comparison_parts

    if form not in FORMATS:
        what = "does not hold changes between gradebooks"
        raise UsageError(f"--format {form}", what, f"write one of {', '.join(FORMATS)}")
    if form == "table":
        show_parts(comparison_parts(found), output)
    else:
        write_export(output, changes_csv(found) if form == "csv" else changes_json(found, beside or {}))
