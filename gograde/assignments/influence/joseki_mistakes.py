"""Mistakes that students make in the joseki questions of influence; see `mistakes`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.assignments.influence.board_program import CarefulProgram, Place
from gograde.assignments.influence.joseki_program import TENUKI, JosekiProgram

_PLACES = ("to_area", "to_board", "replay")


class ISkipped(JosekiProgram):
    name = "joseki-i-skipped"
    help = "The letters are A to J, and I is one of them."
    questions = _PLACES
    letters = "ABCDEFGHJK"


class CornersTurnedWrongly(JosekiProgram):
    name = "joseki-corners-turned-wrongly"
    help = "The areas are turned into one another; here two of them are mirrored."
    questions = _PLACES

    def seen(self, corner: str, row: int, col: int) -> Place:
        x, y = super().seen(corner, row, col)
        return (y, x) if corner in ("TR", "BL") else (x, y)

    def point(self, corner: str, x: int, y: int) -> list[int]:
        return super().point(corner, *((y, x) if corner in ("TR", "BL") else (x, y)))


class TextReversed(JosekiProgram):
    name = "joseki-text-reversed"
    help = "The mirror exchanges the two letters of each step; here the whole text is reversed."
    questions = ("mirror", "is_joseki", "next_steps", "replay")

    def mirrored(self, steps: str) -> str:
        return steps[::-1]


class TenukiAtOnce(JosekiProgram):
    name = "joseki-tenuki-at-once"
    help = "A tenuki is put in only between two steps of one colour, not for every move elsewhere."
    questions = ("replay",)

    def text(self, corner: str, played: list[tuple[int, dict[str, str]]]) -> str:
        text = ""
        for _, at in played:
            text += at.get(corner, TENUKI if text else "")
        return text


class TenukiForgotten(JosekiProgram):
    name = "joseki-tenuki-forgotten"
    help = "Between two steps of one colour in an area there is an XX."
    questions = ("replay",)

    def text(self, corner: str, played: list[tuple[int, dict[str, str]]]) -> str:
        return "".join(at.get(corner, "") for _, at in played)


class MirrorForgotten(JosekiProgram):
    name = "joseki-mirror-forgotten"
    help = "The mirror of a path is joseki too."
    questions = ("is_joseki", "next_steps", "replay")

    def ways(self, steps: str) -> tuple[str, ...]:
        return (steps,)


class ResultsAlone(JosekiProgram):
    name = "joseki-results-alone"
    help = "The priority is (wins + 1) / (games + 2), not wins / games."
    questions = ("next_steps",)

    def priority(self, line: Mapping[str, Any]) -> float:
        return line["wins"] / line["games"] if line["games"] else 0.0


class OneAreaOnly(JosekiProgram):
    name = "joseki-one-area-only"
    help = "A point of a middle line lies in two areas, and the centre in four."
    questions = ("to_area", "replay")

    def areas(self, row: int, col: int) -> dict[str, str]:
        return dict(list(super().areas(row, col).items())[:1])


class RowFirst(JosekiProgram):
    name = "joseki-row-and-column-swapped"
    help = "Rows and columns are exchanged: a point of the board is row, then column; a step is x, then y."
    questions = _PLACES

    def seen(self, corner: str, row: int, col: int) -> Place:
        return super().seen(corner, col, row)

    def point(self, corner: str, x: int, y: int) -> list[int]:
        return super().point(corner, x, y)[::-1]


class AreasTooSmall(JosekiProgram):
    name = "joseki-areas-too-small"
    help = "An area has 10 by 10 points, so that the middle lines belong to it."
    questions = ("to_area", "replay")
    reach = 9


PROGRAMS: tuple[type[CarefulProgram], ...] = (
    ISkipped, CornersTurnedWrongly, TextReversed, TenukiAtOnce, TenukiForgotten, MirrorForgotten,
    ResultsAlone, OneAreaOnly, RowFirst, AreasTooSmall,
)  # fmt: skip
