"""Siegelmann and Sontag's recurrent net: the run of any machine, and how deep its fractions are exact."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import torch

from turingrad.check.lockstep import compare
from turingrad.check.random_machines import compare_random_machines
from turingrad.constructions.claim import Claims, Figures, change_result, mutation, require
from turingrad.constructions.siegelmann_sontag.network import SiegelmannSontagNetwork, compile_network
from turingrad.constructions.siegelmann_sontag.options import Options, sizes_for
from turingrad.errors import CertificateError, LimitError
from turingrad.machine.tape import RIGHT, Rule, TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import trace

ROOM = "turingrad.constructions.siegelmann_sontag.network"
MACHINES, STEPS = 30, 30
CLAIMS = Claims("ours")


def compile_for(machine: TapeMachine, steps: int) -> SiegelmannSontagNetwork:
    return compile_network(machine, **sizes_for(machine, None, steps, None))


@CLAIMS.state(
    "siegelmann-sontag: the run",
    where="docs/siegelmann-sontag.md",
    statement="A recurrent ReLU net with its tape in two fractions runs any machine with one tape, within its "
    "certificate.",
    mutations=(
        mutation("a base that does not separate symbols", f"{ROOM}.stack_base", lambda symbols: symbols),
        mutation("the head does not move", f"{ROOM}.SiegelmannSontagNetwork.read_move", lambda _self, _h: 0),
    ),
    code=(f"{ROOM}.compile_network", f"{ROOM}.stack_base"),
    leaves_out="30 random machines, 30 steps",
)
def lockstep_runs() -> Figures:
    found = compare_random_machines(compile_for, MACHINES, STEPS)
    require(not found.mismatch, found.mismatch)
    require(found.machines == MACHINES, f"only {found.machines} machines were not refused")
    return {"machines": found.machines, "steps": found.steps, "refused": found.refused}


def writer() -> TapeMachine:
    """Writes 1 and 0 in turn and moves right, for ever: the left stack grows by one symbol per step."""
    rules = (Rule("a", ("0",), ("1",), (RIGHT,), "b"), Rule("b", ("0",), ("0",), (RIGHT,), "a"))
    return TapeMachine(("a", "b"), ("0", "1"), "0", "a", rules)


@CLAIMS.state(
    "siegelmann-sontag: formats",
    where="docs/siegelmann-sontag.md",
    statement="The certificate says how many symbols a stack may hold in a format; with a few more the net is wrong.",
    mutations=change_result(
        "a certificate of one cell",
        f"{ROOM}.certificate_of",
        lambda found: type(found)(found.bounds[-1:]),
    ),
    code="turingrad.constructions.siegelmann_sontag.certificate.certificate_of",
    leaves_out="one machine, two symbols",
)
def formats() -> Figures:
    """The certificate's depth per format: refused beyond it, right up to it, and wrong somewhat later."""
    machine, figures = writer(), dict[str, int]()
    for dtype, name in ((torch.float32, "float32"), (torch.float64, "float64")):
        depth = max(cells for cells in range(1, 60) if exact(machine, cells, dtype))
        bits = {"float32": 24, "float64": 53}[name]
        require(bits / 2 - 4 <= depth < bits / 2, f"{name}: {depth} cells of 2 bits each")  # B = 4
        beyond = SiegelmannSontagNetwork(machine, Options(cells=60), dtype)
        right = compare(trace(machine, "", max_steps=50), run_uncertified(beyond, 50)).steps
        require(right >= depth, f"{name}: wrong after {right} steps, within the certificate of {depth} cells")
        require(right <= depth + 6, f"{name}: right for {right} steps, the certificate stops at {depth} cells")
        figures |= {f"{name}: cells certified": depth, f"{name}: right steps without it": right}
    return figures


def exact(machine: TapeMachine, cells: int, dtype: torch.dtype) -> bool:
    try:
        compile_network(machine, dtype=dtype, cells=cells)
    except CertificateError:
        return False
    return True


def run_uncertified(network: SiegelmannSontagNetwork, steps: int) -> Iterator[TapeConfiguration]:
    """A run without asking the certificate, up to where its numbers are no stacks any more."""
    hidden = network.hidden(network.encode(""), steps)
    with suppress(LimitError):
        for at in range(steps + 1):
            yield network.decode(hidden, at)
