"""Methods that have no effect without a screen; each answers as the real one does when nothing happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SCREEN = (1920, 1080)
"""Width and height in pixels; four pixels are a millimetre."""

_WM = """
aspect client colormapwindows command focusmodel frame group iconbitmap iconmask iconname iconphoto
iconposition iconwindow manage positionfrom sizefrom transient
"""
_NOTHING = """
deletecommand tk_strictMotif tk_bisque tk_setPalette waitvar setvar focus_set focus focus_force focus_get
tk_focusFollowsMouse bell clipboard_clear clipboard_append grab_release grab_set grab_set_global option_add
option_clear option_readfile selection_handle selection_own lower tkraise lift unbind unbind_all
unbind_class grid_anchor anchor event_add event_delete wait_visibility send focus_displayof focus_lastfor
tk_focusNext tk_focusPrev grab_current grab_status selection_own_get winfo_containing tk_busy_hold tk_busy
tk_busy_forget busy busy_hold busy_forget busy_configure busy_config tk_busy_configure tk_busy_config loadtk
readprofile selection_clear configure
"""
_TEXT = """
getvar clipboard_get option_get selection_get winfo_atomname winfo_colormapfull winfo_pathname winfo_screen
winfo_server winfo_visualid busy_cget tk_busy_cget busy_cget tk_busy_cget
"""
_ANSWERS: dict[str, Any] = {
    _WM: "", " ".join(f"wm_{name}" for name in (*_WM.split(), "forget", "grid")): "",
    _NOTHING: None, _TEXT: "",
    "winfo_atom winfo_rootx winfo_rooty winfo_vrootx winfo_vrooty winfo_id": 0,
    "bindtags event_info winfo_visualsavailable winfo_interps image_names state": (),
    "winfo_cells winfo_screencells": 256, "winfo_depth winfo_screendepth": 24,
    "winfo_pointerx winfo_pointery": -1, "winfo_pointerxy grid_location": (-1, -1),
    "winfo_visual winfo_screenvisual": "truecolor", "image_types": ("photo", "bitmap"),
    "winfo_screenwidth winfo_vrootwidth": SCREEN[0], "winfo_screenheight winfo_vrootheight": SCREEN[1],
    "winfo_screenmmwidth": SCREEN[0] // 4, "winfo_screenmmheight": SCREEN[1] // 4,
    "grid_bbox bbox": (0, 0, 1, 1), "info_patchlevel": "8.6.13", "tk_busy_status busy_status": False,
}  # fmt: skip
"""What the methods of all widgets and windows return, by their names."""

_OF_SOME = """
dchars icursor scan_mark scan_dragto scan tag_unbind select_adjust select_clear select_from select_to
select_item xview_moveto xview_scroll yview_moveto yview_scroll flash tk_popup activate post unpost
entryconfigure entryconfig insert_cascade insert_checkbutton insert_command insert_radiobutton
insert_separator set remove paneconfigure paneconfig proxy_place sash_mark sash_place see debug
selection_adjust selection_from selection_range select_range selection_to selection_element edit
edit_modified edit_redo edit_reset edit_separator edit_undo image_configure mark_gravity mark_set mark_unset
peer_create tag_delete tag_lower tag_raise tag_remove tag_bind window_configure window_config
yview_pickplace dlineinfo count selection_anchor select_anchor selection_set select_set start step stop
enable_traversal hide detach reattach move set_children selection_add selection_remove selection_toggle
heading map layout element_create theme_create theme_settings transparency_set read insert delete blank
entrycget type identify panecget sash image_cget tag_cget window_cget search mark_next mark_previous
itemcget identify_row identify_column identify_region identify_element next parent prev lookup tab select
pane column item xposition yposition nearest index sashpos after_info proxy proxy_coord proxy_forget
sash_coord mark_names peer_names tag_names window_names tag_nextrange tag_prevrange tag_ranges selection
element_names element_options coords delta fraction selection_present select_present instate tag_has
transparency_get dump validate data theme_names theme_use xview yview location
"""
"""The methods of single kinds of widgets; each returns an empty text."""

_SHOWING = frozenset(("image_create", "window_create", "tag_add", "tag_configure", "tag_config", "write",
                      "itemconfigure", "itemconfig"))  # fmt: skip
"""Methods that would change what is seen; that they were called is told."""


class Mild:
    """Has the methods of all widgets; classes that do something define their own."""

    def __getattr__(self, name: str) -> Any:
        if name in _SHOWING:
            return lambda *args, **options: tell(self, name)
        if name not in _OF_SOME.split():
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return lambda *args, **options: ""


def tell(widget: object, name: str) -> str:
    """Tell the grader that a method was called which would show something."""
    from _window_files import note  # type: ignore[import-not-found]

    note("not imitated", f"{type(widget).__name__}.{name}")
    return ""


def _answers(name: str, answer: Any) -> Callable[..., Any]:
    def accept(self: object, *args: Any, **options: Any) -> Any:
        return answer

    accept.__name__ = name
    return accept


for _names, _answer in _ANSWERS.items():
    for _name in _names.split():
        setattr(Mild, _name, _answers(_name, _answer))
