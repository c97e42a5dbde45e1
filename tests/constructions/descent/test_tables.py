"""The closed form's tables are read off the network's weights: they follow the network, whatever machine it was for."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
import torch

from tests.generators_descent import random_machine
from turingrad.constructions.descent import Descent, TapeDescent
from turingrad.constructions.descent.executors import recheck
from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.recheck import Redone
from turingrad.constructions.descent.executors.tables import tables_of
from turingrad.constructions.descent.recipe import make_recipe
from turingrad.constructions.drive import run
from turingrad.errors import CertificateError
from turingrad.library import load
from turingrad.machine.tape import TapeMachine


def beaver() -> TapeMachine:
    machine = load("busy-beaver-4")
    assert isinstance(machine, TapeMachine)
    return machine


@pytest.mark.parametrize(("hat", "encoding"), list(product(["directed", "paper"], ["bits", "onehot"])))
def test_rules_codes_and_margin_come_out_of_the_weights(hat: str, encoding: str) -> None:
    for number in range(4):
        machine = random_machine(random.Random(f"tables {number}"), max_vertices=100)
        recipe = make_recipe(machine, hat=hat, encoding=encoding)  # type: ignore[arg-type]
        tables, graph = tables_of(TapeDescent(recipe)), recipe.graph
        np.testing.assert_array_equal(tables.codes, recipe.encoding.matrix)
        np.testing.assert_array_equal(tables.read, graph.read)
        np.testing.assert_array_equal(tables.write, graph.write)
        np.testing.assert_array_equal(tables.move, graph.move)
        starts = np.where(graph.next_state >= 0, graph.next_state * graph.reads, -1)
        np.testing.assert_array_equal(tables.first_follower, starts)
        assert tables.margin > 0
        if len(graph.running) and len(machine.symbols) == 2:  # where symbols with no bit in common are there
            assert tables.margin >= recipe.margin * recipe.constants.gamma


@pytest.mark.parametrize("change", ["write", "move", "follower"])
def test_another_networks_weights_are_followed_not_the_machines_rules(change: str) -> None:
    """Weights of a compiled network are changed: autograd leaves the machine's run, and the closed form with it."""
    network = TapeDescent(make_recipe(beaver()), cells=64)
    loss = network.loss
    with torch.no_grad():
        if change == "write":
            loss.outlook[0, 0] *= -1
        elif change == "move":
            loss.outlook[0, 1:] = loss.outlook[0, 1:].flip(0)
        else:
            loss.hat.followers[0] = 3
    descent, fast = Descent(network), ClosedForm(network)
    plain = ClosedForm(TapeDescent(make_recipe(beaver())))
    for _ in range(6):
        descent.advance()
        fast.advance(1)
        plain.advance(1)
        assert int(network.s.detach().argmax()) == fast.vertex
        shift = network.origin - fast.origin
        np.testing.assert_array_equal(network.H.detach().argmax(dim=1).numpy(), fast.heads + shift)
    assert fast.digest != plain.digest


def test_weights_that_are_no_such_loss_are_refused() -> None:
    def broken(name: str, place: int, value: float) -> None:
        network = TapeDescent(make_recipe(beaver()))
        with torch.no_grad():
            dict(network.loss.named_buffers())[name].view(-1)[place] = value
        ClosedForm(network)

    with pytest.raises(CertificateError, match="a move is not one of"):
        broken("outlook", 1, 0.5)
    with pytest.raises(CertificateError, match="symbol that is not a code"):
        broken("down", 3, 0.5)
    with pytest.raises(CertificateError, match=r"no sum over the tapes|slope of its own"):
        broken("hat.out", 0, -1.0)
    with pytest.raises(CertificateError, match="switches the unit of another vertex on"):
        broken("hat.edges", 1, 0.75)


def test_other_inputs_have_other_steps_re_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first step, one at random in each span from 2^k to 2^(k+1), and the halt."""
    network = TapeDescent(make_recipe(load("palindrome")))  # type: ignore[arg-type]
    steps: list[list[int]] = []
    for given in ("abbabba", "bbbabbb", "abbabba"):
        seen: list[int] = []

        def place(net: TapeDescent, fast: ClosedForm, seen: list[int] = seen) -> None:
            seen.append(fast.steps)
            PLACE(net, fast)

        monkeypatch.setattr(recheck, "place", place)
        fast = ClosedForm(network, given, redo=Redone(network))
        fast.advance(1000)
        assert fast.halted()
        assert fast.redone == len(seen)
        assert seen[0] == 0
        assert seen[-1] == fast.steps
        spans = [step.bit_length() for step in seen[1:-1]]
        assert spans == list(range(1, len(spans) + 1))
        steps.append(seen)
    assert steps[0] == steps[2]
    assert steps[0][:-1] != steps[1][:-1]


PLACE = recheck.place


def test_a_run_says_how_many_steps_autograd_re_did() -> None:
    found = run(beaver(), on="descent", executor="closed-form")
    count = found.details["backward_calls"]
    assert 8 <= count <= 9  # step 0, six spans to 63 and perhaps one from 64 to 107, the halt
    assert found.details["gradients"].endswith(f"weights, {count} of them re-done by autograd, all equal")
