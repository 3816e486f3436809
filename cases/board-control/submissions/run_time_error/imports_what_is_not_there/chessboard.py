# Crashes when it is imported: there is no such package (ModuleNotFoundError).
import pandas


def legal_chessboard(board, mover=None):
    return pandas.DataFrame(board)
