"""A review of what waits: one key for the pictures of a program, written to `overrides.csv` at once."""

import csv
import json
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from benchmarks.waiting_class import AFTER, AT, make_waiting_class
from gograde.classroom.classroom import Override, load_class
from gograde.cli.main import run_command
from gograde.core.sighting import Sighting, sighting_of
from gograde.core.verdict import Verdict
from gograde.errors import DataError, GogradeError, UsageError
from gograde.grading.course import seen_in
from gograde.grading.marks.overrides_file import add_overrides, take_out
from gograde.report.exports.reports_folder import write_reports
from gograde.report.sitting import NOTHING_WAITS, Sitting, pressed
from gograde.report.waiting import load_programs
from tests.app.classroom.made_class import WAITS
from tests.app.served import served
from tests.golden import agrees, commands_agree

HEAD = "assignment,student_id,test,points,by,at,reason\n"


@pytest.fixture
def class_of_four(tmp_path: Path) -> Path:
    """Three students whose pictures wait, and one whose pictures are right."""
    return make_waiting_class(tmp_path / "autumn", WAITS)


class Desk:
    """A sitting of a class, with the keys and the words of its page."""

    def __init__(self, class_dir: Path, student: str | None = None, by: str = "Ms Rivera") -> None:
        self.sitting = Sitting(class_dir, load_programs(class_dir, student, None), by)

    def show(self) -> str:
        """What is on the sheet now."""
        self.sitting.renew()
        if self.sitting.over:
            return "over"
        program, asked = self.sitting.shown, self.sitting.current
        lines = [f"{self.sitting.place} {program.submission}: {len(program.waits)} wait"]
        for number, one in enumerate(program.tests, 1):
            was = f"{one.before.value} -> " if one.before else ""
            lines.append(
                f"{'>' if one == asked else ' '} {number} {one.test.name} {was}{one.test.verdict} {one.seen}"
            )
        return "\n".join(lines)

    def press(self, key: str, *typed: str) -> str:
        """What is said to a key, and to what is typed with it."""
        own = {"g": self.sitting.go, "l": self.sitting.look}
        try:
            return own[key](*typed) if typed else pressed(self.sitting, key, "")
        except GogradeError as error:
            return str(error)


Press = Callable[..., Desk]


@pytest.fixture
def press(class_of_four: Path) -> Press:
    """Presses keys at a new desk."""

    def run(keys: str, student: str | None = None) -> Desk:
        desk = Desk(class_of_four, student)
        for key in keys:
            desk.show()
            desk.press(key)
        return desk

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


SHOWN = ("50 50 450 450", "0 0, 0 2, -")
SESSIONS: tuple[tuple[str, Sequence[str | tuple[str, ...]]], ...] = (
    ("", ""), ("", ("a", ("g", "2"))), ("", (("l", *SHOWN),)), ("bob", (("l", "1 1 9 9", ""),)),
    ("", "RAn"), ("", "aru"), ("", ("r", "u", "n", "u", ("g", "3"), "u", ("l", SHOWN[0], ""), "u")),
    ("", "uu"), ("", "rAAAu"), ("", ("z", "\x1b", ("g", "4"))),
)  # fmt: skip
"""Of whom the pictures are, and the keys, some with what is typed."""


