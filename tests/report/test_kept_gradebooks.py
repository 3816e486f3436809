"""Kept gradebooks of a class made by hand: written once, whole, and what students see."""

import csv
import hashlib
import io
import json
import os
import re
import shutil
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import gograde.files
from gograde.codec import replace, to_json, to_value
from gograde.core.record import PictureScore, ScoreRecord, SubmissionRef, TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.files import blob_path, write_blob
from gograde.grading.book import BookRecords, keep_records, last_book, numbers, records_of, standing
from gograde.report.class_report import load_report, why_review
from gograde.report.exports.reports_folder import write_reports
from gograde.report.kept import load_kept
from gograde.report.lms_export import marks_of
from gograde.report.pages.class_page import by_hand, tags
from gograde.report.results import load_gradebook, load_results
from gograde.report.terminal.class_table import class_parts, result_parts
from gograde.report.waiting import load_programs
from gograde.workflow.grade_class import tally_of
from tests.golden import errors_agree
from tests.report.conftest import Person, V, group, record, rule, write_class
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


# -- twelve students whose results were worked out by hand, compared in every place that shows them


WORTH = {"s/1": 0, "01/a": 2, "01/b": 2, "01/p": 1, "01/f": 0, "01/x": 1}
"""Points: a sample, two answers, a picture, a picture worth nothing that decides, and an extra answer."""
ALL = [*WORTH][1:5]

EXPECTED = {
    "ada": ("pass", "✓", "AC", 6, 6, ""),
    "ben": ("fail", "✗", "WA", 4, 4, ""),
    "cem": ("pending", "◌", "RV", 5, 6, "01/p"),
    "dan": ("pass", "✓*", "AC", 6, 6, ""),
    "eve": ("pass", "✓*", "AC", 6, 6, ""),
    "fay": ("pass", "✓*", "AC", 5, 5, ""),
    "gil": ("not-submitted", "∅", "NS", 0, 0, ""),
    "hal": ("fail", "✗*", "WA", 5, 5, ""),
    "ira": ("error", "⚠", "JE", 0, 6, ""),
    "jon": ("pending", "◌", "RV", 6, 6, "01/f"),
    "kim": ("pass", "✓", "AC", 6, 6, ""),
    "lea": ("pass", "✓", "AC", 4, 4, ""),
}
"""The official result, the sign and the verdict, both ends of the mark, and the test that waits."""


def score(name: str, word: str) -> TestScore:
    of = {"s": "sample", "x": "extra"}.get(name.strip("0123456789/"), "count")
    verdict, worth = Verdict(word), float(WORTH[name])
    points = None if word in ("RV", "JE") else worth if word == "AC" else 0.0
    batch = name.split("/", maxsplit=1)[0]
    told = rule(batch, visibility=V)
    return replace(told, name=name, group=of, verdict=verdict, points=points, max_points=worth, cause=None,
                   message="to be looked at by somebody" if word == "RV" else "")  # fmt: skip


def work(who: str, ends: str = "AC", other: str = "AC", without: str = "", **words: Any) -> ScoreRecord:
    """A record whose hidden run ended so; its tests are `other` but for those in `words`, by their letter."""
    changes = words.pop("changes", [])
    tests = [score(n, words.get(n[-1], "AC" if n == "s/1" else other)) for n in WORTH if n != without]
    groups = [group(name, tests) for name in ("sample", "count", "extra")]
    groups = [replace(one, decides=one.name == "count") for one in groups]
    made = record(who, tests, groups=groups, changes=changes)
    runs = [replace(one, verdict=Verdict(ends if one.batch == "01" else "AC")) for one in made.runs]
    return record(who, tests, groups=groups, changes=changes, runs=[to_value(one) for one in runs])


def said(test: str, points: float, decision: str = "") -> dict[str, Any]:
    return {"test": test, "points": points, "decision": decision, "by": "Ada L", "at": "", "reason": "seen"}


FULL = {"name": "01/b", "do": "full", "by": "Ada L", "reason": "unclear"}
VOID = {"name": "01/b", "do": "void", "by": "Ada L", "reason": "misprint"}


