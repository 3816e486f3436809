"""`gograde review`: one key for the pictures of a program, written to `overrides.csv` at once."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.waiting_class import AFTER, UNSURE, make_waiting_class
from gograde.classroom.classroom import Override, load_class
from gograde.cli.main import run_command
from gograde.errors import DataError, UsageError
from gograde.grading.course import settled_in
from gograde.grading.marks.overrides_file import add_overrides, take_back, take_out
from gograde.report.exports.reports_folder import write_reports
from gograde.report.terminal.review_desk import ReviewDesk
from gograde.report.waiting import load_waiting, programs
from gograde.scoring.settled import seen_in
from gograde.scoring.verdict import Verdict
from tests.app.classroom.made_class import WAITS

HEAD = "assignment,student_id,test,points,by,at,reason\n"


@pytest.fixture
def class_of_four(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three students whose pictures wait, and one whose pictures are right."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    return make_waiting_class(tmp_path / "autumn", WAITS)


Press = Callable[..., tuple[ReviewDesk, str]]


@pytest.fixture
def press(class_of_four: Path) -> Press:
    """Presses keys at a new desk, with these lines typed; returns the desk and all that it said."""

    def run(keys: str, *lines: str, student: str | None = None) -> tuple[ReviewDesk, str]:
        desk = ReviewDesk(class_of_four, programs(load_waiting(class_of_four, student, None)), "Ms Rivera")
        typed, said = list(lines), ""
        for key in keys:
            said += f"{desk.show()}\n{desk.press(key, lambda _: typed.pop(0))}\n"
        return desk, f"{said}{desk.show()}"

    return run


@pytest.fixture
def review(class_of_four: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs the command without a terminal; it must end well."""

    def run(*options: str) -> str:
        code = run_command(["review", str(class_of_four), "--by", "Ms Rivera", *options])
        captured = capsys.readouterr()
        assert (code, captured.err) == (0, "")
        return captured.out

    return run


def rows(class_dir: Path) -> list[dict[str, str]]:
    path = class_dir / "overrides.csv"
    return list(csv.DictReader(path.read_text().splitlines())) if path.exists() else []


def decided(class_dir: Path) -> list[tuple[str, str, str]]:
    return [(row["student_id"], row["test"], row["decision"] or row["points"]) for row in rows(class_dir)]


# -- a program at a time ----------------------------------------------------------------------


def test_the_programs_that_wait_with_all_their_tests(press: Press) -> None:
    _, said = press("")
    assert said.splitlines()[1:] == [
        "[program 1 of 3, 3 left]",
        "board9  alice (alice)  3 tests, worth 3 points",
        f"  01/1 picture  agrees    window 1: test_1; {UNSURE}",
        f"  01/3 picture  agrees    window 3: test_3; {UNSURE}",
        f"  01/4 picture  differs   window 4: test_4; {UNSURE}; "
        "(7, 8): a white stone expected, a black stone seen",
        "[a]ccept the 2 that agree  [r]eject the 1 that differ  [A]ccept/[R]eject all 3  [o]ne by one  "
        "[c]omment  [s]kip  [u]ndo  [q]uit",
    ]


def test_one_key_accepts_what_agrees_and_one_rejects_what_differs(press: Press, class_of_four: Path) -> None:
    desk, said = press("ar")
    assert decided(class_of_four) == [
        ("alice", "01/1 picture", "right"),
        ("alice", "01/3 picture", "right"),
        ("alice", "01/4 picture", "wrong"),
    ]
    assert "\n2 tests: right.\n" in said
    assert "\n1 test: wrong.\n" in said
    assert "[program 2 of 3, 2 left]\nboard9  bob (bob)  2 tests, worth 2 points\n" in said
    assert desk.summary == "3 decided, 3 left."


def test_a_row_says_all(press: Press, class_of_four: Path) -> None:
    press("ar")
    first, *_, last = rows(class_of_four)
    assert (first["assignment"], first["points"], first["by"], first["at"][10]) == (
        "board9",
        "1",
        "Ms Rivera",
        "T",
    )
    assert first["reason"] == "a person looked at the picture: right"
    assert (last["points"], last["reason"]) == ("0", "a person looked at the picture: wrong")


def test_a_right_picture_is_kept_with_the_decision_when_it_is_the_only_one(
    press: Press, class_of_four: Path
) -> None:
    press("aAA")  # alice: what agrees, then what differs; bob: not read, and several pictures
    [waiting] = load_waiting(class_of_four, "dan", None)
    assert seen_in(waiting.own[0].sha256, AFTER) == rows(class_of_four)[2]["picture"]  # dan's drawing too
    assert [bool(row["picture"]) for row in rows(class_of_four)] == [True, True, True, False, False]
    assert load_class(class_of_four).overrides[0].picture == rows(class_of_four)[0]["picture"]


