"""Hostile answers that a student's program gives."""

import ast
import contextlib
import json
import math
import pickle
import re
import time
import tomllib
import tracemalloc
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import yaml

from tests.attacks.harness.corpus import Artefact
from tests.attacks.harness.hand_in import (
    HAND_IN,
    answered,
    answering,
    raises,
    right_answers,
    submission,
    trace,
)


class CommentsWithoutEnd(Artefact):
    """Tries: to make a pattern that looks for comments in C search the rest of the file again and again.
    Seen: the compiler's complaint, soon."""

    verdict = "CE"

    def make(self, folder: Path, marker: str) -> None:
        submission(folder, {"board9.c": b"int main(void) { return 0; }\n" + b"/* " * 600_000})

    def naive(self, folder: Path, marker: str) -> bool:
        """Four times the length takes far more than four times as long."""
        source = (folder / HAND_IN / "board9.c").read_bytes()
        took = []
        for length in (3_000, 12_000):
            before = time.process_time()
            re.sub(rb"/\*.*?\*/", b"", source[:length], flags=re.DOTALL)
            took.append(time.process_time() - before)
        return took[1] > 8 * took[0]


class ControlLines(Artefact):
    """Tries: to part lines by vertical tabs and file separators.
    Seen: nothing but what stands before the first of them can be read."""

    def make(self, folder: Path, marker: str) -> None:
        answering(folder, right_answers().replace(b"\n", b"\x0b\x1c"))

    def naive(self, folder: Path, marker: str) -> bool:
        """`splitlines` finds every line."""
        lines = [line for line in answered(folder).decode().splitlines() if line]
        return lines == [line for line in right_answers().decode().split("\n") if line]


class DeepBrackets(Artefact):
    """Tries: to nest brackets so deeply that a reader of JSON, or one that recurses, breaks off.
    Seen: answers that cannot be read."""

    def make(self, folder: Path, marker: str) -> None:
        deep = b"[" * 30_000 + b"]" * 30_000
        answering(folder, b"Problem 5: step:" + deep + b"\n" + b"Problem 4: step:" + b"[(" * 30_000 + b"\n")

    def naive(self, folder: Path, marker: str) -> bool:
        """`json` runs out of recursion."""
        text = answered(folder).split(b"\n")[0].partition(b"step:")[2]
        return raises(RecursionError, lambda: json.loads(text))


class DeepSource(Artefact):
    """Tries: to break off a grader that looks at the source, by an expression too deep to be written out.
    Seen: the program runs, and its answers count."""

    right = ("0", "00", "1", "2", "3", "4", "5")

    def make(self, folder: Path, marker: str) -> None:
        question = "if " + "+".join(["1"] * 900) + ": pass\nx = 0x" + "9" * 9000 + "\n"
        program = f"{question}open('answer.txt', 'w').write({right_answers().decode()!r})\n"
        submission(folder, {"board9.py": program.encode()})

    def naive(self, folder: Path, marker: str) -> bool:
        """Writing the syntax tree out runs out of recursion."""
        tree = ast.parse((folder / HAND_IN / "board9.py").read_bytes())
        return raises(RecursionError, lambda: ast.unparse(tree))


class DottedKeys(Artefact):
    """Tries: to fill the memory by a key of thousands of parts in submission.toml.
    Seen: refused as too long."""

    verdict = "CE"

    def make(self, folder: Path, marker: str) -> None:
        submission(folder, {"submission.toml": b"a" + b".a" * 30_000 + b" = 1", "board9.py": b"print(1)"})

    def naive(self, folder: Path, marker: str) -> bool:
        """A part of it takes a thousand times its length, and twice as much four times that."""
        text = (folder / HAND_IN / "submission.toml").read_text()[:1601] + " = 1"
        tracemalloc.start()
        tomllib.loads(text)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak > 1000 * len(text)


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


DIGITS = {ord(str(n)): chr((0x0660 if n % 2 else 0xFF10) + n) for n in range(10)}


def numbers(lines: list[list[str]]) -> list[list[int]]:
    """What `int` makes of the words of some lines."""
    return [[int(word) for word in line] for line in lines]


