"""The reference players: legal moves, equal moves for equal seeds, and their expected strength."""

from __future__ import annotations

import random
from hashlib import sha256

import pytest

from gograde.arena.game.match import Match, play_match
from gograde.arena.game.rules import PLIES, START, View, by_points, drawn, one_of
from gograde.arena.players import search_kernels as kern
from gograde.arena.players.book import (
    Book,
    Key,
    best_choice,
    choose,
    key_of,
    look_up,
    read_book,
    shipped_book,
    winning_choice,
    winning_replies,
)
from gograde.arena.players.reference import NAMES, ReferenceBot, chooser
from gograde.arena.players.thinking import situation
from gograde.code_closure import closure, code_digest
from gograde.go import Board, Point, Position, Stone, diagram, kernels
from gograde.go.player import Termination
from gograde.go.solver.exact import Solver, after_move, start
from tools.book_maker import Span, make_book, winning_point, write_line


def view(picture: str, stone: Stone, before: str = "") -> View:
    board = diagram(picture)
    return View(Position(board, stone, diagram(before) if before else board), 9)


def black_wins(black: str, white: str, games: int) -> int:
    both = ReferenceBot(black), ReferenceBot(white)
    records = [play_match(Match(*both, seed)) for seed in range(games)]
    assert all(record.termination is Termination.POINTS for record in records)
    return sum(record.winner == "black" for record in records)


def test_a_draw_is_the_same_on_every_machine() -> None:
    assert drawn(1, "a") == 12208100300184014999
    assert one_of("abcdefgh", 5, "ply", 3) == one_of("abcdefgh", 5, "ply", 3)
    counts = [sum(one_of(range(5), "x", i) == value for i in range(5000)) for value in range(5)]
    assert min(counts) > 900


@pytest.mark.parametrize("name", [*NAMES, "mcts-7"])
def test_a_game_is_clean_and_the_same_again(name: str) -> None:
    match = Match(ReferenceBot(name), ReferenceBot("random"), 11)
    record = play_match(match)
    assert record.termination is Termination.POINTS
    assert play_match(match) == record


def test_another_seed_is_another_game() -> None:
    both = ReferenceBot("random"), ReferenceBot("random")
    assert len({play_match(Match(*both, seed)).moves for seed in range(5)}) == 5


def test_random_plays_every_legal_point_about_as_often_and_passes_only_when_it_must() -> None:
    picture = ". X . O . / X X O O O / X O O . O / . . . . . / X X X X X"
    here = view(picture, Stone.BLACK)
    played = [chooser("random")(here, drawn(seed)) for seed in range(900)]
    legal = here.position.legal_points()
    assert set(played) == set(legal)
    assert min(played.count(point) for point in legal) > 60
    full = ". X . X . / X X X X X / X X X X X / X X X X X / X X X X X"
    assert chooser("random")(view(full, Stone.WHITE), 1) is None
    assert chooser("greedy")(view(full, Stone.WHITE), 1) is None


def test_greedy_takes_most_and_then_looks_for_liberties() -> None:
    two_to_one = view(". O O X . / X X X . . / . . . . . / X . . . . / O . X . .", Stone.BLACK)
    assert {chooser("greedy")(two_to_one, seed) for seed in range(20)} == {Point(0, 0)}
    assert chooser("greedy")(View(START, 1), 3) in {Point(r, c) for r in (1, 2, 3) for c in (1, 2, 3)}
    beside = view(". . . . . / . . . . . / . . X . . / . . . . . / . . . . .", Stone.BLACK)
    assert len({chooser("greedy")(beside, seed) for seed in range(20)}) > 1


def test_their_digests_differ() -> None:
    digests = {ReferenceBot(name).digest for name in NAMES}
    assert len(digests) == len(NAMES)
    assert all(len(digest) == 64 for digest in digests)


def test_a_digest_is_of_the_code_that_plays() -> None:
    module = "gograde.arena.players.reference"
    files = {"arena/players/book.txt", "arena/players/qtable.npz", "arena/players/search_kernels.py"}
    assert files | {"arena/players/book.py", "go/solver/kernels.py"} <= closure(module)
    assert not any(path.startswith(("arena/rating/", "sandbox/")) for path in closure(module))
    expected = sha256(f"greedy\n{code_digest(module)}".encode()).hexdigest()
    assert ReferenceBot("greedy").digest == expected


@pytest.mark.parametrize("name", ["greedy", "alphabeta-4", "mcts-1000", "perfect"])
def test_perfect_wins_as_black(name: str) -> None:
    assert black_wins("perfect", name, 1) == 1


def test_perfect_answers_even_when_no_ply_is_left() -> None:
    full = diagram("X X X X X / X . X X X / X X X O O / O O O O O / . O . O O")
    assert chooser("perfect")(View(Position(full, Stone.WHITE), 30), 1) in full.points(Stone.EMPTY)


