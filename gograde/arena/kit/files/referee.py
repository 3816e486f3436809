"""The referee of the 5x5 game: judges one ply, or plays a whole game of two programs.

    python3 host.py -m 7 -v                                     judges ply 7 in this folder
    python3 host.py --black my_player.py --white random_player.py -v

The exit status is 1 when black has won, 2 when white has won, 0 when the game goes on, and 3 when nobody wins
because this program could not do its work.  A whole game also prints 1 or 2.

Judging one ply reads input.txt and output.txt and writes the next input.txt; it believes what input.txt says.
In a whole game the board is kept here: each program plays in a copy of its folder, and whatever it writes
there but output.txt changes nothing.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from host import GO, copied  # type: ignore[import-not-found]
from write import writeNextInput  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

    Rows = list[list[int]]

SIZE = 5
NAMES = ("", "black", "white")
FAILED = 3
"""The exit status when nobody wins."""

MOVE_S = 10
"""Seconds by the clock that a program has for a move."""

START = Path(__file__).parent / "init" / "input.txt"

_INPUT = re.compile(rb"([12])\n((?:[012]{5}\n){5})((?:[012]{5}\n){4}[012]{5})")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_NUMBER = re.compile(rb"[+-]?([0-9]{1,4300})")
_BLANKS = b" \t\x0b\x0c\r\n"
_ENDS = _BLANKS + b"\x1c\x1d\x1e\x1f"


class HostError(Exception):
    """The host cannot do its work; nobody wins."""


class State:
    """Who is to move, the board after its last move, the board now, and the number of the ply."""

    def __init__(self, colour: int, before: Rows, now: Rows, ply: int) -> None:
        self.colour, self.before, self.now, self.ply = colour, before, now, ply


class Verdict:
    """What an answer led to: `winner` is 0 when the game goes on from `state`."""

    def __init__(self, winner: int, text: str, state: State) -> None:
        self.winner, self.text, self.state = winner, text, state


# What programs write


def read_answer(data: bytes) -> Any:
    """`"PASS"`, a row and a column, or None for what is no answer; only the first line counts."""
    fields = _LINE_END.split(data, 1)[0].strip(_ENDS).split(b",")
    if fields[0] == b"PASS":
        return "PASS"
    numbers = [int(found[0]) for found in map(_number, fields[:2]) if found]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None


def _number(field: bytes) -> Any:
    return _NUMBER.fullmatch(field.strip(_BLANKS))


def read_state(path: Path, ply: int) -> State:
    """What an input.txt says; raises HostError when it is not there or says nothing clear."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise HostError(f"{path} cannot be read ({error.strerror})") from None
    text = data.replace(b"\r\n", b"\n")
    found = _INPUT.fullmatch(text[:-1] if text.endswith(b"\n") else text)
    if found is None:
        raise HostError(f"{path} is not a colour and two boards, 11 lines")
    before, now = ([[int(digit) for digit in row.decode()] for row in found[n].split()] for n in (2, 3))
    return State(int(found[1]), before, now, ply)


# The rules


def judge(state: State, data: bytes | None, fault: str = "") -> Verdict:
    """The verdict on the bytes of an answer, None when there is none and `fault` says why."""
    other = 3 - state.colour
    if data is None:
        return Verdict(other, fault, state)
    answer = read_answer(data)
    if answer is None:
        return Verdict(other, f"unreadable answer {data[:40]!r}", state)
    go = GO(SIZE)
    go.set_board(state.colour, copied(state.before), copied(state.now))
    if answer == "PASS":
        over = bool(go.compare_board(state.before, state.now))
        next_state = State(other, state.now, state.now, state.ply + 1)
    elif go.place_chess(answer[0], answer[1], state.colour):
        go.remove_died_pieces(other)
        over, next_state = False, State(other, state.now, go.board, state.ply + 1)
    else:
        return Verdict(other, f"illegal move {answer[0]},{answer[1]}", state)
    if over or state.ply >= go.max_move:
        return counted(next_state)
    return Verdict(0, "", next_state)


def counted(end: State) -> Verdict:
    """Who has more points on the last board."""
    go = GO(SIZE)
    go.set_board(1, end.now, end.now)
    black, white = go.score(1), go.score(2)
    return Verdict(go.judge_winner(), f"black {black}, white {white} + {go.komi}", end)


# One ply


def judge_ply(ply: int, verbose: bool) -> int:
    """Judge the answer in this folder, and write the next input.txt when the game goes on."""
    state = read_state(Path("input.txt"), ply)
    data, fault = written(Path("output.txt"))
    verdict = judge(state, data, fault)
    if verbose:
        show(state, data, verdict, sys.stdout)
    if verdict.winner:
        print(f"{NAMES[verdict.winner]} wins: {verdict.text}")
    else:
        writeNextInput(verdict.state.colour, verdict.state.before, verdict.state.now)
    return verdict.winner


