"""(10): the weights of the configuration graph, and where they cannot be."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.descent import ConfigurationDescent, compile_network
from turingrad.constructions.descent.claims.printed import PACKAGE, back_and_forth, beaver
from turingrad.constructions.descent.configurations import steps_to_halt
from turingrad.machine.tape import Tape, TapeConfiguration

correct_steps = steps_to_halt
CLAIMS = Claims("welper")


def never_ends(follower: Any) -> Any:
    """k(v) with the never-halting configurations counted as halts."""
    found, never = correct_steps(follower)
    return np.where(found == never, 0, found), never


@CLAIMS.state(
    "(10)",
    where="section 4.3",
    statement="The weights satisfy (10) on every edge: each is above the next, and B above all of them.",
    mutations=mutation(
        "never-halting configurations count as halts", f"{PACKAGE}.configurations.steps_to_halt", never_ends
    ),
    code=(f"{PACKAGE}.configurations.steps_to_halt", f"{PACKAGE}.configurations.successors"),
    status="corrected",
    erratum="on a cycle of configurations omega_uv > omega_vw cannot hold, and omega_v = W_K = B contradicts B > "
    "omega_v; here edges that lead to no halt are left out, and only the others have (10)",
    leaves_out="busy beaver 2 on three cells, all of its edges",
)
def ordered_weights() -> Figures:
    """(10) on every edge that leads to a halt. On the others it cannot hold: some are on a cycle, on which
    omega_uv > omega_vw all the way round, and their vertices have omega_v = W_K = B, where B > omega_v is required."""
    network = compile_network(beaver("busy-beaver-2"), loss="configurations", cells=3)
    level, most, follower = network.to_halt + 1.0, network.most, network.follower
    loss, kept = network.loss, 0
    pairs = zip(loss.tails.tolist(), loss.heads.tolist(), strict=True)
    weight = dict(zip(pairs, loss.edge_weights.tolist(), strict=True))  # by the lower vertex first
    never = [v for v in range(network.vertices) if level[v] == most]
    for u in range(network.vertices):
        v = int(follower[u])
        if v < 0 or level[u] == most:
            continue
        edge = weight[(min(u, v), max(u, v))]
        require(steps_to(network, u, v), f"configuration {v} does not follow {u}")
        require(
            level[u] > edge > level[v] and edge < most, f"omega_vw = {edge:g} between {level[u]:g} and {level[v]:g}"
        )
        after = int(follower[v])
        if after >= 0:
            require(edge > weight[(min(v, after), max(v, after))], "omega_uv is not above omega_vw")
        kept += 1
    dropped = [v for v in never if follower[v] != v]
    flat = all(weight[(min(v, int(follower[v])), max(v, int(follower[v])))] == most for v in dropped)
    require(flat, "an edge that leads to no halt weighs less than B")
    loop = compile_network(back_and_forth(), loss="configurations", cells=3)
    cycles = sum(follows_itself(loop.follower, v) for v in range(loop.vertices))
    require(cycles > 0, "no configuration comes again: (10) could hold on all edges")
    return {"edges with (10)": kept, "dropped edges": len(dropped), "configurations on cycles of another": cycles}


def steps_to(network: ConfigurationDescent, vertex: int, after: int) -> bool:
    """Whether the rules lead from one configuration, on one tape, to the other."""
    unit, blank = torch.eye(network.vertices), network.machine.blank
    now, then = network.decode(unit[vertex], 0), network.decode(unit[after], 0)
    cells, head = dict(enumerate(now.tapes[0].symbols, now.tapes[0].start)), now.heads[0]
    rules = [one for one in network.machine.rules if (one.state, one.read[0]) == (now.state, cells.get(head, blank))]
    cells[head] = rules[0].write[0]
    places = range(-network.origin, network.cells - network.origin)
    written = Tape.trim(-network.origin, [cells.get(place, blank) for place in places], blank)
    return then == TapeConfiguration(0, rules[0].next, (head + rules[0].move[0],), (written,))


def follows_itself(follower: Any, vertex: int) -> bool:
    """Whether a configuration comes again, after others (one that leaves the tape is its own follower)."""
    at, found = int(follower[vertex]), False
    for _ in range(len(follower) if at not in (-1, vertex) else 0):
        at = int(follower[at]) if at >= 0 else -1
        found = found or at == vertex
    return found
