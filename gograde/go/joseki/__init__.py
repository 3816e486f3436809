"""Joseki: corner sequences as paths, and a library of well-known ones."""
