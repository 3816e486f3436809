"""The back ends that carry out a reader's work."""

from __future__ import annotations

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.landlock.backend import Unsandboxed
from gograde.sandbox.protocol import Backend
from gograde.sandbox.select import choose_backend


@pytest.fixture(params=["bwrap", "landlock", "none"], scope="session")
def backend(request: pytest.FixtureRequest) -> Backend:
    """Each back end that works on this machine, and none."""
    if request.param == "none":
        return Unsandboxed()
    try:
        return choose_backend(name=request.param)
    except JudgeError as error:
        pytest.skip(str(error))
