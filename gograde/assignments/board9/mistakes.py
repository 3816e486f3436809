"""Mistakes that students make in board9, as pure functions from a board to a wrong answer.

Each class solves the homework with one mistake.  The generator makes hidden batches that catch
every mistake; the scorer names the mistake that explains a wrong answer.  The first block holds
mistakes of public solutions that pass all handed-out boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from gograde.assignments.board9.careful_program import (
    BLACK,
    EMPTY,
    WHITE,
    CarefulProgram,
    Chain,
    CrashError,
    answer_of,
    walk,
)
from gograde.authoring.spec import Mistake
from gograde.go.board import Board, Point

# -- seen in public solutions ---------------------------------------------------------------


class BlockCrash(CarefulProgram):
    name = "block-crash"
    help = "The program dies on a 2x2 block of black stones: it visits the same stone twice."

    def chain(self, p: Point) -> Chain:
        found = super().chain(p)
        square = ((0, 0), (0, 1), (1, 0), (1, 1))
        if self.cells[p] == BLACK and any(all((r + y, c + x) in found for y, x in square) for r, c in found):
            raise CrashError
        return found


class CaptureForgotten(CarefulProgram):
    name = "capture-forgotten"
    help = "This is the answer of a program that forgets captures when it decides legality."

    def may_play(self, p: Point) -> bool:
        return self.lives(p)


class BoardChanged(CarefulProgram):
    name = "board-changed"
    help = "This is the answer of a program that changes the board while it looks for moves."

    def captures(self) -> set[Point]:
        found = set()
        for p in self.points():
            if self.cells[p] == EMPTY and (dead := self.captured_by(p)):
                found.add(p)
                self.put(p, WHITE)
                for q in dead:
                    self.put(q, EMPTY)
        return found

    def may_play(self, p: Point) -> bool:
        dead = self.captured_by(p)
        for q in dead:
            self.put(q, EMPTY)
        return bool(dead) or self.lives(p)


class ChainSeenTwice(CarefulProgram):
    name = "chain-seen-twice"
    help = "This is the answer of a program that counts a chain as dead when it meets it a second time."

    def captured_by(self, p: Point) -> Chain:
        self.put(p, WHITE)
        seen: Chain = set()
        dead: Chain = set()
        for q in self.near[p]:
            if self.cells[q] == BLACK:
                chain = self.chain(q)
                if chain <= seen or not self.breathes(chain):
                    dead |= chain
                seen |= chain
        self.put(p, EMPTY)
        return dead


class LoopVariableReused(CarefulProgram):
    name = "loop-variable-reused"
    help = "This is the answer of a program that uses the variable of an outer loop in an inner one."

    def empties(self) -> list[Point]:
        """An inner `for row in range(4)` overwrites `row`, so that the rest of the row is read as row 3."""
        found = []
        for start in range(self.rows):
            row = start
            for col in range(self.cols):
                if self.cells[Point(row, col)] == EMPTY:
                    found.append(Point(row, col))
                    row = min(3, self.rows - 1)
        return found


class RowOverwritten(CarefulProgram):
    name = "row-overwritten"
    help = "This is the answer of a program that goes on in another row after it took a chain off."

    def captures(self) -> set[Point]:
        """After the program removes a chain, it continues in the row of the chain's last stone."""
        found: set[Point] = set()
        walked: list[Point] = []
        for row in range(self.rows):
            for col in range(self.cols):
                p = Point(row, col)
                if self.cells[p] == BLACK and p not in walked:
                    walked = walk(self.chain(p), p)
                    if len(last := self.liberties(walked)) == 1:
                        found |= last
                        self.cells.update(dict.fromkeys(walked, EMPTY))
                        row = walked[-1].row  # noqa: PLW2901 - the mistake itself
        return found

    def legal(self) -> set[Point]:
        quiet = {p for p in self.empties() if self.lives(p) and not self.captured_by(p)}
        return quiet | self.captures()


# -- rules half understood ------------------------------------------------------------------


