"""Tk's names of colours, and its anchors.

What the grader renders and reads drawings with imports this module too, so that all have the same ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

PLAIN = """
aliceblue=f0f8ff antiquewhite=faebd7 aqua=00ffff aquamarine=7fffd4 azure=f0ffff beige=f5f5dc bisque=ffe4c4
black=000000 blanchedalmond=ffebcd blue=0000ff blueviolet=8a2be2 brown=a52a2a burlywood=deb887
cadetblue=5f9ea0 chartreuse=7fff00 chocolate=d2691e coral=ff7f50 cornflowerblue=6495ed cornsilk=fff8dc
crimson=dc143c cyan=00ffff darkblue=00008b darkcyan=008b8b darkgoldenrod=b8860b darkgray=a9a9a9
darkgreen=006400 darkkhaki=bdb76b darkmagenta=8b008b darkolivegreen=556b2f darkorange=ff8c00
darkorchid=9932cc darkred=8b0000 darksalmon=e9967a darkseagreen=8fbc8f darkslateblue=483d8b
darkslategray=2f4f4f darkturquoise=00ced1 darkviolet=9400d3 deeppink=ff1493 deepskyblue=00bfff
dimgray=696969 dodgerblue=1e90ff firebrick=b22222 floralwhite=fffaf0 forestgreen=228b22 fuchsia=ff00ff
gainsboro=dcdcdc ghostwhite=f8f8ff gold=ffd700 goldenrod=daa520 gray=808080 green=008000 greenyellow=adff2f
honeydew=f0fff0 hotpink=ff69b4 indianred=cd5c5c indigo=4b0082 ivory=fffff0 khaki=f0e68c lavender=e6e6fa
lavenderblush=fff0f5 lawngreen=7cfc00 lemonchiffon=fffacd lightblue=add8e6 lightcoral=f08080
lightcyan=e0ffff lightgoldenrod=eedd82 lightgoldenrodyellow=fafad2 lightgray=d3d3d3 lightgreen=90ee90
lightpink=ffb6c1 lightsalmon=ffa07a lightseagreen=20b2aa lightskyblue=87cefa lightslateblue=8470ff
lightslategray=778899 lightsteelblue=b0c4de lightyellow=ffffe0 lime=00ff00 limegreen=32cd32 linen=faf0e6
magenta=ff00ff maroon=800000 mediumaquamarine=66cdaa mediumblue=0000cd mediumorchid=ba55d3
mediumpurple=9370db mediumseagreen=3cb371 mediumslateblue=7b68ee mediumspringgreen=00fa9a
mediumturquoise=48d1cc mediumvioletred=c71585 midnightblue=191970 mintcream=f5fffa mistyrose=ffe4e1
moccasin=ffe4b5 navajowhite=ffdead navy=000080 navyblue=000080 oldlace=fdf5e6 olive=808000 olivedrab=6b8e23
orange=ffa500 orangered=ff4500 orchid=da70d6 palegoldenrod=eee8aa palegreen=98fb98 paleturquoise=afeeee
palevioletred=db7093 papayawhip=ffefd5 peachpuff=ffdab9 peru=cd853f pink=ffc0cb plum=dda0dd
powderblue=b0e0e6 purple=800080 rebeccapurple=663399 red=ff0000 rosybrown=bc8f8f royalblue=4169e1
saddlebrown=8b4513 salmon=fa8072 sandybrown=f4a460 seagreen=2e8b57 seashell=fff5ee sienna=a0522d
silver=c0c0c0 skyblue=87ceeb slateblue=6a5acd slategray=708090 snow=fffafa springgreen=00ff7f
steelblue=4682b4 tan=d2b48c teal=008080 thistle=d8bfd8 tomato=ff6347 turquoise=40e0d0 violet=ee82ee
violetred=d02090 webgreen=008000 wheat=f5deb3 white=ffffff whitesmoke=f5f5f5 yellow=ffff00
yellowgreen=9acd32
"""
"""Names of colours, without blanks and with `gray`, and their hexadecimal values."""

FIRST = """
antiquewhite=ffefdb brown=ff4040 burlywood=ffd39b cadetblue=98f5ff chocolate=ff7f24 coral=ff7256
darkgoldenrod=ffb90f darkolivegreen=caff70 darkorange=ff7f00 darkorchid=bf3eff darkseagreen=c1ffc1
darkslategray=97ffff firebrick=ff3030 goldenrod=ffc125 green=00ff00 hotpink=ff6eb4 indianred=ff6a6a
khaki=fff68f lightblue=bfefff lightgoldenrod=ffec8b lightpink=ffaeb9 lightskyblue=b0e2ff
lightsteelblue=cae1ff maroon=ff34b3 mediumorchid=e066ff mediumpurple=ab82ff olivedrab=c0ff3e orchid=ff83fa
palegreen=9aff9a paleturquoise=bbffff palevioletred=ff82ab pink=ffb5c5 plum=ffbbff purple=9b30ff
rosybrown=ffc1c1 royalblue=4876ff salmon=ff8c69 seagreen=54ff9f sienna=ff8247 skyblue=87ceff
slateblue=836fff slategray=c6e2ff steelblue=63b8ff tan=ffa54f thistle=ffe1ff turquoise=00f5ff
violetred=ff3e96 wheat=ffe7ba
"""
"""The colours of names followed by 1 that differ from those of the plain names."""

SHADES = (1.0, 0.932, 0.804, 0.545)
"""The parts of the first one that are in the colours of names followed by 1, 2, 3 and 4."""

_GREY = re.compile("gr[ae]y([0-9]{1,2}|100)")
_NUMBERS = re.compile("#(?:[0-9a-f]{3}){1,4}")
_table: dict[str, str] = {}


def rgb(colour: str) -> tuple[int, int, int] | None:
    """Red, green and blue (0 to 255) of a name or of `#rgb` with one to four digits each; else None."""
    word = "".join(colour.lower().split())
    if _NUMBERS.fullmatch(word):
        size = len(word) // 3
        red, green, blue = (int(word[1 + size * i : 1 + size * (i + 1)], 16) for i in range(3))
        full = 16**size - 1
        return red * 255 // full, green * 255 // full, blue * 255 // full
    found = _GREY.fullmatch(word)
    if found:
        grey = int(int(found[1]) * 2.55 + 0.5)
        return grey, grey, grey
    value = _named().get(word.replace("grey", "gray"))
    return rgb(f"#{value}") if value else None


def _named() -> dict[str, str]:
    """The table of names and colours, made of the texts on the first call."""
    if not _table:
        _table.update(entry.split("=") for entry in PLAIN.split())  # type: ignore[misc]
        first = {**_table, **dict(entry.split("=") for entry in FIRST.split())}
        for name, value in first.items():
            parts = [int(value[i : i + 2], 16) for i in (0, 2, 4)]
            shades = ["".join(f"{int(part * shade + 0.5):02x}" for part in parts) for shade in SHADES]
            _table.update({f"{name}{number}": shade for number, shade in enumerate(shades, 1)})
    return _table


def corner(anchor: str, at: Sequence[float], size: Sequence[float]) -> tuple[float, float]:
    """Left and top of a box of this size whose anchor lies at a point."""
    across = 0.0 if "w" in anchor else 1.0 if "e" in anchor and anchor != "center" else 0.5
    down = 0.0 if anchor.startswith("n") else 1.0 if anchor.startswith("s") else 0.5
    return at[0] - across * size[0], at[1] - down * size[1]