def twelve() -> list[Person]:
    nothing = {"submission": SubmissionRef(student="gil"), "runs": (), "backend": ""}
    return [
        Person("ada", work("ada")), Person("ben", work("ben", b="WA")), Person("cem", work("cem", p="RV")),
        Person("dan", work("dan", p="RV"), overrides=[said("01/p", 1, "right")]),
        Person("eve", work("eve", "RTE", "RTE", p="RV"), overrides=[said("", 6, "right")]),
        Person("fay", work("fay", "RTE", "RTE"), overrides=[said(n, WORTH[n], "right") for n in ALL]),
        Person("gil", replace(work("gil", other="NS"), **nothing)),
        Person("hal", work("hal", p="RV"), overrides=[said("01/p", 0, "wrong")]),
        Person("ira", work("ira", "JE", "JE")), Person("jon", work("jon", f="RV")),
        Person("kim", work("kim", changes=[FULL], **{"1": "WA"})),
        Person("lea", work("lea", without="01/b", changes=[VOID])),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def class_of_twelve(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_class(tmp_path_factory.mktemp("twelve") / "autumn", twelve())
    rows = [
        f"board9,{one.id},{row['test']},{row['points']},Ada L,,seen,{row['decision']}"
        for one in twelve()
        for row in one.overrides
    ]
    head = "assignment,student_id,test,points,by,at,reason,decision"
    (folder / "overrides.csv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    roster = "\n".join(["student_id,last_name,first_name", *(f"{one.id},{one.id}," for one in twelve())])
    (folder / "roster.csv").write_text(roster + "\n", encoding="utf-8")
    config = "schema: gograde/class/v1\ntitle: T\nassignments: {board9: {}}\n"
    (folder / "class.yaml").write_text(config, encoding="utf-8")
    write_reports(folder, folder / "reports")
    return folder


def printed(parts: Iterable[Any]) -> str:
    console = Console(file=io.StringIO(), width=120, color_system=None)
    for part in parts:
        console.print(part, markup=False, highlight=False, emoji=False)
    return console.file.getvalue()  # type: ignore[attr-defined]


def ends(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"{low:g}–{high:g}"


def words(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"at least {low:g}, at most {high:g} of 6"


def test_the_gradebook_and_its_tables_say_so(class_of_twelve: Path) -> None:
    report = load_report(class_of_twelve, None, None)
    found = {
        one.student: (one.official, one.badge.value, one.mark.at_least, one.mark.at_most, *one.graded.waits)
        for one in report.entries
    }
    wanted = {who: (said, *rest, *filter(None, [test])) for who, (said, _, *rest, test) in EXPECTED.items()}
    assert found == wanted
    with (class_of_twelve / "reports" / "scores.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert {who: (row["official"], row["badge"]) for who, row in rows.items()} == {
        who: (said, badge) for who, (said, _, badge, *_) in EXPECTED.items()
    }
    assert {who: row["tests_waiting"] for who, row in rows.items() if row["tests_waiting"] != "0"} == {
        "cem": "1", "jon": "1"
    }  # fmt: skip
    assert sum(float(row["waiting"]) for row in rows.values()) == 1
    marks = {who: mark.points for (who, _), mark in marks_of(report.book).items()}
    assert marks == {who: low if low == high else None for who, (_, _, _, low, high, _) in EXPECTED.items()}


def test_the_queue_the_summary_and_the_list_of_what_to_look_at_say_so(class_of_twelve: Path) -> None:
    results = load_results(class_of_twelve)
    found = [one for program in load_programs(class_of_twelve, None, None) for one in program.waits]
    waits = [(one.submission[1], one.test.name, one.test.max_points) for one in found]
    assert waits == [("cem", "01/p", 1), ("jon", "01/f", 0)]
    tally = tally_of("board9", [one.entry for one in results.results])
    assert (tally.passed, tally.waiting, tally.points, tally.judge_errors) == (6, 2, 1, ("ira",))
    assert tally.verdicts == {"AC": 6, "WA": 2, "NS": 1, "RV": 2, "JE": 1}
    looks = by_hand(results.results)
    assert [(one.student and one.student.id, one.text) for one in looks["look_waiting"]] == [
        ("cem", "01/p: 1 point"), ("jon", "01/f: 0 points")
    ]  # fmt: skip
    assert [one.student.id for one in results.results if "pending" in tags(one)] == ["cem", "ira", "jon"]
    told = {one.student.id: why for one in results.results if (why := why_review(one.entry))}
    assert told == {
        "cem": "1 test (1 point) not decided",
        "ira": "the grader failed",
        "jon": "1 test (0 points) not decided",
    }


def test_the_page_of_the_class_and_the_terminal_say_so(class_of_twelve: Path) -> None:
    page = (class_of_twelve / "reports" / "index.html").read_text(encoding="utf-8")
    found = re.findall(r"<li[^>]*><b>([^<]*)</b><span>([^<]*)</span>", page)
    assert found == [
        ("12", "on the roster"),
        ("11 of 12", "submissions handed in"),
        ("6", "pass officially"),
        ("2", "fail officially"),
        ("2", "tests wait for a person"),
    ]
    assert "2 tests (1 point) wait for a person" in page
    report = load_report(class_of_twelve, None, None)
    table = printed(class_parts(report))
    for who, (_, sign, badge, low, high, test) in EXPECTED.items():
        [row] = re.findall(rf'data-key=" *{who}">.*?</tr>', page, re.DOTALL)
        assert f"<strong>{words(low, high)}</strong> " in row and f">{sign} {badge}</span>" in row, who
        assert ("waits for a person" in row.partition('class="more"')[0]) == bool(test), who
        [line] = [one for one in table.splitlines() if one.startswith(f"{who} ")]
        assert line.split()[2].rstrip("*") == ends(low, high), who
        assert f"{sign.rstrip('*')} {badge}" in line, who
        assert ("1 test" in line) == bool(test), who
    assert "2 tests (1 point) wait for a person" in table


def test_the_pages_of_students_say_so(class_of_twelve: Path) -> None:
    results = load_results(class_of_twelve)
    for who, (_, sign, badge, low, high, test) in EXPECTED.items():
        [result] = results.of_student(who)
        lines = printed(result_parts(result))
        assert f"{sign} {badge}; official: " in lines and f"final: {words(low, high)}" in lines, who
        for folder in ("students", "staff"):
            page = (class_of_twelve / "reports" / folder / f"{who}.html").read_text(encoding="utf-8")
            assert f">{sign} {badge}</span>" in page and f"<strong>{words(low, high)}</strong>" in page, who
            assert ("1 test (" in page) == bool(test), who
            assert ("to be looked at" in page + lines) == bool(test), who
            decided = any(one.id == who and one.overrides for one in twelve())
            assert ("Ada L" in page) == ((decided or who in ("kim", "lea")) and folder == "staff"), who


def test_where_nobody_asks_for_all_or_nothing_nothing_of_it_is_shown(tmp_path: Path) -> None:
    unasked = [replace(p, record=replace(p.record, official="none")) for p in twelve()]
    folder = write_class(tmp_path / "autumn", unasked)
    write_reports(folder, folder / "reports")
    shown = [folder / "reports" / name for name in ("index.html", "students/dan.html", "staff/dan.html")]
    texts = [re.sub(r"<(style|script).*?</\1>", "", path.read_text(), flags=re.DOTALL) for path in shown]
    report = load_report(folder, None, None)
    texts += [printed(class_parts(report)), (folder / "reports" / "scores.csv").read_text(encoding="utf-8")]
    texts += [printed(result_parts(load_results(folder).of_student("dan")[0]))]
    assert not [text for text in texts if "official" in text.lower()]
    assert [(one.student, one.badge.value) for one in report.entries] == [
        (who, badge) for who, (_, _, badge, *_) in EXPECTED.items()
    ]
