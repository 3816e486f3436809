"""The problem to which a picture belongs, as tables of real file names."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.batch import QUESTIONS
from gograde.assignments.board9.pictures import ROWS
from gograde.authoring.assignment import PictureFact
from gograde.authoring.pictures.places import Problems, match_pictures
from tests.golden import values_agree

PROBLEMS = Problems(QUESTIONS, ROWS)


def files(*names: str) -> list[PictureFact]:
    return [PictureFact(name) for name in names]


def windows(*titles: str) -> list[PictureFact]:
    return [
        PictureFact(f"window {i}", kind="window", title=title, order=i) for i, title in enumerate(titles, 1)
    ]


def questions(pictures: Sequence[PictureFact]) -> dict[str, list[str]]:
    matched = match_pictures(pictures, PROBLEMS)
    found = {q: [one.title or one.name for one in ones] for q, ones in matched.by_problem.items()}
    return found | ({"left": [one.title or one.name for one in matched.left]} if matched.left else {})


def test_what_names_and_titles_tell() -> None:
    values_agree(
        "assignments/picture-names.txt",
        files=lambda *names: told(files(*names)),
        windows=lambda *titles: told(windows(*titles)),
    )


def told(pictures: Sequence[PictureFact]) -> str:
    return "; ".join(f"{where}: {', '.join(names)}" for where, names in questions(pictures).items())


def test_windows_without_names_in_the_order_of_the_skeleton() -> None:
    matched = match_pictures(windows(*[""] * 14), PROBLEMS).by_problem
    assert {question: [one.order for one in ones] for question, ones in matched.items()} == {
        "0": [1, 2], "00": [3, 4], "1": [5, 6], "2": [7, 8], "3": [9, 10], "4": [11, 12], "5": [13, 14],
    }  # fmt: skip


def test_other_rows_of_windows_without_names() -> None:
    for count, orders in [
        (4, {"1": [1], "2": [2], "3": [3], "4": [4]}),
        (5, {"1": [1], "2": [2], "3": [3], "4": [4], "5": [5]}),
        (7, {"0": [1], "00": [2], "1": [3], "2": [4], "3": [5], "4": [6], "5": [7]}),
        (8, {"1": [1, 2], "2": [3, 4], "3": [5, 6], "4": [7, 8]}),
        (11, {"0": [1], "00": [2], "1": [3, 4], "2": [5, 6], "3": [7, 8], "4": [9, 10], "5": [11]}),
    ]:
        matched = match_pictures(windows(*["tk"] * count), PROBLEMS).by_problem
        assert {question: [one.order for one in ones] for question, ones in matched.items()} == orders


def test_files_are_in_the_order_of_their_numbers() -> None:
    names = [f"out{number}.png" for number in (10, 9, 8, 7, 6, 11, 12)]
    assert questions(files(*names))["0"] == ["out6.png"] and questions(files(*names))["5"] == ["out12.png"]


def test_files_and_windows_are_told_apart() -> None:
    pictures = [*windows("", "", "", ""), *files("test_1.png", "logo.png")]
    assert questions(pictures) == {
        "1": ["window 1", "test_1.png"], "2": ["window 2"], "3": ["window 3"], "4": ["window 4"],
        "left": ["logo.png"],
    }  # fmt: skip


@given(st.lists(st.text(), max_size=16), st.booleans())
def test_every_picture_is_somewhere_just_once(names: list[str], shown: bool) -> None:
    pictures = windows(*names) if shown else files(*names)
    matched = match_pictures(pictures, PROBLEMS)
    everywhere = [*matched.left, *(one for ones in matched.by_problem.values() for one in ones)]
    assert sorted(map(id, everywhere)) == sorted(map(id, pictures))
