#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image: what the grader needs is put beside it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

find_python() {
  for name in python3.14 python3.13 python3.12 python3.11 python3; do
    if "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$name"
      return
    fi
  done
  return 1
}

missing() {
  command -v bwrap >/dev/null || echo bubblewrap
  cat tools.txt
  find_python >/dev/null || echo python3.11-venv
}

wanted=$(missing)
if [ -n "$wanted" ] && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq
  # Each alone: one that this system does not know must not keep the others away.
  for package in $wanted; do
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$package" ||
      echo "setup.sh: the system has no package $package"
  done
fi
python=$(find_python) || {
  echo "setup.sh: there is no Python 3.11 or newer with venv here"
  echo "Fix: choose the newest base image that Gradescope offers"
  exit 1
}
"$python" -m venv venv
venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
PYTHONPATH=$PWD venv/bin/python -P -m gograde.cli.packages.autograde prepare "$(dirname "$PWD")"
