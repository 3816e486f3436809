"""Runs a hostile program: back ends behind one protocol."""
