"""Draws boards with a public renderer: a JSON object of look, seed, boards and folder on stdin."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

Board = list[str]
PAPERS = ((222, 184, 135), (240, 217, 160), (255, 255, 255), (200, 150, 90), (214, 224, 210))


def stones(board: Board) -> Iterator[tuple[int, int, str]]:
    """Row, column and sign of every stone."""
    for r, line in enumerate(board):
        for c, sign in enumerate(line):
            if sign != ".":
                yield r, c, sign


def strokes(board: Board, step: int) -> Iterator[tuple[int, int, int, int]]:
    """The ends of every line."""
    for r in range(1, len(board) + 1):
        yield step, step * r, step * len(board[0]), step * r
    for c in range(1, len(board[0]) + 1):
        yield step * c, step, step * c, step * len(board)


def hexed(colour: tuple[int, int, int]) -> str:
    """The colour as SVG writes it."""
    return "#" + bytes(colour).hex()


def svg(board: Board, throw: Random) -> str:
    """A board as SVG with its stones as uses of two symbols."""
    step = throw.randint(26, 48)
    paper = hexed(throw.choice(PAPERS))
    wide, high = step * (len(board[0]) + 1), step * (len(board) + 1)
    far, width = step * throw.uniform(0.34, 0.48), throw.choice((0.7, 1, 1.8))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">',
        f'<defs><circle id="X" r="{far}"/><circle id="O" r="{far}" fill="#fff" stroke="#000"/></defs>',
        f'<rect width="{wide}" height="{high}" fill="{paper}"/>',
    ]
    parts += [
        f'<path d="M{a} {b}L{x} {y}" stroke="#222" stroke-width="{width}"/>'
        for a, b, x, y in strokes(board, step)
    ]
    parts += [f'<use href="#{s}" x="{step * (c + 1)}" y="{step * (r + 1)}"/>' for r, c, s in stones(board)]
    return "".join(parts) + "</svg>"


def skia(board: Board, throw: Random, file: Path) -> None:
    """Skia with blurred shadows below the stones."""
    import skia as sk

    step, paper = throw.randint(30, 50), throw.choice(PAPERS)
    surface = sk.Surface(step * (len(board[0]) + 1), step * (len(board) + 1))
    far, soft = step * throw.uniform(0.38, 0.48), throw.uniform(0.5, 3)
    with surface as canvas:
        canvas.clear(sk.Color(*paper))
        pen = sk.Paint(AntiAlias=True, Color=sk.ColorBLACK, StrokeWidth=throw.choice((1, 1.5)))
        for line in strokes(board, step):
            canvas.drawLine(*line, pen)
        shadow = sk.Paint(AntiAlias=True, Color=sk.Color(0, 0, 0, 120))
        shadow.setMaskFilter(sk.MaskFilter.MakeBlur(sk.kNormal_BlurStyle, soft))
        for r, c, sign in stones(board):
            x, y = step * (c + 1), step * (r + 1)
            canvas.drawCircle(x + 2, y + 2, far, shadow)
            tone = sk.Color(20, 20, 20) if sign == "X" else sk.Color(245, 245, 240)
            canvas.drawCircle(x, y, far, sk.Paint(AntiAlias=True, Color=tone))
    surface.makeImageSnapshot().save(str(file), sk.kPNG)


def aggdraw(board: Board, throw: Random, file: Path) -> None:
    """aggdraw on an image of Pillow."""
    import aggdraw as agg
    from PIL import Image

    step = throw.randint(26, 46)
    size = (step * (len(board[0]) + 1), step * (len(board) + 1))
    draw = agg.Draw(Image.new("RGB", size, throw.choice(PAPERS)))
    pen, far = agg.Pen("black", throw.choice((0.8, 1.2))), step * throw.uniform(0.35, 0.48)
    rim = agg.Pen("#333333", throw.choice((1, 2, 3)))
    for line in strokes(board, step):
        draw.line(line, pen)
    for r, c, sign in stones(board):
        x, y = step * (c + 1), step * (r + 1)
        fill = agg.Brush("black" if sign == "X" else "white")
        draw.ellipse((x - far, y - far, x + far, y + far), rim, fill)
    Image.frombytes("RGB", size, draw.tobytes()).save(file)


def resvg(board: Board, throw: Random, file: Path) -> None:
    """SVG drawn by resvg."""
    import resvg_py

    file.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=svg(board, throw))))


def vega(board: Board, throw: Random, file: Path) -> None:
    """A chart of Vega-Lite: points over a grid, with a legend."""
    import vl_convert

    step = throw.randint(26, 42)
    rows = [{"x": c, "y": r, "stone": "black" if s == "X" else "white"} for r, c, s in stones(board)]
    axis = {
        "grid": True,
        "gridColor": throw.choice(("#444", "#888")),
        "values": list(range(25)),
        "title": None,
    }

    def scale(count: int, turned: bool) -> dict[str, Any]:
        return {"domain": [-0.6, count - 0.4], "nice": False, "reverse": turned}

    chart = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "width": step * len(board[0]), "height": step * len(board), "data": {"values": rows},
        "view": {"fill": hexed(throw.choice(PAPERS))},
        "mark": {"type": "point", "filled": True, "opacity": 1, "size": step**2 * throw.uniform(0.4, 0.6),
                 "stroke": "black", "strokeWidth": 1},
        "encoding": {
            "x": {"field": "x", "type": "quantitative", "scale": scale(len(board[0]), False), "axis": axis},
            "y": {"field": "y", "type": "quantitative", "scale": scale(len(board), True), "axis": axis},
            "fill": {"field": "stone", "scale": {"domain": ["black", "white"], "range": ["black", "white"]}},
        },
    }  # fmt: skip
    file.write_bytes(vl_convert.vegalite_to_png(json.dumps(chart), scale=throw.choice((1, 1.5))))


def typst(board: Board, throw: Random, file: Path) -> None:
    """A page of Typst with a table, the stones as circles or as letters in its cells."""
    import typst as ty

    step, letters = throw.randint(16, 26), throw.random() < 0.4
    shapes = {
        "X": "[X]" if letters else f"circle(radius: {step * 0.36}pt, fill: black)",
        "O": "[O]" if letters else f"circle(radius: {step * 0.36}pt, fill: white, stroke: 0.7pt)",
        ".": "[]",
    }
    cells = ",".join(shapes[sign] for line in board for sign in line)
    tone = "white" if letters else f"rgb{throw.choice(PAPERS)}"
    text = (
        f"#set page(width: auto, height: auto, margin: 14pt)\n#set text(size: {step * 0.6}pt)\nProblem\n"
        f"#table(columns: ({step}pt,) * {len(board[0])}, rows: {step}pt, inset: 1pt, align: center + horizon,"
        f" fill: {tone}, stroke: {throw.choice((0.4, 0.8))}pt, {cells})\n"
    )
    source = file.with_suffix(".typ")
    source.write_text(text, encoding="utf-8")
    file.write_bytes(bytes(ty.compile(str(source), format="png", ppi=float(throw.choice((96, 144))))))


def mupdf(board: Board, throw: Random, file: Path) -> None:
    """A page of PDF, drawn by MuPDF and rendered."""
    import pymupdf

    step = throw.randint(18, 30)
    page = pymupdf.open().new_page(width=step * (len(board[0]) + 1), height=step * (len(board) + 1) + 20)
    shape, tone = page.new_shape(), [part / 255 for part in throw.choice(PAPERS)]
    shape.draw_rect(pymupdf.Rect(0, 0, page.rect.width, page.rect.height - 20))
    shape.finish(color=None, fill=tone)
    for a, b, x, y in strokes(board, step):
        shape.draw_line((a, b), (x, y))
    shape.finish(width=throw.choice((0.4, 0.8)))
    far = step * throw.uniform(0.36, 0.47)
    for r, c, sign in stones(board):
        shape.draw_circle((step * (c + 1), step * (r + 1)), far)
        shape.finish(width=0.6, color=(0, 0, 0), fill=(0, 0, 0) if sign == "X" else (1, 1, 1))
    shape.commit()
    page.insert_text((6, page.rect.height - 6), "Figure 4: after the captures", fontsize=9)
    page.get_pixmap(dpi=throw.choice((72, 110, 150))).save(str(file))


def qt(board: Board, throw: Random, file: Path) -> None:
    """QPainter with gradients for stones."""
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QColor, QImage, QPainter, QPen, QRadialGradient

    step, far = throw.randint(30, 48), throw.uniform(0.38, 0.48)
    image = QImage(step * (len(board[0]) + 1), step * (len(board) + 1), QImage.Format.Format_RGB32)
    image.fill(QColor(*throw.choice(PAPERS)))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, throw.random() < 0.7)
    painter.setPen(QPen(QColor("black"), throw.choice((1, 2))))
    for line in strokes(board, step):
        painter.drawLine(*line)
    painter.setPen(QPen(QColor("#333333"), 1))
    for r, c, sign in stones(board):
        middle = QPointF(step * (c + 1), step * (r + 1))
        light = QRadialGradient(middle - QPointF(step / 6, step / 6), step * 0.6)
        light.setColorAt(0, QColor("#707070" if sign == "X" else "#ffffff"))
        light.setColorAt(1, QColor("#000000" if sign == "X" else "#c8c8c8"))
        painter.setBrush(light)
        painter.drawEllipse(middle, step * far, step * far)
    painter.end()
    del painter
    image.save(str(file))


LOOKS: dict[str, Callable[[Board, Random, Path], None]] = {
    "skia": skia, "aggdraw": aggdraw, "resvg": resvg, "vega": vega, "typst": typst, "mupdf": mupdf, "qt": qt,
}  # fmt: skip


def main() -> None:
    """Draw every board."""
    told = json.load(sys.stdin)
    for number, board in enumerate(told["boards"]):
        throw = Random(f"{told['look']} {told['seed']}")
        LOOKS[told["look"]](board, throw, Path(told["folder"]) / f"{number}.png")


if __name__ == "__main__":
    main()
