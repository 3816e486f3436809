"""A class of five assignments in a terminal: total first, a column an assignment, in any width."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from gograde.cli.main import run_command
from gograde.report.class_report import load_report
from gograde.report.terminal.class_table import TextColumn, TextTable, class_parts
from gograde.scoring.verdict import Verdict
from tests.report.conftest import Person, people, record, rule, undone
from tests.report.several import write_works

FIVE = ("board9", "tromp-taylor", "board-control", "influence", "little-go")


def five() -> dict[str, list[Person]]:
    """Five assignments: the people of the usual class, with one assignment that everybody passes but bob."""
    passed = [Person(one.id, record(one.id, (rule("01"),))) for one in people()]
    passed[1] = Person("bob", record("bob", undone(Verdict.WA)[:1]))
    return {name: people() if name != "influence" else passed for name in FIVE}


WHOLE = ("alice", "bob", "carol", "grace")
"""Students of whom all tests were made, so that points are out of the same for all."""


@pytest.fixture(scope="module")
def class_of_five(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_works(tmp_path_factory.mktemp("five") / "autumn", five())


def drawn(class_dir: Path, width: int) -> list[str]:
    """The lines in a terminal of this width."""
    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None)
    for part in class_parts(load_report(class_dir, None, None)):
        console.print(part, markup=False, highlight=False, emoji=False)
    return out.getvalue().splitlines()


def test_five_assignments_have_room_in_100_columns(tmp_path: Path) -> None:
    whole = {name: [one for one in works if one.id in WHOLE] for name, works in five().items()}
    lines = drawn(write_works(tmp_path, whole), 100)
    assert max(map(cell_len, lines)) <= 100
    heads = [re.split(r" {2,}", line.strip()) for line in lines[1:4]]
    assert heads[0] == ["id", "name", "total", "board9", "tromp-", "board-", "influence", "little-"]
    assert heads[1] == ["of 7", "taylor", "control", "of 1", "go"]
    assert heads[2] == ["of 7", "of 7", "of 7"]
    [carol] = [line.split() for line in lines if line.startswith("carol")]
    assert carol[:5] == ["carol", "Carol", "Chen", "63.43–74.86", "%"]
    assert carol[5:] == ["✗", "3.8–4.8L", "✗", "3.8–4.8L", "✗", "3.8–4.8L", "✓", "1", "✗", "3.8–4.8L"]


@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_narrow_terminal_breaks_no_word_of_a_head(class_of_five: Path, width: int) -> None:
    lines = drawn(class_of_five, width)
    tables = [line for line in lines if line.startswith("id ")]
    assert len(tables) > 1
    words = {word for line in lines for word in line.split()}
    assert {"board9", "tromp-", "taylor", "board-", "control", "influence", "little-", "go"} <= words
    assert all(line.startswith(("id  ", "     ")) for line in tables)
    assert sum("influence" in line for line in lines) == 1


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


# -- whom to show ---------------------------------------------------------------------------


def told(capsys: pytest.CaptureFixture[str], *args: str) -> list[str]:
    """The ids in the order of the rows."""
    assert run_command(["report", *args, "--format", "csv"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    return list(dict.fromkeys(line.split(",")[0].strip('"') for line in lines))


def test_orders(class_of_five: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(class_of_five)
    assert told(capsys, folder) == ["alice", "bob", "carol", "dan", "erin", "frank", "grace"]
    assert told(capsys, folder, "--sort", "total") == [
        "alice", "grace", "carol", "bob", "dan", "erin", "frank",
    ]  # fmt: skip
    assert told(capsys, folder, "--sort", "influence")[-1] == "bob"
    assert told(capsys, folder, "--sort", "name")[:3] == ["bob", "carol", "dan"]


def test_who_fails_and_whom_a_person_must_look_at(class_of_five: Path, capsys) -> None:
    folder = str(class_of_five)
    assert told(capsys, folder, "--only", "failing") == ["bob", "carol", "erin", "grace"]
    assert told(capsys, folder, "--only", "failing", "-a", "influence") == ["bob"]
    assert told(capsys, folder, "--only", "review") == ["alice", "bob", "carol", "frank", "grace"]
    assert told(capsys, folder, "--only", "review", "-a", "influence") == []
    sort = ("--sort", "total")
    assert told(capsys, folder, "--only", "failing", *sort) == ["grace", "carol", "bob", "erin"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--sort", "totl"), '--sort totl: not in this class\nFix: did you mean "total"?\n'),
    ],
)
def test_what_does_not_exist_is_named(class_of_five: Path, args, message: str, capsys) -> None:
    assert run_command(["report", str(class_of_five), *args]) == 2
    assert capsys.readouterr() == ("", message)


def test_nobody_is_an_empty_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_works(tmp_path / "c", {"board9": [Person("eve", record("eve", (rule("01"),)))]})
    assert run_command(["report", str(folder), "--only", "failing"]) == 0
    assert "0 students" in capsys.readouterr().out
    for name in ("grades", "games", "tests"):
        assert run_command(["report", str(folder), "--only", "failing", "--table", name]) == 0
        assert "0 students" in capsys.readouterr().out


def test_any_table_is_shown_as_it_is(class_of_five: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["report", str(class_of_five), "--table", "late", "-a", "influence"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Several: late"
    assert lines[1].split()[:4] == ["student_id", "assignment", "due", "extension_hours"]
    assert lines[3].split()[:3] == ["alice", "influence", "2026-11-15T23:59:00+00:00"]


def test_the_reasons_stand_below_whom_a_person_must_look_at(class_of_five: Path, capsys) -> None:
    assert run_command(["report", str(class_of_five), "-a", "board9", "--only", "review"]) == 0
    reasons = [line for line in capsys.readouterr().out.splitlines() if " board9: " in line]
    assert reasons == [
        "alice (Alice Li) board9: 1 test (1 point) not decided",
        "bob (Bob Braun) board9: 1 test (1 point) not decided",
        "carol (Carol Chen) board9: 1 test (1 point) not decided",
        "frank (Frank Fontaine) board9: the grader failed",
        "grace (Grace Gupta) board9: 1 test (1 point) not decided; forbidden: socket(AF_INET) in run 01",
    ]


def test_what_is_true_of_each_test_is_said_once(class_of_five: Path, capsys) -> None:
    assert run_command(["report", str(class_of_five), "-a", "board9", "--student", "dan"]) == 0
    assert capsys.readouterr().out.splitlines()[2:5] == [
        "nothing was handed in",
        "all 2 tests: ∅ NS not submitted",
        "2 of 2 tests graded; nothing was run.",
    ]
