"""Welper, section 4: gradient descent whose steps are a Turing machine's."""

from __future__ import annotations

import torch
from torch import Tensor

from turingrad.check import lockstep
from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.descent import Descent, compile_network
from turingrad.library import load

RUNS = (("busy-beaver-3", ""), ("palindrome", "aba"), ("binary-increment", "1011"))
STEPS = 40
CLAIMS = Claims("welper")


def away(p: Tensor, gradient: Tensor) -> Tensor:
    """(3) and (14) with the sign that is printed there."""
    direction = p.clone()
    direction[int(gradient.argmin())] -= 1
    return direction


@CLAIMS.state(
    "Proposition 4.3",
    where="section 4.4",
    statement="Each step (22) of gradient descent on the loss (21) is one step of the Turing machine.",
    mutations=mutation("the sign printed in (3) and (14)", "turingrad.constructions.descent.frank_wolfe.toward", away),
    code=("turingrad.constructions.descent.TapeDescent", "turingrad.constructions.descent.frank_wolfe.MixedStep"),
    assumptions="states are tripled for the paper's hat, so that no state follows itself",
    leaves_out="three machines with two hats, 40 steps each at most; random machines are in the tests",
)
def check_trace() -> Figures:
    """Every configuration of the descent against the interpreter's, with both hats."""
    steps = 0
    for hat in ("directed", "paper"):
        for name, given in RUNS:
            machine = load(name, "tape")
            report = lockstep(compile_network(machine, hat=hat), given, steps=STEPS)
            require(report.ok, f"{name} on {given!r} with the {hat} hat: {report}")
            steps += report.steps
    return {"runs": 2 * len(RUNS), "gradient steps in lockstep": steps}


@CLAIMS.state(
    "(23)",
    where="section 4.4",
    statement="Running configurations have losses in [c, c + R gamma] with R = 8 b^2 d + 3 d; halting ones lie below "
    "B_stop.",
    mutations=mutation(
        "no extra weight at the halt",
        "turingrad.constructions.descent.constants.Constants.halting_most",
        property(lambda self: self.c),
    ),
    code="turingrad.constructions.descent.constants.Constants",
    leaves_out="busy beaver 3 with the paper's hat",
)
def losses_tell_the_halt() -> Figures:
    """The loss of every running configuration is at least c, that of the halting one below B_stop."""
    machine = load("busy-beaver-3", "tape")
    network = compile_network(machine, hat="paper")
    network.load(None)
    descent, running = Descent(network), []
    while not descent.halted() and descent.steps < 10 * STEPS:
        running.append(float(descent.loss.detach()))
        descent.advance()
    last, bounds = float(descent.loss.detach()), network.constants
    require(descent.halted(), "the descent did not halt")
    require(
        all(bounds.running_least <= loss <= bounds.running_most for loss in running), "a running loss is out of (23)"
    )
    require(last <= bounds.halting_most < bounds.b_stop < bounds.running_least, "the halting loss is not apart")
    return {"steps": len(running), "least running loss": min(running), "halting loss": last, "B_stop": bounds.b_stop}


@CLAIMS.state(
    "(22)",
    where="section 4.4",
    statement="The conditional-gradient step with rate 1 goes from vertex to vertex of the simplex.",
    mutations=mutation(
        "half a step",
        "turingrad.constructions.descent.frank_wolfe.toward",
        lambda p, gradient: 0.5 * (torch.nn.functional.one_hot(gradient.argmin(), len(p)).to(p) - p),
    ),
    code="turingrad.constructions.descent.frank_wolfe.MixedStep",
    leaves_out="one run of binary-increment",
)
def vertices_only() -> Figures:
    """The control variable is a vertex of the simplex after every step."""
    machine = load("binary-increment", "tape")
    network = compile_network(machine)
    network.load("111")
    descent = Descent(network)
    while not descent.halted() and descent.steps < STEPS:
        descent.advance()
        s = network.s.detach()
        corner = bool(torch.count_nonzero(s) == 1 and s.max() == 1)
        require(corner, f"after step {descent.steps} the control variable is no vertex")
    return {"steps": descent.steps, "vertices": network.graph.vertices}
