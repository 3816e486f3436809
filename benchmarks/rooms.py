"""Classes of any size, planned and scored by gograde itself.

Students hand in programs that a graded class has, each with a file of its own, so that no two submissions are
equal.  The real steps plan, score and report; only runs are not repeated: their facts are those of the graded
class, written as a run writes them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import yaml

from benchmarks.measure import Used, run
from benchmarks.table import GOGRADE
from gograde.authoring.case_folders import hidden_files
from gograde.classroom.classroom import load_class
from gograde.classroom.example.example_class import small_cases
from gograde.grading.changes import stamper
from gograde.grading.plan_file import planned
from gograde.grading.records import read_run, write_run
from gograde.grading.work_paths import blobs_path, run_path
from gograde.package.package import find_package
from gograde.package.secret_files import store
from gograde.resources import packages_dir

FOUR = ("board9", "tromp-taylor", "board-control", "influence")
LEAGUE = "little-go"
LATE = "tromp-taylor"
"""The assignment that the last students hand in late, if at all."""

ABSENT = 4
"""How many students those are."""

Works = Mapping[str, Sequence[Path]]
"""By assignment the programs that students hand in, in turn."""


def sample(assignment: str, name: str) -> Path:
    """A sample submission of a package that ships."""
    return packages_dir() / assignment / "submissions" / "accepted" / name


def make_room(folder: Path, works: Works, students: int) -> None:
    """Write a class as its staff has it before the first grading."""
    folder.mkdir(parents=True)
    names = [f"student{number:04}" for number in range(students)]
    rules = {name: {"due": "2026-10-04T23:59:00+00:00", "visibility": "after_due_date"} for name in works}
    if LEAGUE in works:
        rules[LEAGUE]["package"] = str(_without_league(folder.with_name(f"{folder.name}-package")))
    config = {"schema": "gograde/class/v1", "title": "Go programming", "assignments": rules}
    (folder / "class.yaml").write_text(yaml.safe_dump(config))
    rows = [f"{name},{name},Ada,{name}@example.org" for name in names]
    (folder / "roster.csv").write_text("\n".join(["student_id,last_name,first_name,email", *rows, ""]))
    for assignment, programs in works.items():
        package = find_package(rules[assignment].get("package", assignment))
        store(hidden_files(package, small_cases(package)), folder / "hidden" / assignment, force=False)
        for number, name in enumerate(names[: -ABSENT if assignment == LATE else None]):
            hand_in(folder, assignment, name, programs[number % len(programs)])


def _without_league(package: Path) -> Path:
    """little-go without its league, whose games cannot be written without being played."""
    shutil.copytree(packages_dir() / LEAGUE, package)
    config = yaml.safe_load((package / "assignment.yaml").read_text())
    config["groups"] = [group for group in config["groups"] if group.get("scored") != "by-league"]
    (package / "assignment.yaml").write_text(yaml.safe_dump(config, sort_keys=False))
    run([*GOGRADE, "cases", "describe", package])
    return package


def hand_in(room: Path, assignment: str, student: str, program: Path) -> None:
    """Hand in a program with a file of the student's own."""
    target = room / "submissions" / assignment / student
    shutil.copytree(program, target)
    (target / "about.txt").write_text(student)


def programs_of(graded: Path, assignments: Sequence[str]) -> dict[str, list[Path]]:
    """The programs of a graded class that were handed in as folders, and were run."""
    found = {name: sorted((graded / "submissions" / name).iterdir()) for name in assignments}
    runs = graded / "work" / "runs"
    return {
        name: [path for path in paths if path.is_dir() and (runs / name / f"{path.name}.jsonl").is_file()]
        for name, paths in found.items()
    }


def write_facts(room: Path, graded: Path, works: Works) -> None:
    """Write a run record for each planned submission, with the facts of the same program in `graded`."""
    classroom, source = load_class(room), load_class(graded)
    made = stamper(classroom)
    for assignment, programs in works.items():
        models = [read_run(run_path(source, assignment, one.name), blobs_path(source)) for one in programs]
        for number, (student, handed_in) in enumerate(planned(classroom, assignment).handed_in.items()):
            if handed_in.sha256:
                record = replace(models[number % len(models)], handed_in=handed_in)
                path = run_path(classroom, assignment, student)
                write_run(path, blobs_path(classroom), record, made(path))


# -- the steps of the workflow ----------------------------------------------------------------


def step(room: Path, name: str, *words: str) -> Used:
    """A step of the workflow, as the Snakefile calls it."""
    return run([*GOGRADE, "step", name, room, *words])


def slices(room: Path, assignment: str) -> Mapping[str, Sequence[str]]:
    """The students of each slice of the plan."""
    plan = json.loads((room / "work" / "plan" / "plan.json").read_bytes())
    found: Mapping[str, Sequence[str]] = plan["assignments"][assignment]["slices"]
    return found


def each_slice(room: Path, name: str, assignment: str) -> Used:
    """A step of all slices of an assignment, one after the other."""
    option = ("--slice",) if name == "run" else ()
    return sum((step(room, name, assignment, *option, one) for one in slices(room, assignment)), Used())


def report(room: Path) -> Used:
    """The step that writes pages and tables."""
    return step(room, "report")


def hand_in_late(room: Path) -> str:
    """One more submission of the assignment `LATE`, from a student who had none; the student."""
    known = {path.name.partition(".")[0] for path in (room / "submissions" / LATE).iterdir()}
    student = next(one.id for one in reversed(load_class(room).students) if one.id not in known)
    hand_in(room, LATE, student, sample(LATE, "python_flood"))
    return student


def grade(room: Path, student: str) -> None:
    """All steps of a late submission but the reports."""
    step(room, "plan", "--reports", str(room / "reports"))
    number = next(one for one, students in slices(room, LATE).items() if student in students)
    step(room, "run", LATE, "--slice", number)
    step(room, "score", LATE, number)
    step(room, "gradebook")


def own_cpu(room: Path, assignment: str = "*", student: str = "*") -> float:
    """CPU seconds of the programs themselves, as the run records of a class have them."""
    records = (room / "work" / "runs").glob(f"{assignment}/{student}.jsonl")
    lines = (json.loads(line) for path in records for line in path.read_bytes().splitlines())
    return float(sum(line.get("cpu_s", 0) for line in lines))


def league_cpu(room: Path) -> float:
    """CPU seconds of the programs in the games of leagues."""
    tiles = (room / "work" / "league").glob("*/round-*/tile-*.jsonl")
    games = (json.loads(line).get("game") for path in tiles for line in path.read_bytes().splitlines())
    return float(sum(game[colour]["cpu_s"] or 0 for game in games if game for colour in ("black", "white")))
