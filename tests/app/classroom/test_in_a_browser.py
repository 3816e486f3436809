"""The class in a real browser: filtered, decided by keys, in two windows, without a mouse, for all."""

import json
import os
from collections.abc import Callable
from typing import Any

import pytest

from gograde.workflow.progress import FiledProgress, LineProgress
from tests.app.classroom.conftest import PAGES
from tests.browser import Browser, serious

Hall = Any
Rows = Callable[[], list[dict[str, str]]]

HEAD = 'document.querySelector("#desk h2")?.textContent'
SAID = 'document.querySelector("#said").textContent'


def said(window: Browser, text: str) -> None:
    window.until(f"{SAID}.includes({text!r})")


def decided(rows: Rows) -> list[tuple[str, str]]:
    return [(row["student_id"], row["decision"] or row["points"]) for row in rows()]


def test_the_table_is_filtered_and_leads_to_a_student(hall: Hall, looked: Browser) -> None:
    looked.open(hall.server.address)
    for letter in "/dan":
        looked.press(letter, letter)
    names = '[...document.querySelectorAll("#class tbody tr:not([hidden]) th a")].map(a => a.textContent)'
    assert looked.value(names) == ["dan"]
    looked.value('search.value = ""; filter.value = "pending"; filter.dispatchEvent(new Event("input"))')
    assert looked.value(names) == ["<b>Mallory</b>", "bob", "dan"]
    looked.follow(lambda: looked.click("#class tbody tr th a"))
    assert looked.value('document.querySelector("h1").textContent') == "<b>Mallory</b>"
    assert looked.value('document.querySelector("nav.bar a[href*=review]").href').endswith("/review")
    assert looked.faults() == []


def test_the_queue_is_decided_by_keys(hall: Hall, looked: Browser, rows: Rows) -> None:
    looked.open(hall.server.address + "review")
    assert "Mallory" in looked.value(HEAD)
    assert looked.value('document.querySelectorAll("#desk image").length') == 3
    for letter in "cseen it":
        looked.press(letter, letter)
    looked.press("Enter")
    looked.press("a", "a")
    said(looked, "2 tests: right.")
    assert looked.value('document.querySelector("#comment").value') == ""
    looked.press("r", "r")
    said(looked, "1 test: wrong.")
    looked.until(f"{HEAD}.includes('bob')")
    looked.press("A", "A")
    said(looked, "2 tests: right.")
    looked.press("u", "u")
    said(looked, "Taken back: 2 rows.")
    looked.press("n", "n")
    looked.until(f"{HEAD}.includes('dan')")
    looked.press("n", "n")
    looked.until("document.querySelector('#desk').textContent.includes('Nothing is left here.')")
    assert decided(rows) == [("alice", "right")] * 2 + [("alice", "wrong")]
    assert rows()[0]["reason"] == "a person looked at the picture: right (seen it)"
    assert rows()[0]["by"] == "Mr Sato"
    assert looked.faults() == []


POINTED = """(() => {
  const svg = document.querySelector(".card.shown svg.overlay"), to = svg.getScreenCTM();
  for (const [kind, x, y] of %s) {
    const at = new DOMPoint(x, y).matrixTransform(to);
    svg.dispatchEvent(new PointerEvent(kind, {bubbles: true, clientX: at.x, clientY: at.y}));
  }
})()"""


def test_a_look_is_dragged_and_clicked(hall: Hall, looked: Browser, rows: Rows) -> None:
    looked.open(hall.server.address + "review?student=dan")
    looked.value(
        'document.querySelector("#shown").dataset.old = document.querySelector("#corners").value = "x"'
    )
    looked.value('document.querySelector("[data-key=u]").click()')
    looked.until('!document.querySelector("#shown").dataset.old')
    assert looked.value('document.querySelector("#corners").value') == "x", "a page made anew keeps it"
    looked.value('document.querySelector(".card.shown svg.overlay").scrollIntoView()')
    looked.value(POINTED % '[["pointerdown", 60, 60], ["pointerup", 420, 420]]')
    assert looked.value('document.querySelector("#corners").value') == "60 60 420 420"
    clicks = [(kind, *at) for at in ((62, 61), (150, 58), (194, 60)) for kind in ("pointerdown", "pointerup")]
    looked.value(POINTED % json.dumps(clicks))
    assert looked.value('document.querySelector("#kinds").value') == "0 0, 0 2, 0 3"
    assert looked.value("document.activeElement.dataset.key") == "l"
    looked.press("Enter")
    said(looked, "Shown.")
    assert rows()[0]["picture"].endswith(" lattice=9x9,60,45,60,45 points=.0,0;X0,2;O0,3")
    assert looked.faults() == []


