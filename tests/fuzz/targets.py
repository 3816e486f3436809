"""The targets of a campaign, by name."""

from __future__ import annotations

from collections.abc import Mapping

from tests.fuzz import answers, archives, exports, pictures, records, sources
from tests.fuzz.trial import Maker

TARGETS: Mapping[str, Maker] = {
    "answers": answers.trial, "archives": archives.trial, "exports": exports.trial, "json": records.trial,
    "pictures": pictures.trial, "sources": sources.trial,
}  # fmt: skip
