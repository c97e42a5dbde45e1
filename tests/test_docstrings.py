"""Every public function has an example that runs, and says what it returns."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from docs.public_packages import packages

import turingrad as tg

FAST = ("turingrad", "turingrad.tasks", "turingrad.library", "turingrad.formats")  # the others are slow tests


def public_functions(package: str) -> dict[str, Callable[..., Any]]:
    module = import_module(package)
    found = {name: getattr(module, name) for name in module.__all__}
    return {name: value for name, value in found.items() if inspect.isfunction(value)}


@pytest.mark.parametrize("package", packages())
def test_every_public_function_says_what_it_returns_and_shows_it(package: str) -> None:
    for name, function in public_functions(package).items():
        said = inspect.getdoc(function) or ""
        assert ">>> " in said, f"{package}.{name} has no example"
        if inspect.signature(function).return_annotation not in (None, "None"):
            assert "Returns:\n" in said, f"{package}.{name} does not say what it returns"


@pytest.mark.parametrize(
    "package", [pytest.param(name, marks=[] if name in FAST else [pytest.mark.slow]) for name in packages()]
)
def test_the_examples_of_public_functions_run(package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runner, said = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE), []
    for name, function in public_functions(package).items():
        names = {"tg": tg, "np": np, "torch": torch, name: function}
        example = doctest.DocTestParser().get_doctest(inspect.getdoc(function) or "", names, name, None, None)
        runner.run(example, out=said.append)
    assert runner.failures == 0, "".join(said)
