"""A case that `make long` runs."""

from __future__ import annotations

import pytest


def long(*case: object) -> pytest.ParameterSet:
    """A case of `make long`; `make test` asks about the others of its test alone."""
    return pytest.param(*case, marks=pytest.mark.long)
