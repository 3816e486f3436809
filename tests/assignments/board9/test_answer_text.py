"""Answers in files and on streams: which count, what is read in them, and what is told of the rest."""

from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gograde.assignments.board9.answer_sources import PRINTED, find_answers
from gograde.assignments.board9.answer_text import Unreadable, excerpt, read_answers, read_points
from gograde.core.assignment import Facts
from gograde.core.verdict import Verdict
from tests.golden import values_agree

EXAMPLE = b"train_0\nFalse\n\ntrain_00\nTrue\n\ntrain_1\n4 3\n\ntrain_2\n\ntrain_3\n2 3\n4 6\n"
LETTERS = "train_test_0012345\n TrueFalse()[]{},.:Problem np.int64array-+\t\r"
RULE, POINTS = ("0", "00"), ("1", "2", "3", "4", "5")
HEADINGS = (
    "问题{}：", "问题 {}:", "题目{}：", "第{}题：", "第 {} 个问题: ", "第{}道题 ", "【问题{}】", "test_{}：",
)  # fmt: skip
NUMERALS = {"0": "零", "00": "零零", "1": "一", "2": "二", "3": "三", "4": "四", "5": "五"}


def read(data, *, printed=False):
    """Values by problem, the last one each."""
    return {answer.problem: answer.value for answer in read_answers(data, printed=printed)}


def shown(value):
    if isinstance(value, Unreadable):
        return f"line {value.line} cannot be read: {value.text}"
    return str(value) if isinstance(value, bool) else " ".join(f"{r},{c}" for r, c in sorted(value)) or "none"


def told(text, printed):
    """Each answer in a text, and the remarks on it."""
    found = read_answers(text if isinstance(text, bytes) else text.encode(), printed=printed)
    words = [f"{one.problem}: {shown(one.value)}{''.join(f' ({r})' for r in one.remarks)}" for one in found]
    return "; ".join(words) or "nothing"


def facts(files=None, stdout=b"", refused=None):
    return Facts(Verdict.AC, "", stdout, b"", files or {}, refused or {})


def left(files, stdout="", refused=None):
    """The answer to problem 1 of who leaves this, where it is from, and the remarks."""
    answers = find_answers(
        facts({name: text.encode() for name, text in files.items()}, stdout.encode(), refused)
    )
    given = answers.given.get("1")
    remarks = "".join(f" ({remark})" for remark in answers.remarks)
    return f"{shown(given.answer.value)}, {given.source}{remarks}" if given else answers.nothing


def test_what_is_read_and_what_is_told() -> None:
    values_agree(
        "assignments/answers.txt",
        filed=lambda text: told(text, False),
        printed=lambda text: told(text, True),
    )
    values_agree("assignments/answer-sources.txt", left=left)


def test_the_handed_out_form_where_blanks_line_ends_marks_and_codes_mean_nothing():
    right = {"0": False, "00": True, "1": {(4, 3)}, "2": frozenset(), "3": {(2, 3), (4, 6)}}
    for data in [
        EXAMPLE, EXAMPLE.replace(b"train", b"test"), EXAMPLE.replace(b"\n", b"\r\n"),
        EXAMPLE.replace(b"\n", b"\r"), EXAMPLE.replace(b"\n", b" \t\n  "),
        EXAMPLE.replace(b"\n\n", b"\n\n\n \n"), EXAMPLE.rstrip(), b"\xef\xbb\xbf" + EXAMPLE,
        EXAMPLE.replace(b"\n\n", b"\n"), EXAMPLE.replace(b"\n\n", b"\n\xef\xbb\xbf\n\xef\xbb\xbf"),
        b"My answers\n\n" + EXAMPLE, EXAMPLE.decode().encode("utf-16"),
        b"\xfe\xff" + EXAMPLE.decode().encode("utf-16-be"),
    ]:  # fmt: skip
        assert read(data) == right
    assert "(" not in told(EXAMPLE, False)


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
@pytest.mark.parametrize("heading", HEADINGS)
def test_a_chinese_heading_is_a_heading(heading, encoding):
    answers = {"0": "False", "3": "[(2, 3)， (4, 6)]", "5": "无"}
    text = "\n".join(heading.format(problem) + answer for problem, answer in answers.items())
    for printed in (True, False):
        found = read(text.encode(encoding), printed=printed)
        assert found == {"0": False, "3": {(2, 3), (4, 6)}, "5": frozenset()}


