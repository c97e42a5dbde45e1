"""What machines are made of is taken as it is meant, or refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import turingrad as tg
from turingrad import library
from turingrad.errors import LimitError, MachineError
from turingrad.formats import parse
from turingrad.library import load_learner
from turingrad.machine.tape import TapeMachine
from turingrad.tasks import parse_csv


def test_rules_may_come_from_an_iterator() -> None:
    machine = library.load("busy-beaver-3")
    assert isinstance(machine, TapeMachine)
    assert replace(machine, rules=iter(machine.rules)) == machine  # type: ignore[arg-type]


def test_flags_and_counts_of_machines_are_checked() -> None:
    learner = load_learner("last-label", form="learner", features=3)
    with pytest.raises(MachineError, match="on_error must be True or False"):
        replace(learner, on_error="no")  # type: ignore[type-var]
    with pytest.raises(MachineError, match="number of tapes"):
        replace(library.load("busy-beaver-3"), tapes=1.5)  # type: ignore[type-var]
    assert replace(learner, features=np.int64(3)) == learner  # type: ignore[type-var]
    flagged = replace(learner, on_error=np.bool_(learner.on_error))  # type: ignore[type-var]
    assert flagged == learner
    assert type(flagged.on_error) is bool


def test_files_of_too_many_parts_are_refused_before_any_work() -> None:
    with pytest.raises(LimitError, match="20,000,000 outputs"):
        parse(b"aig 0 0 0 20000000 0\n" + b"0\n" * 10, "big.aig")
    with pytest.raises(LimitError, match="fields"):
        parse_csv(",".join(["1"] * 200_000))
    with pytest.raises(LimitError, match="BLIF files are read up to"):
        parse(b".model m\n" + b"#" * (13 << 20), "big.blif")


def entered(call: Callable[[], object]) -> int:
    """How many public functions check their arguments during a call."""
    found = 0

    def count(frame: Any, event: str, _value: Any) -> None:
        nonlocal found
        code = frame.f_code
        found += (
            event == "call"
            and code.co_name == "call_with_checks"
            and code.co_filename.endswith("_support/validation/arguments.py")
        )

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        call()
    finally:
        sys.setprofile(before)
    return found


def test_arguments_are_checked_where_a_user_enters_and_not_inside() -> None:
    machine = tg.read("busy-beaver-2")
    network = tg.compile(machine, "transformer", steps=50)
    tg.run(network)
    assert entered(lambda: tg.run(machine)) == 1
    assert entered(lambda: tg.run("busy-beaver-2")) == 2  # and where the library is asked
    assert entered(lambda: tg.run(network)) < 40  # it is compiled again, to compare: 175 bounds once had doors
