"""What a package says of its runtime, and what is wrong with it."""

from __future__ import annotations

import pytest

from gograde.errors import DataError
from gograde.package.package import package_ids, package_path
from gograde.runtimes.recipe import own, pins, read_lock, recipe_of
from tests.runtimes.conftest import Maker

HASH = f"--hash=sha256:{'0' * 64}"
MAKE = "make it again: docs/new-assignment.md has the command"


def told(maker: Maker, runtime: str, lock: str | None = None) -> tuple[str, str]:
    """The fault, without the package's folder, and the way out."""
    with pytest.raises(DataError) as caught:
        recipe_of(maker.package(runtime, lock))
    return caught.value.fault.removeprefix(f"{maker.folder}/tiny/"), caught.value.fix


def test_a_package_that_names_nothing_has_the_standard_library(maker: Maker) -> None:
    recipe = recipe_of(maker.package(""))
    assert (recipe.python, recipe.lock, recipe.pins()) == (own(), b"", ())


def test_a_lock_pins_what_is_named_and_what_that_needs(maker: Maker) -> None:
    marked = "A.b==1 ; python_full_version < '3.12'"
    lock = f"# made by a tool\n{marked} \\\n    {HASH} \\\n    {HASH}\nc==2 {HASH}\n"
    assert recipe_of(maker.package("{packages: [a-b]}", lock)).pins() == ("A.b==1", "c==2")


def test_a_misspelt_key_is_told(maker: Maker) -> None:
    assert told(maker, "{package: [numpy]}") == (
        "assignment.yaml: runtime.package: unknown key",
        'did you mean "packages"? (line 8)',
    )


def test_a_package_that_is_not_pinned_is_told(maker: Maker) -> None:
    assert told(maker, "{packages: [stones, stoness]}", f"stones==1 {HASH}\n") == (
        "assignment.yaml: runtime.packages[1]: stoness is not pinned in runtime.lock",
        'did you mean "stones"?',
    )


def test_a_missing_lock_is_told(maker: Maker) -> None:
    what = "runtime.lock: missing or not listed, but runtime names stones"
    make = f"make it: gograde runtime lock {maker.folder / 'tiny'}"
    assert told(maker, "{packages: [stones]}") == (what, make)


@pytest.mark.parametrize("line", ["-i x", "stones", "stones==1", f"stones @ file:///x {HASH}", "-r x"])
def test_a_lock_names_no_host_and_nothing_without_a_hash(maker: Maker, line: str) -> None:
    what = f"runtime.lock: not a pinned package with hashes: {line[:60]}"
    assert told(maker, "{packages: [stones]}", f"stones==1 {HASH}\n{line}\n") == (what, MAKE)


def test_a_version_of_python_that_is_not_here_is_told(maker: Maker) -> None:
    assert told(maker, '{python: "3.99"}') == (
        "assignment.yaml: runtime.python: Python 3.99 is not on this machine",
        f"install python3.99, or take out `python` for gograde's own {own().short}",
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
