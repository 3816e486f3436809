"""If an assignment asks for short programs, the correct ones are ranked by their length."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.classroom.roster import Student
from gograde.codec import replace
from gograde.core.record import SourceLength
from gograde.core.verdict import Verdict
from gograde.grading.marks.gradebook_model import AssignmentInfo, Correction
from gograde.grading.run import found_by_program, source_length
from gograde.intake.entry import Entry
from gograde.intake.read import NOT_STARTED, OLD_ANSWER, REPLACED, UNIX_LINES, SourceReading
from gograde.report.pages.class_page import golf, work_view
from gograde.report.pages.renderer import Pages
from gograde.report.results import Result, load_results
from gograde.report.words.wording import golf_words
from tests.report.conftest import entry_of, picture, record, rule
from tests.report.played import alone

TESTS = {"pass": [rule("01")], "fail": [rule("01", right=False)], "pending": [picture("01")]}
EARLY, LATE = "2026-11-01T10:00:00+01:00", "2026-11-01T09:30:00+00:00"


def result(name: str, characters: int, size: int, at: str | None = EARLY, **changes: Any) -> Result:
    unranked = changes.pop("unranked", "")
    made = record(name, TESTS[changes.pop("official", "pass")], **changes)
    told = {"source": SourceLength(characters=characters, bytes=size, unranked=unranked), "submitted_at": at}
    submission = replace(made.submission, **told)
    scored = replace(made, submission=submission)
    return Result(Student(id=name), AssignmentInfo(id="board9"), entry_of(scored), scored)


def test_characters_count_first_then_bytes_then_the_time_and_equal_programs_share_a_place() -> None:
    handed_in = [
        result("dan", 80, 80), result("eve", 70, 90), result("cho", 70, 72, LATE), result("ben", 70, 72),
        result("amy", 60, 99), result("fay", 70, 72, None), result("gil", 70, 72),
    ]  # fmt: skip
    assert [(g.place, g.result.student.id, g.source.bytes) for g in golf(handed_in)] == [
        (1, "amy", 99), (2, "ben", 72), (2, "gil", 72), (4, "cho", 72), (5, "fay", 72), (6, "eve", 90),
        (7, "dan", 80),
    ]  # fmt: skip


def test_only_correct_programs_are_ranked_and_only_where_lengths_are_told() -> None:
    untold = result("amy", 1, 1)
    plain = replace(untold.record.submission, source=None)
    untold = replace(untold, automatic=replace(untold.record, submission=plain))
    assert golf([untold, result("ben", 5, 5, official="fail"), result("cho", 5, 5, official="pending")]) == ()


def test_who_is_not_decided_has_no_place_and_nobody_takes_it() -> None:
    handed_in = (result("amy", 4, 4), result("ben", 5, 5), result("cho", 6, 6), result("dan", 6, 7))
    whole = {g.result.student.id: g.place for g in work_view(handed_in[0].assignment, handed_in).golf}
    assert whole == {"amy": 1, "ben": 2, "cho": 3, "dan": 4}
    for number, faulty in enumerate(handed_in):
        waits = result(faulty.student.id, faulty.record.submission.source.characters, 6, official="pending")
        view = work_view(faulty.assignment, (*handed_in[:number], waits, *handed_in[number + 1 :]))
        places = {g.result.student.id: g.place for g in view.golf}
        assert places == {name: place for name, place in whole.items() if name != faulty.student.id}
        assert view.unranked == (waits,)
        assert golf_words(waits.record, waits.entry.badge).endswith(
            " characters; not ranked by length while a test is not decided"
        )


PROGRAMS = st.lists(
    st.tuples(st.integers(1, 4), st.integers(1, 4), st.sampled_from(["pass", "fail", "pending"])),
    min_size=1,
    max_size=6,
)


@given(PROGRAMS, st.booleans())
def test_no_fault_gives_anybody_a_better_place(programs: list[tuple[int, int, str]], told: bool) -> None:
    """Neither the program that is not decided, whether or not its length is known, nor any other."""
    handed_in = [result(str(n), *sizes, official=word) for n, (*sizes, word) in enumerate(programs)]
    before = {g.result.student.id: g.place for g in golf(handed_in)}
    for number, right in enumerate(handed_in):
        if right.entry.official == "pass":
            waits = result(str(number), *programs[number][:2], official="pending")
            if not told:
                unmeasured = replace(waits.record.submission, source=None)
                waits = replace(waits, automatic=replace(waits.record, submission=unmeasured))
            after = golf([*handed_in[:number], waits, *handed_in[number + 1 :]])
            assert all(g.place >= before[g.result.student.id] for g in after)
            assert {g.result.student.id for g in after} == before.keys() - {str(number)}


def test_a_program_of_unknown_length_may_be_the_shortest() -> None:
    waits = result("amy", 1, 1, official="pending")
    plain = replace(waits.record.submission, source=None)
    waits = replace(waits, automatic=replace(waits.record, submission=plain))
    view = work_view(waits.assignment, (waits, result("ben", 5, 5)))
    assert [(g.place, g.result.student.id) for g in view.golf] == [(2, "ben")]
    assert view.unranked == (waits,)
    assert work_view(waits.assignment, (waits,)).unranked == ()


def test_whom_a_person_has_passed_is_ranked() -> None:
    waits = result("amy", 1, 1, official="pending")
    passed = replace(waits, entry=entry_of(waits.automatic, Correction(test="01/3 picture", points=1)))
    view = work_view(waits.assignment, (passed, result("ben", 5, 5)))
    assert [(g.place, g.result.student.id) for g in view.golf] == [(1, "amy"), (2, "ben")]
    assert golf_words(passed.record, passed.entry.badge) == "length: 1 characters"


def test_who_reads_code_is_not_ranked() -> None:
    handed_in = [result("ben", 5, 5), result("amy", 4, 4, unranked="it may run a file as code (exec, open)")]
    view = work_view(handed_in[0].assignment, tuple(handed_in))
    assert [(g.place, g.result.student.id) for g in view.golf] == [(1, "ben")]
    assert [one.student.id for one in view.unranked] == ["amy"]
    assert golf_words(handed_in[0].record, Verdict.AC) == "length: 5 characters"
    assert golf_words(handed_in[1].record, Verdict.AC) == (
        "not ranked by length: it may run a file as code (exec, open); "
        "hand in one file that reads nothing but its input, and is not named in itself"
    )
    told = result("eve", 4, 4, unranked="it is a Java program, which is not looked through")
    assert golf_words(told.record, Verdict.AC).endswith("it is a Java program, which is not looked through")


def test_the_pages_tell_the_length_and_why_there_is_no_place(class_dir: Path) -> None:
    ben, amy = result("ben", 5, 5), result("amy", 4, 4, unranked="it may run a file as code (d)")
    pages = Pages(Path("blobs"), linked=False)
    assert "<dt>Code golf</dt><dd>length: 5 characters</dd>" in pages.student(alone(ben), ben.student).text
    assert (
        "not ranked by length: it may run a file as code (d); hand in"
        in pages.student(alone(amy), amy.student).text
    )
    results = load_results(class_dir)
    page = pages.index(replace(results, by_pair={k: like(one, amy) for k, one in results.by_pair.items()}))
    assert "not ranked by length: it may run a file as code (d); hand in" in page


def like(one: Result, other: Result) -> Result:
    """A result of the class that is as right as another, with its length."""
    return replace(one, automatic=other.automatic, entry=other.entry)


@pytest.mark.parametrize(
    ("files", "left_out", "length", "count"),
    [
        ({"golf.py": "print('é')\n".encode()}, {}, (11, 12), 1),
        ({"golf.py": b"x\xff"}, {}, (2, 2), 1),
        ({"golf.py": b"import a\n", "é.py": b"1\n", "d": b"\xff\xfe"}, {}, (18, 19), 3),
        ({"golf.py": b"1\n", "old.py": b"2222\n"}, {"old.py": NOT_STARTED}, (13, 13), 2),
        ({"golf.py": b"1\n", "answer.txt": b"2222\n"}, {"answer.txt": OLD_ANSWER}, (2, 2), 1),
        ({"golf.py": b"1\n", "board.txt": b"2222\n"}, {"board.txt": REPLACED}, (2, 2), 1),
        ({"golf.py": b"1\n"}, {"golf.py": UNIX_LINES}, (2, 2), 1),
    ],
)
def test_the_length_is_that_of_all_files_that_the_program_finds(files, left_out, length, count) -> None:
    characters = {path: len(data.decode("utf-8", "surrogateescape")) for path, data in files.items()}
    reading = SourceReading(files, {}, Entry("golf.py", "python"), (), characters, (), frozenset())
    counted = source_length(reading, found_by_program(reading, left_out))
    assert ((counted.characters, counted.bytes), counted.files) == (length, count)