@pytest.mark.parametrize(
    ("stronger", "weaker", "share"),
    [("greedy", "random", 0.8), ("alphabeta-4", "alphabeta-2", 0.6), ("mcts-1000", "alphabeta-2", 0.8)],
)
def test_the_stronger_win_more_as_either_colour(stronger: str, weaker: str, share: float) -> None:
    games = 30
    wins = black_wins(stronger, weaker, games) + games - black_wins(weaker, stronger, games)
    assert wins / (2 * games) > share


# -- the searches of the 5x5 game: their rules agree with `Position`, and they find the right moves  --


def random_views(seed: int) -> list[View]:
    """The views of a game of random moves, now and then a pass."""
    position, views = START, []
    for ply in range(1, PLIES + 1):
        views.append(View(position, ply))
        points = [*position.legal_points(), *([] if ply % 7 else [None])]
        point = one_of(points, seed, ply) if points else None
        after = position.step(point)
        assert isinstance(after, Position)
        position = after
    return views


def test_bits_know_their_neighbours() -> None:
    for bit, around in ((0, 0b100010), (4, 1 << 3 | 1 << 9), (12, 1 << 7 | 1 << 11 | 1 << 13 | 1 << 17)):
        assert kernels.neighbours(1 << bit) & kernels.FULL == around


def slow_worth(view: View, depth: int) -> int:
    """Plain minimax of the same worth, over positions."""
    position = view.position
    over = position.passes >= 2 or view.plies_left == 0
    if over or depth == 0:
        own, other, _, _, black, _ = situation(view)
        return int(kern._worth(own, other, black, over))
    after = [position.play(point) for point in position.legal_points()]
    follow = [*(each for each in after if isinstance(each, Position)), position.pass_turn()]
    return max(-slow_worth(View(each, view.ply + 1), depth - 1) for each in follow)


def test_alpha_beta_finds_a_move_of_the_worth_that_minimax_finds() -> None:
    for ply, depth in [(1, 2), (12, 2), (20, 2), (19, 3), (23, 4), (24, 1)]:
        for seed in range(4):
            view = random_views(seed)[ply - 1]
            point = chooser(f"alphabeta-{depth}")(view, seed)
            after = view.position.step(point)
            assert isinstance(after, Position)
            assert -slow_worth(View(after, ply + 1), depth - 1) == slow_worth(view, depth)


def test_alpha_beta_takes_what_is_to_be_had() -> None:
    picture = diagram(". O O X . / X X X . . / . . . . . / . . . . . / . . . . .")
    view = View(Position(picture, Stone.BLACK, picture, passes=0), 7)
    assert chooser("alphabeta-1")(view, 1) == Point(0, 0)


WON = diagram("X X X . X / X X X X X / X X X . X / . . . . . / O O O O O")


@pytest.mark.parametrize("name", ["alphabeta-1", "alphabeta-2", "mcts-200"])
def test_a_pass_that_wins_at_once_is_found(name: str) -> None:
    """White has passed and black leads; a stone on (0, 3) or (2, 3) would leave one eye, but wins too."""
    view = View(Position(WON, Stone.BLACK, WON, passes=1), 24)
    point = chooser(name)(view, 3)
    after = view.position.step(point)
    assert isinstance(after, Position)
    assert by_points(after.board).winner is Stone.BLACK


def test_two_passes_end_the_game_that_alpha_beta_looks_at() -> None:
    assert chooser("alphabeta-1")(View(Position(WON, Stone.BLACK, WON, passes=1), 7), 3) is None


@pytest.mark.parametrize("name", ["alphabeta-1", "alphabeta-3", "mcts-200"])
def test_the_last_ply_is_played_for_the_points(name: str) -> None:
    """White's capture on ply 24 turns the game."""
    board = diagram("X X . . . / O O . . . / . . . . . / . . . . . / X X X X .")
    view = View(Position(board, Stone.WHITE, board, passes=0), 24)
    assert chooser(name)(view, 5) == Point(0, 2)


def test_tree_search_depends_on_its_seed_alone() -> None:
    view = View(START, 1)
    search = chooser("mcts-200")
    assert search(view, 7) == search(view, 7)
    assert len({search(view, seed) for seed in range(8)}) > 1


# -- the perfect player: the form of its book, symmetric look-ups, and games that black must win --


BLACK, WHITE = Stone.BLACK, Stone.WHITE
CORNER = "." * 23 + "X" + "."
TAKEN = Position(
    diagram(". X O . . / X . X O . / . X O . . / . . . . . / . . . . ."),
    WHITE,
    diagram(". X O . . / X O . O . / . X O . . / . . . . . / . . . . ."),
)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(18)


def test_a_line_of_a_book_is_read_back() -> None:
    key: Key = (18, CORNER, "-")
    line = write_line(key, Point(3, 1))
    assert line == "18 .......................X. - 31"
    assert read_book(f"# made by book_maker\n{line}\n") == {key: Point(3, 1)}


