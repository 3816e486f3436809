"""The problem to which a picture belongs, as tables of real file names."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.batch import QUESTIONS
from gograde.assignments.board9.pictures import ROWS
from gograde.authoring.assignment import PictureFact
from gograde.authoring.pictures.places import Problems, match_pictures

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


def test_the_problem_of_a_file() -> None:
    for name, question in [
        ("test_3.png", "3"),
        ("test_3_after.png", "3"),
        ("fig_train_1.png", "1"),
        ("train00.jpg", "00"),
        ("Train-0.bmp", "0"),
        ("training_2.png", "2"),
        ("problem1.png", "1"),
        ("Problem_4_result.PNG", "4"),
        ("problem3_2.png", "3"),
        ("prob(2).gif", "2"),
        ("board_p2.png", "2"),
        ("q5.webp", "5"),
        ("ex4b.png", "4"),
        ("第3题.png", "3"),
        ("第三题结果.png", "3"),
        ("题目4.png", "4"),
        ("问题２.jpg", "2"),
        ("4-result.jpg", "4"),
        ("result_1.png", "1"),
        ("after3.ppm", "3"),
        ("9x9 board 2.png", "2"),
        ("3_after_3.png", "3"),
        ("board.png", None),
        ("2_3.png", None),
        ("20230401.png", None),
        ("problem7.png", None),
        ("test_10.png", None),
        ("latest.png", None),
        ("map12.png", None),
    ]:
        assert questions(files(name)) == {question or "left": [name]}


def test_the_problem_of_a_window() -> None:
    for title, question in [
        ("Problem 3: forward on step", "3"),
        ("Problem 0: rule checking:False", "0"),
        ("Problem 00", "00"),
        ("[test]Problem 5: all possible position", "5"),
        ("train_2 after", "2"),
        ("test_1.txt", "1"),
        ("Question #4", "4"),
        ("Go board (problem 1, after capture)", "1"),
        ("第四题", "4"),
        ("After 2", "2"),
        ("Figure 3", None),
        ("tk", None),
        ("Python Turtle Graphics", None),
        ("围棋", None),
    ]:
        assert questions(windows(title)) == {question or "left": [title]}


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


def test_a_row_of_another_length_is_left() -> None:
    assert questions(windows("a", "b", "c")) == {"left": ["a", "b", "c"]}


def test_numbers_that_go_beyond_the_problems_only_count() -> None:
    names = [f"board_{number}.png" for number in range(7)]
    assert questions(files(*names)) == dict(
        zip(("0", "00", "1", "2", "3", "4", "5"), ([n] for n in names), strict=True)
    )


def test_a_number_that_all_have_is_the_homeworks() -> None:
    for title in ["Lab1", "HW1 Go", "围棋作业1", "homework 2, board {}", "Lab1_{}", "1"]:
        names = [title.format(number) for number in "1234"]
        assert questions(windows(*names)) == {q: [name] for q, name in zip("1234", names, strict=True)}
        assert questions(windows(*names[:3])) in (
            {"left": names[:3]}, {q: [name] for q, name in zip("123", names, strict=False)}
        )  # fmt: skip


def test_a_word_for_problem_that_all_share_tells_nothing() -> None:
    assert questions(windows(*["Exercise 1"] * 4)) == {"left": ["Exercise 1"] * 4}
    assert questions(windows("Problem 1, Problem 2, Problem 3, Problem 4")).keys() == {"left"}


def test_files_are_in_the_order_of_their_numbers() -> None:
    names = [f"out{number}.png" for number in (10, 9, 8, 7, 6, 11, 12)]
    assert questions(files(*names))["0"] == ["out6.png"] and questions(files(*names))["5"] == ["out12.png"]


def test_the_templates_titles() -> None:
    titles = ["test_0", "test_00", "test_1", "test_1 after", "test_2", "test_2 after", "test_5"]
    assert questions(windows(*titles)) == {
        "0": ["test_0"], "00": ["test_00"], "1": ["test_1", "test_1 after"],
        "2": ["test_2", "test_2 after"], "5": ["test_5"],
    }  # fmt: skip


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
