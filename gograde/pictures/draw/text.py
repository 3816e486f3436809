"""Boards as text, for terminals and logs."""

from __future__ import annotations

from collections.abc import Iterator

from gograde.pictures.draw.diagram import Diagram, Point, value_text


def board_text(diagram: Diagram) -> tuple[str, ...]:
    """ASCII lines of equal length, with coordinates if the diagram has them.

    A point shows its value, or else its number, its mark, its stone or its territory.  A mark stands before
    its stone (`!X`).  Territory is `b` or `w`; solid territory is a capital.
    """
    part = diagram.part
    columns = range(part.left, part.left + part.cols)
    lines = [_row(diagram, row) for row in range(part.top, part.top + part.rows)]
    heads = [diagram.column_label(col) for col in columns]
    beside = max((len(head) for head, _ in lines), default=len(diagram.row_label(0)))
    wide = max(map(len, heads), default=1) + 1
    wide = max((wide, *(len(cell) + (cell[-1] not in "XO") for _, cells in lines for cell in cells)))
    above = " " * beside + "".join(f"{head:>{wide}}" for head in heads)
    body = (f"{head:>{beside}}" + "".join(f"{cell:>{wide}}" for cell in cells) for head, cells in lines)
    return (above, *body) if above.strip() or beside else tuple(body)


def _row(diagram: Diagram, row: int) -> tuple[str, list[str]]:
    return diagram.row_label(row), [_cell(diagram, point) for point in _points(diagram, row)]


def _points(diagram: Diagram, row: int) -> Iterator[Point]:
    part = diagram.part
    return ((row, col) for col in range(part.left, part.left + part.cols))


def _cell(diagram: Diagram, point: Point) -> str:
    stone = diagram.stone(point)
    if point in diagram.values:
        return value_text(diagram.values[point]).replace("−", "-").replace("∞", "inf")
    if point in diagram.numbers:
        return str(diagram.numbers[point])
    if point in diagram.marks:
        return f"{diagram.marks[point].value}{stone.strip('.')}"
    held = diagram.territory.get(point)
    return held.value if held and stone == "." else stone
