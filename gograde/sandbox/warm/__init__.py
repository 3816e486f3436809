"""Runs that are forked from a server in a sandbox, so that they do not wait for their interpreter."""
