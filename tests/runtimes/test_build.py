"""A runtime is built once, whole and read-only, from wheels with the hashes of the lock."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from stat import S_IMODE

import pytest

from gograde.errors import DataError
from gograde.runtimes import runtime as building
from gograde.runtimes.recipe import Recipe, described, own, recipe_of
from gograde.runtimes.runtime import Runtime, build, changed, runtime_of, unseal, whole_runtime
from tests.runtimes.conftest import Maker, maker_in

MEND = "see that pip works and finds packages, then: gograde runtime build"


def said(runtime: Runtime, source: str) -> str:
    """What a program prints."""
    command = [runtime.python, "-s", "-B", "-c", source]
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)
    return done.stdout.strip() or done.stderr.strip().split("\n")[-1]


@pytest.fixture
def recipe(maker: Maker) -> Recipe:
    return recipe_of(maker.package("{packages: [stones]}", maker.wheel()))


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Runtime:
    """Built once for all tests that only look at one."""
    with pytest.MonkeyPatch.context() as patch:
        maker = maker_in(tmp_path_factory.mktemp("built"), patch)
        return runtime_of(maker.package("{packages: [stones]}", maker.wheel()))


@pytest.fixture
def copied(maker: Maker, recipe: Recipe, runtime: Runtime) -> Path:
    """The same runtime in a place of the test's own, as whole as where it was built."""
    shutil.copytree(runtime.folder, maker.runtimes / recipe.name, symlinks=True)
    assert changed(maker.runtimes / recipe.name) == []
    return maker.runtimes / recipe.name


def test_a_program_finds_what_is_named_and_nothing_else(runtime: Runtime) -> None:
    assert said(runtime, "import stones.deep.black as b; print(b.NUMBER)") == "181"
    assert said(runtime, "import numpy") == "ModuleNotFoundError: No module named 'numpy'"
    assert said(runtime, "import gograde") == "ModuleNotFoundError: No module named 'gograde'"
    assert said(runtime, "import pip") == "ModuleNotFoundError: No module named 'pip'"
    assert said(runtime, "import sys, json; print(sys.version.split()[0]); exit()") == own().version


def test_nobody_may_write_and_everybody_may_read(runtime: Runtime) -> None:
    modes = {S_IMODE(path.lstat().st_mode) for path in runtime.folder.rglob("*") if not path.is_symlink()}
    assert {S_IMODE(runtime.folder.stat().st_mode), *modes} == {0o555, 0o444}
    assert [S_IMODE(path.stat().st_mode) for path in runtime.folder.parents[:2]] == [0o755, 0o755]
    assert changed(runtime.folder) == []


def identity_of(folder: Path) -> tuple[int, ...]:
    """Which folder it is, and when it was changed; a look at it only changes the time of access."""
    stat = folder.stat()
    return stat.st_ino, stat.st_mode, stat.st_mtime_ns, stat.st_ctime_ns


def test_it_is_built_once_and_shared_by_who_has_the_same_lock(maker: Maker, copied: Path) -> None:
    before = identity_of(copied)
    other = maker.package("{packages: [stones]}")
    assert build(recipe_of(other)) == copied
    assert identity_of(copied) == before
    assert recipe_of(maker.package("")).name != copied.name


def test_who_builds_at_the_same_time_gets_the_same_and_what_a_killed_build_left_goes(
    maker: Maker, recipe: Recipe
) -> None:
    left = maker.runtimes / f".{recipe.name}.new-abc-"
    (left / "lib").mkdir(parents=True)
    (left / "lib").chmod(0o555)
    program = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from gograde.package.package import open_package
from gograde.runtimes.runtime import *
from pathlib import Path
print(runtime_of(open_package(Path({str(maker.folder / "tiny")!r}))).folder)
"""

    def start(number: int) -> str:
        command = [sys.executable, "-c", program]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    with ThreadPoolExecutor() as pool:
        assert set(pool.map(start, range(3))) == {str(maker.runtimes / recipe.name)}
    assert sorted(path.name for path in maker.runtimes.iterdir()) == [f".{recipe.name}.lock", recipe.name]


def test_a_file_that_is_gone_or_cut_short_has_it_built_anew(recipe: Recipe, copied: Path) -> None:
    file = next(copied.rglob("black.py"))
    unseal(copied)
    file.unlink()
    assert whole_runtime(recipe.name) is None
    assert build(recipe) == whole_runtime(recipe.name)
    assert changed(copied) == []


def test_a_file_that_was_changed_or_added_is_told(copied: Path) -> None:
    file = next(copied.rglob("black.py"))
    unseal(copied)
    file.chmod(0o644)
    file.write_text("NUMBER = 182\n")
    (file.parent / "white.py").write_text("")
    assert [path.rpartition("/")[2] for path in changed(copied)] == ["black.py", "white.py"]


def test_a_wheel_with_another_hash_is_not_installed(maker: Maker, recipe: Recipe) -> None:
    maker.wheel(files={"stones/__init__.py": "NUMBER = 0\n"})
    with pytest.raises(DataError) as caught:
        build(recipe)
    assert caught.value.where == f"the runtime of {maker.folder}/tiny"
    assert caught.value.what.startswith("cannot be built: THESE PACKAGES DO NOT MATCH THE HASHES")
    assert caught.value.fix == f"{MEND} {maker.folder}/tiny"
    assert whole_runtime(recipe.name) is None
    assert [path.name for path in maker.runtimes.iterdir()] == [f".{recipe.name}.lock"]


def test_what_a_package_needs_has_to_be_pinned_too(maker: Maker) -> None:
    lock = maker.wheel("boards", needs="stones")
    with pytest.raises(
        DataError, match=r"cannot be built: boards 1\.0 requires stones, which is not installed"
    ):
        build(recipe_of(maker.package("{packages: [boards]}", lock)))
    whole = recipe_of(maker.package("{packages: [boards]}", lock + maker.wheel()))
    assert whole_runtime(whole.name) != build(whole)


def test_a_place_that_cannot_be_written_is_told(maker: Maker, recipe: Recipe) -> None:
    (maker.folder / "cache").write_text("a file")
    with pytest.raises(DataError) as caught:
        build(recipe)
    assert str(caught.value).startswith(
        f"{maker.runtimes}: the runtime of {maker.folder}/tiny cannot be written ("
    )
    assert caught.value.fix == "make room, or name another folder in XDG_CACHE_HOME"


def test_another_version_of_python_is_found_on_the_path(
    maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in that calls itself so: most machines have one Python."""
    (maker.folder / "bin").mkdir()
    command = maker.folder / "bin" / "python3.99"
    command.write_text(f"""#!/bin/sh\necho '["{own().program}", "/nowhere", "lib", "3.99.1"]'\n""")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{maker.folder}/bin:{os.environ['PATH']}")
    recipe = recipe_of(maker.package('{python: "3.99"}'))
    assert (recipe.python.version, recipe.python.prefix, recipe.name[:5]) == (
        "3.99.1",
        Path("/nowhere"),
        "3.99-",
    )
    shutil.copy("/bin/false", command)
    described.cache_clear()
    with pytest.raises(DataError, match=r"Python 3\.99 is not on this machine"):
        recipe_of(maker.package('{python: "3.99"}'))


def test_pip_is_asked_for_wheels_alone() -> None:
    assert {"--no-deps", ":all:", "--require-hashes"} < {*building._INSTALL}
