"""Hints of public cases are data, and say what the mistakes would; those of hidden cases are computed."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import partial
from itertools import chain, combinations, islice
from pathlib import Path
from typing import Any

import pytest

from gograde.assignments.tromp_taylor.assignment import KOMI, NO_JIGO, WORDS_BEFORE, rubric_of
from gograde.authoring import mutants
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.mistake_table import CrashError
from gograde.authoring.module import EXCHANGED, ONE_ROW, ROUNDED, TEXTS, TRUTH, habits
from gograde.authoring.mutants import EndlessError, mutants_of, source_of
from gograde.authoring.new_package import describe_package, new_package
from gograde.authoring.registry import assignment_of, shipped_ids
from gograde.authoring.scoring import hints_by, read_batch, write_batch
from gograde.authoring.spec import Mistake
from gograde.authoring.spec_assignment import (
    NO_FORM,
    NOT_SQUARE,
    SAME,
    Evidence,
    SpecAssignment,
    evidence_of,
    likely,
    with_mistakes,
)
from gograde.authoring.spec_author import TRIAL_KEY, CaseSet, SpecAuthor, author_of
from gograde.code_closure import closure
from gograde.codec import replace
from gograde.core.assignment import RIVAL, Batch, Case, Hint
from gograde.core.marking import Marking
from gograde.core.record import Visibility
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.package.contents import changed
from gograde.package.package import find_package, open_package
from tests.campaign.keys import planned

WITH_MISTAKES = tuple(name for name in shipped_ids() if name != "little-go")
SECRET = re.compile(r"(mistakes|oracle|features|generate|author|_program)\.py$")


def test_what_scores_a_public_case_imports_nothing_that_knows_the_answers() -> None:
    for name in shipped_ids():
        module = f"gograde.assignments.{name.replace('-', '_')}.assignment"
        found = closure(module, "gograde.grading.boxed.inside")
        assert f"{module.replace('.', '/').removeprefix('gograde/')}.py" in found
        assert [path for path in sorted(found) if SECRET.search(path)] == []


def as_hidden(marking: Marking) -> Marking:
    """Marks that ask hidden cases what public ones are asked."""
    groups = (replace(group, cases="hidden") for group in marking.groups if group.cases == "sample")
    return replace(marking, groups=tuple(groups))


def helps(
    assignment: SpecAssignment, marking: Marking, batches: Sequence[Batch], answer: Callable[[Case], Any]
) -> set[str]:
    """The help for the wrong answers of a program."""
    runs, scored = [], []
    for batch in batches:
        given = {case.id: answer(case) for case in batch.cases}
        runs.append((batch, next(iter(assignment.answered(batch, given).values()))))
        scored.append(assignment.score(*runs[-1], marking, Visibility.VISIBLE))
    tests = chain.from_iterable(with_mistakes(assignment, marking, runs, scored))
    return {test.cause.help for test in tests if test.verdict is Verdict.WA and test.cause}


@pytest.mark.parametrize("name", WITH_MISTAKES)
def test_a_program_with_a_mistake_is_told_that_one_or_none(name: str, monkeypatch: Any) -> None:
    """Of public cases as of hidden ones, which have more mistakes to be one of.

    Most mistakes give the same answers to most cases, and what an answer tells is looked up once.
    """
    seen: dict[Any, Evidence] = {}

    def looked_up(rubric: Any, case: Case, value: Any, hints: Iterable[Hint], *, wrong: bool) -> Evidence:
        key = (case.question, case.input, isinstance(hints, tuple), repr(value), wrong)
        return seen.get(key) or seen.setdefault(key, evidence_of(rubric, case, value, hints, wrong=wrong))

    monkeypatch.setattr("gograde.authoring.spec_assignment.evidence_of", looked_up)
    package = find_package(name)
    assignment, marking, public = assignment_of(package), package.config.marking, sample_batches(package)
    assert isinstance(assignment, SpecAssignment)
    hidden = [replace(batch, public=False) for batch in public]
    named = 0
    for mistake in assignment.known(marking):

        def answer(case: Case, mistake: Mistake = mistake) -> Any:
            value = assignment.value_of(case, marking)
            told = [one.answer for one in hints_by([mistake], case.question, value)]
            return told[0] if told and told[0] is not None else case.answer

        of_public = helps(assignment, marking, public, answer)
        assert of_public <= {"", mistake.help}
        assert helps(assignment, as_hidden(marking), hidden, answer) <= {"", mistake.help}
        named += of_public == {mistake.help}
    assert named > 15


def in_words(answer: Callable[[str], str]) -> set[str]:
    package = find_package("tromp-taylor")
    assignment, batches = assignment_of(package), sample_batches(package)
    assert isinstance(assignment, SpecAssignment)
    return helps(assignment, package.config.marking, batches, lambda case: answer(case.answer))


def test_a_constant_program_is_told_that_it_is_one() -> None:
    assert in_words("Jigo".format) == in_words("B+3".format) == {SAME}
    wrong = Evidence(True, {}, "[1]")
    assert (likely([wrong] * 3), likely([wrong] * 2)) == ({"": SAME}, {"": ""})
    assert likely([wrong, wrong, replace(wrong, answer="[2]")]) == {"": ""}


def test_words_before_the_answer_are_told() -> None:
    assert in_words("Board: {}".format) == in_words("Which board?\n{}".format) == {WORDS_BEFORE}
    assert in_words("1{}".format) == in_words("{} points".format) == in_words("3".format) == {NO_FORM}


def test_komi_is_known_by_its_half_points() -> None:
    (komi,) = (one for one in rubric_of({}).habits if one.help == KOMI)
    for right in (("B+3", "W+3.5"), ("Jigo", "W+6.5"), ("W+2", "W+8.5")):
        assert komi.gives(*right)
    for other in (("W+2", "W+3"), ("B+3", "B+3.0"), ("B+3", "B+4.5"), ("B+3", "no")):
        assert not komi.gives(*other)


def seen(wrong: bool, part: str = "", **gives: bool) -> Evidence:
    return Evidence(wrong, gives, part=part)


def test_a_mistake_is_likely_that_no_answer_contradicts_and_no_rival_explains_as_well() -> None:
    wrong = seen(True, komi=True, edges=True)
    assert likely([wrong]) == {"": ""}
    assert likely([wrong, seen(False, komi=True, edges=False)]) == {"": "komi"}
    assert likely([wrong, seen(True, komi=False, edges=True), seen(True, other=False)]) == {"": "edges"}
    assert likely([seen(False, komi=True)]) == {"": ""}
    assert likely([Evidence(True, {f"{RIVAL}edges": True})]) == {"": ""}


def test_a_second_mistake_of_another_function_silences_none() -> None:
    """But an answer there that it would have changed is outweighed, a right one in the function itself."""
    ours, theirs = seen(True, "legal", komi=True), seen(True, "chains", komi=False)
    right = replace(theirs, wrong=False)
    assert [likely([ours] * n + [theirs])["legal"] for n in (2, 3)] == ["", "komi"]
    more = replace(theirs, part="links")
    assert [likely([ours] * n + [theirs, more])["legal"] for n in (5, 6)] == ["", "komi"]
    assert likely([ours, ours, seen(True, "mover", komi=True), theirs])["mover"] == "komi"
    assert likely([ours, ours, seen(True, "mover", komi=True), right])["mover"] == ""
    assert likely([ours] * 3 + [right]) == {"legal": "komi", "chains": ""}
    idle = replace(theirs, idle=frozenset({"komi"}))
    assert likely([ours, ours, idle]) == {"legal": "komi", "chains": ""}
    assert likely([ours, ours, replace(idle, part="legal")]) == {"legal": ""}


def test_crashes_ask_for_a_second_answer_and_another_part_for_no_rival_in_this_one() -> None:
    ours, crash = seen(True, komi=True), Evidence(True, {"komi": None})
    assert [likely([*some, crash])[""] for some in ([ours], [ours, ours])] == ["", "komi"]
    blank, rule = seen(True, "points", blank=True), seen(True, "rule", blank=True, always=True)
    assert likely([blank, blank, rule]) == {"points": "blank", "rule": "blank"}
    assert likely([blank, blank, rule, seen(True, "legal", blank=False)])["rule"] == ""


def test_what_is_plain_of_all_answers_of_a_part_is_told_where_no_mistake_is_known() -> None:
    wrong, right = (Evidence(one, {}, part="a", plain={"form": False, "row": one}) for one in (True, False))
    assert likely([wrong, replace(right, plain={"row": True})]) == {"a": "row"}
    assert likely([wrong, right]) == {"a": ""}
    assert likely([replace(wrong, gives={"komi": True})]) == {"a": "komi"}


def test_boards_that_are_not_square_are_told_of_a_whole_program() -> None:
    ways = {"plain": {NOT_SQUARE: True}, "whole": frozenset({NOT_SQUARE})}
    wrong, right = (Evidence(one, {}, part=f"{one}", **ways) for one in (True, False))
    assert likely([wrong] * 3 + [right])["True"] == NOT_SQUARE
    others = ([wrong] * 3, [wrong, wrong, right], [wrong] * 3 + [replace(right, plain={NOT_SQUARE: False})])
    assert [likely(one)["True"] for one in others] == [""] * 3


def test_a_program_with_other_faults_too_is_told_that_it_has_no_word_for_equal_points() -> None:
    assert in_words(lambda right: "B+0" if right == "Jigo" else f"{right}1") == {NO_JIGO, ""}
    assert in_words(lambda right: "B+0" if right == "Jigo" else "Jigo") == {""}


def test_a_rival_may_be_one_that_would_not_be_told_itself() -> None:
    """Black stones only, in one of two functions: `black first` explains its two wrong answers too."""
    legal = seen(True, "legal", black_first=True, only_black=True)
    mover = seen(False, "mover", only_black=False)
    assert likely([legal, legal, mover]) == {"legal": "", "mover": ""}
    assert likely([legal, legal, legal, mover, seen(True, "legal", black_first=False, only_black=True)]) == {
        "legal": "only_black", "mover": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("help", "right", "shown", "hidden"),
    [
        (ONE_ROW, [[1, 0], [0, 1]], [[0, 1], [0, 1]], ([[0, 1]], [[1, 0], [0, 0]], [[0, 0], [0, 0]], [], 0)),
        (ROUNDED, [0.123456, 5.0], [0.12, 5.0], ([0.123457, 5.0], [0.0, 5.0], [0.12], [0.12, 5.5], 0.12)),
        (TRUTH, {"a": True}, {"a": 1}, ({"a": 2}, {"a": False}, {"b": 1}, 1)),
        (TEXTS, [0.123456, 2], ["0.12", 2], (["0.12", "two"], [0.12, 2], ["0.12", 3], "0.12")),
        (EXCHANGED, {"a": [[1, 2], [0.5, 4]]}, {"a": [[1, 0.5], [2, 4]]}, ([[1, 0.5], [2, 4]], {"a": []})),
    ],
)
def test_habits_of_any_values(help: str, right: Any, shown: Any, hidden: Sequence[Any]) -> None:
    (habit,) = (one for one in habits() if one.help == help)
    assert habit.gives(right, shown)
    assert [one for one in hidden if habit.gives(right, one)] == []


def test_the_hints_of_a_case_are_told() -> None:
    (case,) = sample_batches(find_package("tromp-taylor"))[0].cases
    wrong = [hint for hint in case.hints if hint.answer != case.answer]
    assert 5 < len(wrong) < len(case.hints)


def test_hints_are_read_as_they_were_written() -> None:
    package = find_package("board9")
    assignment, (batch,) = assignment_of(package), sample_batches(package)
    again = read_batch(assignment, batch.name, write_batch(assignment, batch), public=True)
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
        "a set": [7, 8], "an array": [7], "no number": None, "an object": None, "1j": None,
    }  # fmt: skip


def test_hidden_cases_have_no_file_of_hints() -> None:
    package = find_package("board9")
    assignment, (batch,) = assignment_of(package), sample_batches(package)
    with pytest.raises(DataError, match=r"01/hints\.json: not a file of a batch"):
        read_batch(assignment, "01", write_batch(assignment, batch), public=False)


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
        files = {**write_batch(assignment, batch), "hints.json": json.dumps(told).encode()}
        with pytest.raises(DataError) as caught:
            read_batch(assignment, "sample-01", files, public=True)
        fix = "Fix: make the public cases anew: gograde cases describe PACKAGE --sample"
        assert str(caught.value) == f"sample-01/hints.json: {what}\n{fix}"


def test_hints_that_are_not_those_of_the_mistakes_are_a_finding() -> None:
    package = find_package("tromp-taylor")
    author = author_of(package)
    first, *others = sample_batches(package)
    wrong = replace(first, cases=(replace(first.cases[0], hints=()),))
    for sample, found in (((first, *others), 0), ((wrong, *others), 1)):
        cases = CaseSet(package.config, package.generator(), sample, ())
        assert len([*author.checks(cases)["public cases"]]) == found


# -- how often a hint to public cases is right, wrong or absent -------------------------------


LEAST = 0.75
"""The share of a program's wrong answers to hidden cases that its mistake must give: a hint is wrong else."""

