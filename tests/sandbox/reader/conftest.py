"""The back ends that carry out a reader's work."""

from __future__ import annotations

import pytest

from gograde.sandbox.protocol import Backend
from tests.sandboxes import BACK_ENDS, backend_or_skip


@pytest.fixture(params=BACK_ENDS, scope="session")
def backend(request: pytest.FixtureRequest) -> Backend:
    """Each back end that works on this machine, and none."""
    return backend_or_skip(request.param)
