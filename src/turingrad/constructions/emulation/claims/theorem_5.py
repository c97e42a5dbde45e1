"""Theorem 5 and Lemma 6 under noise: what is proven, and what an adversary breaks just above it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np

from turingrad.constructions.claim import Claims, Figures, change_result, mutation, require, require_bound
from turingrad.constructions.emulation.executors.noisy_runs import train_compiled
from turingrad.constructions.emulation.noise_proof import holds, margins, proven_noise
from turingrad.constructions.emulation.noise_shapes import PATTERNS, proven_total
from turingrad.machine.learner import run as learner_run
from turingrad.machine.run import quiet
from turingrad.theory.limits.attacks import ATTACK_SETS, Pushed, Target, noises, strongest_attack

HERE = "turingrad.constructions.emulation.claims.theorem_5"
PROOF = "turingrad.constructions.emulation.noise_proof"
SHAPES = "turingrad.constructions.emulation.noise_shapes"
LEVELS = {"proven": 1.0}
BITS, STEPS = 4, 12
CLAIMS = Claims("abbe-sandon")


def lemma_6_least_n() -> int:
    """Lemma 6's proof with the printed constants asks for n > 2^67 3^6."""
    return 2**67 * 3**6 + 1


def solve_by_hand(n: int, walks: bool = False) -> float:
    """The largest D at which a written component is closed again, from the inequality itself, with numbers: s = 1/2,
    kappa = 0.6, w2 = 1/(2n), dead zone 3/16. This is the condition that binds at every n of the check. A random walk
    may turn round when the component is written."""

    def fails(D: float) -> bool:
        eps = 2 * D + n * (0.5 + D) ** 2 * (1 / (2 * n) + D) - 1 / 8
        for slope in (-1, 3):
            K = 0.6 * (abs(slope) + 2 * eps) * (1 + 2 * n * D)
            if slope < 0:
                size = (1 + K) * (0.5 + D)
            else:
                size = K * (0.5 + D) - 0.5 + D if walks else (K - 1) / 2 + max(K - 1, 1) * D
            if size * size + 2 * D - (0.5 * (1 - 0.6 * slope)) ** 2 > 3 / 16:
                return True
        return False

    return bisect(fails)


def bisect(fails: Callable[[float], bool]) -> float:
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if fails(middle) else (middle, high)
    return low


@CLAIMS.state(
    "Theorem 5, level",
    where="section 4.2",
    statement="Noise |delta| <= 1/(n^2 t_n) on every edge at every step is tolerated for n large enough: for the "
    "redesigned net, and noise of any shape, from n = 13 on.",
    mutations=(
        change_result("twice the noise per step", f"{PROOF}.NoiseProof.per_step", lambda found: 2 * found),
        mutation("gates of fan-in 2,000", f"{PROOF}.FAN_IN", 2000),
        mutation("an answer of 0.5", f"{PROOF}.FINAL", 0.5),
        mutation("a path that is not bounded", f"{PROOF}.written_path", lambda _K, s, _D, _loose: (s * s, s * s)),
    ),
    code=(f"{PROOF}.proven_noise", f"{PROOF}.NoiseProof.per_step", f"{PROOF}.margins"),
    status="asymptotic",
    assumptions="the redesign's constant kappa is 0.6; the printed constants need n above 1.1e23",
    leaves_out="the inequalities; no net is run",
)
def proven_at_the_papers_level() -> Figures:
    """Lemma 6's induction with the redesign's constants, as inequalities; the one that binds is solved by hand."""
    figures: dict[str, float] = {"n of the printed constants": float(lemma_6_least_n())}
    for n in (13, 20, 50, 200):
        proof = proven_noise(n)
        require(holds(margins(proof.total, n)), f"n = {n}: the proven total breaks a condition")
        require(proof.total >= 1 / n**2, f"n = {n}: {proof.total:.3g} is proven, the theorem asks for {1 / n**2:.3g}")
        figures[f"proven over asked, n = {n}"] = proof.total * n * n
    for n, steps in product((4, 14, 50), (1, 12, 100)):
        proof, by_hand = proven_noise(n), solve_by_hand(n)
        require_bound("total noise", proof.total, [by_hand], formula=by_hand)
        require_bound("noise per step, all steps", proof.per_step(steps) * steps, [by_hand], formula=by_hand)
        require(not holds(margins(1.001 * by_hand, n)), f"n = {n}: a little more noise is proven, too")
        walks = proven_noise(n, partial_sums=True).total
        require_bound("partial sums", walks, [solve_by_hand(n, True)], formula=solve_by_hand(n, True))
    margins_by_hand(4, 0.01)
    require(proven_noise(12).total < 1 / 12**2, "n = 12 is proven, too: the docs say from 13 on")
    return figures


