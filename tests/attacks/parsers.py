"""Hostile answers that a student's program gives."""

import contextlib
import pickle
from pathlib import Path
from types import SimpleNamespace

import yaml

from tests.attacks.harness.corpus import Artefact
from tests.attacks.harness.hand_in import (
    answered,
    answering,
    right_answers,
    submission,
    trace,
)


class EveryPoint(Artefact):
    """Tries: to answer with all points of the board, so that no right one is missing.
    Seen: too many points: no right answer."""

    def make(self, folder: Path, marker: str) -> None:
        points = "".join(f"{row} {col}\n" for row in range(9) for col in range(9))
        answering(folder, "".join(f"test_{n}\n{points}\n" for n in range(1, 6)).encode())

    def naive(self, folder: Path, marker: str) -> bool:
        """Every line of the reference is in it."""
        given = set(answered(folder).decode().split("\n"))
        return all(line in given for line in right_answers().decode().split("\n")[6:])


class Expressions(Artefact):
    """Tries: to answer with Python, for a grader that evaluates what looks like a list.
    Seen: answers that cannot be read; nothing of it is carried out."""

    def make(self, folder: Path, marker: str) -> None:
        call = f"__import__('pathlib').Path({str(trace(folder, marker))!r}).touch()"
        lines = [f"Problem 0: rule checking:{call} or True"]
        lines += [f"Problem {n}: forward on step:[({call}, 1)]" for n in range(1, 6)]
        answering(folder, "\n".join(lines).encode(), printed=True)

    def naive(self, folder: Path, marker: str) -> bool:
        """It is evaluated."""
        with contextlib.suppress(Exception):
            eval(answered(folder).decode().split("\n")[1].partition("step:")[2])
        return trace(folder, marker).exists()


class FormatStrings(Artefact):
    """Tries: to read the grader's own values by fields of format strings.
    Seen: the text as it stands, in no format with the grader's values."""

    def make(self, folder: Path, marker: str) -> None:
        fields = b"{0.key} {answer.key} {0.__class__.__init__.__globals__} %(key)s %s%n ${key} $(id) `id`"
        answering(folder, b"".join(b"test_%d\n%s\n" % (n, fields) for n in range(6)))

    def naive(self, folder: Path, marker: str) -> bool:
        """A message that is formatted twice tells the key."""
        sheet = SimpleNamespace(key=marker)
        message = f"line 1: cannot read {answered(folder).decode().split()[1]}"
        return marker in message.format(sheet)


class OwnScore(Artefact):
    """Tries: to answer what was not asked: a score, a verdict, and names that objects have of themselves.
    Seen: nothing answered, and nothing of it in the record's sums."""

    verdict = "NO"

    def make(self, folder: Path, marker: str) -> None:
        lines = ("score=100", "verdict=AC", "__class__=dict", "test_6=1 1", "test_000=True", "test_-1=0 0")
        answering(folder, "\n".join(lines).encode())

    def naive(self, folder: Path, marker: str) -> bool:
        """A sheet that takes every name takes its own score."""
        sheet = SimpleNamespace(score=0)
        vars(sheet).update(line.split("=", 1) for line in answered(folder).decode().split("\n"))
        return int(sheet.score) == 100


class Toucher:
    """Makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        return Path.touch, (self.path,)


class Pickles(Artefact):
    """Tries: to hand in pickled objects as answers, for a grader that unpickles.
    Seen: no answers in the file; nothing of it is carried out."""

    def make(self, folder: Path, marker: str) -> None:
        answering(folder, pickle.dumps([Toucher(trace(folder, marker))]))

    def naive(self, folder: Path, marker: str) -> bool:
        """It is unpickled."""
        pickle.loads(answered(folder))
        return trace(folder, marker).exists()


PROGRAM = b"""
import glob
for name in sorted(glob.glob("*")):
    try:
        print(name, open(name).read())
    except (OSError, UnicodeDecodeError):
        pass
print(*[f"{row} {col}" for row in range(9) for col in range(9)], "True False", sep="\\n")
"""


class RepeatedInput(Artefact):
    """Tries: to print all that it was given to read, for a grader that looks for the answer anywhere.
    Seen: no right answer."""

    def make(self, folder: Path, marker: str) -> None:
        submission(folder, {"board9.py": PROGRAM})

    def naive(self, folder: Path, marker: str) -> bool:
        """Each line of the reference that is an answer is somewhere in it."""
        text = answered(folder).decode()
        return all(line in text for line in right_answers().decode().split() if not line.startswith("test_"))


class YamlTags(Artefact):
    """Tries: to answer in YAML with tags that make objects of Python.
    Seen: no right answers; nothing of it is carried out."""

    def make(self, folder: Path, marker: str) -> None:
        call = f"!!python/object/apply:os.mknod [{trace(folder, marker)}]"
        answering(folder, f"test_0: {call}\n".encode())

    def naive(self, folder: Path, marker: str) -> bool:
        """The loader that trusts what it reads calls the function."""
        yaml.load(answered(folder), yaml.UnsafeLoader)
        return trace(folder, marker).exists()
