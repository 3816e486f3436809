"""What a statement says may be imported is what its package's runtime has."""

from __future__ import annotations

import re
from importlib.metadata import packages_distributions

import pytest

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.new_package import CONTRACTS
from gograde.authoring.registry import assignment_of
from gograde.grading.contracts.kind import Task
from gograde.grading.run import run_submission
from gograde.intake.submission import Submission
from gograde.package.package import open_package, package_ids, package_path
from gograde.pictures.capture import stand_in_bytes
from gograde.resources import starters_dir
from gograde.runtimes.recipe import recipe_of
from gograde.runtimes.runtime import runtime_of
from gograde.scoring.record import HandedIn
from gograde.scoring.verdict import Verdict
from tests.sandboxes import backend_or_skip

SENTENCES = {
    "en": r"may import the standard library(?: and ([^.;]*?))?, and no other packages[.;]",
    "zh": "可以导入标准库(?:和 ([^。；]*?))?，不能导入别的库[。；]",
}


CALLED = {"opencv": "opencv-python-headless", "pygame": "pygame-ce"}
"""Packages that statements call by a shorter name."""


def imports_in(text: str, language: str) -> dict[str, str]:
    """The packages that the only sentence about them names, each with the version it names."""
    [names] = re.findall(SENTENCES[language], text.replace("\n", " "))
    outside = re.sub(r"[（(].*?[）)]", lambda found: re.sub(r"[,，、]", "", found[0]), names)
    found = {}
    for part in filter(None, re.split(r", | and |、|和 ?", outside)):
        version = re.search(r"(?:version|第) (\d+)", part)
        name = re.split(r"[ （(]", part.strip())[0].lower()
        found[CALLED.get(name, name)] = version[1] if version else ""
    return found


def test_the_packages_that_are_named_may_be_imported_and_no_others() -> None:
    for name in package_ids():
        for language in SENTENCES:
            package = open_package(package_path(name))
            text = (package.path / "statement" / f"statement.{language}.md").read_text("utf-8")
            told = imports_in(text, language)
            assert list(told) == list(package.config.runtime.packages)
            pins = [pin.split("==") for pin in recipe_of(package).pins()]
            for each, version in told.items():
                assert version in ("", *{full.partition(".")[0] for pinned, full in pins if pinned == each})


def test_a_new_package_has_the_standard_library_alone() -> None:
    for name in CONTRACTS:
        for language in SENTENCES:
            text = (starters_dir() / name / "statement" / f"statement.{language}.md").read_text("utf-8")
            assert imports_in(text, language) == {}
            assert "runtime:" not in (starters_dir() / name / "assignment.yaml").read_text("utf-8")


@pytest.mark.parametrize("backend", ["bwrap", "landlock"])
def test_a_program_imports_what_is_told_and_nothing_that_gograde_has_for_itself(backend: str) -> None:
    """Marks do not depend on what gograde needs: pandas, Snakemake and the like are not there."""
    package = open_package(package_path("board9"))
    ours = {**packages_distributions(), "gograde": ["gograde"]}
    assert {"pandas", "click"} <= ours.keys()
    source = f"""
from importlib.util import find_spec
import numpy
print(*(name for name in {sorted(ours)} if find_spec(name)))
try: import pandas
except ImportError: print("no pandas")
"""
    handed = Submission({"board9.py": source.encode()}, "0" * 64)
    batches = sample_batches(package)[:1]
    task = Task(
        package.config, assignment_of(package), batches, runtime_of(package), backend_or_skip(backend)
    )
    run = run_submission(handed, HandedIn("alice", handed.sha256), task).batches[0]
    assert (run.verdict, run.message) == (Verdict.AC, "")
    found, pandas = (line.split() for line in run.facts().stdout.decode().splitlines())
    assert pandas == ["no", "pandas"]
    assert {"numpy", "matplotlib", "PIL"} <= set(found)
    pinned = {pin.partition("==")[0].lower() for pin in recipe_of(package).pins()}
    stand_ins = {path.split(".")[0].split("/")[0] for path in stand_in_bytes()}
    foreign = {name for name in found if not pinned & {dist.lower() for dist in ours[name]}}
    assert foreign - {"pygame"} <= stand_ins  # that of pygame-ce, and here of pygame
