"""Programs that resemble each other: the parts that count as equal, and those that are ignored."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.grading.class_sources import passages_of, read_sources
from gograde.grading.similarity import (
    MANY,
    Cluster,
    ComparedProgram,
    Known,
    Likeness,
    SimilarPair,
    plain,
    similar,
)
from gograde.intake.passages import CERTAIN_LENGTH, LENGTH, LONGEST, Sources
from gograde.intake.reading.read_sources import grams, tokens, winnowed
from gograde.intake.submission import submission_of
from gograde.sandbox.landlock import Unsandboxed
from tests.sandboxes import sections

LIBERTIES, OTHER = (
    f"{text.rstrip()}\n" for text in sections(Path(__file__).with_name("programs.txt")).values()
)
NOTHING = Known()
SIGNS = [
    (n, sign)
    for n, sign in enumerate(["+", "-", "*", "/", "//", "%", "@", "**", "<<", ">>", "&", "|", "^", "=="])
]


def program(student: str, files: Mapping[str, str]) -> ComparedProgram:
    return ComparedProgram(student, read(tuple(files.items())))


@cache
def read(files: tuple[tuple[str, str], ...]) -> Sources:
    """What a process has read of these files, once."""
    submission = submission_of({path: text.encode() for path, text in files}, "", {})
    found = read_sources(submission, Unsandboxed())
    assert isinstance(found, Sources), found.message
    return found


def programs(*sources: str) -> list[ComparedProgram]:
    return [program(f"s{place}", {"a.py": source}) for place, source in enumerate(sources)]


def pairs(found: list[ComparedProgram], least: float, known: Known = NOTHING) -> tuple[SimilarPair, ...]:
    return similar(found, known, least).pairs


def shares(pair: SimilarPair) -> tuple[float, float]:
    return pair.sides[0].share, pair.sides[1].share


def test_a_copy_is_wholly_the_same_and_another_program_is_not_told_of() -> None:
    [pair] = pairs(programs(LIBERTIES, OTHER, LIBERTIES), 0.1)
    assert [side.name for side in pair.sides] == ["s0", "s2"]
    assert shares(pair) == (1.0, 1.0)
    [passage] = pair.sides[0].passages
    assert (passage.path, passage.first, passage.last) == ("a.py", 4, 22)


DISGUISES = {
    "other names": lambda source: re.sub(r"\b(board|chain|seen|todo|here|there|free)\b", r"my_\1", source),
    "comments": lambda source: source.replace("\n", "  # mine\n"),
    "other blanks": lambda source: source.replace("    ", "\t").replace(", ", ","),
    "other texts": lambda source: source.replace("Captures on a board of any size.", "All my own work."),
    "functions in another order": lambda source: "\n\n".join(["", *reversed(source.split("\n\n"))]),
}


@pytest.mark.parametrize("name", DISGUISES)
def test_a_disguised_copy_is_found(name: str) -> None:
    disguised = DISGUISES[name](LIBERTIES)
    assert disguised != LIBERTIES
    [pair] = pairs(programs(LIBERTIES, OTHER, disguised), 0.1)
    assert min(shares(pair)) >= 0.75


def test_a_program_inside_a_larger_one_has_the_larger_share() -> None:
    [pair] = pairs(programs(LIBERTIES, LIBERTIES + OTHER), 0.9)
    assert pair.sides[0].share == pair.share == 1.0
    assert 0.2 < pair.sides[1].share < 0.7
    assert max(at.last for at in pair.sides[1].passages) <= LIBERTIES.count("\n") + 5


def test_what_was_handed_out_counts_for_nothing() -> None:
    both = programs(LIBERTIES + OTHER, LIBERTIES)
    assert pairs(both, 0.1)
    passages = passages_of({"template.py": LIBERTIES.encode()}, Unsandboxed())
    assert similar(both, Known(passages, {plain(LIBERTIES)}), 0.1) == Likeness((), (), 0)


def test_what_many_have_counts_for_nothing() -> None:
    """Each program is the same function and another text of its own, so that no two are nearly the same."""
    own = [
        "".join(f"def f{n}_{k}(a): return a {sign} {k} {sign} a\n" for k in range(40)) for n, sign in SIGNS
    ]
    few = programs(*[LIBERTIES + text for text in own[:MANY]])
    many = programs(*[LIBERTIES + text for text in own])
    assert len(pairs(few, 0.01)) == MANY * (MANY - 1) / 2
    assert similar(few, NOTHING, 0.01).common == 0
    assert pairs(many, 0.01) == ()
    shared = set(many[0].sources.passages).intersection(*(each.sources.passages for each in many))
    assert similar(many, NOTHING, 0.01).common == len(shared) >= 38


@pytest.mark.parametrize("count", [2, MANY, MANY + 1, 30])
def test_copies_are_told_whatever_their_number(count: int) -> None:
    found = similar(programs(OTHER, *[LIBERTIES] * count), NOTHING, 0.5)
    names = tuple(f"s{place}" for place in range(1, count + 1))
    assert found.clusters == (Cluster(names, identical=True),)
    assert [pair.sides[0].name for pair in found.pairs] == ["s1"] * (count - 1)
    assert {pair.sides[1].name for pair in found.pairs} == set(names[1:])
    assert found.common == 0


def test_disguised_copies_are_a_cluster_of_programs_that_are_nearly_the_same() -> None:
    renamed = DISGUISES["other names"](LIBERTIES)
    [cluster] = similar(programs(LIBERTIES, renamed, OTHER), NOTHING, 0.5).clusters
    assert cluster == Cluster(("s0", "s1"), identical=False)


def test_equal_programs_that_are_too_short_for_a_passage_are_told() -> None:
    short = programs("print(1)\n", "print(1)   \r\n\n", "print(2)\n", "")
    assert similar(short, NOTHING, 0.5) == Likeness((Cluster(("s0", "s1"), identical=True),), (), 0)


def test_of_others_each_program_is_told_the_most_alike() -> None:
    others = [program("sample a", {"x.py": LIBERTIES}), program("sample b", {"x.py": LIBERTIES + OTHER})]
    found = similar(programs(LIBERTIES, LIBERTIES), NOTHING, 0.5, others)
    assert [[side.name for side in pair.sides] for pair in found.pairs] == [["s0", "s1"], ["s0", "sample a"]]
    assert found.clusters == (Cluster(("s0", "s1"), identical=True),)


def test_a_few_lines_that_are_alike_say_nothing() -> None:
    line = "for row in range(9):\n    for col in range(9):\n        print(board[row][col])\n"
    assert pairs(programs(line, line + "\n# mine"), 0.01) == ()


def test_comments_of_c_are_none_of_python() -> None:
    body = LIBERTIES.replace("#", "")
    hidden = [program(s, {f"a.{kind}": f"/* {body} */"}) for s, kind in (("x", "c"), ("y", "c"), ("z", "py"))]
    assert pairs(hidden[:2], 0.1) == ()
    assert [pair.share for pair in pairs([program("p", {"a.py": body}), hidden[2]], 0.9)] == [1.0]


@given(
    st.lists(st.integers(0, 10**6), min_size=CERTAIN_LENGTH, max_size=CERTAIN_LENGTH, unique=True),
    st.integers(0, 60),
)
def test_a_passage_that_is_long_enough_is_never_missed(numbers: list[int], before: int) -> None:
    """Beside the literal facts: wherever it begins, one window lies in it, and is chosen alike."""
    passage = " ".join(map(str, numbers))
    filling = [" ".join(str(2 * 10**6 + 1000 * side + n) for n in range(80)) for side in (0, 1)]
    sides = [f"{filling[0][: 8 * before]} {passage} {filling[0]}", f"{filling[1]} {passage}"]
    found = _chosen(sides[0]) & _chosen(sides[1])
    assert found


def _chosen(source: str) -> set[bytes]:
    return {gram for gram, _, _ in winnowed(list(grams(tokens(source, "python"))))}


def test_passages_shorter_than_the_least_are_never_chosen() -> None:
    words = [str(n) for n in range(LENGTH - 1)]
    assert _chosen(" ".join(words)) == set()
    assert len(_chosen(" ".join([*words, "x"]))) == 1


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('"""', 10923),
        ("(", 65536),
        ("\n", 0),
        ("\\", 65536),
        ("#", 0),
        ('"\\', 2),
        ("'", 10923),
        ("a.", 65536),
    ],
)
def test_hostile_sources_are_read_in_one_go(text: str, count: int) -> None:
    """A reader that went back for each sign would take hours."""
    assert len(tokens(text * (LONGEST // 4 // len(text)), "python")) == count
