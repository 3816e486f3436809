"""The forms in which programs are handed in that are no sources as an interpreter takes them."""
