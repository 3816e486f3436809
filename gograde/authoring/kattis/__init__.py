"""A package in the Kattis problem package format (version `legacy`, which Kattis and DOMjudge install)."""
