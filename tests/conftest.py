"""Fixtures for tests of all parts."""

from __future__ import annotations

import compileall
import gc
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

# Snakemake keeps the sys.stdout of its first import for its jobs, and needs a real file there: a test that
# captures output in memory must not be the first.
import snakemake.shell  # noqa: F401
from hypothesis import HealthCheck, settings

import gograde
from gograde.app.server import SCREEN
from gograde.sandbox.protocol import Backend
from gograde.sandbox.select import choose_backend
from tests import needs, sandboxes
from tests.browser import Browser, browser
from tests.hidden import SHARED
from tests.sandboxes import backend_or_skip

# An example that takes long tells of a busy machine and of nothing that a test is about.
_CHECKS = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
_PATIENT = settings(deadline=None, suppress_health_check=_CHECKS)
# A few examples in each run of the suite, which draws others each time; a campaign has the many.
settings.register_profile("suite", _PATIENT, max_examples=20)
settings.register_profile("campaign", _PATIENT, max_examples=1000)
settings.load_profile("suite")


SEED = "GOGRADE_TESTS_SEED"
"""Hands the seed to the workers, which read no options that were set after theirs were written down."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", metavar="I/N", help="run every N-th test by name, from the I-th")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(needs, "needs")
    config.pluginmanager.register(sandboxes, "sandboxes")
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = os.environ.setdefault(SEED, str(secrets.randbelow(2**32)))
    if not hasattr(config, "workerinput"):
        for name in SCREEN:  # a server of a test opens no window
            os.environ.pop(name, None)
        os.environ[SHARED] = mkdtemp(prefix="gograde-tests-")
        needs.be_anywhere(Path(os.environ[SHARED]))
        # A thousand processes import it: with PYTHONDONTWRITEBYTECODE set each would compile what changed.
        compileall.compile_dir(Path(gograde.__file__).parent, quiet=2)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ[SHARED], ignore_errors=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    seed = config.option.hypothesis_seed
    terminalreporter.write_line(f"what was drawn at random is drawn again by --hypothesis-seed={seed}")


LONG = {"workflow", "injection", "package", "cli", "kills"}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whole classes are graded first, so that at the end the workers share out short tests."""
    if hasattr(config, "workerinput"):  # which shares its CPU
        items[:] = [item for item in items if item.get_closest_marker("alone") is None]
    if config.option.part:
        part, parts = map(int, config.option.part.split("/"))
        chosen = {item.nodeid for item in sorted(items, key=lambda item: item.nodeid)[part::parts]}
        items[:] = [item for item in items if item.nodeid in chosen]
    items.sort(key=lambda item: not LONG & set(item.path.parts))


def pytest_collection_finish() -> None:
    """What is there now stays to the end: to look for garbage in it again and again takes long."""
    gc.collect()
    gc.freeze()


@pytest.fixture(params=["bwrap", "landlock"], scope="session")
def backend(request: pytest.FixtureRequest) -> Backend:
    """Each back end that works on this machine, as whoever runs the tests."""
    return backend_or_skip(request.param)


@pytest.fixture(scope="session")
def sandbox() -> Backend:
    """The back end that grading takes here."""
    return choose_backend()


@pytest.fixture(scope="session")
def first_window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A window of the browser of this process, which takes a second to start."""
    needs.require("a browser")
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def looked(first_window: Browser) -> Iterator[Browser]:
    """A window of the tests of a file."""
    window = first_window.another()
    yield window
    window.close()
