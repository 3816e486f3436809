"""A program that draws boards in many ways with turtle: `python turtle_looks.py BOARDS` shows a board a way.

BOARDS is a file of JSON: pairs of the name of a way and a board.
"""

import json
import sys
import turtle
from pathlib import Path

N, STEP = 9, 40


def at(row, col):
    return -160 + STEP * col, 160 - STEP * row


def go(x, y):
    turtle.penup()
    turtle.goto(x, y)
    turtle.pendown()


def lines():
    for i in range(N):
        go(*at(i, 0))
        turtle.goto(*at(i, N - 1))
        go(*at(0, i))
        turtle.goto(*at(N - 1, i))


def each(rows):
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign != ".":
                yield *at(r, c), "black" if sign == "X" else "white"


def dots(rows):
    turtle.bgcolor("burlywood")
    lines()
    for x, y, colour in each(rows):
        go(x, y)
        turtle.dot(32, colour)


def circles(rows):
    turtle.speed(0)
    lines()
    for x, y, colour in each(rows):
        go(x, y - 15)
        turtle.fillcolor(colour)
        turtle.begin_fill()
        turtle.circle(15)
        turtle.end_fill()
    go(0, 190)
    turtle.write("Problem 3", align="center", font=("Arial", 16, "normal"))


def walked(rows):
    """A grid walked line by line, with stones of one colour around stones of the other one."""
    turtle.tracer(False)
    turtle.setup(520, 520)
    go(*at(0, 0))
    turtle.setheading(0)
    for i in range(N):
        go(*at(i, 0))
        turtle.forward(STEP * (N - 1))
    turtle.right(90)
    for i in range(N):
        go(*at(0, i))
        turtle.forward(STEP * (N - 1))
    for x, y, colour in each(rows):
        go(x, y)
        turtle.dot(36, "black")
        turtle.dot(32, colour)
    turtle.hideturtle()
    turtle.update()


def stamps(rows):
    turtle.bgcolor("#e0b060")
    lines()
    turtle.penup()
    turtle.shape("circle")
    turtle.shapesize(1.5)
    for x, y, colour in each(rows):
        turtle.goto(x, y)
        turtle.color("black", colour)
        turtle.stamp()
    turtle.hideturtle()


if __name__ == "__main__":
    for way, board in json.loads(Path(sys.argv[1]).read_text()):
        turtle.clearscreen()
        turtle.title(way)
        globals()[way](board)
        turtle.update()
    turtle.done()
