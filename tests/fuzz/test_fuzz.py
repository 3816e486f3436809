"""Malformed input to everything that reads files from strangers, and what counts as a fault.

A case may raise only an error that a person can correct, never a judge error or an empty message. It may take
two seconds of CPU and 256 MiB, and may write no file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from gograde.errors import DataError, JudgeError
from tests.fuzz import answers, archives, exports, pictures, records, sources
from tests.fuzz.mutate import LONGEST, mutated
from tests.fuzz.trial import BrokenError, Trial, fault_of

TARGETS: Mapping[str, Callable[[Random], Trial]] = {
    "answers": answers.trial, "archives": archives.trial, "exports": exports.trial, "json": records.trial,
    "pictures": pictures.trial, "sources": sources.trial,
}  # fmt: skip
"""Each makes a case from random numbers and nothing else."""


@settings(max_examples=2 * settings.default.max_examples)  # type: ignore[union-attr]
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("target", TARGETS)
def test_nothing_malformed_is_more_than_a_refusal(target: str, seed: int) -> None:
    trial = TARGETS[target](Random(seed))
    note(f"{trial.kind}: {trial.data!r}")
    assert fault_of(trial) == ""


def raising(error: BaseException) -> Trial:
    def take() -> str:
        raise error

    return Trial("made up", b"x", take)


def test_what_counts_as_a_fault() -> None:
    assert fault_of(Trial("made up", b"", lambda: "refused")) == ""
    assert fault_of(raising(DataError("where", "what", "fix"))) == ""
    assert fault_of(Trial("made up", b"", str)) == "nothing said"
    assert fault_of(raising(JudgeError("a", "b", "c"))) == "a judge error: a: b\nFix: c"
    assert fault_of(raising(BrokenError("wrote outside"))) == "wrote outside"
    assert fault_of(raising(ValueError("oh"))).endswith("ValueError: oh")


def test_what_takes_long_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.trial.MOST_CPU_S", 0.0)
    assert fault_of(Trial("made up", b"", lambda: "x" * sum(range(3)))).startswith("took ")


def test_changes_stay_within_their_length() -> None:
    random = Random(1)
    made = [mutated(random, b"Problem 3: step:[(2, 3)]\n" * 10) for _ in range(300)]
    assert len(set(made)) > 200 and max(map(len, made)) <= LONGEST
