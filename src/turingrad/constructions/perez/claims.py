"""The transformer after Perez, Marinkovic and Barcelo: the run of any machine, and how far its fractions are exact."""

from __future__ import annotations

import torch

from turingrad.check.random_machines import compare_random_machines
from turingrad.constructions.claim import Claims, Figures, change_result, mutation, require, require_bound
from turingrad.constructions.perez.network import PerezNetwork, compile_network
from turingrad.constructions.perez.options import Options, sizes_for
from turingrad.library import load
from turingrad.machine.tape import TapeMachine

ROOM = "turingrad.constructions.perez"
MACHINES, STEPS = 20, 25
CLAIMS = Claims("ours")


def compile_for(machine: TapeMachine, steps: int) -> PerezNetwork:
    return compile_network(machine, **sizes_for(machine, None, steps, None))


@CLAIMS.state(
    "perez: the run",
    where="docs/perez.md",
    statement="A transformer with fractional positions and scores -|<q, k>| runs any machine with one tape.",
    mutations=(
        mutation("a coarser resolution", f"{ROOM}.options.Options.resolution", property(lambda _self: 1)),
        change_result("no search by time", f"{ROOM}.network.attention", lambda found: without_time(found)),
    ),
    code=f"{ROOM}.network.compile_network",
    leaves_out="20 random machines, 25 steps",
)
def lockstep_runs() -> Figures:
    found = compare_random_machines(compile_for, MACHINES, STEPS)
    require(not found.mismatch, found.mismatch)
    require(found.refused == 0, f"{found.refused} machines were refused")
    return {"machines": found.machines, "steps": found.steps}


@CLAIMS.state(
    "perez: formats",
    where="docs/perez.md",
    statement="Positions of resolution 1/N need 2 log2 N + 3 bits: the certificate says up to which T a format is "
    "exact.",
    mutations=change_result(
        "a certificate without scores",
        f"{ROOM}.network.certificate_of",
        lambda found: type(found)(tuple(one for one in found.bounds if "score" not in one.name)),
    ),
    code=f"{ROOM}.certificate.certificate_of",
    leaves_out="one machine, two values of T",
)
def formats() -> Figures:
    """2 (1 + delta) 2 N^2 <= 2^p: the score's sums decide, so that T grows with the square root of 2^p."""
    machine, figures = load("palindrome", "tape"), dict[str, float]()
    for steps in (50, 1000):
        network, n = compile_for(machine, steps), Options(steps=steps).resolution
        ratio = max(bound.ratio for bound in network.certificate.bounds)
        require_bound(f"ratio, T = {steps}", ratio, [n * n], formula=2 * (1 + 0.5 / n) * 2 * n * n)
        for name, bits in (("float16", 11), ("bfloat16", 8), ("float32", 24), ("float64", 53)):
            require(network.certificate.exact_in(name) == (ratio <= 2**bits), f"T = {steps}: {name}")
    longest = max(steps for steps in range(2000) if Options(steps=steps).resolution <= 1 << 10)
    network = compile_network(machine, dtype=torch.float32, steps=longest, input_length=0)
    require(network.step_bound == longest, "refused in float32")
    figures["longest run in float32"] = longest
    return figures


def without_time(module: torch.nn.Module) -> torch.nn.Module:
    """The last of several writes is not told from the others."""
    with torch.no_grad():
        for part in (module.W_Q, module.W_K):
            part[part.abs() < 0.5] = 0.0  # type: ignore[operator]
    return module
