"""Looks of programs that show a page: tables, grids, text, SVG and canvas."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random

from benchmarks.pictures.last.browser import Page
from benchmarks.pictures.last.tools import (
    NIGHTS,
    PAPERS,
    WOODS,
    Board,
    another,
    earlier,
    letter,
    stars,
    stones,
)  # fmt: skip


def _page(body: str, style: str, width: float, height: float) -> Page:
    text = f'<!DOCTYPE html><meta charset="utf-8"><style>body{{margin:0}}{style}</style><body>{body}</body>'
    return Page(text, round(width), round(height))


def table_of_signs(board: Board, rng: Random, throw: Random) -> Page:
    """A table with X and O, and nothing or a dot for empty cells."""
    side, empty = throw.randint(28, 44), throw.choice(("", "", ".", "·"))
    family = throw.choice(("sans-serif", "monospace", "serif", "Liberation Sans"))
    head = throw.random() < 0.5
    lines = []
    for r, line in enumerate(board):
        cells = "".join(f"<td>{empty if sign == '.' else sign}" for sign in line)
        lines.append(f"<tr>{f'<th>{r}' if head else ''}{cells}")
    top = "<tr><th>" + "".join(f"<th>{c}" for c in range(len(board[0]))) if head else ""
    style = (
        f"table{{border-collapse:collapse;margin:20px;"
        f"font:{throw.choice(('', 'bold '))}{side * 0.55}px {family}}}"
        f"td{{border:1px solid {throw.choice(('black', '#999', '#ccc'))};width:{side}px;height:{side}px;"
        f"text-align:center;padding:0}}th{{color:#777;font-size:12px;width:22px}}"
    )
    wide, high = side * len(board[0]) + 80, side * len(board) + 80
    return _page(f"<table>{top}{''.join(lines)}</table>", style, wide + len(board[0]), high + len(board))


def table_of_discs(board: Board, rng: Random, throw: Random) -> Page:
    """A table with the characters of discs."""
    side = throw.randint(30, 44)
    texts = {"X": "●", "O": "○", ".": throw.choice(("", "·", "+"))}
    lines = "".join("<tr>" + "".join(f"<td>{texts[sign]}" for sign in line) for line in board)
    style = (
        f"table{{border-spacing:{throw.choice((0, 2, 4))}px;margin:16px;"
        f"font:{side * 0.75:.0f}px 'DejaVu Sans';background:{throw.choice((*PAPERS, '#f3e3bd'))}}}"
        f"td{{border:1px solid #aaa;width:{side}px;height:{side}px;line-height:{side}px;"
        "text-align:center;padding:0}"
    )
    wide, high = (side + 7) * len(board[0]) + 50, (side + 7) * len(board) + 50
    return _page(f"<table>{lines}</table>", style, wide, high)


def table_of_colours(board: Board, rng: Random, throw: Random) -> Page:
    """A table whose cells are black, white or of another colour."""
    side, gap = throw.randint(24, 44), throw.choice((0, 1, 3))
    back = throw.choice(("tan", "burlywood", "#8fbc8f", "#a9a9a9", "#6699cc"))
    lines = "".join("<tr>" + "".join(f"<td class={'eXO'['.XO'.index(s)]}>" for s in line) for line in board)
    style = (
        f"table{{border-spacing:{gap}px;margin:20px;background:#555;border:2px solid #222}}"
        f"td{{width:{side}px;height:{side}px;padding:0}}.e{{background:{back}}}.X{{background:black}}.O{{background:white}}"
    )
    wide, high = ((side + gap) * len(line) + 60 for line in (board[0], "x" * len(board)))
    return _page(f"<table>{lines}</table>", style, wide, high)


def box_drawing(board: Board, rng: Random, throw: Random) -> Page:
    """Box-drawing characters with discs between them, in one block of text."""
    return _boxes(board, throw, (throw.choice(PAPERS), "black"), "●○")


def box_drawing_at_night(board: Board, rng: Random, throw: Random) -> Page:
    """The same on a dark paper, where a full disc is bright: nobody can tell which discs are black."""
    return _boxes(board, throw, (throw.choice(NIGHTS), "#e0e0e0"), throw.choice(("●○", "○●")))


def _boxes(board: Board, throw: Random, colours: tuple[str, str], discs: str) -> Page:
    size, between = throw.randint(20, 32), throw.choice(("─", "──", " "))
    lines = []
    for r, line in enumerate(board):
        edge = "┌┬┐" if r == 0 else "└┴┘" if r == len(board) - 1 else "├┼┤"
        last = len(line) - 1
        signs = [
            edge[(c > 0) + (c == last)] if s == "." else discs["XO".index(s)] for c, s in enumerate(line)
        ]
        lines.append(between.join(signs))
    style = (
        f"body{{background:{colours[0]}}}pre{{margin:18px;color:{colours[1]};"
        f"font:{size}px/{throw.choice((1.0, 1.17))} 'DejaVu Sans Mono'}}"
    )
    wide = size * 0.603 * (len(board[0]) + (len(board[0]) - 1) * len(between)) + 40
    return _page(f"<pre>{chr(10).join(lines)}</pre>", style, wide, size * 1.2 * len(board) + 40)


def grid_of_boxes(board: Board, rng: Random, throw: Random) -> Page:
    """A grid of boxes with round stones inside, shadows and gradients."""
    side, share = throw.randint(30, 48), throw.choice((70, 80, 90))
    lit = throw.random() < 0.6
    black = "radial-gradient(circle at 30% 30%,#777,#000 60%)" if lit else "#000"
    white = "radial-gradient(circle at 35% 30%,#fff,#cfcfcf)" if lit else "#fff"
    inside = {".": "", "X": "<i class=X></i>", "O": "<i class=O></i>"}
    cells = "".join(f"<div>{inside[sign]}</div>" for line in board for sign in line)
    style = (
        f"main{{display:inline-grid;grid-template-columns:repeat({len(board[0])},{side}px);margin:24px;"
        f"padding:{throw.choice((0, 10))}px;background:{throw.choice(WOODS)};"
        f"border-radius:{throw.choice((0, 12))}px}}div{{height:{side}px;display:grid;place-items:center;"
        f"outline:1px solid {throw.choice(('#8a6', '#6b4a1f'))}}}"
        f"i{{width:{share}%;height:{share}%;border-radius:50%;box-shadow:1px 2px 3px #0006}}"
        f".X{{background:{black}}}.O{{background:{white}}}"
    )
    wide, high = side * len(board[0]) + 70, side * len(board) + 70
    return _page(f"<main>{cells}</main>", style, wide, high)


def svg_of(board: Board, throw: Random, step: int, wood: str, names: bool = False) -> str:
    """A board as SVG."""
    rows, cols, edge = len(board), len(board[0]), step
    wide, high = step * (cols + 1), step * (rows + 1)
    ink, width, share = (
        throw.choice(("#000", "#444", "#7a5526")),
        throw.choice((0.8, 1, 2)),
        throw.uniform(0.36, 0.49),
    )
    parts = [f'<svg width="{wide}" height="{high}"><rect width="100%" height="100%" fill="{wood}"/>']
    path = "".join(f"M{edge} {edge + step * r}h{step * (cols - 1)}" for r in range(rows))
    path += "".join(f"M{edge + step * c} {edge}v{step * (rows - 1)}" for c in range(cols))
    parts.append(f'<path d="{path}" stroke="{ink}" stroke-width="{width}"/>')
    for r, c in stars(board):
        parts.append(f'<circle cx="{edge + step * c}" cy="{edge + step * r}" r="{step / 10}"/>')
    for r, c, sign in stones(board):
        fill = "black" if sign == "X" else "white"
        spot = f'cx="{edge + step * c}" cy="{edge + step * r}" r="{step * share:.1f}"'
        parts.append(f'<circle {spot} fill="{fill}" stroke="black"/>')
    if names:
        for c in range(cols):
            parts.append(
                f'<text x="{edge + step * c}" y="{step * 0.4}" text-anchor="middle">{letter(c)}</text>'
            )
        for r in range(rows):
            parts.append(f'<text x="{step * 0.1}" y="{edge + step * r + 5}">{rows - r}</text>')
    return "".join(parts) + "</svg>"


def svg_lines(board: Board, rng: Random, throw: Random) -> Page:
    """Lines and circles of SVG, with names in some programs."""
    step, names = throw.randint(28, 52), throw.random() < 0.5
    drawn = svg_of(board, throw, step, throw.choice((*WOODS, *PAPERS)), names)
    return _page(drawn, "", step * (len(board[0]) + 1), step * (len(board) + 1))


def svg_lit(board: Board, rng: Random, throw: Random) -> Page:
    """SVG with gradients, a pattern of wood and soft shadows."""
    step, tilt = throw.randint(32, 50), throw.choice((0, 0.04))
    drawn = svg_of(board, throw, step, "url(#wood)")
    drawn = drawn.replace('fill="black" stroke="black"', 'fill="url(#b)" filter="url(#s)"')
    drawn = drawn.replace('fill="white" stroke="black"', 'fill="url(#w)" filter="url(#s)"')
    defs = (
        '<defs><pattern id="wood" width="90" height="14" patternUnits="userSpaceOnUse"'
        f' patternTransform="rotate(4)"><rect width="90" height="14" fill="{throw.choice(WOODS)}"/>'
        '<path d="M0 4q40 6 90 0M0 11h90" stroke="#0001" fill="none" stroke-width="3"/></pattern>'
        '<radialGradient id="b" cx=".35" cy=".3"><stop stop-color="#888"/>'
        f'<stop offset=".6" stop-color="#111"/></radialGradient><radialGradient id="w" cx=".35" cy=".3">'
        f'<stop stop-color="#fff"/><stop offset="1" stop-color="#c4c4bc"/></radialGradient><filter id="s">'
        f'<feDropShadow dx="1" dy="2" stdDeviation="1.4" flood-opacity=".5"/></filter></defs>'
    )
    drawn = drawn.replace("<rect", defs + "<rect", 1)
    style = f"svg{{transform:skewX({tilt}rad)}}"
    return _page(drawn, style, step * (len(board[0]) + 1), step * (len(board) + 1))


CANVAS = """<canvas id=c width=%d height=%d></canvas><script>
const rows = %s, s = %d, look = %s, x = document.getElementById("c").getContext("2d");
x.fillStyle = look.paper; x.fillRect(0, 0, 9999, 9999); x.strokeStyle = look.ink; x.lineWidth = look.width;
const n = rows.length, m = rows[0].length, o = look.cells ? 0.5 : 0;
for (let i = 0; i < n + 2 * o; i++) { x.beginPath(); x.moveTo(s * (1 - o), s * (i + 1 - o));
  x.lineTo(s * (m + o), s * (i + 1 - o)); x.stroke(); }
