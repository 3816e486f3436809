"""`docs/architecture.md` names every folder; what it and the pages about the engine name exists."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

NAME = r"`(gograde\.[\w.]+)`"
PATH = r"`((?:gograde|tests|docs|cases|starters|benchmarks|\.ci)/[\w./-]*)`"
FOLDERS = sorted(
    path.name for path in (ROOT / "gograde").iterdir() if path.is_dir() and (path / "__init__.py").exists()
)


def found(name: str) -> object:
    """The module, class, function or method of this full name; raises AttributeError or ImportError."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            value: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            value = getattr(value, part)
        return value
    raise ImportError(name)


def test_what_the_pages_name_exists() -> None:
    for page in ("architecture", "decisions", "engine", "paper", "sandbox"):
        text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
        assert [name for name in re.findall(NAME, text) if found(name) is None] == []
        paths = set(re.findall(PATH, text)) - {"gograde/formulary.json"}
        assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_folder_is_on_the_map() -> None:
    assert [folder for folder in FOLDERS if not re.search(rf"^  {folder}/ ", TEXT, re.MULTILINE)] == []


def test_the_map_is_short_and_has_three_walks() -> None:
    assert len(set(re.findall(NAME, TEXT))) > 30
    assert TEXT.count("\n") < 170
    assert [line for line in TEXT.splitlines() if line.startswith("## ")][-3:] == [
        "## Walk: a submission, from archive to page",
        "## Walk: a picture, from canvas to verdict",
        "## Walk: a game, from schedule to rating",
    ]


def test_a_name_that_is_not_there_is_found_out() -> None:
    with pytest.raises((ImportError, AttributeError)):
        found("gograde.intake.submission.read_nothing")


# -- The page about the paper has a row for each name of its appendix ------------------------------


PAPER = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")

NAMED = """
HUMAN COMPUTER CLOSED BLACK WHITE BLANK FRAME UP DOWN LEFT RIGHT LTOP RTOP LBOT RBOT PROLOG MIDRUN FINALE
CGoNode tVALUE pNext
CGoString nColor nDots nPeps nEyes pDotHead pPepHead TakePep LosePep Link
CGoLink nType pBegin pEnd nBegin nEnd
CGoDragon nFields nViability pBase pStringHead pLinkHead pFieldHead LiveExam Expand Defend
CGoFormulary pConnect pRecordset nState sSteps MapToFormulary MapToStep Symmetrical IsFormulary GetNextStep
UpdateState ChooseStep
CGoPoint pString nForce nHolder
CGo Dots nSteps StepList nSeesawPoint nStage pForm Reset Check UpdateForce KillString CanGo TryGo Go ReGo
ComputerChoice EstimateFields
CGoDlg OnInitDialog DoDataExchange GetTurn OnPaint OnLButtonDown ComputerThink OnComputerDone
OnBnClickedButtonBlack OnBnClickedButtonWhite OnBnClickedStart OnBnClickedRestart OnBnClickedButtonUndo
OnBnClickedButtonSave OnBnClickedButtonLoad OnBnClickedButtonForce
hComputerInvolve hComputerDo pBoard WM_COMPUTER_DONE
m_pBlackBrush m_pWhiteBrush m_nRoles m_nStart m_nState m_LoadFile m_Button_Black
"""
"""The names in the paper's header and dialog."""


def test_every_name_of_the_appendix_has_a_row() -> None:
    rows = [line.split(" | ")[0] for line in PAPER.splitlines() if line.startswith("| ")]
    named = {
        name
        for row in rows
        for quoted in re.findall(r"`([^`]+)`", row)
        for name in re.findall(r"\w+", quoted)
    }
    assert [name for name in NAMED.split() if name not in named] == []


# -- The README: its summary is that of the demo, and where the package is published no link is relative


README = (ROOT / "README.md").read_text(encoding="utf-8")
REPOSITORY = "https://example.org/gograde"


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def links(text: str) -> list[str]:
    page = MarkdownIt("commonmark").enable("table").render(text)
    return re.findall(r'(?:href|src)="([^"]*)"', page)


def test_each_link_of_the_readme_leads_to_a_file() -> None:
    found = links(README)
    assert len(found) > 20
    assert [link for link in found if not (ROOT / link).exists()] == []


def test_published_with_an_address_every_link_is_whole(hook: ModuleType) -> None:
    found = links(hook.outside(README, REPOSITORY))
    assert len(found) == len(links(README))
    assert all(link.startswith(f"{REPOSITORY}/") for link in found)
    assert f"{REPOSITORY}/raw/HEAD/docs/report.png" in found
    assert f"{REPOSITORY}/blob/HEAD/docs/class.md" in found
    assert all((ROOT / link.partition("/HEAD/")[2]).exists() for link in hook.urls(REPOSITORY).values())


def test_published_without_an_address_nothing_is_linked(hook: ModuleType) -> None:
    text = hook.outside(README, "")
    assert links(text) == []
    assert "| `docs/class.md` | the term of a class" in text
    assert hook.outside("[a](https://example.org/x) [b](#c)", "") == "[a](https://example.org/x) [b](#c)"