def test_ten_thousand_open_lists_are_read_in_no_time():
    started = process_time()
    read(b"Problem 1:[\n" * 5000 + b"[\n" * 5000, printed=True)
    read(b"test_1\n" + b"[1 " * 20_000 + b" " * 16_000, printed=False)
    assert process_time() - started < 2


def test_brackets_alone_are_judged_by_what_is_in_them():
    for text in [b"", b"()()", b"[", b"]", b")(", b"(1, 2", b"1", b"(1)", b"[[[]]]", b"x(1, 2)"]:
        assert read_points(text) == ([] if text in (b"()()", b"[[[]]]", b")(") else None)


def test_an_excerpt_is_short_and_harmless():
    assert excerpt(b"a\x1b]0;x\x07" + "\u202e".encode() + b"b" * 99) == "a?]0;x??" + "b" * 31 + "…"


def test_print_outs_fill_what_no_file_answers():
    answers = find_answers(facts({"log.txt": b"train_0\nTrue\n"}, b"Problem 0: False\nProblem 1: x:[(2, 2)]"))
    assert {p: (g.answer.value, g.source) for p, g in answers.given.items()} == {
        "0": (True, "log.txt"), "1": ({(2, 2)}, PRINTED),
    }  # fmt: skip
    assert answers.remarks[1:] == ("no file answers problem 1; what was printed counts",)


def test_answers_on_the_error_stream_are_told():
    lost = Facts(Verdict.AC, "", b"", b"Problem 1: x:[(2, 2)]\n", {}, {})
    assert find_answers(lost).nothing == (
        "the answers were printed to the error stream; print them, or write answer.txt"
    )


# -- laws -----------------------------------------------------------------------------------


@given(st.dictionaries(st.text(max_size=12), st.binary(max_size=80), max_size=4), st.binary(max_size=200))
def test_any_files_and_print_outs_give_answers_or_a_reason(files, stdout):
    answers = find_answers(facts(files, stdout))
    assert bool(answers.given) != bool(answers.nothing)


@given(st.one_of(st.binary(max_size=400), st.text(LETTERS, max_size=120).map(str.encode)), st.booleans())
@example(b"Problem 1: x:" + b"[" * 50_000, True)
@example(b"test_1\n" + b"(" * 50_000 + b")" * 50_000, False)
@example(b"test_5\n" + b"1 " * 30_000, False)
def test_any_bytes_give_answers_and_no_exception(data, printed):
    for answer in read_answers(data, printed=printed):
        assert answer.problem in {*RULE, *POINTS}
        assert answer.tag in {"", "train", "test"}
        assert isinstance(answer.value, bool | frozenset | Unreadable)


@given(st.frozensets(st.tuples(st.integers(0, 18), st.integers(0, 18)), max_size=81))
def test_what_python_prints_is_read_back(points):
    printed = f"Problem 5: all possible position:{sorted(points)}\n".encode()
    filed = "test_5\n" + "".join(f"{row} {col}\n" for row, col in points)
    assert read(printed, printed=True) == read(filed.encode()) == {"5": points}


SETS = st.frozensets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=6)
ANSWERS = st.fixed_dictionaries({**dict.fromkeys(RULE, st.booleans()), **dict.fromkeys(POINTS, SETS)})


def written(answers, heading, truth, numerals):
    """The answers as a student writes them: a heading, and the answer behind or below it."""
    for problem, value in answers.items():
        named = heading.format(NUMERALS[problem] if numerals else problem)
        if problem in RULE:
            yield named + truth[value]
        else:
            yield named + ("; ".join(f"{row} {column}" for row, column in value) or "无")


@given(
    ANSWERS,
    st.sampled_from(HEADINGS[:4]),
    st.sampled_from([("0", "1"), ("False", "True")]),
    st.tuples(st.booleans(), st.booleans(), st.sampled_from(["utf-8", "gb18030"])),
)
def test_what_is_read_is_what_was_answered(answers, heading, truth, how):
    numerals, printed, encoding = how
    text = "\n".join(written(answers, heading, truth, numerals))
    assert read(text.encode(encoding), printed=printed) == answers
