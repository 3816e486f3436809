# Tries: to use and to read packages that the course has not named: gograde's own, and the system's.
# Seen: ModuleNotFoundError, and no file to open.
# Against: contents; judged: calls; flagged: yes
import json
import os
import sys

with open("bait.json") as file:
    folders = json.load(file)["packages"]
for name in ("sgfmill", "numpy", "snakemake", "gograde"):
    try:
        module = __import__(name)
        print(f"import {name} answered {len(vars(module))}")
    except ImportError as error:
        print(error)
sys.path += folders
try:
    import sgfmill

    print(f"sgfmill answered {len(vars(sgfmill))}")
except ImportError as error:
    print(error)
for folder in folders:
    for name in ("sgfmill/sgf.py", "yaml/__init__.py"):
        try:
            with open(os.path.join(folder, name)) as file:
                print(f"{name} answered {len(file.read())}")
        except OSError as error:
            print(error)
