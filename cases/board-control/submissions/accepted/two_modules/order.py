EMPTY, BLACK, WHITE = 0, 1, 2


def opponent(color):
    return {BLACK: WHITE, WHITE: BLACK}[color]
