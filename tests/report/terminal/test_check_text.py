"""The games that a check reports."""

from __future__ import annotations

from dataclasses import replace

from gograde.report.terminal.check_text import check_parts
from gograde.report.terminal.rich_text import to_text
from gograde.scoring.verdict import Verdict
from tests.report.played import KO, WON, scored


def test_a_check_tells_the_games(make_seen) -> None:
    text = to_text(check_parts(make_seen("eve", (scored(WON, KO),))))
    assert "  Wanted: 70 % of the games against random won\n" in text
    assert " 2      random    white   lost     10      illegal move: white at (1, 2) is illegal: ko\n" in text
    assert "  1 X O ! O .\n" in text
    assert "Answered" not in text


def test_a_check_tells_the_fault_in_a_series_that_passed(make_seen) -> None:
    """Else its author knows that there was one, and not which."""
    passed = replace(scored(WON, KO), verdict=Verdict.AC, points=10)
    text = to_text(check_parts(make_seen("eve", (passed,))))
    assert "✓ 01/random: won 1 of 2 games, 9 to 91 %; 1 lost by a fault\n" in text
    assert "white at (1, 2) is illegal: ko" in text
    assert "The board on ply 10, white (O) to play" in text
    assert text.endswith("1 of 1 public test passed.\n")


def test_a_check_tells_no_games_of_a_series_that_passed_without_a_fault(make_seen) -> None:
    passed = replace(scored(WON), verdict=Verdict.AC, points=10)
    text = to_text(check_parts(make_seen("eve", (passed,))))
    assert "black 12, white 3 + 2.5" not in text
