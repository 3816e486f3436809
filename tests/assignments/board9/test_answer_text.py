from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gograde.assignments.board9.answer_text import Unreadable, excerpt, read_answers, read_points

EXAMPLE = b"""train_0
False

train_00
True

train_1
4 3

train_2

train_3
2 3
4 6
"""

LETTERS = "train_test_0012345\n TrueFalse()[]{},.:Problem np.int64array-+\t\r"


def read(data, *, printed=False):
    """Values by problem, the last one each."""
    return {answer.problem: answer.value for answer in read_answers(data, printed=printed)}


def remarks(data):
    return [remark for answer in read_answers(data, printed=False) for remark in answer.remarks]


def test_the_handed_out_form():
    assert read(EXAMPLE) == {"0": False, "00": True, "1": {(4, 3)}, "2": frozenset(), "3": {(2, 3), (4, 6)}}
    assert remarks(EXAMPLE) == []


def test_blanks_line_ends_and_marks_mean_nothing():
    for data in [
        EXAMPLE.replace(b"train", b"test"),
        EXAMPLE.replace(b"\n", b"\r\n"),
        EXAMPLE.replace(b"\n", b"\r"),
        EXAMPLE.replace(b"\n", b" \t\n  "),
        EXAMPLE.replace(b"\n\n", b"\n\n\n \n"),
        EXAMPLE.rstrip(),
        b"\xef\xbb\xbf" + EXAMPLE,
        EXAMPLE.replace(b"\n\n", b"\n"),
        EXAMPLE.replace(b"\n\n", b"\n\xef\xbb\xbf\n\xef\xbb\xbf"),
        b"My answers\n\n" + EXAMPLE,
    ]:
        assert read(data) == read(EXAMPLE)


def test_ways_to_write_a_point_in_a_file():
    for line in ["2 3", "(2, 3)", "(2,3)", "[2, 3]", "2,3", "2, 3", "(2 3)", "2.0 3.0", "(2, 3),"]:
        assert read(f"test_1\n{line}\n".encode()) == {"1": {(2, 3)}}


def test_ways_to_print_points():
    for text in [
        "[(2, 3), (4, 6)]",
        "[(4, 6), (2, 3), (2, 3)]",
        "[[2, 3], [4, 6]]",
        "[[2 3]\n [4 6]]",
        "{(2, 3), (4, 6)}",
        "((2, 3), (4, 6))",
        "(2, 3) (4, 6)",
        "[(np.int64(2), np.int64(3)), (np.int64(4), np.int64(6))]",
        "[(np.float64(2.0), 3.0), (4., 6)]",
        "[array([2, 3]), array([4, 6])]",
        "array([[2, 3],\n       [4, 6]], dtype=int64)",
        "{Point(row=2, column=3), Point(row=4, column=6)}",
        "\n(2, 3)\n4 6",
    ]:
        line = f"[train]Problem 3: forward on step:{text}\nbye".encode()
        assert read(line, printed=True) == {"3": {(2, 3), (4, 6)}}


def test_ways_to_print_nothing():
    for text in ["[]", "set()", "{}", "()", "[ ]", "array([], dtype=int64)", ""]:
        line = f"Problem 5: all possible position:{text}\n".encode()
        assert read(line, printed=True) == {"5": frozenset()}


def test_ways_to_print_a_truth():
    for line, value in [
        ("Problem 0: rule checking:False", False),
        ("[train]Problem 0: rule checking:True", True),
        ("[test] Problem 0: rule checking: True", True),
        ("problem 0: rule checking:np.True_", True),
        ("Problem 0:False", False),
        ("Problem 0: rule checking:[False]", False),
    ]:
        assert read(line.encode(), printed=True) == {"0": value}


def test_ways_to_part_a_question_from_points():
    for text in [
        "Problem 1: forward on step [(4, 3)]",
        "Problem 1: forward on step => [(4, 3)]",
        "Problem 1 = [(4, 3)]",
        "Problem 1: forward on step = [(4, 3)]",
        "Problem 1: forward on step：[(4, 3)]",
        "Problem 1：[(4, 3)]",
        "Problem 1 [(4, 3)]",
        "[train]Problem 1 [(4, 3)]",
        "Problem 1: forward on step:[(4, 3)] 1 points",
        "Problem 1: forward on step:[(4, 3)] total: 1",
        "Problem 1: found (1) capture: [(4, 3)] .",
        "Problem 1: forward on step\n[(4, 3)]",
        "Problem 1: forward on step:\n[(4, 3)]\ndone",
        "Problem 1\n[[4 3]]",
        "Problem 1 (0, 0) is looked at\n[(4, 3)]",
        "Problem 1: forward on step [(4, 3)]\n[(0, 0)]",
        "Problem 1: found 1 capture\n4 3",
    ]:
        assert read(text.encode(), printed=True) == {"1": {(4, 3)}}


