"""Statistics of a class, each a table made from the frames.

What is not decided (JE, RV, pending) is left out and counted, never taken for 0; so are submissions that were
not handed in.  Every number stands beside the number of students or submissions that it was made from.
"""

from gograde.frames.statistics.every import STATISTICS, every_statistic, statistic

__all__ = ["STATISTICS", "every_statistic", "statistic"]
