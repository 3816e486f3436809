"""Well-known corner sequences, as paths for `gograde.go.joseki.paths`.

The lines are written by hand.  Every entry is a name, the steps, and optionally an advantage and a
condition.  Names count lines from the corner's edges: a stone on 3-4 is step CD, a stone on 5-3 is EC.  The
first stone may have either colour.  The advantages are today's common opinion; most paths are even.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gograde.go.joseki.paths import Advantage, JosekiPath, check_forest

LADDER = "the ladder works for the first player"


class Line(NamedTuple):
    """A path in the format of this file."""

    name: str
    steps: str
    advantage: Advantage = Advantage.EVEN
    condition: str = ""


LINES = (
    # 4-4, the corner invaded at once
    Line("4-4, 3-3 invasion, hane on both sides, solid", "DDCCDCCDCEDBEBCBECBEBFBDCF", Advantage.FIRST),
    Line("4-4, 3-3 invasion, hane on both sides, hanging", "DDCCDCCDCEDBEBCBFCBEBFBDCG", Advantage.FIRST),
    Line("4-4, 3-3 invasion, double hane, sides exchanged", "DDCCDCCDCEBEBFDECFDBEBCBEEBD"),
    Line("4-4, 3-3 invasion, double hane, cut outside", "DDCCDCCDCEBEBFCFDEBGBDAFBC"),
    Line("4-4, 3-3 invasion, extension, slide", "DDCCDCCDDEBF"),
    Line("4-4, 3-3 invasion, extension, hane at the back", "DDCCDCCDDEDBEBCBFCCF"),
    Line("4-4, 3-3 invasion, extension, one push, jump", "DDCCDCCDDECEDFCG"),
    # 4-4, approached low
    Line("4-4, low approach, small knight, slide", "DDFCCFDBCCIC"),
    Line("4-4, low approach, one-space jump, slide", "DDFCDFDBCCIC"),
    Line("4-4, low approach, large knight, slide", "DDFCCGDBCCIC"),
    Line("4-4, low approach, kick, small knight", "DDFCECFDCFJC"),
    Line("4-4, low approach, kick, one-space jump", "DDFCECFDDFJC"),
    Line("4-4, low approach, attach and extend, 3-3", "DDFCFDGDFECCCDDCECEBEDGBGEHD"),
    Line("4-4, low approach, attach and extend, side", "DDFCFDGDFEECDCJCDFHD"),
    Line("4-4, low approach, one-space low pincer, 3-3, cap", "DDFCHCCCCDDCEDFBGE"),
    Line("4-4, low approach, one-space low pincer, 3-3, cut off", "DDFCHCCCDCCDDEDBEBCBECCFCHCGDH"),
    Line("4-4, low approach, one-space high pincer, 3-3", "DDFCHDCCDCCDCEDBEBCBECCFBE"),
    Line("4-4, low approach, two-space low pincer, 3-3", "DDFCICCCCDDCEDECFDGCHE"),
    Line("4-4, low approach, two-space high pincer, 3-3", "DDFCIDCCCDDCEDBCFDGCGDBDCF"),
    Line("4-4, low approach, three-space low pincer, 3-3", "DDFCJCCCDCCDDEDBEBCBECCFDFCGDGDH"),
    Line("4-4, approached on both sides, 3-3, tenuki", "DDCFFCCCCDBDBEBCCEEBXXJCECFBGC"),
    # 4-4, approached high
    Line("4-4, high approach, one-space jump, attach below", "DDFDDFDCCCECCBIC"),
    Line("4-4, high approach, far low pincer", "DDFDJCDFEECCDCCDFEDEGD"),
    # 3-4, approached low
    Line("3-4, low approach, attach and extend outside", "CDECEDFDEEDCCCICCJ"),
    Line("3-4, low approach, kick", "CDECDCEDDFIC"),
    Line("3-4, low approach, diagonal move", "CDECDEICDCED"),
    Line("3-4, low approach, one-space low pincer, jump", "CDECGCEECGJCDCEBGEEGJE"),
    Line("3-4, low approach, one-space low pincer, 3-3", "CDECGCCCBCDDCECBDGBB"),
    Line("3-4, low approach, one-space high pincer, press", "CDECGDDEDDEDEEFEEFFDDFGC"),
    Line("3-4, low approach, one-space high pincer, jump", "CDECGDEEDFIDGFEFDG"),
    Line("3-4, low approach, two-space low pincer, jump", "CDECHCEEDFJCHEEFDG"),
    Line("3-4, low approach, two-space high pincer, large knight", "CDECHDCGDECJDC"),
    Line("3-4, low approach, two-space high pincer, jump", "CDECHDEECGCCBCCBDDEDCI"),
    Line("3-4, low approach, two-space high pincer, press", "CDECHDDECEDFCGJDHFFF"),
    # 3-4, approached high
    Line("3-4, high approach, attach and draw back, solid", "CDEDECFCDCFDCFJC"),
    Line("3-4, high approach, attach and draw back, hanging", "CDEDECFCDCGDCFJC"),
    Line("3-4, high approach, attach and draw back, peep", "CDEDECFCDCGDFEFDEEGEDDGG"),
    Line("3-4, high approach, small avalanche", "CDEDECDDDCCEFDCCBDCBBEDFFEDGEF", Advantage.FIRST, LADDER),
    Line("3-4, high approach, avalanche avoided by extending", "CDEDECDDDCCEFCBDCCDF"),
    Line("3-4, high approach, avalanche avoided by hane", "CDEDECDDDCCEFCFDGCBDCCDF"),
    Line("3-4, high approach, attach outside, side", "CDEDDEICEEFDDC"),
    Line("3-4, high approach, attach outside, 3-3", "CDEDDECCDCDDBCCEBDDF"),
    Line("3-4, high approach, one-space low pincer", "CDEDGCEBDCECCFIC"),
    Line("3-4, high approach, two-space high pincer, jump", "CDEDHDEFCFCCBCDCBB"),
    Line("3-4, high approach, two-space high pincer, 3-3", "CDEDHDCCBCDCBEEFDG"),
    # 3-4, approached from afar
    Line("3-4, large knight's approach, shoulder hit", "CDFCEDDBEBECDCFBCBJC"),
    Line("3-4, large knight's approach, 4-3, tenuki", "CDFCDCICXXCFEECI"),
    Line("3-4, two-space high approach, small knight below", "CDFDECFCEDFEEEFFDG"),
    Line("3-4, two-space high approach, small knight outside", "CDFDDFJCCJCCDCDDCBCEBCDEBECF"),
    # 5-3
    Line("5-3, 3-4 approach, large slant, wedge", "ECCDDFDEEEEDFDDDFCCFEFCH"),
    Line("5-3, 3-4 approach, large slant, both extend", "ECCDDFDEEECFEFCG"),
    Line("5-3, 3-4 approach, large slant, side", "ECCDDFCFDECGCCCEDCCJ"),
    Line("5-3, 3-4 approach, shoulder hit", "ECCDDECEDFCFDGCHJD"),
    Line("5-3, 3-4 approach, one-space low pincer", "ECCDCFDEDFDCFD"),
    Line("5-3, 3-4 approach, two-space low pincer", "ECCDCGDECJDCEDDBIC"),
    Line("5-3, 3-3 approach, slant", "ECCCDECECFCDDFEBFBFC"),
    Line("5-3, 4-5 approach, 4-4", "ECDEDDCEEECDEFCCJC"),
    # 5-4
    Line("5-4, 3-4 approach, attach outside", "EDCDCEBEDECFDGCCDFBF"),
    Line("5-4, 3-4 approach, small slant", "EDCDDECECFBFCGBGCHECFCDCFD"),
    Line("5-4, 3-4 approach, pincer", "EDCDCFDECCBCDCBEICEEFDCH"),
    Line("5-4, 3-3 approach, side", "EDCCCDBDCEDCECBECGBFEG"),
    Line("5-4, 3-3 approach, top", "EDCCDCCDEFCG"),
    # 5-5 and 6-3
    Line("5-5, 3-3 approach", "EECCCEECGD"),
    Line("5-5, 4-4 approach", "EEDDEDCEECCGCCCJ"),
    Line("5-5, 3-4 approach", "EECDDCCCCFDB"),
    Line("6-3, 3-4 approach, 3-3", "FCCDCCBCDCBE"),
    Line("6-3, 3-4 approach, side", "FCCDCBCGIC"),
    # 3-3
    Line("3-3, shoulder hit", "CCDDDCEDCFECCDIC"),
    Line("3-3, small knight's approach", "CCECDEGDCI"),
    Line("3-3, high approach", "CCEDCF"),
    Line("3-3, large knight's approach", "CCFCIDDDBEDCCB"),
    Line("3-3, high approach on the other side, wedge", "CCDEDDCEEDCI"),
)


@lru_cache(maxsize=1)
def library() -> tuple[JosekiPath, ...]:
    """The lines above as a checked forest without games; made on the first call."""
    paths = tuple(JosekiPath(*line) for line in LINES)
    check_forest(paths)
    return paths
