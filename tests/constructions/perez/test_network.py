"""A transformer with fractional positions, in lockstep with the reference as far as its certificate says."""

from __future__ import annotations

import pytest
import torch

from turingrad import library
from turingrad.check import lockstep
from turingrad.check.random_machines import compare_random_machines
from turingrad.constructions.perez import PerezNetwork, compile_network
from turingrad.constructions.perez.options import sizes_for
from turingrad.errors import CertificateError, InputError, LimitError, MachineError
from turingrad.machine.tape import Rule, TapeMachine


def compile_for(machine: TapeMachine, steps: int) -> PerezNetwork:
    return compile_network(machine, **sizes_for(machine, None, steps, None))


@pytest.mark.parametrize(
    ("machines", "steps"), [(12, 20), pytest.param(200, 60, marks=pytest.mark.slow)], ids=["few", "200"]
)
def test_random_machines_run_in_lockstep(machines: int, steps: int) -> None:
    found = compare_random_machines(compile_for, machines, steps, seed=7)
    assert (found.machines, found.refused, found.mismatch) == (machines, 0, "")


@pytest.mark.parametrize("corrections", [False, True])
def test_palindromes_are_answered_and_decoded(corrections: bool) -> None:
    network = compile_network(library.load("palindrome"), steps=20, input_length=4, corrections=corrections)
    for word, answer in (("abba", 1), ("abb", -1), ("", 1)):
        assert float(network(network.tokens(word))) == answer
        assert lockstep(network, word).ok
    hidden = network.hidden(network.tokens("ab"), 5)
    assert hidden.shape == (5, 7, network.width)
    assert network.decode(hidden, 3, "ab") == list(network.trace("ab"))[3]


def test_the_certificate_names_formats_and_the_rest_is_refused() -> None:
    machine = library.load("palindrome")
    assert compile_network(machine, dtype=torch.float32, steps=500).certificate.dtypes()["float32"]
    with pytest.raises(CertificateError, match="not exact in float32: self"):
        compile_network(machine, dtype=torch.float32, steps=5_000)
    network = compile_network(machine, steps=4, input_length=2)
    with pytest.raises(LimitError, match="compiled for 4 steps"):
        network(network.tokens("ab"), 7)
    with pytest.raises(InputError, match="input_length=3"):
        network.tokens("aba")
    with pytest.raises(InputError, match="tokens must be numbers"):
        network(torch.tensor([9]))
    with pytest.raises(InputError, match="step 9 needs"):
        network.decode(network.hidden(network.tokens("a"), 2), 9)


def test_other_tapes_are_refused() -> None:
    two = TapeMachine(("q",), ("_",), "_", "q", (Rule("q", ("_", "_"), ("_", "_"), (1, 1), "q"),), tapes=2)
    with pytest.raises(MachineError, match="has one tape, but this machine has 2"):
        compile_network(two)
    with pytest.raises(MachineError, match="runs tape machines"):
        compile_network(library.load("adder-1"))  # type: ignore[arg-type]