class ForeignDigits(Artefact):
    """Tries: to answer in Arabic and full-width digits, which `int` takes for numbers.
    Seen: only the yes-or-no questions, which have no digits, are answered."""

    right = ("0", "00")

    def make(self, folder: Path, marker: str) -> None:
        lines = right_answers().decode().split("\n")
        strange = (line if line.startswith("test_") else line.translate(DIGITS) for line in lines)
        answering(folder, "\n".join(strange).encode())

    def naive(self, folder: Path, marker: str) -> bool:
        """`int` reads them all."""
        given = [line.split() for line in answered(folder).decode().split("\n") if line[1:2] == " "]
        wanted = [line.split() for line in right_answers().decode().split("\n") if line[1:2] == " "]
        return numbers(given) == numbers(wanted)


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


class HugeNumber(Artefact):
    """Tries: to answer with numbers of 5,000 digits, on which `int` raises an error.
    Seen: lines that cannot be read; the grader goes on."""

    def make(self, folder: Path, marker: str) -> None:
        number = b"9" * 5000
        answering(folder, b"".join(b"test_%d\n%s %s\n" % (n, number, number) for n in range(1, 6)))

    def naive(self, folder: Path, marker: str) -> bool:
        """`int` raises, which a grader that expects digits to be numbers does not catch."""
        number = answered(folder).split()[1]
        return raises(ValueError, lambda: int(number))


class LongDeclaration(Artefact):
    """Tries: to make the reader of submission.toml fail on a number of 4,000 digits.
    Seen: a reason in words, and no judge error."""

    verdict = "CE"

    def make(self, folder: Path, marker: str) -> None:
        declared = b'[submission]\nentry = "board9.py"\nbuild = ' + b"1" * 5000
        submission(
            folder, {"submission.toml": declared, "board9.py": b"print(1)", "answer.txt": right_answers()}
        )

    def naive(self, folder: Path, marker: str) -> bool:
        """What is raised is no error of TOML."""
        text = (folder / HAND_IN / "submission.toml").read_text()
        read = partial(tomllib.loads, text)
        return raises(ValueError, lambda: raises(tomllib.TOMLDecodeError, read))


class LongS(Artefact):
    """Tries: to say yes and no with letters that become ASCII when they are made capitals.
    Seen: question 0 cannot be read; the others, answered properly, count."""

    right = ("00", "1", "2", "3", "4", "5")

    def make(self, folder: Path, marker: str) -> None:
        answering(folder, right_answers().decode().replace("False", "Fal\u017fe").encode())

    def naive(self, folder: Path, marker: str) -> bool:
        """`upper` makes it the right word."""
        return answered(folder).decode().split("\n")[1].upper() == "FALSE"


class ManyGuesses(Artefact):
    """Tries: to answer each question with every point there is, one after the other, so that one is right.
    Seen: the last answer counts, and it is wrong; a remark says so."""

    def make(self, folder: Path, marker: str) -> None:
        guesses = [f"test_{n}\n{row} {col}\n" for row in range(9) for col in range(9) for n in (1, 2, 3)]
        answering(folder, "".join([*guesses, "test_0\nFalse\ntest_0\nTrue\n"]).encode())

    def naive(self, folder: Path, marker: str) -> bool:
        """A grader that looks for the right section finds all three."""
        text = answered(folder).decode()
        return all(section.strip() in text for section in right_answers().decode().split("\n\n")[2:5])


class ManySections(Artefact):
    """Tries: to print 100,000 sections.
    Seen: what is kept of the output is read; the last answers count and are wrong."""

    def make(self, folder: Path, marker: str) -> None:
        sections = (b"test_%d\n8 8\n" % (number % 6) for number in range(100_000))
        answering(folder, b"".join(sections), printed=True)

    def naive(self, folder: Path, marker: str) -> bool:
        """All of them are kept, and each is compared with the others."""
        return answered(folder).count(b"test_") == 100_000


ODD = b"\0 \xef\xbb\xbf\xef\xbb\xbf9 \xed\xa0\x80 \xff\xfe \xc0\xaf \xf8\x88\x80\x80\x80".split(b" ")


