# Wrong: "row" runs over the rows, and the loop that takes a captured chain off the board uses
# "row" as well. The rest of that row is looked for in the row of the last stone taken off.

BLACK, WHITE, EMPTY = -1, 1, 0
SIDE = range(9)


def load(name):
    board = [[EMPTY for col in SIDE] for row in SIDE]
    with open(name) as lines:
        for line in lines:
            if line.strip():
                row, col, colour = map(int, line.split())
                board[row][col] = colour
    return board


def around(row, col):
    four = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(y, x) for y, x in four if y in SIDE and x in SIDE]


def collect(board, row, col, chain):
    chain.append((row, col))
    for y, x in around(row, col):
        if board[y][x] == board[row][col] and (y, x) not in chain:
            collect(board, y, x, chain)
    return chain


def liberties(board, chain):
    return {(y, x) for row, col in chain for y, x in around(row, col) if board[y][x] == EMPTY}


def rule(board):
    stones = [(row, col) for row in SIDE for col in SIDE if board[row][col] != EMPTY]
    return all(liberties(board, collect(board, row, col, [])) for row, col in stones)


def captures(board):
    points = set()
    chain = []
    for row in SIDE:
        for col in SIDE:
            if board[row][col] == BLACK and (row, col) not in chain:
                chain = collect(board, row, col, [])
                free = liberties(board, chain)
                if len(free) == 1:
                    points |= free
                    for row, x in chain:
                        board[row][x] = EMPTY
    return sorted(points)


def possible(board):
    points = set()
    for row in SIDE:
        for col in SIDE:
            if board[row][col] == EMPTY:
                board[row][col] = WHITE
                if rule(board):  # nothing is captured, and it is no suicide
                    points.add((row, col))
                board[row][col] = EMPTY
    return sorted(points.union(captures(board)))


with open("answer_for_train.txt", "w") as out:
    for problem in ("0", "00", "1", "2", "3", "4", "5"):
        board = load("train_%s.txt" % problem)
        out.write("train_%s\n" % problem)
        if problem in ("0", "00"):
            out.write("%s\n" % rule(board))
        else:
            for point in possible(board) if problem == "5" else captures(board):
                out.write("%d %d\n" % point)
        out.write("\n")
