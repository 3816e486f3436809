"""Interpreters for students' programs: a Python with the packages that a course names, and no others."""
