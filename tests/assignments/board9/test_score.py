from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.oracle import fast_answer
from gograde.authoring.assignment import Batch, Case, Facts
from gograde.authoring.registry import assignment_of
from gograde.codec import to_json
from gograde.go import diagram, write_coordinates
from gograde.package.config import AssignmentConfig
from gograde.package.package import find_package
from gograde.package.yaml_files import parse_model
from gograde.scoring.record import Cause, Visibility
from gograde.scoring.verdict import Verdict

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
RIGHT = b"""test_0
False

test_00
True

test_1
0 1
0 2

test_2

test_3

test_4
0 0

test_5
0 1
0 3
2 0
2 2
2 3
3 0
3 1
"""


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


def verdicts(tests):
    return [test.verdict.value for test in tests.values()]


TEXTS = ["01/0", "01/00", "01/1", "01/2", "01/3", "01/4", "01/5"]
PICTURES = [f"01/{question} picture" for question in "1234"]


def test_right_answers_earn_their_weights_and_missing_pictures_nothing():
    tests = score(RIGHT)
    assert list(tests) == TEXTS + PICTURES
    assert verdicts(tests) == ["AC"] * 7 + ["NO"] * 4
    assert [test.points for test in tests.values()] == [1, 1, 2, 2, 2, 2, 2] + [0] * 4
    assert [test.max_points for test in tests.values()] == [1, 1, 2, 2, 2, 2, 2] + [1] * 4


def test_a_test_tells_its_group_board_and_features():
    test = score(RIGHT)["01/1"]
    assert (test.group, test.batch, test.visibility) == ("capture", "01", Visibility.HIDDEN)
    assert test.board == ("X..X", "O..O", "....", "....")
    assert test.features == ("obeys",)
    assert test.cause == Cause(message="", expected=[[0, 1], [0, 2]], actual=[[0, 1], [0, 2]])


def test_a_picture_shows_the_board_that_is_wanted():
    cause = score(RIGHT)["01/1 picture"].cause
    assert cause.message == "no picture of this problem"
    assert cause.expected == [".OO.", "O..O", "....", "...."]


def test_public_cases_earn_nothing_and_are_visible():
    tests = score(RIGHT, public=True)
    assert list(tests) == ["01/0", "01/1"]
    assert [(t.points, t.max_points, t.visibility) for t in tests.values()] == [
        (0, 0, Visibility.VISIBLE)
    ] * 2
    assert verdicts(tests) == ["AC", "AC"]


def test_a_wrong_set_of_points_is_counted_and_told_with_both_answers():
    test = score(RIGHT.replace(b"test_1\n0 1\n0 2", b"test_1\n0 1\n3 3\n2 2"))["01/1"]
    assert (test.verdict, test.points, test.message) == (Verdict.WA, 0, "1 missing, 2 too many")
    assert (test.cause.expected, test.cause.actual) == ([[0, 1], [0, 2]], [[0, 1], [2, 2], [3, 3]])
    assert test.cause.help == ""


def test_a_wrong_truth_is_told_with_both_answers():
    test = score(RIGHT.replace(b"False", b"True"))["01/0"]
    assert (test.verdict, test.message) == (Verdict.WA, "True, but it is False")
    assert (test.cause.expected, test.cause.actual) == (False, True)


def test_an_unreadable_line_is_named():
    test = score(RIGHT.replace(b"test_1\n0 1\n", b"test_1\n0, one\n"))["01/1"]
    assert (test.verdict, test.points) == (Verdict.WA, 0)
    assert test.message == "answer.txt, line 8: cannot read '0, one'"
    assert test.cause.actual is None


def test_a_question_without_an_answer_has_none():
    test = score(RIGHT.replace(b"test_2\n", b""))["01/2"]
    assert (test.verdict, test.points) == (Verdict.NO, 0)
    assert test.message == "no section for problem 2 in answer.txt"


def test_a_program_that_says_nothing_has_no_answers():
    tests = score(b"")
    assert verdicts(tests) == ["NO"] * 11
    messages = [test.message for test in tests.values()]
    assert set(messages[:7]) == {"no answers in answer.txt, and none printed"}
    assert set(messages[7:]) == {"no picture of this problem"}


def test_a_run_that_was_ended_gives_its_verdict_to_every_test():
    for verdict in [Verdict.TLE, Verdict.MLE, Verdict.OLE, Verdict.CE, Verdict.NS, Verdict.SK]:
        tests = score(RIGHT, verdict, "why")
        assert set(verdicts(tests)) == {verdict.value}
        assert {test.points for test in tests.values()} == {0}
        assert {test.message for test in tests.values()} == {"why"}


def test_our_own_fault_is_never_a_mark():
    assert {(test.verdict, test.points) for test in score(RIGHT, Verdict.JE, "x").values()} == {
        (Verdict.JE, None)
    }


def test_after_a_crash_what_was_answered_is_scored():
    tests = score(RIGHT.partition(b"test_3")[0], Verdict.RTE, "exit code 1")
    assert verdicts(tests) == ["AC"] * 4 + ["RTE"] * 7
    assert tests["01/5"].message == "exit code 1"


def test_remarks_stand_with_the_test_and_those_on_all_with_the_first():
    tests = score(RIGHT.replace(b"0 1\n0 2\n\ntest_2", b"(0, 2)\n(0, 1)\n\ntest_2") + b"test_3\n")
    assert tests["01/1"].verdict is Verdict.AC
    assert tests["01/1"].remarks == (
        "write a point as two numbers parted by a blank",
        "the points are not in row order",
    )
    assert tests["01/0"].remarks == ("problem 3 is answered more than once; the last answer counts",)


def test_a_thousand_points_do_not_fill_the_record():
    lines = "".join(f"{n} {n}\n" for n in range(9000)).encode()
    test = score(b"test_5\n" + lines)["01/5"]
    assert test.cause.actual.endswith("… (123780 characters)")
    assert "too many" in test.message


def test_printed_answers_count():
    stdout = b"Problem 0: rule checking:False\nProblem 1: forward on step:[(0, 1), (0, 2)]\n"
    tests = score(b"", stdout=stdout)
    assert [tests[name].verdict.value for name in TEXTS] == ["AC", "NO", "AC", "NO", "NO", "NO", "NO"]
    assert tests["01/2"].message == "nothing printed for problem 2"


@given(st.binary(max_size=300), st.binary(max_size=300), st.sampled_from(list(Verdict)))
def test_whatever_a_program_leaves_is_scored(file, stdout, verdict):
    tests = score(b"test_1\n" + file, verdict, stdout=stdout)
    assert list(tests) == TEXTS + PICTURES
    for test in tests.values():
        to_json(test)
        assert test.points is None or 0 <= test.points <= test.max_points
        assert (test.verdict is Verdict.JE) == (verdict is Verdict.JE)
