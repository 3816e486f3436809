"""Checks of the cases of board9: references, features, and which case catches which mistake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from gograde.assignments.board9.batch import QUESTIONS, parse_board, write_batch
from gograde.assignments.board9.features import FEATURES
from gograde.assignments.board9.generate import fits, generate_sample, read_config
from gograde.assignments.board9.oracle import fast_answer, slow_answer
from gograde.assignments.board9.probes import Bench, check_crashers, check_junk, check_maximum
from gograde.authoring.assignment import Batch, Case, CaseSet
from gograde.package.config import AssignmentConfig, BoardSize
from gograde.package.folder_check import Finding


def checks(cases: CaseSet) -> dict[str, Iterator[Finding]]:
    """Every check by name; each is carried out when it is walked through."""
    batches = (*cases.sample, *cases.hidden)
    benches = [Bench(cases.config, batch) for batch in batches]
    return {
        "configuration": check_config(cases.config, cases.generator),
        "public cases": chain.from_iterable(check_sample(one, cases.generator) for one in cases.sample),
        "references": check_references(batches, cases.config.size),
        "features": check_features(cases.hidden, cases.config.size),
        "maximum": chain.from_iterable(map(check_maximum, benches)),
        "junk": chain.from_iterable(check_junk(bench, batches) for bench in benches),
        "crash probes": chain.from_iterable(map(check_crashers, benches)),
    }


def check_config(config: AssignmentConfig, generator: Mapping[str, Any]) -> Iterator[Finding]:
    """The two files of the package agree, and every group asks for what there is."""
    size = read_config(generator).board
    if size != config.board:
        yield Finding("generator.yaml", f"makes {size.rows}x{size.cols} boards, unlike assignment.yaml")
    for group in config.groups:
        for question in sorted(set(group.questions).difference(QUESTIONS)):
            yield Finding(f"assignment.yaml: groups: {group.name}", f"there is no question {question!r}")
    for question in QUESTIONS:
        if config.group_of(question, "text", public=False) is None:
            yield Finding("assignment.yaml: groups", f"nobody counts question {question!r} of hidden cases")


def check_sample(sample: Batch, generator: Mapping[str, Any]) -> Iterator[Finding]:
    """The public batch is what the public key makes."""
    made, there = write_batch(generate_sample(generator)), write_batch(sample)
    for name in made:
        if made[name] != there[name]:
            yield Finding(f"{sample.name}/{name}", "not what generator.yaml makes")


def check_references(batches: Sequence[Batch], size: BoardSize) -> Iterator[Finding]:
    """Every stored answer is that of the fast rules and of the slow oracle."""
    for batch, case in _cases(batches):
        board = parse_board(case.input, f"{batch.name}/{case.id}", size.rows, size.cols)
        for oracle in (fast_answer, slow_answer):
            if oracle(case.question, board) != case.answer:
                yield Finding(f"{batch.name}/{case.id}", f"the reference is not that of {oracle.__name__}")


def check_features(batches: Sequence[Batch], size: BoardSize) -> Iterator[Finding]:
    """Every board has the features it was made for and may be asked its question; none is missing."""
    for batch, case in _cases(batches):
        board = parse_board(case.input, f"{batch.name}/{case.id}", size.rows, size.cols)
        if not fits(case.question, case.features, board):
            yield Finding(f"{batch.name}/{case.id}", f"has not all of: {', '.join(case.features)}")
    named = {feature for _, case in _cases(batches) for feature in case.features}
    for feature in (name for name in FEATURES if name not in named):
        yield Finding("generator.yaml", f"no board is made for the feature {feature}")


def _cases(batches: Sequence[Batch]) -> Iterator[tuple[Batch, Case]]:
    return ((batch, case) for batch in batches for case in batch.cases)