def test_what_a_person_saw_is_told_to_the_reader(press: Press, class_of_four: Path) -> None:
    press("aAR")
    settled = settled_in(load_class(class_of_four), "board9")
    assert settled == {"alice": tuple(row["picture"] for row in rows(class_of_four)[:3])}
    assert settled_in(load_class(class_of_four), "little-go") == {}


def test_what_was_not_read_is_only_decided_on_purpose(press: Press, class_of_four: Path) -> None:
    _, said = press("ar", student="bob")
    assert "  01/1 picture  not read  the stones in the picture" in said
    assert "  01/2 picture  not read  one picture of this problem shows the right board, but a later" in said
    assert "\nNothing here agrees with what was read: A accepts all, o shows them one by one.\n" in said
    assert "\nNothing here differs from what was read: R rejects all, o shows them one by one.\n" in said
    assert decided(class_of_four) == []


def test_what_is_quite_another_board_counts_as_not_read(tmp_path: Path) -> None:
    folder = make_waiting_class(tmp_path / "junk", {"alice": ("junk",)})
    desk = ReviewDesk(folder, programs(load_waiting(folder, None, None)), "me")
    assert f"  01/1 picture  not read  window 1: test_1; {UNSURE}\n" in desk.show()
    assert "What was read" not in desk.page.read_text()
    assert desk.press("r", str).startswith("Nothing here differs from what was read")
    desk.press("o", str)
    assert "  read" not in desk.show().split("expected", 1)[1]
    desk.press("R", str)
    assert decided(folder) == [("alice", "01/1 picture", "wrong")]


def test_all_of_a_program(press: Press, class_of_four: Path) -> None:
    desk, _ = press("RAs")
    assert [(who, word) for who, _, word in decided(class_of_four)] == [("alice", "wrong")] * 3 + [
        ("bob", "right")
    ] * 2
    assert (desk.over, desk.summary) == (True, "5 decided, 1 left.")


def test_one_by_one(press: Press, class_of_four: Path) -> None:
    desk, said = press("oarp", "0.5")
    assert decided(class_of_four) == [
        ("alice", "01/1 picture", "right"),
        ("alice", "01/3 picture", "wrong"),
        ("alice", "01/4 picture", "0.5"),
    ]
    assert rows(class_of_four)[2]["reason"] == "a person looked at the picture: 0.5 of 1"
    assert "expected               read\n" in said
    assert "[a]ccept  [r]eject  [p]oints  [A]/[R] all that are left of this program  [c]omment" in said
    assert "[program 2 of 3, 2 left]" in said
    assert not desk.queue.singly


def test_points_that_cannot_be(press: Press, class_of_four: Path) -> None:
    for typed in ("2", "-1", "nan", "", "1e9", "half"):
        _, said = press("op", typed)
        assert f"\n{typed!r} is no number from 0 to 1.\n" in said
    assert "'p' means nothing here." in press("p")[1]
    assert decided(class_of_four) == []


def test_a_picture_worth_nothing_has_no_points_to_give(tmp_path: Path) -> None:
    folder = make_waiting_class(tmp_path / "free", {"alice": ("agrees",)}, worth=0)
    desk = ReviewDesk(folder, programs(load_waiting(folder, None, None)), "me")
    desk.press("o", str)
    assert desk.press("p", str) == "It is worth nothing: a accepts it, r rejects it."
    desk.press("a", str)
    assert decided(folder) == [("alice", "01/1 picture", "right")]


def test_a_comment_goes_with_the_next_decision(press: Press, class_of_four: Path) -> None:
    press("car", "=the colours are swapped, but said so")
    assert [row["reason"] for row in rows(class_of_four)] == [
        *["a person looked at the picture: right (=the colours are swapped, but said so)"] * 2,
        "a person looked at the picture: wrong",
    ]


def test_the_last_key_is_undone(press: Press, class_of_four: Path) -> None:
    desk, said = press("aru")
    assert "\nTaken back: 1 decision.\n" in said
    assert [word for *_, word in decided(class_of_four)] == ["right", "right"]
    assert desk.summary == "2 decided, 4 left."
    desk, said = press("ruu")
    assert said.endswith(press("")[1])
    assert "\nThis is the first.\n" in said


