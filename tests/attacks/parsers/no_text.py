# Tries: to answer in bytes that are no text: NUL, byte order marks, half characters, broken UTF-8.
# Seen: nothing is right, and nothing raises.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering

RIGHT = ()
ODD = (
    b"\x00",
    b"\xef\xbb\xbf\xef\xbb\xbf9",
    b"\xed\xa0\x80",
    b"\xff\xfe",
    b"\xc0\xaf",
    b"\xf8\x88\x80\x80\x80",
)


def make(folder: Path, marker: str) -> None:
    sections = (b"test_%d\n0%s 8%s\n" % (number % 6, odd, odd) for number, odd in enumerate(ODD * 2))
    answering(folder, b"\n".join(sections))


def naive(folder: Path, marker: str) -> bool:
    """Decoding raises."""
    try:
        answered(folder).decode()
    except UnicodeDecodeError:
        return True
    return False
