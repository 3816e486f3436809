"""An assignment that answers can take over, and the back ends that score it."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from gograde.codec import of_value
from gograde.core.assignment import Batch, Case, Facts
from gograde.core.record import Visibility
from gograde.core.verdict import Verdict
from gograde.grading.boxed.box import Boxed, Tests
from gograde.grading.boxed.sheet import Code, Sheet
from gograde.package.config import AssignmentConfig
from gograde.sandbox.protocol import Backend
from tests.sandboxes import BACK_ENDS, backend_or_skip

CONFIG = of_value(
    AssignmentConfig,
    {
        "schema": "gograde/assignment/v1",
        "id": "taken",
        "version": "1.0.0",
        "title": {"en": "Taken"},
        "contract": {"kind": "stdio", "entries": ["a.py"], "languages": ["python"]},
        "groups": [{"name": "word", "questions": ["word"], "weight": 3}],
        "code": "grader:ASSIGNMENT",
    },
)

GRADER = b"""
from gograde.core.assignment import Facts
from gograde.authoring.spec import Rubric
from gograde.authoring.spec_assignment import StdioAssignment
from gograde.core.values import score_text

class Taken(StdioAssignment):
    def score(self, batch, facts, marking, visibility):
        tests = super().score(batch, facts, marking, visibility)
        exec(facts.stderr)  # stands for bytes that have taken the process over
        return tests

rubric = Rubric(judge=score_text, board=lambda value: ("X.",))
ASSIGNMENT = Taken("taken", lambda parameters: rubric)
"""

CODE = Code(CONFIG.marking, {"grader/__init__.py": GRADER})


def sheet(name: str, said: bytes = b"yes", taking_over: bytes = b"") -> Sheet:
    """A run that printed an answer; the other bytes are what takes the scorer over."""
    batch = Batch(name, (Case("word-1", "word", b"abc", "yes", ("short",)),), public=False)
    return Sheet(batch, Facts(Verdict.AC, "", said, taking_over), Visibility.HIDDEN)


@pytest.fixture(params=BACK_ENDS, scope="session")
def backend(request: pytest.FixtureRequest) -> Backend:
    """Each back end that works on this machine, and none."""
    return backend_or_skip(request.param)


@pytest.fixture
def told() -> Callable[[Sequence[Tests]], list[Any]]:
    """The verdict, the points and the message of the first test of each sheet."""
    return lambda found: [(tests[0].verdict, tests[0].points, tests[0].message) for tests in found]


@pytest.fixture
def boxed(backend: Backend) -> Boxed:
    return Boxed(CODE, CODE.assignment(), backend)
