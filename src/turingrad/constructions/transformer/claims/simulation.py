"""Wei, Chen and Ma, section 4 and Appendix C: Turing machines as transformers."""

from __future__ import annotations

import torch

from turingrad.check import lockstep
from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.transformer import TransformerNetwork, compile_network
from turingrad.library import load
from turingrad.machine.tape import TapeMachine

RUNS = (("busy-beaver-3", ""), ("palindrome", "abba"), ("palindrome", "ab"), ("binary-increment", "1011"))
STEPS = 40
CLAIMS = Claims("wei")


def compile_case(machine: TapeMachine, given: str, layers: str) -> TransformerNetwork:
    return compile_network(machine, steps=STEPS, input_length=len(given), layers=layers)


def zero_one_weight(machine: TapeMachine, given: str, layers: str) -> TransformerNetwork:
    """The same network with the largest weight of its second layer's first map at 0."""
    network = compile_network(machine, steps=STEPS, input_length=len(given), layers=layers)
    with torch.no_grad():
        weight = network.decoder_layers()[1].feedforward.W_1
        weight.view(-1)[int(weight.abs().argmax())] = 0.0
    return network


@CLAIMS.state(
    "Theorem 4.1, simulation",
    where="section 4, Appendix C",
    statement="Each decoder pass is one step of the Turing machine, read from the vectors of the pass.",
    mutations=mutation(
        "one weight of the second layer is 0",
        "turingrad.constructions.transformer.claims.simulation.compile_case",
        zero_one_weight,
    ),
    code="turingrad.constructions.transformer.TransformerNetwork",
    leaves_out="four runs of at most 40 steps, with both kinds of layers; random machines are in the tests",
)
def machines_become_transformers() -> Figures:
    steps = 0
    for layers in ("paper", "compact"):
        for name, given in RUNS:
            machine = load(name, "tape")
            report = lockstep(compile_case(machine, given, layers), given, steps=STEPS)
            require(report.ok, f"{name} on {given!r}, {layers} layers: {report}")
            steps += report.steps
    return {"runs": 2 * len(RUNS), "steps in lockstep": steps}
