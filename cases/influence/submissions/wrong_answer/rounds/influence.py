# Wrong: rounds what it returns to three places. Has board_size alone.


def board_size(x):
    third, fourth = (8 * x - 16) / (4 * x - 20), (x - 8) ** 2 / (4 * x - 28)
    return [round(third, 3), round(fourth, 3), round(fourth - third, 3)]
