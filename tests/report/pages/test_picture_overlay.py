"""A student's picture with rings around its wrong points."""

from __future__ import annotations

from gograde.report.pages.drawings import read_picture
from gograde.report.words.answers import wrong_in_words
from gograde.scoring.record import PictureScore, Reading, WrongPoint

WRONG = (WrongPoint(row=2, col=1, expected=".", seen="X"),)


def test_rings_lie_on_the_wrong_points() -> None:
    picture = PictureScore(name="a.png", width=200, height=100, sha256="00")
    reading = Reading(
        picture="a.png", outcome="rejected", reason="", lattice=(10, 30, 20, 15), wrong=WRONG,
        board=("...",) * 3,
    )  # fmt: skip
    drawn = str(read_picture("data:,", picture, reading, lattice=False))
    assert drawn.count("<circle") == 2
    assert 'cx="40.0" cy="50.0"' in drawn
    assert "<path" not in drawn
    assert "M38 20h4m-2-2v4" in str(read_picture("data:,", picture, reading, lattice=True))


def test_wrong_points_in_words() -> None:
    assert wrong_in_words(WRONG) == ("(2, 1): no stone expected, a black stone seen",)
