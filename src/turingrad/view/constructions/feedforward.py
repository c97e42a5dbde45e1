"""The feedforward net's page: gate values layer by layer, the network's beside the circuit's."""

from __future__ import annotations

from typing import Any

from turingrad.constructions.feedforward import FeedforwardNetwork
from turingrad.errors import InputError
from turingrad.view.network_pages import Asked, NetworkPage, NetworkSide, TourRun, collect_trace

PLAIN = "Each level of the circuit is two ReLU layers, which compute the gates."
MAX_INPUTS = 64  # of a circuit whose bits a person types


def collect(asked: Asked) -> NetworkSide:
    """One input vector through the network, a frame per layer of the circuit."""
    network, found = asked.network, collect_trace(asked)
    rounds = ", two more round them to 0 or 1" if network.corrections else ""
    facts = {"ReLU layers": network.depth, "wide": network.width, "weights that are not 0": network.parameter_count()}
    says = {"says": f" Two ReLU layers compute them{rounds}."}
    return NetworkSide(found.snapshots, says, facts, "" if network.corrections else PLAIN)


def live_circuit(network: FeedforwardNetwork) -> dict[str, Any]:
    """What a live page must know of the network of a circuit."""
    circuit = network.machine
    if len(circuit.inputs) > MAX_INPUTS:
        raise InputError(f"{len(circuit.inputs)} inputs; a live page takes {MAX_INPUTS} typed bits at most")
    names = {"inputs": list(circuit.inputs), "outputs": list(circuit.output_names)}
    return {"kind": "feedforward", "by": "feedforward", "graph": "run", "text": "0" * len(circuit.inputs), **names}


PAGES = {
    "circuit": NetworkPage(
        collect,
        "Each level of the circuit is four ReLU layers: two compute the gates, two round their values.",
        takes_executor=False,
    )
}
LIVE = {"circuit": live_circuit}
TOUR = TourRun(
    "A Boolean circuit, level by level, in ReLU layers that round what they compute, so that small "
    "errors in the weights do not grow with depth. The figures are those of a multiplier; the run "
    "below is that of an adder.",
    machine='adder', begin=4, given=[1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1],
)  # fmt: skip
