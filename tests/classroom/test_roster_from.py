"""The roster from tables of people as learning systems and offices give them out."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from gograde.classroom.new_class import make_class, new_config
from gograde.classroom.roster import read_roster, roster_of
from tests.golden import agrees, errors_agree

TABLES: dict[str, str | bytes] = {
    "Canvas without ids of the school": "Student,ID,SIS User ID,SIS Login ID,Section\n"
    '"Liddell, Alice",101,,,Mon 9\n"O\'Brien, Bob",102,,,Mon 9\n',
    "Moodle, participants": "First name,Surname,ID number,Email address,Groups\n"
    "Alice,Liddell,s1,al@example.org,A\n",
    "roles in other languages, and a section of the staff": "ID number,Name,Rolle,Section\n"
    "s1,Alice Liddell,Student,A\ns2,Bo Ek,Trainer/in,A\ns3,Cy Poe,助教,\ns4,Di Roy,Enseignante,\n"
    "s5,Ed Fox,,TAs\n",
    "GitHub Classroom": '"identifier","github_username","github_id","name"\n'
    '"s1","liddell",7,"Alice Liddell"\n"s2","","",\n',
    "an office": "学号;姓名;邮箱;班级\n2026001;陈小明;chen@example.org;一\n",
    "our own": "student_id,last_name,first_name,email,section\nalice,Liddell,Alice,,1\n",
    "UTF-16": "Username\tLast Name\nal\t陈\n".encode("utf-16"),
}


def test_tables_become_rosters(tmp_path: Path) -> None:
    said, path = [], tmp_path / "people.csv"
    for number, (name, table) in enumerate(TABLES.items()):
        path.write_bytes(table if isinstance(table, bytes) else table.encode())
        make_class(tmp_path / f"{number}", new_config("T", ["board9"]), path)
        roster = tmp_path / f"{number}/roster.csv"
        assert roster_of(path).text == roster.read_text("utf-8")
        assert read_roster(roster)
        said.append(f"== {name}\n{roster.read_text('utf-8')}")
    agrees("classroom/rosters.txt", "\n".join(said))


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
