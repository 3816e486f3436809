from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.author import fast_answer
from gograde.assignments.board9.batch import QUESTIONS, RULE, picture_rows
from gograde.assignments.board9.boards import without_dead
from gograde.assignments.board9.reference_program import solve
from gograde.go import Board, CaptureReading, Stone, result_after_captures
from tests.assignments.board9.test_picture_verdicts import case


@st.composite
def boards(draw):
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = draw(st.lists(st.sampled_from([0, 1, 1, 2, 2]), min_size=rows * cols, max_size=rows * cols))
    return Board(rows, cols, bytes(cells))


@given(boards(), st.sampled_from(QUESTIONS))
def test_without_a_mistake_the_program_is_right(board, question):
    if question not in RULE:
        board = without_dead(board)
    reference = fast_answer(question, board)
    assert solve(question, board) == (reference if question in RULE else reference["points"])


@given(boards())
def test_the_boards_that_pictures_may_show_are_those_of_both_readings(board):
    board = without_dead(board)
    readings = (result_after_captures(board, Stone.WHITE, reading) for reading in CaptureReading)
    assert case(board).wanted == tuple(dict.fromkeys(map(picture_rows, readings)))
