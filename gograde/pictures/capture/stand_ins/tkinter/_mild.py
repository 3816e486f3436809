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
_ANSWERS: dict[str, Any] = {
    _WM: "", " ".join(f"wm_{name}" for name in (*_WM.split(), "forget", "grid")): "",
    """
    tk_setPalette waitvar setvar focus_set focus focus_force focus_get bell clipboard_clear clipboard_append
    grab_release grab_set grab_set_global option_add option_clear selection_own lower tkraise lift unbind
    unbind_all unbind_class grid_anchor anchor event_add event_delete wait_visibility focus_displayof
    focus_lastfor tk_focusNext tk_focusPrev grab_current grab_status selection_own_get winfo_containing
    selection_clear
    """: None,
    "getvar clipboard_get option_get selection_get winfo_pathname winfo_screen": "",
    "winfo_rootx winfo_rooty winfo_vrootx winfo_vrooty winfo_id": 0,
    "bindtags event_info state": (), "winfo_depth winfo_screendepth": 24,
    "winfo_pointerx winfo_pointery": -1, "winfo_pointerxy grid_location": (-1, -1),
    "winfo_visual winfo_screenvisual": "truecolor", "grid_bbox bbox": (0, 0, 1, 1),
    "winfo_screenwidth winfo_vrootwidth": SCREEN[0], "winfo_screenheight winfo_vrootheight": SCREEN[1],
    "winfo_screenmmwidth": SCREEN[0] // 4, "winfo_screenmmheight": SCREEN[1] // 4,
}  # fmt: skip
"""What methods return, by their names; a class that does something defines its own."""

_OF_SOME = """
activate add_cascade after_info blank busy busy_cget busy_config busy_configure busy_forget busy_hold
busy_status column compare configure coords count current data dchars debug delete deletecommand delta
deselect detach dlineinfo dump edit edit_modified edit_redo edit_reset edit_separator edit_undo
element_create element_names element_options enable_traversal entrycget entryconfig entryconfigure find
find_above find_below find_enclosed find_overlapping flash fraction heading hide icursor identify
identify_column identify_element identify_region identify_row image_cget image_configure image_names
image_types index info_patchlevel insert insert_cascade insert_checkbutton insert_command insert_radiobutton
insert_separator instate invoke item itemcget layout loadtk location lookup map mark_gravity mark_names
mark_next mark_previous mark_set mark_unset move nearest next option_readfile pane panecget paneconfig
paneconfigure parent peer_create peer_names post prev proxy proxy_coord proxy_forget proxy_place read
readprofile reattach remove replace sash sash_coord sash_mark sash_place sashpos scan scan_dragto scan_mark
search see select select_adjust select_anchor select_clear select_from select_includes select_item
select_present select_range select_set select_to selection selection_add selection_adjust selection_anchor
selection_element selection_from selection_handle selection_includes selection_present selection_range
selection_remove selection_set selection_to selection_toggle send set set_children start step stop tab
tag_bind tag_cget tag_delete tag_has tag_lower tag_names tag_nextrange tag_prevrange tag_raise tag_ranges
tag_remove tag_unbind theme_create theme_names theme_settings theme_use tk_bisque tk_busy tk_busy_cget
tk_busy_config tk_busy_configure tk_busy_forget tk_busy_hold tk_busy_status tk_focusFollowsMouse tk_popup
tk_strictMotif transparency_get transparency_set type unpost validate window_cget window_config
window_configure window_names winfo_atom winfo_atomname winfo_cells winfo_colormapfull winfo_interps
winfo_screencells winfo_server winfo_visualid winfo_visualsavailable xposition xview xview_moveto
xview_scroll yposition yview yview_moveto yview_pickplace yview_scroll
"""
"""The methods of single kinds of widgets; each returns an empty text."""

_SHOWING = """
image_create window_create tag_add tag_configure tag_config write itemconfigure itemconfig addtag
addtag_above addtag_all addtag_below addtag_closest addtag_enclosed addtag_overlapping dtag
"""
"""Methods that would change what is seen; that they were called is told."""


class Mild:
    """Has the methods of all widgets; classes that do something define their own."""

    def __getattr__(self, name: str) -> Any:
        """A method of a single kind of widget; no class has it, so it hides no method of a program."""
        if name in _SHOWING.split():
            return lambda *args, **options: tell(self, name)
        if name not in _OF_SOME.split():
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return lambda *args, **options: ""


def tell(widget: object, name: str) -> str:
    """Tell the grader that a method was called which would show something."""
    from _window_files import note  # type: ignore[import-not-found]

    note("not imitated", f"{type(widget).__name__}.{name}")
    return ""


def _answering(answer: Any) -> Callable[..., Any]:
    return lambda self, *args, **options: answer


for _names, _answer in _ANSWERS.items():
    for _name in _names.split():
        setattr(Mild, _name, _answering(_answer))
