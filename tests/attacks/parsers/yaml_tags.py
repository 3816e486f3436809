# Tries: to answer in YAML with tags that make objects of Python.
# Seen: no right answers; nothing of it is carried out.
# Control: naive
# Flagged: no

from pathlib import Path

import yaml

from tests.attacks.harness.hand_in import answered, answering, trace

RIGHT = ()


def make(folder: Path, marker: str) -> None:
    call = f"!!python/object/apply:os.mknod [{trace(folder, marker)}]"
    answering(folder, f"test_0: {call}\n".encode())


def naive(folder: Path, marker: str) -> bool:
    """The loader that trusts what it reads calls the function."""
    yaml.load(answered(folder), yaml.UnsafeLoader)
    return trace(folder, marker).exists()
