"""The heart of the project: no construction is trusted, each is compared with the reference interpreter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any

from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import whole
from turingrad.constructions.network import Network
from turingrad.errors import InputError, MachineError
from turingrad.machine.kinds import describe_machine, find_kind
from turingrad.machine.run import MAX_COUNT
from turingrad.machine.views import call_view

DEFAULT_STEPS = 500


@dataclass(frozen=True)
class LockstepReport:
    """`steps` configurations after the first were equal; `first_mismatch` is (reference, network) if one differs.

    A recomputation of hidden vectors has no configurations: there it is (layer, pass), layer 0 being a pass's input.
    """

    steps: int
    first_mismatch: tuple[Any, Any] | None
    recomputed_layers: int | None = None

    @property
    def ok(self) -> bool:
        return self.first_mismatch is None

    def _repr_html_(self) -> str:
        return str(call_view("report_html", self))

    def __str__(self) -> str:
        if self.first_mismatch is None:
            layers = self.recomputed_layers
            return f"{self.steps} steps " + (f"recomputed through {layers} layers" if layers else "in lockstep")
        expected, found = self.first_mismatch
        if self.recomputed_layers is not None:
            return f"the dense network disagrees in pass {found} after layer {expected}"
        return f"mismatch after {self.steps} equal steps:\n  reference {expected}\n  network   {found}"


@validate_arguments
def compare(expected: Iterable[Any], found: Iterable[Any]) -> LockstepReport:
    """Compare two traces, configuration by configuration; a trace that ends early is a mismatch.

    Args:
        expected: The reference.
        found: The other.

    Returns:
        A report: `ok`, the number of steps that were compared, and the first difference.

    Example:
        >>> from turingrad.check import compare
        >>> compare(tg.run("palindrome", "abba").trace, tg.run("palindrome", "abba", on="transformer").trace).ok
        True
    """
    count = 0
    for reference, network in zip_longest(expected, decodable(found)):
        if not equal(reference, network):
            return LockstepReport(max(count - 1, 0), (reference, network))
        count += 1
    return LockstepReport(max(count - 1, 0), None)


def equal(reference: Any, network: Any) -> bool:
    try:
        return bool(reference == network)
    except (ValueError, RuntimeError):  # arrays, which are no configurations
        return False


def decodable(found: Iterable[Any]) -> Iterator[Any]:
    """A trace whose activations stop making sense ends with what is wrong with them, which equals no configuration."""
    started = False
    try:
        for configuration in found:
            yield configuration
            started = True
    except InputError as error:
        if not started:
            raise
        yield str(error)


def reference_trace(machine: Any, given: Any, max_steps: int | None) -> Iterator[Any]:
    """The configurations that a network of this machine must reproduce."""
    kind = find_kind(machine)
    if kind is None:
        raise MachineError(f"no step-by-step reference for {describe_machine(machine)}")
    return kind.trace(machine, given, max_steps)


def expected_trace(network: Network[Any, Any], given: Any, max_steps: int | None) -> Iterator[Any]:
    """What a network's trace must be: the machine's run, of a trained network from what it holds."""
    own = network.reference(given, max_steps)
    return reference_trace(network.machine, given, max_steps) if own is None else own


@validate_arguments
def lockstep(network: Network[Any, Any], given: Any = None, steps: int | None = None) -> LockstepReport:
    """Run the network and the reference interpreter on one input, and compare every configuration.

    Args:
        network: A compiled network.
        given: The input; by default the machine's own.
        steps: Compare at most this many steps; by default as many as the network was compiled for, or 500 if there
            is no such bound.

    Returns:
        A report: `ok`, the number of steps that were compared, and the first difference.

    Example:
        >>> tg.lockstep(tg.compile("palindrome", "transformer", steps=20, input_length=4), "abba").ok
        True
    """
    if steps is None:
        steps = DEFAULT_STEPS if network.step_bound is None else network.step_bound
    steps = whole(steps, "steps", 0, MAX_COUNT)
    expected = expected_trace(network, given, steps)
    found = islice(network.trace(given, max_steps=steps), steps + 1)
    return compare(expected, found)
