"""Influence, territory and joseki: fill in the functions below.

    python3 influence.py        tries them on the examples of the statement

A board is a list of rows, a row a list of numbers: board[row][col] is EMPTY, BLACK or WHITE.
Row 0 is at the top, column 0 on the left. All rows have the same length; it need not be the
number of rows. A matrix is a list of rows too, as large as the board. Black is positive, white
negative. Do not change what is passed in.
"""

EMPTY, BLACK, WHITE = 0, 1, 2


# ---------------------------------------------------------------- influence, for you to fill in


def zobrist(board):
    """Zobrist's influence, a matrix of whole numbers."""
    return None


def ryder(board):
    """Ryder's influence, a matrix of whole numbers."""
    return None


def force(board):
    """The forces and their measures: a dictionary of eight matrices.

    The keys are "up", "right", "down", "left", "A", "F", "B" and "FB". The first four are not 0
    on stones, the others are.
    """
    return None


def fast(board):
    """Fast influence, a matrix of whole numbers; 0 on stones."""
    return None


def territory(board):
    """Who holds what: {"held": matrix, "solid": matrix} of 1 (black), 0 and -1 (white)."""
    return None


def situation(board):
    """Who is ahead: a number, above 0 for black."""
    return None


def move_value(board, colour, row, col):
    """The situation after a legal move, less the situation before it."""
    return None


# ---------------------------------------------------------------- the size of the board


def board_size(x):
    """The list [PE3, PE4, E] for a board of x rows and columns."""
    return None


# ---------------------------------------------------------------- joseki, for you to fill in


def to_area(row, col):
    """All names of a point: a list of [corner, step] such as ["TL", "CF"], in any order."""
    return None


def to_board(corner, step):
    """The point [row, col] of a step such as "CF" in "TL", "TR", "BL" or "BR"."""
    return None


def mirror(steps):
    """The text of the steps with the two letters of each swapped."""
    return None


def is_joseki(steps, library):
    """Whether a path of the library, or the mirror of one, begins with the steps.

    The library is a list of {"steps": text, "wins": number, "games": number}.
    """
    return None


def next_steps(steps, library):
    """The list of the steps that may follow, the best first."""
    return None


def replay(moves, library):
    """What a game makes of the corners: {"TL": [steps, state], "TR": ..., "BL": ..., "BR": ...}.

    A move is [colour, row, col], a pass [colour, None, None]. The state is "fresh", "running",
    "interrupted" or "ended".
    """
    return None


# ---------------------------------------------------------------- for extra points


def links(board):
    """Ryder's strong links: a sorted list of [colour, first, second], each stone a [row, col]."""
    return None


def blocks(board):
    """Ryder's blocks: a sorted list of [colour, points, influence, whether it is an area]."""
    return None


def layers(board):
    """The levels of blocks that forces join, each a sorted list of [colour, stones]."""
    return None


def situation_dead(board, dead):
    """The situation when the stones in the list dead of [row, col] are dead."""
    return None


def move_value_dead(board, dead, colour, row, col):
    """The value of a legal move when the stones in dead are dead; captured ones are no longer."""
    return None


# ---------------------------------------------------------------- trying it


def read(picture):
    """The board of a picture such as "XO. / ..X"."""
    return [[".XO".index(letter) for letter in row] for row in picture.replace(" ", "").split("/")]


LIBRARY = [
    {"steps": "DDFCCFDBCCIC", "wins": 3, "games": 4},
    {"steps": "DDFCDFDBCCIC", "wins": 0, "games": 0},
    {"steps": "DDCCDCCDDEBF", "wins": 1, "games": 4},
    {"steps": "CDFCDCICXXCFEECI", "wins": 0, "games": 3},
]
GAME = [[1, 3, 2], [2, 2, 5], [1, 2, 3], [2, 2, 8], [1, 15, 15], [2, 5, 2], [1, 2, 16], [2, 16, 3]]
CAPTURE = read(".O.. / OX.. / .OX. / ....")
GROUPS = read(".X...O / X.O.O. / .XO... / ....X. / ...X..")
FORCES = read("..... / ..... / .X... / ...O. / .....")

