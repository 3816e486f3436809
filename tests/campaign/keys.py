"""Cases from keys drawn at random: no key may fail.

    python -m tests.campaign.keys --seed 1 --count 38
    python -m tests.campaign.keys --seed 1 --count 38 --packages board9 influence
    python -m tests.campaign.keys --same

Cases for mutants are left out: they take most of the time, and their search gives up nothing.  With
`--same`, all cases of the keys in `same_bytes.json` are made and compared with their hashes there.  Ends
with 1 at the first key that makes no cases, or other ones.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from gograde.authoring.registry import assignment_of
from gograde.authoring.spec_author import SpecAuthor, author_of, generate_batches
from gograde.core.assignment import Batch
from gograde.errors import GogradeError
from gograde.package.package import find_package, package_ids

SAME_BYTES = Path(__file__).with_name("same_bytes.json")
"""For each package and key (hex), the first hex digits of the hash of every batch."""

DIGITS = 12

HARD = {
    "tromp-taylor": bytes.fromhex("4d4023c13023aff87849b65e33b450fd2b08006f4611eae672eaa753e5dea618"),
    "board9": bytes.fromhex("12bb6423dae6cffd81e2eb1e40d5287d32c4d71969a2267f8cb11ff20e6ba1f9"),
}
"""Keys whose spare batches leave a mistake that too few cases catch; tests make cases from them."""


def planned(name: str, key: bytes) -> tuple[Batch, ...]:
    """The hidden cases of a package that ships without those for mutants; raises `JudgeError`."""
    package = find_package(name)
    author = author_of(package)
    if isinstance(author, SpecAuthor):
        spec_of = author.spec_of
        author = replace(author, spec_of=lambda config: replace(spec_of(config), reference=None))
    return author.generate(key, package.generator(), package.config)


def hashes(name: str, key: bytes) -> Mapping[str, str]:
    """For every batch that a key makes, the hash of its files."""
    package = find_package(name)
    write = assignment_of(package).write_batch
    made = {batch.name: sorted(write(batch).items()) for batch in generate_batches(package, key)}
    return {batch: hashlib.sha256(repr(files).encode()).hexdigest()[:DIGITS] for batch, files in made.items()}


def failures(names: Sequence[str], seed: int, count: int) -> Iterator[str]:
    """What keys drawn with the seed could not do."""
    draw = random.Random(seed)
    for _ in range(count):
        key = draw.randbytes(32)
        for name in names:
            try:
                planned(name, key)
            except GogradeError as error:
                yield f"{name}, key {key.hex()}: {error}"


def differences(names: Sequence[str]) -> Iterator[str]:
    """The batches that are not what they were when `same_bytes.json` was written."""
    for name, keys in json.loads(SAME_BYTES.read_text()).items():
        for key, before in keys.items() if name in names else ():
            now = hashes(name, bytes.fromhex(key))
            yield from (f"{name}, key {key}: {batch}" for batch in before if before[batch] != now.get(batch))


def main(arguments: list[str]) -> int:
    """Make the cases; 1 when a key fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--same", action="store_true", help="compare with same_bytes.json")
    parser.add_argument("--packages", nargs="+", default=package_ids(), choices=package_ids())
    asked = parser.parse_args(arguments)
    found = differences(asked.packages) if asked.same else failures(asked.packages, asked.seed, asked.count)
    if told := next(found, ""):
        print(told)
        return 1
    what = "the bytes of these keys stay" if asked.same else f"{asked.count} keys, none fails"
    print(f"{', '.join(asked.packages)}: {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
