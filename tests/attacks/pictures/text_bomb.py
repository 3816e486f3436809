# Tries: to have texts and a colour profile unpacked that are 300 MB each, in a picture of 900 kB.
# Seen: refused, since its texts unpack to too much.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.craft_pictures import MIB, chunk, png, viewed, zeros

REFUSAL = "it cannot be decoded"


def make(folder: Path, marker: str) -> None:
    bomb = zeros(300 * MIB)
    text = chunk(b"zTXt", b"k\0\0" + bomb)
    profile = chunk(b"iCCP", b"k\0\0" + bomb)
    other = chunk(b"iTXt", b"k\0\1\0\0\0" + bomb)
    (folder / "test_1.png").write_bytes(png(profile, other, text))


def naive(folder: Path, marker: str) -> bool:
    """A reader of the texts unpacks them."""
    unpack = "import zlib; data = open(path, 'rb').read(); start = data.index(b'zTXt') + 7; "
    unpack += "text = zlib.decompressobj().decompress(data[start:]); print(len(text))"
    return viewed(folder / "test_1.png", unpack).hurt
