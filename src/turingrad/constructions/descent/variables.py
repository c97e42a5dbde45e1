"""The trained variables as parameters that stay the same objects: an optimizer that holds them stays valid.

Values are put into a parameter, never a new parameter in its place. What a saved state belongs to is told by a
fingerprint of everything that the numbers alone do not say.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

import torch
from torch import Tensor, nn
from torch.optim import Optimizer

from turingrad.constructions.tensors import require_tensor
from turingrad.errors import InputError
from turingrad.machine.tape import TapeMachine


def put(parameter: nn.Parameter, value: Tensor) -> None:
    """A value of any shape becomes the parameter's; its gradient is forgotten.

    Torch keeps the node that gathers a parameter's gradient, old shape and all, while any graph through it lives. A
    change of dtype makes it forget the node, so a change of shape goes by way of another dtype.
    """
    parameter.grad = None
    new = value.detach().to(parameter.device)
    if new.shape != parameter.shape:
        parameter.data = new.to(torch.float64 if new.dtype != torch.float64 else torch.float32)
    parameter.data = new.clone()


def pad_state(optimizers: tuple[Optimizer, ...], parameter: nn.Parameter, before: int, after: int) -> None:
    """What optimizers remember of a parameter (momenta), with zeros for the new cells. Call it before the growth."""
    for optimizer in optimizers:
        remembered = optimizer.state.get(parameter, {})
        for name, value in list(remembered.items()):
            if isinstance(value, Tensor) and value.shape == parameter.shape:
                remembered[name] = nn.functional.pad(value, (before, after))


def vertex_of(s: Tensor, vertices: int, at: int) -> int:
    """The vertex of the simplex that s is, refused where it is none."""
    require_tensor(s, "what is decoded", (vertices,))
    vertex = int(s.argmax())
    if not bool(s[vertex] == 1) or int(s.count_nonzero()) != 1:
        raise InputError(f"the control variable is not a vertex of the simplex at step {at}")
    return vertex


def machine_facts(machine: TapeMachine) -> tuple[object, ...]:
    """All that a machine is, names of states and order of symbols included: both say what numbers mean."""
    rules = tuple((rule.state, rule.read, rule.write, rule.move, rule.next) for rule in machine.rules)
    return machine.states, machine.symbols, machine.blank, machine.start, rules, machine.halting, machine.tapes


def fingerprint(*facts: object) -> Tensor:
    """32 bytes (uint8) of what a state belongs to; facts are tuples of texts and numbers."""
    return torch.tensor(list(sha256(repr(facts).encode()).digest()), dtype=torch.uint8)


def require_entry(state: Mapping[str, Tensor], key: str) -> Tensor:
    """An entry of a saved state."""
    if key not in state:
        raise InputError(f"the saved state has no {key!r}: the network cannot be restored from it")
    return state[key]


def check_fingerprint(state: Mapping[str, Tensor], key: str, own: Tensor, what: str) -> None:
    if not torch.equal(require_entry(state, key).cpu(), own.cpu()):
        raise InputError(f"the saved state belongs to another {what}: it cannot be restored here")
