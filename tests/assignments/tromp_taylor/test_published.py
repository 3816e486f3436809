"""The five examples of the published task are public cases with the answers that it prints."""

from __future__ import annotations

from gograde.assignments.tromp_taylor.boards import FEATURES, PUBLISHED
from gograde.assignments.tromp_taylor.oracle import fast, slow
from gograde.authoring.case_folders import sample_batches
from gograde.package.package import find_package

ANSWERS = ("W+6", "Jigo", "Jigo", "B+21", "B+6")


def test_both_oracles_give_the_printed_answers() -> None:
    assert [fast("noise", data) for data in PUBLISHED] == list(ANSWERS)
    assert [slow("noise", data) for data in PUBLISHED] == list(ANSWERS)


def test_all_five_are_public_cases() -> None:
    cases = {
        case.input: case.answer
        for batch in sample_batches(find_package("tromp-taylor"))
        for case in batch.cases
    }
    assert [cases[data] for data in PUBLISHED] == list(ANSWERS)
    assert len(cases) == 10


def test_each_has_a_feature_of_its_own() -> None:
    for number, data in enumerate(PUBLISHED, start=1):
        fitting = [
            name for name in FEATURES if name.startswith("published-") and FEATURES[name]("noise", data)
        ]
        assert fitting == [f"published-{number}"]
