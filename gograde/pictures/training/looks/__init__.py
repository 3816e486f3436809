"""Boards drawn in random looks, which the reader of pictures learns from."""