def test_a_skip_and_one_by_one_are_undone_too(press: Press, class_of_four: Path) -> None:
    for keys in ("su", "ou", "osuu"):
        assert press(keys)[1].endswith(press("")[1])
    assert not (class_of_four / "overrides.csv").exists()


def test_the_very_last_decision_is_undone(press: Press, class_of_four: Path) -> None:
    desk, _ = press("AAA")
    assert desk.over
    assert desk.press("u", str) == "Taken back: 1 decision."
    assert not desk.over
    assert [who for who, *_ in decided(class_of_four)] == ["alice"] * 3 + ["bob"] * 2


def test_a_key_that_means_nothing(press: Press) -> None:
    assert "'z' means nothing here." in press("z")[1]
    assert "'\\x1b' means nothing here." in press("\x1b")[1]


def test_the_page_is_a_contact_sheet(press: Press, class_of_four: Path) -> None:
    desk, _ = press("")
    page = desk.page.read_text()
    assert page.count('<article class="card good">') == 2
    assert page.count('<article class="card bad">') == 1
    assert page.count('<image href="data:image/png;base64,') == 3
    assert page.count('<circle cx="450.0" cy="400.0"') == 2  # a white and a red ring on the picture
    assert page.count("What was read, without being sure") == 3
    assert "Pictures saved in run" not in page
    desk.press("s", str)
    desk.show()
    page = desk.page.read_text()
    assert page.count("Which picture it is, the reader cannot say: they are below.") == 2
    assert page.count("<img src=") == 2


# -- what is written --------------------------------------------------------------------------


def test_what_is_decided_is_not_asked_again(press: Press, review: Callable[..., str]) -> None:
    press("a")
    waits = json.loads(review("--format", "json"))
    assert [(one["student"], one["test"], one["seen"], one["pictures"]) for one in waits] == [
        ("alice", "01/4 picture", "differs", ["window 4: test_4"]),
        ("bob", "01/1 picture", "unread", ["window 1: test_1", "window 2: test_2"]),
        ("bob", "01/2 picture", "unread", ["window 1: test_1", "window 2: test_2"]),
        ("dan", "01/1 picture", "differs", ["window 1: test_1"]),
    ]
    press("AAA")
    assert review() == "Nothing waits for a person.\n"


def test_a_file_that_was_changed_meanwhile_is_not_overwritten(class_of_four: Path) -> None:
    written = add_overrides(class_of_four, [Override("board9", "alice", "01/1 picture", 1, "me", "", "seen")])
    changed = written.path.read_text().replace(",seen,", ",seen twice,")
    written.path.write_text(changed)
    with pytest.raises(DataError) as caught:
        take_back(written)
    assert str(caught.value) == (
        f"{written.path}: was changed since the correction was added\nFix: take its line out by hand"
    )
    assert written.path.read_text() == changed


@pytest.mark.parametrize("name", ["by", "reason"])
def test_a_correction_is_utf8(class_of_four: Path, name: str) -> None:
    one = Override("board9", "alice", "01/1 picture", 1, "me", "", "seen")
    with pytest.raises(UsageError) as caught:
        add_overrides(class_of_four, [one, replace(one, **{name: os.fsdecode(b"Zo\xeb")})])
    assert str(caught.value) == f"{name}: is not UTF-8: Zo\\xeb\nFix: write it again"
    assert not (class_of_four / "overrides.csv").exists()


def test_what_was_added_since_stays_when_a_decision_is_taken_back(class_of_four: Path) -> None:
    mine = add_overrides(class_of_four, [Override("board9", "alice", "01/1 picture", 1, "me", "", "seen")])
    yours = add_overrides(class_of_four, [Override("board9", "dan", "01/1 picture", 1, "you", "", "yes")])
    take_back(mine)
    assert [(row["student_id"], row["by"]) for row in rows(class_of_four)] == [("dan", "you")]
    take_back(yours)
    assert rows(class_of_four) == []
    assert mine.path.read_text().startswith("assignment,student_id,test,points,by,at,reason")


def test_the_line_of_a_correction_is_taken_out(class_of_four: Path) -> None:
    path = class_of_four / "overrides.csv"
    first, last = "board9,alice,01/1 picture,1.0,me,,seen\r\n", 'board9,dan,,1,me,,"two\nlines"\r\n'
    path.write_bytes(f"\ufeff{HEAD}{last}{first}".encode())
    seen, whole = (one for one in sorted(load_class(class_of_four).overrides, key=lambda one: one.student))
    take_out(class_of_four, seen)
    assert path.read_bytes() == f"\ufeff{HEAD}{last}".encode()
    with pytest.raises(DataError) as caught:
        take_out(class_of_four, seen)
    assert str(caught.value) == (
        f"{path}: the correction of '01/1 picture' of alice was changed\nFix: look at it again"
    )
    take_out(class_of_four, whole)
    assert path.read_bytes() == f"\ufeff{HEAD}".encode()


