"""The library: its table, its two forms, what it holds, and every refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from gograde.engine.formulary import library as formulary_library
from gograde.engine.formulary import terms
from gograde.engine.formulary.library import (
    COLUMNS,
    Branch,
    JosekiLine,
    Way,
    library,
    read_lines,
)
from gograde.engine.formulary.terms import read_terms
from gograde.go.joseki import TENUKI, Corner, JosekiPath, mirror, next_steps, play_out, split_steps
from tests.golden import calls_agree

HEAD = ",".join(COLUMNS) + "\n"
PATHS = tuple(JosekiPath(line.steps) for line in library().lines)


def test_a_row_of_the_table() -> None:
    text = HEAD + '"4-4, pincer",DDFCHC,-1.5,ladder first FC 3; not side x empty,handbooks\n'
    terms = read_terms("ladder first FC 3; not side x empty")
    (line,) = read_lines(text, "here")
    assert line == JosekiLine("4-4, pincer", "DDFCHC", Fraction(-3, 2), terms, "handbooks")


def test_the_library_has_what_a_player_needs() -> None:
    lines = library().lines
    assert len(lines) >= 200
    assert min(Counter((line.points > 0) - (line.points < 0) for line in lines).values()) >= 10
    predicates = Counter(term.predicate for line in lines for term in line.terms)
    assert predicates.keys() >= {"ladder", "corner", "side"}
    assert sum(TENUKI in split_steps(line.steps) for line in lines) >= 20
    assert all(line.source for line in lines)
    assert max(abs(line.points) for line in lines) <= 10


def test_every_line_is_legal_in_its_eight_appearances() -> None:
    for line in library().lines:
        steps = split_steps(line.steps)
        stones = len(steps) - steps.count(TENUKI)
        board = play_out(line.steps)
        assert stones - 4 <= len(board.cells) - board.cells.count(0) <= stones
        for corner, quarters in ((Corner.TL, 0), (Corner.TR, 1), (Corner.BR, 2), (Corner.BL, 3)):
            assert play_out(line.steps, corner) == board.rotated(quarters)
            assert play_out(mirror(line.steps), corner) == board.rotated().mirrored().rotated(quarters)


def test_a_ladder_is_about_a_stone_of_the_line_that_is_there_at_its_step() -> None:
    for line in [line for line in library().lines if line.terms]:
        for term in line.terms:
            if term.predicate == "ladder":
                steps = split_steps(line.steps)[: int(term.words[2])]
                assert steps.index(term.words[1]) % 2 == (term.words[0] == "first")


def test_the_two_forms_hold_the_same_lines() -> None:
    lines, forest = library().lines, library().forest
    assert ended(forest) == sorted(lines, key=lambda line: line.steps)
    assert [branch.step for branch in forest] == sorted({line.steps[:2] for line in lines})


def ended(forest: Iterable[Branch]) -> list[JosekiLine]:
    """The lines of a forest, from its roots to its leaves."""
    return [line for one in forest for line in ([one.line] if one.line else []) + ended(one.branches)]


def test_ways_lead_where_the_flat_form_says() -> None:
    for line in library().lines[::7]:
        parts = split_steps(line.steps)
        for length in range(len(parts) + 1):
            begun = "".join(parts[:length])
            for steps in (begun, mirror(begun)):
                after = {step for way in library().ways(steps) for step, _ in way.on()}
                assert after == set(next_steps(steps, PATHS))


def worth(ways: tuple[Way, ...], ply: int) -> Fraction:
    """Points for the first player when both sides choose the best of the library, conditions aside."""
    after: dict[str, list[Way]] = {}
    for way in ways:
        for step, ahead in way.on():
            after.setdefault(step, []).append(ahead)
    values = [worth(tuple(ahead), ply + 1) for ahead in after.values()]
    values += [way.branch.line.points for way in ways if way.branch.line]
    return min(values) if ply % 2 else max(values)


def test_nobody_gains_by_the_first_stone() -> None:
    first = {line.steps[:2] for line in library().lines}
    assert {worth(library().ways(step), 1) for step in first} == {Fraction(0)}


def test_the_side_that_a_line_disfavours_had_something_better() -> None:
    for line in [line for line in library().lines if line.points]:
        loser = line.points > 0
        sign = 1 if loser else -1
        at = range(int(loser), len(split_steps(line.steps)), 2)
        values = [sign * worth(library().ways(line.steps[: 2 * ply]), ply) for ply in at]
        assert min(values) < sign * line.points


def test_a_path_that_leaves_the_library_has_no_way() -> None:
    assert library().ways("AA") == library().ways("DDAA") == ()


def test_what_is_refused_is_said() -> None:
    calls_agree("engine/refusals.txt", terms, formulary_library)
