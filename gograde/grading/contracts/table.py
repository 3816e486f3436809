"""The kinds of contract by name; each module is imported when a package needs it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from gograde.grading.contracts.kind import ContractKind
from gograde.package.config import Contract

_MODULES: Mapping[str, str] = {
    "files": "gograde.grading.contracts.files",
    "stdio": "gograde.grading.contracts.files",
    "module": "gograde.grading.contracts.module",
    "game": "gograde.grading.contracts.game",
}
"""Each module holds its kind as `KIND`."""


def kind_of(contract: Contract) -> ContractKind:
    """The kind of the contract."""
    kind: ContractKind = import_module(code_of_kind(contract)).KIND
    return kind


def code_of_kind(contract: Contract) -> str:
    """The module of the contract's kind; runs under the contract depend on this code."""
    return _MODULES[contract.kind]
