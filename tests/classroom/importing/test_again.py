"""What an import does to submissions that are in the class already."""

from __future__ import annotations

import re
import stat
import subprocess
import zipfile
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path

import pytest

from gograde.classroom.classroom import Classroom, load_class
from gograde.classroom.handed_in import NOT_LATE
from gograde.classroom.importing import bring_in
from gograde.classroom.importing.bring_in import ClashRules, Moment, decided
from gograde.classroom.importing.outcome import Arrival
from gograde.classroom.left_out import left_out_notes
from gograde.errors import DataError
from gograde.intake.downloads import archives, repositories
from gograde.intake.submission import take_in
from tests.classroom.importing.exports import (
    CLASS,
    ROSTER,
    Scene,
    brought,
    handed_in,
    left,
    played,
    states,
    times,
    unpacked,
    zipped,
)
from tests.golden import agrees, errors_agree
from tests.needs import require


def blackboard(day: int, data: bytes, who: str = "aliddell", hour: int = 10) -> dict[str, bytes]:
    return {f"W_{who}_attempt_2026-11-{day:02}-{hour:02}-00-00_board9.py": data}


def test_a_second_import_changes_nothing_and_says_so(room: Classroom, tmp_path: Path) -> None:
    export = zipped(tmp_path / "g.zip", blackboard(14, b"a") | blackboard(15, b"b", "hw1_chen"))
    assert brought(room, export).changed
    before = {path: path.stat() for path in room.path.rglob("*")}
    again = brought(room, export)
    assert (states(again), again.changed) == ({"alice": "same", "chen": "same"}, False)
    assert {path: path.stat().st_mtime_ns for path in room.path.rglob("*") if path.is_file()} == {
        path: status.st_mtime_ns for path, status in before.items() if stat.S_ISREG(status.st_mode)
    }


def test_what_is_newer_takes_the_place_and_the_old_one_stays(room: Classroom, tmp_path: Path) -> None:
    old = blackboard(13, b"old") | {"W_aliddell_attempt_2026-11-13-10-00-00_x.py": b""}
    brought(room, zipped(tmp_path / "1.zip", old))
    outcome = brought(room, zipped(tmp_path / "2.zip", blackboard(14, b"new")))
    [one] = outcome.brought
    assert (one.state.value, one.note) == ("replaced", "the old one is in replaced/board9/alice/1/alice")
    assert handed_in(room)["alice/board9.py"] == b"new"
    assert "alice/x.py" not in handed_in(room)
    assert (room.path / "replaced/board9/alice/1/alice/board9.py").read_bytes() == b"old"
    assert times(room) == ["alice,2026-11-14T10:00:00+08:00,blackboard"]
    assert stat.S_IMODE((room.path / "replaced").stat().st_mode) == 0o700
    older = brought(room, zipped(tmp_path / "3.zip", blackboard(12, b"older")))
    assert states(older) == {"alice": "kept"}
    assert older.brought[0].note == "earlier than the one in the class, of 2026-11-14T10:00:00+08:00"
    assert not older.changed


def test_late_work_does_not_take_the_place_of_work_in_time(room: Classroom, tmp_path: Path) -> None:
    in_time = zipped(tmp_path / "1.zip", blackboard(15, b"in time"))
    late = zipped(tmp_path / "2.zip", blackboard(17, b"late"))
    brought(room, in_time)
    outcome = brought(room, late)
    assert states(outcome) == {"alice": "kept"}
    assert outcome.brought[0].note == (
        "after the deadline; the one in the class, of 2026-11-15T10:00:00+08:00, is from before it "
        "(resubmissions: last_before_due)"
    )
    (room.path / "class.yaml").write_text(f"{CLASS}resubmissions: last\n", "utf-8")
    assert states(brought(load_class(room.path), late)) == {"alice": "replaced"}
    assert handed_in(room)["alice/board9.py"] == b"late"


T = datetime(2026, 11, 15, 12, tzinfo=timezone(timedelta(hours=8)))
HOUR = timedelta(hours=1)


