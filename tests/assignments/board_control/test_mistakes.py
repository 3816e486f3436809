import random
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.author import slow_answer
from gograde.assignments.board_control.boards import QUESTIONS, fast, slow
from gograde.assignments.board_control.careful_program import solve
from gograde.assignments.board_control.mistakes import mistakes_of
from gograde.authoring.mistake_table import CrashError
from gograde.errors import DataError
from gograde.go import Board, diagram
from tests.golden import values_agree

MISTAKES = mistakes_of({})
BY_NAME = {mistake.name: mistake for mistake in MISTAKES}
CRASH = "crash"
X, O = 1, 2  # noqa: E741 - as in the pictures


def rows(board):
    return diagram(board).to_rows() if isinstance(board, str) else board


def value_of(question, board, mover=None):
    value = {"board": rows(board)}
    return value if question == "chains" else value | {"mover": mover}


def chain(color, stones, liberties):
    return {"color": color, "stones": [list(place) for place in stones], "liberties": liberties}


def said_by(name, question, board, mover):
    try:
        return BY_NAME[name].answer(question, value_of(question, board, mover))
    except CrashError:
        return CRASH


@pytest.mark.parametrize(("size", "died"), [(22, False), (23, True)])
def test_a_chain_is_long_from_501_stones_on_one_path(size, died):
    assert (said_by("recursion-limit", "legal", [[X] * size] * size, None) == CRASH) == died


def test_the_length_of_a_path_counts_and_not_the_number_of_stones():
    comb = [[X] * 29] + [[X, 0] * 14 + [X]] * 39
    assert said_by("recursion-limit", "legal", comb, None) == comb
    assert sum(map(sum, comb)) == 614


# -- right answers: facts -------------------------------------------------------------------


def legal_board(board, mover):
    value = value_of("legal" if mover is None else "mover", board, mover)
    assert fast("mover", value) == slow("mover", value)
    return repr(Board.from_rows(fast("mover", value)))


def test_what_is_right() -> None:
    values_agree("assignments/board-control.txt", legal_board=legal_board, X=X, O=O)


@pytest.mark.parametrize("board", [[], [[]], [[], [], []], [[0]]])
def test_boards_without_stones_stay_what_they_are(board):
    for answer in (fast, slow):
        assert [answer("mover", {"board": board, "mover": m}) for m in (None, X, O)] == [board] * 3
        assert answer("chains", {"board": board}) == []


def test_lone_stones_have_as_many_liberties_as_neighbours():
    board = "X . . X / . . . . / O . X . / . . . ."
    found = [(entry["stones"], entry["liberties"]) for entry in fast("chains", value_of("chains", board))]
    assert found == [([[0, 0]], 2), ([[0, 3]], 2), ([[2, 0]], 3), ([[2, 2]], 4)]


def test_a_ring_has_its_inner_liberty_once_and_chains_are_by_their_first_stones():
    right = [
        chain(X, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)], 3),
        chain(O, [(0, 3), (0, 4), (1, 4)], 2),
    ]
    board = "X X X O O / X . X . O / X X X . ."
    assert fast("chains", value_of("chains", board)) == slow("chains", value_of("chains", board)) == right


def test_on_a_third_of_random_large_boards_the_mover_matters():
    stream = random.Random(4)
    boards = [[[stream.choice((0, X, O)) for _ in range(19)] for _ in range(19)] for _ in range(150)]
    other = [fast("legal", value_of("legal", b)) != fast("mover", value_of("mover", b, X)) for b in boards]
    assert 0.25 < sum(other) / len(other) < 0.42


def test_a_board_that_is_no_rectangle_is_told():
    with pytest.raises(DataError, match="row 1 has 1 points, row 0 has 2"):
        fast("legal", {"board": [[0, 1], [1]], "mover": None})


# -- right answers: laws --------------------------------------------------------------------


@st.composite
def boards(draw):
    height, width = draw(st.integers(0, 8)), draw(st.integers(0, 8))
    cells = draw(st.sampled_from([(0, X, O), (0, X, X, O, O), (0, X), (X, O)]))
    row = st.lists(st.sampled_from(cells), min_size=width, max_size=width)
    return draw(st.lists(row, min_size=height, max_size=height))


movers = st.sampled_from([None, X, O])


def legal(board, mover):
    return fast("mover", {"board": board, "mover": mover})


@given(boards(), movers, st.sampled_from(QUESTIONS))
def test_both_ways_and_a_careful_student_agree(board, mover, question):
    value = value_of(question, board, mover)
    assert fast(question, value) == slow(question, value) == solve(question, value)


@given(boards(), movers)
def test_a_legal_board_obeys_rule_1_and_stays_as_it_is(board, mover):
    once = legal(board, mover)
    assert slow_answer("0", Board.from_rows(once))
    assert [legal(once, other) for other in (None, X, O)] == [once] * 3


@given(boards(), movers)
def test_stones_are_only_taken_off_and_fewer_where_somebody_moved(board, mover):
    def stones(grid):
        return {(r, c, cell) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell}

    assert stones(legal(board, None)) <= stones(legal(board, mover)) <= stones(board)


@given(boards(), movers)
def test_colours_and_directions_do_not_matter(board, mover):
    before, after = Board.from_rows(board), Board.from_rows(legal(board, mover))
    other = None if mover is None else 3 - mover
    assert legal(before.swapped().to_rows(), other) == after.swapped().to_rows()
    assert legal(before.rotated().to_rows(), mover) == after.rotated().to_rows()
    assert legal(before.mirrored().to_rows(), mover) == after.mirrored().to_rows()


@given(boards())
def test_chains_share_out_the_stones_in_order(board):
    found = fast("chains", {"board": board})
    stones = [place for entry in found for place in entry["stones"]]
    assert sorted(stones) == [[r, c] for r, row in enumerate(board) for c, cell in enumerate(row) if cell]
    assert all(entry["stones"] == sorted(entry["stones"]) for entry in found)
    assert [entry["stones"][0] for entry in found] == sorted(entry["stones"][0] for entry in found)


@given(boards(), movers, st.sampled_from(QUESTIONS))
def test_nobody_changes_what_is_asked(board, mover, question):
    value = value_of(question, board, mover)
    before = deepcopy(value)
    fast(question, value), slow(question, value)
    for mistake in MISTAKES:
        said_by(mistake.name, question, value["board"], mover)
    assert value == before


@given(boards())
def test_no_program_lists_a_stone_twice_in_a_chain(board):
    for mistake in MISTAKES:
        said = said_by(mistake.name, "chains", board, None)
        for entry in [] if said == CRASH else said:
            assert len({tuple(place) for place in entry["stones"]}) == len(entry["stones"])
