"""Honest programs give under each back end what they give outside, and violate nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.sandbox.protocol import Backend, RunResult
from gograde.sandbox.select import choose_backend
from tests.campaign.honest.programs import LANGUAGES, Result, faults, job_of, outside, program
from tests.sandboxes import USERS, Box

TASKS = [(language, task) for language, parts in LANGUAGES.items() for task in parts["make"]]


@pytest.mark.needs("cc")
@pytest.mark.every_box
@given(task=st.sampled_from(TASKS), user=st.sampled_from(USERS), data=st.data())
def test_the_sandbox_changes_nothing_of_an_honest_program(
    backend: Backend, task: tuple[str, str], user: str, data: st.DataObject
) -> None:
    parts = LANGUAGES[task[0]]
    read, write = (data.draw(st.sampled_from(sorted(parts[kind]))) for kind in ("read", "write"))
    job = job_of(program(task[0], (read, task[1], write)))
    expected = outside(job)
    assert expected.code == 0
    assert faults(expected, Box(backend, user).run(job)) == []


def test_harm_is_told() -> None:
    result: RunResult = choose_backend().run(job_of(program("shell", ("cat", "arithmetic", "echo"))))
    expected = Result(0, b"504\n", None)
    assert faults(expected, result) == []
    assert faults(expected, replace(result, violations=("opened /x",))) == ["violation: opened /x"]
    [told] = faults(replace(expected, code=1), result)
    assert told.startswith("Result(code=0, stdout=b'504\\n', answer=None), not Result(code=1, ")