class KoExcluded(CarefulProgram):
    name = "ko-excluded"
    help = "This is the answer of a program that leaves out ko shapes; one board has no ko."

    def captured_by(self, p: Point) -> Chain:
        dead = super().captured_by(p)
        alone = all(self.cells[q] == BLACK for q in self.near[p])
        return set() if len(dead) == 1 and alone else dead


class LibertiesNotDistinct(CarefulProgram):
    name = "liberties-not-distinct"
    help = "This is the answer of a program that counts a liberty twice when two stones share it."

    def captured_by(self, p: Point) -> Chain:
        dead = super().captured_by(p)
        return {q for q in dead if self._counted(self.chain(q)) == 1}

    def _counted(self, chain: Chain) -> int:
        return sum(self.cells[q] == EMPTY for p in chain for q in self.near[p])


class SuicideAllowed(CarefulProgram):
    name = "suicide-allowed"
    help = "This is the answer of a program that allows suicide."

    def lives(self, p: Point) -> bool:
        return True


class ChainSuicideAllowed(CarefulProgram):
    name = "chain-suicide-allowed"
    help = "This is the answer of a program that forbids the suicide of one stone but not of a chain."

    def lives(self, p: Point) -> bool:
        return any(self.cells[q] != BLACK for q in self.near[p])


class LonelyStonesOnly(CarefulProgram):
    name = "own-chain-forgotten"
    help = "This is the answer of a program that forgets that a stone shares the liberties of its chain."

    def lives(self, p: Point) -> bool:
        return any(self.cells[q] == EMPTY for q in self.near[p])


class OnlyBlackChecked(CarefulProgram):
    name = "only-black-checked"
    help = "This is the answer of a program that looks at black chains only; rule 1 is for both colours."

    def rule(self) -> bool:
        return all(self.breathes(self.chain(p)) for p in self.points() if self.cells[p] == BLACK)


class OnlyWhiteChecked(CarefulProgram):
    name = "only-white-checked"
    help = "This is the answer of a program that looks at white chains only; rule 1 is for both colours."

    def rule(self) -> bool:
        return all(self.breathes(self.chain(p)) for p in self.points() if self.cells[p] == WHITE)


class StonesNotChains(CarefulProgram):
    name = "stones-not-chains"
    help = "This is the answer of a program that judges every stone alone; connected stones share liberties."

    def chain(self, p: Point) -> Chain:
        return {p}


class SingleCapturesOnly(CarefulProgram):
    name = "single-captures-only"
    help = "This is the answer of a program that captures single stones only."

    def captured_by(self, p: Point) -> Chain:
        return {q for q in super().captured_by(p) if len(self.chain(q)) == 1}


class FirstNeighbourOnly(CarefulProgram):
    name = "first-neighbour-only"
    help = "This is the answer of a program that looks at one black neighbour of a move and no further."

    def captured_by(self, p: Point) -> Chain:
        black = [q for q in self.near[p] if self.cells[q] == BLACK][:1]
        dead = super().captured_by(p)
        return self.chain(black[0]) if black and black[0] in dead else set()


class LegalCapturesOnly(CarefulProgram):
    name = "captures-must-live"
    help = "This is the answer of a program that refuses a capture by a stone without another liberty."

    def captured_by(self, p: Point) -> Chain:
        return super().captured_by(p) if self.lives(p) else set()


class ColoursExchanged(CarefulProgram):
    name = "colours-exchanged"
    help = "This is the answer for Black; -1 is black and 1 is white, and White is to move."

    def __init__(self, board: Board) -> None:
        super().__init__(board.swapped())


# -- slips with indices ---------------------------------------------------------------------


class WrapAround(CarefulProgram):
    name = "wrap-around"
    help = "This is the answer of a program that reads index -1, which is the other edge in Python."

    @staticmethod
    def neighbours(p: Point, rows: int, cols: int) -> Iterator[Point]:
        for row, col in (
            (p.row - 1, p.column),
            (p.row, p.column - 1),
            (p.row, p.column + 1),
            (p.row + 1, p.column),
        ):
            if row < rows and col < cols:
                yield Point(row % rows, col % cols)


