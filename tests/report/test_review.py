"""`gograde review`: one key per picture, written to `overrides.csv` at once."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gograde.cli.main import run_command
from gograde.report.exports.reports_folder import write_reports

HEAD = "assignment,student_id,test,points,by,at,reason\n"
WAITING = ["alice", "bob", "carol", "grace"]


@pytest.fixture
def waiting_class(class_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The class of four who wait for a person, with the files that a person writes."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    people = ["alice", "bob", "carol", "dan", "erin", "frank", "grace"]
    (class_dir / "class.yaml").write_text("schema: gograde/class/v1\ntitle: Go\nassignments: {board9: {}}\n")
    (class_dir / "roster.csv").write_text("student_id\n" + "".join(f"{name}\n" for name in people))
    return class_dir


@pytest.fixture
def review(
    waiting_class: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """Runs the command with these keys, as from a pipe; it must end well."""

    def run(keys: str, *options: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(keys))
        code = run_command(["review", str(waiting_class), "--by", "Ms Rivera", *options])
        captured = capsys.readouterr()
        assert (code, captured.err) == (0, "")
        return captured.out

    return run


def decided(class_dir: Path) -> list[tuple[str, str]]:
    path = class_dir / "overrides.csv"
    rows = csv.DictReader(path.read_text().splitlines()) if path.exists() else []
    return [(row["student_id"], row["points"]) for row in rows]


def test_one_key_decides_and_is_written_at_once(review: Callable[..., str], waiting_class: Path) -> None:
    out = review("arsp0.5")
    assert decided(waiting_class) == [("alice", "1"), ("bob", "0"), ("grace", "0.5")]
    assert "[1 of 4] board9  Alice Li (alice)  01/3 picture, worth 1 point" in out
    assert "3 decided, 1 left." in out
    row = next(csv.DictReader((waiting_class / "overrides.csv").read_text().splitlines()))
    assert (row["assignment"], row["test"], row["by"]) == ("board9", "01/3 picture", "Ms Rivera")
    assert row["reason"] == "a person looked at the picture: right"
    assert row["at"][10] == "T"


def test_what_is_decided_is_not_asked_again(review: Callable[..., str], waiting_class: Path) -> None:
    review("aa")
    assert [one["student"] for one in json.loads(review("", "--format", "json"))] == ["carol", "grace"]
    review("rr")
    assert review("") == "Nothing waits for a person.\n"
    assert [student for student, _ in decided(waiting_class)] == WAITING


def test_a_decision_is_taken_back(review: Callable[..., str], waiting_class: Path) -> None:
    out = review("abra")
    assert "Taken back." in out
    assert decided(waiting_class) == [("alice", "0"), ("bob", "1")]
    assert "This is the first." in review("bq")


def test_back_over_a_skipped_one_takes_nothing_back(review: Callable[..., str], waiting_class: Path) -> None:
    assert "Taken back." not in review("asbq")
    assert decided(waiting_class) == [("alice", "1")]


def test_a_file_that_was_changed_meanwhile_is_not_overwritten(
    waiting_class: Path, review: Callable[..., str]
) -> None:
    from gograde.classroom.classroom import Override
    from gograde.errors import DataError
    from gograde.grading.marks.overrides_file import add_overrides, take_back

    seen = Override("board9", "alice", "01/3 picture", 1, "me", "", "seen")
    written = add_overrides(waiting_class, [seen])
    with written.path.open("a") as file:
        file.write("board9,bob,,5,me,,spoke to him\n")
    with pytest.raises(DataError) as caught:
        take_back(written)
    assert str(caught.value) == (
        f"{written.path}: was changed since the correction was added\nFix: take its line out by hand"
    )
    assert decided(waiting_class) == [("alice", "1"), ("bob", "5")]


@pytest.mark.parametrize("old", [b"\xef\xbb\xbf" + HEAD.encode(), HEAD.replace("\n", "\r\n").encode()])
def test_what_the_file_had_stays_byte_for_byte(
    review: Callable[..., str], waiting_class: Path, old: bytes
) -> None:
    path = waiting_class / "overrides.csv"
    line = b"board9,bob,01/0,1,me,,the statement was not clear"
    path.write_bytes(old + line)
    review("a")
    after = path.read_bytes()
    end = b"\r\n" if b"\r\n" in old else b"\n"
    head = old.removesuffix(end) + b",decision,picture" + end
    assert after.startswith(head + line + end)
    assert len(json.loads(review("", "--format", "json"))) == 3
    assert after.endswith(b"\r\n") == (b"\r\n" in old)


def test_other_columns_in_another_order(review: Callable[..., str], waiting_class: Path) -> None:
    (waiting_class / "overrides.csv").write_text("reason,by,points,test,student_id,assignment\n")
    review("a")
    last = (waiting_class / "overrides.csv").read_text().splitlines()[-1]
    assert last == "a person looked at the picture: right,Ms Rivera,1,01/3 picture,alice,board9,right,"


def test_what_somebody_has_decided_meanwhile_is_not_decided_twice(waiting_class: Path) -> None:
    from gograde.classroom.classroom import Override
    from gograde.errors import DataError
    from gograde.grading.marks.overrides_file import add_overrides

    for student in ("alice", "bob"):
        add_overrides(waiting_class, [Override("board9", student, "01/3 picture", 1, "me", "", "seen")])
    both = [Override("board9", who, "01/3 picture", 0, "you", "", "no") for who in ("carol", "bob")]
    with pytest.raises(DataError) as caught:
        add_overrides(waiting_class, both)
    assert str(caught.value) == (
        f"{waiting_class / 'overrides.csv'}: somebody has decided '01/3 picture' of bob in board9 meanwhile\n"
        "Fix: look at its line; to decide again take it out"
    )
    assert decided(waiting_class) == [("alice", "1"), ("bob", "1")]


def test_all_of_a_submission_at_once(
    make_class: Callable[..., Path], waiting_class: Path, review: Callable[..., str]
) -> None:
    review("A")
    assert decided(waiting_class) == [("alice", "1")]


def test_a_key_that_means_nothing(review: Callable[..., str]) -> None:
    assert "'z' means nothing here." in review("zq")


def test_only_those_asked_for(review: Callable[..., str], waiting_class: Path) -> None:
    review("r", "--student", "carol")
    assert decided(waiting_class) == [("carol", "0")]


EVIDENCE = "the grader failed 2 times in the same way (ValueError in gograde.x): caused by the submission?"


@pytest.fixture
def failing_twice(waiting_class: Path) -> Path:
    """The class with a submission on which the grader failed twice."""
    path = waiting_class / "work/scores/board9/frank.json"
    flag = {"id": "fault-twice", "severity": "serious", "evidence": EVIDENCE}
    path.write_text(json.dumps(json.loads(path.read_text()) | {"flags": [flag]}))
    return waiting_class


def test_a_judge_error_waits_for_a_person_only_when_it_came_twice(
    review: Callable[..., str], failing_twice: Path
) -> None:
    found = [one for one in json.loads(review("", "--format", "json")) if one["verdict"] == "JE"]
    assert [(one["student"], one["test"], one["reason"]) for one in found] == [
        ("frank", "01/0", EVIDENCE),
        ("frank", "01/3", EVIDENCE),
    ]
    out = review("R", "--student", "frank")
    assert f"Frank Fontaine (frank)  01/0, worth 1 point\n{EVIDENCE}\n" in out
    assert decided(failing_twice) == [("frank", "0"), ("frank", "0")]
    row = next(csv.DictReader((failing_twice / "overrides.csv").read_text().splitlines()))
    assert row["reason"] == "a person judged what the grader could not: wrong"
    assert review("", "--student", "frank") == "Nothing waits for a person.\n"


def test_a_student_who_is_not_there(waiting_class: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["review", str(waiting_class), "--student", "carl"]) == 2
    assert capsys.readouterr().err == '--student carl: not in this class\nFix: did you mean "carol"?\n'


def test_no_page_stays_behind(review: Callable[..., str], waiting_class: Path) -> None:
    assert "The picture: file://" in review("q")
    assert not (waiting_class / "work" / "review.html").exists()


DOUBT = "01/3: WA 0 when it was corrected to 1 by Ms Rivera (half right), now AC 2"


@pytest.fixture
def doubtful_class(waiting_class: Path) -> Path:
    """The class in which a correction of alice was made over another result than today's."""
    path = waiting_class / "work" / "gradebook.json"
    book = json.loads(path.read_text())
    book["entries"][0]["overrides"] = [
        {
            "test": "01/3", "points": 1, "by": "Ms Rivera", "reason": "half right",
            "automatic": {"verdict": "AC", "points": 2}, "decided_on": {"verdict": "WA", "points": 0},
        }
    ]  # fmt: skip
    path.write_text(json.dumps(book))
    return waiting_class


def test_corrections_in_doubt_come_first(doubtful_class: Path, review: Callable[..., str]) -> None:
    out = review("q").splitlines()
    assert out[:2] == [
        f"In doubt: board9, alice: {DOUBT}",
        "To keep a correction change its row in overrides.csv, for example at; else take it out.",
    ]
    assert "In doubt" not in review("q", "--student", "bob")


def test_corrections_in_doubt_for_programs(doubtful_class: Path, review: Callable[..., str]) -> None:
    *waiting, doubt = json.loads(review("", "--format", "json"))
    assert [one["student"] for one in waiting] == WAITING
    assert doubt == {
        "assignment": "board9", "student": "alice", "test": "01/3", "verdict": "AC", "reason": DOUBT,
        "corrected": 1, "pictures": [],
    }  # fmt: skip


def test_the_class_page_names_a_correction_in_doubt(doubtful_class: Path) -> None:
    write_reports(doubtful_class, doubtful_class / "reports")
    page = (doubtful_class / "reports" / "index.html").read_text("utf-8")
    assert "correction in doubt" in page
    assert DOUBT in page
    assert DOUBT not in (doubtful_class / "reports" / "students" / "alice.html").read_text("utf-8")
