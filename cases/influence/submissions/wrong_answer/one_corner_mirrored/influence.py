# Wrong in one of the four corners, which is mirrored, not turned. Has to_board alone.


def to_board(corner, step):
    x, y = map("ABCDEFGHIJ".index, step)
    return {"TL": [y, x], "TR": [x, 18 - y], "BL": [18 - x, y], "BR": [18 - x, 18 - y]}[corner]
