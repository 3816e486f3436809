"""A correction for everybody in a graded class: it is scored again without a run, and its reason is shown."""

import json
from typing import Any

Room = Any  # the fixtures' own class; tests cannot import their conftest

REASON = "the statement showed another board"
OVERRIDES = f"""\
assignment,student_id,test,points,by,at,reason,decision,answer
board9,,01/3,,Ada Lovelace,2026-12-01,{REASON},void,
board9,,01/0,,Ada,,rule 1 was misread,replace,ANSWER
"""


def record(room: Room, student: str) -> Any:
    return json.loads((room.path / f"work/scores/board9/{student}.json").read_text("utf-8"))


def named(scored: Any) -> dict[str, Any]:
    return {test["name"]: test for test in scored["tests"]}


def test_a_class_is_corrected_without_running_anything(graded: Room) -> None:
    before, runs = record(graded, "van Gogh"), graded.runs()
    right = named(before)["01/0"]["cause"]["expected"]
    text = OVERRIDES.replace("ANSWER", str(not right).lower())
    (graded.path / "overrides.csv").write_text(text)
    told = "overrides.csv changed after these marks were made"
    assert told in graded.gograde("report", str(graded.path)).err
    done = graded.run()
    assert (done.code, graded.runs()) == (0, runs), done.err
    assert f"Note: board9: 01/3 does not count for anybody: {REASON}\n" in done.out
    after = record(graded, "van Gogh")
    assert named(before).keys() - named(after).keys() == {"01/3"}
    assert after["max_score"] == before["max_score"] - named(before)["01/3"]["max_points"]
    assert named(after)["01/0"]["cause"]["expected"] is not right
    _told_with_its_reason(graded)


def _told_with_its_reason(room: Room) -> None:
    reports = room.path / "reports"
    rows = (reports / "corrections.csv").read_text("utf-8").splitlines()
    assert rows[1] == f'"board9",1,"01/3","void","Ada Lovelace","2026-12-01","{REASON}"'
    assert f"01/3 does not count for anybody: {REASON}" in (reports / "index.html").read_text("utf-8")
    page = (reports / "students/alice.html").read_text("utf-8")
    assert f"01/3 does not count for anybody: {REASON}" in page
    assert "the right answer of 01/0 was corrected: rule 1 was misread" in page
    assert "Ada" not in page
    told = "corrected for the class: board9: 01/3 does not count for anybody, by Ada Lovelace on 2026-12-01"
    assert f"{told}: {REASON}" in room.gograde("report", str(room.path), COLUMNS="200").out
    shown = room.gograde("report", str(room.path), "--student", "alice", COLUMNS="200").out
    assert f"01/3 does not count for anybody, by Ada Lovelace on 2026-12-01: {REASON}" in shown
