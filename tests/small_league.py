"""The package of little-go with one weak opponent and few games, for classes of tests."""

from __future__ import annotations

import shutil
from pathlib import Path

from gograde.resources import packages_dir

_GROUPS = """\
groups:
  - {name: random, questions: [random], weight: 10, visibility: visible}
"""
_GENERATOR = """\
schema: gograde/generator/v1
batches:
  - {opponent: random, games: 2}
sample_key: a public key of sixteen bytes
sample:
  - {opponent: random, games: 2}
"""


def write_small_package(package: Path) -> None:
    """Write the package without statement and cases; the league is that of the package that ships."""
    left_out = shutil.ignore_patterns("data", "submissions", "statement")
    shutil.copytree(packages_dir() / "little-go", package, ignore=left_out)
    head, _, tail = (package / "assignment.yaml").read_text().partition("groups:\n")
    league = tail[tail.index("  # The games between the students") :]
    (package / "assignment.yaml").write_text(head.replace("first: 10", "first: 2") + _GROUPS + league)
    (package / "generator.yaml").write_text(_GENERATOR)
