"""Brings the downloads of learning systems into a class, and says what it left out."""
