"""The checks of a package find what they are there for: each is shown a spoilt one."""

from dataclasses import replace

import pytest

from gograde.assignments.board9.assignment import Board9
from gograde.assignments.board9.checks import checks
from gograde.assignments.board9.probes import Bench, check_crashers, check_junk, check_maximum
from gograde.assignments.board9.score import score
from gograde.authoring.assignment import Batch
from gograde.grading.package_verify import verify
from gograde.scoring.outcome import RIGHT
from gograde.scoring.verdict import Verdict


def found(case_set, name):
    return [f"{finding.where}: {finding.what}" for finding in checks(case_set)[name]]


def with_case(batch: Batch, question: str, **changes) -> Batch:
    cases = tuple(replace(case, **changes) if case.question == question else case for case in batch.cases)
    return replace(batch, cases=cases)


def spoilt(case_set, question, **changes):
    return replace(
        case_set, hidden=(with_case(case_set.hidden[0], question, **changes), *case_set.hidden[1:])
    )


def test_nothing_is_found_in_a_sound_package(case_set):
    assert {name: list(findings) for name, findings in checks(case_set).items()} == {
        "configuration": [],
        "public cases": [],
        "references": [],
        "features": [],
        "maximum": [],
        "junk": [],
        "crash probes": [],
    }


def test_a_wrong_reference_is_found(case_set):
    case = next(case for case in case_set.hidden[0].cases if case.question == "5")
    wrong = {"points": case.answer["points"][1:]}
    assert found(spoilt(case_set, "5", answer=wrong), "references") == [
        "01/5: the reference is not that of fast_answer",
        "01/5: the reference is not that of slow_answer",
    ]


def test_a_board_without_its_features_is_found(case_set):
    lone = {"input": b"4 4 -1\n", "features": ("captures-two",)}
    assert "01/2: has not all of: captures-two" in found(spoilt(case_set, "2", **lone), "features")


def test_a_feature_that_no_board_has_is_found(case_set):
    hidden = tuple(with_case(batch, "5", features=()) for batch in case_set.hidden)
    assert found(replace(case_set, hidden=hidden), "features") == [
        f"generator.yaml: no board is made for the feature {name}"
        for name in ("legal-by-capture", "stone-suicide", "chain-suicide")
    ]


def test_a_changed_public_case_is_found(case_set):
    changed = replace(case_set, sample=(with_case(case_set.sample[0], "00", input=b"0 0 1\n"),))
    assert found(changed, "public cases") == ["sample-01/test_00.txt: not what generator.yaml makes"]


def test_a_group_that_asks_what_there_is_not_is_found(case_set):
    groups = tuple(
        group.model_copy(update={"questions": ("6",)}) if group.name == "legal" else group
        for group in case_set.config.groups
    )
    config = case_set.config.model_copy(update={"groups": groups})
    assert found(replace(case_set, config=config), "configuration") == [
        "assignment.yaml: groups: legal: there is no question '6'",
        "assignment.yaml: groups: nobody counts question '5' of hidden cases",
    ]


def test_boards_of_another_size_are_found(case_set):
    config = case_set.config.model_copy(
        update={"board": case_set.config.board.model_copy(update={"rows": 7})}
    )
    assert found(replace(case_set, config=config), "configuration") == [
        "generator.yaml: makes 9x9 boards, unlike assignment.yaml"
    ]


@pytest.fixture
def bench(case_set):
    return Bench(case_set.config, case_set.hidden[1])


def replaced(monkeypatch, scorer):
    monkeypatch.setattr("gograde.assignments.board9.probes.score", scorer)


def test_a_scorer_that_accepts_everything_is_found(bench, monkeypatch, case_set):
    monkeypatch.setattr("gograde.assignments.board9.score.score_points", lambda reference, answer: RIGHT)
    assert "02/1: the answer to batch 01 gets AC" in [
        f"{f.where}: {f.what}" for f in check_junk(bench, case_set.hidden)
    ]
    assert any("a point at -1 is accepted" in finding.what for finding in check_crashers(bench))


def test_a_scorer_that_rejects_the_right_answer_is_found(bench, monkeypatch):
    replaced(monkeypatch, lambda batch, facts, *rest: score(batch, replace(facts, files={}), *rest))
    finding = next(iter(check_maximum(bench)))
    assert finding.what.startswith("the right answer as a file gets NO")


def test_a_scorer_that_raises_is_found(bench, monkeypatch):
    def careless(batch, facts, *rest):
        int(facts.stdout or b"0")
        return score(batch, facts, *rest)

    replaced(monkeypatch, careless)
    found = [finding.what for finding in check_crashers(bench)]
    assert any(text.startswith("NaN: the scorer raised ValueError") for text in found)


def test_a_scorer_that_calls_junk_our_fault_is_found(bench, monkeypatch):
    def blaming(batch, facts, *rest):
        tests = score(batch, facts, *rest)
        return tuple(
            t.model_copy(update={"verdict": Verdict.JE}) if b"\x80" in facts.stdout else t for t in tests
        )

    replaced(monkeypatch, blaming)
    assert any("a judge error" in finding.what for finding in check_crashers(bench))


class OnlyMistakes(Board9):
    """Looks at the mistakes and at nothing else."""

    def checks(self, cases):
        return {}

    def mutants(self, cases):
        return None


def test_a_mistake_that_slips_through_is_found(package, sample, monkeypatch):
    monkeypatch.setattr("gograde.grading.package_verify.generate_batches", lambda package, key: (sample,))
    monkeypatch.setattr("gograde.grading.package_verify.assignment_of", lambda package: OnlyMistakes())
    report = verify(package, b"a key for tests, known to all", None, lambda step: None)
    few = {name: len(caught) for name, caught in report.mistakes.items() if len(caught) < 3}
    assert 0 < few["capture-forgotten"] < len(report.mistakes["stones-not-chains"])
    assert [
        f"{f.where}: {f.what}" for check in report.checks if check.name == "mistakes" for f in check.findings
    ] == [f"{name}: caught by {number} cases, not by 3" for name, number in few.items()]