EXAMPLES = [  # function, arguments, the right answer
    (zobrist, (read("X... / ..XO / ...."),), [[56, 10, 4, -1], [9, 12, 55, -52], [5, 8, 3, -1]]),
    (ryder, (read("X... / ..XO / ...."),), [[60, 13, 13, -13], [13, 13, 47, -47], [0, 0, 13, -13]]),
    (
        force,
        (FORCES,),
        {
            "up": [
                [9, 17, 2, -5, -4],
                [12, 33, 3, -13, -6],
                [0, -2, -8, -33, -14],
                [2, 2, -4, -8, -8],
                [4, 5, -3, -17, -10],
            ],
            "right": [
                [4, 2, 6, 4, -2],
                [7, 6, 11, 5, 0],
                [16, 8, 31, 14, -1],
                [3, 4, 10, 6, -33],
                [3, 2, 5, 1, -12],
            ],
            "down": [
                [5, 8, 3, -3, -1],
                [2, 4, 2, -2, 0],
                [3, 2, 1, 0, -1],
                [13, 33, 7, 4, 0],
                [6, 13, -3, -33, -12],
            ],
            "left": [
                [6, 0, -3, 0, -1],
                [9, -1, -3, -2, -2],
                [31, -6, -9, -4, -3],
                [2, -15, -33, -8, -17],
                [1, -8, -14, -8, -10],
            ],
            "A": [
                [24, 27, 8, -4, -8],
                [30, 42, 13, -12, -8],
                [50, 0, 15, -23, -19],
                [20, 24, -20, 0, -58],
                [14, 12, -15, -57, -44],
            ],
        },
    ),
    (
        force,
        (read("X."),),
        {
            "up": [[46, 30]],
            "right": [[52, 52]],
            "down": [[46, 30]],
            "left": [[22, 34]],
            "A": [[0, 146]],
            "F": [[0.0, 75.2329715]],
            "B": [[0.0, 0.7913305]],
            "FB": [[0.0, 59.5341453]],
        },
    ),
    (
        fast,
        (read("..... / .XO.. / ..X.. / ....."),),
        [[3, 3, -3, -3, -2], [3, 0, 0, -3, 0], [3, 3, 0, 3, 0], [2, 3, 3, 3, 2]],
    ),
    (fast, (read("X.O. / ...."),), [[0, 0, 0, -6], [3, 0, -3, -5]]),
    (
        territory,
        (read("...X... / .X.X.OO / XX...O. / ...XOO. / ...XO.. / .X.X.O. / ......."),),
        {
            "held": [
                [1, 1, 1, 0, 0, -1, -1],
                [1, 0, 1, 0, 0, 0, 0],
                [0, 0, 1, 1, -1, 0, -1],
                [1, 1, 1, 0, 0, 0, -1],
                [1, 1, 1, 0, 0, -1, -1],
                [1, 0, 1, 0, 0, 0, -1],
                [1, 1, 1, 1, 0, -1, -1],
            ],
            "solid": [
                [1, 1, 1, 0, 0, 0, 0],
                [1, 0, 1, 0, 0, 0, 0],
                [0, 0, 0, 0, 0, 0, -1],
                [1, 1, 1, 0, 0, 0, -1],
                [1, 1, 1, 0, 0, -1, -1],
                [1, 0, 1, 0, 0, 0, -1],
                [1, 1, 1, 0, 0, 0, -1],
            ],
        },
    ),
    (situation, (FORCES,), -0.1243034),
    (move_value, (CAPTURE, WHITE, 1, 2), -6.5006765),
    (board_size, (19,), [2.4285714, 2.5208333, 0.0922619]),
    (to_area, (5, 2), [["TL", "CF"]]),
    (to_area, (9, 0), [["BL", "JA"], ["TL", "AJ"]]),
    (to_board, ("TL", "CF"), [5, 2]),
    (to_board, ("TR", "CF"), [2, 13]),
    (to_board, ("BL", "CF"), [16, 5]),
    (to_board, ("BR", "CF"), [13, 16]),
    (mirror, ("DDCFFCXXJC",), "DDFCCFXXCJ"),
    (is_joseki, ("DDCFFC", LIBRARY), True),
    (is_joseki, ("DDEE", LIBRARY), False),
    (next_steps, ("DD", LIBRARY), ["CF", "FC", "CC"]),
    (next_steps, ("CDFCDCIC", LIBRARY), ["XX"]),
    (
        replay,
        (GAME[:4], LIBRARY),
        {
            "TL": ["CDFCDCIC", "running"],
            "TR": ["", "fresh"],
            "BL": ["", "fresh"],
            "BR": ["", "fresh"],
        },
    ),
    (
        replay,
        (GAME, LIBRARY),
        {
            "TL": ["CDFCDCICXXCF", "interrupted"],
            "TR": ["CC", "ended"],
            "BL": ["CD", "running"],
            "BR": ["DD", "interrupted"],
        },
    ),
    (
        links,
        (GROUPS,),
        [[1, [0, 1], [1, 0]], [1, [0, 1], [2, 1]], [1, [1, 0], [2, 1]], [1, [3, 4], [4, 3]],
         [2, [0, 5], [1, 4]], [2, [1, 2], [1, 4]], [2, [1, 2], [2, 2]]],
    ),
    (
        blocks,
        (GROUPS,),
        [[1, [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1], [3, 1]], 258, True],
         [1, [[3, 3], [3, 4], [3, 5], [4, 2], [4, 3], [4, 4]], 198, False],
         [2, [[0, 4], [0, 5], [1, 2], [1, 3], [1, 4], [1, 5], [2, 2], [2, 3], [3, 2]], 357, True]],
    ),
    (
        layers,
        (GROUPS,),
        [[[1, [[0, 1]]], [1, [[1, 0]]], [1, [[2, 1]]], [1, [[3, 4]]], [1, [[4, 3]]], [2, [[0, 5]]],
          [2, [[1, 2]]], [2, [[1, 4]]], [2, [[2, 2]]]],
         [[1, [[0, 1]]], [1, [[1, 0]]], [1, [[2, 1]]], [1, [[3, 4]]], [1, [[4, 3]]], [2, [[0, 5]]],
          [2, [[1, 2], [2, 2]]], [2, [[1, 4]]]],
         [[1, [[0, 1], [1, 0], [2, 1]]], [1, [[3, 4], [4, 3]]], [2, [[0, 5], [1, 2], [1, 4], [2, 2]]]],
         [[1, [[0, 1], [1, 0], [2, 1], [3, 4], [4, 3]]], [2, [[0, 5], [1, 2], [1, 4], [2, 2]]]]],
    ),
    (situation_dead, (CAPTURE, [[1, 1]]), -4.1647643),
    (move_value_dead, (CAPTURE, [[1, 1]], WHITE, 1, 2), -4.5006765),
]


def near(found, right):
    """Whether two answers are equal, numbers within 0.000001."""
    if hasattr(found, "tolist"):
        found = found.tolist()
    if isinstance(right, dict):
        return all(key in found and near(found[key], right[key]) for key in right)
    if isinstance(right, (list, tuple)):
        return len(found) == len(right) and all(near(a, b) for a, b in zip(found, right))
    if isinstance(right, (str, bool)):
        return found == right
    return abs(found - right) <= 0.000001


def try_out(function, arguments, right):
    """Call a function on an example, and say what came back."""
    before = repr(arguments)
    found = function(*arguments)
    if found is None:
        return "nothing yet"
    if repr(arguments) != before:
        return "WRONG, what was passed in is changed"
    if function is to_area:
        found = sorted(list(place) for place in found)
    return "right" if near(found, right) else "WRONG, %s is not %s" % (found, right)


if __name__ == "__main__":
    for function, arguments, right in EXAMPLES:
        print("%s: %s" % (function.__name__, try_out(function, arguments, right)))
