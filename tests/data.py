"""Where the tests find machine and circuit files: our own, and those of the folder that TURINGRAD_DATA names."""

from __future__ import annotations

import os
from pathlib import Path

OWN_FILES = Path(__file__).parent / "files"
NOT_DATA = {"LICENSE", "README.md"}
MANY = range(int(os.environ.get("TURINGRAD_MANY", "25")))
"""Random machines for each route through another program's compiler, some ten seconds each: `TURINGRAD_MANY=200` takes
more of them, every night."""


def data_files(kind: str) -> list[Path]:
    """All files of `kind`, "machines" or "circuits": ours under tests/files, then those of TURINGRAD_DATA if set."""
    folders = [OWN_FILES / kind]
    given = os.environ.get("TURINGRAD_DATA")
    if given:
        folders.append(Path(given) / kind)
    files = [path for folder in folders for path in sorted(folder.iterdir()) if path.name not in NOT_DATA]
    if not files:
        raise FileNotFoundError(f"no {kind} in {', '.join(map(str, folders))}")
    return files


def file_label(path: Path) -> str:
    """The name of a parametrised case: `machines/palindrome.yaml`."""
    return f"{path.parent.name}/{path.name}"
