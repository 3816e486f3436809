"""Twelve students whose results were worked out by hand, compared in every place that shows them."""

import csv
import io
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from gograde.codec import replace, to_value
from gograde.core.record import ScoreRecord, SubmissionRef, TestScore
from gograde.core.verdict import Verdict
from gograde.report.class_report import load_report, why_review
from gograde.report.exports.reports_folder import write_reports
from gograde.report.lms_export import marks_of
from gograde.report.pages.class_page import by_hand, tags
from gograde.report.results import load_results
from gograde.report.terminal.class_table import class_parts, result_parts
from gograde.report.waiting import load_programs
from gograde.workflow.grade_class import tally_of
from tests.report.conftest import Person, V, group, record, rule, write_class

WORTH = {"s/1": 0, "01/a": 2, "01/b": 2, "01/p": 1, "01/f": 0, "01/x": 1}
"""Points: a sample, two answers, a picture, a picture worth nothing that decides, and an extra answer."""
ALL = [*WORTH][1:5]

EXPECTED = {
    "ada": ("pass", "✓", "AC", 6, 6, ""),
    "ben": ("fail", "✗", "WA", 4, 4, ""),
    "cem": ("pending", "◌", "RV", 5, 6, "01/p"),
    "dan": ("pass", "✓*", "AC", 6, 6, ""),
    "eve": ("pass", "✓*", "AC", 6, 6, ""),
    "fay": ("pass", "✓*", "AC", 5, 5, ""),
    "gil": ("not-submitted", "∅", "NS", 0, 0, ""),
    "hal": ("fail", "✗*", "WA", 5, 5, ""),
    "ira": ("error", "⚠", "JE", 0, 6, ""),
    "jon": ("pending", "◌", "RV", 6, 6, "01/f"),
    "kim": ("pass", "✓", "AC", 6, 6, ""),
    "lea": ("pass", "✓", "AC", 4, 4, ""),
}
"""The official result, the sign and the verdict, both ends of the mark, and the test that waits."""


def score(name: str, word: str) -> TestScore:
    of = {"s": "sample", "x": "extra"}.get(name.strip("0123456789/"), "count")
    verdict, worth = Verdict(word), float(WORTH[name])
    points = None if word in ("RV", "JE") else worth if word == "AC" else 0.0
    batch = name.split("/", maxsplit=1)[0]
    told = rule(batch, visibility=V)
    return replace(told, name=name, group=of, verdict=verdict, points=points, max_points=worth, cause=None,
                   message="to be looked at by somebody" if word == "RV" else "")  # fmt: skip


def work(who: str, ends: str = "AC", other: str = "AC", without: str = "", **words: Any) -> ScoreRecord:
    """A record whose hidden run ended so; its tests are `other` but for those in `words`, by their letter."""
    changes = words.pop("changes", [])
    tests = [score(n, words.get(n[-1], "AC" if n == "s/1" else other)) for n in WORTH if n != without]
    groups = [group(name, tests) for name in ("sample", "count", "extra")]
    groups = [replace(one, decides=one.name == "count") for one in groups]
    made = record(who, tests, groups=groups, changes=changes)
    runs = [replace(one, verdict=Verdict(ends if one.batch == "01" else "AC")) for one in made.runs]
    return record(who, tests, groups=groups, changes=changes, runs=[to_value(one) for one in runs])


def said(test: str, points: float, decision: str = "") -> dict[str, Any]:
    return {"test": test, "points": points, "decision": decision, "by": "Ada L", "at": "", "reason": "seen"}


FULL = {"name": "01/b", "do": "full", "by": "Ada L", "reason": "unclear"}
VOID = {"name": "01/b", "do": "void", "by": "Ada L", "reason": "misprint"}


