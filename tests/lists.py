"""The lists that say which run takes which tests: once.txt, beside.txt and drill.txt (docs/testing.md)."""

from pathlib import Path

FOLDER = Path(__file__).parent
Paths = tuple[str, ...]


def read_list(name: str) -> tuple[Paths, Paths]:
    """Return the paths of tests that a list names, and those before which it has a plus."""
    lines = (FOLDER / name).read_text().splitlines()
    plain = tuple(f"tests/{line}" for line in lines if not line.startswith("+ "))
    return plain, tuple(f"tests/{line[2:]}" for line in lines if line.startswith("+ "))