def written(path: Path) -> tuple[bytes | None, str]:
    """The start of what a program wrote, or None and what is wrong."""
    if path.is_symlink() or not path.is_file():
        return None, f"no {path.name}"
    try:
        with path.open("rb") as file:
            return file.read(1 << 16), ""
    except OSError as error:
        return None, f"{path.name} cannot be read ({error.strerror})"


def show(state: State, data: bytes | None, verdict: Verdict, out: Any) -> None:
    """Print an answer and the board after it."""
    said = "nothing" if data is None else repr(data[:40])
    print(f"ply {state.ply}, {NAMES[state.colour]}: {said}", file=out)
    for row in verdict.state.now:
        print(" ".join(".XO"[point] for point in row), file=out)


# A whole game


def play(black: str, white: str, verbose: bool) -> int:
    """Play a game of two programs; print and give the number of the colour that won."""
    state = read_state(START, 1)
    with tempfile.TemporaryDirectory() as made:
        places = [None, settle(black, Path(made) / "black"), settle(white, Path(made) / "white")]
        while True:
            place = places[state.colour]
            data, fault = move_of(place, state)  # type: ignore[arg-type]
            verdict = judge(state, data, fault)
            if verbose:
                show(state, data, verdict, sys.stderr)
            if verdict.winner:
                print(f"{NAMES[verdict.winner]} wins: {verdict.text}", file=sys.stderr)
                print(verdict.winner)
                return verdict.winner
            state = verdict.state


def settle(program: str, folder: Path) -> Path:
    """Copy a program's folder, where it keeps its files through the game; the path of its copy."""
    path = Path(program).resolve()
    if not path.is_file():
        raise HostError(f"{program}: no such program")
    shutil.copytree(path.parent, folder, symlinks=True, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    return folder / path.name


def move_of(program: Path, state: State) -> tuple[bytes | None, str]:
    """What a program answers, or None and what it did instead."""
    folder, answer = program.parent, program.parent / "output.txt"
    for path in (answer, folder / "input.txt"):
        remove(path)
    writeNextInput(state.colour, state.before, state.now, str(folder / "input.txt"))
    with tempfile.TemporaryFile() as said:
        late = run(program, said)
        said.seek(max(0, said.seek(0, 2) - 2000))
        last = said.read().decode("utf-8", "replace").strip().splitlines()[-1:]
    if late:
        return None, f"no answer in {MOVE_S} s"
    data, fault = written(answer)
    return data, "; it said: ".join([fault, *last]) if fault else ""


def run(program: Path, said: Any) -> bool:
    """Run a program in its folder, with all that it starts, and end it; was it too slow?"""
    command = [sys.executable, program.name] if program.suffix == ".py" else [str(program)]
    try:
        process = subprocess.Popen(
            command,
            cwd=str(program.parent),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=said,
            start_new_session=True,
        )
    except OSError as error:
        raise HostError(f"{program.name} cannot be started ({error.strerror})") from None
    try:
        process.wait(MOVE_S)
        return False
    except subprocess.TimeoutExpired:
        return True
    finally:
        end(process)


def end(process: Any) -> None:
    """End a program, and on systems that have groups of processes what it has left running."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except OSError:
        pass
    process.wait()


def remove(path: Path) -> None:
    """Take away a file, whatever it is."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(str(path), ignore_errors=True)
    elif path.is_symlink() or path.exists():
        path.unlink()


# The command line


class Parser(argparse.ArgumentParser):
    """A wrong call is no victory of white, whose number argparse would exit with."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        sys.stderr.write(f"{self.prog}: {message}\n")
        raise SystemExit(FAILED)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit status."""
    parser = Parser(prog="host.py", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("-m", "--move", type=int, metavar="MOVES", help="judge this ply, from 1 to 24")
    parser.add_argument(*("-v", "--verbose"), nargs="?", const="True", default="False", help="show boards")
    parser.add_argument("--black", metavar="PROGRAM", help="play a whole game of this program")
    parser.add_argument("--white", metavar="PROGRAM", help="against that one")
    asked = parser.parse_args(arguments)
    game = asked.black is not None and asked.white is not None
    if game is (asked.move is not None):
        parser.error("say -m MOVES, or --black PROGRAM --white PROGRAM")
    verbose = asked.verbose.lower() not in ("false", "0", "no")
    try:
        return play(asked.black, asked.white, verbose) if game else judge_ply(asked.move, verbose)
    except HostError as error:
        print(f"host.py: {error}; nobody wins", file=sys.stderr)
        return FAILED