def test_a_full_width_colon_may_be_in_gbk():
    assert read("Problem 1：[(4, 3)]".encode("gbk"), printed=True) == {"1": {(4, 3)}}


def test_ways_to_part_a_question_from_a_truth():
    for text in [
        "Problem 0: rule checking False",
        "Problem 0: rule checking => False",
        "Problem 0 = False",
        "Problem 0 False",
        "Problem 0: False, 2 chains are dead",
        "Problem 0: rule checking\nFalse",
        "Problem 0\nFalse\n",
        "Problem 0: is it True\nFalse",
        "Problem 0: True or False\nFalse",
    ]:
        assert read(text.encode(), printed=True) == {"0": False}


def test_an_array_may_begin_on_the_next_line():
    assert read(b"Problem 4: step\n[[4 3]\n [5 5]]\n", printed=True) == {"4": {(4, 3), (5, 5)}}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Problem 3: found 2 captures", Unreadable(1, "found 2 captures")),
        ("Problem 3: found 2 captures\n[[0. 1. 0.]\n [0. 0. 1.]]", Unreadable(1, "found 2 captures")),
        ("Problem 3: forward on step [(2, 3), None]", Unreadable(1, "forward on step [(2, 3), None]")),
    ],
)
def test_words_without_a_list_are_no_points(text, value):
    assert read(text.encode(), printed=True) == {"3": value}


@pytest.mark.parametrize(
    "text", ["Problem 3", "Problem 3 found 2 captures", "Problem 0 looks True to me", "Problem 0"]
)
def test_talk_of_a_problem_is_no_answer(text):
    assert read(text.encode(), printed=True) == {}


def test_a_problem_may_head_a_section_of_a_file():
    assert read(b"Problem 0\nFalse\n\nProblem 1\n4 3\n\nProblem 2\n\nProblem 3: \n2 3\n") == {
        "0": False, "1": {(4, 3)}, "2": frozenset(), "3": {(2, 3)},
    }  # fmt: skip


def test_a_word_for_nothing_is_the_empty_answer_with_a_remark():
    for word in ["None", "[]", "()", "set()", "无"]:
        data = f"test_1\n{word}\n".encode()
        assert read(data) == {"1": frozenset()}
        assert remarks(data) == ["for no points leave the section empty"]
        assert read(f"Problem 1: step:{word}\n".encode(), printed=True) == {"1": frozenset()}


def test_nothing_and_a_point_contradict_each_other():
    assert read(b"test_1\nNone\n4 3\n") == {"1": Unreadable(3, "4 3")}


@pytest.mark.parametrize("code", ["utf-16", "utf-16-be"])
def test_a_file_in_utf_16_is_read(code):
    mark = b"" if code == "utf-16" else b"\xfe\xff"
    assert read(mark + EXAMPLE.decode().encode(code)) == read(EXAMPLE)


def test_blanks_between_two_numbers_are_no_fault_of_style():
    assert remarks(b"test_1\n2   3\n4\t6\n") == []


def test_a_strange_line_makes_the_answer_unreadable_and_is_named():
    for line, shown in [
        ("None", "None"),
        ("2 3 1", "2 3 1"),
        ("2", "2"),
        ("[2, 3, 4, 6]", "[2, 3, 4, 6]"),
        ("[(2, 3), None]", "[(2, 3), None]"),
        ("２ ３", "２ ３"),
        ("٣ ٤", "٣ ٤"),
        ("1_0 2", "1_0 2"),
        ("1 2\u2028", "1 2?"),
        ("1\u00a02", "1?2"),
        ("1\x002", "1?2"),
        ("2 3\x0b\x1c4 6", "2 3??4 6"),
        ("1.5 2", "1.5 2"),
        ("nan nan", "nan nan"),
        ("1e3 2", "1e3 2"),
        ("0x1 2", "0x1 2"),
        ("True", "True"),
        ("9" * 5000 + " 3", "9" * 39 + "…"),
        ("(" * 100_000, "(" * 39 + "…"),
        ("\x1b[31m2 3", "?[31m2 3"),
    ]:
        assert read(f"test_1\n4 4\n{line}\n".encode()) == {"1": Unreadable(3, shown)}


def test_points_off_the_board_can_be_read():
    assert read(b"test_1\n-1 3\n9 12345\n") == {"1": {(-1, 3), (9, 12345)}}


