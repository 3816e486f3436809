"""The picture formats, one module each.

Each `check` reads the headers of a file and returns a `Bare` file: only the parts that the pixels of the
first frame need, without texts, profiles, further frames or bytes after the end.
"""
