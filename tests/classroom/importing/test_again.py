"""What an import does to submissions that are in the class already."""

from __future__ import annotations

import stat
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from gograde.classroom.classroom import Classroom, load_class
from gograde.classroom.handed_in import NOT_LATE
from gograde.classroom.importing import bring_in
from gograde.classroom.importing.bring_in import ClashRules, Moment, decided
from gograde.classroom.importing.outcome import Arrival
from gograde.classroom.left_out import left_out_notes
from gograde.errors import DataError
from tests.classroom.importing.exports import (
    CLASS,
    brought,
    handed_in,
    left,
    states,
    times,
    unpacked,
    zipped,
)


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
    brought(
        room,
        zipped(
            tmp_path / "1.zip", blackboard(13, b"old") | {"W_aliddell_attempt_2026-11-13-10-00-00_x.py": b""}
        ),
    )
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


def test_reports_remind_of_what_was_left_out(room: Classroom, tmp_path: Path) -> None:
    export = zipped(tmp_path / "g.zip", {f"{name}/x.py": b"" for name in ("alice", "al", "ali", "a\u202eb")})
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
    (room.path / "imports.json").write_text("{}")
    with pytest.raises(DataError) as caught:
        list(left_out_notes(room.path))
    assert str(caught.value).startswith(f"{room.path}/imports.json: schema: ")


def test_a_bound_is_no_time_to_decide_by() -> None:
    assert decided(Moment(T, NOT_LATE), Moment(T + HOUR), ClashRules(T, "last"))[0] is None


def test_without_times_a_person_decides(room: Classroom, tmp_path: Path) -> None:
    brought(room, unpacked(tmp_path / "1", {"alice/board9.py": b"one"}))
    other = unpacked(tmp_path / "2", {"alice/board9.py": b"two"})
    outcome = brought(room, other)
    assert left(outcome) == {
        "alice": "alice: another submission of the student is in the class, and no times say which is newer"
    }
    assert (handed_in(room), outcome.changed) == ({"alice/board9.py": b"one"}, False)
    assert states(brought(room, other, keep=True)) == states(brought(room, other)) == {"alice": "kept"}
    third = unpacked(tmp_path / "3", {"alice/board9.py": b"three"})
    assert list(left(brought(room, third))) == ["alice"]
    assert states(brought(room, other, preview=True, replace=True)) == {"alice": "replaced"}
    assert handed_in(room) == {"alice/board9.py": b"one"}
    assert states(brought(room, other, replace=True)) == {"alice": "replaced"}
    assert handed_in(room) == {"alice/board9.py": b"two"}
    assert (room.path / "replaced/board9/alice/1/alice/board9.py").read_bytes() == b"one"


def test_an_archive_put_there_by_hand_is_the_same_submission(room: Classroom, tmp_path: Path) -> None:
    unpacked(room.path / "submissions/board9", {"Alice.zip": b"PK"})
    assert states(brought(room, unpacked(tmp_path / "1", {"alice/Alice.zip": b"PK"}))) == {"alice": "same"}
    outcome = brought(room, unpacked(tmp_path / "2", {"alice/Alice.zip": b"PK2"}), replace=True)
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
