"""A class of all five assignments: every late policy and visibility, and sample submissions of all kinds.

Due dates lie long ago or far ahead, so that no date of grading changes anything.
"""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import yaml

from gograde.package.package import open_package
from gograde.package.samples import read_samples
from gograde.package.secret_files import store

CLASS = Path(__file__).with_name("class")
"""Its files, with a table of what was handed in: the sample submission of each student, and its time."""
_QUICK_GROUPS = [
    {"name": "sample", "cases": "sample", "questions": ["random"], "weight": 0, "visibility": "visible"},
    {"name": "random", "questions": ["random"], "weight": 10, "visibility": "visible"},
    {"name": "greedy", "questions": ["greedy"], "weight": 10, "visibility": "visible"},
]
_QUICK_GENERATOR = {
    "schema": "gograde/generator/v1",
    "batches": [{"opponent": "random", "games": 4}, {"opponent": "greedy", "games": 4}],
    "sample_key": "a public key of sixteen bytes",
    "sample": [{"opponent": "random", "games": 2}],
}


def write_class(room: Path, samples: Path) -> None:
    """Write the class without hidden cases; `samples` has the packages with their sample submissions."""
    for name in ("class.yaml", "roster.csv", "overrides.csv"):
        shutil.copy(CLASS / name, room / name)
    with (CLASS / "submissions.csv").open(encoding="utf-8", newline="") as file:
        handed_in = list(csv.DictReader(file))
    for assignment in dict.fromkeys(row["assignment"] for row in handed_in):
        folder = room / "submissions" / assignment
        folder.mkdir(parents=True)
        times = ["student_id,submitted_at"]
        programs = read_samples(open_package(samples / assignment))
        for row in handed_in:
            if row["assignment"] == assignment:
                store(programs[row["sample"]].files, folder / row["student_id"], force=False)
                times.append(f"{row['student_id']},{row['submitted_at']}")
        (folder / "submitted_at.csv").write_text("\n".join(times) + "\n", "utf-8")


def write_quick_package(package: Path, shipped: Path) -> None:
    """Write little-go with weak opponents and few games; the league is that of the package that ships."""
    shutil.copytree(shipped, package, ignore=shutil.ignore_patterns("data", "submissions", "statement"))
    config = yaml.safe_load((package / "assignment.yaml").read_text("utf-8"))
    config["parameters"]["first"] = 2
    league = [group for group in config["groups"] if group.get("scored") == "by-league"]
    config["groups"] = _QUICK_GROUPS + league
    _write(package / "assignment.yaml", config)
    _write(package / "generator.yaml", _QUICK_GENERATOR)


def _write(path: Path, value: object) -> None:
    path.write_text(yaml.safe_dump(value, allow_unicode=True, sort_keys=False), "utf-8")
