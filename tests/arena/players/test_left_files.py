"""The files that a move leaves in the working directory, and those that the next move finds there."""

from __future__ import annotations

import pytest

from gograde.arena.game.protocol_files import write_input
from gograde.arena.players.sandboxed import ProcessBot, left_files
from gograde.go import Point
from gograde.go.player import Answer
from gograde.sandbox.protocol import Job, StagedFile
from gograde.sandbox.workdir.collect import OTHERS
from tests.arena.conftest import MakeBot
from tests.arena.players.recorded import FIRST, IN_TURN, Recorded, answered, result

COUNTS = """
import os
try:
    n = int(open("count.txt").read())
except FileNotFoundError:
    n = 0
os.makedirs("data/deep", exist_ok=True)
open("count.txt", "w").write(str(n + 1))
open(f"data/deep/{n}", "w").write("x")
assert len(os.listdir("data/deep")) == n + 1
open("output.txt", "w").write(f"0,{n}")
"""


def test_helper_files_survive_from_ply_to_ply_and_not_into_the_next_game(bot: MakeBot) -> None:
    counts = bot(COUNTS)
    player = counts.player(1)
    assert [answered(player.choose(game)) for game in IN_TURN[:3]] == [Point(0, 0), Point(0, 1), Point(0, 2)]
    assert answered(counts.player(1).choose(FIRST)) == Point(0, 0)


def test_two_players_do_not_see_each_others_files(bot: MakeBot) -> None:
    """Both count in `count.txt`: with one folder for two, the second would begin at 1."""
    counts = bot(COUNTS)
    black, white = counts.player(1), counts.player(1)
    assert [answered(each.choose(game)) for game in IN_TURN[:2] for each in (black, white)] == [
        Point(0, 0),
        Point(0, 0),
        Point(0, 1),
        Point(0, 1),
    ]


FOLDERS = """
import os
open("output.txt", "w").write("2,2")
os.unlink("input.txt")
os.makedirs("input.txt/.gograde")
open("input.txt/.gograde/x", "w")
os.makedirs(".gograde/deep", exist_ok=True)
open(".gograde/sitecustomize.py", "w").write("raise SystemExit")
"""


def test_folders_in_the_way_of_our_files_are_gone_with_the_next_move(bot: MakeBot) -> None:
    player = bot(FOLDERS).player(1)
    assert [answered(player.choose(game)) for game in IN_TURN[:3]] == [Point(2, 2)] * 3


def test_links_and_pipes_among_a_programs_own_notes_are_no_attempt(bot: MakeBot) -> None:
    notes = "import os; os.symlink('a', 'b'); os.mkfifo('c'); open('d', 'w'); os.link('d', 'e')\n"
    move = bot(notes + "open('output.txt', 'w').write('1,1')").player(1).choose(FIRST)
    assert move == Answer(Point(1, 1), (), move.cpu_s)


def test_what_is_no_plain_file_does_not_survive_and_large_files_handed_in_do(bot: MakeBot) -> None:
    program = """
import os
found = [os.path.exists(name) for name in ("link", "pipe", "twice", "big", "model")]
open("seen", "w").write(str(found))
open("output.txt", "w").write("2,2" if found == [False] * 4 + [True] else "PASS")
os.symlink("/etc", "link")
os.mkfifo("pipe")
open("a", "w"); os.link("a", "twice")
open("big", "w").truncate(17 << 20)
os.unlink("model"); os.mkfifo("model")
"""
    program = program.replace('os.unlink("model")', 'os.path.exists("model") and os.unlink("model")')
    player = bot({"my_player.py": program, "model": "weights"}, file_bytes=64 << 20).player(1)
    assert [answered(player.choose(game)) for game in IN_TURN[:2]] == [Point(2, 2)] * 2


def test_a_program_may_change_and_delete_its_own_files(bot: MakeBot) -> None:
    program = """
import os
open("output.txt", "w").write("2,2" if os.path.exists("table") else "PASS")
if os.path.exists("table"):
    os.unlink("table")
"""
    player = bot({"my_player.py": program, "table": "1"}).player(1)
    assert [answered(player.choose(game)) for game in IN_TURN[:2]] == [Point(2, 2), None]


@pytest.mark.parametrize(
    "files",
    [
        {"my_player3.py": "{}"},
        {"my_palyer.py": "{}"},
        {"deep/my_player.py": "{}"},
        {"my_player.py": "import helper", "helper.py": "{}"},
        {"go.py": "{}", "other.py": "x = 1", "submission.toml": '[submission]\nentry = "go.py"\n'},
        {
            "my_player.sh": "printf 3,1 > output.txt",
            "submission.toml": '[submission]\nentry = "my_player.sh"\n',
        },
    ],
)
def test_entry_names_and_several_files(bot: MakeBot, files: dict[str, str]) -> None:
    program = "open('output.txt', 'w').write('3,1')"
    texts = {name: program if text == "{}" else text for name, text in files.items()}
    assert answered(bot(texts).player(1).choose(FIRST)) == Point(3, 1)


def test_our_own_files_are_put_there_for_every_move_and_no_others() -> None:
    left = {"x": b"#!", "y": b"1", ".gograde/ours": b"theirs", "input.txt": b"?", "output.txt": b"1,2"}
    backend = Recorded([result(files=left), result(files={"output.txt": b"PASS"})])
    own = StagedFile("x", b"#!", True), StagedFile(".gograde/ours", b"ours")
    player = ProcessBot("bot", "0", Job(("./x",), own), backend).player(1)
    player.choose(FIRST)
    player.choose(IN_TURN[1])
    first, second = ({file.path: file for file in job.files} for job in backend.jobs)
    assert sorted(first) == [".gograde/ours", "host.py", "input.txt", "read.py", "write.py", "x"]
    assert sorted(second) == [".gograde/ours", "input.txt", "x", "y"]
    assert second["x"].executable and not second["y"].executable
    assert second[".gograde/ours"].data == b"ours"
    assert second["input.txt"].data == write_input(IN_TURN[1].position)


FULL = {"b": "more than 1000 files", OTHERS: "9 more are not named"}


def test_of_too_many_files_those_handed_in_stay() -> None:
    """Else the program itself is gone when it writes more than 1000 files that stand before it by name."""
    for left, refused, stays in [
        ({}, {}, []),
        ({}, {"x": "FIFO"}, ["x"]),
        ({"b/y": b"2"}, FULL, ["b/y", "x"]),
        ({"x": b"2"}, FULL, ["b/y", "x"]),
        ({"x/y": b"2", "b": b"2"}, FULL, ["b", "x/y"]),
    ]:
        handed_in = StagedFile("x", b"1"), StagedFile("b/y", b"1")
        found = left_files(handed_in, result(files=left, refused=refused), handed_in)
        assert sorted(file.path for file in found) == stays
        assert {file.path: file.data for file in found} == {path: left.get(path, b"1") for path in stays}
