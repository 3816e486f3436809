"""Programs as players: valid answers, invalid answers, and the time they are charged."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from gograde.arena.game.protocol_files import write_input
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.players.sandboxed import ProcessBot, answer_of, last_lines, left_files, spent_s
from gograde.arena.players.self_test import self_test
from gograde.errors import JudgeError
from gograde.go import Point
from gograde.go.player import PASS, Answer, Fault, Termination
from gograde.intake.runtime import runtime_of
from gograde.package.package import find_package
from gograde.sandbox.collect import OTHERS
from gograde.sandbox.protocol import Ended, Job, StagedFile
from tests.arena.conftest import MOVE_LIMITS, MakeBot
from tests.arena.listed_bots import ListedBot, play_game
from tests.arena.players.recorded import FIRST, IN_TURN, Recorded, answered, result
from tests.golden import values_agree


def fault(move: Answer | Fault) -> tuple[Termination, str]:
    assert isinstance(move, Fault), move
    return move.termination, move.reason


ECHO = """
data = open("input.txt", "rb").read()
open("seen", "ab").write(data + b"|")
open("output.txt", "w").write("1,1" if open("seen", "rb").read() == {expected!r} else "PASS")
open("input.txt", "w").write("1")
"""


def test_a_program_reads_61_bytes_and_what_it_makes_of_them_is_nothing_to_us(bot: MakeBot) -> None:
    """It overwrites `input.txt`; the next move finds a new one."""
    expected = b"".join(write_input(game.position) + b"|" for game in IN_TURN[:2])
    player = bot(ECHO.format(expected=expected)).player(1)
    assert answered(player.choose(FIRST)) is None
    assert answered(player.choose(IN_TURN[1])) == Point(1, 1)


def test_an_old_answer_is_no_answer(bot: MakeBot) -> None:
    once = "import os\nif not os.path.exists('x'):\n    open('output.txt', 'w').write('1,1')\nopen('x', 'w')"
    player = bot({"my_player.py": once, "output.txt": "4,4"}).player(1)
    assert answered(player.choose(FIRST)) == Point(1, 1)
    assert fault(player.choose(IN_TURN[1])) == (Termination.NO_ANSWER, "it wrote no output.txt")


def test_a_valid_answer_counts_whatever_the_exit_code(bot: MakeBot) -> None:
    assert (
        bot("open('output.txt', 'w').write('PASS'); raise SystemExit(3)").player(1).choose(FIRST).point
        is None
    )
    abort = "f = open('output.txt', 'w'); f.write('3,3'); f.close(); import os; os.abort()"
    assert answered(bot(abort, "other").player(1).choose(FIRST)) == Point(3, 3)


def test_what_is_no_answer_is_told_with_the_reason(bot: MakeBot) -> None:
    def choose(program: str) -> str:
        termination, reason = fault(bot(program).player(1).choose(FIRST))
        return f"{termination}: {reason}"

    values_agree("arena/no-answers.txt", choose=choose)


def test_a_crash_with_the_answer_file_open_is_a_crash(bot: MakeBot) -> None:
    """The file is there and empty; that its author opened it too early says little."""
    found = fault(bot("with open('output.txt', 'w') as file:\n    file.write([][0])").player(1).choose(FIRST))
    assert found[0] is Termination.CRASHED
    assert found[1].startswith("exit code 1; it said: ")
    assert found[1].endswith("IndexError: list index out of range")
    killed = "import os; open('output.txt', 'w'); os.kill(os.getpid(), 9)"
    assert fault(bot(killed, "killed").player(1).choose(FIRST)) == (Termination.CRASHED, "killed by signal 9")


def test_too_much_cpu_time_and_too_long_a_sleep(bot: MakeBot) -> None:
    write = "open('output.txt', 'w').write('2,2')\n"
    spin = bot(f"{write}while True: pass", cpu_s=0.5)
    got = r" \(it got \d+% of the CPU time that it asked for\)"
    ended, reason = fault(spin.player(1).choose(FIRST))
    assert ended is Termination.TIME
    assert re.fullmatch(rf"more than 0.5 s of CPU time({got})?, its answer already written", reason)
    sleep = bot("open('output.txt', 'w').write('?'); import time; time.sleep(60)", "sleeper", wall_s=1.0)
    ended, reason = fault(sleep.player(1).choose(FIRST))
    assert ended is Termination.TIME
    assert re.fullmatch(rf"more than 1 s by the clock({got})?", reason)


def test_an_attempt_is_remarked_on_and_a_valid_answer_still_counts(bot: MakeBot) -> None:
    tries = "import os\ntry:\n    os.kill(1, 9)\nexcept OSError:\n    pass\n"
    move = bot(f"{tries}open('output.txt', 'w').write('2,2')").player(1).choose(FIRST)
    assert answered(move) == Point(2, 2)
    assert [remark.split(":")[0] for remark in move.remarks] == ["tried what the sandbox forbids"]
    lost = bot(tries, "silent").player(1).choose(FIRST)
    assert isinstance(lost, Fault)
    assert lost.termination is Termination.VIOLATION
    assert lost.remarks == move.remarks


@pytest.mark.parametrize(
    "line",
    [
        "from turtle import Turtle, done; Turtle().forward(9); done()",
        "import tkinter; tkinter.Label(tkinter.Tk()).pack(); tkinter.mainloop()",
        "import matplotlib.pyplot as plt; plt.plot([1, 2]); plt.show()",
    ],
)
def test_a_window_that_a_player_opens_is_no_crash(
    bot: MakeBot, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Often an import that an editor put there; no machine that grades has a screen."""
    pictures = runtime_of(find_package("board9"))  # with matplotlib, as a course may name it
    monkeypatch.setattr("gograde.grading.contracts.game.runtime_of", lambda package: pictures)
    files = {"my_player.py": "import look\nopen('output.txt', 'w').write('2,2')", "look.py": line}
    assert answered(bot(files).player(1).choose(FIRST)) == Point(2, 2)


