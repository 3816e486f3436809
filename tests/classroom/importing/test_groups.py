"""Group work in Canvas: one file under the name of the group, handed in by each member of that group."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.classroom.importing.exports import a_class, brought, handed_in, left, states, times, zipped

ROSTER = """\
student_id,last_name,first_name,email,canvas_id,{column}
alice,Liddell,Alice,al@example.org,101,Team 4-2!
bob,O'Brien,Bob,bob@example.org,102,team 42
chen,陈,小明,chen@example.org,103,黑白队
dana,Dee,Dana,dana@example.org,104,
"""
FILES = {
    "team42_102_9001_board9.py": b"a",
    "team42_102_9002_more.py": b"b",
    "黑白队_LATE_103_9003_board9.py": b"c",
    "deedana_104_9004_board9.py": b"d",
}


@pytest.mark.parametrize("column", ["group", "Group_Name"])
def test_each_member_has_handed_in(tmp_path: Path, column: str) -> None:
    room = a_class(tmp_path / "class", ROSTER.format(column=column))
    export = zipped(tmp_path / "s.zip", FILES)
    outcome = brought(room, export)
    assert states(outcome) == dict.fromkeys(("alice", "bob", "chen", "dana"), "new")
    assert {name: data for name, data in handed_in(room).items() if name.endswith(".py")} == {
        "alice/board9.py": b"a", "alice/more.py": b"b", "bob/board9.py": b"a", "bob/more.py": b"b",
        "chen/board9.py": b"c", "dana/board9.py": b"d",
    }  # fmt: skip
    assert [one.label for one in outcome.brought][:2] == [
        "team42_102 (Alice Liddell)", "team42_102 (Bob O'Brien)",
    ]  # fmt: skip
    assert [line.partition(",")[0] for line in times(room)] == ["alice", "bob", "dana"]
    assert outcome.notes[:2] == [
        "team42_102: the work of a group, taken for each member in roster.csv (alice, bob)",
        "黑白队_103: the work of a group, taken for each member in roster.csv (chen)",
    ]
    assert set(states(brought(room, export)).values()) == {"same"}


def test_without_the_column_only_the_named_member_has_it(tmp_path: Path) -> None:
    roster = "".join(line.rpartition(",")[0] + "\n" for line in ROSTER.splitlines())
    outcome = brought(a_class(tmp_path / "class", roster), zipped(tmp_path / "s.zip", FILES))
    assert states(outcome) == {"bob": "new", "chen": "new", "dana": "new"}
    assert outcome.missing == ["alice"]


def test_work_of_one_is_not_that_of_the_group(tmp_path: Path) -> None:
    """Of an assignment that is not for groups Canvas packs a file a student, under the student's name."""
    room = a_class(tmp_path / "class", ROSTER.format(column="group"))
    outcome = brought(room, zipped(tmp_path / "s.zip", {"obrienbob_102_9001_board9.py": b"a"}))
    assert (states(outcome), outcome.missing) == ({"bob": "new"}, ["alice", "chen", "dana"])


def test_a_group_with_the_id_of_another_student_is_not_clear(tmp_path: Path) -> None:
    room = a_class(tmp_path / "class", ROSTER.format(column="group"))
    outcome = brought(room, zipped(tmp_path / "s.zip", {"team42_103_9001_board9.py": b"a"}))
    assert states(outcome) == {"chen": "new"}
    told = "team42_103: chen is not in this group of roster.csv, and alone has handed it in"
    assert outcome.notes[0] == told


def test_a_table_for_the_import_goes_first(tmp_path: Path) -> None:
    room = a_class(tmp_path / "class", ROSTER.format(column="group"))
    table = tmp_path / "map.csv"
    table.write_text("label,student_id\nteam42_102,bob\n")
    outcome = brought(room, zipped(tmp_path / "s.zip", {"team42_102_9001_a.py": b"a"}), table=table)
    assert (states(outcome), left(outcome)) == ({"bob": "new"}, {})
