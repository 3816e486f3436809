"""Joseki as an object: a library of lines as data, what holds on the whole board, and what games taught."""
