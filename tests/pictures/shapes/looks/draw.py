"""A program that draws boards: `python draw.py LIBRARY JOBS`, where JOBS is a file of JSON.

A job is the name of its window or file, the way of drawing, a seed, and the boards.  A way is a function of
the library's module, or one of `ways`, which draw with any library.
"""

import json
import random
import sys
from importlib import import_module
from pathlib import Path

library, ways = import_module(f"{sys.argv[1]}_looks"), import_module("ways")
for name, way, seed, boards in json.loads(Path(sys.argv[2]).read_text()):
    random.seed(seed)
    library.show(name, getattr(library, way, None) or ways.WAYS.get(way) or getattr(ways, way), boards)
