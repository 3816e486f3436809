"""A graded class of several assignments, made by hand from records of one."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from gograde.codec import replace, to_json
from gograde.core.verdict import Verdict
from gograde.grading.book import Book, keep, keep_records
from gograde.report.results import load_gradebook
from tests.report.conftest import RELEASED, Person, book, entry, people, record, rule, undone, write_class

FIVE = ("board9", "tromp-taylor", "board-control", "influence", "little-go")
AT = "2026-11-20T12:00:00+00:00"


def five() -> dict[str, list[Person]]:
    """Five assignments: the people of the usual class, with one assignment that everybody passes but bob."""
    passed = [Person(one.id, record(one.id, (rule("01"),))) for one in people()]
    passed[1] = Person("bob", record("bob", undone(Verdict.WA)[:1]))
    return {name: people() if name != "influence" else passed for name in FIVE}


def kept(class_dir: Path, *, note: str = "") -> Book:
    """Keep what was graded last."""
    marks = load_gradebook(class_dir)
    records = keep_records(class_dir, marks)
    return keep(class_dir, Book(at=AT, note=note, gradebook=marks, records=records))


def regrade(class_dir: Path) -> Path:
    """The class kept as gradebook 1, then graded anew: bob and dan right, carol in time, grace gone."""
    kept(class_dir, note="first marks")
    after = {person.id: person for person in people() if person.id != "grace"}
    after["bob"] = replace(after["bob"], record=record("bob", after["alice"].record.tests))
    after["carol"] = replace(after["carol"], late=None)
    after["dan"] = replace(after["dan"], record=record("dan", after["alice"].record.tests[:4]))
    return write_class(class_dir, list(after.values()))


def of_work(person: Person, work: str) -> Person:
    """The same person with the record as one of another assignment."""
    about = replace(person.record.assignment, id=work, title=work.title())
    return replace(person, record=replace(person.record, assignment=about))


def write_works(folder: Path, works: Mapping[str, Sequence[Person]]) -> Path:
    """A class folder as `gograde run` leaves it; each assignment has the same people, and the same weight."""
    work = folder / "work"
    made = {name: [of_work(person, name) for person in persons] for name, persons in works.items()}
    value = book(next(iter(made.values())), "Several", RELEASED)
    [about] = value["assignments"]
    value["assignments"] = [about | {"id": name, "title": name.title()} for name in made]
    value["entries"] = []
    for name, persons in made.items():
        for person in persons:
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
