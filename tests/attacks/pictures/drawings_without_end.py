# Tries: to have the grader draw for minutes: huge boxes and discs, large letters, dashes, corners.
# Seen: refused once they take more ink than a picture may, within seconds.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.craft_drawings import CARELESS, drawing, write
from tests.attacks.harness.craft_pictures import viewed

REFUSAL = "it cannot be decoded"
WINDOW = (2000, 2000)


def make(folder: Path, marker: str) -> None:
    disc = ["oval", [-9999, -9999, 9999, 9999], {"fill": "red", "width": 900}]
    corners = ["polygon", [0, 0, 2000, 9, 5, 1900] * 300, {"outline": "red", "width": 900}]
    write(
        folder,
        discs=drawing([disc] * 12_000),
        boxes=drawing([["rectangle", [0, 0, 2000, 2000], {"fill": "red"}]] * 12_000, WINDOW),
        letters=drawing([["text", [9, 9], {"text": "W" * 500, "size": 400}]] * 1000, WINDOW),
        dashes=drawing([["line", [0, 0, 2000, 2000], {"dash": "1 1"}]] * 12_000, WINDOW),
        corners=drawing([corners] * 80, WINDOW),
    )


def naive(folder: Path, marker: str) -> bool:
    """Who draws whatever is told is still drawing when three seconds are over."""
    return not viewed(folder / "shown-01-window-discs.drawing", CARELESS).well
