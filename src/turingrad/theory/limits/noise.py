"""Theorem 5 as a table: for each shape of noise the largest total T |delta| that is proven to be tolerated, and the
smallest that was found to break the net.

The proofs are `constructions/emulation/noise_proof.py` and `noise_shapes.py`. The attacks run noisy SGD on the
redesigned net with the parity learner, which is broken where a sample was not memorised as it was, or an answer is
wrong. Random noise is drawn a few times, and one broken draw counts. The adversary (`attacks.py`) chooses sample sets,
directions and when to push. Larger totals are tried in powers of 2, then the smallest that broke is narrowed down; what
is found is an upper bound, not the least one.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from turingrad.constructions.emulation.noise_proof import margins, proven_noise
from turingrad.constructions.emulation.noise_shapes import PATTERNS, Pattern, proven_total
from turingrad.errors import InputError
from turingrad.machine.run import Progress, quiet
from turingrad.theory.limits.attacks import ATTACK_SETS, Target, smallest_break, strongest_attack
from turingrad.theory.limits.outcome import Experiment, Part, experiment, rows_of

MAX_BITS, MAX_STEPS = 14, 64
LEVELS = (2, 4, 8, 12, 13, 14, 20, 50, 200)


def noise(*, bits: int = 4, steps: int = 12, draws: int = 10, seed: int = 0, progress: Progress = quiet) -> Experiment:
    """Measure how much noise an emulation net tolerates.

    For each shape of noise: what is proven, and what breaks it; the paper's own level by n; the margins at the proven
    total.

    Args:
        bits: Features of the learner.
        steps: Training steps.
        draws: Draws of random noise.
        seed: Fixes the draws.
        progress: Called with a label, the work done and how much there is.

    Returns:
        The experiment: proven and broken levels by shape of noise.

    Example:
        >>> from turingrad.theory.limits import noise
        >>> len(noise(bits=2, steps=4, draws=1).parts)
        3
    """
    if not 2 <= bits <= MAX_BITS or not 1 <= steps <= MAX_STEPS or draws < 1:
        raise InputError(
            f"bits go from 2 to {MAX_BITS}, steps from 1 to {MAX_STEPS} and draws from 1; "
            f"they are {bits}, {steps} and {draws}"
        )
    return experiment(
        "noise",
        seed,
        (
            partial(shapes_part, bits, steps, draws, seed, progress),
            levels_part,
            partial(margins_part, bits),
        ),
    )


def shapes_part(bits: int, steps: int, draws: int, seed: int, progress: Progress) -> Part:
    targets = [Target.parity(bits, steps, seed + k) for k in range(ATTACK_SETS)]
    progress("shapes of noise", 0, len(PATTERNS))
    rows, interrupted = rows_of(PATTERNS, partial(bracket, targets, draws, seed), "shapes of noise", progress)
    about = (
        f"Totals T |delta| of absolute noise on every edge, T = {steps} steps, parity of {bits} bits, "
        f"{targets[0].edges:,} edges. 'Proven' holds for every learner; without certainty, it holds for 99 % of all "
        f"draws; 'broken from' is the smallest total found to break this net: {draws} draws of random noise; the "
        f"adversary tries {ATTACK_SETS} sample sets, nine directions and two schedules, and improves the best of them."
    )
    return Part("the largest proven and the smallest that broke", about, rows=rows, interrupted=interrupted)


def bracket(targets: list[Target], draws: int, seed: int, pattern: Pattern) -> dict[str, Any]:
    """One row: what is proven of a shape of noise, the smallest total that was found to break a net, and how."""
    target = targets[0]
    proven = proven_total(pattern, target.net.machine.features, len(target.X), target.edges)
    found: float | None
    if pattern == "adversarial":
        strongest = strongest_attack(targets, proven.total)
        found, how = (None, "") if strongest is None else (strongest[0], str(strongest[1]))
    else:
        found, how = smallest_break(target, pattern, proven.total, draws, seed), "draws"
    return {
        "noise": pattern,
        "proven": proven.total,
        "with certainty": proven.certain,
        "broken from": found,
        "broken over proven": None if found is None else found / proven.total,
        "by": how,
    }


def levels_part() -> Part:
    rows = []
    for n in LEVELS:
        proof = proven_noise(n)
        rows.append(
            {
                "n": n,
                "Theorem 5's total, 1/n^2": 1 / n**2,
                "proven": proof.total,
                "proven over it": n * n * proof.total,
                "at its limit": proof.binding,
            }
        )
    about = "Theorem 5 allows |delta| <= 1/(n^2 T) at each of T steps, for n large enough: here from n = 13 on."
    return Part("Theorem 5's own level", about, rows=tuple(rows))


def margins_part(bits: int) -> Part:
    proof = proven_noise(bits)
    found = margins(proof.total, bits)
    exact = margins(0.0, bits)
    rows = [
        {"vertices": name, "margin without noise": exact[name], "at the proven total": found[name]} for name in found
    ]
    about = (
        f"How far each kind of vertex is from leaving its region, n = {bits}, total {proof.total:.3g} on every edge."
    )
    return Part("margins", about, rows=tuple(rows))
