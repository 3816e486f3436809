"""Every command: what it answers, what it refuses, and what it does to the game."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from gograde.engine.dragons.estimate import dead_stones
from gograde.engine.gtp.commands import COMMANDS, Session, serve, write_vertices
from gograde.go import Board, Point, Position, Stone, diagram, write_sgf
from gograde.go.player import Answer, Cancelling, Fault, Player, Termination, never
from gograde.go.position import Game, LiveGame, Move
from tests.golden import values_agree


@dataclass(frozen=True)
class First(Player):
    """A player that takes the first legal point, row by row."""

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer:
        return Answer(next(iter(game.position.legal_points()), None))


def session(side: int = 5, sides: range = range(2, 20)) -> Session:
    """A session of `First`."""
    return Session("first", First(), sides, LiveGame.empty(side), version="1.2")


def talk(lines: str, start: Session | None = None) -> list[str]:
    """What is answered to these lines, without the blank lines."""
    said: list[str] = []
    serve(start or session(), lines.splitlines(), said.append)
    assert all(answer.endswith("\n\n") and "\n\n" not in answer[:-2] for answer in said)
    return [answer[:-2] for answer in said]


REQUIRED = {
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "komi", "play", "genmove"),
}
"""What every engine must know, by the protocol."""


def board_of(lines: str, start: Session | None = None) -> str:
    """The picture of the board after these lines, which all succeed."""
    answers = talk(f"{lines}\nshowboard", start)
    assert [answer for answer in answers if answer.startswith("?")] == []
    return answers[-1]


def test_what_is_required_is_known_and_listed() -> None:
    listed = talk("list_commands")[0].removeprefix("= ").split("\n")
    assert set(listed) >= REQUIRED
    assert set(listed) == set(COMMANDS)
    assert talk("known_command genmove\nknown_command gen\nprotocol_version\nname\nversion") == [
        *["= true", "= false", "= 2", "= gograde first", "= 1.2"]
    ]


def refusal(lines: str) -> str:
    """What the last of these lines is refused with; the board stays as it was."""
    *before, last = lines.splitlines()
    *_, board, said, same = talk("\n".join([*before, "showboard", last, "showboard"]))
    assert board == same
    return said


def test_a_refusal_has_the_standard_text_and_changes_nothing() -> None:
    values_agree(
        "engine/gtp.txt",
        refusal=refusal,
        board_of=board_of,
        talk=talk,
        dead=dead,
        RACES=RACES,
        diagram=diagram,
        Board=Board,
        CUT_OFF=CUT_OFF,
    )


def test_a_colour_may_move_twice_and_undo_takes_back_one_move() -> None:
    twice = "play b A1\nplay b B1"
    assert board_of(f"{twice}\nundo") == board_of("play b A1")
    assert board_of(f"{twice}\nundo\nundo") == board_of("")


def test_the_score_is_area_with_komi() -> None:
    wall = "\n".join(f"play b B{n}\nplay w C{n}" for n in range(1, 6))
    assert talk(f"{wall}\nfinal_score")[-1] == "= W+5"
    assert talk(f"{wall}\nkomi -5\nfinal_score")[-1] == "= 0"
    assert talk(f"{wall}\nkomi -5.5\nfinal_score")[-1] == "= B+0.5"


def test_a_line_of_the_status_list_is_a_chain() -> None:
    said = talk("play b A1\nplay b A2\nplay w E5\nfinal_status_list alive\nfinal_status_list seki")
    assert said[-2:] == ["= E5\nA2 A1", "="]


WALL = ("A1", "B2", "A3", "C1", "D1", "C3", "D3", "E2", "E1")
CAUGHT = "\n".join(
    ["boardsize 7", *(f"play b {vertex}" for vertex in WALL)]
    + [f"play w {vertex}" for vertex in ("G7", "F7", "C2")]
)
"""White's stone on C2 has no way out.

   A B C D E F G
 7 . . . . . O O 7
 6 . . . . . . . 6
 5 . . . . . . . 5
 4 . . . + . . . 4
 3 X . X X . . . 3
 2 . X O . X . . 2
 1 X . X X X . . 1
