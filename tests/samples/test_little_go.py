"""little-go as it ships: its samples play, its statement is true, and students learn their mistakes."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gograde.arena.game.protocol_files import read_input, write_input
from gograde.arena.game.rules import KOMI, PLIES, START
from gograde.arena.players.sandboxed import KEPT
from gograde.arena.series import batch_of, rules_of, series_of
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.spec_author import generate_batches
from gograde.cli.cases import report_text
from gograde.cli.main import run_command
from gograde.codec import replace, to_json
from gograde.core.assignment import Batch
from gograde.core.record import ScoreRecord
from gograde.core.verdict import Verdict
from gograde.go import Board, Position, Stone, diagram
from gograde.go.moves import Illegal, IllegalReason
from gograde.grading.grade import grade_submission
from gograde.grading.package_verify import verify
from gograde.package.package import Package, find_package
from gograde.report.redact import for_student
from gograde.sandbox.protocol import MIB
from gograde.sandbox.select import choose_backend
from tests.hidden import oracles, planned_batches
from tests.needs import sample_of
from tests.samples.test_statements_agree import blocks, statement

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "cases" / "little-go"
KEY = b"a key for the tests of the packages"


@cache
def package() -> Package:
    return find_package("little-go")


def short(games: int, *opponents: str) -> tuple[Batch, ...]:
    """Hidden series against these opponents, of so many games."""
    hidden = {series_of(batch).opponent: batch for batch in generate_batches(package(), KEY)}
    return tuple(
        batch_of(hidden[name].name, replace(series_of(hidden[name]), games=games), public=False)
        for name in opponents
    )


def graded(submission: str, *batches: Batch) -> ScoreRecord:
    return grade_submission(sample_of(package(), submission), package(), batches, choose_backend())


@pytest.mark.needs("cc")
def test_a_strong_player_wins_and_one_that_passes_does_not() -> None:
    batches = short(4, "random", "alphabeta-2")
    strong = graded("accepted/c_alphabeta", *batches)
    assert (strong.official, strong.score, strong.max_score) == ("pass", 20, 20)
    assert [len(test.games) for test in strong.tests] == [4, 4]
    passing = graded("wrong_answer/passes_always", *batches)
    assert (passing.official, passing.score, passing.verdict) == ("fail", 0, Verdict.WA)
    assert {game.ended for test in passing.tests for game in test.games} == {"points"}
    seeds = {str(pair.seed) for batch in batches for pair in series_of(batch).pairs}
    assert not [seed for seed in seeds if seed.encode() in to_json(for_student(strong))]


def test_a_program_of_several_files_keeps_one_of_its_own() -> None:
    record = graded("accepted/python_several_files", *short(2, "random"))
    assert [game.ended for game in record.tests[0].games] == ["points", "points"]
    assert record.usage[0].cpu_s > 0


def test_the_template_plays_legally() -> None:
    record = grade_submission(PACKAGE / "template", package(), short(2, "random"), choose_backend())
    assert [game.ended for game in record.tests[0].games] == ["points", "points"]
    assert record.submission.entry == "my_player.py"


def test_a_check_says_what_went_wrong_and_where(capsys: pytest.CaptureFixture[str]) -> None:
    path = PACKAGE / "submissions" / "wrong_answer" / "knows_no_suicide"
    assert run_command(["check", str(path), "-a", "little-go", "--full"]) == 1
    text = capsys.readouterr().out
    assert re.search(
        r"game \d, as (black|white), ply \d+: illegal move, \w+ at \(\d, \d\) is illegal: suicide", text
    )
    assert "! the illegal move" in text
    assert "Run sample-01: illegal move (stopped after 3 games in a row lost by: illegal move)\n" in text
    assert "\n0 of 2 public tests passed; 1 test skipped; illegal move; runs that did not end well" in text


# -- the statement ----------------------------------------------------------------------------


def boards() -> list[list[Board]]:
    """The boards drawn in the statement: those side by side together."""
    drawn = re.findall(r"(?:^    [.XO](?: [.XO]){4}.*\n){5}", statement("little-go"), re.MULTILINE)
    columns = (
        list(zip(*(re.split(r" {4,}", line.strip()) for line in one.splitlines()), strict=True))
        for one in drawn
    )
    return [[diagram("/".join(rows)) for rows in each] for each in columns]


def test_the_ko_of_the_statement_is_one() -> None:
    (before, after), _ = boards()
    taken = Position(before, Stone.WHITE).play((1, 2))
    assert isinstance(taken, Position)
    assert taken.board == after
    back = taken.play((1, 1))
    assert isinstance(back, Illegal)
    assert back.reason is IllegalReason.KO


def test_the_suicide_of_the_statement_is_one() -> None:
    _, (board,) = boards()
    black = Position(board, Stone.BLACK).play((0, 0))
    assert isinstance(black, Illegal)
    assert black.reason is IllegalReason.SUICIDE
    assert isinstance(Position(board, Stone.WHITE).play((0, 0)), Position)


def test_the_example_is_what_a_program_finds() -> None:
    shown = re.findall(r"```input\n(.*?)```", statement("little-go"), re.DOTALL)[0]
    position = START.play((2, 2))
    assert isinstance(position, Position)
    assert write_input(position) == shown.encode()[:-1]
    assert read_input(shown.encode()) == position


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_marks_of_the_statement_are_those_of_the_package(language: str) -> None:
    """The table: an opponent a row, the knots of its scale as points, the games at most."""
    table = re.search(r"(?:^\|.*\n)+", statement("little-go", language), re.MULTILINE)
    assert table is not None
    head, _, *rows = [
        [cell.strip() for cell in line.strip("|\n").split("|")] for line in table[0].splitlines()
    ]
    rates = [int(found[0]) / 100 for cell in head if (found := re.findall(r"(\d+) %", cell))]
    rules = rules_of(package().config.parameters)
    weights = {group.name: group.weight for group in package().config.groups}
    caps = {series_of(b).opponent: series_of(b).games for b in generate_batches(package(), KEY)}
    assert [row[0] for row in rows] == list(caps)
    for name, _, *points, games in rows:
        told = tuple(
            (rate, int(cell) / weights[name]) for rate, cell in zip(rates, points, strict=True) if cell
        )
        assert rules.marks_of(name).knots == told
        assert int(games) == caps[name]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_figures_of_the_statement_are_those_of_the_package(language: str) -> None:
    text, limits = statement("little-go", language), package().config.limits
    assert str(KOMI) in text and str(PLIES) in text
    for figure in (limits.cpu_s, limits.wall_s, limits.memory_mib, limits.processes, limits.work_mib):
        assert re.search(rf"\| {figure:g}\b", text)
    for number in (limits.work_files, limits.stdout_kib, limits.stderr_kib):
        assert re.search(rf"\| {number}\b", text)
    budget = rules_of(package().config.parameters).budget
    assert re.findall(r"\*\*(\d+) (?:s|秒)\*\*", text) == [f"{budget.game_s:g}", f"{budget.series_s:g}"]
    assert budget.game_s is not None and budget.game_s > PLIES / 2 * limits.cpu_s, (
        "who keeps to a move keeps to it"
    )
    first, series = rules_of(package().config.parameters).first, len(generate_batches(package(), KEY))
    assert budget.series_s is not None and budget.series_s > series * first * budget.game_s, (
        "the first games fit in"
    )
    assert f" {KEPT.files} " in text and all(
        f" {size // MIB} MiB" in text for size in (KEPT.file_bytes, KEPT.total_bytes)
    )
    for name in package().config.contract.entries:
        assert f"`{name}`" in text


@pytest.mark.needs("cc")
def test_the_package_is_verified_without_its_samples_and_says_what_it_has_not() -> None:
    report = verify(package(), KEY, None, lambda _: None)
    assert [(check.name, check.findings) for check in report.checks if check.findings] == []
    names = [check.name for check in report.checks]
    assert names[3:] == [
        "configuration",
        "public cases",
        "references",
        "two referees",
        "maximum",
        "forfeits",
        "junk",
        "easily overlooked",
    ]
    assert [(note.where, note.what) for note in report.notes] == [
        ("mistakes", "none are written down, and no reference program is mutated"),
        ("submissions", "not run"),
    ]
    assert (report.mistakes, report.mutants) == ({}, None)
    assert "known mistake" not in report_text(report)


def test_the_package_tells_how_much_it_asks() -> None:
    assert json.loads(sample_batches(package())[0].cases[0].input)["games"] == 6
    assert package().config.contract.kind == "game"


# -- the package influence as it ships: its samples get the right marks on hidden cases of this test


@cache
def shipped() -> Package:
    return find_package("influence")


def hidden() -> tuple[Batch, ...]:
    return planned_batches("influence")


def test_a_mistake_is_told_where_it_shows_and_costs_no_points_elsewhere() -> None:
    """On every fourth batch; `gograde cases verify influence`, a campaign, grades all samples on all."""
    submission = sample_of(shipped(), "wrong_answer/mirror_forgotten")
    record = grade_submission(submission, shipped(), hidden()[::4], choose_backend())
    wrong = [test for test in record.tests if test.verdict is not Verdict.AC]
    assert {test.group for test in wrong} == {"joseki"}
    helps = [test.cause.help for test in wrong if test.cause is not None]
    assert "The mirror of a path is joseki too." in helps


def test_a_mistake_in_groups_of_stones_costs_extra_points_only() -> None:
    submission = sample_of(shipped(), "wrong_answer/dead_stones_removed")
    dead = [batch for batch in hidden() if batch.name == "later-03"]
    record = grade_submission(submission, shipped(), dead, choose_backend())
    assert (record.official, record.verdict) == ("none", Verdict.WA)
    assert {test.group for test in record.tests} == {"dead-stones"}


# -- the statement --------------------------------------------------------------------------

QUESTION_OF = {
    **{name: name for name in ("zobrist", "ryder", "fast")},
    **dict.fromkeys(("up", "right", "down", "left", "A", "F", "B", "FB"), "force"),
    **dict.fromkeys(("held", "solid"), "territory"),
}


def shown_matrices() -> Iterator[tuple[str, str, list[list[float]]]]:
    """The board that was shown last, the kind of the matrix, and the matrix."""
    board = ""
    for kind, text in blocks("influence"):
        if kind == "board":
            board = text
        elif kind in QUESTION_OF:
            yield board, kind, [[float(part) for part in line.split()] for line in text.splitlines()]


def matrix_of(board: str, kind: str) -> Any:
    fast, slow = oracles(shipped())
    value = {"board": diagram(board).to_rows()}
    answer = fast(QUESTION_OF[kind], value)
    assert slow(QUESTION_OF[kind], value) == answer
    return answer if kind == QUESTION_OF[kind] else answer[kind]


def test_the_matrices_in_the_statement_are_right() -> None:
    shown = list(shown_matrices())
    assert {kind for _, kind, _ in shown} == set(QUESTION_OF)
    for board, kind, matrix in shown:
        assert [[round(part, 4) for part in row] for row in matrix_of(board, kind)] == matrix


def test_the_groups_in_the_statement_are_right() -> None:
    shown, board = {}, ""
    for kind, text in blocks("influence"):
        board = text if kind == "board" else board
        if kind in ("links", "blocks", "layers"):
            shown[kind] = ({"board": diagram(board).to_rows()}, literal_eval(text))
    assert len(shown) == 3
    fast, slow = oracles(shipped())
    for kind, (value, told) in shown.items():
        assert fast(kind, value) == slow(kind, value) == told


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_dead_stones_in_the_statement_are_right(language: str) -> None:
    text = statement("influence", language)
    rows = re.findall(r"\| `(\[.*\])` \| (\S+) \| (\S+) \|\n", text)
    assert len(rows) == 4
    (before,) = [shown for (_, shown), (kind, _) in pairwise(blocks("influence")) if kind == "after"]
    fast, slow = oracles(shipped())
    for dead, *numbers in rows:
        value = {"board": diagram(before).to_rows(), "dead": json.loads(dead)}
        move = value | {"colour": 2, "row": 1, "col": 2}
        for (question, asked), told in zip(
            (("situation_dead", value), ("move_value_dead", move)), numbers, strict=True
        ):
            answer = fast(question, asked)
            assert slow(question, asked) == answer
            assert f"{answer:.6f}".replace("-", "−") == told


def test_the_games_in_the_statement_are_right() -> None:
    told = {kind: literal_eval(text) for kind, text in blocks("influence") if text.lstrip()[:1] in ("[", "{")}
    fast, slow = oracles(shipped())
    for kind, moves in (("replay-4", told["moves"][:4]), ("replay", told["moves"])):
        value = {"moves": moves, "library": told["library"]}
        assert fast("replay", value) == slow("replay", value) == told[kind]
