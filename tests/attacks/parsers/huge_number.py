# Tries: to answer with numbers of 5,000 digits, on which `int` raises an error.
# Seen: lines that cannot be read; the grader goes on.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering

RIGHT = ()


def make(folder: Path, marker: str) -> None:
    number = b"9" * 5000
    answering(folder, b"".join(b"test_%d\n%s %s\n" % (n, number, number) for n in range(1, 6)))


def naive(folder: Path, marker: str) -> bool:
    """`int` raises, which a grader that expects digits to be numbers does not catch."""
    try:
        return int(answered(folder).split()[1]) < 0
    except ValueError:
        return True
