"""Tells the shapes of a figure: lines, discs, cells and texts in pixels of the file that it is saved in.

An error in this module must not end the program: then the figure has no shapes, and its pixels are read.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Callable, Iterator
from typing import Any

from _scene_files import MOST_SHAPES, Told, scene, with_scene  # type: ignore[import-not-found]

MOST_CELLS = 1024
"""The most cells of an image that are told one by one; a board of 19 lines has 361."""

ROUND = 0.04
"""The part of its radius by which a point of a disc may lie nearer or farther."""


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
        height, width, _ = canvas.buffer_rgba().shape
        return bytes(scene((width, height), Figure(canvas.figure, height).groups()))
    except Exception:
        return b""


Group = tuple[str, list[Told]]
"""The colour of the ground, and the shapes."""


class Figure:
    """The shapes of one figure of so many pixels height."""

    def __init__(self, figure: Any, height: int) -> None:
        self.figure, self.height, self.left = figure, height, MOST_SHAPES
        self.px = figure.dpi / 72
        self.ground: tuple[float, ...] = (1.0, 1.0, 1.0)
        self.clip: Any = None

    def groups(self) -> list[Group]:
        """The figure itself, then each of its axes."""
        figure, axes = self.figure, [one for one in self.figure.axes if one.get_visible()]
        boxes = [one.bbox for one in axes if one.has_data() or one.texts or one.patches]
        if any(_overlap(a, b) for n, a in enumerate(boxes) for b in boxes[:n]):
            raise ValueError("axes lie over one another")
        own = [child for child in figure.get_children() if child is not figure.patch and child not in axes]
        paper = figure.get_facecolor()
        return [self._group(paper, own, None), *(self._axes(one, paper) for one in axes)]

    def _axes(self, axes: Any, paper: Any) -> Group:
        if axes.name != "rectilinear":
            raise ValueError("axes that are not flat and straight")
        children = axes.get_children()
        children.remove(axes.patch)
        framed = axes.axison and axes.get_frame_on()
        if not framed:
            children = [child for child in children if child not in axes.spines.values()]
        if not axes.axison:
            children = [child for child in children if child not in (axes.xaxis, axes.yaxis)]
        on_patch = framed and axes.patch.get_visible()
        return self._group(axes.patch.get_facecolor() if on_patch else paper, children, axes.bbox)

    def _group(self, paper: Any, children: list[Any], clip: Any) -> Group:
        self.ground = (1.0, 1.0, 1.0)
        ground = self.colour(paper)
        if ground:
            self.ground = tuple(int(ground[i : i + 2], 16) / 255 for i in (1, 3, 5))
        shapes: list[Told] = []
        for child in sorted(children, key=lambda one: one.get_zorder()):
            if child.get_visible():
                _check_plain(child)
                self.clip = clip if child.get_clip_on() else None
                shapes += (shape for shape in self._shapes(child) if self._is_seen(shape[1]))
        if len(shapes) > self.left:
            raise ValueError("too many shapes")
        self.left -= len(shapes)
        return ground, shapes

    def _is_seen(self, coords: list[float]) -> bool:
        """Whether a shape is not cut off as a whole by the edge of the axes."""
        if self.clip is None:
            return True
        low, high = self.clip.get_points()
        xs, ys = coords[::2], [self.height - y for y in coords[1::2]]
        across = min(xs) <= high[0] + 1 and max(xs) >= low[0] - 1
        return bool(across and min(ys) <= high[1] + 1 and max(ys) >= low[1] - 1)

    def _shapes(self, child: Any) -> Iterator[Told]:
        """The shapes of an artist of any kind."""
        from matplotlib import axis, collections, image, lines, patches, spines, text

        tell: tuple[tuple[Any, Callable[[Any], Iterator[Told]]], ...] = (
            (lines.Line2D, self._line), (spines.Spine, self._spine), (patches.Patch, self._patch),
            (text.Annotation, self._other), (text.Text, self._text), (image.AxesImage, self._image),
            (axis.Axis, self._grid), (collections.LineCollection, self._lines),
            (collections.QuadMesh, self._mesh), (collections.Collection, self._collection),
        )  # fmt: skip
        return next((how for kind, how in tell if isinstance(child, kind)), self._other)(child)

    # -- lines ------------------------------------------------------------------------------

    def _line(self, line: Any) -> Iterator[Told]:
        points = line.get_transform().transform(line.get_xydata())
        if line.get_linestyle() not in ("None", " ", "") and line.get_linewidth() > 0:
            if line.get_drawstyle() != "default":
                raise ValueError("a line of steps")
            colour = self.colour(line.get_color(), line.get_alpha())
            yield from self._stroke(points, colour, line.get_linewidth() * self.px)
        yield from self._markers(line, points)

    def _markers(self, line: Any, points: Any) -> Iterator[Told]:
        from matplotlib.markers import MarkerStyle
        from matplotlib.transforms import Affine2D

        if line.get_marker() in (None, "None", "none", " ", ""):
            return
        if line.get_markevery() is not None:
            raise ValueError("not every marker is drawn")
        style = MarkerStyle(line.get_marker(), line.get_fillstyle())
        size = line.get_markersize() * self.px
        if not style.is_filled():
            half = size / 2
            yield from (
                ["other", self._box(x - half, y - half, x + half, y + half), "", "", 0, ""] for x, y in points
            )
            return
        path = style.get_path().transformed(style.get_transform() + Affine2D().scale(size))
        face = self.colour(line.get_markerfacecolor(), line.get_alpha())
        edge = self.colour(line.get_markeredgecolor(), line.get_alpha())
        width = line.get_markeredgewidth() * self.px
        if style.get_alt_path() is not None:
            raise ValueError("a marker of two halves")
        yield from self._stamped(_closed(path), points, [(face, edge if width > 0 else "", width)])

    def _stroke(self, points: Any, colour: str, width: float) -> Iterator[Told]:
        """A line through points; where one is no number, it is broken."""
        import numpy as np

        if not colour:
            return
        broken = np.flatnonzero(~np.isfinite(points).all(axis=1))
        for piece in np.split(points, broken):
            whole = piece[np.isfinite(piece).all(axis=1)]
            if len(whole) < 2:
                continue
            if len(whole) > 8 and np.allclose(whole[0], whole[-1], atol=1) and _is_round(whole):
                yield self._closed_shape(whole, "", colour, width)
            else:
                coords = self._flat(self._inside(whole))
                yield ["line", coords, colour, "", round(width, 2), ""]

    def _inside(self, points: Any) -> Any:
        """The points of a line across or down, moved to the edge of the axes where they lie beyond."""
        import numpy as np

        if self.clip is None or len(points) != 2 or abs(points[1] - points[0]).min() > 0.5:
            return points
        low, high = self.clip.get_points()
        along = int(np.argmax(abs(points[1] - points[0])))
        points = points.copy()
        points[:, along] = points[:, along].clip(low[along], high[along])
        return points

    def _spine(self, spine: Any) -> Iterator[Told]:
        if spine.spine_type not in ("left", "right", "bottom", "top"):
            raise ValueError("a round frame")
        points = spine.get_transform().transform(spine.get_path().vertices)
        if spine.get_linewidth() > 0:
            yield from self._stroke(
                points, self.colour(spine.get_edgecolor()), spine.get_linewidth() * self.px
            )

    def _grid(self, axis: Any) -> Iterator[Told]:
        for tick in axis._update_ticks():
            if tick.gridline.get_visible():
                yield from self._line(tick.gridline)

    def _lines(self, many: Any) -> Iterator[Told]:
        colours, widths = many.get_colors(), many.get_linewidths()
        for number, piece in enumerate(many.get_segments()):
            points = many.get_transform().transform(piece)
            colour = self.colour(colours[number % len(colours)])
            yield from self._stroke(points, colour, float(widths[number % len(widths)]) * self.px)

    # -- discs and cells --------------------------------------------------------------------

    def _patch(self, patch: Any) -> Iterator[Told]:
        path = patch.get_transform().transform_path(patch.get_path())
        face = self.colour(patch.get_facecolor()) if patch.get_fill() else ""
        width = patch.get_linewidth() * self.px
        edge = self.colour(patch.get_edgecolor()) if width > 0 else ""
        if face or edge:
            yield self._closed_shape(_closed(path), face, edge, width)

    def _collection(self, many: Any) -> Iterator[Told]:
        """Discs and other shapes, each at its place."""
        import numpy as np
        from matplotlib.transforms import Affine2D

        paths, scales = many.get_paths(), many.get_transforms()
        offsets = many.get_offset_transform().transform(np.ma.filled(many.get_offsets(), np.nan))
        count = max(len(paths), len(offsets))
        looks = self._looks(many)
        if not len(offsets):
            return
        if not paths or count > MOST_SHAPES:
            raise ValueError("no shapes, or too many")
        for number in range(count if looks else 0):
            scale = Affine2D(scales[number % len(scales)]) if len(scales) else Affine2D()
            path = (scale + many.get_transform()).transform_path(paths[number % len(paths)])
            offset = offsets[number % len(offsets)][None]
            yield from self._stamped(_closed(path), offset, [looks[number % len(looks)]])

    def _looks(self, many: Any) -> list[tuple[str, str, float]]:
        """The colour, the colour of the outline and its width of each shape, over and over."""
        faces, edges, widths = many.get_facecolors(), many.get_edgecolors(), many.get_linewidths()
        found = []
        for number in range(max(len(faces), len(edges), len(widths) if len(edges) else 0)):
            face = self.colour(faces[number % len(faces)]) if len(faces) else ""
            width = float(widths[number % len(widths)]) * self.px if len(widths) else 0.0
            edge = self.colour(edges[number % len(edges)]) if len(edges) and width > 0 else ""
            found.append((face, edge, width))
        return found

    def _stamped(self, points: Any, places: Any, looks: list[tuple[str, str, float]]) -> Iterator[Told]:
        """A shape around each of the places that are numbers."""
        import numpy as np

        for place in places[np.isfinite(places).all(axis=1)]:
            for face, edge, width in looks:
                if face or edge:
                    yield self._closed_shape(points + place, face, edge, width)

    def _closed_shape(self, points: Any, face: str, edge: str, width: float) -> Told:
        box = [*points.min(axis=0), *points.max(axis=0)]
        around = [round(float(width), 2), ""]
        if _is_round(points):
            return ["oval", self._box(*box), face, edge, *around]
        if _is_upright(points):
            return ["rect", self._box(*box), face, edge, *around]
        return ["polygon", self._flat(points), face, edge, *around]

    def _mesh(self, mesh: Any) -> Iterator[Told]:
        corners = mesh.get_transform().transform(mesh.get_coordinates().reshape(-1, 2))
        corners = corners.reshape(mesh.get_coordinates().shape)
        yield from self._cells(corners, mesh.get_facecolors())

    def _image(self, image: Any) -> Iterator[Told]:
        """The cells of a small array, or the box of a picture."""
        import numpy as np

        values = image.get_array()
        rows, cols = values.shape[:2]
        left, right, bottom, top = image.get_extent()
        if image.origin == "upper":
            ys = np.linspace(top, bottom, rows + 1)
        else:
            ys = np.linspace(bottom, top, rows + 1)
        xs = np.linspace(left, right, cols + 1)
        corners = image.axes.transData.transform(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2))
        corners = corners.reshape(rows + 1, cols + 1, 2)
        sharp = image.get_interpolation() in ("nearest", "none", "antialiased", "auto")
        box = self._box(*corners.min(axis=(0, 1)), *corners.max(axis=(0, 1)))
        if rows * cols > MOST_CELLS or not sharp:
            yield ["image", box, "", "", 0, ""]
            return
        colours = image.to_rgba(values).reshape(rows * cols, 4)
        if (colours == colours[0]).all():
            yield ["rect", box, self.colour(colours[0]), "", 0, ""]
        else:
            yield from self._cells(corners, colours)

    def _cells(self, corners: Any, colours: Any) -> Iterator[Told]:
        rows, cols = corners.shape[0] - 1, corners.shape[1] - 1
        if rows * cols > MOST_CELLS or len(colours) not in (1, rows * cols):
            raise ValueError("too many cells")
        for row in range(rows):
            for col in range(cols):
                points = corners[row : row + 2, col : col + 2].reshape(4, 2)
                colour = self.colour(colours[(row * cols + col) % len(colours)])
                yield ["rect", self._box(*points.min(axis=0), *points.max(axis=0)), colour, "", 0, ""]

    # -- texts ------------------------------------------------------------------------------

    def _text(self, text: Any) -> Iterator[Told]:
        if text.get_text().strip():
            box = self._box(*text.get_window_extent().get_points().ravel())
            colour = self.colour(text.get_color(), text.get_alpha())
            yield ["text", box, colour, "", round(text.get_fontsize() * self.px, 2), text.get_text()[:40]]

    def _other(self, artist: Any) -> Iterator[Told]:
        yield ["other", self._box(*artist.get_window_extent().get_points().ravel()), "", "", 0, ""]

    # -- pixels -----------------------------------------------------------------------------

    def colour(self, value: Any, alpha: float | None = None) -> str:
        """A colour on the ground as `#rrggbb`; empty when it is transparent."""
        from matplotlib.colors import to_rgba

        if isinstance(value, str) and value == "none":
            return ""
        *parts, alpha = to_rgba(value, alpha)
        if alpha < 0.01:
            return ""
        mixed = (alpha * part + (1 - alpha) * below for part, below in zip(parts, self.ground, strict=True))
        return "#" + "".join(f"{round(255 * part):02x}" for part in mixed)

    def _box(self, left: float, bottom: float, right: float, top: float) -> list[float]:
        (left, right), (low, high) = sorted((left, right)), sorted((bottom, top))
        return [round(float(value), 2) for value in (left, self.height - high, right, self.height - low)]

    def _flat(self, points: Any) -> list[float]:
        return [round(float(v), 2) for x, y in points for v in (x, self.height - y)]


def _check_plain(artist: Any) -> None:
    """Raise ValueError for an artist that is drawn otherwise than its shape says."""
    hatch = getattr(artist, "get_hatch", lambda: None)()
    if artist.get_path_effects() or artist.get_agg_filter() or artist.get_clip_path() is not None or hatch:
        raise ValueError("an artist with effects")


def _closed(path: Any) -> Any:
    """The corners of a path with one outline, its curves in small steps."""
    outlines = path.to_polygons()
    if len(outlines) != 1:
        raise ValueError("no single outline")
    return outlines[0]


def _is_round(points: Any) -> bool:
    import numpy as np

    low, high = points.min(axis=0), points.max(axis=0)
    radius = float((high - low).mean()) / 2
    far = np.hypot(*(points - (low + high) / 2).T)
    return len(points) > 8 and bool((abs(far - radius) <= ROUND * radius + 0.6).all())


def _is_upright(points: Any) -> bool:
    """Whether the points go around a rectangle."""
    import numpy as np

    steps = abs(np.diff(points, axis=0))
    return len(points) in (4, 5) and bool((steps.min(axis=1) <= 0.5).all())


def _overlap(one: Any, other: Any) -> bool:
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    down = min(one.y1, other.y1) - max(one.y0, other.y0)
    return bool(across > 1 and down > 1)