class Transposed(CarefulProgram):
    name = "transposed"
    help = "Row and column are exchanged: the row comes first."

    def captures(self) -> set[Point]:
        return {Point(col, row) for row, col in super().captures()}

    def legal(self) -> set[Point]:
        return {Point(col, row) for row, col in super().legal()}


class CountedFromOne(CarefulProgram):
    name = "counted-from-one"
    help = "Rows and columns are counted from 1; count them from 0."

    def captures(self) -> set[Point]:
        return {Point(row + 1, col + 1) for row, col in super().captures()}

    def legal(self) -> set[Point]:
        return {Point(row + 1, col + 1) for row, col in super().legal()}


class Diagonals(CarefulProgram):
    name = "diagonals"
    help = "This is the answer of a program for which diagonal neighbours are connected."

    @staticmethod
    def neighbours(p: Point, rows: int, cols: int) -> Iterator[Point]:
        around = [Point(p.row + y, p.column + x) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]
        yield from (q for q in around if 0 <= q.row < rows and 0 <= q.column < cols)


class EdgeSkipped(CarefulProgram):
    name = "edge-skipped"
    help = "This is the answer of a program that never looks at the points of the edge."

    def points(self) -> list[Point]:
        return [p for p in super().points() if 0 < p.row < self.rows - 1 and 0 < p.column < self.cols - 1]


class LastLineSkipped(CarefulProgram):
    name = "last-line-skipped"
    help = "This is the answer of a program whose loops stop one short: the last row and column are missing."

    def points(self) -> list[Point]:
        return [p for p in super().points() if p.row < self.rows - 1 and p.column < self.cols - 1]


class EdgeBreathes(CarefulProgram):
    name = "edge-breathes"
    help = "This is the answer of a program that counts the outside of the board as a liberty."

    def breathes(self, chain: Chain) -> bool:
        edge = any(p.row in (0, self.rows - 1) or p.column in (0, self.cols - 1) for p in chain)
        return edge or super().breathes(chain)


class FirstCaptureOnly(CarefulProgram):
    name = "first-capture-only"
    help = "This is the answer of a program that stops at the first capture."

    def captures(self) -> set[Point]:
        return set(sorted(super().captures())[:1])


# -- limits that boards can exceed ----------------------------------------------------------


class LongChainCrash(CarefulProgram):
    name = "long-chain-crash"
    help = "The program dies on a chain of more than 40 stones."

    def chain(self, p: Point) -> Chain:
        found = super().chain(p)
        if len(found) > 40:
            raise CrashError
        return found


class EmptyBoardCrash(CarefulProgram):
    name = "empty-board-crash"
    help = "The program dies on a board without stones of one colour."

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        if not all(stone in self.cells.values() for stone in (BLACK, WHITE)):
            raise CrashError


class AlwaysTrue(CarefulProgram):
    name = "always-true"
    help = "True is given for every board."

    def rule(self) -> bool:
        return True


class AlwaysFalse(CarefulProgram):
    name = "always-false"
    help = "False is given for every board."

    def rule(self) -> bool:
        return False


class NothingFound(CarefulProgram):
    name = "nothing-found"
    help = "No point is given."

    def captures(self) -> set[Point]:
        return set()

    def legal(self) -> set[Point]:
        return set()


MISTAKES: tuple[type[CarefulProgram], ...] = (
    BlockCrash, CaptureForgotten, BoardChanged, ChainSeenTwice, LoopVariableReused, RowOverwritten,
    KoExcluded, LibertiesNotDistinct, SuicideAllowed, ChainSuicideAllowed, LonelyStonesOnly, OnlyBlackChecked,
    OnlyWhiteChecked, StonesNotChains, SingleCapturesOnly, FirstNeighbourOnly, LegalCapturesOnly,
    ColoursExchanged, WrapAround, Transposed, CountedFromOne, Diagonals, EdgeSkipped, LastLineSkipped,
    EdgeBreathes, FirstCaptureOnly, LongChainCrash, EmptyBoardCrash, AlwaysTrue, AlwaysFalse, NothingFound,
)  # fmt: skip


def mistakes_of(_parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes; the assignment has no parameters."""
    return tuple(Mistake(m.name, m.help, partial(answer_of, m)) for m in MISTAKES)
