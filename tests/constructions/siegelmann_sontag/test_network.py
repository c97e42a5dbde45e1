"""A recurrent net with fractional stacks, in lockstep with the reference interpreter as far as its certificate says."""

from __future__ import annotations

import pytest
import torch

from turingrad import library
from turingrad.check import lockstep
from turingrad.check.random_machines import compare_random_machines
from turingrad.constructions.siegelmann_sontag import SiegelmannSontagNetwork, compile_network, stack_base
from turingrad.constructions.siegelmann_sontag.options import sizes_for
from turingrad.errors import CertificateError, InputError, LimitError
from turingrad.machine.tape import TapeMachine


def compile_for(machine: TapeMachine, steps: int) -> SiegelmannSontagNetwork:
    return compile_network(machine, **sizes_for(machine, None, steps, None))


@pytest.mark.parametrize(
    ("machines", "steps"), [(40, 30), pytest.param(200, 100, marks=pytest.mark.slow)], ids=["few", "200"]
)
def test_random_machines_run_in_lockstep(machines: int, steps: int) -> None:
    found = compare_random_machines(compile_for, machines, steps, seed=3)
    assert (found.machines, found.mismatch) == (machines, "")
    assert found.refused > 0  # wider runs than float64 holds


@pytest.mark.parametrize("corrections", [False, True])
def test_palindromes_are_answered_and_decoded(corrections: bool) -> None:
    network = compile_network(library.load("palindrome"), cells=6, corrections=corrections)
    for word, answer in (("abba", 1), ("abb", -1), ("", 1)):
        assert float(network(network.encode(word), 20)) == answer
        assert lockstep(network, word).ok
    batch = torch.stack([network.encode(word) for word in ("ab", "aa")])
    assert network(batch, 10).tolist() == [-1.0, 1.0]
    hidden = network.hidden(network.encode("ab"), 3)
    assert network.decode(hidden, 2) == list(network.trace("ab"))[2]


def test_a_stack_is_the_cantor_coding_of_its_symbols() -> None:
    network = compile_network(library.load("palindrome"), cells=6)
    assert (stack_base(2), stack_base(3), network.base) == (4, 8, 8)
    stack = float(network.encode("aab")[network.coordinates.at("stack", 1)])
    a, b = (network.machine.symbols.index(letter) for letter in "ab")
    assert stack == (2 * a + 1) / 8 + (2 * b + 1) / 64
    assert network.symbols_of(stack) == [a, b]


def test_the_certificate_names_formats_and_the_rest_is_refused() -> None:
    machine = library.load("busy-beaver-3")
    assert compile_network(machine, dtype=torch.float32, cells=8).certificate.dtypes()["float32"]
    with pytest.raises(CertificateError, match="not exact in float32"):
        compile_network(machine, dtype=torch.float32, cells=12)
    with pytest.raises(CertificateError, match="exact in no dtype"):
        compile_network(machine, cells=4_000)
    small = compile_network(machine, cells=2)
    with pytest.raises(LimitError, match="more than 2 symbols"):
        list(small.trace(""))
    with pytest.raises(InputError, match="cells=3"):
        small.encode("111")
    with pytest.raises(InputError, match="step 9 needs"):
        small.decode(small.hidden(small.encode(""), 2), 9)
