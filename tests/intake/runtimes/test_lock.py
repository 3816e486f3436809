"""What a package says of its runtime, and what is wrong with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from stat import S_IMODE

import pytest

from gograde.classroom.classroom import load_class
from gograde.cli.main import run_command
from gograde.errors import DataError, ExitCode
from gograde.intake import runtime as building
from gograde.intake.runtime import (
    Recipe,
    Runtime,
    build,
    changed,
    described,
    own,
    pins,
    read_lock,
    recipe_of,
    runtime_of,
    unseal,
    whole_runtime,
    write_lock,
)
from gograde.package.package import Package, open_package, package_ids, package_path
from tests.golden import errors_agree, inputs
from tests.intake.runtimes.conftest import Maker, maker_in

HASH = f"--hash=sha256:{'0' * 64}"


def test_a_package_that_names_nothing_has_the_standard_library(maker: Maker) -> None:
    recipe = recipe_of(maker.package(""))
    assert (recipe.python, recipe.lock, recipe.pins()) == (own(), b"", ())


def test_a_lock_pins_what_is_named_and_what_that_needs(maker: Maker) -> None:
    marked = "A.b==1 ; python_full_version < '3.12'"
    lock = f"# made by a tool\n{marked} \\\n    {HASH} \\\n    {HASH}\nc==2 {HASH}\n"
    assert recipe_of(maker.package("{packages: [a-b]}", lock)).pins() == ("A.b==1", "c==2")


def test_what_is_wrong_with_a_runtime_is_told(maker: Maker) -> None:
    """Each is a value of `runtime:`, and the lines of its lock, in which HASH stands for one."""

    def read(line: str) -> Recipe:
        runtime, _, lock = line.partition(" | ")
        text = "".join(f"{one}\n" for one in lock.replace("HASH", HASH).split("; ") if one)
        return recipe_of(maker.package(runtime, text or None))

    tried = ((line, partial(read, line)) for line in inputs("package/runtimes.txt", "== "))
    errors_agree("package/runtimes.txt", tried, maker.folder)


def test_a_version_of_python_that_is_not_here_is_told(maker: Maker) -> None:
    with pytest.raises(DataError) as caught:
        recipe_of(maker.package('{python: "3.99"}'))
    assert str(caught.value) == (
        f"{maker.folder}/tiny/assignment.yaml: runtime.python: Python 3.99 is not on this machine\n"
        f"Fix: install python3.99, or take out `python` for gograde's own {own().short}"
    )


def test_a_changed_lock_is_told(maker: Maker) -> None:
    package = maker.package("{packages: [stones]}", f"stones==1 {HASH}\n")
    (package.path / "runtime.lock").write_text(f"stones==2 {HASH}\n")
    with pytest.raises(DataError, match="changed since the descriptor was written"):
        read_lock(package)


def test_what_ships_pins_what_gograde_is_tested_with() -> None:
    """One version of each package in gograde's own locks and in those of the packages."""
    for name in package_ids():
        lock = (package_path(name) / "runtime.lock").read_bytes()
        top = package_path(name).parents[1]
        ours = [(top / path).read_bytes() for path in ("requirements.lock", ".ci/toolkits.lock")]
        assert set(pins(lock, "")) <= {pin for one in ours for pin in pins(one, "")}


# -- `gograde runtime lock`: for a package of one's own, and for a class that allows programs more --


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
    package = load_class(room).open_package("tiny")
    pinned = [line.partition(" ")[0] for line in read_lock(package).decode().splitlines() if "==" in line]
    assert pinned == ["dust==1.0", "pebbles==1.0", "stones==1.0"]
    runtime = runtime_of(package)
    assert runtime.packages == ("stones", "pebbles")
    assert list(runtime.folder.glob("lib/*/site-packages/pebbles.py"))
    assert open_package(package.path).config.runtime.packages == ("stones",)


def test_a_lock_that_lacks_what_the_class_names_is_told(room: Path) -> None:
    package = load_class(room).open_package("tiny")
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


# -- a runtime is built once, whole and read-only, from wheels with the hashes of the lock -----


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
sys.path.insert(0, {str(Path(__file__).parents[3])!r})
from gograde.package.package import open_package
from gograde.intake.runtime import *
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
