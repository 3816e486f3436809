"""One table of positions for every rule of a move that there is, compiled, plain, slow and handed out."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from gograde.arena.game.handed_out.host import GO
from gograde.arena.players import search_kernels
from gograde.engine.choice import playout_kernels, worth_kernels
from gograde.engine.choice import reading_kernels as reading
from gograde.engine.dragons.dragon import grid_of
from gograde.engine.dragons.fight import Fight, State
from gograde.go import Board, Point, Position, Stone, diagram, kernels
from gograde.go.rules import is_eye
from gograde.go.solver import exact
from gograde.go.solver import kernels as solver
from tests.go import slow_rules

SIDE = 5
Moves = Sequence[Point | None]
Rule = Callable[[Board, Moves], Board | None]
"""The board after moves of black and white in turn (None: a pass), or None when the last one is illegal."""

FACTS = [
    [cell.strip() for cell in line.split(" | ")]
    for line in Path(__file__).with_name("moves.txt").read_text("utf-8").splitlines()
]
"""A name, the upper left of 5x5, moves with black first, and the board after, or that the last is illegal."""


def padded(picture: str) -> Board:
    """A 5x5 board from its upper left."""
    rows = ["".join(row.split()).ljust(SIDE, ".") for row in picture.split("/")]
    return diagram(" / ".join([*rows, *["....."] * (SIDE - len(rows))]))


def moves_of(text: str) -> Moves:
    return [None if word == "-" else Point(*map(int, word.split(","))) for word in text.split()]


# -- the rules --------------------------------------------------------------------------------------


def plain(board: Board, moves: Moves) -> Board | None:
    position = Position(board)
    for move in moves:
        after = position.step(move)
        if not isinstance(after, Position):
            return None
        assert move is None or move in position.legal_points()
        position = after
    return position.board


def slow(board: Board, moves: Moves) -> Board | None:
    before = None
    for ply, move in enumerate(moves):
        stone = (Stone.BLACK, Stone.WHITE)[ply % 2]
        after = board if move is None else slow_rules.play(board, stone, move)
        if after is None or (move is not None and after == before):
            return None
        board, before = after, board
    return board


def handed_out(board: Board, moves: Moves) -> Board | None:
    go = GO(SIDE)
    go.init_board(SIDE)
    go.board = board.to_rows()
    for ply, move in enumerate(moves):
        if move is None:
            go.previous_board, go.died_pieces = go.board, []
        elif go.place_chess(*move, 1 + ply % 2):
            go.died_pieces = go.remove_died_pieces(2 - ply % 2)
        else:
            return None
    return Board.from_rows(go.board)


def bits_of(board: Board) -> tuple[int, int]:
    return exact.bits_of(board.points(Stone.BLACK)), exact.bits_of(board.points(Stone.WHITE))


def board_of(black: int, white: int) -> Board:
    return Board(SIDE, SIDE, bytes((black >> p & 1) + 2 * (white >> p & 1) for p in range(SIDE * SIDE)))


def bits(board: Board, moves: Moves) -> Board | None:
    now: search_kernels.Situation = (*bits_of(board), 0, 0, True, 24)
    for move in moves:
        points = np.empty(26, np.int64)
        legal = points[: search_kernels.listed(now[0], now[1], now[2], points)]
        if move is not None and board.index(move) not in legal:
            return None
        now = search_kernels.after(now, search_kernels.PASS if move is None else board.index(move))
    assert (now[4], now[5]) == (len(moves) % 2 == 0, 24 - len(moves))
    return board_of(*((now[0], now[1]) if now[4] else (now[1], now[0])))


def solved(board: Board, moves: Moves) -> Board | None:
    """The children that the solver lists; a state of a pass has the number 31."""
    (own, other), at = bits_of(board), solver.FRAMES
    state = own | other << 25 | 20 << 50
    for move in moves:
        work = solver.new_work(SIDE, SIDE, 1)
        solver.static_bounds(work, state, at, 0)
        end = solver.list_children(work, at, state, solver.NO_POINT)
        words = work[at + solver.CHILDREN + 1 : end : 2].tolist()
        children = {word >> 56: word & solver.STATE for word in words}
        number = solver.NO_POINT if move is None else board.index(move)
        if number not in children:
            return None
        state = children[number]
    own, other, _ = map(int, solver.sides(state))
    return board_of(*((own, other) if len(moves) % 2 == 0 else (other, own)))


def unpadded(cells: np.ndarray) -> Board:
    return Board.from_array(cells[: (SIDE + 2) ** 2].reshape(SIDE + 2, SIDE + 2)[1:-1, 1:-1])


def row(board: Board, moves: Moves) -> Board | None:
    work = reading.work_of(Position(board))
    for ply, move in enumerate(moves):
        ko, work[kernels.REGISTERS, kernels.KO] = work[kernels.REGISTERS, kernels.KO], 0
        index = 0 if move is None else kernels.index_of(move, SIDE)
        free = index != ko and not work[reading.BOARD, index]
        if index and not (free and kernels.put(work, reading.BOARD, index, 1 + ply % 2) >= 0):
            return None
    return unpadded(work[reading.BOARD])


def rings(board: Board, moves: Moves) -> Board | None:
    table = kernels.new_rings(kernels.padded(board), SIDE + 2)
    for ply, move in enumerate(moves):
        index = 0 if move is None else kernels.index_of(move, SIDE)
        if index and (table[kernels.COLOUR, index] or not kernels.is_legal(table, index, 1 + ply % 2)):
            return None
        kernels.place(table, index, 1 + ply % 2)
    return unpadded(table[kernels.COLOUR])


def fight(board: Board, moves: Moves) -> Board | None:
    """Black attacks on the whole board; a defender may always pass, an attacker where ko forbids a point."""
    grid = grid_of(SIDE, SIDE)
    state = State(grid.stones(board, Stone.WHITE), grid.stones(board, Stone.BLACK), 0, True)
    for move in moves:
        if move is None:
            state = state._replace(ko=0, attacks=not state.attacks)
            continue
        after = {step.move: step.after for step in Fight(grid, grid.full, 0, 0, state).steps(state)}
        if grid.bits([move]) not in after:
            return None
        state = after[grid.bits([move])]
    white, black = grid.points(state.own), grid.points(state.other)
    return Board.empty(SIDE).with_stones(Stone.WHITE, white).with_stones(Stone.BLACK, black)


RULES = (plain, slow, handed_out, bits, solved, row, rings, fight)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_knows_every_fact(rule: Rule) -> None:
    for name, picture, text, after in FACTS:
        board, moves = padded(picture), moves_of(text)
        *before, _ = moves
        assert rule(board, before) is not None, name
        assert rule(board, moves) == (None if after == "illegal" else padded(after)), name


def random_position(dice: random.Random, side: int, plies: int) -> Position:
    position = Position(Board.empty(side))
    for _ in range(plies):
        points = position.legal_points()
        after = position.play(dice.choice(points)) if points else position.pass_turn()
        assert isinstance(after, Position)
        position = after
    return position


@pytest.mark.parametrize("rule", RULES[2:])
def test_every_rule_plays_random_games_as_the_plain_one(rule: Rule) -> None:
    """From boards of games, each point is tried, and where stones were taken each answer too.

    The slow rule meets the plain one in `test_agreement` and `test_game`.
    """
    dice, kos, captures, suicides = random.Random(5), 0, 0, 0
    for number in range(96):
        position = random_position(dice, SIDE, 10 + number % 40)
        board = position.board if position.to_play is Stone.BLACK else position.board.swapped()
        for point in board.points():
            expected = plain(board, [point])
            assert rule(board, [point]) == expected
            suicides += expected is None and not board.get(point)
            if expected and len(expected.points(Stone.WHITE)) < len(board.points(Stone.WHITE)):
                captures += 1
                for reply in board.points(Stone.WHITE):
                    assert rule(board, [point, reply]) == plain(board, [point, reply])
                    kos += Position(board).play(point).ko_point == reply  # type: ignore[union-attr]
    assert min(captures, suicides, 5 * kos) > 20


# -- eyes, and what may not be taken back ---------------------------------------------------------------

EYES = {
    "* X / X X": True, "* X / X O": False, "* X / X": True, "* X / O X": False, "* X / X X / O": True,
    "X * X / X X X": True, "X * X / X X O": False, "X * X / . X": True, "X * . / X X X": False,
    "X X X / X * X / X X X": True, "X X X / X * X / X X O": True, "X X O / X * X / X X O": False,
    "X X X / X * O / X X X": False, ". X . / X * X / . X": True, "O / * X": False, "O * / X": False,
}  # fmt: skip
"""The upper left of 5x5: is the point `*` an eye of black?  Room is where white is not beside it."""


@pytest.mark.parametrize(("picture", "expected"), EYES.items(), ids=EYES)
def test_an_eye_and_room_are_such_by_every_rule(picture: str, expected: bool) -> None:
    board = padded(picture.replace("*", "."))
    row, before = next((row, text) for row, text in enumerate(picture.split(" / ")) if "*" in text)
    point = Point(row, before.split().index("*"))
    rings = kernels.new_rings(kernels.padded(board), SIDE + 2)
    assert is_eye(board, Stone.BLACK, point) is expected
    assert playout_kernels._is_eye(rings, kernels.index_of(point, SIDE), 1) is expected
    room = all(board.get(other) is not Stone.WHITE for other in point.neighbours(SIDE, SIDE))
    assert worth_kernels._is_room(rings[kernels.COLOUR], SIDE + 2, 1, kernels.index_of(point, SIDE)) is room


def test_the_reader_does_not_take_back_a_ko() -> None:
    after = Position(padded(". X O . / X O . O / . X O")).step(Point(1, 2))
    assert isinstance(after, Position)
    taker, back = (kernels.index_of(point, SIDE) for point in ((1, 2), (1, 1)))
    assert reading.status_of(reading.work_of(after), taker) == (reading.SAFE, 0, 0)
    free = reading.work_of(Position(after.board, Stone.WHITE))
    assert reading.status_of(free, taker)[:2] == (reading.CRITICAL, back)
    inside = reading.work_of(Position(padded("X O X X O / . O X X . / X . X . O / O X O . X / . O O O .")))
    assert reading.status_of(inside, kernels.index_of(Point(2, 4), SIDE))[0] == reading.DEAD
