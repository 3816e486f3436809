"""Chains, liberties and the legal board, as functions of a module."""
