from functools import partial

from gograde.codec import replace
from gograde.package.expected_verdicts import Expected, judge, read_expected
from gograde.package.package import Finding, load_package
from gograde.scoring.record import AssignmentRef, RunScore, ScoreRecord, SubmissionRef, TestScore, Visibility
from gograde.scoring.verdict import Verdict
from tests.golden import errors_agree

from .conftest import write_descriptor


def expected(tiny, text):
    (tiny / "submissions" / "submissions.yaml").write_text(text)
    write_descriptor(tiny)
    return read_expected(load_package(tiny))


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


def test_what_names_nothing_that_is_there_is_refused(tiny, tmp_path):
    def strange():
        (tiny / "submissions" / "wrong_anwser" / "x").mkdir(parents=True)
        (tiny / "submissions" / "wrong_anwser" / "x" / "main.py").write_text("")
        return expected(tiny, "{}")

    texts = ("accepted/god: {}", "accepted/good: {permited: [AC]}")
    tried = ((text, partial(expected, tiny, text)) for text in texts)
    errors_agree("package/expected.txt", [*tried, ("a strange folder", strange)], tmp_path)


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
