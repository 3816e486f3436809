"""Benchmarks: ratios between gograde and its peers, measured in one run."""
