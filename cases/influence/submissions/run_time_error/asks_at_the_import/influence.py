# Crashes when it is imported: asks for a size (EOFError).
SIZE = int(input("size: "))


def mirror(steps):
    return steps
