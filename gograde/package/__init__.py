"""Data packages on disk: read, check, describe, seal."""

import os

os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # no other library changes how files are read
