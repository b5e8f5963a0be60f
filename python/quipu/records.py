"""Records, the `.quipu` texts: reading and writing many of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path


def read_records(path: str | Path) -> Iterator[str]:
    """The records of a file, or of every `.quipu` file below a folder. A file may hold many, one after the other."""
    path = Path(path)
    files = sorted(path.rglob("*.quipu")) if path.is_dir() else [path]
    for file in files:
        yield from split_records(file.read_text(encoding="utf-8"))


def split_records(text: str) -> Iterator[str]:
    """The records of a text that holds many: each begins with a line `quipu 1`."""
    record: list[str] = []
    for line in text.splitlines(keepends=True):
        if line.startswith("quipu ") and any(part.strip() for part in record):
            yield "".join(record)
            record = []
        record.append(line)
    if any(part.strip() for part in record):
        yield "".join(record)


def write_records(records: Iterable[str], path: str | Path) -> int:
    """Writes records one after the other into a file, and says how many there were."""
    count = 0
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for record in records:
            file.write(record if record.endswith("\n") else record + "\n")
            count += 1
    return count
