"""Boards from the shapes that a picture was drawn with: lines, discs and rectangles instead of pixels.

A scene is the shapes of one picture, in groups that do not mix: a canvas, the axes of a figure. A lattice is
found from lines or cells alone. It is read only when every shape on it is explained; otherwise a reason says
why not, and the pixels are read.
"""
