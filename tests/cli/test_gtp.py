"""The command line of `gograde gtp`."""

import signal
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import Terminal

GTP = (sys.executable, "-m", "gograde", "gtp")


def test_a_person_cannot_play_where_a_program_talks(call: Terminal) -> None:
    done = call("gtp", "--player", "human")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("human: neither a file or folder nor a player")


def test_each_answer_comes_before_the_next_command_and_an_interrupt_ends_it(tmp_path: Path) -> None:
    pipe = subprocess.PIPE
    command = [*GTP, "--player", "greedy"]
    with subprocess.Popen(command, cwd=tmp_path, text=True, stdin=pipe, stdout=pipe, stderr=pipe) as engine:
        assert engine.stdin and engine.stdout and engine.stderr
        for line, answer in [("protocol_version", "= 2\n"), ("\x1b[2J", "? unknown command\n")]:
            engine.stdin.write(f"{line}\n")
            engine.stdin.flush()
            assert [engine.stdout.readline(), engine.stdout.readline()] == [answer, "\n"]
        engine.send_signal(signal.SIGINT)
        assert engine.stderr.read() == "\nInterrupted.\n"
        assert engine.wait(60) == 130


def test_the_end_of_the_commands_ends_the_program(tmp_path: Path) -> None:
    done = subprocess.run(
        [*GTP, "--player", "greedy"], cwd=tmp_path, input=b"1 name\n\xff\n2 name", capture_output=True,
        check=True,
    )  # fmt: skip
    assert done.stdout == b"=1 gograde greedy\n\n? unknown command\n\n=2 gograde greedy\n\n"
    assert done.stderr == b""
