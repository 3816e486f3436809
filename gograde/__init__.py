"""gograde: grading for Go (weiqi) programming courses."""

__version__ = "0.1.0"
