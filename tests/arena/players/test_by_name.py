"""Players by name, and their games by the course's rules and by area."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from gograde.arena.game.match import Bot, Match, play_match
from gograde.arena.game.record import GameRecord
from gograde.arena.game.rules import COURSE, PLIES, START, View, view_of
from gograde.arena.players.by_name import (
    MOVES_A_POINT,
    PlayerBot,
    bots,
    rules_of,
    side_of,
    sides_of,
    taught_by,
    teach,
)
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.sgf import game_sgf
from gograde.codec import replace, to_value
from gograde.engine.formulary.experience import Experience, Wins, load
from gograde.engine.gtp.commands import is_pass, read_vertex
from gograde.engine.player import random_player
from gograde.errors import DataError
from gograde.go import Game, Point, Position, Stone, diagram, read_sgf
from gograde.go.joseki import Corner, split_steps, to_board
from gograde.go.player import (
    PASS,
    RESIGNED,
    Answer,
    Cancelling,
    Fault,
    Player,
    TakenBack,
    Termination,
    never,
)
from gograde.go.position import LiveGame


def read(words: Sequence[str]) -> list[Bot]:
    return [ReferenceBot(Path(word).name) for word in words]


def driven(bot: Bot) -> bool:
    return isinstance(bot, PlayerBot) and bot.driven


def test_each_word_has_its_bot_in_order(tmp_path: Path) -> None:
    program = str(tmp_path / "ann")
    Path(program).touch(0o755)
    words = ["engine", program, "greedy", f"gtp:{program} -x", "me"]
    table = bots(words, read, 60, {"me": random_player})
    assert [(bot.name, sides_of(bot)[0], sides_of(bot)[-1], driven(bot)) for bot in table] == [
        ("engine", 2, 19, False),
        ("ann", 5, 5, False),
        ("greedy", 2, 19, False),
        ("ann", 2, 19, True),
        ("me", 2, 19, False),
    ]
    assert side_of(None, table) == 5
    assert side_of(None, [table[0], table[2]]) == 5
    assert side_of(None, [table[0], table[3]]) == 19
    assert side_of(9, [table[0]]) == 9


def test_a_reference_player_is_itself_on_5x5_and_has_a_namesake_elsewhere() -> None:
    [bot] = bots(["random"], read)
    own = ReferenceBot("random")
    assert isinstance(bot, ReferenceBot) and bot.digest == own.digest
    for game in (COURSE.start, LiveGame.empty(5)):
        assert bot.player(3).choose(game) == own.player(3).choose(COURSE.start)
    assert bot.player(3).choose(LiveGame.empty(9)) == random_player(3).choose(LiveGame.empty(9))


def test_the_same_program_has_the_same_digest_and_another_argument_another_one() -> None:
    first, same, other = bots(["gtp:cat -u", "gtp:cat  -u", "gtp:cat"], read)
    assert first.digest == same.digest != other.digest


def test_a_position_of_a_puzzle_can_be_asked() -> None:
    [bot] = bots(["engine"], read)
    game = LiveGame(Position(LiveGame.empty(2).position.board.with_stones(1, [Point(0, 0)])))
    answer = bot.player(1).choose(game)
    assert isinstance(answer, Answer) and answer.point in {None, Point(0, 1), Point(1, 0), Point(1, 1)}


def test_a_reference_player_sees_a_game_that_was_set_up_or_is_too_long_as_well_as_can_be() -> None:
    board = diagram("X . . . . / . . . . . / . . . . . / . . . . . / . . . . .")
    start = Position(board, Stone.WHITE)
    assert view_of(LiveGame(start)) == View(start, 2)
    assert view_of(LiveGame(START, steps=(None,) * 40)).ply == PLIES


# -- players of any size in the course's game --------------------------------------------------------------


@dataclass
class Scripted(Player):
    """A player that does what it is given; keeps the games that it was shown, and whether it was closed."""

    does: Callable[[LiveGame], Answer | Fault]
    shown: list[LiveGame] = field(default_factory=list)
    closed: bool = False

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer | Fault:
        self.shown.append(game)
        return self.does(game)

    def close(self) -> None:
        self.closed = True


def named(name: str, player: Player) -> PlayerBot:
    return PlayerBot(name, "", lambda seed: player)


@pytest.mark.parametrize("black", [True, False])
def test_a_player_is_shown_the_whole_game_so_far(black: bool) -> None:
    ann = Scripted(random_player(5).choose)
    sides = (named("ann", ann), ReferenceBot("greedy"))
    opening = (Point(0, 0), Point(1, 1))
    record = play_match(Match(*(sides if black else sides[::-1]), seed=3, opening=opening))
    games = [game for game in record.game.replay() if len(game.steps) % 2 != black][1:]
    assert ann.shown == games[: len(ann.shown)]
    assert len(ann.shown) == 11
    assert ann.closed


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (RESIGNED, "white wins (resigned): resigned"),
        (Fault(Termination.CRASHED, "exit code 1"), "white wins (crashed): exit code 1"),
    ],
)
def test_resigning_and_faults_lose_the_game(answer: Fault, told: str) -> None:
    ann = Scripted(lambda game: answer)
    assert str(play_match(Match(named("ann", ann), ReferenceBot("greedy"))).outcome) == told
    assert ann.closed


def test_an_illegal_move_is_for_the_referee() -> None:
    ann = Scripted(lambda game: Answer(Point(0, 0)))
    record = play_match(Match(named("ann", ann), ReferenceBot("greedy")))
    assert (record.termination, record.winner, len(record.moves)) == ("illegal move", "white", 3)


# -- games by area -----------------------------------------------------------------------------------------


def told_by(words: Iterator[str]) -> Scripted:
    """A player that says these words: vertices, `pass`, or how it ends."""

    def says(game: LiveGame) -> Answer | Fault:
        match next(words):
            case "resign":
                return RESIGNED
            case "undo":
                raise TakenBack(2)
            case "late":
                return Fault(Termination.TIME, "nothing in 1 s to genmove b")
            case word:
                return PASS if is_pass(word) else Answer(read_vertex(word, game.side))

    return Scripted(says)


def area_game(black: str, white: str, side: int = 4, komi: float = 0.5) -> GameRecord:
    ann, ben = (named(name, told_by(iter(words.split()))) for name, words in (("ann", black), ("ben", white)))
    return play_match(Match(ann, ben, package="", rules=rules_of(side, komi)))


def result_in(record: GameRecord) -> bytes:
    return game_sgf(record).partition(b"RE[")[2].partition(b"]")[0]


def test_two_passes_end_a_game_and_area_is_counted() -> None:
    played = area_game("B1 B2 B3 B4 pass", "C1 C2 C3 C4 pass")
    assert (played.winner, played.reason, played.lead) == ("white", "W+0.5 after two passes", -0.5)
    even = area_game("B1 B2 B3 B4 pass", "C1 C2 C3 C4 pass", komi=0)
    assert (even.winner, even.reason, result_in(even)) == ("nobody", "0 after two passes", b"0")


@pytest.mark.parametrize(
    ("last", "termination", "reason", "result"),
    [
        ("resign", "resigned", "resigned", b"W+R"),
        ("late", "time", "nothing in 1 s to genmove b", b"W+T"),
        ("C1", "illegal move", "black at (3, 2) is illegal: the point is occupied", b"W+F"),
    ],
)
def test_whoever_resigns_or_fails_loses(last: str, termination: str, reason: str, result: bytes) -> None:
    played = area_game("B1 " + last, "C1")
    assert (played.winner, played.termination, played.reason) == ("white", termination, reason)
    assert (result_in(played), len(played.game.steps)) == (result, 2)


def test_moves_that_are_taken_back_are_played_again() -> None:
    played = area_game("undo A1 undo B2 pass", "C1 D4 pass")
    assert played.moves == ("2,1", "0,3", "PASS", "PASS")


def test_a_game_that_does_not_end_is_ended() -> None:
    def wild(game: LiveGame) -> Answer:
        legal = game.position.legal_points()
        return Answer(legal[len(game.steps) % len(legal)] if legal else None)

    played = play_match(Match(*(named(name, Scripted(wild)) for name in "ab"), rules=rules_of(3, 0)))
    assert len(played.moves) <= MOVES_A_POINT * 9


def test_the_record_of_a_game_says_all_of_it() -> None:
    played = area_game("B1 pass resign", "C1 D4", komi=6.5)
    told = to_value(played)
    assert told["area"] == {"side": 4, "komi": 6.5, "lead": None}
    assert (told["moves"], told["winner"]) == (("3,1", "3,2", "PASS", "0,3"), "white")
    written = game_sgf(played)
    assert all(part in written for part in (b"PB[ann]", b"PW[ben]", b"RE[W+R]", b"SZ[4]"))
    game = read_sgf(written)
    assert isinstance(game, Game)
    assert game == played.game.record()


# -- what games teach engines about joseki -----------------------------------------------------------------


LINE = "DDFCCFDBCCIC"


def taught(black: str, white: str, winner: Stone, end: Answer | Fault | None = None) -> GameRecord:
    """A game of a joseki, with what ended it, or else with two passes."""
    steps = [Answer(to_board(Corner.TL, step)) for step in split_steps(LINE)]
    said = iter([*steps, *([PASS, PASS] if end is None else [end])])
    ann, ben = (named(name, Scripted(lambda game: next(said))) for name in (black, white))
    komi = {Stone.BLACK: -400.0, Stone.WHITE: 400.0, Stone.EMPTY: 0.0}[winner]
    return play_match(Match(ann, ben, rules=rules_of(19, komi)))


@pytest.mark.parametrize(
    ("black", "white", "winner", "result"),
    [
        ("engine", "gnugo", Stone.BLACK, Wins(1, 1)),
        ("engine", "gnugo", Stone.WHITE, Wins(0, 1)),
        ("gnugo", "engine", Stone.WHITE, Wins(1, 1)),
        ("engine", "engine", Stone.WHITE, Wins(1, 2)),
    ],
)
def test_an_engine_learns_from_its_games(
    tmp_path: Path, black: str, white: str, winner: Stone, result: Wins
) -> None:
    file = tmp_path / "results.json"
    teach(file, taught(black, white, winner))
    assert load(file) == Experience({LINE: result})


@pytest.mark.parametrize("black", ["gnugo", "engine"])
def test_others_games_draws_and_faults_teach_nothing(tmp_path: Path, black: str) -> None:
    file = tmp_path / "results.json"
    teach(file, taught("gnugo", "random", Stone.BLACK))
    teach(file, replace(taught(black, "random", Stone.BLACK), winner="nobody"))
    teach(file, taught(black, "random", Stone.BLACK, Fault(Termination.CRASHED, "")))
    assert not file.exists()


def test_an_own_file_lies_where_xdg_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    teach(Path("-"), taught("engine", "gnugo", Stone.WHITE, RESIGNED))
    assert load(tmp_path / "gograde" / "formulary.json") == Experience({LINE: Wins(0, 1)})


def test_an_engine_is_not_made_by_a_broken_file(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text("{")
    with pytest.raises(DataError, match="is no JSON"):
        taught_by(file)(0)
