"""Which of a problem's pictures count, and what several boards in one or in a row of them come to.

A picture here is one board or several in a column, one pixel a point, read without doubt; `?` cannot be read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.batch import QUESTIONS, picture_rows
from gograde.assignments.board9.pictures import ROWS, after_captures
from gograde.authoring.pictures.places import Problems, match_pictures
from gograde.authoring.pictures.to_draw import BEFORE, ToDraw
from gograde.authoring.pictures.verdicts import MOST_READ, judge
from gograde.codec import replace
from gograde.core.assignment import PictureFact
from gograde.core.verdict import Verdict
from gograde.go import capture_points, result_after_captures
from gograde.go.board import Board, Stone, diagram
from gograde.pictures.picture import Picture
from gograde.pictures.read.question import Difference, PictureVerdict, Question, Reading, Reason
from tests.golden import values_agree

LEVELS = {".": 128, "X": 0, "O": 255}
SIGNS = {level: sign for sign, level in LEVELS.items()}

two = diagram("O X . . . / . O . . . / . . . O . / . . . X O / . . . O .")
"""White captures at (0, 2) and at (3, 2)."""

before, after = "OX... .O... ...O. ...XO ...O.", "O.O.. .O... ...O. ..O.O ...O."
first, second = "O.O.. .O... ...O. ...XO ...O.", "OX... .O... ...O. ..O.O ...O."
placed = "OXO.. .O... ...O. ..OXO ...O."
wrong, worse = "OX..O .O... ...O. ...XO ...O.", "OX... .O..O ...O. ...XO ...O."
short = "O.O.. .O... ...O. ..O.O ....."

other = diagram("X O . . . / O . . . . / . . . . . / . . . X . / . . X O .")
"""White captures nothing: the board stays as it is."""

one = diagram("O X . . . / . O . . . / . . . . . / . . . . . / . . . . .")
third = diagram(". . . . . / . X O . . / . X O . . / . . . . . / . . . . .")
shared = diagram("X . X . X / O O O O O / . . . . . / . . . . . / . . . . .")


def text(board: Board) -> str:
    return " ".join(line.replace(" ", "") for line in str(board).splitlines())


def case(board: Board, question: str = "3") -> ToDraw:
    """What pictures of a board may show after White's captures."""
    closure = picture_rows(result_after_captures(board, Stone.WHITE))
    drawn = after_captures(board, capture_points(board, Stone.WHITE), closure)
    return replace(drawn, problem=question)


def picture(shown: str) -> Picture:
    lines = shown.split()
    if shown == "?":
        return Picture(1, 1, bytes(3))
    pixels = bytes(LEVELS[sign] for line in lines for sign in line for _ in range(3))
    return Picture(len(lines[0]), len(lines), pixels)


def read(questions: Sequence[Question]) -> list[Reading]:
    return [_read(question) for question in questions]


def _read(question: Question) -> Reading:
    wanted, wide = question.reference, question.picture.width
    if wide == 1:
        return Reading(PictureVerdict.DOUBTFUL, "no board found")
    signs = "".join(SIGNS[level] for level in question.picture.rgb[::3])
    lines = tuple(signs[start : start + wide] for start in range(0, len(signs), wide))
    boards = [lines[start : start + len(wanted)] for start in range(0, len(lines), len(wanted))]
    if wanted in boards:
        others = tuple(board for board in boards if board != wanted)
        return Reading(PictureVerdict.ACCEPTED, "", board=wanted, others=others)
    [seen, *_] = boards
    differ = tuple(
        Difference(r, c, a, b)
        for r, (line, row) in enumerate(zip(wanted, seen, strict=True))
        for c, (a, b) in enumerate(zip(line, row, strict=True))
        if a != b
    )
    rival = next((rival.name for rival in question.rivals if rival.board == seen), None)
    reason = f"the picture shows {rival}" if rival else f"{len(differ)} points differ"
    return Reading(PictureVerdict.REJECTED, reason, differ, rival, seen)


