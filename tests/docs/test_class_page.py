"""docs/class.md: its commands exist, its worked table is what gograde does."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from gograde.classroom.class_config import AssignmentRules, ClassConfig, LatePolicy, class_schema
from gograde.classroom.classroom import FOR_EVERYBODY, read_overrides
from gograde.classroom.roster import Student
from gograde.cli.main import main
from gograde.core.totals import Total, less
from gograde.grading.marks.late import LateResult, late_result, lateness
from gograde.package.yaml_files import parse_model

PAGE = Path(__file__).parents[2] / "docs" / "class.md"
DUE = datetime(2026, 11, 15, 23, 59, tzinfo=UTC)
WORTH, GOT, FREE = 40.0, 30.0, 2
ROW = re.compile(
    r"\| `(?P<late>\{.*\})` \| (?P<hours>[0-9.]+) h late(?:, with an extension of (?P<more>[0-9]+) h)?"
    r" \| (?P<days>[0-9]+) \| (?P<penalty>[0-9]+) \| (?P<mark>[0-9]+) \| (?P<free>[0-9]+) \|"
)
SAID = {"worth": f"worth {WORTH:g} points", "got": f"got {GOT:g}", "free": "two free days left"}


def worked() -> Iterator[re.Match[str]]:
    """The rows of the table."""
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("| `{"):
            row = ROW.fullmatch(line)
            assert row is not None, line
            yield row


def result_of(row: re.Match[str]) -> LateResult | None:
    late = parse_model(row["late"].encode(), "docs/class.md", LatePolicy)
    rules = AssignmentRules(due=DUE, late=late, extensions={"alice": float(row["more"] or 0)})
    submitted = DUE + timedelta(hours=float(row["hours"]))
    return late_result(lateness(submitted, rules, "alice"), late, WORTH, FREE)


def test_a_row_of_the_table() -> None:
    for row in [*worked()]:
        result = result_of(row) or LateResult(0, 0, "")
        mark = less(Total(GOT, 0, WORTH), result.penalty).at_least
        shown = (result.days, result.penalty, mark, FREE - result.late_days_used)
        assert shown == (int(row["days"]), float(row["penalty"]), float(row["mark"]), int(row["free"]))


def test_the_table_has_every_policy_and_key_and_says_what_it_starts_from() -> None:
    table = [row["late"] for row in worked()]
    keys = class_schema()["$defs"]["LatePolicy"]["properties"]
    named = {word for late in table for word in re.findall(r"[a-z_-]+", late)} | {"baseline"}
    assert {*keys, *keys["policy"]["enum"]} <= named
    assert all(words in PAGE.read_text("utf-8") for words in SAID.values())


# -- the other sections -----------------------------------------------------------------------

TEXT = PAGE.read_text("utf-8")
COMMANDS = sorted({line.partition("  #")[0].strip() for line in re.findall("(?m)^gograde .*", TEXT)})


def test_a_command_of_the_page_exists_with_its_options() -> None:
    for line in COMMANDS:
        _, *words = shlex.split(line)
        command: click.Command = main
        while isinstance(command, click.Group):
            found = command.get_command(click.Context(command), words.pop(0))
            assert found is not None, line
            command = found
        context = command.make_context("gograde", list(words))
        assert context.params


def test_the_corrections_of_the_page_are_valid(tmp_path: Path) -> None:
    (tmp_path / "overrides.csv").write_text(re.findall(r"```csv\n(assignment,.*?)```", TEXT, re.DOTALL)[0])
    text = b"{schema: gograde/class/v1, title: T, assignments: {board9: {}, tromp-taylor: {}}}"
    config = parse_model(text, "class.yaml", ClassConfig)
    _, several = read_overrides(tmp_path / "overrides.csv", config, [Student("alice")])
    said = [(c.change.do, c.change.name, c.answer) for c in several]
    assert said == [("void", "01/3 *", None), ("accept", "07/plain-1", "Jigo")]
    assert {*re.findall(r"(?m)^\| `(\w+)` \| [TEA`]", TEXT.partition("## Corr")[2])} >= {*FOR_EVERYBODY}
