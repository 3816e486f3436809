"""Benchmarks: gograde beside its peers, measured in one run."""
