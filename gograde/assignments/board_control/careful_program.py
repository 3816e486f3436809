"""The homework board-control as a careful student writes it; a mistake is a change of this source.

The right answers are in `oracle`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

Place = tuple[int, int]
Chain = list[Place]
Colours = tuple[int, ...]

EMPTY = 0
BLACK = 1
WHITE = 2


class CarefulProgram:
    """The homework; the program does not change `rows`, and `mover` is 1, 2 or None."""

    def __init__(self, rows: Sequence[Sequence[int]], mover: int | None) -> None:
        self.grid = [list(row) for row in rows]
        self.rows, self.cols = len(rows), len(rows[0]) if rows else 0
        self.mover = mover

    def answer(self, question: str) -> Any:
        return self.listed() if question == "chains" else self.legal()

    def legal(self) -> list[list[int]]:
        for colours in self.steps():
            self.remove([chain for chain in self.dead() if self.at(chain[0]) in colours])
        return self.grid

    def steps(self) -> Sequence[Colours]:
        """The colours whose dead chains are removed, step by step."""
        return [(BLACK, WHITE)] if self.mover is None else [(3 - self.mover,), (self.mover,)]

    def dead(self) -> list[Chain]:
        return [chain for chain in self.chains() if self.is_dead(chain)]

    def is_dead(self, chain: Chain) -> bool:
        return self.count(chain) == 0

    def remove(self, chains: Sequence[Chain]) -> None:
        for row, col in (place for chain in chains for place in self.marked(chain)):
            self.grid[row][col] = EMPTY

    def listed(self) -> list[dict[str, Any]]:
        entries = [self.entry(chain) for chain in self.chains()]
        return sorted(entries, key=lambda entry: list(entry["stones"][0]))

    def entry(self, chain: Chain) -> dict[str, Any]:
        stones = sorted(list(place) for place in self.marked(chain))
        return {"color": self.at(chain[0]), "stones": stones, "liberties": self.count(chain)}

    def marked(self, chain: Chain) -> Chain:
        """The stones of a chain that the program uses after its search."""
        return chain

    def chains(self) -> list[Chain]:
        found: list[Chain] = []
        seen: set[Place] = set()
        for place in self.places():
            if self.at(place) and place not in seen:
                found.append(self.chain(place, seen))
                seen.update(found[-1])
        return found

    def chain(self, start: Place, seen: Collection[Place]) -> Chain:
        """The stones of a chain, `start` first; `seen` has the stones of chains found before."""
        stones, known = [start], {start}
        for place in stones:  # grows during the loop
            new = [other for other in self.friends(place) if other not in known]
            stones += new
            known.update(new)
        return stones

    def count(self, chain: Chain) -> int:
        return len(self.liberties(chain))

    def liberties(self, chain: Chain) -> set[Place]:
        return {other for place in chain for other in self.near(place) if self.at(other) == EMPTY}

    def friends(self, place: Place) -> list[Place]:
        colour = self.at(place)
        return [other for other in self.near(place) if self.at(other) == colour]

    def places(self) -> list[Place]:
        return [(row, col) for row in range(self.rows) for col in range(self.cols)]

    def near(self, place: Place) -> list[Place]:
        return [(row, col) for row, col in around(place) if 0 <= row < self.rows and 0 <= col < self.cols]

    def at(self, place: Place) -> int:
        return self.grid[place[0]][place[1]]


def around(place: Place) -> tuple[Place, Place, Place, Place]:
    """The four points around a point, on the board or not."""
    row, col = place
    return (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)


def answer_of(student: type[CarefulProgram], question: str, value: Any) -> Any:
    """A program's answer for `{"board", "mover"}`."""
    return student(value["board"], value.get("mover")).answer(question)


def solve(question: str, value: Any) -> Any:
    """The answer of the program without a mistake, which mutants are made from."""
    return answer_of(CarefulProgram, question, value)
