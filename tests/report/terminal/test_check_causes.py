"""The verdict of a check in a terminal: its text, and its causes."""

from __future__ import annotations

from gograde.codec import replace
from gograde.report.terminal.check_text import check_parts
from gograde.report.terminal.class_table import TextColumn, TextTable
from gograde.report.terminal.rich_text import to_text
from gograde.scoring.record import AssignmentRef, Cause, RunScore, SourceLines, SubmissionRef, TestScore
from gograde.scoring.verdict import Verdict
from tests.report.played import KO, WON, scored

ROWS = (".X", "O.")
ASKED = AssignmentRef(
    id="board9", version="1.0.0", package_sha256="0" * 64, asks={"3": "Where does White capture?"}
)


def wrong(case: str, message: str = "1 missing", help_text: str = "") -> TestScore:
    return TestScore(
        name=f"01/{case}",
        group="capture",
        batch="01",
        question="3",
        verdict=Verdict.WA,
        points=0,
        max_points=2,
        visibility="visible",
        message=message,
        cause=Cause(message=message, expected=[[0, 0]], actual=[[1, 1]], help=help_text),
        board=ROWS,
    )


def shown(make_seen, tests, **changes: object) -> list[str]:
    text = to_text(check_parts(make_seen("eve", tests, assignment=ASKED, **changes)))
    return [line.rstrip() for line in text.splitlines()]


def test_a_cause_of_several_tests_is_one_block(make_seen) -> None:
    """A known mistake is one cause, whatever the messages are."""
    tests = [
        wrong(case, said, "Diagonals do not connect.") for case, said in [("b", "2 missing"), ("a", "-")]
    ]
    lines = shown(make_seen, (*tests, wrong("c", "7 missing"), wrong("d")))
    assert lines[-3:-2] == ["  The same cause: 01/d"]
    at, end = lines.index("✗ 01/b: 2 missing"), lines.index("✗ 01/c: 7 missing")
    assert lines[at + 1 : end] == [
        "  Asked: Where does White capture?",
        "  Expected      Got",
        "    0 1           0 1",
        "  0 ? X         0 . X",
        "  1 O .         1 O !",
        "  * expected and answered   ? expected, not answered   ! answered, not expected",
        "  Missing: (0, 0)",
        "  Too many: (1, 1)",
        "  Diagonals do not connect.",
        "  The same cause: 01/a",
        "",
    ]


def test_the_table_has_no_message_that_a_block_tells(make_seen) -> None:
    right = replace(wrong("b"), verdict=Verdict.AC, message="", cause=None)
    lines = shown(make_seen, (wrong("a"), right))
    assert [line.split() for line in lines[2:6] if "─" not in line] == [
        ["test", "group", "verdict", "points"],
        ["01/a", "capture", "✗", "WA", "0", "/", "2"],
        ["01/b", "capture", "✓", "AC", "0", "/", "2"],
    ]


def test_runs_that_ended_alike_are_told_once(make_seen) -> None:
    runs = [
        RunScore(
            batch=batch, visibility="visible", verdict=Verdict.RTE, message="exit code 1", stderr=f"{batch}!"
        )
        for batch in ("01", "02", "03")
    ]
    tests = [replace(wrong(run.batch, run.message), verdict=Verdict.RTE, batch=run.batch) for run in runs]
    lines = shown(make_seen, tests, runs=runs)
    at = lines.index("Run 01, 02, 03: run-time error (exit code 1)")
    assert lines[at + 1 : at + 3] == ["  errors printed, at the end:", "  | 01!"]
    assert "  | 02!" not in lines


def test_what_a_compiler_says_keeps_its_lines_and_names_the_file(make_seen) -> None:
    said = "./main.c: In function ‘main’:\n./main.c:6:45: error: ‘x’ undeclared\n    6 |     x;"
    tests = [replace(wrong(case, said), verdict=Verdict.CE, points=0, cause=None) for case in "ab"]
    source = (SourceLines(file="main.c", first=6, lines=("    x;",), marked=(6,)),)
    built = SubmissionRef(student="eve", entry="main.c", language="c")
    nothing = {"submission": built, "runs": (), "message": said, "source": source}
    assert shown(make_seen, tests, **nothing) == [
        "board9 1.0.0: main.c (c), run in the sandbox bwrap",
        "all 2 tests: ✗ CE",
        "  | ./main.c: In function ‘main’:",
        "  | ./main.c:6:45: error: ‘x’ undeclared",
        "  |     6 |     x;",
        "",
        "0 of 2 public tests passed; does not compile or cannot be read.",
    ]


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


def test_cells_keep_their_place_and_wide_letters_count_two() -> None:
    table = TextTable(
        [
            TextColumn("id", ["a", "b"]),
            TextColumn("name", ["张伟", "Jo Anna Maria"], most=8),
            TextColumn("of\nall", ["1", "10"], right=True),
        ]
    )
    assert list(table.parts(80)) == [
        "id  name      of\n"
        "             all\n"
        "──  ───────  ───\n"
        "a   张伟       1\n"
        "b   Jo Anna   10\n"
        "    Maria\n"
    ]  # fmt: skip
