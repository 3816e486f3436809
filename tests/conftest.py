"""What tests of all parts share."""

from __future__ import annotations

import shutil

import pytest


@pytest.fixture
def compiler() -> str:
    """The C compiler; gograde needs none itself, so a machine may lack it."""
    found = shutil.which("cc")
    if found is None:
        pytest.skip("no C compiler on this machine")
    return found
