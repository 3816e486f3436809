"""Makes only those reports anew whose inputs changed, or whose files are not as they were written.

Reports are made in units, such as the page of a student with its pictures.  A file beside the work of the
class says for each unit from which inputs it was made, as one digest, and which files came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from pydantic import TypeAdapter

from gograde.files import write_changed
from gograde.grading.records import to_json

Units = Mapping[str, tuple[str, Mapping[str, str]]]
"""By the name of a unit: the digest of its inputs, and its files with their SHA-256."""

_UNITS: TypeAdapter[Units] = TypeAdapter(Units)


class Renewal:
    """Writes the reports into a folder; `known` is the file of what they were made from.

    `code` is in the inputs of every unit.  A file that cannot be read knows nothing.
    """

    def __init__(self, folder: Path, known: Path, code: str) -> None:
        self._folder, self._path, self._code = folder, known, code
        self._units: dict[str, tuple[str, Mapping[str, str]]] = {}
        try:
            self._known: Units = _UNITS.validate_json(known.read_bytes())
        except (OSError, ValueError):
            self._known = {}

    @property
    def files(self) -> dict[str, str]:
        """The files of all units so far, with their SHA-256."""
        return {name: digest for _, files in self._units.values() for name, digest in files.items()}

    def renew(
        self, unit: str, inputs: Iterable[str], make: Callable[[], Iterable[tuple[str, bytes]]]
    ) -> Mapping[str, str]:
        """The files of a unit with their SHA-256; `make` makes them from these inputs where they are not."""
        made_from = sha256("\0".join((self._code, *inputs)).encode()).hexdigest()
        before, files = self._known.get(unit, ("", {}))
        if before != made_from or any(self._digest(name) != digest for name, digest in files.items()):
            files = {name: self._written(name, data) for name, data in [*make()]}
        self._units[unit] = made_from, files
        return files

    def keep(self) -> None:
        """Note what everything was made from, once it is written."""
        write_changed(self._path, to_json(self._units))

    def _written(self, name: str, data: bytes) -> str:
        write_changed(self._folder / name, data)
        return sha256(data).hexdigest()

    def _digest(self, name: str) -> str:
        try:
            return sha256((self._folder / name).read_bytes()).hexdigest()
        except OSError:
            return ""
