"""`gograde runtime lock`: for a package of one's own, and for a class that allows programs more."""

from __future__ import annotations

from pathlib import Path

import pytest

from gograde.classroom.class_package import class_package
from gograde.classroom.classroom import load_class
from gograde.cli.main import run_command
from gograde.errors import DataError, ExitCode
from gograde.package.package import Package, open_package, package_path
from gograde.runtimes.recipe import read_lock, recipe_of, write_lock
from gograde.runtimes.runtime import runtime_of, unseal, whole_runtime
from tests.runtimes.conftest import Maker

CLASS = """\
schema: gograde/class/v1
title: Spring
assignments:
  tiny:
    package: ../tiny
    packages: [pebbles]
"""


@pytest.fixture
def stones(maker: Maker) -> Package:
    """A package that allows stones."""
    return maker.package("{packages: [stones]}", maker.wheel())


@pytest.fixture
def room(maker: Maker, stones: Package) -> Path:
    """A class that allows pebbles too, which need dust."""
    maker.wheel("pebbles", "dust", {"pebbles.py": "import dust, stones\n"})
    maker.wheel("dust", files={"dust.py": ""})
    folder = maker.folder / "spring"
    folder.mkdir()
    (folder / "class.yaml").write_text(CLASS)
    (folder / "roster.csv").write_text("student_id,name\nalice,Alice\n")
    return folder


def test_a_class_allows_more_than_its_package(
    maker: Maker, room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = f"{room}/runtimes/tiny.lock: missing, but runtime names stones, pebbles"
    assert run_command(["runtime", "build", str(room)]) == ExitCode.BAD_DATA
    assert capsys.readouterr().err == f"{missing}\nFix: make it: gograde runtime lock {room}\n"
    assert run_command(["runtime", "lock", str(room)]) == ExitCode.DONE
    assert capsys.readouterr().out == f"tiny            {room}/runtimes/tiny.lock\n"
    package = class_package(load_class(room), "tiny")
    pinned = [line.partition(" ")[0] for line in read_lock(package).decode().splitlines() if "==" in line]
    assert pinned == ["dust==1.0", "pebbles==1.0", "stones==1.0"]
    runtime = runtime_of(package)
    assert runtime.packages == ("stones", "pebbles")
    assert list(runtime.folder.glob("lib/*/site-packages/pebbles.py"))
    assert open_package(package.path).config.runtime.packages == ("stones",)


def test_a_lock_that_lacks_what_the_class_names_is_told(room: Path) -> None:
    package = class_package(load_class(room), "tiny")
    assert package.lock is not None
    package.lock.parent.mkdir()
    package.lock.write_bytes((package.path / "runtime.lock").read_bytes())
    with pytest.raises(DataError) as caught:
        read_lock(package)
    told = f"{package.lock}: pebbles is not pinned in it\nFix: make it: gograde runtime lock {room}"
    assert str(caught.value) == told


def test_a_package_of_ones_own_is_locked(
    maker: Maker, stones: Package, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (stones.path / "runtime.lock").read_bytes()
    (stones.path / "runtime.lock").unlink()
    assert write_lock(stones) == stones.path / "runtime.lock"
    assert (stones.path / "runtime.lock").read_bytes() == before
    assert run_command(["runtime", "lock", str(stones.path)]) == ExitCode.DONE
    after = f"; then: gograde cases describe {stones.path}"
    assert capsys.readouterr().out == f"tiny            {stones.path}/runtime.lock{after}\n"


def test_what_pip_does_not_find_is_told(maker: Maker) -> None:
    package = maker.package("{packages: [gravel]}", None)
    with pytest.raises(
        DataError, match="gravel: cannot be locked: No matching distribution found for gravel"
    ):
        write_lock(package)


def test_what_ships_is_not_locked_anew() -> None:
    assert write_lock(open_package(package_path("board-control"))) is None


# -- `gograde runtime build` ----------------------------------------------------------------------


def test_a_runtime_is_built_then_there_then_changed(maker: Maker, capsys: pytest.CaptureFixture[str]) -> None:
    package = maker.package("{packages: [stones]}", maker.wheel())
    name = str(package.path)
    assert run_command(["runtime", "build", name]) == ExitCode.DONE
    told = capsys.readouterr()
    folder = whole_runtime(recipe_of(package).name)
    assert folder is not None
    assert told.out == f"tiny            {folder}: stones==1.0\n"
    assert told.err == f"building the runtime of {name}, once for this machine\n"
    assert run_command(["runtime", "build", name]) == ExitCode.DONE
    assert capsys.readouterr() == (told.out, "")
    unseal(folder)
    (folder / "more").touch()
    assert run_command(["runtime", "build", name]) == ExitCode.FINDINGS
    assert capsys.readouterr().err == f"Not as they were built: more; delete {folder}\n"


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
