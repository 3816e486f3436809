"""The object: what the corners hold after every move, and what is played next."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gograde.engine.formulary.experience import Experience, Wins, add, default_file, followed, load
from gograde.engine.formulary.formulary import Formulary, opening_point
from gograde.engine.formulary.library import JosekiLine, Library, library
from gograde.engine.formulary.terms import caught_in_ladder, read_terms
from gograde.errors import DataError
from gograde.go import Board, Illegal, Move, Point, Position, Stone, diagram, play
from gograde.go.influence.territory import Stage, stage_of
from gograde.go.joseki import (
    Area,
    Corner,
    JosekiPath,
    is_joseki,
    mirror,
    next_steps,
    replay,
    split_steps,
    to_area,
    to_board,
)
from gograde.go.position import LiveGame
from gograde.go.rules import chains
from tests.golden import errors_agree, values_agree

BLACK, WHITE = Stone.BLACK, Stone.WHITE
TL, TR, BL, BR = Corner
PATHS = tuple(JosekiPath(line.steps) for line in library().lines)
NEAR = [to_board(corner, x + y) for corner in Corner for x in "CDEF" for y in "CDEF"]


def game(text: str) -> LiveGame:
    """Steps from words like TL:DD, alternating from black; `pass` is one."""
    live = LiveGame.empty()
    for word in text.split():
        corner, _, step = word.partition(":")
        after = live.go(to_board(Corner(corner), step) if step else None)
        assert isinstance(after, LiveGame), after
        live = after
    return live


def small(*lines: JosekiLine) -> Formulary:
    return Formulary(Library.of(lines))


def points(text: str, value: int, terms: str = "") -> JosekiLine:
    return JosekiLine(text, text, Fraction(value), read_terms(terms))


def replayed(moves: tuple[Move, ...], corner: Corner) -> Area:
    """The corner by replays: a stone on a middle line that no line of the library has there is a pass."""
    kept: tuple[Move, ...] = ()
    for move in moves:
        steps = replay((*kept, move), PATHS)[corner].steps
        on_middle = move.point is not None and 9 in move.point
        kept += (Move(move.stone, None) if on_middle and not is_joseki(steps, PATHS) else move,)
    return replay(kept, PATHS)[corner]


@settings(max_examples=25)
@given(st.lists(st.sampled_from([*NEAR, None, Point(9, 9), Point(9, 3), Point(2, 9)]), max_size=20))
def test_move_by_move_comes_to_the_replay_of_the_whole_game(tried: list[Point | None]) -> None:
    live, formulary = LiveGame.empty(), Formulary()
    for point in tried:
        after = live.go(point)
        if isinstance(after, LiveGame):
            live = after
            formulary = formulary.update_state(live.record().moves[-1])
            moves = live.record().moves
            if not any(move.point and 9 in move.point for move in moves):
                assert formulary.areas == replay(moves, PATHS)
            for area in formulary.areas.values():
                assert formulary.is_formulary(area.steps) is is_joseki(area.steps, PATHS)
    assert formulary.areas == {corner: replayed(live.record().moves, corner) for corner in Corner}
    assert Formulary().following(live) == formulary
    for corner, area in formulary.areas.items():
        point = formulary.choose_step(live, corner) if area.steps else None
        if point is not None:
            after_tenuki = "XX" * (formulary.last.get(corner) is live.to_play)
            step = dict(to_area(*point))[corner]
            assert step in next_steps(area.steps + after_tenuki, PATHS)
            assert live.can_go(point)


def test_points_are_those_of_best_play_by_both_sides() -> None:
    lines = points("DDFCCF", 3), points("DDFCDF", -1), points("DDCCDC", 2), points("CDEC", 1)
    found = small(*lines).following(game("TL:DD")).next_in(game("TL:DD"), TL)
    assert [(one.step, one.points, one.line.steps) for one in found][:2] == [
        ("CC", Fraction(-2), "DDCCDC"),
        ("CF", Fraction(-3), "DDFCCF"),
    ]
    fresh = small(*lines).next_in(LiveGame.empty(), TL)
    assert [(one.step, one.points) for one in fresh] == [
        ("DD", Fraction(2)),
        ("CD", Fraction(1)),
        ("DC", Fraction(1)),
    ]


def test_priority_decides_among_steps_that_are_worth_about_the_same() -> None:
    lines = points("DDFC", 0), points("DDCG", 1), points("DDCE", -2)
    formulary = Formulary(Library.of(lines), Experience({"DDFC": Wins(0, 3), "DDCE": Wins(1, 3)}))
    live = game("TL:DD")
    found = formulary.following(live).next_in(live, TL)
    assert [(one.step, one.points, one.priority) for one in found] == [
        ("CE", Fraction(2), Fraction(2, 5)),
        ("EC", Fraction(2), Fraction(2, 5)),
        ("CF", Fraction(0), Fraction(1, 5)),
        ("FC", Fraction(0), Fraction(1, 5)),
        ("CG", Fraction(-1), Fraction(1, 2)),
        ("GC", Fraction(-1), Fraction(1, 2)),
    ]
    better = small(points("DDFC", 0), points("DDCE", -1)).following(live)
    assert [one.step for one in better.next_in(live, TL)][:1] == ["CE"]
    taught = Formulary(better.library, Experience({"DDFC": Wins(2, 2)})).following(live)
    assert [one.step for one in taught.next_in(live, TL)][:1] == ["CF"]


@pytest.mark.parametrize(("breakers", "step"), [([], "DD"), ([Point(9, 9)], "CE")])
def test_a_condition_on_the_whole_board_decides(breakers: list[Point], step: str) -> None:
    wedge = points("DDCCDCCDCEBEBFDECFDBEBCBEEBD", 4, "ladder first DE 13")
    formulary = small(wedge, points("ECCD", 0))
    live = LiveGame(Position(Board.empty(19).with_stones(WHITE, breakers)))
    assert formulary.next_in(live, TL)[0].step == step


def test_a_corner_is_begun_in_the_opening_and_continued_later() -> None:
    upper, lower = (
        [Point(row, column) for row in rows for column in (11, 13, 15, 17)]
        for rows in (range(9), range(9, 19))
    )
    right = Board.empty(19).with_stones(BLACK, upper).with_stones(WHITE, lower)
    live = LiveGame(Position(right))
    assert stage_of(live.position.board) is Stage.MIDRUN
    assert Formulary().following(live).choose_step(live, TL) is None
    begun = live.go((3, 3))
    assert isinstance(begun, LiveGame)
    assert stage_of(begun.position.board) is Stage.MIDRUN
    assert Formulary().following(begun).choose_step(begun, TL) is not None
    opening = LiveGame.empty()
    assert Formulary().choose_step(opening, TL) is not None


def test_a_step_on_a_taken_point_is_not_chosen() -> None:
    live = LiveGame(Position(Board.empty(19).with_stones(WHITE, [(2, 5)])))
    formulary = small(points("DDFC", 0))
    assert formulary.choose_step(live, TL) == Point(3, 3)
    later = live.go((3, 3))
    assert isinstance(later, LiveGame)
    assert formulary.update_state(Move(BLACK, Point(3, 3))).choose_step(later, TL) == Point(5, 2)


def test_a_game_teaches_the_lines_that_its_corners_followed() -> None:
    moves = " ".join(f"BL:{step}" for step in split_steps(mirror("DDFCCFDBCCIC")))
    live = game(moves)
    assert Formulary().learn(live, won=True) == Experience({"DDFCCFDBCCIC": Wins(1, 1)})
    assert Formulary().learn(live, won=False) == Experience({"DDFCCFDBCCIC": Wins(0, 1)})
    assert Formulary().learn(LiveGame.empty(), won=True) == Experience()


def test_with_dice_equal_steps_are_drawn_by_their_lines() -> None:
    live = game("TL:DD")
    formulary = small(points("DDFCDF", 0), points("DDFCCF", 0), points("DDCGCC", 0), points("DDEC", 3))
    formulary = formulary.following(live)
    drawn = [formulary.choose_step(live, TL, Random(seed)) for seed in range(60)]
    assert drawn == [formulary.choose_step(live, TL, Random(seed)) for seed in range(60)]
    assert set(drawn) == {to_board(TL, step) for step in ("CF", "FC", "CG", "GC")}
    assert formulary.choose_step(live, TL) == to_board(TL, "CF")
    assert [one.lines for one in formulary.next_in(live, TL)] == [2, 2, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("moves", "corner"),
    [
        ("", TL),
        ("TL:DD", TR),
        ("TL:DD BR:DD BL:DD TL:CF", TL),
        ("TL:DD TR:DD BL:DD BR:DD", TL),
        ("TL:AA", TR),
    ],
)
def test_the_opening_answers_then_takes_empty_corners_then_comes_back(moves: str, corner: Corner) -> None:
    live = game(moves)
    point = opening_point(live)
    assert point is not None
    assert live.can_go(point)
    assert corner in dict(to_area(*point))
    assert opening_point(live, Random(1)) == opening_point(live, Random(1))


def test_the_opening_ends() -> None:
    live, plies = LiveGame.empty(), 0
    while (point := opening_point(live, Random(plies))) and plies < 200:
        after = live.go(point)
        assert isinstance(after, LiveGame)
        live, plies = after, plies + 1
    assert 8 <= plies < 120
    assert opening_point(LiveGame.empty(9)) is None


# -- results of games: priorities, what a game counts for, and the file that keeps them --------


LINES = [JosekiLine(steps, steps) for steps in ("DDFCCFIC", "DDFCCFDBCC", "DDFCDF", "CDEC")]
SMALL = Library.of(LINES)


def names(steps: str) -> list[str]:
    return [line.name for line in followed(SMALL, steps)]


def test_the_priority_adapts_by_laplaces_rule() -> None:
    known = Experience({"DDFCDF": Wins(wins=3, games=4)})
    assert known.priority(LINES[2]) == Fraction(4, 6)
    assert known.priority(LINES[0]) == Fraction(1, 2)


def test_results_add_up() -> None:
    one, two = Experience({"DD": Wins(1, 2)}), Experience({"DD": Wins(0, 1), "CC": Wins(1, 1)})
    assert one.plus(two) == Experience({"CC": Wins(1, 1), "DD": Wins(1, 3)})


def test_a_corner_counts_for_the_lines_that_it_followed() -> None:
    values_agree("engine/followed.txt", names=names)


def test_a_file_that_is_not_there_has_no_results(tmp_path: Path) -> None:
    assert load(tmp_path / "none" / "formulary.json") == Experience()


def test_what_is_added_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "formulary.json"
    add(path, Experience({"DDFCDF": Wins(1, 1)}))
    total = add(path, Experience({"DDFCDF": Wins(0, 1), "CDEC": Wins(1, 1)}))
    assert total == load(path) == Experience({"CDEC": Wins(1, 1), "DDFCDF": Wins(1, 2)})
    assert json.loads(path.read_text()) == {
        "format": "gograde/formulary/v1",
        "lines": {"CDEC": {"wins": 1, "games": 1}, "DDFCDF": {"wins": 1, "games": 2}},
    }
    assert [file.name for file in path.parent.iterdir()] == ["formulary.json"]


def test_two_processes_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "formulary.json"
    code = (
        "import sys; from pathlib import Path\n"
        "from gograde.engine.formulary.experience import Experience, Wins, add\n"
        "[add(Path(sys.argv[1]), Experience({'DDFCDF': Wins(n % 2, 1)})) for n in range(20)]"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, str(path)]) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert load(path) == Experience({"DDFCDF": Wins(20, 40)})


GOOD = '{"format": "gograde/formulary/v1", "lines": '
BROKEN = [
    *("", '{"format": ', "\xff", "[" * 100_000, "[]", "{}", '{"format": "x", "lines": {}}'),
    *(GOOD + "[]}", GOOD + '{"DD": 1}}', GOOD + '{"DD": {"wins": 2, "games": 1}}}'),
    *(GOOD + '{"DD": {"wins": true, "games": 1}}}', GOOD + '{"KK": {"wins": 0, "games": 1}}}'),
]


def test_a_broken_file_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "formulary.json"

    def tried() -> Iterator[tuple[str, Callable[[], object]]]:
        for text in BROKEN:
            path.write_text(text, encoding="latin-1")
            yield text[:99], lambda: add(path, Experience({"DDFCDF": Wins(1, 1)}))
            assert path.read_text(encoding="latin-1") == text

    errors_agree("engine/experience.txt", tried(), tmp_path)


def test_a_place_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "formulary.json"
    with pytest.raises(DataError) as refused:
        add(path, Experience())
    where = f"{path}: cannot be written: "
    assert str(refused.value).startswith(where)
    assert str(refused.value).endswith("\nFix: name a file in a folder where you may write")


def test_a_folder_in_its_place_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError) as refused:
        load(tmp_path)
    assert str(refused.value) == f"{tmp_path}: cannot be read: Is a directory\nFix: give yourself the right"


def test_the_default_file_follows_xdg(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_file() == tmp_path / "gograde" / "formulary.json"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_file() == tmp_path / ".local" / "share" / "gograde" / "formulary.json"


# -- Ladders as pictures, and a slow search of the same -------------------------------------------


def slowly(board: Board, prey: Point, hunter_moves: bool) -> bool:
    """Can the hunter take the prey by ataris alone?  All legal points are tried, for both sides."""
    stone = board.get(prey)
    liberties = next(len(chain.liberties) for chain in chains(board) if prey in chain.points)
    if liberties > 2 or (liberties == 2 and not hunter_moves):
        return False
    if hunter_moves and liberties == 1:
        return True
    mover = stone.opponent if hunter_moves else stone
    tried = [play(board, mover, point) for point in board.points(Stone.EMPTY)]
    after = [move.board for move in tried if not isinstance(move, Illegal)]
    return (any if hunter_moves else all)(slowly(one, prey, not hunter_moves) for one in after)


def test_all_answers_tried_come_to_the_same() -> None:
    for picture in [
        ". . . . / . X X . / X O . . / . X . .",
        ". . . . / . X X . / X O . . / . X . O",
        "X O . . / . O X . / X X . . / . . . .",
        ". . X . / X X O . / . O O . / . X X .",
        "O X . . / . X O . / . O X . / . . . .",
    ]:
        board = diagram(picture)
        for chain in chains(board):
            prey = chain.points[0]
            expected = slowly(board, prey, hunter_moves=len(chain.liberties) > 1)
            assert caught_in_ladder(board, prey) is expected, f"{board}\n{prey}"


def test_a_chase_through_a_ko_ends() -> None:
    """A prey and its hunter could take each other's stone for ever, since ko is ignored."""
    corner = diagram("""
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . X . . . . . . . . . X .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . O . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . O . . . . . . . . . . . . . . .
        . . O X . . . . . . . . . . . . . . .
        . X X O O . . . . . O . . . . . . . .
        . X O X . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
    """)
    assert not caught_in_ladder(corner, Point(14, 3))
