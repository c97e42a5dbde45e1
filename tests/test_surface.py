"""The public surface, as it is listed: every name is there and documented, and examples need nothing deeper."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module

import pytest
from docs.public_packages import packages

import turingrad as tg


@pytest.mark.parametrize("name", packages())
def test_every_public_name_is_there_and_documented(name: str) -> None:
    package = import_module(name)
    assert package.__doc__
    assert len(set(package.__all__)) == len(package.__all__) > 0
    for public in package.__all__:
        value = getattr(package, public)
        if inspect.isclass(value) or inspect.isroutine(value) or inspect.ismodule(value):
            assert inspect.getdoc(value), f"{name}.{public} has no docstring"


def test_the_package_of_machines_is_a_function_too() -> None:
    flip = tg.machine({("A", "0"): ("1", "R", "A")}, start="A", blank="_")
    assert tg.machine.tape.TapeMachine is type(flip) is tg.TapeMachine
    with pytest.raises(AttributeError, match="no attribute 'tapes'"):
        tg.machine.tapes  # noqa: B018


def test_the_package_loads_without_torch() -> None:
    check = "import sys, turingrad; sys.exit('torch' in sys.modules or 'fastjsonschema' in sys.modules)"
    subprocess.run([sys.executable, "-c", check], check=True)


def described_parameters(function: Callable[..., object]) -> list[str]:
    """The names below `Args:` in a docstring."""
    _, _, said = (inspect.getdoc(function) or "").partition("Args:\n")
    found = re.findall(r"^    (\w+(?:, \w+)*): \S", said.partition("\n\n")[0], re.MULTILINE)
    return [name for names in found for name in names.split(", ")]


@pytest.mark.parametrize("name", packages())
def test_every_parameter_of_a_public_function_is_described(name: str) -> None:
    package = import_module(name)
    wrong = {}
    for public in package.__all__:
        function = getattr(package, public)
        if inspect.isfunction(function):
            wanted, found = list(inspect.signature(function).parameters), described_parameters(function)
            if set(wanted) != set(found):
                wrong[public] = sorted({*wanted} ^ {*found})
    assert not wrong
