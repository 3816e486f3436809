"""A person's look at one picture of a real program: it is scored again at once, and nothing is run."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from gograde.files import read_blob
from gograde.grading.facts import RunRecord
from gograde.grading.score import Scorer
from gograde.report.rescore import renew_marks
from gograde.report.terminal.review_desk import ReviewDesk
from gograde.report.waiting import load_programs
from gograde.scoring.record import ScoreRecord

Room = Any


def askew(new_class: Callable[..., Room]) -> Room:
    """A class of one whose pictures are turned, so that a person must look, and of one whose are wrong."""
    room: Room = new_class(vera="accepted/draws_pil_files", wes="wrong_answer/draws_transposed")
    for path in room.submission("vera").rglob("*.py"):
        path.write_text(path.read_text("utf-8").replace(".save(", ".rotate(20).save("), "utf-8")
    assert room.run().code == 0
    return room


def test_a_look_is_told_to_the_scorer_and_runs_nothing(
    new_class: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    room, told = askew(new_class), []
    score = Scorer.score

    def told_score(self: Scorer, record: RunRecord, *more: Any) -> ScoreRecord:
        told.append(self.examples)
        return score(self, record, *more)

    monkeypatch.setattr(Scorer, "score", told_score)
    desk = ReviewDesk(room.path, load_programs(room.path, "vera", None), "Ms Rivera")
    desk.show()
    typed = ["50 50 450 450 300 20", "0 0, 0 1, -"]
    runs, scores = room.runs(), room.scores()
    said = desk.press("l", lambda _: typed.pop(0))
    assert said.startswith("Shown.\nRescored: ") and said.endswith(" wait.")
    asked = desk.sitting.shown.waits[0]
    [[example]] = told
    assert example.png == read_blob(room.path / "work" / "blobs", asked.own[0].sha256)
    assert (example.sighting.size, dict(example.sighting.points)) == ((9, 9), {".": (0, 0), "X": (0, 1)})
    assert example.sighting.lattice == pytest.approx((50, 50, 31.25, -3.75, 18.75, 53.75))
    assert room.runs() == runs
    assert room.scores()["vera"] != scores["vera"] and room.scores()["wes"] == scores["wes"]
    assert_the_next_run_agrees(room)
    desk.press("a", str)
    desk.press("u", str)
    desk.show()
    assert desk.press("u", str).startswith("Taken back: 1 row.\nRescored: ")
    assert [len(examples) for examples in told] == [1, 1, 1, 0]


def assert_the_next_run_agrees(room: Room) -> None:
    """A run of the class makes the marks that the look made."""
    renew_marks(room.path, reports=True)
    book, scores = json.loads((room.path / "work/gradebook.json").read_text()), room.scores()
    assert "vera" not in "".join(path.read_text() for path in room.path.rglob("slice-*.index"))
    runs = room.runs()
    assert room.run().code == 0
    assert room.runs() == runs and room.scores().keys() == scores.keys()
    after = json.loads((room.path / "work/gradebook.json").read_text())
    assert after["entries"] == book["entries"]
