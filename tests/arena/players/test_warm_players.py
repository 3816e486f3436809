"""Games of programs that are forked for each move equal games of programs that are started anew."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from gograde.arena.game.match import Match, play_match
from gograde.arena.game.record import GameRecord
from gograde.arena.players.reference import ReferenceBot
from gograde.codec import replace
from gograde.go.player import Answer
from gograde.intake.reading.read import ready_modules
from gograde.sandbox.protocol import Backend, RunResult
from gograde.sandbox.warm import Warm
from tests.arena.conftest import MakeBot
from tests.arena.players.recorded import FIRST, IN_TURN
from tests.sandboxes import backend_or_skip

HOST = """
from host import GO
from read import readInput
from write import writeOutput
colour, before, now = readInput(5)
go = GO(5)
go.set_board(colour, before, now)
legal = [(i, j) for i in range(5) for j in range(5) if go.valid_place_check(i, j, colour, test_check=True)]
"""
PLAYERS = {
    "numpy": HOST
    + """
import numpy as np
rng = np.random.default_rng(sum(map(sum, now)))
worth = rng.random((5, 5)) + np.array(now) * 0
writeOutput(max(legal, key=lambda place: worth[place]) if legal else 'PASS')
""",
    "remembers": HOST
    + """
import json, os, pickle
state = json.load(open('state.json')) if os.path.exists('state.json') else []
state.append(now)
json.dump(state, open('state.json', 'w'))
os.makedirs('logs', exist_ok=True)
pickle.dump(state, open(f'logs/{len(state)}', 'wb'))
writeOutput(legal[(7 * len(state) + len(os.listdir('logs'))) % len(legal)] if legal else 'PASS')
""",
    "own modules": {
        "my_player.py": HOST + "from tools import pick\nwriteOutput(pick(legal) if legal else 'PASS')",
        "tools/__init__.py": "from .inner import pick",
        "tools/inner.py": "import heapq\ndef pick(legal): return heapq.nlargest(1, legal)[0]",
    },
    "left open": HOST + "f = open('output.txt', 'w')\nf.write(f'{legal[0][0]},{legal[0][1]}')",
    "slow to see": HOST + "if len(legal) < 18:\n    while True: pass\nwriteOutput(legal[2])",
}


def told(record: GameRecord) -> GameRecord:
    """A record without its measures."""
    sides = {"black": record.black, "white": record.white}
    reason = re.sub(r" \(it got \d+% of the CPU time that it asked for\)", "", record.reason)
    unmeasured = {key: replace(side, cpu_s=0) for key, side in sides.items()}
    return replace(record, **unmeasured, reason=reason)


@pytest.fixture(scope="session", params=["bwrap", "landlock"])
def backend(request: pytest.FixtureRequest) -> Backend:
    """Those that have warm players."""
    return backend_or_skip(request.param)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_game_is_the_same_warm_and_cold(bot: MakeBot, name: str) -> None:
    limits = {"cpu_s": 0.5} if name == "slow to see" else {}  # libraries alone may take as much
    warm = bot(PLAYERS[name], **limits)
    other = ReferenceBot("random")
    games = [play_match(Match(each, other, 1)) for each in (warm, replace(warm, warm=False))]
    assert told(games[0]) == told(games[1])
    assert len(games[0].moves) > 4


def test_every_move_of_a_player_is_forked(bot: MakeBot) -> None:
    player = bot(PLAYERS["numpy"]).player(1)
    for game in IN_TURN[:3]:
        player.choose(game)
    assert isinstance(player.runs, Warm)
    assert (player.runs.cold_runs, player.runs.fault) == (0, "")
    assert {"numpy", "numpy.random"} <= set(player.runs.imports)
    server = player.runs._server
    assert server is not None and Path(f"/proc/{server.pid}").exists()


def test_a_player_whose_server_fails_goes_on_and_the_log_alone_tells_of_it(
    bot: MakeBot, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault of ours changes nothing of a game, so that a grading is alike whatever was killed."""
    player = bot(PLAYERS["left open"]).player(1)
    moves = [player.choose(FIRST)]
    assert isinstance(player.runs, Warm) and player.runs._server is not None
    os.kill(player.runs._server.pid, signal.SIGKILL)
    moves += [player.choose(game) for game in IN_TURN[1:3]]
    assert [(type(move), move.remarks) for move in moves] == [(Answer, ())] * 3
    [line] = caplog.messages
    assert re.fullmatch("programs are started anew from here on, since their server failed: .+", line)


