"""Boards as people know them: lines, and stones on their crossings."""

from __future__ import annotations

from dataclasses import replace

from gograde.pictures.training.looks.made import Dice, Drawn, Labels, mixed
from gograde.pictures.training.looks.parts import lattice, marks, names, pairs
from gograde.pictures.training.looks.parts.pieces import Piece, sprite
from gograde.pictures.training.looks.parts.sheet import BLACK, WHITE, Plan, Sheet, planned


def draw(look: Dice, own: Dice, labels: Labels) -> Drawn:
    """One board with lines."""
    book = look.p(0.1)
    called = names.chosen(look, 0.45)
    plan = planned(look, labels, names.room(called, 0.4, cut=True))
    if book:
        plan = replace(plan, paper=WHITE, window=WHITE, ink=BLACK, depth=0.0)
    pair = pairs.chosen(look, pairs.Ground(plan.paper, plan.ink))
    lines = lattice.chosen(look, plan.ink, pair.radius)
    added = marks.chosen(look, 3.0 if book else 1.0)
    plan = _with_frame(plan, lines)
    shade = look.u(0.08, 0.25) if look.p(0.1) and pair.radius < 0.47 else 0.0
    sheet = Sheet(plan, labels)
    lattice.drawn(sheet, lines)
    if shade and "cross" not in (pair.black.shape, pair.white.shape):
        _shadows(sheet, pair, shade)
    marks.placed(sheet, pair, added, own)
    names.drawn(sheet, called, 0.0)
    return sheet.done(pair.ordered)


def _with_frame(plan: Plan, lines: lattice.Lines) -> Plan:
    """Where the paper ends behind a frame, its margins hold the frame."""
    if lines.frame == "none" or min(plan.left, plan.top, plan.right, plan.bottom) < 0.4:
        return plan
    far = lines.away + 0.15
    return replace(
        plan,
        left=max(plan.left, far),
        top=max(plan.top, far),
        right=max(plan.right, far),
        bottom=max(plan.bottom, far),
        edge=max(plan.edge, far),
    )


def _shadows(sheet: Sheet, pair: pairs.Pair, share: float) -> None:
    radius = pair.radius * sheet.step
    dark = mixed(sheet.plan.paper, BLACK, 0.4)
    shadow = Piece(pair.black.shape, dark, None, 0.0, "plain", dark, 1.0, (0.3, 0.5, 0.0))
    picture = sprite(shadow, radius, 1)
    for row, col in sheet.points():
        if sheet.labels[row, col]:
            x, y = sheet.at(row, col)
            marks.set_down(sheet, picture, (x + share * radius, y + share * radius))
