"""What machines are made of is taken as it is meant, or refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

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
    with pytest.raises(MachineError, match="on_error is True or False"):
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
