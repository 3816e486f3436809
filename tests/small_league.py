"""The package of little-go with one weak opponent and few games, for classes of tests."""

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


PROGRAM = """
import pathlib, sys
from read import readInput
from write import writeOutput, writePass
seen = pathlib.Path("seen.txt")
if seen.exists():
    sys.exit(TOLD)
seen.write_text("")
black = readInput(5)[0] == 1
writeOutput((2, 2)) if black and OPENS else writePass()
"""


def one_move(opens: bool, told: str = "one move is enough") -> str:
    """As black it opens in the centre and crashes on its next move, or passes and so loses at once."""
    return PROGRAM.replace("TOLD", repr(told)).replace("OPENS", str(opens))
