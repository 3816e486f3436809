"""The verdict of a check in a terminal: its text, and its causes."""

from gograde.codec import replace
from gograde.core.record import AssignmentRef, Cause, RunScore, SourceLines, SubmissionRef, TestScore
from gograde.core.verdict import Verdict
from gograde.listing import gist
from gograde.report.terminal.check_text import check_parts
from gograde.report.terminal.class_table import TextColumn, TextTable
from gograde.report.terminal.rich_text import to_text
from tests.golden import agrees
from tests.report.played import KO, WON, scored

ROWS = (".X", "O.")
ASKED = AssignmentRef(
    id="board9", version="1.0.0", package_sha256="0" * 64, asks={"3": "Where does White capture?"}
)


def wrong(case: str, message: str = "1 missing", help_text: str = "") -> TestScore:
    return TestScore(
        name=f"01/{case}", group="capture", batch="01", question="3", verdict=Verdict.WA, points=0,
        max_points=2, visibility="visible", message=message,
        cause=Cause(message=message, expected=[[0, 0]], actual=[[1, 1]], help=help_text), board=ROWS,
    )  # fmt: skip


def shown(make_seen, tests, **changes: object) -> list[str]:
    text = to_text(check_parts(make_seen("eve", tests, assignment=ASKED, **changes)))
    return [line.rstrip() for line in text.splitlines()]


def test_what_is_said_of_causes_is_kept(make_seen) -> None:
    """A known mistake is one cause, whatever the messages are; a fault is told of a series that passes."""
    alike = [
        wrong("b", "2 missing", "Diagonals do not connect."),
        wrong("a", "-", "Diagonals do not connect."),
    ]
    right = replace(wrong("b"), verdict=Verdict.AC, message="", cause=None)
    ended = {"visibility": "visible", "verdict": Verdict.RTE, "message": "exit code 1"}
    runs = [RunScore(batch=batch, stderr=f"{batch}!", **ended) for batch in ("01", "02", "03")]
    crashed = [replace(wrong(run.batch, run.message), verdict=Verdict.RTE, batch=run.batch) for run in runs]
    said = "./main.c: In function ‘main’:\n./main.c:6:45: error: ‘x’ undeclared\n    6 |     x;"
    uncompiled = [replace(wrong(case, gist(said)), verdict=Verdict.CE, points=0, cause=None) for case in "ab"]
    source = (SourceLines(file="main.c", first=6, lines=("    x;",), marked=(6,)),)
    built = SubmissionRef(student="eve", entry="main.c", language="c")
    passed = {"verdict": Verdict.AC, "points": 10}
    records = (
        ((*alike, wrong("c", "7 missing"), wrong("d")), {}), ((wrong("a"), right), {}),
        ((wrong("z"), *crashed), {"runs": runs}), (crashed, {"runs": runs}),
        (uncompiled, {"submission": built, "runs": (), "message": said, "source": source}),
        ((scored(WON, KO),), {}), ((replace(scored(WON, KO), **passed),), {}),
        ((replace(scored(WON), **passed),), {}),
    )  # fmt: skip
    agrees(
        "report/causes.txt", "\n\n".join("\n".join(shown(make_seen, *one, **more)) for *one, more in records)
    )


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
