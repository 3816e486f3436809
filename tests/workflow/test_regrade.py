"""`gograde regrade` on a graded class: a preview that comes true, and nothing good that is lost."""

import csv
import hashlib
import io
import json
import shutil
from collections.abc import Callable
from typing import Any

import pytest

from gograde.classroom.classroom import load_class
from gograde.cli.main import run_command
from gograde.core.record import ScoreRecord
from gograde.files import read_blob
from gograde.grading.facts import RunRecord
from gograde.grading.score import Scorer
from gograde.pictures.read.question import Reason
from gograde.report.sitting import Sitting, pressed, renew_marks
from gograde.report.waiting import load_programs
from gograde.resources import packages_dir
from gograde.workflow.steps.gradebook import make_gradebook

Room = Any  # the fixtures' own class; tests cannot import their conftest

COLUMNS = "assignment,student_id,test,points,by,at,reason\n"
DOUBTFUL = "board9,van Gogh,01/1,1,Ms Rivera,2026-11-20,the crash came later\n"
WHOLE = "board9,alice,,7,Ms Rivera,2026-11-21,she asked\n"


def said(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> str:
    assert run_command([*args]) == code
    captured = capsys.readouterr()
    return captured.err if code else captured.out


def all_bytes(room: Room) -> dict[str, str]:
    """The digest of every file of the class but the lock."""
    files = (path for path in room.path.rglob("*") if path.is_file() and not path.name.endswith(".lock"))
    return {str(p.relative_to(room.path)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@pytest.fixture
def published(graded: Room, capsys) -> Room:
    """The class with a correction, published."""
    (graded.path / "overrides.csv").write_text(COLUMNS + DOUBTFUL)
    make_gradebook(load_class(graded.path))
    said(capsys, "publish", str(graded.path))
    return graded


def change(room: Room) -> None:
    """A late policy, a correction, two times, and other work of one student."""
    room.edit("class.yaml", "weight: 100,", "weight: 50, late: {policy: percentage-penalty, penalty: 5},")
    room.edit("submissions/board9/submitted_at.csv", "b.o-b@x,2026-11-15", "b.o-b@x,2026-11-17")
    (room.path / "overrides.csv").write_text(COLUMNS + DOUBTFUL + WHOLE)
    shutil.rmtree(room.submission("van Gogh"))
    shutil.copytree(packages_dir() / "board9/submissions/accepted/python_file", room.submission("van Gogh"))


PREVIEW = [
    ("alice", "board9", "12", "7", "-5", "correction: the whole 7 points, by Ms Rivera: she asked"),
    (
        "b.o-b@x",
        "board9",
        "8",
        "6.4",
        "-1.6",
        "time of submission 2026-11-15T20:00:00+00:00 → 2026-11-17T20:00:00+00:00; "
        "late policy: penalty 0 → 5, policy baseline → percentage-penalty",
    ),
    ("alice", "", "75", "43.75", "-31.25", "result of board9"),
    ("b.o-b@x", "", "50", "40", "-10", "result of board9"),
    ("van Gogh", "", "18.75", "6.25", "", "board9 is to be run"),
]
"""Who changes: before, after and difference in points or percent, and why."""

TO_RUN = """\
1 result to be run, so not known yet:
- board9: the work of van Gogh changed after these marks were made
"""


def rows_of(text: str) -> list[tuple[str, ...]]:
    columns = ("student_id", "assignment", "before_at_least", "after_at_least", "difference", "why")
    return [tuple(row[name] for name in columns) for row in csv.DictReader(io.StringIO(text))]


def test_a_preview_says_what_comes_and_comes_true(published: Room, capsys) -> None:
    change(published)
    before, folder = all_bytes(published), str(published.path)
    assert run_command(["regrade", folder, "--format", "csv"]) == 0
    told = capsys.readouterr()
    assert (rows_of(told.out), told.err) == (PREVIEW, TO_RUN)
    foreseen = json.loads(said(capsys, "regrade", folder, "--format", "json"))
    assert all_bytes(published) == before

    done = published.gograde("run", folder, "--cores", "2")
    assert done.code == 0, done.err
    applied = json.loads(said(capsys, "report", folder, "--diff", "1", "now", "--format", "json"))
    [unknown] = foreseen["to_run"]
    why = "the work of van Gogh changed after these marks were made"
    assert unknown == {"student": "van Gogh", "assignment": "board9", "why": why}
    assert [one for one in applied["changes"] if one["student"] != "van Gogh"] == foreseen["changes"]
    assert [one for one in applied["totals"] if one["student"] != "van Gogh"] == foreseen["totals"][:2]
    assert applied["before"] == foreseen["before"]
    assert len([*published.path.glob("gradebooks/*.json")]) == 1

    [van_gogh] = [one for one in applied["changes"] if one["student"] == "van Gogh"]
    assert van_gogh["why"] == [{"kind": "submission", "text": "other work handed in"}]
    after = json.loads(said(capsys, "regrade", folder, "--format", "json"))
    assert (after["to_run"], after["changes"]) == ([], applied["changes"])
    [doubt] = after["in_doubt"]
    words = "01/1: RTE 0 when it was corrected to 1 by Ms Rivera (the crash came later), now AC 2"
    assert (doubt["student"], doubt["words"]) == ("van Gogh", words)
    assert "3 results are newer than gradebook 1, which students see." in done.out
    assert f"- board9, van Gogh: {words}" in said(capsys, "regrade", folder).splitlines()


def test_what_is_shown_is_selected(published: Room, capsys) -> None:
    change(published)
    folder = str(published.path)

    def shown(*options: str) -> list[tuple[str, ...]]:
        assert run_command(["regrade", folder, "--format", "csv", *options]) == 0
        return [row[:2] for row in rows_of(capsys.readouterr().out)]

    assert shown("--student", "alice") == [("alice", "board9"), ("alice", "")]
    assert shown("-a", "board9") == [("alice", "board9"), ("b.o-b@x", "board9")]
    assert said(capsys, "regrade", folder, "--student", "alise", code=2) == (
        '--student alise: not in this class\nFix: did you mean "alice"?\n'
    )
    assert said(capsys, "regrade", folder, "-a", "board8", code=2) == (
        '--assignment board8: not in this class\nFix: did you mean "board9"?\n'
    )


def test_a_changed_scorer_is_foreseen_without_a_run(graded: Room, capsys) -> None:
    """The record says that other code scored it; scores are then made anew from the facts of the runs."""
    book = json.loads((graded.path / "work/gradebook.json").read_bytes())
    book["assignments"][0]["made_from"].update({"scores": "of other code", "scorer": "other code"})
    (graded.path / "work/gradebook.json").write_text(json.dumps({**book, "made_from": {}}))
    record = graded.path / "work/scores/board9/alice.json"
    score = json.loads(record.read_bytes())
    [test] = [test for test in score["tests"] if test["name"] == "01/1"]
    test.update({"verdict": "WA", "points": 0})
    record.write_text(json.dumps(score))
    found = json.loads(said(capsys, "regrade", str(graded.path), "--format", "json"))
    [alice] = found["changes"]
    assert alice["why"] == [{"kind": "scorer", "text": "scored by other code"}]
    assert [(one["test"], one["before"]["verdict"], one["after"]["verdict"]) for one in alice["tests"]] == [
        ("01/1", "WA", "AC")
    ]
    assert found["to_run"] == []


def test_without_the_work_folder_everything_is_to_be_run(published: Room, capsys) -> None:
    shutil.rmtree(published.path / "work")
    found = json.loads(said(capsys, "regrade", str(published.path), "--format", "json"))
    assert found["changes"] == []
    assert {one["student"]: one["why"] for one in found["to_run"]} == {
        student: f"there is no whole run of {student}" for student in ("alice", "b.o-b@x", "van Gogh", "zip")
    }
    assert found["before"].startswith("gradebook 1 (published ")


def test_a_fault_of_the_grader_takes_no_published_result_away(published: Room, capsys) -> None:
    path = published.path / "work/scores/board9/alice.json"
    record = json.loads(path.read_bytes())
    record["verdict"] = "JE"
    path.write_text(json.dumps(record))
    make_gradebook(load_class(published.path))
    book = json.loads((published.path / "work/gradebook.json").read_bytes())
    [alice] = [entry for entry in book["entries"] if entry["student"] == "alice"]
    assert (alice["verdict"], alice["final"]) == ("NO", 12)
    assert alice["flags"][-1]["id"] == "regrade-failed"
    [line] = [line for line in said(capsys, "report", str(published.path)).splitlines() if "alice" in line]
    assert "NO" in line


def test_a_preview_deletes_no_damaged_run(published: Room, capsys) -> None:
    change(published)
    shutil.rmtree(published.path / "work/blobs")
    before, folder = all_bytes(published), str(published.path)
    foreseen = json.loads(said(capsys, "regrade", folder, "--format", "json"))
    assert {one["student"] for one in foreseen["to_run"]} >= {"van Gogh", "b.o-b@x"}
    assert all_bytes(published) == before


def test_a_package_that_its_descriptor_does_not_describe_is_refused_wherever_it_is_used(
    graded: Room, capsys
) -> None:
    shutil.copytree(packages_dir() / "board9", graded.path / "board9")
    graded.edit("class.yaml", "weight: 100,", "weight: 100, package: ./board9,")
    graded.edit("board9/assignment.yaml", "cpu_s: ", "cpu_s: 1")
    words = "board9/assignment.yaml: changed since the descriptor was written"
    for command in ("regrade", "run"):
        assert words in said(capsys, command, str(graded.path), code=3)
    assert run_command(["report", str(graded.path)]) == 0
    assert words in capsys.readouterr().err


# -- a correction for everybody in a graded class: it is scored again without a run, and its reason is s --


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


# -- a person's look at one picture of a real program: it is scored again at once, and nothing is run  --


def coloured(new_class: Callable[..., Room]) -> Room:
    """A class of one with red and blue stones, for a person, and of one who draws nothing."""
    room: Room = new_class(vera="accepted/draws_pil_files", wes="accepted/python_prints")
    for path in room.submission("vera").rglob("*.py"):
        text = (
            path.read_text("utf-8").replace('"black" if', '"red" if').replace('else "white"', 'else "blue"')
        )
        path.write_text(text, "utf-8")
    assert room.run().code == 0
    return room


def test_a_look_is_told_to_the_scorer_and_runs_nothing(new_class, monkeypatch) -> None:
    room, told = coloured(new_class), []
    score = Scorer.score

    def told_score(self: Scorer, record: RunRecord, *more: Any) -> ScoreRecord:
        told.append(self.examples)
        return score(self, record, *more)

    monkeypatch.setattr(Scorer, "score", told_score)
    sitting = Sitting(room.path, load_programs(room.path, "vera", None), "Ms Rivera")
    asked, runs, scores = sitting.shown.waits[0], room.runs(), room.scores()
    assert {one.test.message.partition(" (")[0] for one in sitting.shown.waits} == {Reason.COLOURS}
    flat = "".join(asked.expected or ())
    points = {sign: divmod(flat.index(sign), 9) for sign in ".XO"}
    kinds = ", ".join(f"{row} {col}" for row, col in points.values())
    assert sitting.look("40 40 440 440", kinds).startswith("Shown.\nRescored: ")
    [[example]] = told
    assert example.png == read_blob(room.path / "work" / "blobs", asked.own[0].sha256)
    assert (example.sighting.size, dict(example.sighting.points)) == ((9, 9), points)
    assert example.sighting.lattice == (40, 50, 40, 50)
    assert verdicts(room) == {"AC"}
    assert room.runs() == runs and room.scores()["wes"] == scores["wes"]
    assert_the_next_run_agrees(room)
    sitting.renew()
    assert sitting.undo().startswith("Taken back: 1 row.\nRescored: ")
    assert verdicts(room) == {"AC", "RV"}
    sitting.renew()
    pressed(sitting, "a", "")
    assert verdicts(room) == {"AC"}
    assert [len(examples) for examples in told] == [1, 0, 1]


def verdicts(room: Room) -> set[str]:
    """The verdicts of vera's tests in her record, but for what a person decided."""
    tests = json.loads((room.path / "work/scores/board9/vera.json").read_text())["tests"]
    return {one["verdict"] for one in tests}


def assert_the_next_run_agrees(room: Room) -> None:
    """A run of the class leaves the marks that the look made."""
    renew_marks(room.path)
    book, scores = json.loads((room.path / "work/gradebook.json").read_text()), room.scores()
    runs = room.runs()
    assert room.run().code == 0
    assert (room.runs(), room.scores()) == (runs, scores)
    after = json.loads((room.path / "work/gradebook.json").read_text())
    assert after["entries"] == book["entries"]
