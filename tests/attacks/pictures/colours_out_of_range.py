# Tries: to have colours read from behind the palette.
# Seen: refused, since there is no such colour.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.craft_pictures import chunk, header, png, viewed

REFUSAL = "a colour that its palette does not have"


def make(folder: Path, marker: str) -> None:
    palette = chunk(b"PLTE", b"\xff\0\0\0\xff\0")
    data = png(palette, pixels=b"\0\0\1\0\xfe\xff", head=header(2, 2, colour=3))
    (folder / "test_1.png").write_bytes(data)


def naive(folder: Path, marker: str) -> bool:
    """The viewer shows something that the file does not say."""
    return viewed(folder / "test_1.png").well
