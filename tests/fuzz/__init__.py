"""Malformed answers, archives, pictures, records, exports and sources, made from random numbers."""
