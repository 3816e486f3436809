# Wrong: thinks in x and y, and gives the board back with rows and columns exchanged.


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))


class Goban:
    def __init__(self, board):
        self.width = len(board[0]) if board else 0
        self.height = len(board)
        self.at = {Point(x, y): board[y][x] for x in range(self.width) for y in range(self.height)}

    def near(self, p):
        four = [Point(p.x + 1, p.y), Point(p.x - 1, p.y), Point(p.x, p.y + 1), Point(p.x, p.y - 1)]
        return [q for q in four if q in self.at]

    def groups(self):
        done = set()
        for p in self.at:
            if self.at[p] and p not in done:
                group, todo, free = {p}, [p], set()
                while todo:
                    for q in self.near(todo.pop()):
                        if self.at[q] == 0:
                            free.add(q)
                        if self.at[q] == self.at[p] and q not in group:
                            group.add(q)
                            todo.append(q)
                done |= group
                yield group, free

    def take(self, colors):
        for group, free in [found for found in self.groups() if not found[1]]:
            for p in group:
                if self.at[p] in colors:
                    self.at[p] = 0


def legal_chessboard(board, mover=None):
    goban = Goban(board)
    for colors in ([1, 2],) if mover is None else ([3 - mover], [mover]):
        goban.take(colors)
    return [[goban.at[Point(x, y)] for y in range(goban.height)] for x in range(goban.width)]


def chains(board):
    goban, answer = Goban(board), []
    for group, free in goban.groups():
        color = {goban.at[p] for p in group}.pop()
        answer.append({"color": color, "stones": [[p.x, p.y] for p in group], "liberties": len(free)})
    return answer
