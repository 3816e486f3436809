# Tries: to print 100,000 sections.
# Seen: what is kept of the output is read; the last answers count and are wrong.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering

RIGHT = ()


def make(folder: Path, marker: str) -> None:
    answering(folder, b"".join(b"test_%d\n8 8\n" % (number % 6) for number in range(100_000)), printed=True)


def naive(folder: Path, marker: str) -> bool:
    """All of them are kept, and each is compared with the others."""
    return answered(folder).count(b"test_") == 100_000
