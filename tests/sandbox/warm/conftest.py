"""The back end that starts programs warm."""

from collections.abc import Iterator
from typing import Any

import pytest

from gograde.sandbox.bwrap import Bubblewrap
from gograde.sandbox.warm import Warm
from tests.sandboxes import backend_or_skip


@pytest.fixture(scope="module", params=["bwrap", "landlock"])
def cold(request: pytest.FixtureRequest) -> Any:
    return backend_or_skip(request.param)


@pytest.fixture
def server(cold: Any) -> Iterator[Warm]:
    """A back end without imports; every Python program in it must have been warm."""
    yield from _warm(cold)


@pytest.fixture
def apart(bubblewrap: Bubblewrap) -> Iterator[Warm]:
    """The same with bubblewrap, for what is not alike in both."""
    yield from _warm(bubblewrap)


def _warm(cold: Any) -> Iterator[Warm]:
    made = Warm(cold)
    yield made
    made.close()
    assert (made.fault, made.cold_runs) == ("", 0)
