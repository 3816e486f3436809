"""Draws boards with toolkits of the system's own Python; runs as a program of its own.

The command is `python outside.py TOOLKIT`. It reads JSON lines `[rows, file]`, writes a picture to each file
and prints the file's name. The toolkits are cairo, tkinter (on a real display) and pygame.
"""

from __future__ import annotations

import json
import os
import sys


def with_cairo(rows, file):
    import cairo

    n, m, step = len(rows), len(rows[0]), 44
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, step * (m + 1), step * (n + 1))
    pen = cairo.Context(surface)
    fade = cairo.LinearGradient(0, 0, 0, step * (n + 1))
    fade.add_color_stop_rgb(0, 0.95, 0.82, 0.55)
    fade.add_color_stop_rgb(1, 0.80, 0.62, 0.35)
    pen.set_source(fade)
    pen.paint()
    pen.set_source_rgb(0.1, 0.1, 0.1)
    pen.set_line_width(1.2)
    for c in range(m):
        pen.move_to(step * (c + 1), step)
        pen.line_to(step * (c + 1), step * n)
    for r in range(n):
        pen.move_to(step, step * (r + 1))
        pen.line_to(step * m, step * (r + 1))
    pen.stroke()
    for r, row in enumerate(rows):
        for c, stone in enumerate(row):
            if stone == ".":
                continue
            x, y, reach = step * (c + 1), step * (r + 1), step * 0.46
            ball = cairo.RadialGradient(x - reach / 3, y - reach / 3, reach / 9, x, y, reach)
            light, dark = (0.45, 0.02) if stone == "X" else (1.0, 0.78)
            ball.add_color_stop_rgb(0, light, light, light)
            ball.add_color_stop_rgb(1, dark, dark, dark)
            pen.set_source(ball)
            pen.arc(x, y, reach, 0, 6.2832)
            pen.fill()
    surface.write_to_png(file)


def with_pygame(rows, file):
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    pygame.init()
    n, m, step = len(rows), len(rows[0]), 40
    screen = pygame.Surface((step * m, step * n))
    screen.fill((205, 170, 125))
    half = step // 2
    for c in range(m):
        pygame.draw.line(screen, (60, 40, 20), (half + step * c, half), (half + step * c, step * n - half), 2)
    for r in range(n):
        pygame.draw.line(screen, (60, 40, 20), (half, half + step * r), (step * m - half, half + step * r), 2)
    for r, row in enumerate(rows):
        for c, stone in enumerate(row):
            if stone != ".":
                colour = (0, 0, 0) if stone == "X" else (255, 255, 255)
                pygame.draw.circle(screen, colour, (half + step * c, half + step * r), 18)
    pygame.image.save(screen, file)


def with_tkinter(rows, file):
    """Draws the window and prints its size; the caller takes a picture of the display and then answers."""
    import tkinter

    root = tkinter.Tk()
    root.geometry("+0+0")
    n, m, step = len(rows), len(rows[0]), 42
    tkinter.Label(root, text="board after the captures").pack()
    canvas = tkinter.Canvas(root, width=step * (m + 1), height=step * (n + 1), bg="#d8a860")
    canvas.pack()
    for c in range(m):
        canvas.create_line(step * (c + 1), step, step * (c + 1), step * n)
        canvas.create_text(step * (c + 1), 14, text="ABCDEFGHJKLMNOPQRST"[c])
    for r in range(n):
        canvas.create_line(step, step * (r + 1), step * m, step * (r + 1))
        canvas.create_text(14, step * (r + 1), text=str(n - r))
    for r, row in enumerate(rows):
        for c, stone in enumerate(row):
            if stone != ".":
                x, y, reach = step * (c + 1), step * (r + 1), 17
                fill = "black" if stone == "X" else "white"
                canvas.create_oval(x - reach, y - reach, x + reach, y + reach, fill=fill)
    tkinter.Button(root, text="next", command=root.destroy).pack()
    root.update()
    root.update()
    print(json.dumps([root.winfo_width(), root.winfo_height()]), flush=True)
    sys.stdin.readline()
    root.destroy()


TOOLKITS = {"cairo": with_cairo, "pygame": with_pygame, "tkinter": with_tkinter}

if __name__ == "__main__":
    for line in iter(sys.stdin.readline, ""):
        rows, file = json.loads(line)
        TOOLKITS[sys.argv[1]](rows, file)
        if sys.argv[1] != "tkinter":
            print(file, flush=True)
