"""Boards that programs draw: what a package asks for, which picture belongs to what, and its outcome."""
