# Tries: to keep the grader busy with a JPEG that goes over its four million pixels thousands of times.
# Seen: ended by the limit of CPU time of one picture.
# Control: naive
# Flagged: no

import io
from pathlib import Path

from tests.attacks.harness.craft_pictures import viewed

REFUSAL = "decoding it took too much time or memory"


def make(folder: Path, marker: str) -> None:
    from PIL import Image

    out = io.BytesIO()
    Image.new("L", (2000, 2000)).save(out, "JPEG", progressive=True)
    data = out.getvalue()
    last = data.rindex(b"\xff\xda")
    scan = data[last:-2]
    (folder / "test_1.jpg").write_bytes(data[:last] + scan * (900_000 // len(scan)) + b"\xff\xd9")


def naive(folder: Path, marker: str) -> bool:
    """The viewer is ended by its limit of CPU time."""
    return viewed(folder / "test_1.jpg").hurt
