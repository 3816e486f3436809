"""A scorer that reads answers in the tests' own process, for tests of what scorers say."""

from collections.abc import Sequence
from dataclasses import replace

from gograde.authoring.registry import assignment_of
from gograde.core.assignment import Batch
from gograde.grading.boxed.box import InPlace
from gograde.grading.boxed.sheet import Code
from gograde.grading.score import Scorer, scorer_of
from gograde.package.package import Package
from gograde.sandbox.landlock import Unsandboxed


def in_place(package: Package) -> InPlace:
    return InPlace(Code(package.config.marking), assignment_of(package))


def scorer_in_place(package: Package, batches: Sequence[Batch]) -> Scorer:
    return replace(scorer_of(package, batches, Unsandboxed()), score_sheets=in_place(package))
