# Crashes when it is imported: reads a board from the folder it has on the author's computer.
with open(r"C:\Users\me\Desktop\go\board.json") as file:
    BOARD = file.read()


def legal_chessboard(board, mover=None):
    return board
