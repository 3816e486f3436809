"""The five boards of the published task; the answers are W+6, Jigo, Jigo, B+21 and B+6.

They are public cases, as the features `published-1` to `published-5`.
"""

from __future__ import annotations

_FIRST = b"""\
- - - X - O - - -
- - - X - O - - -
- - - X - O - - -
- - - X O - - O -
X X X O - O O - -
- - - X O - - O O
- - - X - O - - -
- - - X - O - X -
- - - - - O - - -
"""
_SENTENCE = b"Xavier is insane -- says Oliver"
_WORDS = b"Code-Golf"
_ONE_LINE = b"-XXXXXXX-XOOOOOOOXXO-OXXXOXXXOX--XOXXOOX-XOOXXOX--XOXXXOXXXO-OXXOOOOOOOX-XXXXXXX-"
_LARGE = b"""\
- - X O O O O X X - - - - - - X O O -
- X X O X O X X O X X X X X X - X O -
- X O O X X X - O O O X O O X X X O -
- X O O O X X O O O O O O X X X O - -
- - X X O X - X X X X O O O O O O O -
- - X O O X X X - X X X O O O X X O -
- - X O - O X O X O O O O O X X X O -
- X O O - O O O X X X X X O O X O - -
- X X X O - - - O X O X X X O X O - -
X O O O O - - O - O O O O X X X O O -
X X O - - - O - - O O X X - - X X O O
X O O O - - O - O O X - - - - X O O X
- X X X O O X O O X X - - - - X X X X
X - X X X O X X O O X - - X X O X O O
X X O O X O X O X X - - - X O O O O -
X O - O X X X O X - - - - - X O - - -
O O - O X O O O O X X - X X X X O - -
O O - O O O X O X X - - X - X X O - -
- - O - - O X X X - - - - X O O O - -
"""

PUBLISHED = (_FIRST, _SENTENCE, _WORDS, _ONE_LINE, _LARGE)
