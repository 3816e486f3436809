"""`gograde feedback`: pages, texts and codes to hand out."""

import csv
import io
import re
import stat
import zipfile
from pathlib import Path

import pytest

from gograde.classroom.roster import Student
from gograde.cli.main import run_command
from gograde.codec import replace
from gograde.core.record import Cause, PictureReading
from gograde.errors import DataError
from gograde.report.anonymous import Hider, anonymous, class_secret, codes_of
from gograde.report.results import load_results
from tests.golden import values_agree
from tests.report.played import BOARD, KO, played


def feedback(class_dir: Path, *words: str) -> int:
    return run_command(["feedback", str(class_dir), *words])


def unzipped(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_a_zip_has_the_same_bytes_again(class_dir: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "1.zip", tmp_path / "2.zip"
    assert [feedback(class_dir, "--zip", str(target)) for target in (one, two)] == [0, 0]
    assert one.read_bytes() == two.read_bytes()
    assert "socket(AF_INET)" not in unzipped(one)["grace.html"], "it is for staff"


def test_a_text_names_the_dearest_cause_first(make_class, class_people, tmp_path) -> None:
    everything = dict.fromkeys(("visible", "hidden", "after_due_date", "after_published"), True)
    folder = make_class(class_people, title="=cmd() \x1b[2J", released=everything)
    target = tmp_path / "texts.csv"
    assert feedback(folder, "--text", str(target), "-a", "board9") == 0
    text = {row["student_id"]: row["text"] for row in csv.DictReader(io.StringIO(target.read_text("utf-8")))}
    assert text["bob"].startswith("'=cmd() \\x1b[2J\n")
    assert text["bob"].endswith("\nFix this first: 01/3: 1 missing, 1 too many")


def test_a_report_without_names(class_dir: Path, tmp_path: Path) -> None:
    target = tmp_path / "dean.zip"
    assert feedback(class_dir, "--zip", str(target), "--anonymous", "--with-class") == 0
    files = unzipped(target)
    codes = codes_of(load_results(class_dir).gradebook.students, class_secret(class_dir))
    assert set(files) == {"class.html", "grades.csv", *(f"{code}.html" for code in codes.values())}
    assert f"{codes['erin']}.zip: not a whole zip archive" in files[f"{codes['erin']}.html"]
    named = "alice|bob|carol|erin|frank|grace|zoe|braun|chen|diaz|eriksen|fontaine|gupta"
    told = re.compile(rf"(?i)(?<![a-z])({named}|\w+@example)(?![a-z])")
    assert [found[0] for text in files.values() for found in told.finditer(text)] == []
    rows = list(csv.DictReader(io.StringIO(files["grades.csv"])))
    assert [row["student_id"] for row in rows] == sorted(codes.values())
    assert {row["last_name"] + row["first_name"] + row["email"] for row in rows} == {""}
    hidden = anonymous(load_results(class_dir), class_secret(class_dir))
    assert [one.record.score for one in hidden.of_student(codes["carol"])] == [5]


def test_what_tests_and_games_say_names_nobody(make_class, make_record, make_person) -> None:
    game = replace(KO, opponent="bob", reason="bob played (1, 2)", remarks=("Bob Braun", "ply 1"))
    reading = PictureReading(picture="bob.png", outcome="rejected", reason="no board", board=BOARD)
    answer = Cause(message="bob.py", expected="1", actual=["Bob Braun", 3], help="game of bob")
    test = played(game, message="bob: late", cause=answer, readings=(reading,), board=BOARD)
    alice = make_person("alice", make_record("alice", [test]), "Li", "Alice")
    bob = make_person("bob", make_record("bob", [test]), "Braun", "Bob")
    xo = make_person("xo", make_record("xo", [test]), "Xo", "Xo")
    results = load_results(make_class([alice, bob, xo]))
    codes = codes_of(results.gradebook.students, b"secret")
    [hidden] = anonymous(results, b"secret").of_student(codes["alice"])[0].record.tests
    code = codes["bob"]
    assert hidden.message == f"{code}: late"
    assert hidden.cause == Cause(message=f"{code}.py", expected="1", actual=[code, 3], help=f"game of {code}")
    assert hidden.readings == (replace(reading, picture=f"{code}.png"),)
    assert hidden.games == (
        replace(game, opponent=code, reason=f"{code} played (1, 2)", remarks=(code, "ply 1")),
    )
    assert hidden.board == BOARD


def test_codes_stay_as_long_as_the_secret(class_dir: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "1.csv", tmp_path / "2.csv"
    assert feedback(class_dir, "--codes", str(one)) == 0
    assert feedback(class_dir, "--codes", str(two)) == 0
    assert one.read_bytes() == two.read_bytes()
    rows = list(csv.DictReader(io.StringIO(one.read_text())))
    assert (rows[0]["student_id"], rows[0]["name"]) == ("alice", "Alice Li")
    assert all(re.fullmatch(r"S-[A-Z2-7]{8}", row["code"]) for row in rows)
    assert stat.S_IMODE((class_dir / "anonymous.key").stat().st_mode) == 0o600
    (class_dir / "anonymous.key").write_text("abc")
    with pytest.raises(DataError) as caught:
        class_secret(class_dir)
    assert str(caught.value) == (
        f"{class_dir}/anonymous.key: not the secret of a class\n"
        "Fix: restore it from a copy, or delete it: all codes will be new"
    )
    (class_dir / "anonymous.key").unlink()
    assert feedback(class_dir, "--codes", str(two)) == 0
    assert one.read_bytes() != two.read_bytes()


def test_a_code_is_this() -> None:
    assert codes_of([Student("alice")], b"secret") == {"alice": "S-INQMM66I"}


PEOPLE = (
    Student("s2026113", "O'Brien", "Mary Ann", "mary@example.org", {"canvas_id": "70112", "Section": "Mon"}),
    Student("07", "陈", "小明"), Student("ann", "Lee", "Ann"), Student("k1", "Kim", "Jo"),
    Student("k2", "Kim", "Su"), Student("z1", "Rä", "Zoe\u0308", "z.rae99@example.org"),
)  # fmt: skip


def hidden(text: str) -> str:
    codes = {"s2026113": "A", "07": "B", "ann": "C", "k1": "D", "k2": "E", "z1": "F"}
    return repr(Hider.of(PEOPLE, codes).text(text))


def test_what_names_a_student_is_replaced() -> None:
    values_agree("report/hidden.txt", hidden=hidden)


def test_hiding_five_hundred_students_takes_one_look_at_each_word() -> None:
    people = [Student(f"s{number:05}", f"Last{number}", f"First{number}") for number in range(500)]
    codes = {one.id: "X" for one in people}
    text = "s00499 and Last7 First7 " + "word " * 100_000
    assert Hider.of(people, codes).text(text) == "X and X " + "word " * 100_000
