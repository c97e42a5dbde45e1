"""What section 4 prints, where it is wrong or needs saying: (21), the shift, tripled states, Section 4.3."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from turingrad.check import compare, lockstep
from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.descent import Descent, compile_network
from turingrad.constructions.descent.configuration_loss import all_pairs
from turingrad.constructions.descent.frank_wolfe import FrankWolfe
from turingrad.constructions.descent.tape_loss import TapeLoss
from turingrad.constructions.descent.variables import put
from turingrad.library import load
from turingrad.machine.lower import chain
from turingrad.machine.tape import Rule, TapeMachine
from turingrad.machine.tape import run as tape_run

PACKAGE = "turingrad.constructions.descent"
correct_shift = TapeLoss.shift_heads
correct_outlooks = TapeLoss.outlooks
CLAIMS = Claims("welper")


def beaver(name: str = "busy-beaver-3") -> TapeMachine:
    return load(name, "tape")


def in_lockstep(machine: TapeMachine, **options: Any) -> int:
    report = lockstep(compile_network(machine, **options), None, 30)
    require(report.ok, f"{machine.name}: {report}")
    return report.steps


def current_symbol(loss: TapeLoss, s: Tensor) -> tuple[Tensor, Tensor]:
    return loss.symbols_of(s), correct_outlooks(loss, s)[1]


@CLAIMS.state(
    "(21), first term",
    where="section 4.4",
    statement="The first square writes delta_2(q, t) under the head.",
    mutations=mutation("the current symbol, as printed", f"{PACKAGE}.tape_loss.TapeLoss.outlooks", current_symbol),
    code=f"{PACKAGE}.tape_loss.TapeLoss",
    status="corrected",
    erratum="printed with T-down x, the current symbol, instead of the next one",
    leaves_out="three busy beavers, 30 steps each at most",
)
@CLAIMS.state(
    "The shift",
    where="section 4.4",
    statement="S(e_v) H moves each head by delta_3.",
    mutations=mutation(
        "h_{i + delta_3}, as printed",
        f"{PACKAGE}.tape_loss.TapeLoss.shift_heads",
        staticmethod(lambda moves, H: correct_shift(moves.flip(1), H)),
    ),
    code=f"{PACKAGE}.tape_loss.TapeLoss.shift_heads",
    status="corrected",
    erratum="h_{i + delta_3} moves a head by - delta_3",
    leaves_out="three busy beavers, 30 steps each at most",
)
def beavers_trace() -> Figures:
    return {"steps": sum(in_lockstep(beaver(f"busy-beaver-{n}")) for n in (2, 3, 4))}


def back_and_forth() -> TapeMachine:
    """Two states that follow each other: (20) fails without tripled states."""
    rules = tuple(
        Rule(a, (s,), ("1" if s == "_" else "_",), (move,), b)
        for a, b, move in (("p", "q", 1), ("q", "p", -1))
        for s in "_1"
    )
    return TapeMachine(("p", "q"), ("_", "1"), "_", "p", rules)


@CLAIMS.state(
    "(20)",
    where="section 4.4",
    statement="With tripled states no two vertices each follow the other, so (19) is well defined.",
    mutations=mutation("states not tripled", f"{PACKAGE}.recipe.tripled", chain),
    code=f"{PACKAGE}.recipe.lower",
    leaves_out="two machines",
)
def tripled_states() -> Figures:
    steps = in_lockstep(back_and_forth(), hat="paper") + in_lockstep(beaver(), hat="paper")
    guarded = compile_network(beaver(), hat="paper", guard=True)
    require(guarded.recipe.boot_steps == 1, "no step leads from the guard cell to the input")
    return {"steps": steps + in_lockstep(beaver(), hat="paper", guard=True)}


def with_doubled_weight(count: int, tails: Any, heads: Any, weights: Any, most: float) -> Any:
    first, second, found = all_pairs(count, tails, heads, weights, most)
    return first, second, 2 * found


@CLAIMS.state(
    "Proposition 4.2",
    where="section 4.3",
    statement="Frank-Wolfe on (13), with rate 1 or a line search, traces the machine, and the loss falls in every "
    "step.",
    mutations=mutation("ordered pairs", f"{PACKAGE}.configuration_loss.all_pairs", with_doubled_weight),
    code=f"{PACKAGE}.ConfigurationDescent",
    assumptions="(13) is a sum over unordered pairs, as (11) requires",
    leaves_out="busy beaver 2 on four cells",
)
def configurations() -> Figures:
    """Frank-Wolfe with line search: in lockstep, the loss falls in every step, the rate is always 1."""
    network = compile_network(beaver("busy-beaver-2"), loss="configurations", cells=4)
    require(compare(tape_run.trace(network.machine), network.trace()).ok, "not in lockstep")
    network.load()
    optimizer = FrankWolfe([network.s], line_search=True)
    losses: list[float] = []
    for _ in range(6):
        losses.append(optimizer.step(lambda: network.backward_loss(optimizer)))
        require(optimizer.last_rate == 1, f"a rate of {optimizer.last_rate}")
    losses.append(float(network().detach()))
    require(all(later < earlier for earlier, later in pairwise(losses)), f"losses {losses}")
    return {"vertices": network.vertices, "steps": len(losses) - 1}


@CLAIMS.state(
    "(13)",
    where="section 4.3",
    statement="(13) has the values (11): omega_v at e_v, omega_vw at the middle of a pair.",
    mutations=mutation("ordered pairs", f"{PACKAGE}.configuration_loss.all_pairs", with_doubled_weight),
    code=f"{PACKAGE}.configuration_loss.ConfigurationLoss",
    leaves_out="busy beaver 2 on three cells; of the pairs, edges and one other per vertex",
)
def interpolation() -> Figures:
    """(11): omega_v at every vertex, omega_vw or B at the middle of every pair of some vertices."""
    network = compile_network(beaver("busy-beaver-2"), loss="configurations", cells=3)
    level, checked = network.to_halt + 1.0, 0
    for v in range(network.vertices):
        for w in {v, int(network.follower[v]), (7 * v + 3) % network.vertices} - {-1}:
            edge = network.follower[v] == w or network.follower[w] == v
            wanted = (level[v] + level[w]) / 2 if edge or v == w else network.most
            point = torch.zeros(network.vertices)
            point[v] += 0.5
            point[w] += 0.5
            put(network.s, point)
            found = float(network().detach())
            require(found == wanted, f"{found:g} at the middle of {v} and {w}, not {wanted:g}")
            checked += 1
    return {"values": checked, "vertices": network.vertices}


@CLAIMS.state(
    "No line search with tapes",
    where="section 4.4",
    statement="The loss (21) does not tolerate a line search.",
    mutations=mutation("a search that takes 1", f"{PACKAGE}.frank_wolfe.FrankWolfe._line_search", lambda *_: 1.0),
    code=f"{PACKAGE}.frank_wolfe.FrankWolfe",
    leaves_out="eight steps of busy beaver 3: one counterexample is enough",
)
def no_line_search() -> Figures:
    """The loss with tapes: a line search stops inside the simplex, for the next vertex is no lower than this one."""
    network = compile_network(beaver())
    descent = Descent(network)
    rates = []
    for _ in range(8):
        trial = FrankWolfe([network.s], line_search=True)
        before = network.s.detach().clone()

        def loss() -> float:
            network.zero_grad()
            value = network()
            value.backward()
            return float(value.detach())

        trial.step(loss)
        rates.append(trial.last_rate)
        put(network.s, before)
        descent._loss = None
        descent.advance()
    require(any(rate < 1 for rate in rates), f"every rate is 1: {rates}")
    p = torch.nn.Parameter(torch.tensor([1.0, 0.0], dtype=torch.float64))
    eighth = FrankWolfe([p], line_search=True)

    def bent() -> float:
        """Least at five eighths of the way."""
        p.grad = None
        value = (p[1] - 0.625).abs()
        value.backward()  # type: ignore[no-untyped-call]
        return float(value.detach())

    eighth.step(bent)
    require(eighth.last_rate == 0.625, f"the line search ends at {eighth.last_rate}, not at 5/8")
    return {"steps": len(rates), "rates below 1": sum(rate < 1 for rate in rates), "least rate": min(rates)}
