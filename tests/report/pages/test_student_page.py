"""A student's page: a card for each cause, and the student's own lines that an error names."""

from typing import Any

from gograde.codec import replace
from gograde.report.pages.student_page import CauseCard, cause_cards, with_sources
from gograde.report.redact import for_student
from gograde.report.words.failures import failures_by_cause
from gograde.scoring.record import (
    PictureScore,
    Reading,
    RunScore,
    ScoreRecord,
    SourceLines,
    TestScore,
    Visibility,
)
from gograde.scoring.verdict import Verdict
from tests.report.played import page

LINES = SourceLines("score.py", 5, ("for n in rows:", "    total += 1 // <n>", "print(total)"), (6,))
CRASH = "exit code 1: ZeroDivisionError: integer division or modulo by zero"


def crashed(batch: str, question: int, visibility: Visibility = Visibility.VISIBLE) -> TestScore:
    return TestScore(
        name=f"{batch}/{question}", group="rule", batch=batch, verdict=Verdict.RTE, points=0, max_points=1,
        visibility=visibility, message=CRASH,
    )  # fmt: skip


def run(batch: str, visibility: Visibility, *source: SourceLines) -> RunScore:
    return RunScore(batch=batch, visibility=visibility, verdict=Verdict.RTE, message=CRASH, source=source)


def crashes(make_record: Any, visibility: Visibility) -> ScoreRecord:
    tests = [crashed(batch, number, visibility) for batch in ("01", "02") for number in range(3)]
    return make_record("eve", tests, runs=tuple(run(batch, visibility, LINES) for batch in ("01", "02")))


def test_the_lines_of_a_crash_stand_once_on_its_card_with_the_line_marked(make_record: Any) -> None:
    text = page(crashes(make_record, Visibility.VISIBLE), staff=False)
    assert text.count('<figure class="source">') == 1
    assert "Your file score.py, where the error was:" in text
    assert '<mark><span class="at">→ 6</span>    total += 1 // &lt;n&gt;</mark>\n' in text
    assert '<span class="at">5</span>for n in rows:\n' in text


def test_lines_that_the_compiler_names_are_shown_when_nothing_ran(make_record: Any) -> None:
    tests = [
        TestScore(name=f"01/{n}", group="rule", batch="01", verdict=Verdict.CE, points=0, max_points=1,
                  visibility=Visibility.VISIBLE, message="score.c:6:13: error")
        for n in range(2)
    ]  # fmt: skip
    record = make_record("eve", tests, runs=(), source=(LINES,), message="score.c:6:13: error")
    assert page(record, staff=False).count("→ 6") == 1
    ran = replace(record, runs=(run("01", Visibility.HIDDEN),))
    assert for_student(ran).source == ()


def test_two_causes_share_no_lines(make_record: Any) -> None:
    other = SourceLines("score.py", 20, ("x",), (20,))
    tests = [crashed("01", 0), crashed("02", 0)]
    tests[1] = replace(tests[1], message="exit code 1: KeyError: 3")
    record = make_record(
        "eve", tests, runs=(run("01", Visibility.VISIBLE, LINES), run("02", Visibility.VISIBLE, LINES, other))
    )
    cards: tuple[CauseCard, ...] = with_sources(cause_cards(failures_by_cause(tests), 60), record)
    assert [card.source for card in cards] == [(LINES,), (other,)]


def test_an_empty_window_is_told_and_not_shown(make_record: Any) -> None:
    window = PictureScore(name="window 1: Turtle", width=9, height=9, sha256="0" * 64, blank=True)
    drew = RunScore(batch="01", visibility=Visibility.VISIBLE, verdict=Verdict.AC, pictures=(window,))
    read = Reading(picture=window.name, outcome="review", reason="there is no board")
    waits = TestScore(
        name="01/1 picture", group="picture", batch="01", verdict=Verdict.RV, points=None, max_points=1,
        visibility=Visibility.VISIBLE, message="there is no board", readings=(read,), answer="picture",
    )  # fmt: skip
    text = page(make_record("eve", (waits,), runs=(drew,)), staff=False)
    assert text.count("Empty: nothing was drawn in it.") == 2, (
        "on the card, and among the pictures of the run"
    )
    assert "<img" not in text
    assert "0000" not in text.partition("</style>")[2], "no address of a picture"


def test_a_due_time_that_stands_for_all_before_it_is_not_told_as_a_moment(make_record: Any) -> None:
    record = make_record("eve", [crashed("01", 0)])
    bound = replace(record.submission, time_basis="not marked late")
    for staff in (True, False):
        shown = page(replace(record, submission=bound), staff=staff)
        assert "<dt>Handed in</dt><dd>in time, as the learning system says" in shown
        assert "<dt>Handed in</dt><dd>2026-" in page(record, staff=staff)
