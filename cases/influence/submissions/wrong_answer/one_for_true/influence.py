# Wrong: returns 1 for True and 0 for False. Has is_joseki alone.


def is_joseki(steps, library):
    mirror = "".join(steps[i + 1] + steps[i] for i in range(0, len(steps), 2))
    return max((int(path["steps"].startswith((steps, mirror))) for path in library), default=0)