def test_which_of_two_counts() -> None:
    for old, new, rule, state in [
        (-2, -1, "last_before_due", "replaced"), (-1, -2, "last_before_due", "kept"),
        (-1, 1, "last_before_due", "kept"), (1, 2, "last_before_due", "replaced"),
        (1, -1, "last_before_due", "kept"), (-1, 0, "last_before_due", "replaced"),
        (-1, 1, "last", "replaced"), (1, -1, "last", "kept"), (1, 1, "last", None), (None, 1, "last", None),
        (1, None, "last", None),
    ]:  # fmt: skip
        before, now = (None if hours is None else Moment(T + hours * HOUR) for hours in (old, new))
        found, why = decided(before, now, ClashRules(T, rule))  # type: ignore[arg-type]
        assert (found.value if found else None) == state
        assert bool(why) == (state != "replaced")
        assert decided(before, now, ClashRules(T, rule, replace=True))[0] is Arrival.REPLACED  # type: ignore[arg-type]
    assert decided(Moment(T, NOT_LATE), Moment(T + HOUR), ClashRules(T, "last"))[0] is None


def test_reports_remind_of_what_was_left_out(room: Classroom, tmp_path: Path) -> None:
    export = zipped(tmp_path / "g.zip", {f"{name}/x.py": b"" for name in ("alice", "al", "ali", "a\u202eb")})
    (table := tmp_path / "map.csv").write_text("label,student_id\nal,bob\n")
    brought(room, export, preview=True)
    assert list(left_out_notes(room.path)) == []
    brought(room, export)
    assert list(left_out_notes(room.path)) == [
        "board9: the import of g.zip left out al, ali, a?b; gograde import says why, and takes what you mend"
    ]
    brought(room, zipped(tmp_path / "2.zip", {f"q{number}/x.py": b"" for number in range(7)}))
    assert "left out q0, q1, q2, q3, q4 and 2 more;" in list(left_out_notes(room.path))[1]
    brought(room, zipped(tmp_path / "2.zip", {"bob/x.py": b""}))
    assert len(list(left_out_notes(room.path))) == 1
    brought(room, zipped(tmp_path / "3.zip", {"alicia/x.py": b"", "al/x.py": b""}), table=table)
    assert "left out ali, a?b;" in next(left_out_notes(room.path))
    (room.path / "imports.json").write_text("{}")
    with pytest.raises(DataError) as caught:
        list(left_out_notes(room.path))
    assert str(caught.value).startswith(f"{room.path}/imports.json: schema: ")


def test_without_times_a_person_decides(room: Classroom, tmp_path: Path) -> None:
    brought(room, unpacked(tmp_path / "1", {"alice/board9.py": b"one"}))
    other = unpacked(tmp_path / "2", {"alice/board9.py": b"two"})
    outcome = brought(room, other)
    assert left(outcome) == {
        "alice": "alice: another submission of the student is in the class, and no times say which is newer"
    }
    assert (handed_in(room), outcome.changed) == ({"alice/board9.py": b"one"}, False)
    assert states(brought(room, other, clash="keep")) == states(brought(room, other)) == {"alice": "kept"}
    third = unpacked(tmp_path / "3", {"alice/board9.py": b"three"})
    assert list(left(brought(room, third))) == ["alice"]
    assert states(brought(room, other, preview=True, clash="replace")) == {"alice": "replaced"}
    assert handed_in(room) == {"alice/board9.py": b"one"}
    assert states(brought(room, other, clash="replace")) == {"alice": "replaced"}
    assert handed_in(room) == {"alice/board9.py": b"two"}
    assert (room.path / "replaced/board9/alice/1/alice/board9.py").read_bytes() == b"one"


def test_an_archive_put_there_by_hand_is_the_same_submission(room: Classroom, tmp_path: Path) -> None:
    unpacked(room.path / "submissions/board9", {"Alice.zip": b"PK"})
    assert states(brought(room, unpacked(tmp_path / "1", {"alice/Alice.zip": b"PK"}))) == {"alice": "same"}
    outcome = brought(room, unpacked(tmp_path / "2", {"alice/Alice.zip": b"PK2"}), clash="replace")
    assert outcome.brought[0].note == "the old one is in replaced/board9/alice/1/Alice.zip"
    assert handed_in(room) == {"alice/Alice.zip": b"PK2"}


