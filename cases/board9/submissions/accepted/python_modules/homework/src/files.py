"""Reading boards, writing answers."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parent


def read(problem: str) -> str:
    """The board as a text of 81 letters, X black, O white, . empty."""
    cells = ["."] * 81
    for line in (HERE / f"test_{problem}.txt").read_text().splitlines():
        if line.strip():
            row, col, colour = (int(word) for word in line.split())
            cells[9 * row + col] = "X" if colour == -1 else "O"
    return "".join(cells)


class AnswerFile:
    def __init__(self, name: str, tag: str) -> None:
        self.path, self.tag = HERE / name, tag
        self.parts: list[str] = []

    def add(self, problem: str, lines: list[object]) -> None:
        self.parts.append("\n".join([f"{self.tag}_{problem}", *map(str, lines)]))

    def save(self) -> None:
        self.path.write_text("\n\n".join(self.parts) + "\n")
