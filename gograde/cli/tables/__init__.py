"""The commands of each distribution."""