def test_the_next_game_of_a_player_has_its_server_and_none_of_its_files(bot: MakeBot) -> None:
    program = bot("open('left', 'x')\nopen('output.txt', 'w').write('PASS')")
    runs = []
    for _ in range(2):
        player = program.player(1)
        assert isinstance(player.runs, Warm) and "left" not in {file.path for file in player.files}
        answer = player.choose(FIRST)
        assert isinstance(answer, Answer) and answer.point is None
        assert player.runs._server is not None
        runs.append((player.runs._server.pid, sorted(file.path for file in player.files)))
        player.close()
    assert runs[0] == runs[1]


def test_a_file_that_a_move_leaves_may_stand_for_a_module(bot: MakeBot) -> None:
    """`random` is imported already in the server; the player's own comes to be on its first move."""
    source = """
import os, sys
print(sys.path[0])
import random
open('output.txt', 'w').write('1,1' if hasattr(random, 'MINE') else '0,0')
open('random.py', 'w').write('MINE = 1')
"""
    player = bot(source).player(1)
    assert [str(player.choose(game)) for game in IN_TURN[:2]] == ["0,0", "1,1"]
    assert isinstance(player.runs, Warm)
    assert player.runs.cold_runs == 1


@pytest.mark.parametrize("name", ["random", "json"])
def test_nothing_that_was_handed_in_is_run_by_the_server(bot: MakeBot, name: str) -> None:
    """Not from the grader's own folder either, where the interpreter looks for modules first."""
    tells = "import sys\nWORDS = [*sys.argv]"
    source = HOST + f"import {name}\nprint({name}.WORDS)\nwriteOutput(legal[0])"
    seen: list[RunResult] = []
    made = bot({"my_player.py": source, f".gograde/{name}.py": tells})
    player = replace(made, seen=seen.append).player(1)
    assert isinstance(player.runs, Warm)
    assert f".gograde/{name}.py" not in {file.path for file in player.runs.early}
    assert str(player.choose(FIRST)) == "0,0"
    assert (seen[0].stdout, player.runs.fault) == (b"['./my_player.py']\n", "")


def test_modules_of_ours_are_ready_as_the_program_finds_them() -> None:
    ours = ("host", "read", "write")
    files = {"p.py": b"from host import GO", "host.py": b"import read, re", "read.py": b"", "write.py": b""}
    assert ready_modules(files, "p.py", ours) == ("host", "re", "read")
    assert ready_modules(files, "p.py") == ("re",)
    assert ready_modules({**files, "host/__init__.py": b""}, "p.py", ours) == ("re", "read")
    below = {"a/p.py": b"import host", "a/host.py": b"import re"}
    assert ready_modules({**files, **below}, "a/p.py", ours) == ("re",)


def test_only_unchanged_modules_of_ours_are_imported_beforehand(bot: MakeBot) -> None:
    uses = "import host, read, sys\nprint('host' in sys.modules)"
    for files, early, ready in (
        ({}, {"host.py", "read.py", "write.py"}, {"host", "read"}),
        ({"host.py": "GO = 1"}, {"read.py", "write.py"}, set()),
    ):
        made = bot({"my_player.py": uses, **files})
        runs = made.player(1).runs
        assert isinstance(runs, Warm)
        assert {file.path for file in runs.early} & {"host.py", "read.py", "write.py"} == early
        assert set(runs.imports) & {"host", "read", "write"} == ready


@pytest.mark.parametrize(
    ("deed", "second"),
    [
        ("os.remove('host.py')", "ModuleNotFoundError: No module named"),
        ("open('host.py', 'w').write('MINE = 1')", "0,1"),
        ("os.mkdir('host'); open('host/__init__.py', 'w').write('MINE = 1')", "0,1"),
        ("open('host.py', 'a').write('')", "0,0"),
    ],
)
def test_what_a_move_does_to_a_module_of_ours_counts_in_the_next(
    bot: MakeBot, deed: str, second: str
) -> None:
    source = f"""
import os, host
open('output.txt', 'w').write('0,1' if hasattr(host, 'MINE') else '0,0')
{deed}
"""
    for warm in (True, False):
        player = replace(bot(source), warm=warm).player(1)
        assert str(player.choose(FIRST)) == "0,0"
        assert second in str(player.choose(IN_TURN[1]))
        player.close()
