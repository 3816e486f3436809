# The two commands of the README are `make demo` and `make test`.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
FITS := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$p -c '$(FITS)' >/dev/null 2>&1 && { echo $$p; break; }; done)

# Tests wait for events a fifth of their time: three workers keep two cores busy.
# Without bytecode of the tests each process would compile them all anew.
test campaign slurm-test: export PYTHONDONTWRITEBYTECODE =

.PHONY: install demo test campaign slurm-test lint bench dist clean

install: $(STAMP)

# IMMUTABLES_EXT=0: where that package has no wheel its pure Python form is taken, so that no compiler is needed.
$(STAMP): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "gograde needs Python 3.11 or newer with the venv module."; \
		echo "Fix: install it (Debian, Ubuntu: apt-get install python3-venv) or say make PYTHON=/path/to/python3"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	IMMUTABLES_EXT=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q gograde
	$(BIN)/gograde runtime build
	@touch $(STAMP)

demo: install
	$(BIN)/gograde demo demo --reports reports

test: install
	$(BIN)/python -m pytest -q -m alone tests/sandbox/limits
	$(BIN)/python -m pytest -n 3 --dist worksteal -m "not long"

campaign: install
	$(BIN)/python -m tests.campaign $(NAMES)

# Beside the environment, not in it: Snakemake would load the executor, and pandas with it, at each start.
.slurm: .ci/slurm.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --upgrade --target $@ -r $<
	@touch $@

slurm-test: install .slurm
	$(BIN)/python -m tests.campaign.slurm

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: install
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r benchmarks/requirements.lock
	$(BIN)/python -m benchmarks $(OPTIONS)

dist: install
	$(BIN)/python -m build --no-isolation --wheel
	$(BIN)/python -m build --no-isolation --wheel --outdir dist distributions/check

clean:
	rm -rf $(VENV) .slurm demo dist build .snakemake .pytest_cache .mypy_cache .ruff_cache
