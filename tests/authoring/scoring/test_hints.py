"""Hints of public cases are data, and say what the mistakes would; those of hidden cases are computed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gograde.authoring.assignment import Batch, Case
from gograde.authoring.author import author_of
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.new_package import describe_package, new_package
from gograde.authoring.registry import assignment_of, shipped_ids
from gograde.authoring.scoring.hints import read, written
from gograde.authoring.spec_assignment import SpecAssignment
from gograde.authoring.spec_author import SpecAuthor, check_hints
from gograde.code_closure import closure
from gograde.codec import replace
from gograde.errors import DataError
from gograde.package.package import Finding, find_package, open_package
from gograde.scoring.marking import Marking
from gograde.scoring.record import Visibility

WITH_MISTAKES = tuple(name for name in shipped_ids() if name != "little-go")
SECRET = re.compile(r"(mistakes|oracle|features|generate|author|_program)\.py$|^go/oracles/")


def test_what_scores_a_public_case_imports_nothing_that_knows_the_answers() -> None:
    for name in shipped_ids():
        module = f"gograde.assignments.{name.replace('-', '_')}.assignment"
        found = closure(module, "gograde.grading.boxed.inside")
        assert f"{module.replace('.', '/').removeprefix('gograde/')}.py" in found
        assert [path for path in sorted(found) if SECRET.search(path)] == []


def helped(assignment: SpecAssignment, batch: Batch, case: Case, marking: Marking) -> list[str]:
    """The help for each wrong answer that the hints of a case have."""
    found = []
    for hint in case.hints:
        points = isinstance(case.answer, dict) and "points" in case.answer
        wrong = {"points": hint.answer} if points else hint.answer
        given = {one.id: one.answer for one in batch.cases} | {case.id: wrong}
        facts = next(iter(assignment.answered(batch, given).values()))
        tests = assignment.score(batch, facts, marking, Visibility.VISIBLE)
        (cause,) = (test.cause for test in tests if test.name == f"{batch.name}/{case.id}")
        found.append(cause.help if cause else "")
    return found


def as_hidden(marking: Marking) -> Marking:
    """Marks that ask hidden cases what public ones are asked."""
    groups = (replace(group, cases="hidden") for group in marking.groups if group.cases == "sample")
    return replace(marking, groups=tuple(groups))


@pytest.mark.parametrize("name", WITH_MISTAKES)
def test_a_public_case_is_explained_as_the_same_hidden_case_is(name: str) -> None:
    package = find_package(name)
    assignment, marking = assignment_of(package), package.config.marking
    assert isinstance(assignment, SpecAssignment)
    batch = sample_batches(package)[0]
    hidden, helps = replace(batch, public=False), []
    for case in batch.cases:
        helps += helped(assignment, batch, case, marking)
        assert helped(assignment, hidden, case, as_hidden(marking)) == helps[len(helps) - len(case.hints) :]
    assert any(helps)


def test_the_hints_of_a_case_are_told() -> None:
    first = sample_batches(find_package("tromp-taylor"))[0]
    told = {hint.answer: hint.help for hint in first.cases[0].hints}
    assert first.cases[0].answer not in told
    assert len(told) > 5


def test_hints_are_read_as_they_were_written() -> None:
    package = find_package("board9")
    assignment, (batch,) = assignment_of(package), sample_batches(package)
    again = read(assignment, batch.name, written(assignment, batch), public=True)
    assert [case.hints for case in again.cases] == [case.hints for case in batch.cases]


ODD = """

class Odd:
    def __init__(self, told):
        self.tolist = lambda: told


ANSWERS = {"a set": {8, 7}, "an array": Odd([7]), "no number": float("nan"), "an object": object(), "1j": 1j}
_known = mistakes_of


def mistakes_of(parameters):
    odd = (Mistake(name, name, lambda *asked, one=one: one) for name, one in ANSWERS.items())
    return (*_known(parameters), *odd)
"""


def test_an_answer_that_is_no_json_is_no_hint(tmp_path: Path) -> None:
    folder = new_package("liberties", "module", tmp_path)
    with (folder / "grader" / "mistakes.py").open("a") as code:
        code.write(ODD)
    describe_package(folder, sample=False)
    describe_package(folder, sample=True)
    case = sample_batches(open_package(folder))[0].cases[0]
    assert {hint.help: hint.answer for hint in case.hints if not hint.help.endswith(".")} == {
        "a set": [7, 8], "an array": [7],
    }  # fmt: skip


def test_hidden_cases_have_no_file_of_hints() -> None:
    package = find_package("board9")
    assignment, (batch,) = assignment_of(package), sample_batches(package)
    with pytest.raises(DataError, match=r"01/hints\.json: not a file of a batch"):
        read(assignment, "01", written(assignment, batch), public=False)


def test_hints_that_are_none_are_told() -> None:
    for told, what in [
        ([], "not the hints of cases"),
        ({"1": {}}, "not the hints of cases"),
        ({"1": {"board": "X", "hints": []}}, "not the hints of cases"),
        ({"1": {"board": None, "hints": [{"answer": 1}]}}, "not the hints of cases"),
        ({"1": {"board": None, "hints": [{"answer": 1, "help": 2}]}}, "not the hints of cases"),
        ({"9": {"board": ["X"], "hints": []}}, "there is no case '9'"),
    ]:
        package = find_package("board9")
        assignment, (batch,) = assignment_of(package), sample_batches(package)
        files = {**written(assignment, batch), "hints.json": json.dumps(told).encode()}
        with pytest.raises(DataError) as caught:
            read(assignment, "sample-01", files, public=True)
        fix = "Fix: make the public cases anew: gograde cases describe PACKAGE --sample"
        assert str(caught.value) == f"sample-01/hints.json: {what}\n{fix}"


def test_hints_that_are_not_those_of_the_mistakes_are_a_finding() -> None:
    package = find_package("tromp-taylor")
    author = author_of(package)
    assert isinstance(author, SpecAuthor)
    right = sample_batches(package)[:1]
    wrong = [replace(right[0], cases=(replace(right[0].cases[0], hints=()),))]
    made = author.hinted(right, package.config)
    assert list(check_hints(author.assignment, made, right)) == []
    told = [Finding("sample-01/hints.json", "not what the known mistakes answer")]
    assert list(check_hints(author.assignment, made, wrong)) == told
