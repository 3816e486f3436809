"""The formats of pictures, one module each.

Each `check` reads the headers of a file and gives back a bare file: the parts that the pixels of
the first frame need, without texts, profiles, further frames or bytes behind the end.
"""
