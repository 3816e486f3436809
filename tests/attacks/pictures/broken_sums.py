# Tries: to change the size or the pixels of a picture without its check sums noticing.
# Seen: refused for the wrong sum.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.craft_pictures import png

REFUSAL = "it cannot be decoded"


def make(folder: Path, marker: str) -> None:
    data = bytearray(png())
    data[19] = 9
    (folder / "a.png").write_bytes(bytes(data))
    data = bytearray(png())
    data[45] ^= 1
    (folder / "b.png").write_bytes(bytes(data))


def naive(folder: Path, marker: str) -> bool:
    """By its first bytes the picture is as large as the changed header says."""
    return int.from_bytes((folder / "a.png").read_bytes()[16:20]) == 9
