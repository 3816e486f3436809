"""Where the grader fails with a submission that it graded before, the kept result counts on."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from gograde.codec import replace, to_json
from gograde.files import blob_path, write_blob
from gograde.grading.books.book import Book, Standing, keep, keep_records, last_book, standing
from gograde.report.exports.reports_folder import write_reports
from gograde.report.results import load_gradebook, load_results
from gograde.scoring.record import PictureScore, ScoreRecord, SubmissionRef
from gograde.scoring.verdict import Verdict

PAIR = ("board9", "bob")


@pytest.fixture
def kept(class_dir: Path) -> Path:
    """The class with one kept gradebook."""
    marks = load_gradebook(class_dir)
    records = keep_records(class_dir, marks)
    keep(class_dir, Book(published=True, at="2026-11-20", gradebook=marks, records=records))
    return class_dir


@pytest.fixture
def failed(make_record, class_people) -> ScoreRecord:
    """What the grader says of bob's submission when it fails."""
    tests = [replace(test, verdict=Verdict.JE, points=None) for test in class_people[1].record.tests]
    return make_record("bob", tests, verdict=Verdict.JE, official="pending")


def counted(class_dir: Path, record: ScoreRecord) -> Standing:
    return standing(class_dir, {PAIR: record})


def test_a_failure_gives_way_to_the_kept_result(kept: Path, failed: ScoreRecord, class_people) -> None:
    found = counted(kept, failed)
    assert found.records[PAIR] == class_people[1].record
    marks = found.flagged(load_gradebook(kept))
    [bob] = [entry for entry in marks.entries if entry.student == "bob"]
    assert [(flag.id, flag.evidence) for flag in bob.flags] == [
        ("regrade-failed", "the grader failed when this was graded again; the result of gradebook 1 stands")
    ]
    assert bob.record.startswith("../gradebooks/records/")
    (kept / "work/scores/board9/bob.json").unlink()
    (kept / "work/gradebook.json").write_bytes(to_json(marks))
    assert load_results(kept).by_pair["bob", "board9"].record == class_people[1].record


def test_an_assignment_has_the_version_of_now(kept: Path, failed: ScoreRecord, class_people) -> None:
    """The marks name an assignment as the first record does, and a result that stands may be older."""
    newer = class_people[2].record
    newer = replace(newer, assignment=replace(newer.assignment, version="1.1.0"))
    found = standing(kept, {PAIR: failed, ("board9", "carol"): newer})
    assert list(found.paths) == [PAIR]
    assert [record.assignment.version for record in found.records.values()] == ["1.1.0", "1.0.0"]


def test_only_one_failed_test_is_a_failure_too(kept: Path, failed: ScoreRecord, class_people) -> None:
    good = class_people[1].record
    tests = (*good.tests[:-1], failed.tests[-1])
    partly = replace(good, tests=tests)
    assert counted(kept, partly).records[PAIR] == good


def test_other_work_has_no_earlier_result(kept: Path, failed: ScoreRecord) -> None:
    other = replace(failed, submission=SubmissionRef(student="bob", sha256="ef" * 32))
    assert counted(kept, other).records[PAIR] == other


def test_a_kept_failure_does_not_stand(kept: Path, make_record, class_people) -> None:
    frank = class_people[5].record
    found = standing(kept, {("board9", "frank"): frank})
    assert (found.records, found.paths) == ({("board9", "frank"): frank}, {})


def test_without_a_kept_gradebook_a_failure_is_what_there_is(class_dir: Path, failed: ScoreRecord) -> None:
    assert counted(class_dir, failed).records[PAIR] == failed


def test_a_damaged_record_is_no_result(kept: Path, failed: ScoreRecord) -> None:
    for path in (kept / "gradebooks/records").rglob("*"):
        if path.is_file():
            path.chmod(0o600)
            path.write_bytes(b"{}")
    assert counted(kept, failed).records[PAIR] == failed


@pytest.fixture
def drawn(class_dir: Path, class_people) -> Path:
    """The class with one kept gradebook, in which bob drew a picture."""
    sha256 = write_blob(class_dir / "work/blobs", b"a picture")
    good = class_people[1].record
    shown = replace(good.runs[0], pictures=(PictureScore(name="a.png", width=9, height=9, sha256=sha256),))
    record = replace(good, runs=(shown, *good.runs[1:]))
    (class_dir / "work/scores/board9/bob.json").write_bytes(to_json(record))
    marks = load_gradebook(class_dir)
    records = keep_records(class_dir, marks)
    keep(class_dir, Book(published=True, at="2026-11-20", gradebook=marks, records=records))
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


def test_what_is_well_is_not_looked_up(kept: Path, class_people) -> None:
    good = class_people[0].record
    found = standing(kept, {("board9", "alice"): good})
    assert (found.records, found.paths) == ({("board9", "alice"): good}, {})
