"""`gograde runtime build` and `list`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gograde.cli.main import run_command
from gograde.errors import ExitCode
from gograde.package.package import open_package, package_path
from gograde.runtimes.folder import unseal, whole_runtime
from gograde.runtimes.recipe import own, recipe_of
from tests.runtimes.conftest import Maker


def test_a_runtime_is_not_built_then_ready_then_changed(
    maker: Maker, capsys: pytest.CaptureFixture[str]
) -> None:
    package = maker.package("{packages: [stones]}", maker.wheel())
    name = str(package.path)
    assert run_command(["runtime", "list", name]) == ExitCode.FINDINGS
    assert capsys.readouterr().out == f"tiny            not built Python {own().version}: stones==1.0\n"
    assert run_command(["runtime", "build", name]) == ExitCode.DONE
    told = capsys.readouterr()
    folder = whole_runtime(recipe_of(package).name)
    assert folder is not None
    assert told.out == f"tiny            {folder}\n"
    assert told.err == f"building the runtime of {name}, once for this machine\n"
    assert run_command(["runtime", "list", name]) == ExitCode.DONE
    assert capsys.readouterr().out == f"tiny            ready     Python {own().version}: stones==1.0\n"
    unseal(folder)
    (folder / "more").touch()
    assert run_command(["runtime", "list", name, "--format", "json"]) == ExitCode.FINDINGS
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["state"], row["folder"]) == ("changed", str(folder))


def test_a_runtime_that_cannot_be_had_ends_with_3_and_the_mend(
    maker: Maker, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = f"stones==1.0 --hash=sha256:{'0' * 64}\n"
    package = maker.package("{packages: [stones]}", lock)
    assert run_command(["runtime", "build", str(package.path)]) == ExitCode.BAD_DATA
    assert capsys.readouterr().err.splitlines()[-2:] == [
        f"the runtime of {package.path}: cannot be built: No matching distribution found for stones==1.0",
        f"Fix: see that pip works and finds packages, then: gograde runtime build {package.path}",
    ]


def test_a_package_is_named_as_in_a_command(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    maker.package("")
    monkeypatch.chdir(maker.folder)
    assert recipe_of(open_package(Path("tiny"))).package == "./tiny"
    assert recipe_of(open_package(package_path("board9"))).package == "board9"