def test_what_somebody_has_decided_meanwhile_is_not_decided_twice(press: Press, class_of_four: Path) -> None:
    desk, _ = press("")
    add_overrides(
        class_of_four, [Override("board9", "alice", "01/3 picture", 0, "you", "", "no", 0, "wrong")]
    )
    said = desk.press("a", str)
    assert said == (
        f"{class_of_four / 'overrides.csv'}: somebody has decided '01/3 picture' of alice in board9 "
        "meanwhile\nFix: look at its line; to decide again take it out"
    )
    assert decided(class_of_four) == [("alice", "01/3 picture", "wrong")]
    assert desk.decided == 0


def test_one_person_undoes_while_another_decides(press: Press, class_of_four: Path) -> None:
    desk, _ = press("a")
    add_overrides(class_of_four, [Override("board9", "dan", "01/1 picture", 1, "you", "", "yes")])
    assert desk.press("u", str) == "Taken back: 2 decisions."
    assert [row["by"] for row in rows(class_of_four)] == ["you"]


def test_what_cannot_be_undone_any_more_stays(press: Press, class_of_four: Path) -> None:
    desk, _ = press("a")
    path = class_of_four / "overrides.csv"
    path.write_text(path.read_text().replace("Ms Rivera", "Mr Rivera"))
    assert "was changed since the correction was added" in desk.press("u", str)
    assert (desk.decided, len(decided(class_of_four))) == (2, 2)


@pytest.mark.parametrize("old", [b"\xef\xbb\xbf" + HEAD.encode(), HEAD.replace("\n", "\r\n").encode()])
def test_what_the_file_had_stays_byte_for_byte(press: Press, class_of_four: Path, old: bytes) -> None:
    path = class_of_four / "overrides.csv"
    line = b"board9,carol,01/1 picture,1,me,,the statement was not clear"
    path.write_bytes(old + line)
    press("R")
    after = path.read_bytes()
    end = b"\r\n" if b"\r\n" in old else b"\n"
    head = old.removesuffix(end) + b",decision,picture" + end
    assert after.startswith(head + line + end + b"board9,alice,01/1 picture,0,Ms Rivera,")
    assert after.endswith(b": wrong,wrong," + end)
    assert [one.line for one in load_class(class_of_four).overrides] == [2, 3, 4, 5]


def test_other_columns_in_another_order(press: Press, class_of_four: Path) -> None:
    path = class_of_four / "overrides.csv"
    path.write_text("reason,by,points,test,student_id,assignment\n")
    press("R")
    lines = path.read_text().splitlines()
    assert lines[0] == "reason,by,points,test,student_id,assignment,decision,picture"
    assert lines[-1] == "a person looked at the picture: wrong,Ms Rivera,0,01/4 picture,alice,board9,wrong,"


# -- without keys -----------------------------------------------------------------------------


def test_a_program_is_decided_without_keys(review: Callable[..., str], class_of_four: Path) -> None:
    one = ("--student", "alice", "-a", "board9")
    out = review(*one, "--accept", "--test", "01/4 picture", "--reason", "I asked her")
    assert out == f"1 decided.\ngograde run {class_of_four} puts them into the reports.\n"
    [told, other] = json.loads(review(*one, "--reject", "--format", "json"))
    assert decided(class_of_four) == [
        ("alice", "01/4 picture", "right"),
        ("alice", "01/1 picture", "wrong"),
        ("alice", "01/3 picture", "wrong"),
    ]
    assert rows(class_of_four)[0]["reason"] == "a person looked at the picture: right (I asked her)"
    assert told == {
        "assignment": "board9", "student_id": "alice", "test": "01/1 picture", "points": 0.0,
        "by": "Ms Rivera", "at": told["at"], "reason": "a person looked at the picture: wrong",
        "decision": "wrong", "picture": "",
    }  # fmt: skip
    assert other["test"] == "01/3 picture"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ("--accept", "--student", "alice"),
            "--accept: decides what waits of one program\nFix: add --student ID and -a ASSIGNMENT\n",
        ),
        (
            ("--reject", "-a", "board9"),
            "--reject: decides what waits of one program\nFix: add --student ID and -a ASSIGNMENT\n",
        ),
        (
            ("--reason", "so"),
            "--reason: says something of a decision, and there is none\nFix: add --accept or --reject\n",
        ),
        (
            ("--test", "01/1 picture"),
            "--test: says something of a decision, and there is none\nFix: add --accept or --reject\n",
        ),
        (
            ("--accept", "--student", "alice", "-a", "board9", "--test", "01/2 picture"),
            '--test 01/2 picture: does not wait for a person\nFix: did you mean "01/4 picture"?\n',
        ),
        (
            ("--accept", "--student", "carol", "-a", "board9"),
            "--student carol -a board9: nothing of this program waits for a person\n"
            "Fix: gograde review lists what waits\n",
        ),
        (("--student", "carl"), '--student carl: not in this class\nFix: did you mean "carol"?\n'),
        (
            (),
            "gograde review: keys are read from a terminal, and this is none\n"
            "Fix: --accept or --reject decide without one; --format json lists what waits\n",
        ),
    ],
)
def test_what_cannot_be_asked(
    class_of_four: Path, capsys: pytest.CaptureFixture[str], options: Sequence[str], message: str
) -> None:
    assert run_command(["review", str(class_of_four), *options]) == 2
    assert capsys.readouterr().err == message
    assert not (class_of_four / "overrides.csv").exists()


