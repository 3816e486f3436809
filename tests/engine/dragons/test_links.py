"""Strong links between chains, and which of them one move cuts."""

from __future__ import annotations

import pytest

from gograde.engine.dragons.dragon import LinkKind, links_of
from gograde.errors import DataError
from gograde.go import Stone, diagram

LINKS = {
    "one chain": ("X X .", []),
    "a jump in the open": (". . . . . / . X . X . / . . . . .", ["jump"]),
    "a jump that a stone beside it cuts": (". . O . . / . X . X . / . . . . .", ["jump, loose"]),
    "a jump at the edge, where a cutter has two liberties": ("O . . / . X . / . . . / . X .", ["jump"]),
    "a jump whose cutter captures": ("X . X . / O . . .", ["jump, loose"]),
    "a diagonal with two gaps": (". . . / . X . / X . .", ["diagonal"]),
    "a diagonal half cut": (". . . . / . X O . / . . X . / . . . .", ["diagonal, loose"]),
    "a diagonal whose cutter is in atari": (". . . . / . X O . / . . X .", ["diagonal"]),
    "no room to cut": ("X . X / . X .", ["jump", "diagonal", "diagonal"]),
    "two gaps": (". . O . / . X . X / . X . X / . . O .", ["jump", "jump"]),
    "a gap of two": ("X . . X", []),
}


def test_kinds() -> None:
    for picture, expected in LINKS.values():
        board = diagram(picture)
        found = [link for link in links_of(board) if link.begin.stone is Stone.BLACK]
        assert [f"{link.kind}{', loose' * link.loose}" for link in found] == expected


def test_a_link_names_its_chains_its_stones_and_its_gaps() -> None:
    (link,) = links_of(diagram("X X . . / . . X . / . . X ."))
    assert link.kind is LinkKind.DIAGONAL
    assert (link.begin_point, link.end_point) == ((0, 1), (1, 2))
    assert link.gaps == ((0, 2), (1, 1))
    assert (link.begin.points, link.end.points) == (((0, 0), (0, 1)), ((1, 2), (2, 2)))


def test_colours_and_turns_change_nothing() -> None:
    board = diagram(". . O . . / . X . X . / . O . . . / X . O X . / . X . . O")
    links = links_of(board)
    assert [link.begin.stone for link in links] == sorted(link.begin.stone for link in links)
    for other in (board.rotated(), board.mirrored(), board.swapped()):
        assert sorted((link.kind, link.loose) for link in links_of(other)) == sorted(
            (link.kind, link.loose) for link in links
        )


def test_a_dead_stone_links_nothing() -> None:
    board = diagram("X . X . X")
    assert len(links_of(board)) == 2
    assert links_of(board, [(0, 2)]) == ()
    with pytest.raises(DataError, match=r"dead: \(0, 1\) holds no stone"):
        links_of(board, [(0, 1)])
