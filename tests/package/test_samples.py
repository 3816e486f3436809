import pytest

from gograde.codec import replace
from gograde.core.record import AssignmentRef, RunScore, ScoreRecord, SubmissionRef, TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.package.package import Finding, load_package
from gograde.package.samples import Expected, judge, read_samples

from .conftest import write_descriptor


def expected(tiny, text):
    (tiny / "submissions" / "submissions.yaml").write_text(text)
    write_descriptor(tiny)
    samples = read_samples(load_package(tiny))
    return {name: sample.expected for name, sample in samples.items() if sample.files}


def record(*verdicts, score=0.0, message=""):
    tests = tuple(
        TestScore(
            name=f"01/{number}", group="all", batch="01", verdict=verdict, points=None, max_points=1,
            visibility=Visibility.HIDDEN, message=message,
        )
        for number, verdict in enumerate(verdicts)
    )  # fmt: skip
    return ScoreRecord(
        assignment=AssignmentRef(id="tiny", version="1.0.0", package_sha256="0"),
        submission=SubmissionRef(student="s"),
        verdict=Verdict.WA,
        official="fail",
        score=score,
        max_score=9,
        pending=0,
        tests=tests,
    )


def found(want, got):
    return list(judge("x", want, got))


def test_a_folder_says_what_is_expected(tiny):
    assert expected(tiny, "{}") == {
        "accepted/good": Expected(permitted=("AC",), required=("AC",)),
        "wrong_answer/bad": Expected(permitted=("AC", "WA"), required=("WA",)),
    }


def test_what_is_written_replaces_the_default_key_by_key(tiny):
    read = expected(tiny, "wrong_answer/bad: {permitted: [NO], score: 0}")
    assert read["wrong_answer/bad"] == Expected(permitted=("NO",), required=("WA",), score=0)


def test_a_sample_can_be_another_program_with_a_change(tiny):
    (tiny / "template").mkdir()
    (tiny / "template/main.py").write_text("print(0)\n")
    text = "wrong_answer/{}: {{of: {}, change: {}}}\n"
    (tiny / "submissions" / "submissions.yaml").write_text(
        text.format("two", "accepted/good", r'"-print(1)\n+print(2)\n@@\n print(2)\n+print(3)\n"')
        + text.format("none", "../template", '""')
        + text.format("four", "wrong_answer/bad/main.py", '"-print(1)\\n+print(4)"')
    )
    write_descriptor(tiny)
    samples = read_samples(load_package(tiny))
    assert [name.partition("/")[2] for name in samples] == ["good", "bad", "four", "none", "two"]
    assert samples["wrong_answer/two"].files == {"main.py": b"print(2)\nprint(3)\n"}
    assert samples["wrong_answer/none"].files == {"main.py": b"print(0)\n"}
    assert samples["wrong_answer/four"].files == {"main.py": b"print(4)\n"}
    assert samples["wrong_answer/bad"].files == {"main.py": b"print(1)\n", "围棋 作业.txt": b"x"}
    assert samples["wrong_answer/two"].expected.required == (Verdict.WA,)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("accepted/god: {}", 'there is no submissions/accepted/god\nFix: did you mean "accepted/good"?'),
        ("accepted: {}", "there is no submissions/accepted"),
        ("accepted/good: {permited: [AC]}", 'permited: unknown key\nFix: did you mean "permitted"?'),
        (
            "wrong_anwser/x: {of: accepted/good}",
            'wrong_anwser: not a folder of sample submissions\nFix: did you mean "wrong_answer"?',
        ),
        ("accepted/x: {of: accepted/god}", "there is no submissions/accepted/god"),
        ("accepted/x: {of: ../../tiny}", "there is no ../tiny"),
        ("accepted/good: {of: wrong_answer/bad}", "has a folder, and is `of` another program"),
        ("accepted/x: {of: wrong_answer/bad, change: '+x'}", "changes a program of 2 files"),
        (
            "accepted/x: {of: accepted/good, change: '-print(2)'}",
            "its lines ['print(2)'] are 0 times in the program, not once\nFix: copy whole lines",
        ),
    ],
)
def test_what_no_sample_can_be_is_refused(tiny, line, fault):
    with pytest.raises(DataError) as caught:
        expected(tiny, f"# a comment\n{line}")
    place = tiny / "submissions" / "submissions.yaml"
    assert str(caught.value).startswith(f"{place}:2: {line.split(':')[0]}: ")
    assert fault in str(caught.value)


def test_a_strange_folder_is_told(tiny):
    (tiny / "submissions" / "wrong_anwser" / "x").mkdir(parents=True)
    (tiny / "submissions" / "wrong_anwser" / "x" / "main.py").write_text("")
    with pytest.raises(DataError, match="wrong_anwser/x: wrong_anwser: not a folder"):
        expected(tiny, "{}")


def test_what_is_as_expected_gives_no_finding():
    want = Expected(permitted=("AC", "WA"), required=("WA",), score=(0, 3), message="missing")
    assert found(want, record(Verdict.AC, Verdict.WA, Verdict.RV, score=2, message="1 missing")) == []


def test_what_is_not_as_expected_is_found():
    for want, got, what in [
        (Expected(permitted=("AC",)), record(Verdict.AC, Verdict.TLE), "got TLE, permitted is AC"),
        (Expected(required=("WA",)), record(Verdict.AC), "got AC, required is WA"),
        (Expected(score=0), record(Verdict.AC, score=1), "1 points, not from 0 to 0"),
        (Expected(message="Recursion"), record(Verdict.AC), "no message says 'Recursion'"),
        (Expected(), record(Verdict.JE), "a judge error: "),
    ]:
        assert found(want, got) == [Finding("x", what)]


def test_what_the_run_said_is_told_with_a_verdict_that_is_not_permitted():
    said = {"01": (Verdict.AC, "nothing"), "02": (Verdict.TLE, "used more than 5 s"), "03": (Verdict.TLE, "")}
    runs = tuple(
        RunScore(batch=batch, visibility=Visibility.HIDDEN, verdict=verdict, message=message)
        for batch, (verdict, message) in said.items()
    )
    late = replace(record(Verdict.AC, Verdict.TLE), runs=runs)
    assert found(Expected(permitted=("AC",)), late) == [
        Finding("x", "got TLE, permitted is AC; 02: used more than 5 s")
    ]


def test_where_nothing_but_pictures_is_asked_they_have_the_verdicts():
    got = record(Verdict.WA, Verdict.RV)
    tests = tuple(replace(test, answer="picture") for test in got.tests)
    pictures = replace(got, tests=tests)
    assert found(Expected(permitted=("WA",), required=("WA",)), pictures) == []
    assert found(Expected(permitted=("AC",)), pictures) == [Finding("x", "got WA, permitted is AC")]