# -- faults of the grader, and doubts -----------------------------------------------------------

EVIDENCE = "the grader failed 2 times in the same way (ValueError in gograde.x): caused by the submission?"


def test_a_judge_error_waits_for_a_person_only_when_it_came_twice(
    review: Callable[..., str], press: Press, class_of_four: Path
) -> None:
    path = class_of_four / "work/scores/board9/carol.json"
    record = json.loads(path.read_text())
    for test in record["tests"]:
        test |= {"verdict": Verdict.JE.value, "points": None, "readings": []}
    path.write_text(json.dumps(record))
    only = ("--student", "carol")
    assert review(*only) == "Nothing waits for a person.\n"
    flag = {"id": "fault-twice", "severity": "serious", "evidence": EVIDENCE}
    path.write_text(json.dumps(record | {"flags": [flag]}))
    found = json.loads(review(*only, "--format", "json"))
    assert [(one["test"], one["verdict"], one["reason"]) for one in found] == [
        ("01/1 picture", "JE", EVIDENCE),
        ("01/2 picture", "JE", EVIDENCE),
    ]
    _, said = press("R", student="carol")
    assert f"  01/1 picture  not read  {EVIDENCE}\n" in said
    assert rows(class_of_four)[0]["reason"] == "a person judged what the grader could not: wrong"
    assert review(*only) == "Nothing waits for a person.\n"


DOUBT = "01/1 picture: WA 0 when it was corrected to 1 by Ms Rivera (half right), now AC 2"


@pytest.fixture
def doubtful_class(class_of_four: Path) -> Path:
    """The class in which a correction of carol was made over another result than today's."""
    path = class_of_four / "work" / "gradebook.json"
    book = json.loads(path.read_text())
    [entry] = [one for one in book["entries"] if one["student"] == "carol"]
    entry["overrides"] = [
        {
            "test": "01/1 picture", "points": 1, "by": "Ms Rivera", "reason": "half right",
            "automatic": {"verdict": "AC", "points": 2}, "decided_on": {"verdict": "WA", "points": 0},
        }
    ]  # fmt: skip
    path.write_text(json.dumps(book))
    return class_of_four


def test_corrections_in_doubt_come_first(doubtful_class: Path, review: Callable[..., str]) -> None:
    assert review("--student", "carol").splitlines() == [
        f"In doubt: board9, carol: {DOUBT}",
        "To keep a correction change its row in overrides.csv, for example at; else take it out.",
        "Nothing waits for a person.",
    ]


def test_corrections_in_doubt_for_programs(doubtful_class: Path, review: Callable[..., str]) -> None:
    *waiting, doubt = json.loads(review("--format", "json"))
    assert {one["student"] for one in waiting} == {"alice", "bob", "dan"}
    assert doubt == {
        "assignment": "board9", "student": "carol", "test": "01/1 picture", "verdict": "AC", "reason": DOUBT,
        "corrected": 1, "pictures": [],
    }  # fmt: skip


def test_the_class_page_names_a_correction_in_doubt(doubtful_class: Path) -> None:
    write_reports(doubtful_class, doubtful_class / "reports")
    page = (doubtful_class / "reports" / "index.html").read_text("utf-8")
    assert "correction in doubt" in page
    assert DOUBT in page
    assert DOUBT not in (doubtful_class / "reports" / "students" / "carol.html").read_text("utf-8")
