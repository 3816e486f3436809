"""Sandboxes for tests: every back end, as root and as an ordinary user."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.bwrap.backend import Bubblewrap
from gograde.sandbox.doctor.examination import run_controls
from gograde.sandbox.doctor.findings import Controls
from gograde.sandbox.landlock.backend import Unsandboxed
from gograde.sandbox.protocol import Backend
from gograde.sandbox.select import choose_backend
from tests.hidden import shared
from tests.sandboxes import USERS, Box, backend_or_skip, call_in_child, interpreter

NO_CASE = SimpleNamespace(params={})
BOXES = ("bwrap-root", "bwrap-ordinary", "landlock-ordinary", "landlock-root")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each test of a box is run by `make test` in both back ends, by turns as root and as an ordinary user.

    The other two of the four boxes are left to `make campaign NAMES=long`.
    """
    if len(USERS) < 2:
        return
    for item in items:
        name = getattr(item, "callspec", NO_CASE).params.get("box")
        if name in BOXES and BOXES.index(name) % 2 != crc32(item.nodeid.replace(name, "").encode()) % 2:
            item.add_marker(pytest.mark.long)


@pytest.fixture(
    params=[f"{name}-{user}" for name in ("bwrap", "landlock") for user in USERS], scope="session"
)
def box(request: pytest.FixtureRequest) -> Box:
    """Each back end that works on this machine, as each user that can be had."""
    name, user = request.param.split("-")
    try:
        backend = choose_backend(name=name)
    except JudgeError as error:
        pytest.skip(str(error))
    return Box(backend, user)


@pytest.fixture(params=["bwrap", "landlock"], scope="session")
def backend(request: pytest.FixtureRequest) -> Backend:
    """Each back end that works on this machine, as whoever runs the tests."""
    return backend_or_skip(request.param)


@pytest.fixture(scope="session")
def controls() -> Controls:
    """What the doctor tries outside a sandbox, tried once a run of the suite."""
    found: Controls = shared("doctor-controls", run_controls)
    return found


@pytest.fixture(scope="session")
def bubblewrap() -> Bubblewrap:
    """The back end that starts programs warm, where it works."""
    try:
        found = choose_backend(name="bwrap")
    except JudgeError as error:
        pytest.skip(str(error))
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
