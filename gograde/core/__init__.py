"""The plain types that everybody shares, and how values earn verdicts and points; no files, no processes."""
