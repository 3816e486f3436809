"""What stands around boards: panels, windows, pages of text, desktops, tables, borders."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PIL import Image, ImageDraw, ImageFilter

from gograde.pictures.training.looks.made import Colour, Dice, Drawn, font, fonts, light, mixed
from gograde.pictures.training.looks.moved import moved

Box = tuple[int, int, int, int]
Pen = ImageDraw.ImageDraw

LINES = (
    *("Black: 12", "White: 9", "Captured: 3", "Score 4 : 7", "Move 23", "Turn: black", "Komi 6.5", "12:34"),
    *("black to play", "Group 2: 5 stones", "liberties = 3", "Problem 3", "result: 5", "Passes: 0"),
)
BUTTONS = ("Pass", "Next", "Undo", "Quit", "New game", "Resign", "OK", "Prev", "Save", "Load")
MENUS = ("File", "Edit", "View", "Run", "Help", "Game", "Tools", "Window")
TITLES = (
    *("Go", "Problem 3", "tk", "Figure 1", "test_3.png", "pygame window", "Python Turtle Graphics"),
    *("Go 9x9", "hw1.py"),
)
PROSE = (
    *("the", "board", "after", "each", "capture", "shows", "which", "stones", "of", "white", "are", "left"),
    *("and", "how", "many", "black", "has", "taken", "so", "far", "in", "this", "game", "when", "a", "group"),
    *("without", "liberties", "leaves", "it", "at", "once", "we", "count", "them", "for", "problem", "three"),
)


@dataclass(frozen=True)
class Style:
    """The colours and letters of one program."""

    paper: Colour
    ink: Colour
    accent: Colour
    letters: str
    size: int


def style_of(look: Dice, image: Image.Image) -> Style:
    """A style that suits a picture: often its own ground goes on around it."""
    corner = image.getpixel((0, 0))
    assert isinstance(corner, tuple)
    ground: Colour = (int(corner[0]), int(corner[1]), int(corner[2]))
    paper = look.c(
        ground, ground, (255, 255, 255), (240, 240, 240), look.col(look.u(0.6, 1)), look.grey(0.05, 0.9)
    )
    accent = look.col(look.u(0.3, 1), look.u(0.2, 1))
    return Style(paper, _on(paper), accent, look.c(*fonts()), look.c(9, 10, 11, 12, 13, 14, 16, 20))


def _on(ground: Colour) -> Colour:
    return (0, 0, 0) if light(ground) > 0.45 else (235, 235, 235)


def widened(drawn: Drawn, sides: Box, colour: Colour) -> Drawn:
    """The picture with more room at its four sides."""
    width, height = drawn.image.size
    left, top, right, bottom = sides
    image = Image.new("RGB", (width + left + right, height + top + bottom), colour)
    image.paste(drawn.image, (left, top))
    return Drawn(image, tuple(moved(board, left, top) for board in drawn.boards), drawn.ordered)


def panel(look: Dice, own: Dice, style: Style, drawn: Drawn) -> Drawn:
    """A panel at one side, with lines, buttons, samples of stones and swatches."""
    width, height = drawn.image.size
    side = look.c("right", "right", "right", "left", "bottom", "top")
    room = look.i(90, 260) if side in ("right", "left") else look.i(40, 130)
    colour = look.c(style.paper, style.paper, (240, 240, 240), mixed(style.paper, (128, 128, 128), 0.3))
    at: dict[str, Box] = {
        "right": (width, 0, width + room, height),
        "left": (0, 0, room, height),
        "bottom": (0, height, width, height + room),
        "top": (0, 0, width, room),
    }
    sides = {name: room if side == name else 0 for name in at}
    wide = widened(drawn, (sides["left"], sides["top"], sides["right"], sides["bottom"]), colour)
    pen = ImageDraw.Draw(wide.image)
    left, top, right, bottom = at[side]
    x, y = left + look.i(4, 16), top + look.i(4, 24)
    across = side in ("bottom", "top")
    written = replace(style, paper=colour, ink=_on(colour))
    items = [look.c(_line, _line, _line, _button, _samples, _swatch, _captured) for _ in range(look.i(2, 9))]
    for item in items:
        used = item(look, own, written, (pen, x, y))
        x, y = (x + used[0] + 14, y) if across else (x, y + used[1] + look.i(4, 14))
        if x > right - 40 or y > bottom - 20:
            break
    if look.p(0.3):
        pen.rectangle((left, top, right - 1, bottom - 1), outline=_on(colour))
    return wide


Spot = tuple[Pen, int, int]


def _text(style: Style, spot: Spot, words: str) -> tuple[int, int]:
    pen, x, y = spot
    letters = font(style.letters, style.size)
    pen.text((x, y), words, fill=style.ink, font=letters)
    return int(letters.getlength(words)), style.size + 3


def _line(look: Dice, own: Dice, style: Style, spot: Spot) -> tuple[int, int]:
    return _text(style, spot, look.c(*LINES))


def _button(look: Dice, own: Dice, style: Style, spot: Spot) -> tuple[int, int]:
    pen, x, y = spot
    words, room = look.c(*BUTTONS), look.i(4, 12)
    face = look.c((225, 225, 225), style.accent, mixed(style.paper, (128, 128, 128), 0.4))
    letters = font(style.letters, style.size)
    width, height = int(letters.getlength(words)) + 2 * room, style.size + room + 4
    box = (x, y, x + width, y + height)
    if look.p(0.5):
        pen.rounded_rectangle(box, 5, fill=face, outline=(110, 110, 110))
    else:
        pen.rectangle(box, fill=face, outline=(110, 110, 110))
    pen.text((x + width / 2, y + height / 2), words, fill=_on(face), font=letters, anchor="mm")
    return width, height


def _samples(look: Dice, own: Dice, style: Style, spot: Spot) -> tuple[int, int]:
    """A key: a stone of each colour and its name."""
    pen, x, y = spot
    size = look.i(8, 26)
    below = size + 4
    for index, (fill, words) in enumerate((((0, 0, 0), "Black"), ((255, 255, 255), "White"))):
        top = y + index * below
        pen.ellipse((x, top, x + size, top + size), fill=fill, outline=style.ink)
        _text(style, (pen, x + size + 6, top + (size - style.size) // 2), words)
    return size + 6 + 5 * style.size, 2 * below


def _captured(look: Dice, own: Dice, style: Style, spot: Spot) -> tuple[int, int]:
    """Captured stones in a row."""
    pen, x, y = spot
    size, fill = look.i(6, 18), look.c((0, 0, 0), (255, 255, 255))
    count = own.i(1, 6)
    for index in range(count):
        left = x + index * (size + 2)
        pen.ellipse((left, y, left + size, y + size), fill=fill, outline=style.ink)
    return 6 * (size + 2), size


def _swatch(look: Dice, own: Dice, style: Style, spot: Spot) -> tuple[int, int]:
    pen, x, y = spot
    size = look.i(8, 20)
    for index in range(3):
        left = x + index * (size + 4)
        pen.rectangle(
            (left, y, left + size, y + size),
            fill=look.c(style.accent, (0, 0, 0), look.col()),
            outline=style.ink,
        )
    return 3 * (size + 4), size


def window(look: Dice, own: Dice, style: Style, drawn: Drawn) -> Drawn:
    """A window's frame: title, menu, tools, status line, scroll bars."""
    bar = look.i(20, 34)
    menu = look.i(18, 24) if look.p(0.3) else 0
    tools = look.i(24, 36) if look.p(0.2) else 0
    status = look.i(16, 24) if look.p(0.25) else 0
    scroll = look.i(12, 17) if look.p(0.15) else 0
    edge = look.c(0, 1, 1, 4)
    face = look.c((240, 240, 240), (255, 255, 255), (45, 45, 48), (212, 208, 200))
    wide = widened(drawn, (edge, bar + menu + tools + edge, edge + scroll, edge + status + scroll), face)
    pen = ImageDraw.Draw(wide.image)
    width, height = wide.image.size
    small = replace(style, paper=face, ink=_on(face), size=min(style.size, 13))
    _title_bar(look, small, pen, (0, 0, width, bar))
    x = 8
    for name in look.g.permutation(MENUS)[:4] if menu else ():
        x += _text(small, (pen, x, bar + 3), str(name))[0] + 12
    for index in range(look.i(3, 8) if tools else 0):
        left, top = 6 + index * tools, bar + menu + 4
        pen.rectangle((left, top, left + tools - 8, top + tools - 8), fill=look.col(), outline=small.ink)
    if status:
        _text(small, (pen, 6, height - status + 2), look.c(*LINES))
    if scroll:
        pen.rectangle((width - scroll, bar + menu + tools, width - 1, height - scroll), fill=(225, 225, 225))
        thumb = height // 3
        pen.rectangle((width - scroll + 2, thumb, width - 3, 2 * thumb), fill=(160, 160, 160))
    if edge:
        pen.rectangle((0, 0, width - 1, height - 1), outline=look.c((0, 0, 0), (120, 120, 120), style.accent))
    return wide


