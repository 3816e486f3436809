"""Kept gradebooks of a class made by hand: written once, whole, and what students see."""

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import gograde.files
from gograde.codec import replace, to_json
from gograde.core.record import PictureScore, ScoreRecord, SubmissionRef, Visibility
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.files import blob_path, write_blob
from gograde.grading.book import BookRecords, keep_records, last_book, numbers, records_of, standing
from gograde.report.exports.reports_folder import write_reports
from gograde.report.kept import load_kept
from gograde.report.results import load_gradebook, load_results
from tests.golden import errors_agree
from tests.report.several import kept, regrade
from tests.workflow.conftest import Room, make_class

BOOKS = "gradebooks"


def all_bytes(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.fixture
def regraded(class_dir: Path) -> Path:
    return regrade(class_dir)


def test_a_book_is_whole_and_for_its_owner_alone(class_dir: Path) -> None:
    before = load_results(class_dir)
    results = before.results
    assert kept(class_dir).number == 1
    (class_dir / "work").rename(class_dir / "gone")
    after = load_kept(class_dir, 1).results
    assert (after.gradebook, after.results) == (before.gradebook, results)
    assert numbers(class_dir) == (1,)
    assert (class_dir / BOOKS / "0001.json").stat().st_mode & 0o777 == 0o600
    for path in (class_dir / BOOKS).rglob("*"):
        assert not path.stat().st_mode & 0o077, path


def test_a_book_never_changes(regraded: Path) -> None:
    before = all_bytes(regraded / BOOKS)
    assert kept(regraded).number == 2
    after = all_bytes(regraded / BOOKS)
    assert {name: after[name] for name in before} == before
    new = after.keys() - before.keys() - {"0002.json"}
    owners = sorted(json.loads(after[name])["submission"]["student"] for name in new)
    assert owners == ["bob", "dan"], "books share the other records"


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    gograde.files.write_once(tmp_path / "one", b"first")
    with pytest.raises(FileExistsError):
        gograde.files.write_once(tmp_path / "one", b"second")
    assert all_bytes(tmp_path) == {"one": b"first"}


def test_an_interrupted_publisher_leaves_no_half_book(class_dir: Path) -> None:
    child = os.fork()
    if not child:
        os.link = lambda *_args: os._exit(9)  # type: ignore[assignment]
        kept(class_dir)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert list((class_dir / BOOKS).glob(".partial-*"))
    assert (numbers(class_dir), last_book(class_dir)) == ((), None)
    assert kept(class_dir).number == 1
    assert not list((class_dir / BOOKS).glob(".partial-*"))


# -- what students see ----------------------------------------------------------------------


def pages(reports: Path, folder: str) -> dict[str, bytes]:
    return all_bytes(reports / folder)


def test_students_see_what_was_published_last(class_dir: Path, regraded: Path) -> None:
    reports = regraded / "reports"
    write_reports(regraded, reports)
    assert b"Grace Gupta" in (reports / "students/grace.html").read_bytes()
    seen = pages(reports, "students")
    assert "bob.html" not in {name for name, data in seen.items() if b"7 / 7" in data}
    staff = pages(reports, "staff")
    assert "grace.html" not in staff
    kept(regraded)
    write_reports(regraded, reports)
    assert pages(reports, "staff") == staff
    now = pages(reports, "students")
    changed = {name for name in seen if now.get(name) != seen[name]}
    assert changed == {f"{name}.html" for name in ("bob", "carol", "dan", "grace")}
    assert "grace.html" not in now


def test_who_is_new_since_the_publishing_has_no_page_to_link_to(class_dir: Path, class_people, write) -> None:
    kept(write(class_dir, class_people[:-1]))
    reports = write(class_dir, class_people) / "reports"
    write_reports(class_dir, reports)
    assert "grace.html" not in pages(reports, "students")
    staff = pages(reports, "staff")
    assert b"../students/grace.html" not in staff["grace.html"]
    assert b"../students/alice.html" in staff["alice.html"]


def test_no_hidden_data_is_in_a_published_page(make_class, make_person, make_record, all_tests) -> None:
    hidden = {"message": "S3CRET", "features": ("S3CRET",), "remarks": ("S3CRET",)}
    secret = [replace(test, **hidden if test.visibility is Visibility.HIDDEN else {}) for test in all_tests]
    folder = make_class([make_person("eve", make_record("eve", secret, message="S3CRET"))])
    kept(folder)
    write_reports(folder, folder / "reports")
    assert b"S3CRET" in b"".join(pages(folder / "reports", "staff").values())
    assert b"S3CRET" not in b"".join(pages(folder / "reports", "students").values())


# -- reading them ---------------------------------------------------------------------------


SPOIL: dict[str, Callable[[Path], object]] = {
    "a book that is cut off": lambda books: (books / "0001.json").write_text("{"),
    "a book that was renamed": lambda books: (books / "0001.json").rename(books / "0003.json"),
}


def test_a_damaged_book_is_told(tmp_path: Path, class_people, write) -> None:
    def read(spoil: Callable[[Path], object]) -> object:
        shutil.rmtree(tmp_path / "class", ignore_errors=True)
        kept(write(tmp_path / "class", class_people))
        spoil(tmp_path / "class" / BOOKS)
        return load_kept(tmp_path / "class", *numbers(tmp_path / "class")).results.results

    tried = ((name, partial(read, spoil)) for name, spoil in SPOIL.items())
    errors_agree("report/damaged-books.txt", tried, tmp_path / "class")
    with pytest.raises(DataError, match="alice: its score record is gone or has changed"):
        read(lambda books: shutil.rmtree(records_of(books.parent)))


# -- where the grader fails with a submission that it graded before, the kept result counts on -------


PAIR = ("board9", "bob")


@pytest.fixture
def kept_class(class_dir: Path) -> Path:
    """The class with one kept gradebook."""
    kept(class_dir)
    return class_dir


@pytest.fixture
def failed(make_record, class_people) -> ScoreRecord:
    """What the grader says of bob's submission when it fails."""
    tests = [replace(test, verdict=Verdict.JE, points=None) for test in class_people[1].record.tests]
    return make_record("bob", tests, verdict=Verdict.JE, official="pending")


def counted(class_dir: Path, record: ScoreRecord) -> BookRecords:
    return standing(class_dir, {PAIR: record})


def test_a_failure_gives_way_to_the_kept_result(kept_class: Path, failed: ScoreRecord, class_people) -> None:
    found = counted(kept_class, failed)
    assert found.records[PAIR] == class_people[1].record
    marks = found.flagged(load_gradebook(kept_class))
    [bob] = [entry for entry in marks.entries if entry.student == "bob"]
    assert [(flag.id, flag.evidence) for flag in bob.flags] == [
        ("regrade-failed", "the grader failed when this was graded again; the result of gradebook 1 stands")
    ]
    assert bob.record.startswith("../gradebooks/records/")
    (kept_class / "work/scores/board9/bob.json").unlink()
    (kept_class / "work/gradebook.json").write_bytes(to_json(marks))
    assert load_results(kept_class).by_pair["bob", "board9"].record == class_people[1].record


def test_an_assignment_has_the_version_of_now(kept_class: Path, failed: ScoreRecord, class_people) -> None:
    """The marks name an assignment as the first record does, and a result that stands may be older."""
    newer = class_people[2].record
    newer = replace(newer, assignment=replace(newer.assignment, version="1.1.0"))
    found = standing(kept_class, {PAIR: failed, ("board9", "carol"): newer})
    assert list(found.paths) == [PAIR]
    assert [record.assignment.version for record in found.records.values()] == ["1.1.0", "1.0.0"]


def test_when_the_kept_result_stands(kept_class: Path, failed: ScoreRecord, class_people) -> None:
    """Not where all is well, where other work failed, nor where what was kept is a failure itself."""
    right, good, *_, frank, _ = (person.record for person in class_people)
    partly = replace(good, tests=(*good.tests[:-1], failed.tests[-1]))
    other = replace(failed, submission=SubmissionRef(student="bob", sha256="ef" * 32))
    for now, stands in ((failed, good), (partly, good), (other, other), (right, right), (frank, frank)):
        pair = ("board9", now.submission.student)
        found = standing(kept_class, {pair: now})
        assert (found.records, list(found.paths)) == ({pair: stands}, [pair] * (now is not stands))
    for path in (kept_class / "gradebooks/records").rglob("*"):
        if path.is_file():
            path.chmod(0o600)
            path.write_bytes(b"{}")
    assert counted(kept_class, failed).records[PAIR] == failed, "what is damaged is no result"
    shutil.rmtree(kept_class / "gradebooks")
    assert counted(kept_class, failed).records[PAIR] == failed


@pytest.fixture
def drawn(class_dir: Path, class_people) -> Path:
    """The class with one kept gradebook, in which bob drew a picture."""
    sha256 = write_blob(class_dir / "work/blobs", b"a picture")
    good = class_people[1].record
    shown = replace(good.runs[0], pictures=(PictureScore(name="a.png", width=9, height=9, sha256=sha256),))
    record = replace(good, runs=(shown, *good.runs[1:]))
    (class_dir / "work/scores/board9/bob.json").write_bytes(to_json(record))
    kept(class_dir)
    shutil.rmtree(class_dir / "work/blobs")
    return class_dir


def test_the_pictures_of_a_kept_result_come_back(drawn: Path, failed: ScoreRecord) -> None:
    """A deleted work folder has none of them, and neither reports nor the next publishing do without."""
    marks = counted(drawn, failed).flagged(load_gradebook(drawn))
    (drawn / "work/gradebook.json").write_bytes(to_json(marks))
    write_reports(drawn, drawn / "reports")
    [picture] = (drawn / "reports/students").rglob("*.png")
    assert picture.read_bytes() == b"a picture"
    assert keep_records(drawn, marks)["board9"]["bob"] == last_book(drawn).records["board9"]["bob"]


def test_a_result_whose_picture_is_gone_does_not_stand(drawn: Path, failed: ScoreRecord) -> None:
    sha256 = hashlib.sha256(b"a picture").hexdigest()
    blob_path(drawn / "gradebooks/records", sha256).unlink()
    assert counted(drawn, failed).records[PAIR] == failed


# -- whatever is damaged in a class, each command works or prints a way out that leads to its working  --


COMMANDS = ("report", "regrade", "publish", "review --format json", "run")

FILES = """
    taken_in.csv gradebooks/0001.json gradebooks/records/*/* reports/manifest.json work work/doctor.json
    work/done/report work/gradebook.json work/logs work/plan work/plan/plan.json work/reports.made.json
    work/runs/board9/* work/scores/board9 work/scores/board9/* work/taken/*.json
"""


def _remove(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


DAMAGES: dict[str, Callable[[Path], Any]] = {
    "missing": lambda path: None,
    "empty": Path.touch,
    "other JSON": lambda path: path.write_text('{"a": [1]}\n'),
    "a folder": lambda path: (path / "in it").mkdir(parents=True),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "cut": lambda path: path.write_bytes(b'{"made_from": {"a'),
}
if os.geteuid():
    DAMAGES["not to be read"] = lambda path: path.touch(0)


def follow(error: str, room: Room, good: Path) -> str:
    """Do what an error says; why that cannot be done, empty when it was."""
    *_, (where, fix) = re.findall(r"^(.*)\nFix: (.*)", error, re.M) or [("", "no way out")]
    named = re.match(rf"{re.escape(str(room.path))}[^:]*", where)
    path = Path(named[0]) if named else Path()
    if "away" in fix:
        _remove(next(one for one in (path, *path.parents) if os.path.lexists(one)))
    elif "restore" in fix:
        name = path.relative_to(room.path).parts[0]
        if os.path.lexists(room.path / name):
            _remove(room.path / name)
        (shutil.copytree if (good / name).is_dir() else shutil.copy2)(good / name, room.path / name)
    elif "gograde run" in fix:
        done = room.run()
        return follow(done.err, room, good) if done.code > 1 else ""
    elif "you may read and write" in fix:
        path.chmod(0o700)
    else:
        return fix
    return ""


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    room = make_class(tmp_path_factory.mktemp("good") / "class", {"alice": "accepted/python_file"})
    assert (room.run().code, room.gograde("publish", str(room.path)).code) == (0, 0)
    return room.path


@pytest.mark.long
@pytest.mark.parametrize("name", FILES.split())
def test_the_way_out_that_is_printed_leads_out(good: Path, tmp_path: Path, name: str) -> None:
    for how, damage in DAMAGES.items():
        for command, *options in map(str.split, COMMANDS):
            room, said = Room(tmp_path / f"{how} {command}"), list[str]()
            shutil.copytree(good, room.path)
            place = next(room.path.glob(name))
            _remove(place)
            damage(place)
            while (done := room.gograde(command, str(room.path), *options)).code > 1:
                said.append(done.err)
                assert len(said) < 6, f"{how}, {command}: goes in a circle\n{''.join(said)}"
                assert not follow(done.err, room, good), f"{how}, {command}\n{''.join(said)}"
