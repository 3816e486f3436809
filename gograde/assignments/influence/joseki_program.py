"""The joseki questions of influence as a careful student answers them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from gograde.assignments.influence.board_program import CarefulProgram, Place
from gograde.assignments.influence.parameters import Parameters
from gograde.authoring.mistake_table import CrashError

CORNERS = ("TL", "TR", "BL", "BR")
TENUKI = "XX"


class JosekiProgram(CarefulProgram):
    """Answers the questions on joseki."""

    letters: ClassVar[str] = "ABCDEFGHIJ"
    reach: ClassVar[int] = 10

    # -- places -----------------------------------------------------------------------------

    def to_area(self) -> list[list[str]]:
        return [[corner, step] for corner, step in self.areas(self.value["row"], self.value["col"]).items()]

    def areas(self, row: int, col: int) -> dict[str, str]:
        """The step of a point in every area that contains it."""
        found = {corner: self.seen(corner, row, col) for corner in CORNERS}
        return {c: self.named(*place) for c, place in found.items() if max(place) < self.reach}

    def named(self, x: int, y: int) -> str:
        return self.letters[x] + self.letters[y]

    def seen(self, corner: str, row: int, col: int) -> Place:
        """The coordinates x and y of a point in an area."""
        turned = {"TL": (col, row), "TR": (row, 18 - col), "BL": (18 - row, col), "BR": (18 - col, 18 - row)}
        return turned[corner]

    def to_board(self) -> list[int]:
        corner, step = self.value["corner"], self.value["step"]
        x, y = (self.letters.find(letter) for letter in step)
        if min(x, y) < 0:
            raise CrashError
        return self.point(corner, x, y)

    def point(self, corner: str, x: int, y: int) -> list[int]:
        turned = {"TL": (y, x), "TR": (x, 18 - y), "BL": (18 - x, y), "BR": (18 - y, 18 - x)}
        return list(turned[corner])

    # -- the library ------------------------------------------------------------------------

    def mirror(self) -> str:
        return self.mirrored(self.value["steps"])

    def mirrored(self, steps: str) -> str:
        return "".join(steps[i + 1] + steps[i] for i in range(0, len(steps), 2))

    def is_joseki(self) -> bool:
        return bool(self.ahead(self.value["steps"]))

    def next_steps(self) -> list[str]:
        return self.following(self.value["steps"])

    def following(self, steps: str) -> list[str]:
        best: dict[str, float] = {}
        for rest, line in self.ahead(steps):
            if rest:
                best[rest[:2]] = max(best.get(rest[:2], 0), self.priority(line))
        return sorted(best, key=lambda step: (-best[step], step))

    def ahead(self, steps: str) -> list[tuple[str, Mapping[str, Any]]]:
        """The rest of each path that begins with the steps, with the path's line of the library."""
        return [
            (text[len(steps) :], line)
            for line in self.value["library"]
            for text in self.ways(line["steps"])
            if text.startswith(steps)
        ]

    def ways(self, steps: str) -> tuple[str, ...]:
        return steps, self.mirrored(steps)

    def priority(self, line: Mapping[str, Any]) -> float:
        return float((line["wins"] + 1) / (line["games"] + 2))

    # -- games ------------------------------------------------------------------------------

    def replay(self) -> dict[str, list[str]]:
        played = [
            (colour, {} if row is None else self.areas(row, col)) for colour, row, col in self.value["moves"]
        ]
        texts = {corner: self.text(corner, played) for corner in CORNERS}
        last = played[-1][1] if played else {}
        return {corner: [text, self.state(text, corner in last)] for corner, text in texts.items()}

    def text(self, corner: str, played: list[tuple[int, dict[str, str]]]) -> str:
        text, last = "", None
        for colour, at in played:
            if corner in at:
                text += TENUKI * (colour == last) + at[corner]
                last = colour
        return text

    def state(self, text: str, here: bool) -> str:
        if not text:
            return "fresh"
        if not self.following(text):
            return "ended"
        return "running" if here else "interrupted"


def solve(question: str, value: Mapping[str, Any], parameters: Parameters) -> Any:
    """The answer of the program without a mistake, which mutants are made from."""
    return JosekiProgram(value, parameters).answer(question)
