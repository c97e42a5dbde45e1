"""What the paper says of other constructions and other counts: fractional positions, and the VC dimension."""

from __future__ import annotations

import numpy as np

from turingrad.constructions.claim import Claims, Figures, change_result, mutation, require, require_bound
from turingrad.constructions.perez import compile_network as compile_perez
from turingrad.constructions.siegelmann_sontag import compile_network as compile_stacks
from turingrad.constructions.transformer import compile_network
from turingrad.library import load
from turingrad.theory.margins import vc_dimension
from turingrad.theory.margins.attack import attack
from turingrad.theory.margins.contrast_victims import RecurrentVictim
from turingrad.theory.margins.transformer import transformer_bound

VC = "turingrad.theory.margins.vc_dimension"
VICTIM = "turingrad.theory.margins.contrast_victims.RecurrentVictim"
CLAIMS = Claims("wei")


@CLAIMS.state(
    "Section 4.2, 1/poly(T)",
    where="section 4.2",
    statement="A construction that relies on values of order 1/poly(T) has an all-layer margin of at most that order.",
    mutations=mutation("an attack without events", f"{VICTIM}.events", lambda _self: iter(())),
    code=(VICTIM, "turingrad.theory.margins.attack.attack"),
    status="asymptotic",
    assumptions="the paper says this informally; constructions of ours after Perez et al. and Siegelmann and Sontag",
    leaves_out="one machine, two values of T",
)
def fractional_positions() -> Figures:
    """Palindrome, binary coordinates rounded: what breaks fractions at T = 5 and 11, beside the certificate."""
    machine = load("palindrome", "tape")
    figures = dict[str, float]()
    for word, steps in (("aa", 5), ("abba", 11)):
        certified = transformer_bound(compile_network(machine, steps=steps, input_length=len(word))).tightened
        perez = compile_perez(machine, steps=steps, input_length=len(word), corrections=True)
        stacks = compile_stacks(machine, cells=len(word) + 2, corrections=True)
        found = [attack(RecurrentVictim(net, word, steps), budget=60).norm or 1.0 for net in (perez, stacks)]
        require(max(found) < 0.1 / steps, f"T = {steps}: fractions bear {found}")
        figures |= {f"fractional positions, T = {steps}": float(f"{found[0]:.2g}")}
        figures |= {f"fractional stacks, T = {steps}": float(f"{found[1]:.2g}")}
        figures |= {f"binary positions, certified, T = {steps}": float(f"{certified:.2g}")}
    require(max(found) < certified, f"T = {steps}: {found} is not below the certified {certified}")
    return figures


@CLAIMS.state(
    "Section 4.1, VC dimension",
    where="section 4.1",
    statement="The VC dimension of the architecture is at least of order w T.",
    mutations=(
        change_result("twice the dimension", f"{VC}.vc_lower_bound", lambda found: 2 * found),
        mutation("no ReLU", f"{VC}.relu", lambda z: z),
    ),
    code=(f"{VC}.vc_lower_bound", f"{VC}.read_bits"),
    assumptions="a decoder without attention is a recurrent net, as the paper says",
    leaves_out="all labelings of 8 points, 256 random ones of 120",
)
def shattered_points() -> Figures:
    """Every labeling of r T points is answered by a recurrent net of width r + 8."""
    for registers, places in ((2, 4), (3, 40)):
        for labels in vc_dimension.labelings(registers, places):
            require(
                np.array_equal(vc_dimension.read_bits(labels), labels), f"a labeling of {labels.size} points is missed"
            )
        bound = vc_dimension.vc_lower_bound(registers + 8, places)
        require_bound("points", bound, [registers * places], attained_within=1.0)
    return {"width": registers + 8, "steps": places, "points": bound}
