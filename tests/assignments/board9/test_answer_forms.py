"""Answers under Chinese headings, in GBK, as 1 and 0, with several points on a line; right and wrong ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.answer_text import Unreadable, read_answers

RULE, POINTS = ("0", "00"), ("1", "2", "3", "4", "5")
HEADINGS = (
    "问题{}：",
    "问题 {}:",
    "题目{}：",
    "第{}题：",
    "第 {} 个问题: ",
    "第{}道题 ",
    "【问题{}】",
    "test_{}：",
)
NUMERALS = {"0": "零", "00": "零零", "1": "一", "2": "二", "3": "三", "4": "四", "5": "五"}


def read(text, *, printed, encoding="utf-8"):
    """Values by problem; an unreadable one is its text."""
    found = read_answers(text.encode(encoding), printed=printed)
    return {a.problem: a.value.text if isinstance(a.value, Unreadable) else a.value for a in found}


def test_a_chinese_heading_is_a_heading():
    for heading in HEADINGS:
        for printed in [True, False]:
            for encoding in ["utf-8", "gb18030", "utf-16"]:
                lines = [
                    heading.format("0") + "False",
                    heading.format("3") + "[(2, 3)， (4, 6)]",
                    heading.format("5") + "无",
                ]
                assert read("\n".join(lines), printed=printed, encoding=encoding) == {
                    "0": False,
                    "3": {(2, 3), (4, 6)},
                    "5": frozenset(),
                }


def test_sections_below_chinese_headings():
    text = "第零题\nFalse\n第零零题\nTrue\n第三题\n2 3\n4 6\n问题四：\n（7，8）\n"
    assert read(text, printed=False) == {"0": False, "00": True, "3": {(2, 3), (4, 6)}, "4": {(7, 8)}}


def test_other_words_are_no_heading():
    for text in [
        "第 3 行: (2, 3)",  # the third line of something
        "共3题：(2, 3)",
        "第13题：(2, 3)",
        "第3题目录 x",
        "第一题：False\n第二题：True\n第七题：(2, 3)",  # counts the problems up to seven
        "第３题：(2, 3)",  # other digits than ASCII
        "解决了问题，用时 3 秒",
    ]:
        assert {answer for answer in read(text, printed=True).values() if answer} == set()


def test_one_and_zero_are_true_and_false():
    for printed in [True, False]:
        for text, value in [
            ("test_0\n1\n", True),
            ("test_0\n0\n", False),
            ("test_0: 1", True),
            ("Problem 0: rule checking:1", True),
            ("[test] Problem 0: rule checking:0", False),
            ("Problem 0: 0", False),
            ("Problem 0\n[1]\n", True),
            ("问题0：规则检查：1", True),
        ]:
            assert read(text, printed=printed) == {"0": value}


def test_no_other_number_is_a_truth():
    for body in [
        "2",
        "-1",
        "10",
        "01",
        "1 0",
        "0 1",
        "1.0",
        "+1",
        "1_",
        "１",
        "²",
        "yes",
        "Fal\u017fe",  # which is made a capital S
        "True\n0",
        "1\nFalse",
        "0\n1",
    ]:
        assert read(f"test_0\n{body}\n", printed=False) == {"0": body.split("\n")[-1]}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Problem 0: chains without a liberty: 1", "chains without a liberty: 1"),
        ("Problem 0: rule checking:False, time: 1", False),
        ("Problem 0: rule checking:False\n1\n", False),  # what follows a word is talk
        ("Problem 0: took 1", "took 1"),
    ],
)
def test_a_number_behind_other_words_is_no_truth(text, value):
    assert read(text, printed=True) == {"0": value}


def test_points_on_a_line_are_parted_by_semicolons():
    for printed in [True, False]:
        for line in ["2 3; 4 6", "2 3;4 6;", "2,3; 4,6", "2, 3 ; 4, 6", "2 3；4 6", "(2, 3); (4, 6)"]:
            assert read(f"test_3\n{line}\n", printed=printed) == {"3": {(2, 3), (4, 6)}}
            assert read(f"Problem 3: forward on step:{line}\n", printed=printed) == {"3": {(2, 3), (4, 6)}}


def test_numbers_that_are_no_pairs_are_not_read():
    for line in [
        "2 一",
        "2 3; 4",
        "2 3; 4 6 7",
        "2 3 4 6",
        "2;3;4;6",
        "2 3;; 4 6",
        "; 2 3",
        "2 3; x",
        "2 3, 4 6",
        "2 3; -",
        "2 3;4 6 7;",
    ]:
        assert read(f"test_3\n{line}\n", printed=False) == {"3": line}


# -- whatever is answered in these forms is what was meant ----------------------------------

SETS = st.frozensets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=6)
ANSWERS = st.fixed_dictionaries({**dict.fromkeys(RULE, st.booleans()), **dict.fromkeys(POINTS, SETS)})


def written(answers, heading, truth, numerals):
    """The answers as a student writes them: a heading, and the answer behind or below it."""
    for problem, value in answers.items():
        named = heading.format(NUMERALS[problem] if numerals else problem)
        if problem in RULE:
            yield named + truth[value]
        elif value:
            yield named + "; ".join(f"{row} {column}" for row, column in value)
        else:
            yield named + "无"


@given(
    ANSWERS,
    st.sampled_from(HEADINGS[:4]),
    st.sampled_from([("0", "1"), ("False", "True")]),
    st.tuples(st.booleans(), st.booleans(), st.sampled_from(["utf-8", "gb18030"])),
)
def test_what_is_read_is_what_was_answered(answers, heading, truth, how):
    numerals, printed, encoding = how
    text = "\n".join(written(answers, heading, truth, numerals))
    assert read(text, printed=printed, encoding=encoding) == answers
