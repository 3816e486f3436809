"""Each check of a package finds its fault in a spoilt package."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.assignment import ASSIGNMENT, Board9, rubric_of
from gograde.assignments.board9.author import AUTHOR, Board9Author, fast_answer
from gograde.assignments.board9.batch import QUESTIONS, RULE, picture_rows
from gograde.assignments.board9.boards import without_dead
from gograde.assignments.board9.mistakes import MISTAKES
from gograde.assignments.board9.reference_program import solve
from gograde.authoring.spec_author import (
    CRASH_PROBES,
    Bench,
    CaseSet,
    check_crash_probes,
    check_junk,
    check_maximum,
)
from gograde.codec import replace
from gograde.codec import replace as replace_record
from gograde.core.assignment import Batch, Facts
from gograde.core.marking import BoardShape
from gograde.core.record import TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.go import Board, CaptureReading, Stone, result_after_captures
from gograde.grading.package_verify import verify
from gograde.package.package import Finding, Package
from tests.assignments.board9.test_picture_verdicts import case


def texts(findings: Iterator[Finding]) -> list[str]:
    return [f"{finding.where}: {finding.what}" for finding in findings]


def found(case_set: CaseSet, name: str) -> list[str]:
    return texts(iter(AUTHOR.checks(case_set)[name]))


def with_case(batch: Batch, question: str, **changes: Any) -> Batch:
    cases = tuple(replace(case, **changes) if case.question == question else case for case in batch.cases)
    return replace(batch, cases=cases)


def spoilt(case_set: CaseSet, question: str, **changes: Any) -> CaseSet:
    return replace(
        case_set, hidden=(with_case(case_set.hidden[0], question, **changes), *case_set.hidden[1:])
    )


def test_nothing_is_found_in_a_right_package(case_set: CaseSet) -> None:
    assert {name: list(findings) for name, findings in AUTHOR.checks(case_set).items()} == {
        "configuration": [],
        "public cases": [],
        "references": [],
        "oracles": [],
        "what mistakes answer": [],
        "pictures": [],
        "features": [],
        "maximum": [],
        "junk": [],
        "crash probes": [],
    }


def test_a_wrong_reference_is_found(case_set: CaseSet) -> None:
    case = next(case for case in case_set.hidden[0].cases if case.question == "5")
    wrong = {"points": case.answer["points"][1:]}
    assert found(spoilt(case_set, "5", answer=wrong), "references") == [
        "01/5: the reference is not that of the fast oracle",
        "01/5: the reference is not that of the slow oracle",
    ]


def test_a_board_without_its_features_is_found(case_set: CaseSet) -> None:
    lone = {"input": b"4 4 -1\n", "features": ("captures-two",)}
    assert "01/2: has not: captures-two" in found(spoilt(case_set, "2", **lone), "features")


def test_a_board_on_which_nobody_can_play_is_found(case_set: CaseSet) -> None:
    dead = {"input": b"0 0 -1\n0 1 1\n1 0 1\n", "features": ()}
    assert "01/2: the question makes no sense on this input" in found(
        spoilt(case_set, "2", **dead), "features"
    )


def test_a_feature_that_no_board_has_is_found(case_set: CaseSet) -> None:
    hidden = tuple(with_case(batch, "5", features=()) for batch in case_set.hidden)
    assert found(replace(case_set, hidden=hidden), "features") == [
        f"generator.yaml: no input is made for the feature {name}"
        for name in ("legal-by-capture", "stone-suicide", "chain-suicide")
    ]


def test_a_changed_public_case_is_found(case_set: CaseSet) -> None:
    changed = replace(case_set, sample=(with_case(case_set.sample[0], "00", input=b"0 0 1\n"),))
    assert found(changed, "public cases") == [
        "data/sample: not what generator.yaml and the known mistakes make; describe the package with --sample"
    ]


def test_a_group_that_asks_what_there_is_not_is_found(case_set: CaseSet) -> None:
    groups = tuple(
        replace(group, **{"questions": ("6",)}) if group.name == "legal" else group
        for group in case_set.config.groups
    )
    config = replace(case_set.config, groups=groups)
    assert found(replace(case_set, config=config), "configuration") == [
        "assignment.yaml: groups: legal: there is no question '6': use one of: 0, 00, 1, 2, 3, 4, 5",
        "assignment.yaml: groups: nobody counts question '5' of hidden cases",
    ]


def test_boards_of_another_size_are_found(case_set: CaseSet) -> None:
    config = replace(case_set.config, board=BoardShape(rows=7, cols=9))
    assert found(replace(case_set, config=config), "configuration") == [
        "generator.yaml: makes 9x9 boards, unlike assignment.yaml"
    ]


# -- scorers --------------------------------------------------------------------------------

Scorer = Callable[..., tuple[TestScore, ...]]
score = ASSIGNMENT.score


class Scored(Board9):
    """The assignment with another scorer."""

    scorer: Scorer = score

    def score(self, *arguments: Any) -> tuple[TestScore, ...]:
        return type(self).scorer(*arguments)


def bench_with(case_set: CaseSet, scorer: Scorer) -> Bench:
    kind = type("Other", (Scored,), {"scorer": staticmethod(scorer)})
    return Bench(kind("board9", rubric_of), case_set.config, AUTHOR.spec_of(case_set.config))


def test_a_scorer_that_accepts_everything_is_found(case_set: CaseSet) -> None:
    def generous(*asked: Any) -> tuple[TestScore, ...]:
        return tuple(
            replace_record(test, verdict=Verdict.AC) if test.cause and test.cause.actual else test
            for test in score(*asked)
        )

    bench = bench_with(case_set, generous)
    altered = texts(check_junk(bench, case_set.sample[0]))
    assert any(text.startswith("sample-01/1: an altered right answer gets AC: ") for text in altered)
    probes = texts(check_crash_probes(bench, case_set.hidden[0]))
    assert any("a point at -1 as every answer gets AC" in text for text in probes)


def test_a_scorer_that_rejects_the_right_answer_is_found(case_set: CaseSet) -> None:
    def blind(batch: Batch, facts: Facts, *rest: Any) -> tuple[TestScore, ...]:
        return score(batch, replace(facts, files={}), *rest)

    finding = next(check_maximum(bench_with(case_set, blind), case_set.hidden[1]))
    assert finding.what.startswith("the right answer, as a file, gets NO")


def test_a_scorer_that_raises_is_found(case_set: CaseSet) -> None:
    def careless(batch: Batch, facts: Facts, *rest: Any) -> tuple[TestScore, ...]:
        int(facts.stdout or b"0")
        return score(batch, facts, *rest)

    told = texts(check_crash_probes(bench_with(case_set, careless), case_set.hidden[1]))
    assert any(text.startswith("02: NaN: the scorer raised ValueError") for text in told)


def test_a_scorer_that_calls_junk_our_fault_is_found(case_set: CaseSet) -> None:
    def blaming(batch: Batch, facts: Facts, *rest: Any) -> tuple[TestScore, ...]:
        tests = score(batch, facts, *rest)
        ours = {"verdict": Verdict.JE}
        return tuple(replace(t, **ours) if b"\x80" in facts.stdout else t for t in tests)

    told = texts(check_crash_probes(bench_with(case_set, blaming), case_set.hidden[1]))
    assert any("a byte that is no UTF-8 gets JE" in text for text in told)


@pytest.mark.parametrize("probe", CRASH_PROBES.values(), ids=list(CRASH_PROBES))
def test_a_probe_among_right_answers_and_in_a_printed_list_never_raises(
    case_set: CaseSet, probe: bytes
) -> None:
    (batch, *_), assignment = case_set.hidden, ASSIGNMENT
    right = assignment.write_batch(batch)["answer.txt"]
    headed = b"\n".join(line + b"\n" + probe if b"_" in line else line for line in right.split(b"\n"))
    lists = b"".join(b"Problem %d: x:%s\n" % (number, probe) for number in range(6))
    for data, place in ((headed, "as a file"), (lists, "printed")):
        facts = assignment.facts_of_output(batch, data)[place]
        tests = [
            t for t in score(batch, facts, case_set.config.marking, Visibility.HIDDEN) if t.answer == "text"
        ]
        assert not {Verdict.JE, Verdict.AC} & {test.verdict for test in tests}


class OnlyMistakes(Board9Author):
    """Looks at the mistakes and at nothing else."""

    def checks(self, cases: CaseSet) -> dict[str, Any]:
        return {}

    def mutants(self, cases: CaseSet) -> None:
        return None


def test_a_mistake_that_slips_through_is_found(
    package: Package, sample: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    only = OnlyMistakes(**vars(AUTHOR))
    monkeypatch.setattr("gograde.grading.package_verify.generate_batches", lambda package, key: (sample,))
    monkeypatch.setattr("gograde.grading.package_verify.hashes_elsewhere", lambda package, key: {})
    monkeypatch.setattr("gograde.grading.package_verify.author_of", lambda package: only)
    report = verify(package, b"a key for tests, known to all", None, lambda step: None)
    guides = {one.name for one in MISTAKES if one.guides}
    few = {name: len(at) for name, at in report.mistakes.items() if len(at) < 3 and name in guides}
    assert 0 < few["capture-forgotten"] < len(report.mistakes["stones-not-chains"])
    assert [
        f"{f.where}: {f.what}" for check in report.checks if check.name == "mistakes" for f in check.findings
    ] == [f"{name}: caught by {number} cases, not by 3" for name, number in few.items()]


# --  ---------------------------------------------------------------------------------------------


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


@given(boards())
def test_the_boards_that_pictures_may_show_are_those_of_both_readings(board):
    board = without_dead(board)
    readings = (result_after_captures(board, Stone.WHITE, reading) for reading in CaptureReading)
    assert case(board).wanted == tuple(dict.fromkeys(map(picture_rows, readings)))
