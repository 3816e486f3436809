"""A graded class of any size: the example class with more students, and with as many cases as a course has.

Nothing is run.  Each further student has records of students who handed in, with other boards and other
pictures (the pixels are the same, the bytes are not), so that no two pages and no two pictures are equal.
"""

from __future__ import annotations

import csv
import json
import random
import shutil
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.classroom.classroom import load_class
from gograde.classroom.handed_in import TIMES
from gograde.files import read_blob, write_blob
from gograde.workflow.steps.gradebook import make_gradebook

COPIES = {"board9": 7, "tromp-taylor": 3, "board-control": 2, "influence": 2}
"""How many times as many hidden batches a course has as the example class, by assignment."""

GAMES = 6
"""How many times as many games a series of a course has."""

HAND_IN = 0.93
"""The share of further students who hand an assignment in."""

_LAST_CHUNK = 12  # bytes of a PNG

Json = dict[str, Any]


@dataclass(frozen=True)
class Copy:
    """A student of the large class: a line of the roster, and whose work it has of each assignment."""

    row: Mapping[str, str]
    of: Mapping[str, str | None]

    @property
    def id(self) -> str:
        return self.row["student_id"]


def make_large_class(example: Path, folder: Path, students: int) -> None:
    """Write a class of so many students as `gograde run` leaves it, without reports."""
    copies = list(_copies(example, students))
    folder.mkdir(parents=True)
    _write_rules(example, folder)
    _write_plan(example, folder, copies)
    _write_rows(folder / "roster.csv", (copy.row for copy in copies))
    taken = _read_rows(example / "taken_in.csv")
    _write_rows(folder / "taken_in.csv", (row for copy in copies for row in _rows_of(copy, taken)))
    for work in copies[0].of:
        _write_work(example, folder, work, copies)
    make_gradebook(load_class(folder))


def _copies(example: Path, students: int) -> Iterator[Copy]:
    """The students of the example as they are, then others with works drawn by lot."""
    rows, sent = _read_rows(example / "roster.csv"), _sent(example)
    for number in range(students):
        row = rows[number % len(rows)]
        if number < len(rows):
            yield Copy(row, dict.fromkeys(sent, row["student_id"]))
            continue
        dice, name = random.Random(number), f"{row['student_id']}{number:03}"
        drawn = {work: dice.choice(who) if dice.random() < HAND_IN else None for work, who in sent.items()}
        yield Copy({**row, "student_id": name, "email": f"{name}@example.org"}, drawn)


def _sent(example: Path) -> dict[str, list[str]]:
    """Who handed in, by assignment."""
    found: dict[str, list[str]] = {}
    for path in sorted((example / "work" / "scores").glob("*/*.json")):
        handed_in = json.loads(path.read_bytes())["submission"]["sha256"] is not None
        found.setdefault(path.parent.name, []).extend([path.stem] * handed_in)
    return found


def _write_rules(example: Path, folder: Path) -> None:
    """The files of a class that are not about its students; students see all cases once they are due."""
    rules = (example / "class.yaml").read_text().replace("visibility: hidden", "visibility: after_due_date")
    (folder / "class.yaml").write_text(rules)
    for name in ("overrides.csv", "corrections.yaml"):
        shutil.copy(example / name, folder / name)
    for name in ("hidden", "packages", "work/blobs"):
        shutil.copytree(example / name, folder / name)


def _write_plan(example: Path, folder: Path, copies: Iterable[Copy]) -> None:
    """The plan of the example, with what it says of its work for each student, in one slice."""
    plan = json.loads((example / "work" / "plan" / "plan.json").read_bytes())
    for name, work in plan["assignments"].items():
        nobody = {"sha256": None, "submitted_at": None, "time_basis": ""}
        sent = {copy.id: work["handed_in"].get(copy.of[name], nobody) for copy in copies}
        work["handed_in"] = {who: {**one, "student": who} for who, one in sent.items()}
        for key in ("runs", "languages"):
            work[key] = {copy.id: work[key].get(copy.of[name], "") for copy in copies}
        work["slices"] = {"00": list(sent)}
    path = folder / "work" / "plan" / "plan.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({**plan, "reports": "../reports"}))


# -- what was handed in, and what came of it --------------------------------------------------