"""


def test_dead_stones_are_taken_off_before_area_is_counted() -> None:
    lists = "final_status_list dead\nfinal_status_list alive"
    said = talk(f"{CAUGHT}\n{lists}\nfinal_score\nundo\nfinal_score")
    assert said[-5] == "= C2"
    assert said[-4] == "= F7 G7\nA3\nC3 D3\nB2\nE2 C1 D1 E1\nA1"
    assert said[-3:] == ["= B+11", "=", "= B+11"]


def record(*moves: tuple[Stone, Point | None], board: Board | None = None) -> bytes:
    told = tuple(Move(stone, point) for stone, point in moves)
    return write_sgf(Game(board or Board.empty(5), told, 6.5))


def test_a_file_is_loaded_up_to_before_a_move(tmp_path: Path) -> None:
    black, white = Stone.BLACK, Stone.WHITE
    path = tmp_path / "game.sgf"
    path.write_bytes(record((black, Point(4, 0)), (black, Point(4, 1)), (white, None), (black, Point(0, 0))))
    assert board_of(f"boardsize 9\nloadsgf {path}") == board_of("play b A1\nplay b B1\nplay b A5")
    assert board_of(f"loadsgf {path} 3\nundo") == board_of("play b A1")
    assert board_of(f"loadsgf {path} 1") == board_of("")
    assert talk(f"loadsgf {path} 1\nfinal_score")[-1] == "= W+6.5"


def test_a_file_may_set_stones_up(tmp_path: Path) -> None:
    path = tmp_path / "problem.sgf"
    path.write_bytes(record(board=diagram("X . . / . O . / . . .")))
    assert board_of(f"loadsgf {path}") == board_of("boardsize 3\nplay b A3\nplay w B2")


def test_a_file_that_is_no_legal_game_is_refused(tmp_path: Path) -> None:
    for number, data in enumerate(
        [b"", b"(;SZ[5:7])", record((Stone.BLACK, Point(0, 0)), (Stone.WHITE, Point(0, 0))), b"\xff\x00"]
    ):
        path = tmp_path / f"{number}.sgf"
        path.write_bytes(data)
        assert talk(f"play b A1\nloadsgf {path}")[-1] == "? cannot load file"
    path.write_bytes(write_sgf(Game(Board.empty(26))))
    assert talk(f"loadsgf {path}")[-1] == "? unacceptable size"


@dataclass(frozen=True)
class Bad(Player):
    """A player that gives no move, or an illegal one."""

    point: Point | None = None

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer | Fault:
        crashed = Fault(Termination.CRASHED, "exit code 1")
        return crashed if self.point is None else Answer(self.point)


def test_a_player_that_fails_is_a_refusal_and_the_session_goes_on() -> None:
    for player, said in [
        (Bad(), "? bad: crashed, exit code 1"),
        (Bad(Point(4, 0)), "? bad chose A1, which is illegal"),
    ]:
        start = Session("bad", player, range(2, 20), session().game)
        assert talk("play w A1\ngenmove b\nname", start)[1:] == [said, "= gograde bad"]


# -- Dead stones at the end of a game --------------------------------------------------------------


RACES = diagram("""
    . X O . X . . X .
    X O O O O X X O .
    . X O . X O X . O
    X X O X . O X X X
    . . X X X X X O O
    X X X O O O O . O
    . . X X O . O O .
    . . . X O O O . .
    . . . X O . . . .
""")
"""White's upper left dies with one eye, though black's stone in it, B9, could be captured first."""

CUT_OFF = diagram("""
    . . . O X . .
    . . . O X . .
    . X . O X . O
    . . . O X . .
    . . . O X . .
    . . . O X . .
    . . . O X . .
""")
"""Each side has a wall, and one stone in the open on the other side of it."""


def dead(board: Board) -> str:
    return write_vertices(sorted(dead_stones(Position(board, Stone.BLACK))), board.rows)


# -- scripts as GoGui's and GNU Go's regression tests have them, said to a real process --------


SCRIPTS = Path(__file__).parent / "scripts"
_WANTED = re.compile(r"#\? \[(!?)(.*)\]\s*")


def asked(script: str) -> list[tuple[str, str, bool]]:
    """Each command with a pattern, and whether the answer must match."""
    found, last = [], ""
    for line in script.splitlines():
        wanted = _WANTED.fullmatch(line)
        if wanted:
            found.append((last, wanted[2], not wanted[1]))
        elif line.partition("#")[0].strip():
            last = line
    return found


def answers(output: str) -> dict[str, str]:
    """The answers to numbered commands by number, marks left out."""
    told = (re.fullmatch(r"[=?]([0-9]*)[ \n]?(.*)", block, re.DOTALL) for block in output.split("\n\n"))
    return {found[1]: found[2] for found in told if found}


def test_a_real_process_answers_every_script_as_it_says() -> None:
    for path in sorted(SCRIPTS.glob("*.tst")):
        script = path.read_text()
        name = script.splitlines()[0].removeprefix("# ")
        command = [sys.executable, "-m", "gograde", *name.split()]
        done = subprocess.run(
            command, input=script, cwd=SCRIPTS, capture_output=True, text=True, timeout=60, check=True
        )
        told = answers(done.stdout)
        wanted = asked(script)
        assert (path.name, len(wanted) > 5, done.stderr) == (path.name, True, "")
        for line, pattern, matches in wanted:
            answer = told[line.split()[0]]
            assert bool(re.fullmatch(pattern, answer, re.DOTALL)) == matches, (path.name, line, answer)
