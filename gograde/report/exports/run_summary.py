"""The summary of `gograde run` as JSON."""

from __future__ import annotations

from dataclasses import asdict

from gograde.report.words.escape import json_text
from gograde.workflow.grade_class import Summary

SUMMARY_SCHEMA = "gograde/summary/v1"


def summary_json(summary: Summary) -> str:
    """The summary as text in JSON."""
    return json_text({"schema": SUMMARY_SCHEMA, **asdict(summary), "index": str(summary.index or "") or None})
