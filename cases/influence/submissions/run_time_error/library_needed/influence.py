# Crashes on an empty library: asks how long its longest path is.
# The other functions are left out.


def mirror(steps):
    return "".join(steps[i + 1] + steps[i] for i in range(0, len(steps), 2))


def both_ways(library):
    """Every path as it stands and mirrored, with its priority."""
    longest = max(library, key=lambda path: len(path["steps"]))
    for path in [longest, *library]:
        for text in (path["steps"], mirror(path["steps"])):
            yield text, (path["wins"] + 1) / (path["games"] + 2)


def is_joseki(steps, library):
    return any(text.startswith(steps) for text, _ in both_ways(library))


def next_steps(steps, library):
    best = {}
    for text, priority in both_ways(library):
        step = text[len(steps):len(steps) + 2]
        if text.startswith(steps) and step:
            best[step] = max(priority, best.get(step, 0))
    return sorted(best, key=lambda step: (-best[step], step))
