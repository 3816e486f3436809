"""A person's look at one picture of a real program: it is scored again at once, and nothing is run."""

import json
from collections.abc import Callable
from typing import Any

from gograde.files import read_blob
from gograde.grading.facts import RunRecord
from gograde.grading.score import Scorer
from gograde.pictures.read.question import Reason
from gograde.report.sitting import Sitting, pressed, renew_marks
from gograde.report.waiting import load_programs
from gograde.scoring.record import ScoreRecord

Room = Any


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
