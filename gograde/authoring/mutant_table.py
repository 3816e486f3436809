"""The page `docs/mutants.md`: python -m gograde.authoring.mutant_table > docs/mutants.md"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gograde.authoring.author import TRIAL_KEY, author_of, caught_mistakes, generate_batches
from gograde.authoring.case_set import CaseSet
from gograde.authoring.mutants.kill_matrix import by_function, few
from gograde.authoring.mutants.kills import Kills
from gograde.authoring.registry import shipped_ids
from gograde.package.package import Package, find_package

HEAD = """\
# Mutants

Hidden cases are made so that they catch small faults in a right program: a comparison, a number or a
condition changed, a statement left out. `gograde cases generate` adds cases until each fault that shows
on some of several hundred inputs is caught twice. `gograde cases verify` tells how many are caught, and
reports each that is neither caught nor explained here.

Hidden cases depend on a secret key. The figures below are those of the key that `gograde cases verify`
uses when none is given; other keys give other cases, and much the same figures. `gograde cases verify
PACKAGE --format json` tells of every mistake all cases that catch it, and of every mutant the first five,
so that 5 below means five or more. Mutants are not tried on cases that take the reference program very long.

Right programs of another making, the accepted samples, were mutated as well: by the same faults, and by a
hundred faults of thought, such as a threshold that is one off, a tie decided the other way, an input of
size 0 or 1 that is not provided for. Each fault of thought is caught with every one of 14 keys, except a
threshold of `layers` moved by 0.5, which needs an FB in between and is caught with two keys of three, and
those below, which no input shows. Of the mutants of the sample of influence that uses numpy a few are caught
with some keys only (`to_area: <= to <` with 7 of 15), and nobody has looked at all that survive.

- influence, `fast`: a stone of any colour makes a hane. One of the point's own colour is nearer and counts.
- influence, `fast`: a neighbour of 1 does not cap. After the second step no value is 1.
- influence, `territory`: A of 43 or more, for A of more than two thirds of 64. A is a whole number.
- influence, `mirror`: the last letter is passed over. The number of letters is even.
- board-control: a row's length is that of the last row. All rows have one length.
- board9, problem 5: of several captured chains only one is removed. One is enough for a liberty.

This page is made by `python -m gograde.authoring.mutant_table > docs/mutants.md`.
"""


def table() -> str:
    """The page on all packages; takes a minute, since it makes their hidden cases."""
    return "\n".join([HEAD, *(line for name in shipped_ids() for line in package_lines(find_package(name)))])


def package_lines(package: Package) -> Iterator[str]:
    """The part of the page on one package."""
    hidden = generate_batches(package, TRIAL_KEY)
    cases = CaseSet(package.config, package.generator(), (), hidden)
    yield from (f"## {package.config.id}", "")
    yield f"{sum(len(batch.cases) for batch in hidden)} cases in {len(hidden)} batches."
    matrix, kills = caught_mistakes(author_of(package), cases)
    if matrix:
        yield from ("", *_mistakes(matrix))
    if kills:
        yield from ("", *mutant_lines(kills), "")
    if not matrix and kills is None:
        yield from ("", "It has no known mistakes and no reference program: its sample submissions tell.", "")


def _mistakes(matrix: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Every known mistake with the cases that catch it."""
    yield from ("| known mistake | cases | such as |", "|---|---:|---|")
    yield from (f"| `{name}` | {len(cases)} | {few(cases)} |" for name, cases in matrix.items())


def mutant_lines(kills: Kills) -> Iterator[str]:
    """The numbers of mutants by function, and the surviving mutants with the reasons."""
    told = f"{kills.killed} of {len(kills.caught)} mutants are caught"
    yield f"{told}, {kills.percent:.1f} % of those that some input can show."
    yield from ("", "| in | mutants | caught | fewest cases |", "|---|---:|---:|---:|")
    for one in by_function(kills):
        yield f"| `{one.function}` | {one.number} | {one.caught} | {one.fewest or ''} |"
    if kills.survivors:
        yield from ("", "| not caught | why |", "|---|---|")
    reasons = ((name, kills.explained.get(name, "not explained")) for name in kills.survivors)
    yield from (f"| `{_cell(name)}` | {reason} |" for name, reason in reasons)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(table(), end="")
