"""Accepts a board: any characters of UTF-8, of which n * n are X, O or -, with n up to 255."""

import math
import sys

LARGEST = 255

try:
    text = sys.stdin.buffer.read().decode("utf-8")
except UnicodeDecodeError:
    sys.exit(43)
points = sum(text.count(sign) for sign in "XO-")
sys.exit(42 if math.isqrt(points) ** 2 == points <= LARGEST**2 else 43)
