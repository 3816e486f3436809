"""The back end that starts programs warm."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gograde.sandbox.bwrap.backend import Bubblewrap
from gograde.sandbox.warm.backend import Warm


@pytest.fixture(scope="module")
def cold(bubblewrap: Bubblewrap) -> Bubblewrap:
    return bubblewrap


@pytest.fixture
def server(cold: Bubblewrap) -> Iterator[Warm]:
    """A back end without imports; every Python program in it must have been warm."""
    made = Warm(cold)
    yield made
    made.close()
    assert (made.fault, made.cold_runs) == ("", 0)