def test_what_stands_in_for_a_screen_lies_beside_those_that_speak_of_one(bot: MakeBot) -> None:
    """Each file costs time in every move."""

    def ours(text: str) -> int:
        return sum(file.path.startswith(".gograde/") for file in bot(text).job.files)

    assert ours("import numpy") == 2
    assert ours("import numpy, turtle") > 20


def test_a_submission_with_such_folders_is_played_all_the_same(bot: MakeBot) -> None:
    files = {"my_player.py": "open('output.txt', 'w').write('2,2')", "input.txt/a": "x", "output.txt/b": "y"}
    assert answered(bot(files).player(1).choose(FIRST)) == Point(2, 2)


TRAP = """
import os
found = os.path.exists("done")
open("output.txt", "w").write("2,2" if found else "1,1")
open("done", "w")
if not found:
    for number in range(110):
        os.symlink("x", f"a{number:03}")
"""


def test_a_file_called_as_refusals_are_counted_is_staged_once(bot: MakeBot) -> None:
    """It was put there twice, which is a fault of ours; so a program could void a game that it was losing."""
    player = bot({"my_player.py": TRAP, "…": "kept"}).player(1)
    assert [answered(player.choose(game)) for game in IN_TURN[:2]] == [Point(1, 1), Point(2, 2)]


def test_a_submissions_own_modules_win(bot: MakeBot) -> None:
    uses = "import write; write.writeOutput((1, 2))"
    assert answered(bot(uses).player(1).choose(FIRST)) == Point(1, 2)
    own = {"my_player.py": uses, "write.py": "def writeOutput(x): open('output.txt', 'w').write('4,4')"}
    assert answered(bot(own, "own").player(1).choose(FIRST)) == Point(4, 4)


PASSES = "open('output.txt', 'w').write('PASS')"


def test_a_game_of_two_programs(bot: MakeBot) -> None:
    """The first plays the middle once; the second passes."""
    once = "import os\nfirst = not os.path.exists('x')\nopen('x', 'w')\n"
    black = bot(f"{once}open('output.txt', 'w').write('2,2' if first else 'PASS')", "black")
    white = bot(PASSES, "white")
    game = play_game(black.player(1), white.player(2))
    assert game.moves == ("2,2", "PASS", "PASS")
    assert game.outcome.reason == "black 1, white 0 + 2.5"
    assert game.turns[1].answer.cpu_s > 0
    assert game.turns[1].answer.point == PASS.point


def test_a_move_has_its_answer_and_its_time() -> None:
    backend = Recorded([result(files={"output.txt": b"1,2"})])
    job = Job(("./x",), (StagedFile("x", b"#!", True),))
    move = ProcessBot("bot", "0", job, backend).player(1).choose(FIRST)
    assert move == Answer(Point(1, 2), (), 0.5)


