"""The languages in which programs may be written, a row each, and the tools that a machine has for them."""
