"""The page about the paper has a row for each name of its appendix."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
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
