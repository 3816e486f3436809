# Attack: looks for the right answers where they might be: in the variables of the program that calls it,
# in every object that Python knows, in the folders around, in the grader's own modules, and in the memory
# of other processes.
import gc
import glob
import json
import os
import sys

KEYS = ("answer", "answers", "expected", "held", "reference", "solution")
found = []


def note(thing):
    if isinstance(thing, dict):
        found.extend(thing[key] for key in KEYS if key in thing)


for thing in gc.get_objects():
    note(thing)
frame = sys._getframe()
while frame is not None:
    note(dict(frame.f_globals))
    note(dict(frame.f_locals))
    frame = frame.f_back
for pattern in ("answers.json", "*/answers.json", "../*/answers.json", "../../*/*/answers.json", "/*/*/answers.json"):
    for path in glob.glob(pattern):
        try:
            with open(path) as file:
                for row in json.load(file):
                    note(row)
        except (OSError, ValueError):
            pass
for number in (os.getppid(), 1):
    try:
        with open("/proc/%d/maps" % number) as maps, open("/proc/%d/mem" % number, "rb") as memory:
            memory.seek(int(maps.readline().split("-")[0], 16))
            found.append(memory.read(65536).decode("latin-1"))
    except (OSError, ValueError):
        pass
try:
    from gograde.go.force import force_field

    found.append(force_field)
except ImportError:
    pass


def give(*arguments):
    for thing in found:
        if callable(thing):
            return thing(*arguments)
        if isinstance(thing, (list, dict, str)) and len(thing) == len(arguments[0]):
            return thing
    raise LookupError("nothing that looks like an answer")


zobrist = ryder = force = fast = territory = situation = move_value = give
board_size = to_area = to_board = mirror = is_joseki = next_steps = replay = give
links = blocks = layers = situation_dead = move_value_dead = give
