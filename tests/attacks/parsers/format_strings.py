# Tries: to read the grader's own values by fields of format strings.
# Seen: the text as it stands, in no format with the grader's values.
# Control: naive
# Flagged: no

from pathlib import Path
from types import SimpleNamespace

from tests.attacks.harness.hand_in import answered, answering

RIGHT = ()


def make(folder: Path, marker: str) -> None:
    fields = b"{0.key} {answer.key} {0.__class__.__init__.__globals__} %(key)s %s%n ${key} $(id) `id`"
    answering(folder, b"".join(b"test_%d\n%s\n" % (n, fields) for n in range(6)))


def naive(folder: Path, marker: str) -> bool:
    """A message that is formatted twice tells the key."""
    sheet = SimpleNamespace(key=marker)
    message = f"line 1: cannot read {answered(folder).decode().split()[1]}"
    return marker in message.format(sheet)
