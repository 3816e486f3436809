from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.batch import QUESTIONS, RULE, picture_rows
from gograde.assignments.board9.boards import without_dead
from gograde.assignments.board9.mistakes import MISTAKES
from gograde.assignments.board9.oracle import fast_answer
from gograde.assignments.board9.reference_program import solve
from gograde.authoring.mistake_table import CrashError
from gograde.go import Board, Reading, Stone, diagram, result_after_captures
from tests.assignments.board9.drawn import drawn

BY_NAME = {mistake.name: mistake for mistake in MISTAKES}
CRASH = None


def answer(name, question, picture):
    try:
        value = BY_NAME[name].answer(question, diagram(picture))
    except CrashError:
        return CRASH
    return sorted(value) if isinstance(value, frozenset) else value


# A board on which each mistake shows, what the program says there, and what is right.
SHOWN = [
    ("block-crash", "1", "X X O / X X O / . . .", CRASH, []),
    (
        "capture-forgotten",
        "5",
        ". X O / X O . / . . .",
        [(1, 2), (2, 0), (2, 1), (2, 2)],
        [(0, 0), (1, 2), (2, 0), (2, 1), (2, 2)],
    ),
    ("board-changed", "1", "X . X . / O . O . / . . . .", [(0, 1), (0, 3)], [(0, 1)]),
    ("chain-seen-twice", "1", "X X . / X . . / . . .", [(1, 1)], []),
    ("loop-variable-reused", "1", ". . X / . . O / . . .", [], [(0, 1)]),
    # The chain of two ends in row 1, so the single stone right of it in row 0 is never met.
    ("row-overwritten", "1", "X O . X O / X O . O . / . . . . .", [(2, 0)], [(0, 2), (2, 0)]),
    (
        "row-overwritten",
        "5",
        "X O . X O / X O O O . / . . . . .",
        [(1, 4), (2, 0), (2, 1), (2, 2), (2, 3), (2, 4)],
        [(0, 2), (1, 4), (2, 0), (2, 1), (2, 2), (2, 3), (2, 4)],
    ),
    ("ko-excluded", "1", ". X O . / X . X O / . X O .", [], [(1, 1)]),
    ("liberties-not-distinct", "1", "X X O / X . . / O . .", [], [(1, 1)]),
    ("suicide-allowed", "5", ". X / X .", [(0, 0), (1, 1)], []),
    (
        "chain-suicide-allowed",
        "5",
        "O X . / . X . / X X .",
        [(0, 2), (1, 0), (1, 2), (2, 2)],
        [(0, 2), (1, 2), (2, 2)],
    ),
    (
        "own-chain-forgotten",
        "5",
        ". O . / X O . / . X .",
        [(0, 2), (1, 2), (2, 2)],
        [(0, 0), (0, 2), (1, 2), (2, 2)],
    ),
    ("only-black-checked", "0", "O X . / X . .", True, False),
    ("only-white-checked", "0", "X O . / O . .", True, False),
    ("stones-not-chains", "0", "X X . / O O .", False, True),
    ("single-captures-only", "1", "X X . / O O .", [], [(0, 2)]),
    ("first-neighbour-only", "1", ". X O . / . . X O / . . O .", [], [(1, 1)]),
    ("captures-must-live", "1", ". X O / X O . / . . .", [], [(0, 0)]),
    ("colours-exchanged", "1", "O . . / X . . / . . .", [(0, 1)], []),
    ("wrap-around", "1", "X . . / O . . / . . .", [], [(0, 1)]),
    ("transposed", "1", "X . . / O . . / . . .", [(1, 0)], [(0, 1)]),
    ("counted-from-one", "1", "X . . / O . . / . . .", [(1, 2)], [(0, 1)]),
    ("diagonals", "1", "X . . / O . . / . . .", [], [(0, 1)]),
    ("edge-skipped", "1", "X . . / O . . / . . .", [], [(0, 1)]),
    ("last-line-skipped", "1", ". . . / . . O / . . X", [], [(2, 1)]),
    ("edge-breathes", "1", "X . . / O . . / . . .", [], [(0, 1)]),
    ("first-capture-only", "1", "X . . X / O . . O", [(0, 1)], [(0, 1), (0, 2)]),
    ("long-chain-crash", "0", " / ".join(["X X X X X X X"] * 6 + [". . . . . . ."]), CRASH, True),
    ("empty-board-crash", "5", ". . / . .", CRASH, [(0, 0), (0, 1), (1, 0), (1, 1)]),
    ("always-true", "0", "X O / O .", True, False),
    ("always-false", "0", "X . / O .", False, True),
    ("nothing-found", "1", "X . . / O . . / . . .", [], [(0, 1)]),
]


def test_what_a_mistake_leads_to():
    for name, question, picture, said, right in SHOWN:
        assert answer(name, question, picture) == said != right
        value = solve(question, diagram(picture))
        assert (value if isinstance(value, bool) else list(map(tuple, value))) == right


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


def test_every_mistake_has_a_name_and_a_sentence_of_its_own():
    assert len({m.name for m in MISTAKES}) == len({m.help for m in MISTAKES}) + 1 == len(MISTAKES) == 31
    alike = {"capture-forgotten", "captures-must-live"}  # both test liberties before the capture
    assert len({m.help for m in MISTAKES if m.name in alike}) == 1


@given(boards())
def test_the_boards_that_pictures_may_show_are_those_of_both_readings(board):
    board = without_dead(board)
    readings = (result_after_captures(board, Stone.WHITE, reading) for reading in Reading)
    assert drawn(board).wanted == tuple(dict.fromkeys(map(picture_rows, readings)))