def test_a_key_tells_ko_and_passes_apart() -> None:
    assert key_of(start(), 24)[0] == (24, "." * 25, "pass")
    assert key_of(Position(Board.empty(5)), 24)[0] == (24, "." * 25, "-")
    plies, _, mark = key_of(TAKEN, 10)[0]
    assert plies == 10
    assert mark not in ("-", "pass")
    assert key_of(after_move(TAKEN, None), 10)[0][2] == "pass"


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("mirror", [False, True])
def test_a_book_answers_all_symmetric_positions(quarters: int, mirror: bool) -> None:
    """The same stone beside the same corner, however the board is turned."""

    def turn(board: Board) -> Board:
        turned = board.rotated(quarters)
        return turned.mirrored() if mirror else turned

    board = diagram("X O . . . / . . . . . / . . . . . / . . . . . / . . . . .")
    key, _ = key_of(Position(board), 20)
    book = book_of(board, Point(1, 0), key)
    expected = turn(board.with_stones(BLACK, [(1, 0)])).points(BLACK)
    found = look_up(book, Position(turn(board)), 20)
    assert found in expected
    assert found not in turn(board).points(BLACK)


def book_of(board: Board, move: Point, key: Key) -> Book:
    """The book whose only line is this position and move, by trying all points."""
    fits = [Point(r, c) for r in range(5) for c in range(5)]
    return next({key: p} for p in fits if look_up({key: p}, Position(board), 20) == move)


def test_a_won_position_is_kept_and_the_pass_comes_last(solver: Solver) -> None:
    board = diagram(". X X . . / X X X X X / X X X X O / . X . O O / . . . O .")
    assert winning_choice(solver, Position(board, BLACK), 1) == Point(0, 0)
    assert solver.reaches(Position(board, BLACK), 1, 3)


def test_the_best_value_is_played_for(solver: Solver) -> None:
    """Of white's points only one takes two stones."""
    board = diagram("X X . . . / X X X . . / . X O O . / . O X X . / . O O O .")
    position = Position(board, WHITE)
    assert best_choice(solver, position, 1) == Point(3, 4)
    assert {move.value for move in solver.best_moves(position, 1)} == {-1}


def test_traps_leave_few_winning_replies(solver: Solver) -> None:
    rng = random.Random(5)
    position = start()
    for _ in range(15):
        position = after_move(position, rng.choice(position.legal_points()))
    assert position.to_play is WHITE
    chosen = best_choice(solver, position, 9)
    counts = {
        move.point: winning_replies(solver, after_move(position, move.point), 8)
        for move in solver.best_moves(position, 9)
    }
    assert counts[chosen] == min(counts.values())


def test_a_winning_point_is_found_or_there_is_none() -> None:
    solver = Solver(16)
    board = diagram(". . . . . / . X X X . / . X . X . / . X X X O / . . . . O")
    point = winning_point(solver, Position(board, BLACK), 6)
    assert solver.reaches(after_move(Position(board, BLACK), point), 5, 3)
    with pytest.raises(ValueError, match="no point lets black reach 3 from"):
        winning_point(solver, Position(board.swapped(), BLACK), 6)


def test_the_maker_asks_for_nothing_that_is_known() -> None:
    """A book of two levels, made again from its own lines without a search."""
    board = diagram(". . . . . / . X X X . / . X . X . / . X X X O / . . . . O")
    span = Span(Position(board, BLACK), 8, 6)
    made = dict(make_book(Solver(16), {}, span))
    assert len(made) > 5
    assert {plies for plies, _, _ in made} == {8, 6}
    again = Solver(10)
    assert dict(make_book(again, made, span)) == {}
    assert again.nodes == 0
    lost = next(reversed(made))
    kept = {key: move for key, move in made.items() if key != lost}
    assert set(dict(make_book(Solver(16), kept, span))) == {lost}


def position_of(key: Key) -> Position:
    """The position of a key without ko."""
    _, cells, mark = key
    board = diagram("/".join(cells[i : i + 5] for i in range(0, 25, 5)))
    return Position(board, BLACK, None, int(mark == "pass"))


def test_the_shipped_book_has_legal_moves_for_positions_in_their_first_form() -> None:
    assert len(shipped_book()) > 1000
    for key, move in shipped_book().items():
        position = position_of(key)
        assert key[2] in ("-", "pass")
        assert key_of(position, key[0])[0] == key
        assert isinstance(position.play(move), Position)


def test_a_game_that_is_not_won_is_not_ended(solver: Solver) -> None:
    """Without a book black thinks the start is even, and still does not pass."""
    assert choose(solver, {}, start(), 24) == Point(2, 2)


def test_white_answers_whatever_black_opens_with(solver: Solver) -> None:
    """With anything but a pass: the start counts as passed on, so that one ends the game."""
    assert after_move(start(), None).ended
    for opening in (Point(2, 2), Point(0, 0)):
        position = after_move(start(), opening)
        assert choose(solver, {}, position, 23) in position.legal_points()
