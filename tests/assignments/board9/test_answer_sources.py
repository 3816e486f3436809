from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.answer_sources import PRINTED, find_answers
from gograde.authoring.assignment import Facts
from gograde.scoring.verdict import Verdict

ONE, TWO = b"test_1\n1 1\n", b"test_1\n2 2\n"


def facts(files=None, stdout=b"", refused=None):
    return Facts(Verdict.AC, "", stdout, b"", files or {}, refused or {})


def chosen(*args, **kwargs):
    """Value and source of problem 1, and the remarks."""
    answers = find_answers(facts(*args, **kwargs))
    given = answers.given.get("1")
    return (sorted(given.answer.value), given.source, answers.remarks) if given else answers.nothing


def test_an_answer_file_wins_over_what_was_printed():
    assert chosen({"answer_for_train.txt": ONE}, b"Problem 1: x:[(2, 2)]") == (
        [(1, 1)], "answer_for_train.txt", (),
    )  # fmt: skip


def test_the_name_of_an_answer_file_may_be_in_any_case():
    assert chosen({"Answer.TXT": ONE}) == ([(1, 1)], "Answer.TXT", ())


def test_what_was_printed_counts_without_a_file():
    assert chosen({}, b"Problem 1: x:[(2, 2)]") == ([(2, 2)], PRINTED, ())


def test_a_section_may_be_printed():
    assert chosen({}, b"hello\n" + TWO) == ([(2, 2)], PRINTED, ())


def test_an_answer_file_without_answers_gives_way_to_print_outs():
    assert chosen({"answer.txt": b"\n"}, b"Problem 1: x:[(2, 2)]") == (
        [(2, 2)], PRINTED, ("answer.txt holds no answers; what was printed counts",),
    )  # fmt: skip


def test_a_file_of_another_name_counts_with_a_remark():
    assert chosen({"result.txt": ONE}) == (
        [(1, 1)], "result.txt", ("name the file answer.txt; the answers were read from result.txt",),
    )  # fmt: skip


def test_a_file_of_another_name_gives_way_to_an_answer_file():
    assert chosen({"aaa.txt": TWO, "answer.txt": ONE}) == ([(1, 1)], "answer.txt", ())


def test_the_boards_are_never_answers():
    assert chosen({"test_1.txt": ONE, "train_1.txt": TWO}) == "no answer file, nothing printed"


def test_two_files_that_agree_are_one_answer():
    files = {"answer_for_train.txt": ONE.replace(b"test", b"train"), "answer_for_test.txt": ONE}
    assert chosen(files) == ([(1, 1)], "answer_for_test.txt", ())


def test_of_two_files_that_differ_the_one_for_test_counts():
    files = {"answer_a_train.txt": TWO.replace(b"test", b"train"), "answer_for_test.txt": ONE}
    assert chosen(files) == (
        [(1, 1)],
        "answer_for_test.txt",
        ("the answers to problem 1 differ; that in answer_for_test.txt (test) counts",),
    )


def test_of_two_families_in_one_file_that_for_test_counts():
    assert chosen({"answer.txt": ONE + TWO.replace(b"test", b"train")}) == (
        [(1, 1)],
        "answer.txt",
        ("the answers to problem 1 differ; that in answer.txt (test) counts",),
    )


def test_of_two_sections_the_last_counts():
    assert chosen({"answer.txt": ONE + TWO}) == (
        [(2, 2)],
        "answer.txt",
        (
            "problem 1 is answered more than once; the last answer counts",
            "the answers to problem 1 differ; that in answer.txt (test) counts",
        ),
    )


def test_of_two_print_outs_the_last_that_can_be_read_counts():
    text = b"Problem 1: x:[(1, 1)]\nProblem 1: x:[(2, 2)]\nProblem 1: finished\n"
    assert chosen({}, text)[:2] == ([(2, 2)], PRINTED)


def test_a_printed_list_wins_over_a_printed_header():
    assert chosen({}, b"Problem 1: x:[(2, 2)]\ntest_1\n")[:2] == ([(2, 2)], PRINTED)


def test_a_refused_answer_file_is_named():
    assert chosen(refused={"answer.txt": "larger than 64 KiB", "x.txt": "a link"}) == (
        "the answer file was not taken: answer.txt (larger than 64 KiB)"
    )


def test_nothing_at_all_is_said_in_words():
    assert chosen() == "no answer file, nothing printed"
    assert chosen({}, b"hello") == (
        "no answer file, and no line printed is an answer; "
        "print lines such as 'Problem 0: rule checking:True'"
    )
    assert chosen({"answer.txt": b""}) == "no answers in answer.txt, and none printed"


def test_print_outs_fill_what_no_file_answers():
    answers = find_answers(facts({"log.txt": b"train_0\nTrue\n"}, b"Problem 0: False\nProblem 1: x:[(2, 2)]"))
    assert {p: (g.answer.value, g.source) for p, g in answers.given.items()} == {
        "0": (True, "log.txt"), "1": ({(2, 2)}, PRINTED),
    }  # fmt: skip
    assert answers.remarks == (
        "name the file answer.txt; the answers were read from log.txt",
        "no file answers problem 1; what was printed counts",
    )


def test_a_log_that_cannot_be_read_gives_way_to_print_outs():
    assert chosen({"log.txt": b"train_1\nok\n"}, b"Problem 1: x:[(2, 2)]")[:2] == ([(2, 2)], PRINTED)


def test_answers_on_the_error_stream_are_told():
    lost = Facts(Verdict.AC, "", b"", b"Problem 1: x:[(2, 2)]\n", {}, {})
    assert find_answers(lost).nothing == (
        "the answers were printed to the error stream; print them, or write answer.txt"
    )


def test_the_first_line_of_a_file_is_shown_when_its_headers_are_others():
    for header in (b"train-1", b"train 1"):
        assert chosen({"answer.txt": header + b"\n1 1\n"}) == (
            "no answers in answer.txt, and none printed; the first line must be train_0 or test_0"
        )


@given(st.dictionaries(st.text(max_size=12), st.binary(max_size=80), max_size=4), st.binary(max_size=200))
def test_any_files_and_print_outs_give_answers_or_a_reason(files, stdout):
    answers = find_answers(facts(files, stdout))
    assert bool(answers.given) != bool(answers.nothing)