def twelve() -> list[Person]:
    nothing = {"submission": SubmissionRef(student="gil"), "runs": (), "backend": ""}
    return [
        Person("ada", work("ada")), Person("ben", work("ben", b="WA")), Person("cem", work("cem", p="RV")),
        Person("dan", work("dan", p="RV"), overrides=[said("01/p", 1, "right")]),
        Person("eve", work("eve", "RTE", "RTE", p="RV"), overrides=[said("", 6, "right")]),
        Person("fay", work("fay", "RTE", "RTE"), overrides=[said(n, WORTH[n], "right") for n in ALL]),
        Person("gil", replace(work("gil", other="NS"), **nothing)),
        Person("hal", work("hal", p="RV"), overrides=[said("01/p", 0, "wrong")]),
        Person("ira", work("ira", "JE", "JE")), Person("jon", work("jon", f="RV")),
        Person("kim", work("kim", changes=[FULL], **{"1": "WA"})),
        Person("lea", work("lea", without="01/b", changes=[VOID])),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def class_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_class(tmp_path_factory.mktemp("twelve") / "autumn", twelve())
    rows = [
        f"board9,{one.id},{row['test']},{row['points']},Ada L,,seen,{row['decision']}"
        for one in twelve()
        for row in one.overrides
    ]
    head = "assignment,student_id,test,points,by,at,reason,decision"
    (folder / "overrides.csv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    roster = "\n".join(["student_id,last_name,first_name", *(f"{one.id},{one.id}," for one in twelve())])
    (folder / "roster.csv").write_text(roster + "\n", encoding="utf-8")
    config = "schema: gograde/class/v1\ntitle: T\nassignments: {board9: {}}\n"
    (folder / "class.yaml").write_text(config, encoding="utf-8")
    write_reports(folder, folder / "reports")
    return folder


def printed(parts: Iterable[Any]) -> str:
    console = Console(file=io.StringIO(), width=120, color_system=None)
    for part in parts:
        console.print(part, markup=False, highlight=False, emoji=False)
    return console.file.getvalue()  # type: ignore[attr-defined]


def ends(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"{low:g}–{high:g}"


def words(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"at least {low:g}, at most {high:g} of 6"


def test_the_gradebook_and_its_tables_say_so(class_dir: Path) -> None:
    report = load_report(class_dir, None, None)
    found = {
        one.student: (one.official, one.badge.value, one.mark.at_least, one.mark.at_most, *one.graded.waits)
        for one in report.entries
    }
    wanted = {who: (said, *rest, *filter(None, [test])) for who, (said, _, *rest, test) in EXPECTED.items()}
    assert found == wanted
    with (class_dir / "reports" / "scores.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert {who: (row["official"], row["badge"]) for who, row in rows.items()} == {
        who: (said, badge) for who, (said, _, badge, *_) in EXPECTED.items()
    }
    assert {who: row["tests_waiting"] for who, row in rows.items() if row["tests_waiting"] != "0"} == {
        "cem": "1", "jon": "1"
    }  # fmt: skip
    assert sum(float(row["waiting"]) for row in rows.values()) == 1
    marks = {who: mark.points for (who, _), mark in marks_of(report.book).items()}
    assert marks == {who: low if low == high else None for who, (_, _, _, low, high, _) in EXPECTED.items()}


def test_the_queue_the_summary_and_the_list_of_what_to_look_at_say_so(class_dir: Path) -> None:
    results = load_results(class_dir)
    found = [one for program in load_programs(class_dir, None, None) for one in program.waits]
    waits = [(one.submission[1], one.test.name, one.test.max_points) for one in found]
    assert waits == [("cem", "01/p", 1), ("jon", "01/f", 0)]
    tally = tally_of("board9", [one.entry for one in results.results])
    assert (tally.passed, tally.waiting, tally.points, tally.judge_errors) == (6, 2, 1, ("ira",))
    assert tally.verdicts == {"AC": 6, "WA": 2, "NS": 1, "RV": 2, "JE": 1}
    looks = by_hand(results.results)
    assert [(one.student and one.student.id, one.text) for one in looks["look_waiting"]] == [
        ("cem", "01/p: 1 point"), ("jon", "01/f: 0 points")
    ]  # fmt: skip
    assert [one.student.id for one in results.results if "pending" in tags(one)] == ["cem", "ira", "jon"]
    told = {one.student.id: why for one in results.results if (why := why_review(one.entry))}
    assert told == {
        "cem": "1 test (1 point) not decided",
        "ira": "the grader failed",
        "jon": "1 test (0 points) not decided",
    }


def test_the_page_of_the_class_and_the_terminal_say_so(class_dir: Path) -> None:
    page = (class_dir / "reports" / "index.html").read_text(encoding="utf-8")
    found = re.findall(r"<li[^>]*><b>([^<]*)</b><span>([^<]*)</span>", page)
    assert found == [
        ("12", "on the roster"),
        ("11 of 12", "submissions handed in"),
        ("6", "pass officially"),
        ("2", "fail officially"),
        ("2", "tests wait for a person"),
    ]
    assert "2 tests (1 point) wait for a person" in page
    report = load_report(class_dir, None, None)
    table = printed(class_parts(report))
    for who, (_, sign, badge, low, high, test) in EXPECTED.items():
        [row] = re.findall(rf'data-key=" *{who}">.*?</tr>', page, re.DOTALL)
        assert f"<strong>{words(low, high)}</strong> " in row and f">{sign} {badge}</span>" in row, who
        assert ("waits for a person" in row.partition('class="more"')[0]) == bool(test), who
        [line] = [one for one in table.splitlines() if one.startswith(f"{who} ")]
        assert line.split()[2].rstrip("*") == ends(low, high), who
        assert f"{sign.rstrip('*')} {badge}" in line, who
        assert ("1 test" in line) == bool(test), who
    assert "2 tests (1 point) wait for a person" in table


def test_the_pages_of_students_say_so(class_dir: Path) -> None:
    results = load_results(class_dir)
    for who, (_, sign, badge, low, high, test) in EXPECTED.items():
        [result] = results.of_student(who)
        lines = printed(result_parts(result))
        assert f"{sign} {badge}; official: " in lines and f"final: {words(low, high)}" in lines, who
        for folder in ("students", "staff"):
            page = (class_dir / "reports" / folder / f"{who}.html").read_text(encoding="utf-8")
            assert f">{sign} {badge}</span>" in page and f"<strong>{words(low, high)}</strong>" in page, who
            assert ("1 test (" in page) == bool(test), who
            assert ("to be looked at" in page + lines) == bool(test), who
            decided = any(one.id == who and one.overrides for one in twelve())
            assert ("Ada L" in page) == ((decided or who in ("kim", "lea")) and folder == "staff"), who


def test_where_nobody_asks_for_all_or_nothing_nothing_of_it_is_shown(tmp_path: Path) -> None:
    unasked = [replace(p, record=replace(p.record, official="none")) for p in twelve()]
    folder = write_class(tmp_path / "autumn", unasked)
    write_reports(folder, folder / "reports")
    shown = [folder / "reports" / name for name in ("index.html", "students/dan.html", "staff/dan.html")]
    texts = [re.sub(r"<(style|script).*?</\1>", "", path.read_text(), flags=re.DOTALL) for path in shown]
    report = load_report(folder, None, None)
    texts += [printed(class_parts(report)), (folder / "reports" / "scores.csv").read_text(encoding="utf-8")]
    texts += [printed(result_parts(load_results(folder).of_student("dan")[0]))]
    assert not [text for text in texts if "official" in text.lower()]
    assert [(one.student, one.badge.value) for one in report.entries] == [
        (who, badge) for who, (_, _, badge, *_) in EXPECTED.items()
    ]