def test_lines_of_the_table_that_a_person_wrote_stay(room: Classroom, tmp_path: Path) -> None:
    table = room.path / "submissions/board9/submitted_at.csv"
    unpacked(table.parent, {"gone/board9.py": b"of a student who left", "alice/board9.py": b"a"})
    table.write_text(
        "student_id,submitted_at\ngone,2026-11-01T00:00:00+08:00\nalice,2026-11-02T00:00:00+08:00\n"
        "chen,2026-11-03T00:00:00+08:00\n"
    )
    files = blackboard(14, b"a") | blackboard(14, b"b", "bobrien") | blackboard(14, b"c", "hw1_chen")
    outcome = brought(room, zipped(tmp_path / "g.zip", files))
    assert {one.student: one.note for one in outcome.brought} == {
        "alice": "the export says 2026-11-14T10:00:00+08:00; the line of submitted_at.csv stays",
        "bob": "",
        "chen": "the line of submitted_at.csv said 2026-11-03T00:00:00+08:00",
    }
    assert times(room) == [
        "gone,2026-11-01T00:00:00+08:00,",
        "alice,2026-11-02T00:00:00+08:00,",
        "chen,2026-11-14T10:00:00+08:00,blackboard",
        "bob,2026-11-14T10:00:00+08:00,blackboard",
    ]


