"""The problem to which a picture belongs, for problems of other numbers than those of board9."""

from __future__ import annotations

from gograde.authoring.assignment import PictureFact
from gograde.authoring.pictures.places import Problems, match_pictures


def told(problems: Problems, *names: str) -> dict[str, list[str]]:
    matched = match_pictures([PictureFact(name) for name in names], problems)
    found = {problem: [one.name for one in ones] for problem, ones in matched.by_problem.items()}
    return found | ({"left": [one.name for one in matched.left]} if matched.left else {})


def test_names_call_the_problems_there_are() -> None:
    for name, problem in [
        ("problem_8.png", "8"),
        ("第八题.png", "8"),
        ("train_12.png", "12"),
        ("result12.png", "12"),
        ("problem_1.png", None),
        ("board 13x13.png", None),
    ]:
        assert told(Problems(["8", "12"]), name) == {problem or "left": [name]}


def test_a_number_beyond_the_last_problem_counts_pictures() -> None:
    assert told(Problems(["2", "3"]), "out3.png", "out4.png") == {"2": ["out3.png"], "3": ["out4.png"]}


def test_names_without_numbers_are_told_apart_by_their_order() -> None:
    names = ["a.png", "b.png", "c.png", "d.png"]
    assert told(Problems(["left", "right"]), *names) == {"left": names[:2], "right": names[2:]}
    assert told(Problems(["left", "right"]), "a.png") == {"left": ["a.png"]}


def test_rows_of_an_assignment_come_first() -> None:
    problems = Problems(["1", "2"], {2: ["2", None]})
    assert told(problems, "a.png", "b.png") == {"2": ["a.png"], "left": ["b.png"]}


def test_every_picture_belongs_to_the_only_problem() -> None:
    names = ["Problem 7.png", "after.png"]
    assert told(Problems(["move-1"]), *names) == {"move-1": names}
