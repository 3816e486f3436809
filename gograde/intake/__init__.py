"""Turns a submission into a program that can be started."""
