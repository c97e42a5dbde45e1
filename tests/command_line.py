"""What a call of the command line gives: exit code, standard output, standard error."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple


class Outcome(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Turingrad = Callable[..., Outcome]
