"""Sandboxes for tests: every back end, as root and as an ordinary user."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gograde.sandbox.bwrap import Bubblewrap
from gograde.sandbox.doctor.examination import run_controls
from gograde.sandbox.doctor.survey import Controls
from gograde.sandbox.landlock import Unsandboxed
from tests.hidden import shared
from tests.sandboxes import USERS, Box, backend_or_skip, call_in_child, interpreter


@pytest.fixture(
    params=[f"{name}-{user}" for name in ("bwrap", "landlock") for user in USERS], scope="session"
)
def box(request: pytest.FixtureRequest) -> Box:
    """Each back end that works on this machine, as each user that can be had."""
    name, user = request.param.split("-")
    return Box(backend_or_skip(name), user)


@pytest.fixture(scope="session")
def controls() -> Controls:
    """What the doctor tries outside a sandbox, tried once a run of the suite."""
    found: Controls = shared("doctor-controls", run_controls)
    return found


@pytest.fixture(scope="session")
def bubblewrap() -> Bubblewrap:
    """The back end that starts programs warm, where it works."""
    found = backend_or_skip("bwrap")
    assert isinstance(found, Bubblewrap)
    return found


@pytest.fixture(scope="session")
def python() -> Path:
    """An interpreter that every user can reach."""
    return interpreter()


@pytest.fixture
def in_child() -> Callable[[Callable[[], Any]], Any]:
    """Calls a function in a child of its own, which has no descriptors and children of other tests."""
    return lambda work: call_in_child(work, ordinary=False)


@pytest.fixture
def in_ordinary_child() -> Callable[[Callable[[], Any]], Any]:
    """Calls a function in a child of its own that is an ordinary user."""
    return lambda work: call_in_child(work, ordinary=True)


@pytest.fixture(scope="session")
def outside() -> Box:
    """No sandbox: what a positive control runs in."""
    return Box(Unsandboxed(), "root")
