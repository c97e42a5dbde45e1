"""Runs the command line in this process: exit code, standard output, standard error."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from turingrad.cli import main


class Outcome(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Turingrad = Callable[..., Outcome]


@pytest.fixture
def turingrad(capsys: pytest.CaptureFixture[str]) -> Turingrad:
    def call(*arguments: object) -> Outcome:
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call
