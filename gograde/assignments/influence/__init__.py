"""Influence, territory, joseki and the size of the board, as functions of a module."""
