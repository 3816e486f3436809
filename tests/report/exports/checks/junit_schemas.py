"""What the schema of Ant asks of a file, in own words; what it takes, Jenkins (xUnit plugin) takes too.

Each rule says of an element: which attributes it must have and may have, of what form, and which children it
must have and may have, in which order.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

TEXT = ".*"
NUMBER = "[0-9]+"
SHORT_TIME = r"[0-9]+(\.[0-9]{1,3})?"
"""Jenkins takes no more decimals."""
TOKEN = r"(\S+( \S+)*)?"
NAME = r"\S+( \S+)*"
MOMENT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}"


@dataclass(frozen=True)
class Rule:
    """`children` is a pattern for the names of the children, each followed by a blank."""

    must: Mapping[str, str]
    may: Mapping[str, str]
    children: str = ""


LEAF = Rule({}, {})
RULES: Mapping[str, Rule] = {
    "testsuites": Rule({}, {}, "(testsuite )*"),
    "testsuite": Rule(
        {
            "name": NAME, "timestamp": MOMENT, "hostname": NAME, "tests": NUMBER, "failures": NUMBER,
            "errors": NUMBER, "time": SHORT_TIME, "package": TOKEN, "id": NUMBER,
        },
        {"skipped": NUMBER},
        "properties (testcase )*system-out system-err ",
    ),
    "properties": Rule({}, {}, "(property )*"),
    "property": Rule({"name": NAME, "value": TEXT}, {}),
    "testcase": Rule(
        {"name": TOKEN, "classname": TOKEN, "time": SHORT_TIME}, {}, "((skipped|error|failure) )?"
    ),
    "failure": Rule({"type": TEXT}, {"message": TEXT}),
    "error": Rule({"type": TEXT}, {"message": TEXT}),
    "skipped": Rule({}, {"message": TEXT}),
    "system-out": LEAF,
    "system-err": LEAF,
}  # fmt: skip


def faults(text: str) -> list[str]:
    """What the schema refuses in a file."""
    return [fault for node in ET.fromstring(text).iter() for fault in _faults(node)]


def _faults(node: ET.Element) -> Iterator[str]:
    rule = RULES.get(node.tag)
    if rule is None:
        yield f"element {node.tag}"
        return
    yield from (f"{node.tag} without {name}" for name in rule.must if name not in node.attrib)
    for name, value in node.attrib.items():
        form = {**rule.may, **rule.must}.get(name)
        if form is None:
            yield f"attribute {node.tag} {name}"
        elif not re.fullmatch(form, value, re.DOTALL):
            yield f"{node.tag} {name}={value!r}"
    children = "".join(f"{child.tag} " for child in node)
    if not re.fullmatch(rule.children, children):
        yield f"{node.tag} holds {children!r}"
