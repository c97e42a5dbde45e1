"""Abbe and Sandon, section 4.1: SGD that runs a learning algorithm."""

from __future__ import annotations

import numpy as np
import torch

from turingrad import tasks
from turingrad.check import lockstep
from turingrad.constructions.claim import Claim, Figures, mutation, require
from turingrad.constructions.emulation import EmulationNetwork, compile_network
from turingrad.library import load_learner
from turingrad.machine.learner import Learner

HERE = "turingrad.constructions.emulation.claims"
LEARNERS = (("parity", 4), ("perceptron", 4), ("conjunction", 5))


def emulation(name: str, features: int) -> EmulationNetwork:
    learner = load_learner(name, form="learner", features=features)
    assert isinstance(learner, Learner)
    network = compile_network(learner)
    assert isinstance(network, EmulationNetwork)
    return network


def one_edge_off(name: str, features: int) -> EmulationNetwork:
    network = emulation(name, features)
    with torch.no_grad():
        gates = [i for i, role in enumerate(network.emulation.graph.role) if role == "gate"]
        network.weight[gates[len(gates) // 2]] *= -1
    return network


compiled = emulation


def learners_run_in_sgd() -> Figures:
    steps = 0
    for name, features in LEARNERS:
        X, y = tasks.get("parity").sample(np.random.default_rng(2), features, 30)
        report = lockstep(compiled(name, features), (X, y), steps=len(X))
        require(report.ok, f"{name}: {report}")
        steps += report.steps
    return {"learners": len(LEARNERS), "SGD steps in lockstep, every memory bit": steps}


CLAIMS = (
    Claim(
        paper="abbe-sandon",
        number="Lemma 3",
        where="section 4.1",
        statement="SGD, one sample a step, runs the learner: the output and every memory bit are the learner's.",
        check=learners_run_in_sgd,
        mutations=(mutation("one edge of a gate has the other sign", f"{HERE}.compiled", one_edge_off),),
        code=("turingrad.constructions.emulation.EmulationNetwork",),
    ),
)
