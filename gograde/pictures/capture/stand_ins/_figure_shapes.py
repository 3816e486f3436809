"""Tells the shapes of a figure: lines, discs, cells and texts in pixels of the file that it is saved in.

A figure is drawn once more, by a renderer that notes what it is asked to draw.  All artists come down to
paths, images and texts, so none is missed; what cannot be told of these exactly is `other` in its box.  An
error in this module must not end the program: then the figure has no shapes, and its pixels are read.
"""

from __future__ import annotations

import functools
import io
import math
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, product
from typing import Any

from _window_files import Shape, scene, with_scene  # type: ignore[import-not-found]

MOST_CELLS = 1024
"""The most cells of an image that are told one by one; a board of 19 lines has 361."""

MOST_CORNERS = 24
"""The most corners of a closed shape that are told; a circle has many more."""

CLEAR = 0.01
SOLID = 0.98
"""Opacity below which nothing is seen, and from which nothing is seen below."""

MOVE = 1
CLOSE = 79
"""Codes of matplotlib's paths: a new piece begins, and a piece is closed."""

Look = tuple[str, str, float]
"""The colour of the inside and of the outline, empty for none, and the width of the outline in pixels."""


def _backend_agg(module: Any) -> None:
    """Make figures write their shapes into every file of pixels."""
    print_pil = module.FigureCanvasAgg._print_pil

    @functools.wraps(print_pil)
    def with_shapes(self: Any, filename_or_obj: Any, *args: Any, **kw: Any) -> None:
        from matplotlib.cbook import open_file_cm

        out = io.BytesIO()
        print_pil(self, out, *args, **kw)
        with open_file_cm(filename_or_obj, "wb") as file:
            file.write(with_scene(out.getvalue(), scene_of(self)))

    module.FigureCanvasAgg._print_pil = with_shapes


CHANGES: dict[str, Callable[[Any], None]] = {"matplotlib.backends.backend_agg": _backend_agg}


def scene_of(canvas: Any) -> bytes:
    """The scene of a figure that was just drawn; empty when it cannot be told."""
    try:
        figure, (height, width, _) = canvas.figure, canvas.buffer_rgba().shape
        layout, renderer = figure.get_layout_engine(), _renderer()(width, height, figure.dpi)
        figure.set_layout_engine("none")
        try:
            renderer.begin(figure)
            figure.draw(renderer)
        finally:
            figure.set_layout_engine(layout or "none")
        return bytes(scene((width, height), renderer.groups))
    except Exception:
        return b""


@functools.cache
def _renderer() -> Any:
    """The class of the renderer; matplotlib is imported by the program."""
    from matplotlib.backends.backend_agg import RendererAgg

    class Renderer(Notes, RendererAgg):  # type: ignore[misc]
        """Agg's renderer, whose measures are those of the picture, but which draws nothing."""

    return Renderer


