"""Section 4.2: circuits, memory and nets under noise."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import torch

from turingrad._support.arrays import all_signs
from turingrad.constructions import drive
from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.claims.exact import library_learner
from turingrad.constructions.emulation.claims.lemma_5 import BOUND, b_vertices_suffice, holds, noisy_circuit
from turingrad.constructions.emulation.claims.sizes import remark_12, remark_13
from turingrad.constructions.emulation.noisy_graph import build_noise_tolerant
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.circuit.run import evaluate_python

HERE = "turingrad.constructions.emulation.claims.noise"
BITS = 92  # of the printed constants
VERTICES = {"an input": 1}  # new vertices for each input of a circuit
CLAIMS = Claims("abbe-sandon")


@CLAIMS.state(
    "Lemma 5",
    where="section 4.2",
    statement="Circuits of AND, OR and NOT tolerate noise of less than 1/12 in total on every edge; b + m vertices.",
    mutations=(
        mutation("noise of 1/9", f"{HERE}.BOUND", Fraction(1, 9)),
        mutation("b vertices, as printed", f"{HERE}.VERTICES", {"an input": 0}),
    ),
    code="turingrad.constructions.emulation.claims.lemma_5.noisy_circuit",
    status="corrected",
    erratum="'at most b new vertices': the proof adds one for each gate and each input, and b do not suffice for an "
    "AND of inputs below 0 or above 1/2",
    leaves_out="one circuit",
)
def gates_bear_a_twelfth() -> Figures:
    """A circuit of all three gates, every input at the edge of its range, the worst noise for each, just below 1/12."""
    make = CircuitBuilder()
    x = make.inputs("x", 3)
    both, either = make.gate("and", (x[0], x[1])), make.gate("or", (x[1], x[2]))
    make.output("o", make.gate("and", (make.gate("not", (both,)), either)))
    circuit = make.build()
    net = noisy_circuit(circuit, 0.0, 0.5)
    size = float(BOUND) * (1 - 1e-9)
    for bits in product((0, 1), repeat=3):
        for each in (net, noisy_circuit(circuit, 0.25, 0.75)):
            shown = [np.nextafter(each.y1, 1) if bit else np.nextafter(each.y0, -1) for bit in bits]
            right = holds(each, bits, each.worst(shown, size), shown, evaluate_python(circuit, list(bits)))
            require(right, f"inputs {bits} under the worst noise of {size:.4f}")
    gates, inputs = len(net.circuit.gates), len(net.circuit.inputs)
    wanted = gates + VERTICES["an input"] * inputs
    require(net.new_vertices == wanted, f"{net.new_vertices} new vertices, not {wanted}")
    require(
        not b_vertices_suffice(Fraction(0), Fraction(1, 2)), "one vertex computes an AND of inputs below 0, above 1/2"
    )
    return {"noise tolerated": size, "gates b": gates, "new vertices": net.new_vertices}


@CLAIMS.state(
    "Lemma 6",
    where="section 4.2",
    statement="Trained on t_n samples and queried once more, the net outputs 2h - 1 to within 1/2.",
    mutations=mutation("double precision", f"{HERE}.BITS", 53),
    code="turingrad.constructions.emulation.NoiseTolerantNetwork",
    assumptions="all t_n output control vertices are driven, not the first n",
    leaves_out="without noise; two inputs and four samples",
)
@CLAIMS.state(
    "Remark 13",
    where="section 4.2",
    statement="No weight exceeds 2^242 3^25: an output control vertex outputs 2 in one step only.",
    mutations=mutation("2^232 3^25", f"{HERE}.remark_13", lambda: mpmath.mpf(2) ** 232 * mpmath.mpf(3) ** 25),
    code="turingrad.constructions.emulation.claims.sizes.remark_13",
    assumptions="'each output vertex' is each output control vertex",
    leaves_out="one learner of two inputs, four samples",
)
def printed_net_answers() -> Figures:
    """Lemma 6's net with the printed constants, 92 bits: two inputs, four samples, all answers."""
    learner = library_learner("parity", 2)
    points = all_signs(2)
    X = np.array([[-1, 1], [1, 1], [-1, -1], [1, -1]], np.int8)  # they determine the parity
    y = X.prod(axis=1, dtype=np.int8)
    network = NoiseTolerantNetwork(learner, samples=4, constants="paper", bits=BITS)
    optimizer = network.optimizer()
    for row, label in zip(torch.from_numpy(network.rows(X)), y, strict=True):
        learning = network.train_step(optimizer, row[None], int(label))
        require(abs(learning - 0.5) < 1e-9, f"while it learns the net shows {learning}, not 1/2")
    shown = network(torch.from_numpy(points)).numpy()
    wanted = drive.learn(learner, X, y, points, on="reference").predictions
    require(bool((np.abs(shown - wanted) < 0.5).all()), f"shows {shown}, should be {wanted}")
    largest = max(abs(w) for w in network.net.weight) if network.net is not None else 0
    require(largest < remark_13(), f"a weight of {float(largest):.3g} passes Remark 13's {float(remark_13()):.3g}")
    require(largest > remark_13() / 100, "no weight comes near Remark 13's bound")
    return {"bits": BITS, "largest weight": float(largest), "Remark 13's bound": float(remark_13())}


@CLAIMS.state(
    "Remark 12",
    where="section 4.2",
    statement="Under noise the metaalgorithm needs a bound on the number of samples: each sample has its own memory.",
    mutations=mutation(
        "a net that keeps five samples only",
        "turingrad.constructions.emulation.claims.sizes.build_noise_tolerant",
        lambda learner, samples, constants: build_noise_tolerant(learner, min(samples, 5), constants),
    ),
    code="turingrad.constructions.emulation.claims.sizes.remark_12",
    leaves_out="two learners at two sizes",
)
def samples_must_be_bounded() -> Figures:
    """The write-once memory of the metaalgorithm's net grows with the samples: two components per bit of each."""
    learners = [library_learner("parity", 2), library_learner("dictator", 2)]
    sizes = [remark_12(learners, *counts) for counts in ((3, 2), (6, 4))]
    for size in sizes:
        require(size["components"] == 2 * 2 * size["samples"], f"{size['components']} components")
    growth = (sizes[1]["edges"] - sizes[0]["edges"]) / (sizes[1]["samples"] - sizes[0]["samples"])
    require(growth > 3 * 2 * 2, f"only {growth:.0f} edges for each further sample")
    return {"edges, 5 samples": sizes[0]["edges"], "edges, 10 samples": sizes[1]["edges"]}
