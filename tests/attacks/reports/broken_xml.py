# Tries: to write what no XML may hold, and to end the section it stands in.
# Seen: XML that can be read.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    return f"]]></failure></testcase><{marker}/>\x00\ufffe&{marker};<!ENTITY x SYSTEM 'file:///{marker}'>"


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is put into a section of characters."""
    return active.xml(f"<failure><![CDATA[{text(marker)}]]></failure>", marker) != ""
