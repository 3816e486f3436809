"""The page `docs/mutants.md`: python -m gograde.assignments.mutant_table > docs/mutants.md"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gograde.assignments import ASSIGNMENTS
from gograde.assignments.board9_mutants import Board9Mutated
from gograde.assignments.killing import Mutated
from gograde.assignments.mutants import herd_of
from gograde.assignments.plain import PlainAssignment

HEAD = """\
# Mutants

Hidden cases are made so that they catch small faults in a right program: a comparison, a number or a
condition changed, a statement left out. `gograde cases generate` adds cases until each fault that shows
on some of several hundred inputs is caught twice. `gograde cases verify` tells how many are caught, and
reports each that is neither caught nor explained here.

This table is made by `python -m gograde.assignments.mutant_table > docs/mutants.md`.
"""


def table() -> str:
    """The page, for all packages whose reference program is mutated."""
    return "\n".join([HEAD, *(line for name in sorted(ASSIGNMENTS) for line in _package(name))])


def _package(name: str) -> Iterator[str]:
    spec = _mutated(name)
    if spec.reference is not None:
        yield from (f"## {name}", "")
        yield from _kinds(spec, [mutant.name for mutant in herd_of(spec.reference).mutants])
        if spec.equivalent:
            yield from ("", "| not caught | why |", "|---|---|")
        yield from (f"| `{_cell(mutant)}` | {reason} |" for mutant, reason in spec.equivalent.items())
        yield ""


def _mutated(name: str) -> Mutated:
    assignment = ASSIGNMENTS[name]
    return assignment.spec_of({}) if isinstance(assignment, PlainAssignment) else Board9Mutated()


def _kinds(spec: Mutated, names: list[str]) -> Iterator[str]:
    """How many mutants there are of each function."""
    yield f"{len(names)} mutants of `{spec.reference}`, {len(spec.equivalent) or 'none'} explained below."
    yield from ("", "| in | mutants |", "|---|---:|")
    for function, number in Counter(name.split(":")[0] for name in names).items():
        yield f"| `{function}` | {number} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(table(), end="")