def test_what_is_said_and_written_is_kept(tmp_path: Path) -> None:
    """Each session is one of a class of its own."""
    said = []
    for number, (student, keys) in enumerate(SESSIONS):
        folder = make_waiting_class(tmp_path / str(number) / "autumn", WAITS)
        desk = Desk(folder, student or None)
        said.append(f"== {keys!r} {student}\n{desk.show()}")
        for key in keys:
            said += [desk.press(*key), desk.show()]
        table = folder / "overrides.csv"
        said += [desk.sitting.summary, table.read_text() if table.exists() else "nothing written"]
        said = [text.replace(str(folder), "CLASS") for text in said]
    text = re.sub("[0-9a-f]{64}", "SHA256", re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+", "NOW", "\n".join(said)))
    agrees("report/review.txt", "".join(f"{line.rstrip()}\n" for line in text.splitlines()))


def test_a_row_says_what_a_person_saw(press: Press, class_of_four: Path) -> None:
    press("a")
    first, other = rows(class_of_four)
    seen = Sighting(first["picture"][:64], AFTER, (9, 9), AT)
    assert first["picture"] == other["picture"] == str(seen)
    assert seen_in(load_class(class_of_four), "board9") == {"alice": (seen,)}
    assert seen_in(load_class(class_of_four), "little-go") == {}


@pytest.mark.parametrize(("key", "word", "machine"), [("a", "right", "rejected"), ("r", "wrong", "right")])
def test_no_verdict_stands_beside_a_contrary_word_on_equal_pixels(tmp_path, key, word, machine) -> None:
    waits = {"right": ("differs", machine, "differs"), "wrong": ("agrees", machine, "agrees")}[word]
    folder = make_waiting_class(tmp_path / "equal", {"alice": waits})
    Desk(folder).press(key)
    assert decided(folder) == [("alice", f"01/{number} picture", word) for number in (1, 2, 3)]
    assert load_programs(folder, "alice", None) == ()


def test_a_picture_that_the_grader_rejected_is_on_the_sheet(tmp_path: Path) -> None:
    folder = make_waiting_class(tmp_path / "wrong", {"alice": ("unread", "rejected"), "bob": ("rejected",)})
    assert [one.submission[1] for one in load_programs(folder, None, None)] == ["alice"]
    assert [one.submission[1] for one in load_programs(folder, "bob", None)] == ["bob"]
    desk = Desk(folder)
    assert "  2 01/2 picture WA differs" in desk.show()
    desk.press("a")
    assert "('board9', 'alice'): 0 wait" in desk.show()
    assert desk.press("a") == desk.press("R") == NOTHING_WAITS, "no key decides it unasked"
    assert decided(folder) == [("alice", "01/1 picture", "right")]
    desk.press("g", "1")
    desk.press("a")
    assert decided(folder)[1:] == [("alice", "01/2 picture", "right")]


def test_a_look_shows_the_lattice_and_the_kinds(press: Press, class_of_four: Path) -> None:
    press("").press("l", *SHOWN)
    [row] = rows(class_of_four)
    look = Sighting(row["picture"][:64], None, (9, 9), AT, {".": (0, 0), "X": (0, 2)})
    assert row["picture"] == str(look) and sighting_of(row["picture"]) == look
    room = load_class(class_of_four)
    assert (room.overrides, len(room.rows)) == ((), 1), "it decides nothing"
    press("a")
    assert seen_in(load_class(class_of_four), "board9") == {"alice": (replace(look, board=AFTER, points={}),)}


LOOKS = (("50 50 450", ""), ("50 50 450 450", "0 0"), ("50 50 450 450", "0 0, 9 0, -"), ("50 50 50 450", ""))


def test_looks_that_cannot_be(class_of_four: Path) -> None:
    said = [f"== {typed}\n{Desk(class_of_four).press('l', *typed)}\n" for typed in LOOKS]
    agrees("report/looks-refused.txt", "\n".join(said))
    assert decided(class_of_four) == []


def test_the_page_is_that_of_the_class_in_the_browser(class_of_four: Path) -> None:
    with served(["-m", "gograde", "review", str(class_of_four), "--student", "bob"]) as server:
        place = urlsplit(server.address)
        assert place.path.endswith("/review") and place.query == "student=bob"
        page = server.ask(f"{place.path}?{place.query}").text
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


@pytest.mark.parametrize("name", ["by", "reason"])
def test_a_correction_is_utf8(class_of_four: Path, name: str) -> None:
    one = Override("board9", "alice", "01/1 picture", 1, "me", "", "seen")
    with pytest.raises(UsageError) as caught:
        add_overrides(class_of_four, [one, replace(one, **{name: os.fsdecode(b"Zo\xeb")})])
    assert str(caught.value) == f"{name}: is not UTF-8: Zo\\xeb\nFix: write it again"
    assert not (class_of_four / "overrides.csv").exists()


def test_what_was_added_since_stays_when_a_decision_is_taken_back(class_of_four: Path) -> None:
    mine, yours = (Override("board9", who, "01/1 picture", 1, "me", "", "seen") for who in ("alice", "dan"))
    for one in (mine, yours):
        add_overrides(class_of_four, [one])
    with pytest.raises(DataError):
        take_out(class_of_four, [mine, replace(yours, points=0)])
    take_out(class_of_four, [mine])
    assert [row["student_id"] for row in rows(class_of_four)] == ["dan"]


def test_the_line_of_a_correction_is_taken_out(class_of_four: Path) -> None:
    path = class_of_four / "overrides.csv"
    first, last = "board9,alice,01/1 picture,1.0,me,,seen\r\n", 'board9,dan,,1,me,,"two\nlines"\r\n'
    path.write_bytes(f"\ufeff{HEAD}{last}{first}".encode())
    seen, whole = (one for one in sorted(load_class(class_of_four).overrides, key=lambda one: one.student))
    take_out(class_of_four, [seen])
    assert path.read_bytes() == f"\ufeff{HEAD}{last}".encode()
    with pytest.raises(DataError) as caught:
        take_out(class_of_four, [seen])
    assert str(caught.value) == (
        f"{path}: the correction of test '01/1 picture' of alice was changed\nFix: look at it again"
    )
    take_out(class_of_four, [whole])
    assert path.read_bytes() == f"\ufeff{HEAD}".encode()


def test_what_somebody_has_decided_meanwhile_is_not_decided_twice(press: Press, class_of_four: Path) -> None:
    desk = press("")
    add_overrides(
        class_of_four, [Override("board9", "alice", "01/3 picture", 0, "you", "", "no", 0, "wrong")]
    )
    said = desk.press("A")
    assert said == (
        f"{class_of_four / 'overrides.csv'}: somebody has decided '01/3 picture' of alice in board9 "
        "meanwhile\nFix: look at its line; to decide again take it out"
    )
    assert decided(class_of_four) == [("alice", "01/3 picture", "wrong")]
    assert desk.sitting.decided == 0


def test_what_cannot_be_undone_any_more_stays(press: Press, class_of_four: Path) -> None:
    desk = press("a")
    path = class_of_four / "overrides.csv"
    path.write_text(path.read_text().replace("Ms Rivera", "Mr Rivera"))
    assert "the correction of test '01/1 picture' of alice was changed" in desk.press("u")
    assert (desk.sitting.decided, len(decided(class_of_four))) == (2, 2)


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
    assert [one.line for one in load_class(class_of_four).overrides] == [2, 3, 4, 5, 6]


def test_other_columns_in_another_order(press: Press, class_of_four: Path) -> None:
    path = class_of_four / "overrides.csv"
    path.write_text("reason,by,points,test,student_id,assignment\n")
    press("R")
    lines = path.read_text().splitlines()
    assert lines[0] == "reason,by,points,test,student_id,assignment,decision,picture"
    assert lines[-1] == "a person looked at the picture: wrong,Ms Rivera,0,01/2 picture,alice,board9,wrong,"


# -- without keys -----------------------------------------------------------------------------


def test_a_program_is_decided_without_keys(review: Callable[..., str], class_of_four: Path) -> None:
    one = ("--student", "alice", "-a", "board9")
    out = review(*one, "--decide", "right", "--test", "01/4 picture", "--reason", "I asked her")
    assert out.startswith("1 test: right.\nNot rescored: ")
    assert out.endswith(f"\ngograde run {class_of_four} puts it into the reports.\n")
    [told, other, _] = json.loads(review(*one, "--decide", "wrong", "--format", "json"))
    assert decided(class_of_four) == [
        ("alice", "01/4 picture", "right"),
        ("alice", "01/1 picture", "wrong"),
        ("alice", "01/3 picture", "wrong"),
        ("alice", "01/2 picture", "wrong"),
    ]
    assert rows(class_of_four)[0]["reason"] == "a person looked at the picture: right (I asked her)"
    assert told == {
        "assignment": "board9", "student_id": "alice", "test": "01/1 picture", "points": 0.0,
        "by": "Ms Rivera", "at": told["at"], "reason": "a person looked at the picture: wrong",
        "decision": "wrong", "picture": "",
    }  # fmt: skip
    assert other["test"] == "01/3 picture"


def test_what_cannot_be_asked(class_of_four: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands_agree("report/review-refused.txt", {class_of_four: "CLASS"}, capsys)
    assert not (class_of_four / "overrides.csv").exists()


# -- faults of the grader, and doubts -----------------------------------------------------------

EVIDENCE = "the grader failed 2 times in the same way (ValueError in gograde.x)"


def test_a_judge_error_waits_for_a_person_only_when_it_came_twice(review, press, class_of_four) -> None:
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
    press("R", student="carol")
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


def test_corrections_in_doubt_are_named(doubtful_class: Path, capsys) -> None:
    commands_agree("report/review-doubts.txt", {doubtful_class: "CLASS"}, capsys)


def test_the_class_page_names_a_correction_in_doubt(doubtful_class: Path) -> None:
    write_reports(doubtful_class, doubtful_class / "reports")
    page = (doubtful_class / "reports" / "index.html").read_text("utf-8")
    assert "correction in doubt" in page
    assert DOUBT in page
    assert DOUBT not in (doubtful_class / "reports" / "students" / "carol.html").read_text("utf-8")
