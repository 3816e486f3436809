"""Dialogs, which are answered at once, and the modules of tkinter that have them.

Questions are answered with yes, and after many questions with no, so that "once more?" ends.  Dialogs that
ask for a value, a file or a colour are cancelled.
"""

from __future__ import annotations

import sys
from itertools import count
from types import ModuleType
from typing import Any, ClassVar

from ._widgets import Text
from ._window import Toplevel

PATIENCE = 50
"""Questions that are answered with yes; the same patience as for other libraries."""

_asked = count()


def answer_yes(*args: Any, **options: Any) -> bool:
    return next(_asked) < PATIENCE


def answer_yes_or_no(*args: Any, **options: Any) -> str:
    return "yes" if answer_yes() else "no"


class Shown:
    """A dialog as an object; `answer` is what a person answers."""

    answer: ClassVar[Any] = ""

    def __init__(self, master: Any = None, *args: Any, **options: Any) -> None:
        self.master, self.options = master, options

    def show(self, *args: Any, **options: Any) -> Any:
        return self.answer

    go = show


class Dialog(Toplevel):
    """A dialog to subclass; it builds its body, and is then cancelled."""

    def __init__(self, parent: Any = None, title: Any = None) -> None:
        super().__init__(parent)
        self.parent, self.result = parent, None
        self.body(self)
        self.buttonbox()
        self.cancel()

    def body(self, master: Any) -> Any:
        return None

    def buttonbox(self) -> None:
        return None

    apply = buttonbox

    def validate(self) -> bool:
        return True

    def ok(self, event: Any = None) -> None:
        self.cancel()

    def cancel(self, event: Any = None) -> None:
        self.destroy()


class ScrolledText(Text):
    """A text without its scroll bar."""


def _always(answer: Any) -> Any:
    return lambda *args, **options: answer


def _answering(answer: Any) -> type[Shown]:
    return type("Shown", (Shown,), {"answer": answer})


def _all(names: str, value: Any) -> dict[str, Any]:
    return dict.fromkeys(names.split(), value)


_WORDS = (
    "ERROR INFO QUESTION WARNING ABORTRETRYIGNORE OKCANCEL RETRYCANCEL YESNO YESNOCANCEL ABORT RETRY IGNORE"
)
MODULES: dict[str, dict[str, Any]] = {
    "messagebox": {
        **{word: word.lower() for word in f"{_WORDS} OK CANCEL YES NO".split()},
        **_all("showinfo showwarning showerror", _always("ok")), "Message": _answering("ok"),
        **_all("askokcancel askyesno askyesnocancel", answer_yes),
        "askquestion": answer_yes_or_no, "askretrycancel": _always(False),
    },
    "filedialog": {
        **_all("askopenfilename asksaveasfilename askdirectory", _always("")),
        **_all("askopenfilenames askopenfiles", _always(())),
        **_all("askopenfile asksaveasfile", _always(None)),
        **_all("FileDialog LoadFileDialog SaveFileDialog Open SaveAs Directory", Shown),
    },
    "simpledialog": {
        **_all("askstring askinteger askfloat", _always(None)), "Dialog": Dialog, "SimpleDialog": Shown,
    },
    "colorchooser": {"askcolor": _always((None, None)), "Chooser": _answering((None, None))},
    "commondialog": {"Dialog": Shown}, "scrolledtext": {"ScrolledText": ScrolledText},
}  # fmt: skip
"""What each module has, by name."""


def enter(package: str) -> None:
    """Make the modules importable, and attributes of the package."""
    parent = sys.modules[package]
    for name, content in MODULES.items():
        module = ModuleType(f"{package}.{name}")
        # The real `simpledialog` exports the whole of tkinter, and programs use that.
        module.__dict__.update(vars(parent) if name == "simpledialog" else {}, __name__=module.__name__)
        module.__dict__.update(content)
        sys.modules[module.__name__] = module
        setattr(parent, name, module)
