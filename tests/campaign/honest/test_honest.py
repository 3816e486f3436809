"""Eight honest programs give under each back end what they give outside, and violate nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gograde.sandbox.protocol import RunResult
from gograde.sandbox.select import choose_backend
from tests.campaign.honest.__main__ import BACKENDS, harm
from tests.campaign.honest.programs import Result, drawn, faults, job_of, program
from tests.needs import require
from tests.sandboxes import USERS, Box, backend_or_skip

COUNT = 8


@pytest.mark.parametrize("name", BACKENDS)
def test_the_sandbox_changes_nothing_of_an_honest_program(request: pytest.FixtureRequest, name: str) -> None:
    require("cc")
    backend = backend_or_skip(name)
    programs = drawn(int(request.config.option.hypothesis_seed), COUNT)
    boxes = [Box(backend, USERS[number % len(USERS)]) for number in range(COUNT)]
    assert [line for one, box in zip(programs, boxes, strict=True) for line in harm(one, [box])] == []


# -- what is drawn, and what would be found -------------------------------------------------


def test_harm_is_told() -> None:
    result: RunResult = choose_backend().run(job_of(program("shell", ("cat", "arithmetic", "echo"))))
    expected = Result(0, b"504\n", None)
    assert faults(expected, result) == []
    assert faults(expected, replace(result, violations=("opened /x",))) == ["violation: opened /x"]
    [told] = faults(replace(expected, code=1), result)
    assert told.startswith("Result(code=0, stdout=b'504\\n', answer=None), not Result(code=1, ")
