"""The layout and the look of widgets, and the drawing of a window."""
