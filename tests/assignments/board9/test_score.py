import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.author import fast_answer
from gograde.assignments.board9.batch import QUESTIONS, parse_board, read_batch, stage, write_batch
from gograde.authoring.registry import assignment_of
from gograde.codec import to_json
from gograde.core.assignment import Batch, Case, Facts
from gograde.core.record import Visibility
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.go import diagram, write_coordinates
from gograde.package.config import AssignmentConfig
from gograde.package.package import find_package
from gograde.package.yaml_files import parse_model
from tests.golden import values_agree

BOARD9 = assignment_of(find_package("board9"))
CONFIG = parse_model(
    b"""
schema: gograde/assignment/v1
id: board9
version: 1.0.0
title: {en: Small}
contract: {kind: files, entries: [board9.py], languages: [python], pictures: {patterns: ["*.png"]}}
board: {rows: 4, cols: 4}
groups:
  - {name: sample, cases: sample, questions: ["0", "1"], weight: 0, visibility: visible}
  - {name: rule, questions: ["0", "00"], weight: 1}
  - {name: capture, questions: ["1", "2", "3", "4"], weight: 2}
  - {name: picture, questions: ["1", "2", "3", "4"], answer: picture, weight: 1}
  - {name: legal, questions: ["5"], weight: 2}
""",
    "assignment.yaml",
    AssignmentConfig,
)

# In the last board (0, 1) is legal only because it captures.
BOARDS = {
    "0": diagram("X O . . / O . . . / . . . . / . . . ."),
    "00": diagram("X O . . / . . . . / . . . . / . . . ."),
    "1": diagram("X . . X / O . . O / . . . . / . . . ."),
    "2": diagram(". X . . / . . . . / . . . . / . . . ."),
    "3": diagram(". . . . / . . . . / . . . . / . . . ."),
    "4": diagram(". X X O / . O O . / . . . . / . . . ."),
    "5": diagram("X . X . / O X O O / . O . . / . . X X"),
}
RIGHT = (
    b"test_0\nFalse\n\ntest_00\nTrue\n\ntest_1\n0 1\n0 2\n\ntest_2\n\ntest_3\n\ntest_4\n0 0\n\n"
    b"test_5\n0 1\n0 3\n2 0\n2 2\n2 3\n3 0\n3 1\n"
)


def batch(*, public=False):
    cases = (
        Case(name, name, write_coordinates(board).encode(), fast_answer(name, board), ("obeys",))
        for name, board in BOARDS.items()
    )
    return Batch("01", tuple(cases), public)


def score(answers=b"", verdict=Verdict.AC, message="", *, public=False, **more):
    facts = Facts(
        verdict, message, more.get("stdout", b""), b"", {"answer.txt": answers}, more.get("refused", {})
    )
    return {
        test.name: test
        for test in BOARD9.score(batch(public=public), facts, CONFIG.marking, Visibility.HIDDEN)
    }


def told(changes=(), verdict="AC", message="", *, public=False, stdout=""):
    """The tests of right answers with some texts replaced, or of what was printed alone.

    Of others than the right answers only those that are other.
    """
    answers = "" if stdout else RIGHT.decode()
    for old, new in changes:
        assert old in answers
        answers = answers.replace(old, new)
    tests = score(answers.encode(), Verdict(verdict), message, public=public, stdout=stdout.encode())
    right = {line(test) for test in score(RIGHT).values()}
    found = [line(test) for test in tests.values()]
    return "\n".join([one for one in found if one not in right] or found)


def line(test):
    cause = test.cause
    parts = [
        f"{test.name} {test.verdict.value} {test.points} of {test.max_points}",
        f"{test.group}, {test.visibility}",
        test.message,
        f"expected {cause.expected}, actual {cause.actual} {cause.help}".strip() if cause else "",
        *test.remarks,
    ]
    return "; ".join(filter(None, parts))


def test_what_is_earned_and_told():
    values_agree("assignments/board9-score.txt", told=told, right=RIGHT.decode())
    one = score(RIGHT)["01/1"]
    assert (one.batch, one.board, one.features) == ("01", ("X..X", "O..O", "....", "...."), ("obeys",))


TEXTS = ["01/0", "01/00", "01/1", "01/2", "01/3", "01/4", "01/5"]
PICTURES = [f"01/{question} picture" for question in "1234"]


