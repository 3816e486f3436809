# Tries: to show a right answer on a screen, where a carriage return hides the wrong one before it.
# Seen: two points are read, and that is wrong.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering, right_answers

RIGHT = ()


def make(folder: Path, marker: str) -> None:
    sections = (
        b"test_%d\r\n7 7\r%s\r\n" % (n, point) for n, point in ((1, b"0 8"), (2, b"1 8"), (3, b"4 5"))
    )
    answering(folder, b"".join(sections))


def naive(folder: Path, marker: str) -> bool:
    """Whoever looks at the screen sees the right lines."""
    seen = {line.rpartition("\r")[2] for line in answered(folder).decode().replace("\r\n", "\n").split("\n")}
    return {"0 8", "1 8", "4 5"} <= seen & set(right_answers().decode().split("\n"))
