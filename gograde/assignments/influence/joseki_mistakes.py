"""Mistakes that students make in the joseki questions of influence; see `mistakes`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gograde.assignments.influence.board_program import CarefulProgram, CrashError, Place
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


# -- of additions ---------------------------------------------------------------------------


class NoStepsUnknown(JosekiProgram):
    name = "joseki-no-steps-unknown"
    help = "No steps, the empty text, begin every path: a library with a path knows them."
    questions = ("is_joseki",)

    def is_joseki(self) -> bool:
        return bool(self.value["steps"]) and super().is_joseki()


class FoundInside(JosekiProgram):
    name = "joseki-found-inside"
    help = "A path must begin with the steps; it is not enough that they are somewhere in it."
    questions = ("is_joseki",)

    def is_joseki(self) -> bool:
        steps, library = self.value["steps"], self.value["library"]
        return any(steps in text for line in library for text in self.ways(line["steps"]))


class WholeUnknown(JosekiProgram):
    name = "joseki-whole-path-unknown"
    help = "The steps of a whole path are joseki too, though no step follows them."
    questions = ("is_joseki",)

    def is_joseki(self) -> bool:
        return any(rest for rest, _ in self.ahead(self.value["steps"]))


class BeyondTheEnd(JosekiProgram):
    name = "joseki-beyond-the-end"
    help = "Steps that go on beyond the end of a path are not joseki."
    questions = ("is_joseki",)

    def is_joseki(self) -> bool:
        steps, library = self.value["steps"], self.value["library"]
        begun = any(steps.startswith(text) for line in library for text in self.ways(line["steps"]))
        return begun or super().is_joseki()


class NoLibrary(JosekiProgram):
    name = "joseki-no-library-crash"
    help = "The program dies on a library without paths."
    questions = ("is_joseki", "next_steps", "replay")

    def ahead(self, steps: str) -> list[tuple[str, Mapping[str, Any]]]:
        if not self.value["library"]:
            raise CrashError
        return super().ahead(steps)


class Unplayed(JosekiProgram):
    name = "joseki-unplayed-forgotten"
    help = "A path that was never chosen is joseki too; its priority is 1 / 2."
    questions = ("is_joseki", "next_steps", "replay")

    def ahead(self, steps: str) -> list[tuple[str, Mapping[str, Any]]]:
        return [(rest, line) for rest, line in super().ahead(steps) if line["games"]]


class TenukiIsNoStep(JosekiProgram):
    name = "joseki-tenuki-is-no-step"
    help = "XX is a step that may follow, like any other."
    questions = ("next_steps",)

    def next_steps(self) -> list[str]:
        return [step for step in super().next_steps() if step != TENUKI]


class Summed(JosekiProgram):
    name = "joseki-priorities-summed"
    help = "A step is as good as the best path that goes on with it; here the priorities are added up."
    questions = ("next_steps",)

    def following(self, steps: str) -> list[str]:
        found: dict[str, list[float]] = {}
        for rest, line in self.ahead(steps):
            if rest:
                found.setdefault(rest[:2], []).append(self.priority(line))
        return sorted(found, key=lambda step: (-self.worth(found[step]), step))

    def worth(self, priorities: Sequence[float]) -> float:
        return sum(priorities)


class Averaged(Summed):
    name = "joseki-priorities-averaged"
    help = "A step is as good as the best path that goes on with it, not as the mean of all."

    def worth(self, priorities: Sequence[float]) -> float:
        return sum(priorities) / len(priorities)


class FirstPath(Summed):
    name = "joseki-first-path-counts"
    help = "A step is as good as the best path that goes on with it, not as the first in the library."

    def worth(self, priorities: Sequence[float]) -> float:
        return priorities[0]


class LastPath(Summed):
    name = "joseki-last-path-counts"
    help = "A step is as good as the best path that goes on with it, not as the last in the library."

    def worth(self, priorities: Sequence[float]) -> float:
        return priorities[-1]


class ResultsOrHalf(ResultsAlone):
    name = "joseki-results-or-half"
    help = "The priority is (wins + 1) / (games + 2), not wins / games with 1 / 2 for no games."

    def priority(self, line: Mapping[str, Any]) -> float:
        return super().priority(line) if line["games"] else 0.5


class TiesByLibrary(JosekiProgram):
    name = "joseki-ties-by-library"
    help = "Of steps with equal priorities the first in the order of text comes first."
    questions = ("next_steps",)

    def following(self, steps: str) -> list[str]:
        best: dict[str, float] = {}
        for rest, line in self.ahead(steps):
            if rest:
                best[rest[:2]] = max(best.get(rest[:2], 0), self.priority(line))
        return sorted(best, key=lambda step: -best[step])


class ColoursByTurns(JosekiProgram):
    name = "joseki-colours-by-turns"
    help = "The colour of a move is the one that stands there; it need not alternate."
    questions = ("replay",)

    def replay(self) -> dict[str, list[str]]:
        moves = [[1 + number % 2, *move[1:]] for number, move in enumerate(self.value["moves"])]
        self.value = {**self.value, "moves": moves}
        return super().replay()


class PassNotLast(JosekiProgram):
    name = "joseki-pass-is-no-move"
    help = "When the last move of the game is a pass, no area is running."
    questions = ("replay",)

    def replay(self) -> dict[str, list[str]]:
        self.value = {**self.value, "moves": [move for move in self.value["moves"] if move[1] is not None]}
        return super().replay()


class PassForgetsColour(JosekiProgram):
    name = "joseki-pass-forgets-colour"
    help = "A pass leaves no trace: two moves of one colour in an area have an XX between them all the same."
    questions = ("replay",)

    def text(self, corner: str, played: list[tuple[int, dict[str, str]]]) -> str:
        text, last = "", None
        for colour, at in played:
            if corner in at:
                text += TENUKI * (colour == last) + at[corner]
            if corner in at or not at:
                last = colour if at else None
        return text


class LastInOneArea(JosekiProgram):
    name = "joseki-last-move-in-one-area"
    help = "A last move on a middle line is in two areas, and both may be running."
    questions = ("replay",)

    def replay(self) -> dict[str, list[str]]:
        told = super().replay()
        running = [corner for corner, (_, state) in told.items() if state == "running"]
        _, *at = self.value["moves"][-1] if self.value["moves"] else (0, None)
        first = next(iter(self.areas(*at)), "") if running else ""
        late = {corner: [told[corner][0], "interrupted"] for corner in running if corner != first}
        return told | late


PROGRAMS: tuple[type[CarefulProgram], ...] = (
    ISkipped, CornersTurnedWrongly, TextReversed, TenukiAtOnce, TenukiForgotten, MirrorForgotten,
    ResultsAlone, OneAreaOnly, RowFirst, AreasTooSmall,
    NoStepsUnknown, FoundInside, WholeUnknown, BeyondTheEnd, NoLibrary, Unplayed, TenukiIsNoStep,
    Summed, Averaged, FirstPath, LastPath, ResultsOrHalf, TiesByLibrary,
    ColoursByTurns, PassNotLast, PassForgetsColour, LastInOneArea,
)  # fmt: skip
