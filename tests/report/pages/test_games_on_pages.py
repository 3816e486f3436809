"""The games of a test on the pages of a student."""

from __future__ import annotations

from dataclasses import replace

from gograde.report.redact import for_student
from gograde.report.terminal.check_text import check_parts
from gograde.report.terminal.rich_text import to_text
from gograde.scoring.record import Visibility
from tests.report.played import KO, LATE, WON, page, scored


def test_a_page_has_the_games_and_a_drawing(make_record) -> None:
    shown = page(make_record("eve", (scored(WON, KO),)), staff=False)
    assert "<td>white</td><td>lost</td><td>10</td>" in shown
    assert "illegal move: white at (1, 2) is illegal: ko" in shown
    assert "Board of a lost game of test 01/random" in shown
    assert "The board of the first fault" in shown


def test_hidden_games_are_for_staff(make_record) -> None:
    record = make_record("eve", (scored(WON, KO, visibility=Visibility.HIDDEN),))
    assert for_student(record).tests == ()
    assert "is illegal: ko" not in page(record, staff=False)
    assert "is illegal: ko" in page(record, staff=True)


def test_what_a_program_said_is_text(make_record) -> None:
    hostile = replace(LATE, reason="<script>alert(1)</script>\x1b[2J\n::error::x")
    record = make_record("eve", (scored(hostile),))
    assert "<script>alert" not in page(record, staff=False)
    text = to_text(check_parts(for_student(record)))
    assert "\x1b" not in text
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())
