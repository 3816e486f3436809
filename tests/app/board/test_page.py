"""The live board in a real browser: mouse, keys, two windows, zoom, and everybody can use it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.board.conftest import SAVED
from tests.app.served import Served
from tests.browser import Browser, serious

pytestmark = pytest.mark.needs("a browser")

COUNT = "document.querySelector('#count').textContent"
STATUS = "document.querySelector('#status').textContent"
MESSAGE = "document.querySelector('#message').textContent"
LOCKED = "black white undo restart situation model side komi new save-go save-sgf load first back ply on last"


@pytest.fixture
def page(looked: Browser, fresh: Served) -> Iterator[Browser]:
    """A window that shows the saved game; nothing may have gone wrong in it at the end."""
    looked.open(fresh.address)
    looked.until(f"{COUNT} == '5 of 5'")
    yield looked
    said = [fault for fault in looked.faults() if "422" not in str(fault)]
    assert said == []


def start(page: Browser) -> None:
    page.click("#start")
    page.until("document.querySelector('#start').textContent == 'Pause'")


def disabled(page: Browser) -> list[str]:
    found = f"'{LOCKED}'.split(' ').filter(id => document.getElementById(id).disabled)"
    return page.value(found)  # type: ignore[no-any-return]


def test_a_click_plays_a_stone(page: Browser) -> None:
    start(page)
    page.click("#p-4-6")
    page.until(f"{COUNT} == '6 of 6'")
    assert page.value(STATUS) == "White plays G5. Black to play."
    assert page.value("document.querySelectorAll('.white-stone').length") == 3
    assert page.value("document.querySelector('#p-4-6').getAttribute('aria-label')") == "G5, white, last move"


def test_an_illegal_click_is_explained_and_changes_nothing(page: Browser) -> None:
    page.click("#p-0-0")
    page.until(f"{MESSAGE} == 'A9: the game is pausedFix: press Start to play'")
    start(page)
    page.click("#p-2-2")
    page.until(f"{MESSAGE}.startsWith('C7: white may not play here: a stone is there already')")
    assert page.value("document.querySelector('#message').getAttribute('role')") == "alert"
    assert page.value(COUNT) == "5 of 5"


def test_what_the_dialog_locks_is_locked_while_a_game_runs(page: Browser) -> None:
    assert disabled(page) == []
    start(page)
    assert disabled(page) == LOCKED.split()
    page.click("#start")
    page.until("document.querySelector('#start').textContent == 'Start'")
    assert disabled(page) == []


def test_a_computer_answers(page: Browser) -> None:
    page.value("white.value = 'greedy'; white.dispatchEvent(new Event('change'))")
    page.until("document.querySelector('#white').value == 'greedy'")
    start(page)
    page.until(f"{COUNT} == '6 of 6'")
    page.click("#p-0-8")
    page.until(f"{COUNT} == '8 of 8'")


def test_undo_takes_back_two_plies_and_the_slider_none(page: Browser) -> None:
    page.click("#undo")
    page.until(f"{COUNT} == '3 of 3'")
    page.click("#back")
    page.until(f"{COUNT} == '2 of 3'")
    assert page.value("document.querySelector('#start').textContent") == "Start from move 2"
    page.click("#first")
    page.until(f"{COUNT} == '0 of 3'")
    page.click("#last")
    page.until(f"{COUNT} == '3 of 3'")
    page.click("#restart")
    page.until(f"{COUNT} == '0 of 0'")


def test_a_game_is_saved_and_loaded(page: Browser, tmp_path: Path) -> None:
    page.downloads(tmp_path)
    page.click("#save-sgf")
    saved = page.downloaded(tmp_path)
    assert saved.name == "game.sgf"
    page.click("#restart")
    page.until(f"{COUNT} == '0 of 0'")
    page.choose_file("#file", saved)
    page.until(f"{COUNT} == '5 of 5'")
    assert page.value("document.querySelector('#title').textContent") == "game.sgf"
    page.click("#save-go")
    page.until(f"{MESSAGE}.includes('write it as SGF')")
    (tmp_path / "bad.sgf").write_text(SAVED.replace("B[ee]", "B[cc]"))
    page.choose_file("#file", tmp_path / "bad.sgf")
    page.until(f"{MESSAGE}.startsWith('bad.sgf: move 5: black at (2, 2) is illegal: the point is occupied')")
    assert page.value(COUNT) == "5 of 5"


def test_the_situation_is_shown_with_its_values(page: Browser) -> None:
    page.click("#situation")
    page.until("document.querySelectorAll('.dot.black').length > 5 && document.querySelector('.dot.white')")
    page.point("#p-2-3")
    page.until("document.querySelector('#readout').textContent.startsWith('D7empty · A ')")
    page.click("[value=shades]")
    page.until("document.querySelector('.shade.black')")
    page.click("[value=numbers]")
    page.until("document.querySelector('.number.black')")
    page.click("[value=candidates]")
    page.until("document.querySelectorAll('.candidate').length == 8")
    assert page.value("document.querySelector('#found caption').textContent") == "Values of moves of white"
    page.click("#situation")
    page.until("!document.querySelector('.number')")


def test_what_a_bot_says_is_text(page: Browser) -> None:
    page.value("side.value = '5'; side.dispatchEvent(new Event('change'))")
    page.click("#new")
    page.until(f"{COUNT} == '0 of 0' && !document.querySelector('#p-5-5')")
    page.value("black.value = 'crasher'; black.dispatchEvent(new Event('change'))")
    page.until("document.querySelector('#black').value == 'crasher'")
    page.click("#start")
    page.until(f"{MESSAGE}.includes('<img src=x onerror=alert(1)>')")
    assert page.value(MESSAGE).startswith("crasher did not move: crashed, exit code 1; it said: ")
    assert page.value("document.querySelectorAll('img').length") == 0
    assert page.value("document.querySelector('#start').textContent") == "Start"


def test_everything_on_the_board_goes_by_keys(page: Browser) -> None:
    page.value("document.querySelector('#start').focus()")
    page.press("Enter")
    page.until("document.querySelector('#start').textContent == 'Pause'")
    page.value("document.querySelector('#board svg').focus()")
    active = "document.activeElement.getAttribute('aria-activedescendant')"
    assert page.value(active) == "p-4-4"
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "Enter"):
        page.press(key)
    page.until(f"{COUNT} == '6 of 6'")
    assert page.value(active) == "p-5-6"
    page.press("ArrowUp")
    page.press(" ")
    page.until(f"{COUNT} == '7 of 7'")
    page.press("p", "p")
    page.until(f"{STATUS} == 'White passes. Black to play.'")
    page.press("s", "s")
    page.until("document.querySelector('#start').textContent == 'Start'")
    page.press("u", "u")
    page.until(f"{COUNT} == '6 of 6'")
    page.press("[", "[")
    page.until(f"{COUNT} == '5 of 6'")
    page.press("v", "v")
    page.until("document.querySelector('#situation').checked")


def test_a_link_opens_the_position(page: Browser, fresh: Served) -> None:
    page.click("#back")
    page.until(f"{COUNT} == '4 of 5'")
    page.click("#link")
    link = page.until("document.querySelector('#address').value")
    assert link.startswith(f"{fresh.address}#ply=4&sgf=%28%3B")
    page.click("#restart")
    page.until(f"{COUNT} == '0 of 0'")
    other = page.another()
    other.open(link)
    other.until(f"{COUNT} == '4 of 5'")
    page.until(f"{COUNT} == '4 of 5'")
    other.close()


def test_at_a_zoom_of_150_percent_nothing_is_lost(page: Browser) -> None:
    page.size(390, 800, 2)
    assert page.value("document.documentElement.scrollWidth") <= 390, "a phone"
    page.size(853, 600, 1.5)
    assert page.value("document.documentElement.scrollWidth") <= 853
    bottom = "document.querySelector('#board svg').getBoundingClientRect().bottom"
    assert page.value(bottom) <= 600, "the whole board is seen"
    start(page)
    page.click("#p-8-8")
    page.until(f"{COUNT} == '6 of 6'")
    page.click("#start")
    page.size(1280, 900)


def test_what_is_chosen_fast_is_not_taken_back(page: Browser) -> None:
    """The server tells of the first choice when the second one is made already."""
    page.click("#situation")
    page.value("""(() => {
      const box = document.querySelector("[value=dragons]");
      const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "checked");
      window.takenBack = 0;
      Object.defineProperty(box, "checked", {
        get() { return own.get.call(this); },
        set(value) { window.takenBack += this.checked && !value; own.set.call(this, value); },
      });
      document.querySelector("[value=fields]").click();
      box.click();
    })()""")
    page.until("document.querySelectorAll('#found table').length == 2")
    assert page.value("window.takenBack") == 0


@pytest.mark.parametrize("dark", [False, True])
def test_everybody_can_use_it(page: Browser, *, dark: bool) -> None:
    page.dark(on=dark)
    page.click("#situation")
    for name in ("fields", "dragons", "joseki", "candidates"):
        page.click(f"[value={name}]")
    page.until("document.querySelectorAll('#found table').length == 4")
    page.click("#link")
    page.click("#p-0-0")
    page.until(f"{MESSAGE}.includes('paused')")
    assert serious(page) == []
    page.dark(on=False)