def judged(
    shown: Sequence[str],
    own: Sequence[int] | Mapping[str, Sequence[int]] | None = None,
    most: int = 9999,
    sure: bool = False,
    **boards: Board,
) -> str:
    """What the problems get, each named `_` and its number, by default one whose pictures these are.

    `own` are the numbers of the pictures that bear its name, `most` says how many are read before the effort
    is too much, and `sure` that the reader knows them all by their shapes.
    """
    cases = [case(board, name[1:]) for name, board in (boards or {"_3": two}).items()]
    left = [most]

    def reader(questions: Sequence[Question]) -> list[Reading]:
        found = []
        for question in questions:
            left[0] -= 1
            given = _read(question) if left[0] >= 0 else Reading(PictureVerdict.DOUBTFUL, Reason.EFFORT)
            found.append(replace(given, scores={"shapes": 1.0}) if sure else given)
        return found

    owned = range(len(shown)) if own is None else own
    named = owned if isinstance(owned, Mapping) else {"3": owned}
    outcomes = [one.outcome for one in judge(cases, [picture(one) for one in shown], named, reader)]
    return "; ".join(f"{one.verdict.value} {one.message}".strip() for one in outcomes)


def tries() -> list[str]:
    """A stone on every empty point in turn, right ones among them."""
    rows = before.split()
    made = [
        " ".join([*rows[:r], row[:c] + "O" + row[c + 1 :], *rows[r + 1 :]])
        for r, row in enumerate(rows)
        for c, sign in enumerate(row)
        if sign == "."
    ]
    return [{0: first, 13: second}.get(number, board) for number, board in enumerate(made)]


def test_which_pictures_count_and_what_is_told() -> None:
    beside = {"figure": f"{text(other)} {after}", "rows": "OOOOO ..... ..... ....."}
    boards = {name: value for name, value in globals().items() if isinstance(value, str | Board)}
    values_agree(
        "assignments/picture-verdicts.txt", judged=judged, tries=tries, Board=Board, **boards, **beside
    )


def test_the_boards_of_two_captures_are_these() -> None:
    found = case(two)
    assert found.wanted == (tuple(after.split()),)
    assert found.moves == (
        (tuple(first.split()), tuple(second.split())),
        (tuple(first.split()), tuple(after.split())),
    )
    assert [(rival.name, " ".join(rival.board)) for rival in found.known_wrong] == [
        (BEFORE, before),
        ("the moves without their captures", placed),
        ("the captures without the stones that make them", "O.... .O... ...O. ....O ...O."),
        ("the first capture alone", first),
    ]
    assert case(Board.empty(5)).known_wrong == ()
    rest = ("OOOOO", ".....", ".....", ".....")
    assert case(shared).wanted == ((".O.O.", *rest), (".OXO.", *rest))


def test_wrong_names_the_last_picture() -> None:
    for shown in ([before], [before, first], [before, second]):
        [found] = judge([case(two)], [picture(one) for one in shown], {"3": range(len(shown))}, read)
        assert [number for number, _ in found.readings] == [len(shown) - 1]


def test_no_more_than_so_many_are_read() -> None:
    calls: list[int] = []

    def counting(questions: Sequence[Question]) -> list[Reading]:
        calls.append(len(questions))
        return read(questions)

    [result] = judge([case(two)], [picture(before)] * 100, {"3": range(100)}, counting)
    assert sum(calls) == MOST_READ
    assert result.outcome.verdict is Verdict.RV
    assert result.outcome.message == "there are too many pictures to read them all"


def test_a_stage_is_as_it_was_or_as_it_will_be() -> None:
    for shown in [before, after, first, second, placed]:
        assert case(two).is_stage(tuple(shown.split()))


@pytest.mark.parametrize("shown", [wrong, worse, "X.... ..... ..... ..... .....", "O. .O"])
def test_any_other_board_is_no_stage(shown: str) -> None:
    assert not case(two).is_stage(tuple(shown.split()))


def test_the_boards_of_other_problems_are_known() -> None:
    seen: list[Question] = []

    def looking(questions: Sequence[Question]) -> list[Reading]:
        seen.extend(questions)
        return read(questions)

    judge([case(other, "2"), case(two)], [picture(wrong)], {"2": [0]}, looking)
    names = [rival.name for rival in seen[0].rivals]
    assert names[-2:] == ["the board of problem 3 after the moves", "the board of problem 3 before the moves"]
    assert seen[0].rivals[-2].board == tuple(after.split())


# -- the problem to which a picture belongs, as tables of real file names ----------------------


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