class Notes:
    """The shapes that a renderer is asked to draw: those of axes that lie apart are groups of their own.

    What is drawn on the figure itself may lie on any axes, so it is in every group.
    """

    width: float
    height: float
    points_to_pixels: Callable[[float], float]
    get_text_width_height_descent: Callable[..., tuple[float, float, float]]

    def begin(self, figure: Any) -> None:
        """Note on the ground of a figure."""
        self.paper: tuple[float, ...] = (1.0, 1.0, 1.0)
        self.ground = (
            self._colour(figure.get_facecolor()) if figure.patch.get_visible() else ""
        ) or "#ffffff"
        self.paper = tuple(int(self.ground[i : i + 2], 16) / 255 for i in (1, 3, 5))
        self.groups: list[tuple[str, list[Shape]]] = [(self.ground, [])]
        boxes = [axes.bbox for axes in figure.axes if axes.get_visible()]
        self._are_apart = not any(_overlap(one, other) for one, other in combinations(boxes, 2))
        self._open = [self.groups[0][1]]

    def open_group(self, s: str, gid: Any = None) -> None:
        if s == "axes" and self._are_apart:
            self.groups.append((self.ground, list(self.groups[0][1])))
            self._open.append(self.groups[-1][1])

    def close_group(self, s: str) -> None:
        if s == "axes" and self._are_apart:
            self._open.pop()

    def _update_methods(self) -> None:
        """Leave markers, collections and meshes to the plain renderer, which draws each as paths."""

    def _note(self, gc: Any, shape: Shape) -> None:
        """Note a shape, unless all of it is cut off by the edge of the axes.

        A path that cuts it off, or an effect on it, makes it something else.
        """
        seen, (left, top, right, bottom) = self._clip(gc), _ends(shape[1])
        if right < seen[0] - 1 or left > seen[2] + 1 or bottom < seen[1] - 1 or top > seen[3] + 1:
            return
        if gc is None or gc.get_hatch() or gc.get_sketch_params() or gc.get_clip_path()[0] is not None:
            shape = ["other", _ends(shape[1]), "", "", 0, ""]
        shape[1] = [round(float(value), 2) for value in shape[1]]
        for shapes in [self._open[-1]] if len(self._open) > 1 else [shapes for _, shapes in self.groups]:
            shapes.append(shape)

    def _clip(self, gc: Any) -> list[float]:
        """Left, top, right and bottom of what is seen."""
        box = None if gc is None else gc.get_clip_rectangle()
        return (
            [0, 0, self.width, self.height]
            if box is None
            else self._down([[box.x0, box.y1], [box.x1, box.y0]])
        )

    def _down(self, points: Any) -> list[float]:
        """The coordinates of points in a row, from the top."""
        return [value for x, y in points for value in (float(x), self.height - float(y))]

    # -- paths ------------------------------------------------------------------------------

    def draw_path(self, gc: Any, path: Any, transform: Any, rgbFace: Any = None) -> None:  # noqa: N803
        forced = gc.get_alpha() if gc.get_forced_alpha() else None
        width = self.points_to_pixels(gc.get_linewidth())
        inside, around = (_opacity(colour, forced) for colour in (rgbFace, gc.get_rgb() if width else None))
        face, edge = self._colour(rgbFace, forced), self._colour(gc.get_rgb(), forced) if width else ""
        outlines = path.to_polygons(transform) if face else []
        pieces = 1 if path.codes is None else int((path.codes == MOVE).sum())
        if outlines:
            plain = len(outlines) == pieces == 1 and inside >= SOLID and not CLEAR < around < SOLID
            for points in outlines:
                shape = self._closed(points, (face, edge, width))
                self._note(gc, shape if plain else ["other", _ends(shape[1]), "", "", 0, ""])
        elif edge:
            for points, closed in _strokes(path, transform, gc.get_clip_rectangle()):
                if closed:
                    self._note(gc, self._closed(points, ("", edge, width)))
                else:
                    self._note(gc, ["line", self._down(points), edge, "", round(width, 2), ""])

    def _closed(self, points: Any, look: Look) -> Shape:
        """A closed shape by its corners; the reader knows discs and rectangles by them."""
        face, edge, width = look
        corners = points[:: -(-len(points) // MOST_CORNERS)]
        return ["polygon", self._down(corners), face, edge, round(float(width), 2), ""]

    def _colour(self, value: Any, alpha: float | None = None) -> str:
        """A colour on the ground as `#rrggbb`; empty when it is transparent."""
        opacity = _opacity(value, alpha)
        if opacity <= CLEAR:
            return ""
        mixed = (
            opacity * part + (1 - opacity) * below for part, below in zip(value, self.paper, strict=False)
        )
        return "#" + "".join(f"{round(255 * part):02x}" for part in mixed)

    # -- images and texts -------------------------------------------------------------------

    def draw_image(self, gc: Any, x: float, y: float, im: Any, transform: Any = None) -> None:
        """The cells of an image of few colours, or its box."""
        (high, wide), im = im.shape[:2], im[::-1]
        left, top = round(x), round(self.height - y - high)
        downs, acrosses = _edges(im, 0), _edges(im, 1)
        opaque = gc.get_alpha() >= SOLID and (im[..., 3] == 255).all()
        if not opaque or (len(downs) - 1) * (len(acrosses) - 1) > MOST_CELLS:
            self._note(gc, ["image", [left, top, left + wide, top + high], "", "", 0, ""])
            return
        for (low, high), (first, last) in product(pairwise(downs), pairwise(acrosses)):
            red, green, blue, _ = im[int(low + high) // 2, int(first + last) // 2]
            box = [left + first, top + low, left + last, top + high]
            self._note(gc, ["rect", box, f"#{red:02x}{green:02x}{blue:02x}", "", 0, ""])

    def draw_text(self, gc: Any, x: float, y: float, s: str, *args: Any, **kw: Any) -> None:
        prop, angle, ismath, *_ = (*args, kw.get("ismath", False))
        wide, high, below = self.get_text_width_height_descent(s, prop, ismath)
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        corners = [(a, b) for a in (0, wide) for b in (below, below - high)]
        box = _ends([value for a, b in corners for value in (x + a * cos + b * sin, y - a * sin + b * cos)])
        size = self.points_to_pixels(prop.get_size_in_points())
        if s.strip():
            self._note(
                gc, ["text", box, self._colour(gc.get_rgb()), "", round(float(size), 2), s.strip()[:40]]
            )

    def _unknown(self, *args: Any, **kw: Any) -> None:
        """Something that may be anywhere on the figure."""
        self._note(None, ["other", [0, 0, self.width, self.height], "", "", 0, ""])

    draw_tex = draw_gouraud_triangles = start_filter = _unknown

    def stop_filter(self, *args: Any) -> None:
        """The filter was noted when it began."""


def _overlap(one: Any, other: Any) -> bool:
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    down = min(one.y1, other.y1) - max(one.y0, other.y0)
    return bool(across > 1 and down > 1)


def _ends(coords: Any) -> list[float]:
    return [min(coords[::2]), min(coords[1::2]), max(coords[::2]), max(coords[1::2])]


def _opacity(colour: Any, forced: float | None) -> float:
    if colour is None:
        return 0.0
    return float(forced if forced is not None else colour[3] if len(colour) > 3 else 1.0)


def _strokes(path: Any, transform: Any, clip: Any) -> Iterator[tuple[Any, bool]]:
    """The pieces of a line inside a box, and whether each is closed; one broken by no number is several."""
    import numpy as np

    inside = None if clip is None else (clip.x0 - 1, clip.y0 - 1, clip.x1 + 1, clip.y1 + 1)
    cleaned = path.cleaned(transform=transform, remove_nans=True, clip=inside)
    codes, points = cleaned.codes[:-1], cleaned.vertices[:-1]
    starts = np.flatnonzero(codes == MOVE)
    for points_, its in zip(np.split(points, starts[1:]), np.split(codes, starts[1:]), strict=True):
        closed, piece = bool((its == CLOSE).any()), points_[its != CLOSE]
        if closed and (piece[0] != piece[-1]).any():
            piece = np.concatenate([piece, piece[:1]])
        if len(piece) > 1:
            yield (
                piece,
                closed or (len(piece) > MOST_CORNERS and bool(np.allclose(piece[0], piece[-1], atol=1))),
            )


def _edges(im: Any, axis: int) -> list[float]:
    """Where the cells of an image begin and end along an axis: equal neighbours are cells of their own."""
    import numpy as np

    pixels = np.moveaxis(im, axis, 0)
    changes = np.flatnonzero((pixels[1:] != pixels[:-1]).any(axis=(1, 2))) + 1
    edges = [0.0, *map(float, changes), float(len(pixels))]
    if len(edges) > MOST_CELLS:
        return edges
    step = min(end - start for start, end in pairwise(edges))
    cells = [(start, end, max(1, round((end - start) / step))) for start, end in pairwise(edges)]
    return [
        *(start + n * (end - start) / count for start, end, count in cells for n in range(count)),
        edges[-1],
    ]