def test_only_tab_and_enter(hall: Hall, looked: Browser, rows: Rows) -> None:
    looked.open(hall.server.address + "review?student=dan")
    focused = "document.activeElement.dataset.key"
    for _ in range(30):
        if looked.value(focused) == "R":
            break
        looked.press("Tab")
    looked.press("Enter")
    said(looked, "1 test: wrong.")
    assert decided(rows) == [("dan", "wrong")]
    looked.press("Tab")
    assert looked.value(focused) == "u"
    looked.press("Enter")
    said(looked, "Taken back: 1 row.")
    assert rows() == []


def test_two_windows_follow_each_other(hall: Hall, looked: Browser, rows: Rows) -> None:
    looked.open(hall.server.address + "review")
    other = looked.another()
    other.open(hall.server.address + "review")
    other.value("document.querySelector('#by').value = 'Ms Rivera'")
    looked.press("A", "A")
    said(looked, "3 tests: right.")
    other.until(f"{HEAD}.includes('bob')")
    other.press("R", "R")
    said(other, "2 tests: wrong.")
    looked.until(f"{HEAD}.includes('dan')")
    assert [row["student_id"] + row["by"] for row in rows()] == ["aliceMr Sato"] * 3 + ["bobMs Rivera"] * 2


def test_a_stale_page_is_told_and_writes_nothing(hall: Hall, looked: Browser, rows: Rows) -> None:
    """The page has not heard yet that somebody decided: its key meets the server."""
    looked.open(hall.server.address + "review?student=dan")
    looked.value("document.querySelector('#shown').dataset.shown = '0'.repeat(64)")
    looked.press("A", "A")
    said(looked, "somebody has decided something of what you see")
    assert looked.value(SAID).endswith("Fix: look again: the page shows it as it is now")
    assert rows() == []
    looked.until("!document.querySelector('#shown').dataset.shown.startsWith('00000000')")
    looked.press("A", "A")
    said(looked, "1 test: right.")


def test_a_page_that_nobody_sees_keeps_no_connection(hall: Hall, looked: Browser) -> None:
    """A browser has six for all windows; a page that is seen again knows what it has missed."""
    looked.open(hall.server.address + "regrade")

    def hidden(value: str) -> None:
        looked.value(f"Object.defineProperty(document, 'hidden', {{value: {value}, configurable: true}}); 0")
        looked.value("document.dispatchEvent(new Event('visibilitychange'))")

    hidden("true")
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        progress = FiledProgress(LineProgress(nowhere), hall.path / "work")
        hidden("false")
        looked.until("!document.querySelector('#progress').hidden")
        progress.close()
    assert looked.addresses().count(hall.server.address + "events") == 2
    assert looked.faults() == []


@pytest.mark.parametrize(("path", "dark"), [*((p, False) for p in PAGES), ("review", True)])
def test_everybody_can_read_the_pages(hall: Hall, looked: Browser, path: str, *, dark: bool) -> None:
    looked.dark(on=dark)
    looked.open(hall.server.address + path)
    assert serious(looked) == []
    assert looked.faults() == []
    looked.dark(on=False)


def test_a_narrow_window_at_150_percent(hall: Hall, looked: Browser) -> None:
    looked.size(853, 600, 1.5)
    for path in PAGES:
        looked.open(hall.server.address + path)
        assert looked.value("document.documentElement.scrollWidth") <= 853, path
    looked.size(1280, 900)
