"""Mutants, which are right programs with one small fault, and the cases that catch them."""
