"""Honest programs give under each back end what they give outside, and violate nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.sandbox.landlock import Unsandboxed
from gograde.sandbox.protocol import Backend
from tests.campaign.honest.programs import LANGUAGES, job_of, program
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
    job = job_of(task[0], program(task[0], (read, task[1], write)))
    expected, result = Unsandboxed().run(job), Box(backend, user).run(job)
    assert expected.exit_code == 0
    assert (result.exit_code, result.killed_for, result.violations) == (0, None, ()), result.stderr[-300:]
    assert (result.stdout, dict(result.files)) == (expected.stdout, dict(expected.files))