STEPS = 60_000
"""The most steps of a mutant on an input; the answer to a larger one is not known."""

LARGEST = 5_000
"""Bytes of the largest hidden input that is tried."""

Program = Callable[[str, Any], Any]


class Bench:
    """A package with what programs are tried on."""

    def __init__(self, name: str) -> None:
        package = find_package(name)
        assignment, author = assignment_of(package), author_of(package)
        assert isinstance(assignment, SpecAssignment)
        assert isinstance(author, SpecAuthor)
        self.assignment, self.marking = assignment, package.config.marking
        self.spec = author.spec_of(package.config)
        self.public = [(case, None) for batch in sample_batches(package) for case in batch.cases]
        hidden = (case for batch in planned(name, TRIAL_KEY) for case in batch.cases)
        self.hidden = [
            (case, tuple(hints_by(self.spec.mistakes, case.question, self.value(case))))
            for case in hidden
            if len(case.input) < LARGEST
        ]

    def value(self, case: Case) -> Any:
        return deepcopy(self.assignment.value_of(case, self.marking))

    def programs(self) -> Iterator[tuple[str, Program]]:
        """Each program with a mistake in all functions, with it in one alone, and each mutant, by name."""
        spec, reference = self.spec, self.spec.reference
        assert reference is not None
        parts = {case.question: self.assignment.part_of(case) for case, _ in self.public}
        for mistake in spec.mistakes:
            yield mistake.name, self.where(mistake.concerns, mistake.answer)
            for part in dict.fromkeys(parts.values()) if len({*parts.values()}) > 1 else ():
                own = {one for one in parts if parts[one] == part and mistake.concerns(one)}
                yield f"{mistake.name} in {part}", self.where(own.__contains__, mistake.answer)
        for name, mutant in mutants_of(reference).items():
            changed = partial(mutant.program.answer, limit=STEPS, told=reference.arguments)
            asked = {one for one, module in reference.modules.items() if module == mutant.module}
            yield f"mutant {name}", self.where(asked.__contains__, changed)

    def pairs(self) -> Iterator[tuple[set[str], Program]]:
        """Programs with two mistakes of the table whose changes go together, and the helps of both."""
        reference, rows = self.spec.reference, [one for one in self.spec.mistakes if one.change]
        assert reference is not None
        for both in random.Random(35).sample(list(combinations(rows, 2)), 40):
            changed_ones: dict[str, str] = {}
            with suppress(DataError):
                for one in both:
                    source = changed_ones.get(one.module) or source_of(one.module)
                    changed_ones[one.module] = changed(source, one.change, one.name)
                ways = {
                    module: partial(
                        mutants.SolverModule(text, module, CrashError=CrashError).answer,
                        told=reference.arguments,
                    )
                    for module, text in changed_ones.items()
                }
                asked = {one: ways[module] for one, module in reference.modules.items() if module in ways}
                yield (
                    {one.help for one in both},
                    self.where(asked.__contains__, lambda q, v, asked=asked: asked[q](q, v)),
                )

    def where(self, concerned: Callable[[str], bool], program: Program) -> Program:
        """What a program answers to the questions concerned, and the right answer to others."""
        return lambda question, value: (program if concerned(question) else self.spec.fast)(question, value)

    def evidence(
        self, program: Program, cases: Iterable[tuple[Case, Sequence[Hint] | None]]
    ) -> Iterator[Evidence]:
        """What is known of the answers of a program, or of its crashes; nothing of those it does not give."""
        for case, hints in cases:
            try:
                answer = program(case.question, self.value(case))
                wrong = answer is not None and not self.spec.judge(case.answer, answer).right
            except EndlessError:
                continue
            except Exception:
                answer, wrong = None, True
            if answer is None and not wrong:
                continue
            known = case.hints if hints is None else hints
            told = evidence_of(self.spec, case, answer, known, wrong=wrong)
            yield replace(told, part=self.assignment.part_of(case))

    def told(self, program: Program) -> set[tuple[str, str]]:
        """The helps that a program gets on public cases, each with the part that gets it."""
        answers = list(self.evidence(program, self.public))
        known = likely(answers)
        return {
            (one.part, known[one.part]) for one in answers if one.wrong and one.gives.get(known[one.part])
        }

    def share(self, part: str, help: str, program: Program) -> float:
        """The share of a part's wrong answers that a mistake gives, to hidden cases that it concerns."""
        own = [asked for asked in self.hidden if self.assignment.part_of(asked[0]) == part]
        answers = self.evidence(program, own)
        wrong = [fits for one in answers if one.wrong and (fits := one.gives.get(help)) is not None]
        return sum(wrong) / len(wrong) if wrong else 1.0


@pytest.mark.parametrize(
    ("name", "every", "least"),
    [
        ("board-control", 80, 1),
        *(
            pytest.param(*one, marks=pytest.mark.long)
            for one in [
                ("board-control", 1, 100),
                ("board9", 1, 45),
                ("influence", 1, 115),
                ("tromp-taylor", 1, 45),
            ]
        ),
    ],
)
def test_no_hint_is_wrong(name: str, every: int, least: int) -> None:
    """Of the known mistakes also in one function alone, two of them, and all mutants of the plain program."""
    bench, right, wrong = Bench(name), 0, []
    for program_name, program in islice(bench.programs(), 0, None, every):
        for part, help in bench.told(program):
            share = bench.share(part, help, program)
            right += share >= LEAST
            wrong += [(program_name, part, help, share)] * (share < LEAST)
    for helps, program in islice(bench.pairs(), 0, None, every):
        wrong += [(helps, *one) for one in bench.told(program) if one[1] not in helps]
    assert (wrong, right >= least) == ([], True)