def margins_by_hand(n: int, D: float) -> None:
    """The conditions that do not bind, with numbers: e0 = 3/16, e1 = 17/80, gain 4, flat from 3/2 on, w2 = 1/(2n)."""
    eps = 2 * D + n * (0.5 + D) ** 2 * (1 / (2 * n) + D) - 1 / 8
    wanted = {
        "gates": 8 - 7 * D - 1.5,
        "input readers": 8 - D - 1.5,
        "control vertices, on": 2 - 3 * D - 1.5,
        "control vertices, off": 3 / 16 - 3 * D,
        "the answer's vertex while learning": 3 / 16 - 4 * D,
        "unset component, closed": 3 / 16 - ((0.5 + D) ** 2 - 0.25) - 2 * D,
        "unset component, opened": (0.5 - D) ** 2 - 17 / 80,
        "edges to the output": 1 / (2 * n) - D,
        "output while learning": 0.5 - eps - 17 / 80,
        "the answer": 1.25 - 0.98 - 2 * D,
    }
    found = margins(D, n)
    for name, value in wanted.items():
        require(
            abs(found[name] - value) < 1e-12, f"n = {n}, D = {D}, {name}: a margin of {found[name]}, by hand {value}"
        )


@CLAIMS.state(
    "Lemma 6, memory",
    where="section 4.2",
    statement="Under noise each sample is written once and kept to the end.",
    mutations=(
        change_result("twice the noise per step", f"{PROOF}.NoiseProof.per_step", lambda found: 2 * found),
        change_result("a fourth of it", f"{PROOF}.NoiseProof.per_step", lambda found: found / 4),
    ),
    code=("turingrad.constructions.emulation.NoiseTolerantNetwork", f"{PROOF}.NoiseProof.per_step"),
    leaves_out="parity of 4 bits; nine directions of pushes, two schedules",
)
def memory_survives_an_adversary() -> Figures:
    """At the proven level, over all steps, no push of the adversary's breaks the net; at twice that level one does."""
    target = Target.parity(BITS, STEPS)
    level = LEVELS["proven"] * proven_noise(BITS).per_step(STEPS)
    kept = all(target.survives(noise) for noise in noises(target, "adversarial", level * STEPS, 1, 0))
    require(kept, f"noise of {level:.3g} at each of {STEPS} steps breaks the net")
    twice = all(target.survives(noise) for noise in noises(target, "adversarial", 2 * level * STEPS, 1, 0))
    require(not twice, f"noise of {2 * level:.3g} at each step breaks nothing: the adversary is too weak")
    samples = target.net.decode_samples()
    require(samples == [], f"the net that was not trained holds {samples}")
    up = Pushed(np.ones(target.edges), level * STEPS, STEPS, front=True)
    weight = train_compiled(target.net, target.X, target.y, target.points, up, quiet).weight
    kept_memory = learner_run.run(target.net.machine, target.X, target.y).configuration.memory
    require(target.net.decode(weight, STEPS).memory == kept_memory, "the memory that the weights hold is another")
    return {"noise per step": level, "steps": STEPS}


@CLAIMS.state(
    "Theorem 5, shapes of noise",
    where="section 4.2",
    statement="Adversarial, fixed-sign, uniform, Gaussian and rounding noise are tolerated up to a total that is "
    "proven for each; an adversary breaks the net at 1.07 times that.",
    mutations=(
        mutation("1.1 times what is proven", f"{HERE}.LEVELS", {"proven": 1.1}),
        mutation("half the variance of uniform noise", f"{SHAPES}.SUB_GAUSSIAN", {"uniform": 1 / 6, "gaussian": 1}),
    ),
    code=f"{SHAPES}.proven_total",
    leaves_out="one net of parity on 4 bits, two draws per shape",
)
def every_shape_is_bracketed() -> Figures:
    """What is proven for a shape of noise is tolerated; the best attack breaks the net at less than 1.1 times that."""
    targets = [Target.parity(BITS, STEPS, seed) for seed in range(ATTACK_SETS)]
    figures: dict[str, float] = {}
    for pattern in PATTERNS:
        total = LEVELS["proven"] * proven_total(pattern, BITS, STEPS, targets[0].edges).total
        survived = all(targets[0].survives(noise) for noise in noises(targets[0], pattern, total, 2, 0))
        require(survived, f"{pattern}: a total of {total:.3g} breaks the net")
        figures[f"proven, {pattern}"] = total
    proven = figures["proven, adversarial"]
    found = strongest_attack(targets, proven)
    require(found is not None and found[0] < 1.1 * proven, f"the best attack is {found}, what is proven {proven:.3g}")
    grid = figures["proven, rounding"] * 2 / STEPS
    require_bound("step of the grid", grid, [proven], formula=solve_by_hand(BITS))
    walk = solve_by_hand(BITS, walks=True)
    for pattern, proxy in (("uniform", 1 / 3), ("gaussian", 1.0)):
        # Doob: P(max |S_t| >= D) <= 2 exp(-D^2 / (2 proxy T delta^2)) is 0.01 over all edges
        edges, total = targets[0].edges, figures[f"proven, {pattern}"]
        left = 2 * edges * 2.718281828459045 ** (-(walk**2) * STEPS / (2 * proxy * total**2))
        require_bound(f"chance of leaving, {pattern}", left, [0.0], formula=0.01, tolerance=1e-6)
    return figures | {"broken over proven": found[0] / proven if found else 0.0}
