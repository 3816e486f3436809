# Crashes when it is imported: tries its function on what lies on the author's computer (FileNotFoundError).
def mirror(steps):
    return "".join(steps[i + 1] + steps[i] for i in range(0, len(steps), 2))


print(mirror(open("my_test.txt").read()))
