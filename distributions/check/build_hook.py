"""Puts into the wheel of gograde-check what students need: parts of gograde, and of its packages."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StudentsPart(BuildHookInterface[Any]):
    """Computes the files, from the checkout two folders above."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root).parents[1]
        sys.path.insert(0, str(root))
        from gograde.package.package import package_ids, package_path
        from gograde.student_build import student_files
        from gograde.workflow.handout import write_part

        self._room = tempfile.TemporaryDirectory()
        ids = package_ids()
        for name in ids:
            write_part(package_path(name), Path(self._room.name) / name)
        folders = [name.replace("-", "_") for name in ids]
        code = {str(root / "gograde" / path): f"gograde/{path}" for path in student_files(folders)}
        build_data["force_include"] |= {**code, self._room.name: "gograde/_data/cases"}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._room.cleanup()
