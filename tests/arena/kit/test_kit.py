"""The kit that a course hands out: what is written, and that its referee judges as ours does."""

from __future__ import annotations

import ast
import importlib
import os
import random
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from gograde.arena.game.protocol_files import Unreadable, handed_out, read_answer, write_input
from gograde.arena.game.rules import COURSE, PLIES, START, GameEnd
from gograde.arena.kit import AS_PROGRAM, kit_files, write_kit
from gograde.errors import DataError
from gograde.go.player import Answer, Fault, Termination
from gograde.go.position import LiveGame, Position

NAMES = ("read", "write", "host", "referee")
OWN = {*NAMES, "random_player", "alphabeta_player"}


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    write_kit(tmp_path / "kit")
    return tmp_path / "kit"


@pytest.fixture
def host(kit: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The referee of the kit, in this process."""
    for name in NAMES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(str(kit))
    yield importlib.import_module("referee")
    for name in NAMES:
        sys.modules.pop(name, None)


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "host.py", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


# -- what is written ------------------------------------------------------------------------


def test_the_kit_has_what_the_course_names(kit: Path) -> None:
    assert sorted(str(path.relative_to(kit)) for path in kit.rglob("*") if path.is_file()) == [
        *["alphabeta_player.py", "build.sh", "host.py", "init/input.txt", "random_player.py"],
        *["read.py", "referee.py", "write.py"],
    ]
    assert (kit / "init" / "input.txt").read_bytes() == b"1" + b"\n00000" * 10
    assert (kit / "host.py").read_text().replace(AS_PROGRAM, "") == handed_out()["host.py"].decode()


def test_the_kit_needs_nothing_but_a_python_of_some_years_ago() -> None:
    for path, data in kit_files().items():
        if path.endswith(".py"):
            tree = ast.parse(data, feature_version=(3, 7))
            imports = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
            imports |= {
                name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
            }
            assert {str(name).partition(".")[0] for name in imports} <= OWN | sys.stdlib_module_names


def test_what_is_there_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "essay.txt").write_text("mine")
    with pytest.raises(DataError) as caught:
        write_kit(tmp_path / "full")
    assert str(caught.value) == f"{tmp_path / 'full'}: is not empty\nFix: name a new or an empty folder"
    with pytest.raises(DataError) as caught:
        write_kit(tmp_path / "full" / "essay.txt")
    assert caught.value.what == "is no folder"
    with pytest.raises(DataError) as caught:
        write_kit(tmp_path / "none" / "kit")
    assert caught.value.what == "cannot be written (No such file or directory)"
    (tmp_path / "empty").mkdir()
    write_kit(tmp_path / "empty")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "full"]


# -- the same verdicts ----------------------------------------------------------------------

ODD = [
    *(b"2,2\nhello", b" 3 , 1 ", b"+4,4", b"4,4,9", b"PASS,1", b"PASS\r\n", b"1,\t1\r3,3", b"\x1c0,0\x1f"),
    *(b"", b"pass", b"\nPASS", b"4 4", b"(4,4)", b"4.0,4", b"4", b"1_0,0", b"\xef\xbb\xbf1,1", b"a,b"),
    *(b"-1,0", b"5,5", b"99999999999,0", b"\xff,\xfe", "１,１".encode(), b"0" * 5000 + b",1"),
]


def judged(game: LiveGame, data: bytes) -> LiveGame | GameEnd:
    """What our own referee says to the bytes of an answer."""
    read = read_answer(data)
    if isinstance(read, Unreadable):
        return COURSE.judge(game, Fault(Termination.UNREADABLE, ""))
    return COURSE.judge(game, Answer(read))


def test_every_ply_of_many_games_is_judged_as_ours(host: ModuleType, tmp_path: Path) -> None:
    chance = random.Random(5)
    ends, path = [], tmp_path / "input.txt"
    for _ in range(30):
        game: LiveGame | None = COURSE.start
        path.write_bytes(write_input(START))
        while game is not None:
            data, ply = drawn(chance, game.position), len(game.steps) + 1
            ours = judged(game, data)
            theirs = host.judge(host.read_state(path, ply), data)
            if isinstance(ours, GameEnd):
                assert theirs.winner == ours.winner, (data, game)
                ends.append((ours.termination, ply == PLIES))
                game = None
            else:
                assert theirs.winner == 0, (data, game)
                game = ours
                host.writeNextInput(theirs.state.colour, theirs.state.before, theirs.state.now, str(path))
                assert path.read_bytes() == write_input(game.position)
    assert {termination for termination, _ in ends} == {"points", "illegal move", "unreadable answer"}
    assert ("points", True) in ends and ("points", False) in ends


def drawn(chance: random.Random, position: Position) -> bytes:
    """Mostly a legal point, now and then any point, a pass, or something odd."""
    kind, legal = chance.random(), position.legal_points()
    if kind < 0.015:
        return chance.choice(ODD)
    if kind < 0.03:
        return b"%d,%d" % (chance.randrange(5), chance.randrange(5))
    point = chance.choice(legal) if legal and kind < 0.95 else None
    return b"PASS" if point is None else b"%d,%d" % point


def test_an_odd_answer_is_read_as_ours(host: ModuleType, kit: Path) -> None:
    for data in ODD:
        ours = judged(COURSE.start, data)
        theirs = host.judge(host.read_state(kit / "init" / "input.txt", 1), data)
        assert theirs.winner == (ours.winner if isinstance(ours, GameEnd) else 0)


def test_ko_suicide_and_the_last_ply(host: ModuleType) -> None:
    before = [[0, 1, 2, 0, 0], [1, 2, 0, 2, 0], [0, 1, 2, 0, 0], [0] * 5, [0] * 5]
    now = [[0, 1, 2, 0, 0], [1, 0, 1, 2, 0], [0, 1, 2, 0, 0], [0] * 5, [0] * 5]
    state = host.State(2, before, now, 9)
    assert host.judge(state, b"1,1").text == "illegal move 1,1"
    assert host.judge(host.State(2, now, now, 9), b"1,1").winner == 0
    assert host.judge(host.State(2, now, now, 9), b"0,0").winner == 1
    assert host.judge(host.State(2, before, now, 24), b"4,4").winner == 2
    assert host.judge(host.State(2, before, now, 24), b"1,2").winner == 1
    assert host.judge(host.State(1, now, now, 9), b"PASS").text == "black 4, white 3 + 2.5"


# -- one ply, as a program ------------------------------------------------------------------


def test_the_exit_status_says_who_won_as_in_the_original(kit: Path) -> None:
    (kit / "input.txt").write_bytes((kit / "init" / "input.txt").read_bytes())
    (kit / "output.txt").write_text("2,2")
    done = run(kit, "-m", "1", "-v")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "ply 1, black: b'2,2'\n" + ". . . . .\n" * 2 + ". . X . .\n" + ". . . . .\n" * 2
    assert (kit / "input.txt").read_text() == "2" + "\n00000" * 7 + "\n00100" + "\n00000" * 2
    done = run(kit, "-m", "2", "-v", "False")
    assert (done.returncode, done.stdout) == (1, "black wins: illegal move 2,2\n")
    (kit / "output.txt").write_text("PASS")
    assert run(kit, "-m", "24").returncode == 2
    (kit / "output.txt").unlink()
    done = run(kit, "-m", "2")
    assert (done.returncode, done.stdout) == (1, "black wins: no output.txt\n")


def without(name: str) -> Callable[[Path], None]:
    return lambda kit: (kit / name).unlink()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (without("input.txt"), ("-m", "3")),
        (lambda kit: (kit / "input.txt").write_text("2\n"), ("-m", "3")),
        (without("referee.py"), ("-m", "3")),
        (without("write.py"), ("-m", "3")),
        (lambda kit: (kit / "read.py").write_text("raise SystemError"), ("--black", "read.py")),
        (lambda kit: None, ()),
        (lambda kit: None, ("-m", "three")),
        (lambda kit: None, ("--black", "nobody.py", "--white", "random_player.py")),
        (without("init/input.txt"), ("--black", "random_player.py", "--white", "random_player.py")),
    ],
)
def test_when_the_host_cannot_judge_nobody_wins(
    kit: Path, spoil: Callable[[Path], object], words: tuple[str, ...]
) -> None:
    for name in ("input.txt", "output.txt"):
        (kit / name).write_bytes((kit / "init" / "input.txt").read_bytes())
    spoil(kit)
    done = run(kit, *words)
    assert (done.returncode, done.stdout) == (3, "")
    assert "host.py: " in done.stderr


# -- whole games ----------------------------------------------------------------------------


def program(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_a_game_of_the_two_players_ends_as_ours_would(kit: Path) -> None:
    done = run(kit, "--black", "random_player.py", "--white", "alphabeta_player.py", "-v")
    said = [line.partition(": ")[2] for line in done.stderr.splitlines() if line.startswith("ply ")]
    game = COURSE.start
    for data in map(ast.literal_eval, said[:-1]):
        after = judged(game, data)
        assert not isinstance(after, GameEnd)
        game = after
    end = judged(game, ast.literal_eval(said[-1]))
    assert isinstance(end, GameEnd)
    assert (done.returncode, done.stdout) == (end.winner, f"{end.winner:d}\n")
    assert done.stderr.endswith(f"{end.winner.name.lower()} wins: {end.reason}\n")


CHEAT = """
import os
from pathlib import Path
from write import writeOutput
for folder in (Path(), Path("init")):
    (folder / "input.txt").write_text("1" + chr(10) + (chr(10) + "11111") * 10)
for name in ("host.py", "referee.py", "read.py"):
    Path(name).write_text("raise SystemExit(1)")
kept = Path("kept.txt")
count = int(kept.read_text()) if kept.exists() else 0
kept.write_text(str(count + 1))
writeOutput((count // 5, count % 5))
"""
"""Black that spoils all files it finds, and plays the points row by row."""


def test_what_a_program_writes_changes_no_board_and_its_files_are_its_own(
    host: ModuleType, kit: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in kit.rglob("*.*")}
    black = program(kit, "cheat.py", CHEAT)
    white = program(kit, "pass.py", "from write import writePass\nwritePass()\n")
    assert host.play(black, white, True) == 1
    told = capsys.readouterr()
    assert told.out == "1\n"
    assert told.err.endswith(
        "ply 24, white: b'PASS'\nX X X X X\nX X X X X\nX X . . .\n. . . . .\n. . . . .\n"
        "black wins: black 12, white 0 + 2.5\n"
    )
    assert {path: path.read_bytes() for path in before} == before
    assert not (kit / "kept.txt").exists() and not (kit / "input.txt").exists()


@pytest.mark.parametrize(
    "game",
    [
        ("raise SystemExit('no idea')", "no output.txt; it said: no idea"),
        ("import os\nos.mkdir('output.txt')", "no output.txt"),
        ("import os\nos.mkfifo('output.txt')", "no output.txt"),
        ("open('output.txt', 'w').write('2;2')", "unreadable answer b'2;2'"),
        ("open('output.txt', 'w').write('2,2')\nwhile True:\n    pass", "no answer in 0.2 s"),
    ],
)
def test_a_program_without_an_answer_loses(
    host: ModuleType,
    kit: Path,
    game: tuple[str, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text, reason = game
    if "while" in text:
        monkeypatch.setattr(host, "MOVE_S", 0.2)
    assert host.play(program(kit, "bad.py", text), str(kit / "random_player.py"), False) == 2
    assert capsys.readouterr().err == f"white wins: {reason}\n"


FORKS = """
import os
mine, child = os.pipe()
if os.fork():
    os.read(mine, 1)
    os._exit(0)
alive = os.open({!r}, os.O_WRONLY)
os.write(alive, b"alive")
os.write(child, b"x")
while True:
    pass
"""
"""Leaves a process that keeps a pipe open."""


def test_what_a_program_leaves_running_ends_with_its_move(
    host: ModuleType, kit: Path, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "alive")
    pipe = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    state = host.read_state(kit / "init" / "input.txt", 1)
    forks = Path(program(kit, "forks.py", FORKS.format(str(tmp_path / "alive"))))
    assert host.move_of(forks, state) == (None, "no output.txt")
    assert os.read(pipe, 9) == b"alive"
    assert select.select([pipe], [], [], 60)[0]
    assert os.read(pipe, 9) == b""
    os.close(pipe)


# -- build.sh -------------------------------------------------------------------------------


def build(kit: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["sh", str(kit / "build.sh"), *words]
    return subprocess.run(command, cwd=kit.parent, capture_output=True, text=True, timeout=60, check=False)


def test_the_script_counts_games_with_both_colours(kit: Path) -> None:
    program(kit, "my_player.py", "from write import writePass\nwritePass()\n")
    program(kit, "loser.py", "raise SystemExit(1)\n")
    done = build(kit, "2", "loser.py")
    assert done.returncode == 0
    assert done.stdout == "my_player.py against loser.py: won 0 of 2 with black, 2 of 2 with white\n"


@pytest.mark.parametrize(
    ("words", "missing", "fault"),
    [
        (("1",), "my_player.py", "there is no my_player.py: copy random_player.py, and make it better"),
        (("1", "bob.py"), None, "there is no bob.py"),
        (("some",), None, "some is no number of games"),
        (("1",), "host.py", "the host failed"),
        (("1",), "referee.py", "the host failed"),
    ],
)
def test_the_script_gives_nobody_a_game_that_was_not_judged(
    kit: Path, words: tuple[str, ...], missing: str | None, fault: str
) -> None:
    program(kit, "my_player.py", "from write import writePass\nwritePass()\n")
    if missing:
        (kit / missing).unlink()
    done = build(kit, *words)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.splitlines()[-1] == f"build.sh: {fault}"


def test_a_host_that_exits_as_a_winner_without_saying_so_wins_nothing(kit: Path) -> None:
    program(kit, "my_player.py", "")
    for status in (1, 2):
        program(kit, "host.py", f"raise SystemExit({status})")
        assert build(kit, "1").returncode == 3