def test_an_import_that_dies_leaves_no_wrong_time(
    room: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought(room, zipped(tmp_path / "1.zip", blackboard(13, b"old")))
    newer = zipped(tmp_path / "2.zip", blackboard(14, b"new"))

    put = bring_in.put

    def die(staged: Path, place: Path) -> None:
        put(staged, place)
        raise KeyboardInterrupt

    monkeypatch.setattr(bring_in, "put", die)
    with pytest.raises(KeyboardInterrupt):
        brought(room, newer)
    monkeypatch.undo()
    assert times(room) == []
    again = brought(room, newer)
    assert (states(again), again.changed) == ({"alice": "same"}, True)
    assert times(room) == ["alice,2026-11-14T10:00:00+08:00,blackboard"]
    assert [path.name for path in (room.path / "submissions/board9").iterdir()].count(".importing") == 0


def test_what_the_map_gives_no_id_is_passed_over_and_not_reminded_of(room: Classroom, tmp_path: Path) -> None:
    files = {"liddellalice_101_1_a.py": b"a", "gone_666_2_a.py": b"g", "obrienbob_9_text.html": b"<p>"}
    export = zipped(tmp_path / "c.zip", files)
    assert list(left(brought(room, export))) == ["obrienbob_9", "gone_666"]
    assert any("left out obrienbob_9, gone_666" in note for note in left_out_notes(room.path))
    table = tmp_path / "map.csv"
    table.write_text("label,student_id\ngone_666,\nobrienbob_9,\nnobody_7,\nhere_8,mallory\n")
    outcome = brought(room, export, table=table)
    assert (left(outcome), states(outcome)) == ({}, {"alice": "same"})
    assert outcome.notes[:2] == [
        "map.csv: 1 row names nobody of the roster",
        "passed over, since nobody of the class is meant: gone_666, obrienbob_9",
    ]
    assert [*left_out_notes(room.path)] == []
    again = brought(room, export)
    assert (states(again), left(again)) == (dict.fromkeys(states(again), "same"), {})


# -- archives, folders and repositories that are hostile: they harm nobody but who handed them in


def changed(at: Callable[[bytes], int], new: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    """Writes other bytes into an archive: at a place, what becomes of those from there on."""

    def spoil(path: Path) -> None:
        data = path.read_bytes()
        place = at(data)
        made = new(data[place:])
        path.write_bytes(data[:place] + made + data[place + len(made) :])

    return spoil


BROKEN = changed(lambda data: 50, lambda rest: b"##########")
# The second member lies where the first does; all members lie before the file.
SHARED = changed(lambda data: data.rindex(b"PK\x01\x02") + 42, lambda rest: bytes(4))
BEFORE = changed(lambda data: data.rindex(b"PK\x05\x06") + 16, lambda rest: bytes([rest[0] + 40]))
REFUSED: dict[str, Scene] = {
    **{
        name: Scene({"bob/x.py": b"", name: b"evil"})
        for name in ("../alice/x.py", "alice/../../x.py", "/alice/x.py", "C:\\alice\\x.py")
    },
    "members that share bytes": Scene({"alice/x.py": b"1" * 50, "bob/x.py": b"2" * 50}, spoil=SHARED),
    "broken metadata": Scene(
        {"submission_metadata.yml": bytes(range(256)) * 9, "submission_1/x.py": b""},
        spoil=changed(lambda data: 70, lambda rest: b"##########"),
    ),
    "too many entries": Scene({f"alice/{number}": b"" for number in range(5)}),
}


def without_reasons(text: str) -> str:
    """Those of the library are of its version."""
    return re.sub(r"broken in the archive \(.*", "broken in the archive (…)", text)


def test_what_is_refused_as_a_whole(room: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def tried(name: str, scene: Scene) -> None:
        scene.spoil(zipped(tmp_path / "x.zip", scene.files))
        try:
            brought(room, tmp_path / "x.zip")
        except DataError as error:
            raise DataError(error.where, without_reasons(error.what), error.fix) from None

    with (
        zipfile.ZipFile(tmp_path / "twice.zip", "w") as archive,
        pytest.warns(UserWarning, match="Duplicate name"),
    ):
        archive.writestr("alice/x.py", b"1")
        archive.writestr("alice/x.py", b"2")
    monkeypatch.setattr(archives, "MOST_ENTRIES", 4)
    calls = {name: partial(tried, name, scene) for name, scene in REFUSED.items()}
    calls["names twice"] = lambda: brought(room, tmp_path / "twice.zip")
    errors_agree("classroom/refused.txt", calls.items(), tmp_path)
    assert handed_in(room) == {}


BORROWED = """\
submission_1:
  :submitters:
  - :name: Alice Liddell
    :sid: alice
  :created_at: 2026-11-14 08:00:00 +08:00
submission_2:
  :submitters:
  - :name: Alice Liddell
    :sid: mallory
  :created_at: 2026-11-15 08:00:00 +08:00
"""


MOODLE = "Alice Liddell_201_assignsubmission_file_"
ATTEMPT = "W_aliddell_attempt_2026-11-14-08-00-00_"
BY_EVERY_SYSTEM = """\
student_id,last_name,first_name,email,login,canvas_id,moodle_id
alice,Liddell,Alice,al@example.org,aliddell,101,201
bob,O'Brien,Bob,bob@example.org,bobrien,102,202
chen,Chen,Xiaoming,,,103,203
"""


DEEP = {f"alice/{'/'.join(['d'] * 60)}/x.py": b"1", "alice/board9.py": b"2", "bob/board9.py": b"3"}
TWIN = "s2026113,Lee,Ann,,,,\ns2026114,Lee,Ann,,,,\n"
GRADES = (
    'Student,ID,SIS Login ID,Section\n"Liddell, Alice",101,aliddell,A\n"Liddell, Alice",666,mallory,A\n'
    '"Student, Test",199,,A\n'
)


def doubtful(first: str, second: str) -> dict[str, Scene]:
    """Names that can be read in two ways are nobody's, until a person says whose they are."""
    folder = "assignsubmission" in first
    files = {f"{first}{'/' * folder}a.py": b"hers", second + "/x.py" * folder: b"whose?"}
    roster, table = BY_EVERY_SYSTEM, f"label,student_id\n{second},bob\n"
    return {second: Scene(files, "", roster), f"{second}, with a map": Scene(files, table, roster)}


def linked(folder: Path) -> None:
    (folder / "alice/secret.py").symlink_to("../../class0/class.yaml")
    (folder / "bob").symlink_to("../class0")


SCENES: dict[str, Scene] = {
    "names that no file can have": Scene(
        {"alice/a\nb.py": b"1", f"alice/{'x' * 250}.py": b"2", "alice/board9.py": b"3"}
    ),
    "too large": Scene({"alice/a.py": b"0" * 600_000, "alice/b.py": b"0" * 600_000, "bob/a.py": b"b"}),
    "a file that is a folder too": Scene({"alice/a": b"", "alice/a/b.py": b"", "bob/a.py": b"b"}),
    "a broken member": Scene({"alice/x.py": bytes(range(256)) * 9, "bob/x.py": b"b"}, spoil=BROKEN),
    "a member at a place that cannot be": Scene({"alice/x.py": b"1", "bob/x.py": b"2"}, spoil=BEFORE),
    "names that differ in case alone are for grading to refuse": Scene(
        {"alice/A.py": b"1", "alice/a.py": b"2"}
    ),
    "no program": Scene({"alice/hw.docx": b"PK", "alice/notes.txt": b"", "bob/hw.zip": b""}),
    "links in a folder": Scene({"alice/board9.py": b"a"}, unzipped=True, spoil=linked),
    **{
        f"backslash in {names[0]}": Scene(dict.fromkeys([*names, "bob/board9.py"], b""))
        for names in (["alice/..\\..\\..\\x.py"], ["alice\\..\\..\\x.py"], ["alice/a\\b.py", "alice/a/b.py"])
    },
    "folders in folders": Scene(DEEP),
    "folders in folders, unpacked": Scene(DEEP, unzipped=True),
    "a borrowed name takes nobody's place": Scene(
        {
            "submission_metadata.yml": BORROWED.encode(),
            "submission_1/board9.py": b"Alice's",
            "submission_2/board9.py": b"later, and not hers",
        }
    ),
    "a borrowed name in a table lends no id": Scene(
        {f"{one}_1_a.py": b"" for one in ("liddellalice_101", "mallorym_666", "t_199")}, GRADES
    ),
    "an id that looks like another is no candidate": Scene(
        {"s2026112/x.py": b"", "Ann Lee/x.py": b"", "Ann Lea/x.py": b"", "alice/a.py": b""},
        roster=ROSTER + TWIN,
        unzipped=True,
    ),
    "what names two students is nobody's": Scene(
        {"liddellalice_103_1_a.py": b"a", "obrienbob_1_2_a.py": b"b"}
    ),
    **doubtful(MOODLE, f"{MOODLE}x_202_assignsubmission_file_"),
    **doubtful("liddellalice_101_9001_", "liddellalice_101_1_102_9002_x.py"),
    **doubtful(ATTEMPT, f"{ATTEMPT}bobrien_attempt_2026-11-14-09-00-00_x.py"),
}


def test_what_is_hostile_stops_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bring_in, "PART_BYTES", 1024 * 1024)
    agrees("classroom/hostile.txt", without_reasons(played(SCENES, tmp_path)))
    number = [*SCENES].index("names that differ in case alone are for grading to refuse")
    refused = take_in(tmp_path / f"class{number}/submissions/board9/alice").refusal
    assert refused == "a.py: the same name as A.py on some systems"


def deep_repository(folder: Path, depth: int) -> None:
    """A repository with one file, in so many folders."""
    require("git")
    stream = (
        "commit HEAD\ncommitter x <x@example.org> 0 +0000\ndata 0\n"
        f"M 644 inline {'d/' * depth}x.py\ndata 1\nx\n"
    )
    for words in ("init", "fast-import"):
        command = ["git", "-C", str(folder), words, "--quiet"]
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(command, input=stream.encode(), check=True, capture_output=True)


@pytest.mark.parametrize(
    ("most", "depth", "why"),
    [(10**4, 1200, "a name that is too long"), (20, 12, "too many files in the commit")],
)
def test_a_repository_of_folders_in_folders_or_of_too_many_files_stops_nobody_else(
    room: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, depth: int, why: str
) -> None:
    monkeypatch.setattr(repositories, "MOST_NAMES", most)
    deep_repository(tmp_path / "alice", depth)
    deep_repository(tmp_path / "bob", 3)
    table = tmp_path / "repositories.csv"
    table.write_text("student_id,url\nalice,alice\nbob,bob\n")
    outcome = brought(room, table, local=True)
    assert left(outcome) == {"alice": f"alice: {why}"}
    assert (states(outcome), list(handed_in(room))) == ({"bob": "new"}, ["bob/d/d/d/x.py"])