def test_two_answers_to_a_yes_or_no_question_are_none():
    assert read(b"test_0\nTrue\nFalse\n") == {"0": Unreadable(3, "False")}
    assert read(b"test_0\nTrue\nTrue\n") == {"0": True}


def test_a_yes_or_no_question_without_a_body_has_no_answer():
    assert read(b"test_0\n\ntest_00\nTrue\n") == {"00": True}


def test_an_invalid_byte_is_named_as_such():
    assert read(b"test_1\n\x80\xff\n") == {"1": Unreadable(2, "��")}


def test_what_is_no_header_begins_no_section():
    for header in [b"train_10", b"train_6", b"train_", b"test1", b"xtest_1"]:
        assert read(header + b"\n1 2\n") == {}


def test_headers_are_read_leniently():
    for header in [b"TEST_1", b"test_1:", b"[test_1]", b"  train_1  ", b"train_1.txt"]:
        assert read(header + b"\n1 2\n") == {"1": {(1, 2)}}


def test_a_header_may_have_its_answer_behind_it():
    assert read(b"test_0 True\ntest_1: 2 3\n") == {"0": True, "1": {(2, 3)}}


def test_style_is_remarked_on_and_never_wrong():
    assert remarks(b"test_1\n(4, 6)\n2 3\n2 3\n") == [
        "write a point as two numbers parted by a blank",
        "a point is given more than once",
        "the points are not in row order",
    ]
    assert remarks(b"test_0\ntrue\n") == ["write True or False with a capital"]


def test_chatter_is_no_answer():
    for chatter in [
        "train_1 is done",
        "reading train_1.txt",
        "train_1.txt",
        "Problem one",
        "problem 1 answered: 4 3, 2 3",
        "nothing yet for problem 1",
        "1 2",
        "True",
        "[[0 0 1]\n [1 0 0]]",
    ]:
        assert read(chatter.encode(), printed=True) == {}


def test_chatter_ends_a_printed_section():
    assert read(b"test_1\n2 3\ndone\n4 4\n", printed=True) == {"1": {(2, 3)}}


def test_a_printed_list_ends_where_the_next_answer_begins():
    text = b"Problem 1: x:[(1, 2),\nProblem 2: x:[(3, 4)]\n"
    assert read(text, printed=True) == {"1": Unreadable(1, "[(1, 2),"), "2": {(3, 4)}}


def test_ten_thousand_open_lists_are_read_in_no_time():
    started = process_time()
    read(b"Problem 1:[\n" * 5000 + b"[\n" * 5000, printed=True)
    read(b"test_1\n" + b"[1 " * 20_000 + b" " * 16_000, printed=False)
    assert process_time() - started < 2


def test_a_printed_list_that_is_never_closed_cannot_be_read():
    assert read(b"Problem 1: x:[(1, 2),\n(3, 4)\n", printed=True) == {"1": Unreadable(1, "[(1, 2),")}


def test_brackets_alone_are_judged_by_what_is_in_them():
    for text in [b"", b"()()", b"[", b"]", b")(", b"(1, 2", b"1", b"(1)", b"[[[]]]", b"x(1, 2)"]:
        assert read_points(text) == ([] if text in (b"()()", b"[[[]]]", b")(") else None)


def test_an_excerpt_is_short_and_harmless():
    assert excerpt(b"a\x1b]0;x\x07" + "\u202e".encode() + b"b" * 99) == "a?]0;x??" + "b" * 31 + "…"


@given(st.one_of(st.binary(max_size=400), st.text(LETTERS, max_size=120).map(str.encode)), st.booleans())
@example(b"Problem 1: x:" + b"[" * 50_000, True)
@example(b"test_1\n" + b"(" * 50_000 + b")" * 50_000, False)
@example(b"test_5\n" + b"1 " * 30_000, False)
def test_any_bytes_give_answers_and_no_exception(data, printed):
    for answer in read_answers(data, printed=printed):
        assert answer.problem in {"0", "00", "1", "2", "3", "4", "5"}
        assert answer.tag in {"", "train", "test"}
        assert isinstance(answer.value, bool | frozenset | Unreadable)


@given(st.frozensets(st.tuples(st.integers(0, 18), st.integers(0, 18)), max_size=81))
def test_what_python_prints_is_read_back(points):
    printed = f"Problem 5: all possible position:{sorted(points)}\n".encode()
    filed = "test_5\n" + "".join(f"{row} {col}\n" for row, col in points)
    assert read(printed, printed=True) == read(filed.encode()) == {"5": points}
