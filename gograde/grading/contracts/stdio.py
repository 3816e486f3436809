"""The contract `stdio`: a program is started for each case, reads standard input and prints the answer."""

from __future__ import annotations

from gograde.grading.contracts.files import FilesContract


class StdioContract(FilesContract):
    """Like `files`; a batch is one case on standard input, and no file is staged."""


KIND = StdioContract()
