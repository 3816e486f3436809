# Tries: to bring a script, entities that grow without end and the grader's files onto a page, as "pictures".
# Seen: refused: no PNG, whatever a browser may take it for.
# Control: naive
# Flagged: no

from pathlib import Path

REFUSAL = "its name says PNG, but it is none"


def make(folder: Path, marker: str) -> None:
    script = f"<script>{marker}</script>"
    (folder / "a.png").write_text(f"<svg xmlns='http://www.w3.org/2000/svg'>{script}</svg>")
    (folder / "b.png").write_text(f"<!doctype html>{script}")
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    (folder / "c.png").write_text(
        f'<!DOCTYPE svg [<!ENTITY l0 "ha">{laughs}]><svg><text>&l9;</text>{script}</svg>'
    )
    (folder / "d.png").write_text(
        f'<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg><text>&f;</text>{script}</svg>'
    )


def naive(folder: Path, marker: str) -> bool:
    """A page that shows a file as it was handed in carries the script."""
    pages = [f"<figure>{path.read_text()}</figure>" for path in folder.iterdir()]
    return all(f"<script>{marker}</script>" in page for page in pages)
