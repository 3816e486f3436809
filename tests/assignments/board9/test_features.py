"""Each feature: a picture that has it, and one that just misses it."""

from gograde.assignments.board9.features import FEATURES, View, one_picture
from gograde.go import diagram

NINE_ROWS = " / ".join([". " * 9] * 9)

PICTURES = {
    "obeys": ("X . / O .", "X O / O ."),
    "tight": ("X O . X O / . . . . . / X O . X O", "X O . X O / . . . . . / . . . . ."),
    "dead-black": ("X O . / O . . / . . .", "O X . / X . . / . . ."),
    "dead-white": ("O X . / X . . / . . .", "X O . / O . . / . . ."),
    "dead-in-corner": ("X O . / O . . / . . .", ". O . / O X O / . O ."),
    "dead-eye": (
        ". X X X . / . X O X . / . X X X . / . . . . .",
        ". X X X . / . X . X . / . X X X . / . . . . .",
    ),
    "dead-chain": (
        ". . . . . . / . O O O O . / O X X X X O / . O O O O .",
        ". . . . . . / . O O O . . / O X X X O . / . O O O . .",
    ),
    "block": ("X X . / X X . / . . .", "X X . / X . X / . X ."),
    "block-captured": ("X X O / X X O / O . . / . . .", "X X O / X X O / . . . / . . ."),
    "edge-stones": ("X . X . / . . . . / O . . . / . . . .", "X . X . / O . . . / O . . . / . . . ."),
    "captures-two": ("X . X O / O . O . / . . . .", "X . . X / O . . O / . . . ."),
    "captures-three": (
        ". O O O . / O X . X O / . O X O . / . . O . .",
        ". O O O . / O X . X O / . O . O . / . . O . .",
    ),
    "touches-twice": ("X X O / X . . / O . .", ". O . / O X . / . O ."),
    "touches-living-twice": ("X X . / X . . / . . .", "X . . / . . . / . . ."),
    "shared-last-liberty": ("X X . X X / O O . O O / . . . . .", "X . X O . / O . O . . / . . . . ."),
    "breathless-capture": ("X O . X / . X X X / O X . . / O X . .", "X . X / O O O / . . ."),
    "legal-by-capture": (". X O . / X O . . / . . . .", ". X . . / X O . . / . . . ."),
    "stone-suicide": (". X . / X . . / . . .", ". X O / X O . / O . ."),
    "chain-suicide": ("O X . / . X . / X . .", ". X . / X . . / . . ."),
    "ko-capture": (". X O . / X . X O / . X O . / . . . .", ". X O . / X . X O / . . O . / . . . ."),
    "edge-snapback": (". X X O / X O O . / . . . .", ". X O . / X O . . / . . . ."),
    "no-capture": ("X . . / . . O / . . .", "X . . / O . . / . . ."),
    "no-capture-in-contact": (" / ".join([". X O ."] * 8), " / ".join([". X O ."] * 7)),
    "one-capture": ("X . X / O . O / . . .", "X . . X / O . . O / . . . ."),
    "many-captures": (
        "X . . X / O . . O / . . . . / O . . O / X . . X",
        "X . . X / O . . O / . . . . / . . . O / . . . X",
    ),
    "chain-captured": ("X X X X X . / O O O O O . / . . . . . .", "X X X X . . / O O O O O . / . . . . . ."),
    "walk-leaves-row": ("X O . X O / X O . O . / . . . . .", "X O . X O / . O . O . / . . . . ."),
    "edge-capture": ("X . . / O . . / . . .", ". . . . . / . . O . . / . O X . . / . . O . . / . . . . ."),
    "empty-board": (". . / . .", ". X / . ."),
    "black-only": ("X . / . .", "X . / . O"),
    "white-only": ("O . / . .", "X . / . O"),
    "nearly-full": ("X X X X / X X . . / O O O O", "X . . . / . . . . / . . O O"),
    "long-chain": (
        " / ".join(["X " * 9] * 4 + ["X " * 5 + ". " * 4] + [". " * 9] * 4),
        " / ".join(["X " * 9] * 4 + ["X " * 4 + ". " * 5] + [". " * 9] * 4),
    ),
    "few-stones": (" / ".join(["X . O . X . . . ."] * 4 + [". " * 9] * 5), NINE_ROWS),
}


def test_a_feature_is_there_or_not():
    for name in FEATURES:
        there, missing = (View(diagram(picture)) for picture in PICTURES[name])
        assert FEATURES[name](there)
        assert not FEATURES[name](missing)


def test_every_feature_has_its_pictures():
    assert PICTURES.keys() == FEATURES.keys()


def test_the_two_readings_of_all_captures_may_differ():
    """The middle chain has two liberties, and both capture its neighbours."""
    assert not one_picture(diagram("X . X . X / O O O O O"))
    assert one_picture(diagram("X . X O . / O O O O ."))
