"""The bytes of answers in one form: UTF-8, with the signs and headings of Chinese as those of English.

Numbers stay as they are, so that only ASCII digits become numbers of points.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE

_SIGNS = str.maketrans("：；，、。（）［］【】｛｝\u3000", ":;,,.()[][]{} ")

_NUMERALS = {"零": "0", "〇": "0", "一": "1", "二": "2", "三": "3", "四": "4", "五": "5"}
_NUMBERED = re.compile(r"([第题目] ?)(零零|〇〇|[零〇一二三四五])(?=[题问个道:\s\]]|$)")
_SEVENTH = re.compile(r"第[六七]|[题目][六七][:\s\]]")
"""Who counts up to seven does not count by the names of the problems."""


def in_one_form(data: bytes) -> bytes:
    """The same text for `read_answers`; bytes in no known encoding come back as they are."""
    if data.isascii():
        return data
    text = _decoded(data)
    if text is None:
        return data
    text = text.translate(_SIGNS)
    if not _SEVENTH.search(text):
        text = _NUMBERED.sub(lambda found: found[1] + "".join(map(_NUMERALS.__getitem__, found[2])), text)
    return text.encode("utf-8", "replace")


def _decoded(data: bytes) -> str | None:
    """The text in UTF-16 with a mark, in UTF-8 or in GB 18030."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    for encoding in ("utf-8", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None
