"""Pictures that cost much to read: forty grids were minutes of the grader for one student."""

from __future__ import annotations

import numpy as np
import pytest

from gograde.authoring.assignment import Facts, PictureFact
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.registry import assignment_of
from gograde.grading.boxed.box import Boxed
from gograde.grading.boxed.sheet import Code, Sheet
from gograde.package.package import find_package
from gograde.pictures import effort
from gograde.pictures.picture import Picture, png
from gograde.pictures.read.question import Reason
from gograde.sandbox.protocol import Backend
from gograde.scoring.record import Visibility
from gograde.scoring.verdict import Verdict


def grid(number: int, side: int = 400) -> PictureFact:
    """Lines at a few steps over one another, in which many boards may lie."""
    pixels = np.full((side, side, 3), 255, np.uint8)
    for step in (13 + number % 7, 29 - number % 5, 41):
        pixels[number % step :: step, :] = 90
        pixels[:, number % step :: step] = 90
    return PictureFact(f"test_{number}.png", png=png(Picture(side, side, pixels.tobytes())))


def test_forty_grids_wait_for_a_person_after_a_bounded_effort(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effort, "SUBMISSION", 1200)
    package = find_package("board9")
    batch = sample_batches(package)[0]
    facts = Facts(Verdict.AC, "", b"", b"", pictures=tuple(map(grid, range(40))))
    sheets = [Sheet(batch, facts, Visibility.HIDDEN), Sheet(batch, facts, Visibility.HIDDEN)]
    found = Boxed(Code(package.config.marking), assignment_of(package), backend)(sheets)
    pictures = [test for tests in found for test in tests if test.answer == "picture"]
    assert {(test.verdict, test.points) for test in pictures} == {(Verdict.RV, None)}
    assert any(test.message.startswith(Reason.EFFORT) for test in pictures)
