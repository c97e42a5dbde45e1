"""Our theorem on noise: a training with a margin at step 0."""

from __future__ import annotations

from dataclasses import replace

from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.descent import fit_batches
from turingrad.theory.descent.claims.common import PACKAGE
from turingrad.theory.descent.noise import Attack, hold_trainer, survives

CLAIMS = Claims("ours")


@CLAIMS.state(
    "descent: noise",
    where="docs/descent-notes.md, after Welper's section 5.2",
    statement="With a margin at step 0, noise of at most r gamma on every entry of every gradient changes no final "
    "weight; r is what `noise_radius` returns, and gamma the constant that scales Welper's loss.",
    mutations=(
        mutation("nothing holds s at step 0", f"{PACKAGE}.hold.Hold.around", lambda _self, z, _s: z),
        mutation(
            "a margin four times too large",
            f"{PACKAGE}.hold.Hold.margin",
            lambda hold, bound: 16 * hold.slope * (hold.start - bound),
        ),
    ),
    code=(f"{PACKAGE}.hold.Hold", f"{PACKAGE}.hold.choose_hold", f"{PACKAGE}.hold.noise_radius"),
    assumptions="labels on a grid; the proof is in the module hold",
    leaves_out="one trainer, three samples; three attacks on everything, one on each of three bounds",
)
def noise_is_survived() -> Figures:
    """Attacks just below the radius, on everything; and on each bound alone, from both sides."""
    make, data = hold_trainer("majority-label", 3)
    network = make()
    fit_batches(network, data)
    radius = network.noise_radius()
    for kind in ("signs", "runner-up", "outward"):
        require(survives(make, data, Attack(0.999 * radius.over_gamma, kind), seen=True), f"{kind} breaks it")
    alone = {
        "reading": (Attack(0, "runner-up", on=("s",), last=1), 2.0),  # the bound is for the worst label y_1
        "running": (Attack(0, "runner-up", on=("s",), first=2), 2.0),
        "rounding": (Attack(0, "outward", on=("T", "H")), 1.02),
    }
    for name, (attack, factor) in alone.items():
        bound = getattr(radius, name)
        require(
            survives(make, data, replace(attack, size=0.999 * bound), seen=False), f"{name}: broken below {bound:g}"
        )
        beyond = survives(make, data, replace(attack, size=1.01 * factor * bound), seen=False)
        require(not beyond, f"{name}: {factor} times {bound:g} breaks nothing")
    return {"radius over gamma": radius.over_gamma, "attacks": 3 + 2 * len(alone)}
