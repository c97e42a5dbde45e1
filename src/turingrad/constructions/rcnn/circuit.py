"""The trained network as a Boolean circuit over x (section 2.1, and the remark after Corollary 2).

The network's run on the samples that W holds is the machine's, so the circuit is the machine's run on them, unrolled in
time (`machine.lower.learner_circuit`): O(L m d) gates for L layers, linear in the number of cells that the network
computes, whatever the number of test points.
"""

from __future__ import annotations

from turingrad._support.arrays import Signs, all_signs
from turingrad.constructions.rcnn.depth import BEFORE_THE_FIRST_STEP
from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.errors import InputError, LimitError
from turingrad.machine.circuit import Circuit
from turingrad.machine.grid.learner import predictions
from turingrad.machine.lower import learner_circuit

MAX_STEPS = 1_000_000
ALL_POINTS = 12  # features: up to 4,096 points are run to see how long the longest run is


def classifier_circuit(network: RCNN, *, steps: int | None = None) -> Circuit:
    """Make the classifier that the trained network is, as a circuit.

    Args:
        network: A network whose W holds the samples.
        steps: The time bound t of Definition 1. By default what the network's depth L allows; without an L, the
            longest run over all points, if these are at most 4,096.

    Returns:
        A circuit with inputs `x[b]` (1 for +1) and outputs `y` (1 for +1) and `answered`. If the machine has no answer
        within the time bound, `answered` is 0 and `y` is 1, as section 2.1 has it for what is no valid classifier.

    Example:
        >>> from turingrad.constructions.rcnn import RCNN, classifier_circuit, memorise
        >>> network = RCNN(tg.library.load("last-label", form="grid"), samples=2, features=1)
        >>> _ = memorise(network, [[1], [-1]], [1, -1])
        >>> tg.evaluate(classifier_circuit(network), [[1]]).tolist()
        [[0, 1]]
    """
    samples = network.holds()
    bound = steps if steps is not None else time_bound(network, *samples)
    return learner_circuit(network.machine, samples, network.features, bound)


def time_bound(network: RCNN, X: Signs, y: Signs) -> int:
    if network.L is not None:
        return network.L - BEFORE_THE_FIRST_STEP
    if network.features > ALL_POINTS:
        raise InputError(f"the circuit of {network.features} features needs a time bound: give the steps")
    points = all_signs(network.features)
    found = predictions(network.machine, X, y, points, max_steps=MAX_STEPS)
    if found.steps.max() == MAX_STEPS:
        raise LimitError(f"the machine still runs after {MAX_STEPS:,} steps on some x: give the steps")
    return int(found.steps.max())