def test_a_run_is_charged_the_clock_without_the_wait_for_a_cpu() -> None:
    for cpu_s, wall_s, delay_s, charged in [
        (4.0, 5.0, 0.0, 5.0),
        (4.0, 20.0, 15.0, 20 / 3),  # held up by others
        (0.1, 29.0, 0.1, 28.9),  # asleep
        (8.0, 4.0, 0.0, 8.0),  # on two cores
        (3.6, 29.0, 40.0, 29 / 3),  # its own processes hold each other up
        (1.0, 6.0, None, 2.0),
    ]:
        found = spent_s(result(cpu_s=cpu_s, wall_s=wall_s, delay_s=delay_s), MOVE_LIMITS)
        assert found == pytest.approx(charged)


@pytest.mark.parametrize(
    ("cpu_s", "wall_s", "delay_s", "charged"),
    [(20.0, 6.0, 0.0, 6.0), (1.0, 9.0, 4.0, 5.0), (1.0, 9.0, 8.9, 3.0), (20.0, 6.0, None, 2.0)],
)
def test_where_the_clock_is_strict_it_alone_is_charged(
    cpu_s: float, wall_s: float, delay_s: float | None, charged: float
) -> None:
    by_clock = replace(MOVE_LIMITS, cpu_s=30, wall_s=10)
    found = spent_s(result(cpu_s=cpu_s, wall_s=wall_s, delay_s=delay_s), by_clock)
    assert found == pytest.approx(charged)


def test_a_game_is_lost_when_all_its_moves_took_too_long_together() -> None:
    """29 s of sleep a move are within the limits of a move, and six minutes a game."""
    asleep = result(files={"output.txt": b"1,2"}, cpu_s=0.1, wall_s=29.0, delay_s=0.0)
    bot = ProcessBot("bot", "0", Job(("./x",)), Recorded([asleep] * 6), game_s=60)
    player = bot.player(1)
    assert [answered(player.choose(game)) for game in IN_TURN[:2]] == [Point(1, 2)] * 2
    assert fault(player.choose(IN_TURN[2])) == (Termination.TIME, "more than 60 s in the whole game")
    assert answered(bot.player(1).choose(FIRST)) == Point(1, 2), "a new game"
    forever = replace(bot, game_s=None).player(1)
    assert [answered(forever.choose(game)) for game in IN_TURN[:2]] == [Point(1, 2)] * 2


def test_another_fault_is_told_before_the_time_of_the_game() -> None:
    silent = result(cpu_s=0.1, wall_s=29.0, delay_s=0.0)
    player = ProcessBot("bot", "0", Job(("./x",)), Recorded([silent]), game_s=1).player(1)
    assert fault(player.choose(IN_TURN[1])) == (Termination.NO_ANSWER, "it wrote no output.txt")


def ended(by: Ended) -> str:
    """What is told of a move that a limit ended, though there is an answer."""
    files = {"output.txt": b"1,1"}
    return str(fault(answer_of(result(killed_for=by, files=files, stderr=b"a\n\nb\n"), MOVE_LIMITS)))


def diagnosis(black: Answer | Fault, white: Answer | Fault) -> str:
    found = self_test(ListedBot("ann", [[black], [white]]))
    assert not found.passed
    return f"{found.diagnosis}; {found.cpu_s} s"


def test_each_limit_is_named_and_who_fails_the_self_test_is_told_why() -> None:
    values_agree(
        "arena/limits.txt",
        ended=ended,
        Ended=Ended,
        diagnosis=diagnosis,
        CRASH=CRASH,
        Answer=Answer,
        CENTRE=CENTRE,
    )


def test_only_the_last_lines_of_stderr_are_told_and_not_for_ever() -> None:
    assert last_lines(b"1\n2\n3\n\n  4 \n    ~~^~\n") == "2 / 3 / 4"
    assert last_lines(b"x" * 1000) == "x" * 200
    assert last_lines(b"\xff\n") == "\ufffd"
    assert last_lines(b"") == ""


# -- the first moves of a bot, before its games count ------------------------------------------


def test_who_moves_as_both_colours_passes() -> None:
    found = self_test(ReferenceBot("greedy"))
    assert (found.passed, found.diagnosis, found.cpu_s) == (True, "", 0.0)


CRASH = Fault(Termination.CRASHED, "exit code 1; it said: oh", cpu_s=0.25)


HOST = JudgeError("sandbox", "no room", "make room")


CENTRE = Answer(Point(2, 2), cpu_s=1.5)


def test_a_pass_is_an_answer_and_a_fault_of_the_grader_is_not_the_bots() -> None:
    assert self_test(ListedBot("ann", [[HOST], [Answer(None)], [Answer(None)]])).passed
    with pytest.raises(JudgeError, match="no room"):
        self_test(ListedBot("ann", [[HOST], [HOST]]))


# -- the files that a move leaves in the working directory, and those that the next move finds there


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
