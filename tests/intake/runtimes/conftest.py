"""A small package, and wheels that are made on the spot, so that nothing is fetched."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from gograde.intake.runtime import ready
from gograde.package.package import DESCRIPTOR, Package, describe, load_config, open_package

ASSIGNMENT = """\
schema: gograde/assignment/v1
id: tiny
version: 1.0.0
title: {en: Tiny}
contract: {kind: files, entries: [main.py], languages: [python]}
groups:
  - {name: all, questions: ["0"], weight: 2}
"""

FILES = {"stones/__init__.py": "NUMBER = 361\n", "stones/deep/black.py": "NUMBER = 181\n"}


@dataclass(frozen=True)
class Maker:
    """Makes packages and wheels below a folder, and keeps runtimes there."""

    folder: Path

    @property
    def runtimes(self) -> Path:
        return self.folder / "cache" / "gograde" / "runtimes"

    def wheel(self, name: str = "stones", needs: str = "", files: Mapping[str, str] = FILES) -> str:
        """A wheel where pip looks for it, as a line of a lock."""
        path = self.folder / "wheels" / f"{name}-1.0-py3-none-any.whl"
        about = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
        about += f"Requires-Dist: {needs}\n" if needs else ""
        info = f"{name}-1.0.dist-info"
        inside = {
            **files,
            f"{info}/METADATA": about,
            f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        }
        record = "".join(f"{file},,\n" for file in (*inside, f"{info}/RECORD"))
        with zipfile.ZipFile(path, "w") as archive:
            for file, text in {**inside, f"{info}/RECORD": record}.items():
                archive.writestr(zipfile.ZipInfo(file), text)
        return f"{name}==1.0 \\\n    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"

    def package(self, runtime: str, lock: str | None = None) -> Package:
        """A package with this value of `runtime:` and this `runtime.lock`."""
        folder = self.folder / "tiny"
        folder.mkdir(exist_ok=True)
        (folder / "assignment.yaml").write_text(
            f"{ASSIGNMENT}runtime: {runtime}\n" if runtime else ASSIGNMENT
        )
        if lock is not None:
            (folder / "runtime.lock").write_text(lock)
        (folder / DESCRIPTOR).write_bytes(describe(folder, load_config(folder)))
        return open_package(folder)


def maker_in(folder: Path, patch: pytest.MonkeyPatch) -> Maker:
    """A maker whose wheels pip finds, and whose runtimes are found, as long as the patch lasts."""
    (folder / "wheels").mkdir(exist_ok=True)
    patch.setenv("PIP_NO_INDEX", "1")
    patch.setenv("PIP_FIND_LINKS", str(folder / "wheels"))
    patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    ready.cache_clear()
    return Maker(folder)


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Maker:
    return maker_in(tmp_path, monkeypatch)
