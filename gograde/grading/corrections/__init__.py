"""Applies the corrections for a whole class: to right answers before scoring, to tests after it."""
