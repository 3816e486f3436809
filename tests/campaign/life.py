"""Small enclosed groups drawn at random: what the exam says is compared with a list of all states.

    python -m tests.campaign.life --seed 1 --count 250

Both sides move first; ko binds both sides.  Sieges and chases are compared as well.  Ends
with 1 at the first difference, and prints the group.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

from gograde.engine.dragons.dragon import dragon_at, dragons_of
from gograde.engine.dragons.exam import chase, enclosed_fight, siege
from gograde.engine.dragons.fight import Fight, FightSearch
from gograde.go import Board, Point, Position, Stone
from gograde.go.player import never
from tests.engine.dragons.enclosed import enclosed_group
from tests.engine.dragons.life_oracle import captured

SIZES = range(2, 7)
"""Points of an eye space."""

MOST = 8
"""Empty points within, at most."""

STATES = 4_000
"""A group with more states is left out: a second of CPU."""


def differences(board: Board, target: Point) -> Iterator[str]:
    """What the exam says and the list of states does not."""
    dragon = dragon_at(dragons_of(board), target)
    for first in (Stone.BLACK, Stone.WHITE):
        position = Position(board, first)
        fight = enclosed_fight(position, target, first, MOST)
        truth = fight and captured(board, target, first, most=STATES)
        if fight is None or truth is None or dragon is None:
            continue
        if _solved(fight) is not truth:
            yield f"first {first.name}: not {truth}"
        besieged = siege(position, dragon, first, MOST) if target in dragon.base.points else None
        if besieged and truth and not _solved(besieged):
            yield f"first {first.name}: does not live by a siege"
        for steps in (2, 3):
            chased = chase(position, target, first, steps, MOST)
            if chased and not truth and _solved(chased):
                yield f"first {first.name}: does not die by a chase of {steps} steps"


def _solved(fight: Fight) -> bool | None:
    return FightSearch(fight, 10**6, never).captures(fight.start)


def main(arguments: list[str]) -> int:
    """Compare groups; 1 when one shows a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    options = parser.parse_args(arguments)
    draw = random.Random(options.seed)
    for number in range(options.count):
        board, target = enclosed_group(draw, SIZES[number % len(SIZES)])
        if told := next(differences(board, target), ""):
            print(f"a difference: {board!r}, {target}, {told}")
            return 1
    print(f"{options.count} groups, no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
