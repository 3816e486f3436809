"""The sample submissions of board9, run unchanged: right ones agree with gograde.go, wrong ones do not."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from gograde.authoring.case_folders import sample_batches
from gograde.go import (
    Board,
    Stone,
    capture_points,
    chains,
    diagram,
    legal_points,
    obeys_rule_1,
    write_coordinates,
)
from gograde.grading.grade import grade_submission
from gograde.package.package import find_package
from gograde.sandbox.select import choose_backend
from gograde.scoring.verdict import Verdict
from tests.needs import require

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "cases" / "board9"
SUBMISSIONS = PACKAGE / "submissions"
HEADLESS = ROOT / "gograde" / "pictures" / "capture" / "stand_ins"
PROBLEMS = ("0", "00", "1", "2", "3", "4", "5")
SECONDS = 60

Answer = bool | frozenset[tuple[int, int]]
Answers = dict[str, Answer]


# -- boards ---------------------------------------------------------------------------------


def random_board(rng: random.Random, stones: float) -> Board:
    return Board(9, 9, bytes(rng.choice((1, 2)) if rng.random() < stones else 0 for _ in range(81)))


def settled(board: Board, *colours: Stone) -> Board:
    """The board without the chains of these colours that break rule 1, until none is left."""
    while dead := [chain for chain in chains(board) if not chain.liberties and chain.stone in colours]:
        board = board.with_stones(Stone.EMPTY, dead[0].points)
    return board


def random_batch(seed: int, stones: float) -> dict[str, Board]:
    rng = random.Random(seed)
    boards = {problem: random_board(rng, stones) for problem in PROBLEMS}
    wanted = {"0": [Stone.BLACK], "00": [Stone.BLACK, Stone.WHITE][: seed % 3]}
    both = [Stone.BLACK, Stone.WHITE]
    return {problem: settled(board, *wanted.get(problem, both)) for problem, board in boards.items()}


ROW = ". . . . . . . . ."
BLANK = " / ".join([ROW] * 9)


def upper(*rows: str) -> str:
    """A picture whose first rows are these, the rest empty."""
    return " / ".join([*rows, *[ROW] * (9 - len(rows))])


WHITE_DEAD = upper(ROW, ". . . X . . . . .", ". . X O X . . . .", ". . . X . . . . .")
KO = upper(ROW, ". . O X . . . . .", ". O X . X . . . .", ". . O X . . . . .")
SUICIDE_OF_MANY = upper(". O X . . . . . .", "O X X . . . . . .", "X X . . . . . . .")
LONG_CHAIN = (
    "X X X X X X X X X / X . . . . . . . X / X X X X X X X X X / X O O O O O O O O / X X X X X X X X X / "
    "X . . . . . . . X / X X X X X X X X X / O O O O O O O O O / . . . . . . . . ."
)
PICTURED = {
    "0": WHITE_DEAD, "00": BLANK, "1": KO, "2": BLANK,
    "3": LONG_CHAIN, "4": SUICIDE_OF_MANY, "5": SUICIDE_OF_MANY,
}  # fmt: skip
LEAVES_ITS_ROW = upper("X O . X O . . . .", "X O . O . . . . .")
BATCHES = {
    "pictured": {problem: diagram(picture) for problem, picture in PICTURED.items()},
    "ko asked of 5": {problem: diagram(PICTURED[problem]) for problem in PROBLEMS} | {"5": diagram(KO)},
    "a chain that ends in another row": dict.fromkeys(PROBLEMS, diagram(LEAVES_ITS_ROW)),
    "middling": random_batch(1, 0.6),
    "dense": random_batch(2, 0.8),
    "denser": random_batch(3, 0.85),
    "sparse": random_batch(4, 0.35),
    **{f"further {seed}": random_batch(seed, 0.7) for seed in range(5, 10)},
}


def truth(boards: Mapping[str, Board]) -> Answers:
    def one(problem: str, board: Board) -> Answer:
        if problem in ("0", "00"):
            return obeys_rule_1(board)
        points = legal_points if problem == "5" else capture_points
        return frozenset(map(tuple, points(board, Stone.WHITE)))

    return {problem: one(problem, board) for problem, board in boards.items()}


# -- running and reading --------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    exit_code: int
    stderr: str
    answers: Answers


def entry_of(folder: Path) -> Path:
    """The declared entry, else the only program there is."""
    declared = folder / "submission.toml"
    if declared.exists():
        return folder / re.findall(r'entry = "(.*)"', declared.read_text())[0]
    [entry] = [path for path in folder.rglob("*") if path.suffix in (".py", ".c", ".sh")]
    return entry


def command(entry: Path) -> list[str]:
    if entry.suffix == ".py":
        require(*re.findall(r"^import (cv2|pygame)\b", entry.read_text("utf-8"), re.MULTILINE))
        return [sys.executable, entry.name]
    if entry.suffix == ".sh":
        return ["/bin/sh", entry.name]
    require("cc")
    subprocess.run(["cc", "-std=gnu17", "-O1", "-o", "a.out", entry.name], cwd=entry.parent, check=True)
    return ["./a.out"]


def run(name: str, boards: Mapping[str, Board], box: Path) -> Run:
    """A sample submission on boards under both families of names, in a folder of its own."""
    shutil.copytree(SUBMISSIONS / name, box)
    entry = entry_of(box)
    for problem, board in boards.items():
        for tag in ("train", "test"):
            (entry.parent / f"{tag}_{problem}.txt").write_text(write_coordinates(board))
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(HEADLESS), "OPENBLAS_NUM_THREADS": "1"}
    environment |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "XDG_RUNTIME_DIR": str(box)}
    done = subprocess.run(
        command(entry), cwd=entry.parent, env=environment,
        capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    files = sorted(entry.parent.glob("answer*.txt"))
    answers = read_file(files[0].read_text()) if files else read_printed(done.stdout)
    return Run(done.returncode, done.stderr, answers)


def read_body(body: str) -> Answer | None:
    if body in ("True", "False"):
        return body == "True"
    numbers = [int(number) for number in re.findall(r"\d+", re.sub(r"int64", "", body))]
    return frozenset(zip(numbers[::2], numbers[1::2], strict=True))


def read_file(text: str) -> Answers:
    parts = re.split(r"^\s*(?:train|test)_(0|00|[1-5])\s*$", text, flags=re.MULTILINE)
    return {problem: read_body(body.strip()) for problem, body in zip(parts[1::2], parts[2::2], strict=True)}


def read_printed(text: str) -> Answers:
    lines = re.findall(r"^(?:\[\w+\])?Problem (00|[0-5]): [a-z ]+:(.*)$", text, flags=re.MULTILINE)
    return {problem: read_body(body.strip()) for problem, body in lines}


def names(kind: str) -> list[str]:
    return sorted(f"{kind}/{path.name}" for path in (SUBMISSIONS / kind).iterdir() if path.is_dir())


def run_here(kind: str) -> list[str]:
    """Those that `command` can run; the others are graded in `test_other_languages.py`."""
    every = ((name, (SUBMISSIONS / name).rglob("*.*")) for name in names(kind))
    return [name for name, files in every if {file.suffix for file in files} & {".py", ".c", ".sh"}]


DRAWN = "wrong_answer/draws_"
"""So begin those that are wrong in their pictures only."""

TRANSLATED = "accepted/python_2"
"""Runs only when it is translated, as grading does."""

# -- tests ----------------------------------------------------------------------------------


def test_the_pictured_boards_mean_what_they_are_for() -> None:
    answers = truth(BATCHES["pictured"])
    assert (answers["0"], answers["00"]) == (False, True)
    assert answers["1"] == {(2, 3)}
    assert answers["2"] == frozenset()
    assert (0, 0) not in answers["5"]
    assert max(len(chain.points) for chain in chains(BATCHES["pictured"]["3"])) > 40


@pytest.mark.parametrize("batch", ["pictured", "dense", pytest.param("middling", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", [name for name in run_here("accepted") if name != TRANSLATED])
def test_a_right_one_agrees_with_the_library(name: str, batch: str, tmp_path: Path) -> None:
    done = run(name, BATCHES[batch], tmp_path / "box")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.answers == truth(BATCHES[batch])


def test_the_python_2_one_is_right_when_graded() -> None:
    package = find_package("board9")
    record = grade_submission(SUBMISSIONS / TRANSLATED, package, sample_batches(package), choose_backend())
    assert [test.verdict for test in record.tests if test.answer == "text"] == [Verdict.AC] * 7
    assert record.submission.language == "python 2"


@pytest.mark.parametrize("name", [name for name in names("wrong_answer") if name.startswith(DRAWN)])
def test_one_that_draws_the_wrong_board_answers_right(name: str, tmp_path: Path) -> None:
    done = run(name, BATCHES["middling"], tmp_path / "box")
    assert (done.exit_code, done.stderr, done.answers) == (0, "", truth(BATCHES["middling"]))


@pytest.mark.parametrize("name", [name for name in run_here("wrong_answer") if not name.startswith(DRAWN)])
def test_a_wrong_one_runs_through_and_goes_wrong_twice(name: str, tmp_path: Path) -> None:
    wrong = 0
    for batch, boards in BATCHES.items():
        done = run(name, boards, tmp_path / batch)
        assert (done.exit_code, done.stderr) == (0, "")
        wrong += sum(done.answers.get(problem) != answer for problem, answer in truth(boards).items())
        if wrong >= 2:
            return
    pytest.fail(f"{name} is wrong {wrong} times only")


MISTAKEN = {
    "board_mutated": "12345",
    "capture_forgotten": "5",
    "chain_seen_twice": "12345",
    "colours_mixed_up": "12345",
    "edge_forgotten": "12345",
    "every_empty_point": "5",
    "first_capture_only": "1234",
    "ko_excluded": "12345",
    "loop_variable_reused": "1234",
    "many_stone_suicide_allowed": "5",
    "row_overwritten": "12345",
    "rows_and_columns_swapped": "12345",
    "rule_only_black": ["0", "00"],
}


@pytest.mark.parametrize("name", sorted(MISTAKEN))
def test_a_wrong_one_is_right_where_its_mistake_does_not_matter(name: str, tmp_path: Path) -> None:
    boards = BATCHES["middling"]
    answers = run(f"wrong_answer/{name}", boards, tmp_path / "box").answers
    wrong = {problem for problem, answer in truth(boards).items() if answers.get(problem) != answer}
    assert wrong <= set(MISTAKEN[name])


def test_the_crash_on_a_block_of_four_is_a_crash_there_only(tmp_path: Path) -> None:
    block = BATCHES["pictured"] | {"1": diagram(upper("X X . . . . . . .", "X X . . . . . . ."))}
    plain = BATCHES["pictured"] | dict.fromkeys("345", diagram(KO))
    crashed = run("run_time_error/block_2x2_crash", block, tmp_path / "block")
    assert crashed.exit_code == 1
    assert "RecursionError" in crashed.stderr
    fine = run("run_time_error/block_2x2_crash", plain, tmp_path / "plain")
    assert (fine.exit_code, fine.answers) == (0, truth(plain))


@pytest.mark.parametrize(
    ("name", "code", "text", "answered"),
    [
        ("run_time_error/crashes_at_start", 1, "FileNotFoundError", set()),
        ("run_time_error/crashes_halfway", 1, "ValueError", {"0", "00"}),
        ("run_time_error/c_segfault", -11, "", set()),
        ("compile_error/python_syntax", 1, "SyntaxError", set()),
    ],
)
def test_those_that_end_badly_end_so(
    name: str, code: int, text: str, answered: set[str], tmp_path: Path
) -> None:
    done = run(name, BATCHES["middling"], tmp_path / "box")
    assert done.exit_code == code
    assert text in done.stderr
    expected = truth(BATCHES["middling"])
    assert done.answers == {problem: expected[problem] for problem in answered}


def test_the_c_that_does_not_compile_does_not(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        run("compile_error/c_does_not_compile", BATCHES["middling"], tmp_path / "box")


def test_printing_a_score_answers_nothing(tmp_path: Path) -> None:
    assert run("attacks/prints_a_score", {}, tmp_path / "box").exit_code == 0


PROGRAMS = sorted(path for path in SUBMISSIONS.rglob("*.*") if path.suffix in (".py", ".c", ".sh"))


# -- what is written about them -------------------------------------------------------------


def test_every_submission_has_its_expected_verdicts() -> None:
    expected = yaml.safe_load((SUBMISSIONS / "submissions.yaml").read_text())
    kinds = [path.name for path in SUBMISSIONS.iterdir() if path.is_dir()]
    assert sorted(expected) == sorted(name for kind in kinds for name in names(kind))
    for name, keys in expected.items():
        assert set(keys) <= {"permitted", "required", "score", "message", "pictures"}, name
        assert set(keys.get("required", [])) <= set(keys["permitted"]), name
        assert set(keys["permitted"]) <= {verdict.value for verdict in Verdict}, name


@pytest.mark.parametrize(
    "path", sorted(SUBMISSIONS.rglob("*.*")), ids=lambda path: path.relative_to(SUBMISSIONS)
)
def test_every_program_says_first_what_it_is(path: Path) -> None:
    if path.suffix in (".py", ".c", ".sh") and "src" not in path.parts and "template" not in path.parent.name:
        head = (
            path.read_text(encoding="utf-8")
            .removeprefix("#!/bin/sh\n")
            .removeprefix("# -*- coding: utf-8 -*-\n")
        )
        assert head.startswith(("# ", "/* ", "// ", '"""'))


def test_the_empty_template_is_what_students_are_handed() -> None:
    copy = SUBMISSIONS / "wrong_answer" / "empty_template" / "board9.py"
    assert copy.read_bytes() == (PACKAGE / "template" / "board9.py").read_bytes()


def test_the_answers_known_by_heart_are_those_of_the_sample(tmp_path: Path) -> None:
    shutil.copytree(SUBMISSIONS / "wrong_answer" / "hard_codes_samples", tmp_path / "box")
    subprocess.run([sys.executable, "board9.py"], cwd=tmp_path / "box", check=True)
    sample = PACKAGE / "data" / "sample" / "01" / "answer.txt"
    assert (tmp_path / "box" / "answer.txt").read_bytes() == sample.read_bytes()
