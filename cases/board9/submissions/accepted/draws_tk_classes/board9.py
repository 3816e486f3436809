# Right. One window of a class of its own, dark, with coordinates; the next board comes by a timer.
import tkinter as tk

NAMES = ["0", "00", "1", "2", "3", "4", "5"]
BLACK, WHITE = -1, 1


def read(name):
    stones = {}
    with open(name) as lines:
        for line in lines:
            if line.strip():
                row, col, colour = map(int, line.split())
                stones[row, col] = colour
    return stones


def near(point):
    row, col = point
    four = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in four if 0 <= r < 9 and 0 <= c < 9]


def lives(stones, start):
    """Whether the chain of a stone has a liberty."""
    seen, todo = {start}, [start]
    while todo:
        for point in near(todo.pop()):
            if point not in stones:
                return True
            if stones[point] == stones[start] and point not in seen:
                seen.add(point)
                todo.append(point)
    return False


def without_dead_black(stones):
    return {p: colour for p, colour in stones.items() if colour == WHITE or lives(stones, p)}


def empty(stones):
    return [(r, c) for r in range(9) for c in range(9) if (r, c) not in stones]


def captures(stones):
    """The points where White captures, and the board after all of them."""
    points = []
    for point in empty(stones):
        tried = {**stones, point: WHITE}
        if without_dead_black(tried) != tried:
            points.append(point)
    return points, without_dead_black({**stones, **{point: WHITE for point in points}})


def moves(stones):
    return [p for p in empty(stones) if lives(without_dead_black({**stones, p: WHITE}), p)]


class Board(tk.Canvas):
    """A board with its letters and numbers."""

    CELL = 36

    def __init__(self, master):
        side = self.CELL * 10
        super().__init__(master, width=side, height=side, background="#23402b", highlightthickness=0)
        for i in range(1, 10):
            self.create_line(self.at(0), self.CELL * i, self.at(8), self.CELL * i, fill="#c8d0b0", width=2)
            self.create_line(self.CELL * i, self.at(0), self.CELL * i, self.at(8), fill="#c8d0b0", width=2)
            self.create_text(12, self.CELL * i, text=str(i - 1), fill="gold")
            self.create_text(self.CELL * i, 12, text=str(i - 1), fill="gold")

    def at(self, number):
        return self.CELL * (number + 1)

    def stones(self, stones):
        self.delete("stone")
        for (row, col), colour in stones.items():
            mark = self.create_oval(0, 0, 30, 30, tags="stone", outline="#c8d0b0", width=1)
            self.itemconfig(mark, fill="#101010" if colour == BLACK else "#f4f4f4")
            self.move(mark, self.at(col) - 15, self.at(row) - 15)


class App(tk.Tk):
    """Shows one board after the other."""

    def __init__(self, boards):
        super().__init__()
        self.boards = boards
        self.label = tk.Label(self, font=("Arial", 14))
        self.label.pack(side=tk.TOP, fill=tk.X)
        self.frame = tk.Frame(self, bg="black", padx=6, pady=6)
        self.frame.pack()
        self.board = None
        self.after(50, self.next_board)

    def next_board(self):
        if not self.boards:
            return
        name, stones = self.boards.pop(0)
        self.title("test_" + name)
        self.label.config(text="Problem " + name)
        if self.board is not None:
            self.board.destroy()
        self.board = Board(self.frame)
        self.board.pack(padx=8, pady=8)
        self.board.stones(stones)
        self.after(1500, self.next_board)


BOARDS = []


def main():
    with open("answer_test.txt", "w") as out:
        for name in NAMES:
            stones = read("test_%s.txt" % name)
            out.write("test_%s\n" % name)
            if name in ("0", "00"):
                out.write("%s\n" % all(lives(stones, point) for point in stones))
            elif name == "5":
                out.writelines("%d %d\n" % point for point in moves(stones))
            else:
                points, after = captures(stones)
                out.writelines("%d %d\n" % point for point in points)
                BOARDS.append((name, after))
            out.write("\n")


main()
App(BOARDS).mainloop()
