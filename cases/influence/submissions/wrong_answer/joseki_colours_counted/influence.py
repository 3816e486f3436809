# Wrong in replay: counts the moves to know whose they are, and does not look at their colour.
# The other functions are left out.
LETTERS = "ABCDEFGHIJ"
CORNERS = ("TL", "TR", "BL", "BR")


def to_board(corner, step):
    x, y = LETTERS.index(step[0]), LETTERS.index(step[1])
    if corner == "TL":
        return [y, x]
    if corner == "TR":
        return [x, 18 - y]
    if corner == "BL":
        return [18 - x, y]
    return [18 - y, 18 - x]


PLACES = {}

for corner in CORNERS:
    for first in LETTERS:
        for second in LETTERS:
            at = tuple(to_board(corner, first + second))
            PLACES.setdefault(at, []).append([corner, first + second])


def to_area(row, col):
    return [list(place) for place in PLACES[row, col]]


def mirror(steps):
    return "".join(steps[i + 1] + steps[i] for i in range(0, len(steps), 2))


def both_ways(library):
    """Every path as it stands and mirrored, with its priority."""
    for path in library:
        for text in (path["steps"], mirror(path["steps"])):
            yield text, (path["wins"] + 1) / (path["games"] + 2)


def next_steps(steps, library):
    best = {}
    for text, priority in both_ways(library):
        step = text[len(steps):len(steps) + 2]
        if text.startswith(steps) and step:
            best[step] = max(priority, best.get(step, 0))
    return sorted(best, key=lambda step: (-best[step], step))


def steps_in(corner, moves):
    text, last = "", None
    for number, (_, row, col) in enumerate(moves):
        colour = 1 + number % 2
        if row is not None:
            for where, step in to_area(row, col):
                if where == corner:
                    text += "XX" + step if colour == last else step
                    last = colour
    return text


def replay(moves, library):
    result = {}
    for corner in CORNERS:
        text = steps_in(corner, moves)
        if not text:
            state = "fresh"
        elif not next_steps(text, library):
            state = "ended"
        else:
            state = "running" if is_last(moves[-1], corner) else "interrupted"
        result[corner] = [text, state]
    return result


def is_last(move, corner):
    return move[1] is not None and any(where == corner for where, _ in to_area(move[1], move[2]))