def test_a_run_that_was_ended_gives_its_verdict_to_every_test():
    for verdict in [Verdict.TLE, Verdict.MLE, Verdict.OLE, Verdict.CE, Verdict.NS, Verdict.SK]:
        tests = score(RIGHT, verdict, "why")
        assert {test.verdict for test in tests.values()} == {verdict}
        assert {test.points for test in tests.values()} == {0}
        assert {test.message for test in tests.values()} == {"why"}


def test_a_thousand_points_do_not_fill_the_record():
    lines = "".join(f"{n} {n}\n" for n in range(9000)).encode()
    test = score(b"test_5\n" + lines)["01/5"]
    assert test.cause.actual.endswith("… (123780 characters)")
    assert "too many" in test.message


@given(st.binary(max_size=300), st.binary(max_size=300), st.sampled_from(list(Verdict)))
def test_whatever_a_program_leaves_is_scored(file, stdout, verdict):
    tests = score(b"test_1\n" + file, verdict, stdout=stdout)
    assert list(tests) == TEXTS + PICTURES
    for test in tests.values():
        to_json(test)
        assert test.points is None or 0 <= test.points <= test.max_points
        assert (test.verdict is Verdict.JE) == (verdict is Verdict.JE)


# -- batches on disk ---------------------------------------------------------------------------


def fault(files):
    with pytest.raises(DataError) as caught:
        read_batch("01", files, public=False)
    assert caught.value.fix
    return f"{caught.value.where}: {caught.value.what}"


def test_a_batch_survives_its_folder(sample, hidden):
    for batch in (sample, *hidden):
        assert read_batch(batch.name, write_batch(batch), public=batch.public) == batch


def test_the_files_of_a_batch(sample):
    files = write_batch(sample)
    assert sorted(files) == sorted(
        [f"test_{q}.txt" for q in QUESTIONS]
        + [f"board_{q}.txt" for q in "1234"]
        + ["answer.txt", "features.json"]
    )
    assert files["answer.txt"].startswith(b"test_0\nFalse\n\ntest_00\nTrue\n\ntest_1\n0 8\n\n")
    assert files["board_1.txt"].splitlines()[0] == b"X . X . . . . . O"


def test_boards_are_staged_under_both_names(sample):
    files = {file.path: file.data for file in stage(sample)}
    assert sorted(files) == sorted(f"{tag}_{q}.txt" for tag in ("test", "train") for q in QUESTIONS)
    for case in sample.cases:
        assert files[f"test_{case.question}.txt"] == files[f"train_{case.question}.txt"] == case.input


def test_a_missing_and_a_strange_file_are_named(sample):
    files = write_batch(sample)
    assert fault({**files, "notes.txt": b""}) == "01/notes.txt: not a file of a batch"
    del files["test_3.txt"]
    assert fault(files) == "01/test_3.txt: missing"


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("test_1.txt", b"0 0 2\n", "01/test_1.txt: line 1: "),
        ("test_1.txt", b"9 0 1\n", "01/test_1.txt: line 1: "),
        ("board_2.txt", b"X Y\n", "01/board_2.txt: not a board"),
        ("board_2.txt", b"\xff", "01/board_2.txt: not a board"),
        ("board_2.txt", b"X .\n. .\n", "01/board_2.txt: a 2x2 board"),
        ("answer.txt", b"test_0\nMaybe\n", "01/answer.txt: not the answers of a batch"),
        ("answer.txt", b"", "01/answer.txt: not the answers of a batch"),
        ("features.json", b"[]", "01/features.json: not the features of a batch"),
        ("features.json", b"{", "01/features.json:1:2: not JSON"),
    ],
)
def test_a_malformed_file_is_named(sample, name, data, what):
    assert fault({**write_batch(sample), name: data}).startswith(what)


@given(st.sampled_from(["test_1.txt", "board_1.txt", "answer.txt", "features.json"]), st.binary(max_size=60))
def test_any_bytes_give_a_batch_or_a_data_error(sample, name, data):
    try:
        assert read_batch("01", {**write_batch(sample), name: data}, public=False).name == "01"
    except DataError as error:
        assert error.where.startswith("01/")


def test_a_board_is_read_with_its_size():
    assert str(parse_board(b"0 1 -1\n1 0 1", "x", 2, 3)) == ". X .\nO . ."