class NoText(Artefact):
    """Tries: to answer in bytes that are no text: NUL, byte order marks, half characters, broken UTF-8.
    Seen: nothing is right, and nothing raises."""

    def make(self, folder: Path, marker: str) -> None:
        sections = (b"test_%d\n0%s 8%s\n" % (number % 6, odd, odd) for number, odd in enumerate(ODD * 2))
        answering(folder, b"\n".join(sections))

    def naive(self, folder: Path, marker: str) -> bool:
        """Decoding raises."""
        return raises(UnicodeDecodeError, answered(folder).decode)


class NotNumbers(Artefact):
    """Tries: to answer NaN, Infinity and 1e999, which JSON readers take for numbers.
    Seen: no right answer, and no sum that is not a number."""

    def make(self, folder: Path, marker: str) -> None:
        points = "[[NaN, NaN], [Infinity, -Infinity], [1e999, 1e999]]"
        lines = (f"Problem {n}: step:{points}\n" for n in range(1, 6))
        answering(folder, "".join(lines).encode(), printed=True)

    def naive(self, folder: Path, marker: str) -> bool:
        """`json` reads them, and what is added up from them is no number."""
        points = json.loads(answered(folder).decode().split("\n")[0].rpartition("step:")[2])
        return math.isnan(sum(sum(point) for point in points))


class OneLine(Artefact):
    """Tries: to make a pattern go back and forth over one line of 60,000 characters.
    Seen: an answer that cannot be read, in no time."""

    def make(self, folder: Path, marker: str) -> None:
        answering(folder, b"test_5\n" + b"11" * 15_000 + b"( ( " * 7_000 + b"x\n")

    def naive(self, folder: Path, marker: str) -> bool:
        """Each two digits more take four times as long."""
        line = answered(folder).split(b"\n")[1]
        took = []
        for length in (12, 20):
            before = time.process_time()
            re.fullmatch(rb"([0-9]+ ?)+;", line[:length])
            took.append(time.process_time() - before)
        return took[1] > 20 * took[0]


class OverwrittenLines(Artefact):
    """Tries: to show a right answer on a screen, where a carriage return hides the wrong one before it.
    Seen: two points are read, and that is wrong."""

    def make(self, folder: Path, marker: str) -> None:
        points = ((1, b"0 8"), (2, b"1 8"), (3, b"4 5"))
        answering(folder, b"".join(b"test_%d\r\n7 7\r%s\r\n" % one for one in points))

    def naive(self, folder: Path, marker: str) -> bool:
        """Whoever looks at the screen sees the right lines."""
        lines = answered(folder).decode().replace("\r\n", "\n").split("\n")
        seen = {line.rpartition("\r")[2] for line in lines}
        return {"0 8", "1 8", "4 5"} <= seen & set(right_answers().decode().split("\n"))


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


class Underscores(Artefact):
    """Tries: to answer `0_1` and numbers with blanks of Unicode around them, which `int` takes.
    Seen: only the yes-or-no questions are answered."""

    right = ("0", "00")

    def make(self, folder: Path, marker: str) -> None:
        lines = [line.split(" ") for line in right_answers().decode().split("\n")]
        strange = (f"0_{line[0]},{line[1]}\u2003" if len(line) == 2 else line[0] for line in lines)
        answering(folder, "\n".join(strange).encode())

    def naive(self, folder: Path, marker: str) -> bool:
        """`int` reads them all."""
        given = [line.split(",") for line in answered(folder).decode().split("\n") if "," in line]
        wanted = [line.split() for line in right_answers().decode().split("\n") if line[1:2] == " "]
        return numbers(given) == numbers(wanted)


class UnicodeLines(Artefact):
    """Tries: to part lines by signs that only `splitlines` takes for the end of a line.
    Seen: no answer at all."""

    verdict = "NO"

    def make(self, folder: Path, marker: str) -> None:
        answering(folder, right_answers().decode().replace("\n", "\u2028").encode())

    def naive(self, folder: Path, marker: str) -> bool:
        """`splitlines` finds every line."""
        return answered(folder).decode().splitlines() == right_answers().decode().split("\n")[:-1]


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
