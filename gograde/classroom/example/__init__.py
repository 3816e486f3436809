"""The example class of `gograde demo`."""
