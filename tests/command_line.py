"""What a call of the command line gives: exit code, standard output, standard error."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

SHOWN = Path(__file__).parent.parent / "docs" / "commands.md"


class Outcome(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Turingrad = Callable[..., Outcome]


def documented_command(part: str) -> list[str]:
    """The arguments of the one command of docs/commands.md that contains this text."""
    lines = [line for line in SHOWN.read_text(encoding="utf-8").splitlines() if line.startswith("turingrad ")]
    (found,) = [line.partition(" #")[0] for line in lines if part in line.partition(" #")[0]]
    return shlex.split(found)[1:]
