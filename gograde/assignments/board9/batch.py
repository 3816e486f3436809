"""The files of a board9 batch, and the files that a program finds in its working directory."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from gograde.core.assignment import Batch, Case
from gograde.errors import DataError
from gograde.go.board import Board, Point, diagram
from gograde.go.notation import Malformed, read_coordinates, write_coordinates
from gograde.package.contents import parse_json
from gograde.sandbox.protocol import StagedFile

RULE = ("0", "00")
CAPTURE = ("1", "2", "3", "4")
LEGAL = ("5",)
QUESTIONS = (*RULE, *CAPTURE, *LEGAL)
TAGS = ("test", "train")
STAGED = frozenset(f"{tag}_{question}.txt" for tag in TAGS for question in QUESTIONS)

ANSWERS = "answer.txt"
FEATURES = "features.json"
_ANEW = "make the cases anew"


@lru_cache(maxsize=256)
def parse_board(data: bytes, where: str, rows: int, cols: int) -> Board:
    """A board from lines `row col colour`; raises `DataError`."""
    board = read_coordinates(data, rows, cols)
    if isinstance(board, Malformed):
        raise board.error(where)
    return board


def points_of(answer: Any) -> frozenset[Point]:
    """The points of a right answer to one of the problems 1 to 5."""
    return frozenset(Point(row, column) for row, column in answer["points"])


def board_bytes(board: Board) -> bytes:
    """The inverse of `parse_board`."""
    return write_coordinates(board).encode()


def picture_rows(board: Board) -> tuple[str, ...]:
    """The rows of a board as strings of `.XO`, for records and drawings."""
    return tuple(row.replace(" ", "") for row in str(board).splitlines())


def points_json(points: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Points as JSON lists `[row, column]`, sorted."""
    return [[row, column] for row, column in sorted(points)]


def stage(batch: Batch) -> tuple[StagedFile, ...]:
    """Every board as a `test_` and as a `train_` file, since many programs open `train_` files only."""
    return tuple(StagedFile(f"{tag}_{case.question}.txt", case.input) for tag in TAGS for case in batch.cases)


def write_batch(batch: Batch) -> dict[str, bytes]:
    """The files of a batch's folder, by name."""
    files = {f"test_{case.question}.txt": case.input for case in batch.cases}
    files[ANSWERS] = answer_bytes({case.question: case.answer for case in batch.cases})
    for case in batch.cases:
        if case.question in CAPTURE:
            rows = (f"{' '.join(row)}\n" for row in case.answer["board"])
            files[f"board_{case.question}.txt"] = "".join(rows).encode()
    features = {case.id: list(case.features) for case in batch.cases}
    files[FEATURES] = (json.dumps(features, indent=1, sort_keys=True) + "\n").encode()
    return files


def read_batch(name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
    """The inverse of `write_batch`; does not check whether the answers are right.

    Raises `DataError` for a missing, unknown or malformed file.
    """
    wanted = {f"test_{question}.txt" for question in QUESTIONS} | {ANSWERS, FEATURES}
    wanted |= {f"board_{question}.txt" for question in CAPTURE}
    for path in sorted(wanted ^ folder.keys()):
        what = "missing" if path in wanted else "not a file of a batch"
        raise DataError(f"{name}/{path}", what, _ANEW)
    answers = _read_answers(folder[ANSWERS], f"{name}/{ANSWERS}")
    features = _read_features(folder[FEATURES], f"{name}/{FEATURES}")
    boards = _read_boards(name, folder)
    for question in CAPTURE:
        for point in answers[question]["points"]:
            boards[question].index(point)  # raises for one that is off the board
        answers[question]["board"] = list(picture_rows(boards[question]))
    for path in (f"test_{question}.txt" for question in QUESTIONS):
        parse_board(folder[path], f"{name}/{path}", boards["1"].rows, boards["1"].cols)
    cases = (Case(q, q, folder[f"test_{q}.txt"], answers[q], features[q]) for q in QUESTIONS)
    return Batch(name, tuple(cases), public)


def answer_bytes(answers: Mapping[str, Any]) -> bytes:
    """The content of `answer.txt` for a mapping of questions to answers."""
    return "\n".join(_section(question, answer) for question, answer in answers.items()).encode()


def printed_bytes(answers: Mapping[str, Any]) -> bytes:
    """The output of the handed-out skeleton for a mapping of questions to answers."""
    return "".join(f"Problem {name}: answer:{_listed(answer)}\n" for name, answer in answers.items()).encode()


def _listed(answer: Any) -> str:
    return str([tuple(point) for point in answer["points"]]) if isinstance(answer, dict) else str(answer)


def _section(question: str, answer: Any) -> str:
    lines = [f"{r} {c}" for r, c in answer["points"]] if isinstance(answer, dict) else [str(answer)]
    return "".join(f"{line}\n" for line in [f"test_{question}", *lines])


def _read_boards(name: str, folder: Mapping[str, bytes]) -> dict[str, Board]:
    """The result boards by question; raises `DataError` when their sizes differ."""
    paths = {question: f"board_{question}.txt" for question in CAPTURE}
    boards = {question: _read_board(folder[path], f"{name}/{path}") for question, path in paths.items()}
    for question, board in boards.items():
        if (board.rows, board.cols) != (boards["1"].rows, boards["1"].cols):
            raise DataError(f"{name}/{paths[question]}", f"a {board.rows}x{board.cols} board", _ANEW)
    return boards


def _read_board(data: bytes, where: str) -> Board:
    try:
        return diagram(data.decode("ascii"))
    except (UnicodeDecodeError, DataError):
        raise DataError(where, "not a board", _ANEW) from None


def _read_answers(data: bytes, where: str) -> dict[str, Any]:
    """The answers in a batch's own answer file; raises `DataError` for any deviation from its format."""
    text = data.decode("ascii", "replace")
    sections = dict(
        re.findall(r"^test_(\S+)\n((?:(?:True|False|[0-9]{1,3} [0-9]{1,3})\n)*)", text, re.MULTILINE)
    )
    answers = {question: _answer(question, body.splitlines()) for question, body in sections.items()}
    if tuple(answers) != QUESTIONS or None in answers.values():
        raise DataError(where, "not the answers of a batch", _ANEW)
    return answers


def _answer(question: str, lines: list[str]) -> Any:
    if question in RULE:
        return {"True": True, "False": False}.get("\n".join(lines))
    points = [[int(number) for number in line.split()] for line in lines if " " in line]
    return {"points": points} if len(points) == len(lines) else None


def _read_features(data: bytes, where: str) -> dict[str, tuple[str, ...]]:
    value = parse_json(data, where)
    fits = isinstance(value, dict) and set(value) == set(QUESTIONS)
    if not fits or not all(isinstance(names, list) for names in value.values()):
        raise DataError(where, "not the features of a batch", _ANEW)
    return {question: tuple(str(name) for name in names) for question, names in value.items()}
