# Wrong in is_joseki: no steps are no joseki.
# The other functions are left out.


def mirror(steps):
    return "".join(steps[i + 1] + steps[i] for i in range(0, len(steps), 2))


def both_ways(library):
    """Every path as it stands and mirrored, with its priority."""
    for path in library:
        for text in (path["steps"], mirror(path["steps"])):
            yield text, (path["wins"] + 1) / (path["games"] + 2)


def is_joseki(steps, library):
    return steps != "" and any(text.startswith(steps) for text, _ in both_ways(library))
