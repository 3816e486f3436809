"""A graded class of several assignments, made by hand from records of one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from gograde.codec import replace, to_json
from tests.report.conftest import RELEASED, Person, book, entry


def of_work(person: Person, work: str) -> Person:
    """The same person with the record as one of another assignment."""
    about = replace(person.record.assignment, id=work, title=work.title())
    return replace(person, record=replace(person.record, assignment=about))


def write_works(folder: Path, works: Mapping[str, Sequence[Person]]) -> Path:
    """A class folder as `gograde run` leaves it; each assignment has the same people, and the same weight."""
    work = folder / "work"
    made = {name: [of_work(person, name) for person in people] for name, people in works.items()}
    value = book(next(iter(made.values())), "Several", RELEASED)
    [about] = value["assignments"]
    value["assignments"] = [about | {"id": name, "title": name.title()} for name in made]
    value["entries"] = []
    for name, people in made.items():
        for person in people:
            path = work / "scores" / name / f"{person.id}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(to_json(person.record))
            where = {"assignment": name, "record": f"scores/{name}/{person.id}.json"}
            value["entries"].append(entry(person) | where)
    value["totals"] = [_total(one["id"], value["entries"], len(made)) for one in value["students"]]
    (work / "gradebook.json").write_text(json.dumps(value), encoding="utf-8")
    return folder


def _total(student: str, entries: Sequence[Mapping], works: int) -> dict:
    own = [one for one in entries if one["student"] == student]
    parts = {
        key: sum(100 * one["mark"][key] / one["max_score"] / works for one in own)
        for key in ("at_least", "pending", "of")
    }
    return {"student": student, "percent": parts, "pending": sum(one["pending"] for one in own)}
