# Wrong: prints the three numbers and returns nothing. Has board_size alone.


def board_size(x):
    third, fourth = (8 * x - 16) / (4 * x - 20), (x - 8) ** 2 / (4 * x - 28)
    print([third, fourth, fourth - third])
