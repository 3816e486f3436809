"""The page `docs/mutants.md`, its tables made anew: python -m tests.campaign.mutant_table"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from gograde.authoring.author import TRIAL_KEY, CaseSet, author_of, caught_mistakes, generate_batches
from gograde.authoring.mutants import Kills, by_function
from gograde.authoring.registry import shipped_ids
from gograde.package.package import Package, find_package

PAGE = Path(__file__).parents[2] / "docs/mutants.md"


def table() -> str:
    """The page on all packages; takes a minute, since it makes their hidden cases."""
    head = PAGE.read_text("utf-8").partition("## ")[0]
    return head + "\n".join(line for name in shipped_ids() for line in package_lines(find_package(name)))


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
    yield from (f"| `{name}` | {len(cases)} | {next(iter(cases), '')} |" for name, cases in matrix.items())


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