for (let i = 0; i < m + 2 * o; i++) { x.beginPath(); x.moveTo(s * (i + 1 - o), s * (1 - o));
  x.lineTo(s * (i + 1 - o), s * (n + o)); x.stroke(); }
rows.forEach((row, r) => [...row].forEach((sign, c) => { if (sign == ".") return;
  x.beginPath(); x.arc(s * (c + 1), s * (r + 1), s * look.share, 0, 7);
  x.fillStyle = sign == "X" ? look.black : "#fff"; x.fill();
  if (look.rim) { x.strokeStyle = look.rim; x.stroke(); } }));
</script>"""


def _canvas(board: Board, step: int, look: Mapping[str, object]) -> str:
    size = (step * (len(board[0]) + 1), step * (len(board) + 1))
    return CANVAS % (*size, json.dumps(board), step, json.dumps(dict(look)))


def canvas_arcs(board: Board, rng: Random, throw: Random) -> Page:
    """Arcs and lines of a canvas."""
    step = throw.randint(26, 48)
    look = {
        "paper": throw.choice(WOODS), "ink": throw.choice(("#000", "#555")), "width": throw.choice((1, 2)),
        "cells": throw.random() < 0.3, "share": throw.uniform(0.3, 0.47), "black": "#000", "rim": "#222",
    }  # fmt: skip
    return _page(_canvas(board, step, look), "", step * (len(board[0]) + 1), step * (len(board) + 1))


def dark_page(board: Board, rng: Random, throw: Random) -> Page:
    """A dark page: a canvas in the middle, panels and buttons around it."""
    step, back = throw.randint(28, 40), throw.choice(NIGHTS)
    look = {
        "paper": throw.choice(("#2f3b46", "#3a3a3a", "#26323a")), "ink": "#8aa", "width": 1, "cells": False,
        "share": throw.uniform(0.36, 0.46), "black": "#000", "rim": throw.choice(("#ddd", "#999")),
    }  # fmt: skip
    style = (
        f"body{{background:{back};color:#ddd;font:14px sans-serif;display:flex;gap:16px;padding:16px}}"
        "aside{width:150px;background:#0004;border-radius:8px;padding:12px}button{display:block;margin:9px 0;"
        "width:130px;padding:7px;background:#3b82f6;color:white;border:0;border-radius:6px}"
        "p span{display:inline-block;width:14px;height:14px;border-radius:50%;background:#fff;"
        "margin-right:6px}"
    )
    side = (
        f"<aside><h3>Problem {rng.randint(1, 30)}</h3><p><span></span>White to move<button>Solve</button>"
        f"<button>Next</button><p>Captured: {rng.randint(1, 12)}</aside>"
    )
    wide, high = step * (len(board[0]) + 1) + 250, max(300, step * (len(board) + 1) + 40)
    return _page(_canvas(board, step, look) + side, style, wide, high)


def server(board: Board, rng: Random, throw: Random) -> Page:
    """A page of an online game: players with stones beside their names above and below the board."""
    step = throw.randint(28, 40)
    style = (
        f"body{{background:{throw.choice(('#eef', '#f4f4f4', '#e8efe4'))};font:15px sans-serif}}"
        "p{margin:8px 20px;padding:8px;background:white;border:1px solid #ccc;border-radius:6px}"
        "svg{margin:0 20px}"
        "p b{display:inline-block;width:16px;height:16px;border-radius:50%;border:1px solid #000;"
        "margin:-3px 8px}"
    )
    drawn = svg_of(board, throw, step, throw.choice(WOODS), True)
    names = [
        f"<p><b style='background:{fill}'></b>{name} {rng.randint(1, 9)}d, {rng.randint(0, 20)} taken</p>"
        for fill, name in (("#fff", "Lee"), ("#000", "Cho"))
    ]
    wide, high = step * (len(board[0]) + 1) + 40, step * (len(board) + 1) + 120
    return _page(names[0] + drawn + names[1], style, wide, high)


def svg_before_after(board: Board, rng: Random, throw: Random) -> Page:
    """Two boards of SVG side by side with headings."""
    step, wood = throw.randint(22, 32), throw.choice((*WOODS, *PAPERS))
    state = throw.getstate()
    first = svg_of(earlier(board, rng), throw, step, wood)
    throw.setstate(state)
    second = svg_of(board, throw, step, wood)
    body = f"<div><h4>Before</h4>{first}</div><div><h4>After</h4>{second}</div>"
    gap = throw.randint(6, 40)
    style = f"body{{display:flex;gap:{gap}px;font-family:sans-serif}}h4{{margin:8px;text-align:center}}"
    return _page(body, style, 2 * step * (len(board[0]) + 1) + 50, step * (len(board) + 1) + 40)


def two_canvases_of_a_page(board: Board, rng: Random, throw: Random) -> Page:
    """Two canvases: the board and a smaller one of another problem, in one page."""
    step = throw.randint(28, 38)
    look = {
        "paper": throw.choice(WOODS), "ink": "#000", "width": 1, "cells": False, "share": 0.44,
        "black": "#000", "rim": "#000",
    }  # fmt: skip
    small = _canvas(another(board, rng), step // 2, look).replace("id=c", "id=d").replace('"c"', '"d"')
    body = "".join(_apart(part) for part in (_canvas(board, step, look), small))
    wide, high = step * 1.5 * (len(board[0]) + 1) + 30, step * (len(board) + 1) + 20
    return _page(body, "body{display:flex;gap:14px;align-items:end;background:#ddd}", wide + 10, high)


def _apart(part: str) -> str:
    """The script in a block of its own, so that names do not clash."""
    return part.replace("<script>", "<script>{").replace("</script>", "}</script>")


PAGES = (
    table_of_signs, table_of_discs, table_of_colours, box_drawing, grid_of_boxes, svg_lines, svg_lit,
    canvas_arcs, dark_page, server, svg_before_after, two_canvases_of_a_page,
)  # fmt: skip
FREE = (box_drawing_at_night,)