def _title_bar(look: Dice, style: Style, pen: Pen, box: Box) -> None:
    left, top, right, bottom = box
    colour = look.c((255, 255, 255), (230, 230, 230), (0, 90, 158), (50, 50, 50), style.accent)
    pen.rectangle((left, top, right - 1, bottom), fill=colour)
    middle, size = (top + bottom) // 2, (bottom - top) // 6
    words, letters = look.c(*TITLES), font(style.letters, style.size)
    if look.p(0.35):
        for index, fill in enumerate(((255, 95, 87), (254, 188, 46), (40, 200, 64))):
            x = left + 14 + index * 20
            pen.ellipse((x - 6, middle - 6, x + 6, middle + 6), fill=fill)
        pen.text(((left + right) / 2, middle), words, fill=_on(colour), font=letters, anchor="mm")
        return
    ink = _on(colour)
    pen.text((left + 10, middle), words, fill=ink, font=letters, anchor="lm")
    for index, sign in enumerate(("cross", "square", "dash")):
        x = right - 18 - index * 34
        if sign == "cross":
            pen.line((x - size, middle - size, x + size, middle + size), fill=ink)
            pen.line((x - size, middle + size, x + size, middle - size), fill=ink)
        elif sign == "square":
            pen.rectangle((x - size, middle - size, x + size, middle + size), outline=ink)
        else:
            pen.line((x - size, middle, x + size, middle), fill=ink)


