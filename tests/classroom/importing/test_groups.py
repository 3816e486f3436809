"""Group work in Canvas: one file under the name of the group, handed in by each member of that group."""

from __future__ import annotations

from pathlib import Path

from tests.classroom.importing.exports import Scene, a_class, brought, played, states, zipped
from tests.golden import agrees

ROSTER = """\
student_id,last_name,first_name,email,canvas_id,{column}
alice,Liddell,Alice,al@example.org,101,Team 4-2!
bob,O'Brien,Bob,bob@example.org,102,team 42
chen,陈,小明,chen@example.org,103,黑白队
dana,Dee,Dana,dana@example.org,104,
"""
GROUPED = ROSTER.format(column="group")
FILES = {
    "team42_102_9001_board9.py": b"a",
    "team42_102_9002_more.py": b"b",
    "黑白队_LATE_103_9003_board9.py": b"c",
    "deedana_104_9004_board9.py": b"d",
}
SCENES = {
    **{f"a column {name}": Scene(FILES, "", ROSTER.format(column=name)) for name in ("group", "Group_Name")},
    "no column": Scene(FILES, "", "".join(f"{line.rpartition(',')[0]}\n" for line in ROSTER.splitlines())),
    # Of an assignment that is not for groups Canvas packs a file a student, under the student's name.
    "work of one": Scene({"obrienbob_102_9001_board9.py": b"a"}, "", GROUPED),
    "a group with the id of another student": Scene({"team42_103_9001_board9.py": b"a"}, "", GROUPED),
    "a map goes first": Scene({"team42_102_1_a.py": b"a"}, "label,student_id\nteam42_102,bob\n", GROUPED),
}


def test_each_member_has_handed_in(tmp_path: Path) -> None:
    agrees("classroom/groups.txt", played(SCENES, tmp_path))
    room, export = a_class(tmp_path / "class", GROUPED), zipped(tmp_path / "s.zip", FILES)
    assert [one.label for one in brought(room, export).brought][:2] == [
        "team42_102 (Alice Liddell)", "team42_102 (Bob O'Brien)",
    ]  # fmt: skip
    assert set(states(brought(room, export)).values()) == {"same"}
