"""The reports of a class of 300 students and five assignments: how large they are, and CPU seconds.

The example class is graded first, which takes some minutes; `EXAMPLE_CLASS=DIR` names one that is.  The peer
is pandas: the same rows as a page of plain tables for each student, and a table of the class printed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.large_class import make_large_class
from benchmarks.measure import command, cpu_of, in_turn
from gograde.classroom.classroom import load_class
from gograde.report.exports.reports_folder import write_class_reports

STUDENTS = 300
REPEATS = 3
GOGRADE = (sys.executable, "-m", "gograde")
ASKED = (
    "",
    "--sort total",
    "--failing",
    "--review",
    "--group capture",
    "-a board9",
    "--student amara",
    "--table items",
    "--statistics",
)
"""Options of `gograde report` that are measured."""

PEER_PAGES = """
import sys, pathlib, pandas
source, target = map(pathlib.Path, sys.argv[1:])
for name, rows in pandas.read_csv(source / "tests.csv").groupby("student_id"):
    (target / f"{name}.html").write_text(rows.to_html())
"""

PEER_TABLE = """
import sys, pathlib, pandas
print(pandas.read_csv(pathlib.Path(sys.argv[1]) / "grades.csv").to_string())
"""


def main() -> None:
    """Print sizes, then CPU seconds."""
    with tempfile.TemporaryDirectory(prefix="gograde-bench-") as room:
        folder = Path(room) / "class"
        make_large_class(_example(Path(room)), folder, STUDENTS)
        reports = folder / "reports"
        classroom = load_class(folder)
        first = cpu_of(lambda: write_class_reports(classroom, reports))
        again = cpu_of(lambda: write_class_reports(classroom, reports))
        record = min((folder / "work" / "scores" / "board9").glob("*.json"))
        record.write_text(record.read_text().replace('"message": "', '"message": "late: ', 1))
        late = cpu_of(lambda: write_class_reports(classroom, reports))
        (Path(room) / "peer").mkdir()
        peer = cpu_of(command([sys.executable, "-c", PEER_PAGES, str(reports), f"{room}/peer"]))
        print(f"\nreports: {STUDENTS} students, five assignments")
        print(f"  {'all reports':34} {first:6.2f} s of CPU; again, nothing changed: {again:.2f} s")
        print(f"  {'one result changed':34} {late:6.2f} s of CPU")
        print(f"  {'pandas: a page a student':34} {peer:6.2f} s of CPU")
        _print_sizes(reports)
        _print_commands(folder, reports)


def _example(room: Path) -> Path:
    """The graded example class."""
    if graded := os.environ.get("EXAMPLE_CLASS"):
        return Path(graded)
    subprocess.run([*GOGRADE, "demo", str(room / "example")], check=True, capture_output=True)
    return room / "example"


def _print_sizes(reports: Path) -> None:
    sizes = {path.relative_to(reports): path.stat().st_size for path in reports.rglob("*") if path.is_file()}
    print(f"  {'the folder':34} {sum(sizes.values()) / 1e6:6.1f} MB in {len(sizes)} files")
    for top, kind in (("staff", ".html"), ("students", ".html"), ("staff", ".png"), ("students", ".png")):
        own = [size for path, size in sizes.items() if path.parts[0] == top and path.suffix == kind]
        most = f"; the largest {max(own) / 1e3:.0f} kB" if own else ""
        print(f"    {f'{top}, {kind}':32} {sum(own) / 1e6:6.1f} MB in {len(own)} files{most}")
    for path, size in sorted(sizes.items(), key=lambda item: -item[1]):
        if len(path.parts) == 1 or path.parts[0] == "statistics":
            print(f"    {path!s:32} {size / 1e3:6.0f} kB")


def _print_commands(folder: Path, reports: Path) -> None:
    calls = {f"report {asked}": command([*GOGRADE, "report", str(folder), *asked.split()]) for asked in ASKED}
    calls["pandas: read and print grades.csv"] = command([sys.executable, "-c", PEER_TABLE, str(reports)])
    for name, seconds in in_turn(calls, REPEATS).items():
        print(f"  {name:34} {seconds:6.2f} s of CPU")