def page(look: Dice, own: Dice, style: Style, drawn: Drawn) -> Drawn:
    """A page of text with the picture in it."""
    above, below = (look.c(0, look.i(1, 8)) for _ in range(2))
    row = style.size + look.i(3, 8)
    margin = look.i(10, 70)
    width = drawn.image.width
    heading = look.p(0.4)
    paper = look.c((255, 255, 255), (255, 255, 255), (250, 248, 240), (30, 30, 30))
    top = margin + (above + 2 * heading) * row
    beside = look.c(0, 0, look.i(20, 300))
    wide = widened(drawn, (margin, top, margin + beside, margin + (below + 1) * row), paper)
    pen = ImageDraw.Draw(wide.image)
    written = replace(style, paper=paper, ink=_on(paper))
    room = max(8, int((wide.image.width - 2 * margin) / (0.55 * style.size)))
    y = margin // 2
    if heading:
        large = replace(written, size=round(1.4 * style.size))
        _text(large, (pen, margin, y), look.c(*TITLES))
        y += 2 * row
    for _ in range(above):
        _text(written, (pen, margin, y), _sentence(own, room))
        y += row
    y = top + drawn.image.height + row // 2
    if look.p(0.5):
        caption = f"Figure {own.i(1, 9)}: {look.c(*LINES)}"
        pen.text(
            (margin + width / 2, y),
            caption,
            fill=written.ink,
            font=font(style.letters, style.size),
            anchor="mt",
        )
        y += row
    for _ in range(below):
        _text(written, (pen, margin, y), _sentence(own, room))
        y += row
    return wide


def _sentence(own: Dice, room: int) -> str:
    words = ""
    while len(words) < room - 8:
        words += own.c(*PROSE) + " "
    return words.strip()