def _write_work(example: Path, folder: Path, work: str, copies: Iterable[Copy]) -> None:
    """One assignment: submissions, times, and a score record of each student."""
    source, target = example / "submissions" / work, folder / "submissions" / work
    target.mkdir(parents=True)
    times = [{**row, "assignment": work} for row in _read_rows(source / TIMES)]
    rows = [row for copy in copies for row in _rows_of(copy, times)]
    _write_rows(
        target / TIMES, ({"student_id": r["student_id"], "submitted_at": r["submitted_at"]} for r in rows)
    )
    lying = {path.name.partition(".")[0]: path for path in source.iterdir() if path.name != TIMES}
    records = {path.stem: json.loads(path.read_bytes()) for path in _records(example, work)}
    nothing = next(record for record in records.values() if not record["submission"]["sha256"])
    (folder / "work" / "scores" / work).mkdir(parents=True)
    for copy in copies:
        model = copy.of[work]
        if model in lying:
            _copy_submission(lying[model], target / lying[model].name.replace(model, copy.id, 1))
        record = _other(records[model] if model else nothing, copy.id, folder / "work" / "blobs")
        (folder / "work" / "scores" / work / f"{copy.id}.json").write_text(json.dumps(record))


def _copy_submission(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True)
    else:
        shutil.copy(source, target)


def _other(record: Json, student: str, blobs: Path) -> Json:
    """The record as one of another student, with as many cases as a course has."""
    dice, times = random.Random(student), range(COPIES.get(record["assignment"]["id"], 1))
    tests = [_test(test, n, dice) for n in times for test in record["tests"] if not n or _is_hidden(test)]
    runs = [_run(run, n, student, blobs) for n in times for run in record["runs"] if not n or _is_hidden(run)]
    usage = [_of_batch(used, n) for n in times for used in record["usage"] if not n or _is_hidden(used)]
    groups = [_group(group, [t for t in tests if t["group"] == group["name"]]) for group in record["groups"]]
    who = {**record["submission"], "student": student}
    more = {"tests": tests, "runs": runs, "usage": usage, "groups": groups, "submission": who}
    return {**record, **more, **_sums(tests)}


def _is_hidden(part: Json) -> bool:
    return not part["batch"].startswith("sample")


def _of_batch(part: Json, number: int) -> Json:
    """The part of a run as one of a further batch."""
    return {**part, "batch": f"{part['batch']}{number or ''}"}


def _test(test: Json, number: int, dice: random.Random) -> Json:
    """A test with its board mirrored or turned by lot, and more games."""
    made = _of_batch(test, number)
    made["name"] = test["name"].replace(test["batch"], made["batch"], 1)
    made["games"] = test["games"] * GAMES
    made["visibility"] = test["visibility"].replace("hidden", "after_due_date")
    if test["board"]:
        rows = list(map(list, test["board"]))
        dice.shuffle(rows)
        made["board"] = ["".join(row) for row in rows]
    return made


def _run(run: Json, number: int, student: str, blobs: Path) -> Json:
    made = _of_batch(run, number)
    made["visibility"] = run["visibility"].replace("hidden", "after_due_date")
    made["pictures"] = [
        {**one, "sha256": _other_picture(one["sha256"], f"{student} {number}", blobs)}
        if one["sha256"]
        else one
        for one in run["pictures"]
    ]
    return made


def _other_picture(sha256: str, comment: str, blobs: Path) -> str:
    """The digest of the same picture with a comment."""
    png = read_blob(blobs, sha256)
    body = b"tEXtComment\0" + comment.encode()
    chunk = (len(body) - 4).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")
    return write_blob(blobs, png[:-_LAST_CHUNK] + chunk + png[-_LAST_CHUNK:])


def _group(group: Json, tests: list[Json]) -> Json:
    return {**group, **_sums(tests)} if tests else group


def _sums(tests: list[Json]) -> Json:
    return {
        "score": sum(test["points"] or 0 for test in tests),
        "max_score": sum(test["max_points"] for test in tests),
        "pending": sum(test["max_points"] for test in tests if test["points"] is None),
    }


# -- tables -----------------------------------------------------------------------------------


def _records(example: Path, work: str) -> list[Path]:
    return sorted((example / "work" / "scores" / work).glob("*.json"))


def _rows_of(copy: Copy, rows: Iterable[Mapping[str, str]]) -> Iterator[dict[str, str]]:
    """The rows about the works that a student has, as rows about the student."""
    return ({**row, "student_id": copy.id} for row in rows if copy.of[row["assignment"]] == row["student_id"])


def _read_rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _write_rows(path: Path, rows: Iterable[Mapping[str, str]]) -> None:
    kept = list(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(kept[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(kept)
