# Cannot be read: a bracket is missing.
import sys

board = [c for c in sys.stdin.read( if c in "XO-"]
print("Jigo")