def desktop(look: Dice, own: Dice, style: Style, drawn: Drawn) -> Drawn:
    """A screen with other windows, and the picture before them."""
    width, height = drawn.image.size
    right, bottom = (int(side * look.u(0.05, 0.5)) for side in (width, height))
    left, top = (int(side * look.u(0.02, 0.4)) for side in (width, height))
    ground = look.col(look.u(0.2, 0.8))
    wide = widened(drawn, (left, top, right, bottom + 36), ground)
    pen = ImageDraw.Draw(wide.image)
    whole = wide.image.size
    for _ in range(look.i(0, 3)):
        x, y = look.i(0, whole[0] // 2), look.i(0, whole[1] // 2)
        _other_window(
            look, own, style, (pen, x, y), (look.i(120, max(121, whole[0])), look.i(80, max(81, whole[1])))
        )
    bar = look.c((30, 30, 30), (235, 235, 240), (0, 60, 110))
    pen.rectangle((0, whole[1] - 36, whole[0], whole[1]), fill=bar)
    for index in range(look.i(1, 7)):
        pen.rectangle(
            (8 + index * 36, whole[1] - 30, 32 + index * 36, whole[1] - 6), fill=look.col(look.u(0.4, 1))
        )
    pen.text((whole[0] - 6, whole[1] - 18), "12:34", fill=_on(bar), font=font(style.letters, 12), anchor="rm")
    wide.image.paste(drawn.image, (left, top))
    return wide


def _other_window(look: Dice, own: Dice, style: Style, spot: Spot, size: tuple[int, int]) -> None:
    """A window of another program: code or a terminal."""
    pen, x, y = spot
    face = look.c((30, 30, 30), (255, 255, 255), (40, 44, 52), (240, 240, 240))
    pen.rectangle((x, y, x + size[0], y + size[1]), fill=face, outline=(90, 90, 90))
    _title_bar(look, style, pen, (x, y, x + size[0], y + 26))
    written = replace(style, paper=face, ink=_on(face), size=min(style.size, 13))
    room = max(10, int((size[0] - 20) / (0.6 * written.size)))
    for row in range(min(24, (size[1] - 40) // (written.size + 5))):
        words = _sentence(own, own.i(9, max(9, room)))
        _text(written, (pen, x + 8 + own.c(0, 0, 16, 32), y + 32 + row * (written.size + 5)), words[:room])


def results(look: Dice, own: Dice, style: Style, drawn: Drawn) -> Drawn:
    """A table of results below."""
    rows, columns = look.i(2, 6), look.i(2, 5)
    row = style.size + look.i(4, 12)
    ruled, margin = look.p(0.7), look.i(4, 20)
    wide = widened(drawn, (0, 0, 0, rows * row + 2 * margin), style.paper)
    pen = ImageDraw.Draw(wide.image)
    top = drawn.image.height + margin
    width = max(30, (drawn.image.width - 2 * margin) // columns)
    letters = font(style.letters, style.size)
    for index in range(rows * columns):
        y, x = top + index // columns * row, margin + index % columns * width
        if ruled:
            pen.rectangle((x, y, x + width, y + row), outline=style.ink)
        words = own.c("train_1", "OK", "5", "12", "wrong", "3 stones", "B", "W", "0.5", "-")
        pen.text((x + width / 2, y + row / 2), words, fill=style.ink, font=letters, anchor="mm")
    return wide


def border(look: Dice, own: Dice, style: Style, drawn: Drawn) -> Drawn:
    """A border, or a shadow on a ground."""
    room = look.i(2, 40)
    wide = widened(drawn, (room, room, room, room), style.paper)
    width, height = wide.image.size
    inner = (room, room, width - room - 1, height - room - 1)
    if look.p(0.4):
        dark = Image.new("RGB", (width, height), style.paper)
        ImageDraw.Draw(dark).rectangle(
            tuple(side + 0.3 * room for side in inner), fill=mixed(style.paper, (0, 0, 0), 0.6)
        )
        dark = dark.filter(ImageFilter.GaussianBlur(0.2 * room))
        dark.paste(drawn.image, (room, room))
        return Drawn(dark, wide.boards, wide.ordered)
    line = min(room, look.c(1, 1, 2, 3, 5, 8))
    outer = inner if look.p(0.5) else (0, 0, width - 1, height - 1)
    grown = tuple(
        side + way * line * (outer is inner) for side, way in zip(outer, (-1, -1, 1, 1), strict=True)
    )
    ImageDraw.Draw(wide.image).rectangle(grown, outline=look.c(style.ink, style.accent), width=line)
    return wide
