"""A small program that speaks GTP, for tests; its argument says what it does instead of a move.

It answers `genmove` with what is next in its list, and writes every line that it hears into a file.
"""

import os
import sys
from pathlib import Path

log, does = Path(sys.argv[1]), sys.argv[2:]
for line in sys.stdin:
    with log.open("a") as heard:
        heard.write(line)
    if not line.startswith("genmove"):
        print("=\n" if line.strip() != "refused" else "? no\n", flush=True)
        continue
    act = does.pop(0)
    if act == "hang":
        while os.read(0, 1):
            pass
    elif act == "die":
        sys.exit("out of \x1b[2J memory")
    elif act == "crash":
        os.kill(os.getpid(), 9)
    elif act == "flood":
        print("= " + "x" * (1 << 21), flush=True)
    elif act == "twice":
        print("= A1\n\n= A2\n", flush=True)
    elif act == "refuse":
        print("? cannot\n", flush=True)
    elif act == "prose":
        print("I think\n", flush=True)
    else:
        print(f"= {act}\n", flush=True)
