"""How an autograder grades: written when it is packed, read when it runs."""

from __future__ import annotations

import json
from typing import Literal

from pydantic import Field

from gograde.classroom.class_config import LatePolicy, Time
from gograde.errors import UsageError
from gograde.package.config import Strict
from gograde.scoring.record import Visibility

SETTINGS = "autograder.json"
PACKAGE = "package"
"""The folder of the assignment's package."""

HIDDEN = "hidden"
"""The folder of the hidden cases."""

SCHEMA: Literal["gograde/autograder/v1"] = "gograde/autograder/v1"


class Autograder(Strict):
    """The settings; `due` is a class's, and counts where Gradescope knows no due date."""

    schema_: Literal["gograde/autograder/v1"] = Field(alias="schema", default=SCHEMA)
    assignment: str
    hidden: bool = False
    visibility: Visibility = Visibility.HIDDEN
    late: LatePolicy = LatePolicy()
    due: Time | None = None
    trust: bool = False
    backend: Literal["bwrap", "landlock"] | None = None

    @property
    def costs(self) -> bool:
        """Whether late work loses points."""
        return self.late.policy != "baseline" or self.late.reject_after_days is not None

    def text(self) -> str:
        """The settings as JSON."""
        return json.dumps(self.model_dump(mode="json", by_alias=True), indent=1) + "\n"


def check_settings(settings: Autograder) -> None:
    """Raise `UsageError` for what an autograder cannot do."""
    if settings.late.policy == "late-days":
        what = "free days are counted over the whole class, which Gradescope does not know"
        raise UsageError("--late", what, "choose another policy, or grade in the class: gograde run")
    if settings.hidden and settings.trust:
        what = "programs without a sandbox could read the hidden cases"
        raise UsageError("--trust-submissions", what, "leave --hidden or --trust-submissions out")
