"""Remark 2.4: labels in batches."""

from __future__ import annotations

from collections.abc import Callable

import torch

from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.descent import fit_batches
from turingrad.constructions.descent.claims.extended import PACKAGE, TRAINER, X, Y, one_step, tensors
from turingrad.constructions.descent.executors import extended_network
from turingrad.constructions.descent.variables import put
from turingrad.errors import TuringradError
from turingrad.library.trainers.layout import Sizes
from turingrad.library.trainers.trainers import BY_NAME

CLAIMS = Claims("welper")


@CLAIMS.state(
    "Remark 2.4",
    where="section 2",
    statement="Batches of labels need a z of the size of a batch only.",
    mutations=(
        mutation(
            "z is never emptied", f"{PACKAGE}.ExtendedNetwork.query_value", lambda net: torch.zeros((), dtype=net.dtype)
        ),
        mutation(
            "whether the data head is home is not checked",
            f"{PACKAGE}.tape_access.TapeAccess.data_head_home",
            lambda _: True,
        ),
    ),
    code=(f"{PACKAGE}.ExtendedNetwork.query_value", f"{PACKAGE}.fit_batches"),
    assumptions="the paper gives no construction; here l has the term 1/2 (asking . s) |z|^2",
    leaves_out="one trainer, two batches of two",
)
def batches() -> Figures:
    sizes = TRAINER.sizes(2, 1, batches=2)
    network = extended_network(TRAINER, sizes)
    done = fit_batches(network, [tensors(slice(2)), tensors(slice(2, 4))], max_steps=2000)
    direct = TRAINER.expected_weights(sizes, X, Y, 2000).tolist()
    require(network.theta()["bias"].tolist() == direct, f"theta = {network.theta()['bias'].tolist()}, not {direct}")
    require(tuple(network.z.shape) == (2, 1) and done.reads == 2, f"{done.reads} reads")
    refused_away_from_home()
    limits(sizes)
    return {"batches": done.reads, "width of z": network.z.numel(), "samples": len(X)}


def limits(sizes: Sizes) -> None:
    """A limit of as many steps as there are is enough, one of fewer is not; progress comes every hundred steps."""
    parts, seen = [tensors(slice(2)), tensors(slice(2, 4))], list[int]()
    hebb = BY_NAME["hebb"]
    network = extended_network(hebb, hebb.sizes(2, 1, passes=2, batches=2))
    steps = fit_batches(network, 2 * parts, progress=lambda _label, done, _total: seen.append(done)).steps
    require(seen == list(range(100, steps + 2, 100)) and len(seen) > 1, f"progress at {seen}")
    again = extended_network(TRAINER, sizes)
    most = fit_batches(again, parts, max_steps=2000).steps
    fit_batches(again, parts, max_steps=most)
    require(refuses(lambda: fit_batches(again, parts, max_steps=most - 1)), f"{most} steps within {most - 1}")


def refused_away_from_home() -> None:
    """A batch state whose data head is not on the blank left of the data is refused: the data under it would change."""
    trainer = BY_NAME["hebb"]
    sizes = trainer.sizes(4, 1)
    network = extended_network(trainer, sizes)
    x, y = tensors()
    network.reset(len(network.data_numbers(x, y)))
    network.batched, steps = True, 0
    while float(network.tracer.H.detach()[0, network.tracer.origin]) == 1 and steps < 50:
        one_step(network, x, y)
        steps += 1
    require(steps < 50, "the data head never leaves the guard cell")
    put(network.z, torch.zeros_like(y))
    network.invariant.forget()
    require(refuses(lambda: network(x)), "labels are read while the data head is on the data")


def refuses(action: Callable[[], object]) -> bool:
    try:
        action()
    except TuringradError:
        return True
    return False
