"""The roster from tables of people as learning systems and offices give them out."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from gograde.classroom.new_class import make_class, new_config
from gograde.classroom.roster import read_roster, roster_of
from tests.golden import errors_agree

HEAD = "student_id,last_name,first_name,email"

TABLES: list[tuple[str, str, str]] = [
    (
        "Canvas without ids of the school",
        "Student,ID,SIS User ID,SIS Login ID,Section\n"
        '"Liddell, Alice",101,,,Mon 9\n"O\'Brien, Bob",102,,,Mon 9\n',
        f"{HEAD},canvas_id,login,Section\n101,Liddell,Alice,,101,,Mon 9\n102,O'Brien,Bob,,102,,Mon 9\n",
    ),
    (
        "Moodle, participants",
        "First name,Surname,ID number,Email address,Groups\nAlice,Liddell,s1,al@example.org,A\n",
        f"{HEAD},Groups\ns1,Liddell,Alice,al@example.org,A\n",
    ),
    (
        "roles in other languages, and a section of the staff",
        "ID number,Name,Rolle,Section\ns1,Alice Liddell,Student,A\ns2,Bo Ek,Trainer/in,A\n"
        "s3,Cy Poe,助教,\ns4,Di Roy,Enseignante,\ns5,Ed Fox,,TAs\n",
        f"{HEAD},Rolle,Section\ns1,Liddell,Alice,,Student,A\n",
    ),
    (
        "GitHub Classroom",
        '"identifier","github_username","github_id","name"\n"s1","liddell",7,"Alice Liddell"\n"s2","","",\n',
        f"{HEAD},login,github_id\ns1,Liddell,Alice,,liddell,7\ns2,,,,,\n",
    ),
    (
        "an office",
        "学号;姓名;邮箱;班级\n2026001;陈小明;chen@example.org;一\n",
        f"{HEAD},班级\n2026001,陈小明,,chen@example.org,一\n",
    ),
    ("our own", f"{HEAD},section\nalice,Liddell,Alice,,1\n", f"{HEAD},section\nalice,Liddell,Alice,,1\n"),
]


@pytest.mark.parametrize(("table", "roster"), [one[1:] for one in TABLES], ids=[one[0] for one in TABLES])
def test_a_table_becomes_a_roster(tmp_path: Path, table: str, roster: str) -> None:
    (tmp_path / "people.csv").write_text(table, "utf-8", newline="")
    assert roster_of(tmp_path / "people.csv").text == roster
    make_class(tmp_path / "class", new_config("T", ["board9"]), tmp_path / "people.csv")
    assert (tmp_path / "class/roster.csv").read_text("utf-8") == roster
    assert read_roster(tmp_path / "class/roster.csv")


def test_a_table_in_utf_16(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_bytes("Username\tLast Name\nal\t陈\n".encode("utf-16"))
    assert roster_of(tmp_path / "x.csv").text == f"{HEAD},login\nal,陈,,,al\n"


REFUSED = (
    "Surname,Room\nLiddell,1\n", "student_id,Email\nalice,a@example.org\n,b@example.org\nbob,\n",
    "student_id\n", "", "\nal,A\n", "sid,name\nal,A\nAL,B\n", "sid,name\n../x,A\n", 'sid,name\n"al"x,A\n',
)  # fmt: skip


def test_a_table_that_does_not_name_all_makes_no_class(tmp_path: Path) -> None:
    people, config = tmp_path / "people.csv", new_config("T", ["board9"])

    def tried(table: str) -> None:
        people.write_text(table)
        make_class(tmp_path / "class", config, people)

    errors_agree("classroom/people.txt", ((repr(one), partial(tried, one)) for one in REFUSED), tmp_path)
    assert not (tmp_path / "class").exists()
