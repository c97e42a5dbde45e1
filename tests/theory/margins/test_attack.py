"""The attack: never above one of its parts, never trivial, never below a certificate; softmax too."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch.func import functional_call

from turingrad import library
from turingrad.constructions.feedforward import compile_network
from turingrad.constructions.transformer import compile_network as compile_transformer
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.tape import RIGHT, STAY, Rule, TapeMachine
from turingrad.theory.margins.attack import AttackResult, Search, attack
from turingrad.theory.margins.feedforward import feedforward_bound
from turingrad.theory.margins.transformer import transformer_bound
from turingrad.theory.margins.transformer_victim import numpy_value
from turingrad.theory.margins.victims import FeedforwardVictim, TransformerVictim


def random_circuit(seed: int) -> tuple[Circuit, torch.Tensor]:
    """Eight gates over four inputs, and an input."""
    rng = np.random.default_rng(seed)
    make = CircuitBuilder()
    wires = list(make.inputs("x", 4))
    for _ in range(8):
        kind = ("and", "or", "not")[rng.integers(3)]
        wires.append(make.gate(kind, [wires[i] for i in rng.choice(len(wires), 1 + (kind != "not"), replace=False)]))
    make.output("y", wires[-1])
    return make.build(f"random-{seed}"), torch.from_numpy(rng.integers(0, 2, 4)).float()


def require_true(found: AttackResult, certified: float) -> None:
    """Above the certificate, below what the output's bias alone would give, and the smallest of its parts."""
    assert found.norm is not None
    assert certified < found.norm < 0.95
    assert found.norm == pytest.approx(min(found.parts.values()), rel=1e-8)


def attack_random_circuits(seeds: range) -> int:
    """How many of them have the output 0, where all ReLUs may be off."""
    zeros = 0
    for seed in seeds:
        circuit, x = random_circuit(seed)
        network = compile_network(circuit)
        victim = FeedforwardVictim(network, x, 0)
        require_true(attack(victim, budget=40), feedforward_bound(network).tightened)
        zeros += victim.label < 0
    return zeros


def test_circuits_are_attacked_above_their_certificates_and_not_trivially() -> None:
    assert attack_random_circuits(range(5, 11)) >= 2


@pytest.mark.slow
def test_fifty_five_random_circuits_are_attacked_and_none_trivially() -> None:
    """30 of 55 had the value 1.0 of the output's bias before: all their ReLUs are off."""
    assert attack_random_circuits(range(55)) >= 20


def small_victim(
    attention: str = "hard", corrections: bool = True, given: str = "a", steps: int = 5
) -> TransformerVictim:
    machine = library.load("palindrome")
    assert isinstance(machine, TapeMachine)
    network = compile_transformer(
        machine,
        steps=steps,
        input_length=len(given),
        dtype=torch.float64,
        attention=attention,
        corrections=corrections,
    )
    return TransformerVictim.of(network, given)


@pytest.mark.parametrize("attention", ["hard", "softmax"])
def test_events_inside_a_corrected_transformer_are_found(attention: str) -> None:
    """Rounding makes F flat: directions of F's gradient alone found two to four times as much."""
    victim = small_victim(attention)
    found = attack(victim, budget=60)
    require_true(found, transformer_bound(victim.network).tightened)
    assert found.norm is not None
    assert found.norm < 0.7 * found.parts["directions"]


def test_slopes_at_the_kink_of_relu_are_found_by_climbing() -> None:
    """Zeros of compiled vectors lie on relu's kink: the gradient at the compiled weights does not see what they pass
    on. One step by it takes 2.4e-3 here."""
    victim = small_victim(corrections=False, given="ab", steps=8)
    search = Search(victim, 10, None)
    value, slope = search.margin(torch.zeros(sum(search.sizes), dtype=torch.float64), gradient=True)
    assert slope is not None
    found = attack(victim, budget=30)
    assert found.norm is not None
    assert found.norm == pytest.approx(min(found.parts.values()), rel=1e-8)
    assert found.norm < 1e-3 * value / float(slope.norm())
    assert found.norm < 1e-3 * transformer_bound(small_victim(given="ab", steps=8).network).tightened


def test_a_start_that_works_is_never_lengthened() -> None:
    circuit, x = random_circuit(7)
    victim = FeedforwardVictim(compile_network(circuit), x, 0)
    good = attack(victim, budget=120)
    assert good.delta is not None
    again = attack(victim, budget=12, starts=[good.delta])
    assert again.norm is not None
    assert good.norm is not None
    assert again.norm <= good.norm * (1 + 1e-8)


def test_a_softmax_transformer_under_attack_computes_what_the_network_computes() -> None:
    victim = small_victim("softmax")
    generator = torch.Generator().manual_seed(0)
    moved = {
        name: value + 1e-3 * torch.randn(value.shape, generator=generator, dtype=torch.float64)
        for name, value in victim.parameters().items()
    }
    expected = float(functional_call(victim.network, moved, (victim.tokens, victim.passes)))
    assert float(victim.value(moved)) == pytest.approx(expected, abs=1e-9)
    assert numpy_value(victim, {name: value.numpy() for name, value in moved.items()}) == pytest.approx(expected)


def test_softmax_is_certified_with_what_its_own_error_leaves_of_the_rounding() -> None:
    """The whole radius was spent before, which the temperature has used in part: 0.00061 at T = 2000 for both."""
    machine = library.load("palindrome")
    hard, soft, colder = (
        transformer_bound(compile_transformer(machine, steps=2000, input_length=0, dtype=torch.float64, **options))
        for options in ({}, {"attention": "softmax"}, {"attention": "softmax", "inverse_temperature": 64.0})
    )
    assert 0 < soft.tightened < 0.9 * hard.tightened
    assert soft.tightened < colder.tightened <= hard.tightened
    assert soft.paper is None
    warm = compile_transformer(machine, steps=1, input_length=0, attention="softmax", inverse_temperature=4.0)
    assert transformer_bound(warm).tightened == 0.0  # no room is left, although its bits are right


def test_random_perturbations_of_the_certified_size_change_no_softmax_prediction() -> None:
    victim = small_victim("softmax")
    bound = transformer_bound(victim.network).tightened
    search = Search(victim, 100, None)
    for seed in range(3):
        step = torch.randn(sum(search.sizes), generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
        assert search.margin(step * (bound / step.norm()))[0] > 0


def test_every_tape_s_input_counts_as_tokens_of_softmax() -> None:
    """Cross-attention sees the inputs of all tapes, k m symbols and the null, not m."""
    rules = [Rule("copy", (bit, "_"), (bit, bit), (RIGHT, RIGHT), "copy") for bit in "01"]
    rules += [Rule("copy", ("_", "_"), ("_", "_"), (STAY, STAY), "done")]
    machine = TapeMachine(("copy", "done"), ("_", "0", "1"), "_", "copy", tuple(rules), ("done",), tapes=2)
    network = compile_transformer(machine, steps=3, input_length=40, attention="softmax")
    assert max(getattr(bound, "tokens", 0) for bound in network.certificate.bounds) == 81
    hard = compile_transformer(machine, steps=3, input_length=40)
    assert 0 < transformer_bound(network).tightened <= transformer_bound(hard).tightened
